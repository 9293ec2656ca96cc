//! The command line of `interaction`, as clap reads it.

use std::ffi::OsString;

use clap::{Args, Subcommand, ValueEnum};

use super::automaton_args::{ALGORITHMS, AutomatonTarget, ComputationArguments, TARGETS};
use super::choreography_args::{ARCHITECTURES, LOOPS};
use super::limits::count;
use super::option_groups::{
    OutputArguments, PICTURE_FORMS, ReportArguments, SearchArguments, SignArguments, Target,
    limit_options,
};
use super::values::{Choice, one_named, one_of};
use scm_check::internals::driver::interaction::{
    Construction, DfaAlgorithm, Minimisation, ReadBy, Simplification, SynthesisOptions,
    TermOptions, TraceKind,
};
use scm_check::internals::language::choreography::Format;
use scm_check::internals::model::choreography::Architecture;
use scm_check::internals::model::interaction::{self, Repetition, RewriteRule};
use scm_check::internals::render::diagrams::PictureForm;

// What is done with interactions.
#[derive(Subcommand, Debug)]
#[command(defer = true)]
pub(crate) enum InteractionCommand {
    /// Make the automaton of an interaction, count its states, minimise it, print it
    Nfa(NfaArguments),
    /// Draw an interaction as a sequence diagram, or its automaton
    Draw(InteractionDrawArguments),
    /// Show what can happen, as a tree to some depth
    Explore(ExploreArguments),
    /// Decide whether global traces are words of an interaction
    Accepts(AcceptsArguments),
    /// Print traces of an interaction
    #[command(override_usage = "scm-check interaction generate [traces] [OPTIONS] <FILE>")]
    Generate(TraceArguments),
    /// Print the local automata of the lifelines, or the choreography of the messages
    Project(InteractionProjectArguments),
    /// Print an interaction in another language, or simplified
    Convert(InteractionConvertArguments),
    /// Count lifelines, messages, actions and operators
    Metrics(MetricsArguments),
}

// How an interaction is read.
#[derive(Args, Debug, Clone, Default)]
#[command(next_help_heading = "Interaction")]
pub(crate) struct InteractionReading {
    /// The signature [default: the file beside FILE with the extension .hsf; without any, names are
    /// declared by their use]
    #[arg(short, long, value_name = "FILE")]
    pub(crate) signature: Option<OsString>,
    /// Erase what happens on these lifelines, before anything else is done; refused where operands are
    /// synchronised
    #[arg(long, value_name = "LIFELINES", value_delimiter = ',')]
    pub(crate) remove: Vec<String>,
    /// What a loop of a diagram means whose label does not name its kind [default: weak, with a warning]
    #[arg(long, value_parser = one_of(&LOOPS), value_name = "KIND")]
    pub(crate) loops: Option<Repetition>,
}

// One interaction, and where what is made of it goes.
#[derive(Args, Debug)]
pub(crate) struct InteractionArguments {
    /// The interaction (*.hif, *.hsf, *.puml, *.mmd, a block of *.md), or - for standard input
    #[arg(value_name = "FILE")]
    pub(crate) file: OsString,
    #[command(flatten)]
    pub(crate) reading: InteractionReading,
    #[command(flatten)]
    pub(crate) output: OutputArguments,
}

/// The laws that terms are simplified by.
pub(crate) const SIMPLIFICATIONS: [Choice<Simplification>; 3] = [
    ("none", Simplification::None, "None: terms stay as the steps make them"),
    ("paper", Simplification::Paper, "What is useless of empty terms"),
    ("full", Simplification::Full, "All laws; see: scm-check explain laws"),
];

/// What a step of a choice does.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum ChoiceOption {
    /// The choice stays open between branches that can do the letter
    Delayed,
    /// The step chooses
    Immediate,
    /// What gives fewer states
    Auto,
}

/// How an automaton is made.
pub(crate) const CONSTRUCTIONS: [Choice<Construction>; 2] = [
    ("steps", Construction::Steps, "By the steps of terms"),
    (
        "composition",
        Construction::Composition,
        "By operations on automata of blocks; refused where that is not right",
    ),
];

/// What an automaton is minimised to.
pub(crate) const MINIMISATIONS: [Choice<Minimisation>; 2] = [
    ("dfa", Minimisation::Dfa(DfaAlgorithm::Hopcroft), "The minimal deterministic automaton"),
    (
        "nfa",
        Minimisation::Nfa,
        "An automaton with as few states as any has, where it is small; else a reduced one",
    ),
];

// How terms become states.
#[derive(Args, Debug, Clone)]
#[command(next_help_heading = "Terms")]
pub(crate) struct TermArguments {
    /// Simplify terms by these laws
    #[arg(long, value_parser = one_of(&SIMPLIFICATIONS), default_value = "full")]
    pub(crate) simplify: Simplification,
    /// Leave out this law; may be repeated
    #[arg(long, value_name = "LAW", value_parser = one_named(&RewriteRule::ALL, RewriteRule::word))]
    pub(crate) without_law: Vec<RewriteRule>,
    /// What a step of a choice does
    #[arg(long, value_enum, default_value = "auto")]
    pub(crate) choice: ChoiceOption,
}

impl TermArguments {
    /// Returns the options that the arguments stand for.
    pub(crate) fn options(&self) -> TermOptions {
        TermOptions {
            simplification: self.simplify,
            without_laws: self.without_law.clone(),
            choice: match self.choice {
                ChoiceOption::Delayed => Some(interaction::Choice::Delayed),
                ChoiceOption::Immediate => Some(interaction::Choice::Immediate),
                ChoiceOption::Auto => None,
            },
        }
    }
}

#[derive(Args, Debug)]
pub(crate) struct NfaArguments {
    /// Files (*.hif, *.hsf with the term, *.puml, *.mmd, blocks of *.md), directories (all *.hif and *.puml
    /// below), quoted globs, or - for standard input
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<OsString>,
    #[command(flatten)]
    pub(crate) reading: InteractionReading,
    #[command(flatten)]
    pub(crate) terms: TermArguments,
    /// How the automaton is made
    #[arg(long, value_parser = one_of(&CONSTRUCTIONS), default_value = "steps")]
    pub(crate) construction: Construction,
    /// Erase the letters of these lifelines from the automaton's words
    #[arg(long, value_name = "LIFELINES", value_delimiter = ',')]
    pub(crate) hide: Vec<String>,
    /// Minimise the automaton
    #[arg(long, value_parser = one_of(&MINIMISATIONS))]
    pub(crate) minimise: Option<Minimisation>,
    /// How the minimal deterministic automaton is found
    #[arg(long, value_parser = one_of(&ALGORITHMS), default_value = "hopcroft", requires = "minimise")]
    pub(crate) algorithm: DfaAlgorithm,
    /// Print the automaton instead of a report
    #[arg(long, value_parser = one_of(&TARGETS), value_name = "FORM")]
    pub(crate) to: Option<AutomatonTarget>,
    #[command(flatten)]
    pub(crate) search: SearchArguments,
    #[command(flatten)]
    pub(crate) report: ReportArguments,
}

impl NfaArguments {
    /// Returns how the automaton is to be made.
    pub(crate) fn options(&self) -> SynthesisOptions {
        SynthesisOptions {
            terms: self.terms.options(),
            construction: self.construction,
            minimise: self.minimise.map(|kind| match kind {
                Minimisation::Dfa(_) => Minimisation::Dfa(self.algorithm),
                Minimisation::Nfa => Minimisation::Nfa,
            }),
            max_states: self.search.max_states,
        }
    }
}

/// What is drawn of an interaction.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum InteractionSubject {
    /// A sequence diagram with frames
    Sequence,
    /// The automaton, with the terms of its states
    Nfa,
    /// The minimal deterministic automaton
    Dfa,
}

#[derive(Args, Debug)]
#[command(args(limit_options()))]
pub(crate) struct InteractionDrawArguments {
    #[command(flatten)]
    pub(crate) common: InteractionArguments,
    /// What to draw
    #[arg(long, value_enum, default_value = "sequence")]
    pub(crate) what: InteractionSubject,
    /// The form [default: by the ending of the output, else text for sequence, dot for automata]
    #[arg(long, value_parser = one_of(&PICTURE_FORMS))]
    pub(crate) format: Option<PictureForm>,
    /// Draw no automaton of more states
    #[arg(long, value_name = "N", default_value = "300", value_parser = count)]
    pub(crate) max_states: u64,
    #[command(flatten)]
    pub(crate) signs: SignArguments,
    #[command(flatten)]
    pub(crate) terms: TermArguments,
}

/// How a tree of executions is printed.
pub(crate) const TREE_FORMS: [Choice<PictureForm>; 4] = [
    ("text", PictureForm::Text, "Indented lines"),
    ("dot", PictureForm::Dot, "A drawing for Graphviz"),
    ("svg", PictureForm::Svg, "A drawing"),
    ("json", PictureForm::Json, "JSON, as an automaton with the terms as names of its states"),
];

#[derive(Args, Debug)]
#[command(args(limit_options()))]
pub(crate) struct ExploreArguments {
    #[command(flatten)]
    pub(crate) common: InteractionArguments,
    /// How many letters deep
    #[arg(short, long, value_name = "N", default_value = "3", allow_hyphen_values = true)]
    pub(crate) depth: usize,
    /// Leave off after so many nodes
    #[arg(long, value_name = "N", default_value = "1000", allow_hyphen_values = true)]
    pub(crate) nodes: usize,
    /// What to print [default: by the ending of the output, else text]
    #[arg(long, value_parser = one_of(&TREE_FORMS), value_name = "FORM")]
    pub(crate) to: Option<PictureForm>,
    #[command(flatten)]
    pub(crate) signs: SignArguments,
    #[command(flatten)]
    pub(crate) terms: TermArguments,
}

/// What reads traces.
pub(crate) const READERS: [Choice<ReadBy>; 3] = [
    ("both", ReadBy::Both, "Both, which must agree; the term alone where there is no automaton"),
    ("automaton", ReadBy::Automaton, "The automaton"),
    ("term", ReadBy::Term, "The term, step by step: it works for loops without an automaton too"),
];

#[derive(Args, Debug)]
pub(crate) struct AcceptsArguments {
    /// The interaction
    #[arg(value_name = "FILE")]
    pub(crate) file: OsString,
    /// Traces: files (*.htf), directories, globs, - for standard input; or a trace itself: l!m.k?m
    #[arg(required = true, value_name = "TRACE")]
    pub(crate) traces: Vec<OsString>,
    /// What reads the traces
    #[arg(long, value_parser = one_of(&READERS), default_value = "both")]
    pub(crate) by: ReadBy,
    #[command(flatten)]
    pub(crate) reading: InteractionReading,
    #[command(flatten)]
    pub(crate) terms: TermArguments,
    #[command(flatten)]
    pub(crate) search: SearchArguments,
    #[command(flatten)]
    pub(crate) report: ReportArguments,
}

/// Which traces are printed.
pub(crate) const TRACE_KINDS: [Choice<TraceKind>; 3] = [
    ("accepted", TraceKind::Accepted, "Words of the interaction, up to the length"),
    ("exact", TraceKind::Exact, "Beginnings of words, of exactly the length"),
    (
        "modulo",
        TraceKind::Modulo,
        "Beginnings of words whose length is a multiple of the length, and words",
    ),
];

#[derive(Args, Debug)]
pub(crate) struct TraceArguments {
    /// The interaction, or - for standard input
    #[arg(required = true, value_name = "FILE", num_args = 1..=2)]
    pub(crate) file: Vec<OsString>,
    /// Which traces
    #[arg(long, value_parser = one_of(&TRACE_KINDS), default_value = "accepted")]
    pub(crate) kind: TraceKind,
    /// The length that the kind speaks of
    #[arg(short, long, value_name = "N", default_value = "10", allow_hyphen_values = true)]
    pub(crate) length: usize,
    /// At most so many traces
    #[arg(short, long, value_name = "N", default_value = "20", allow_hyphen_values = true)]
    pub(crate) count: usize,
    /// Random traces by this seed, instead of all in order, the shortest first
    #[arg(long, value_name = "S")]
    pub(crate) seed: Option<u64>,
    #[command(flatten)]
    pub(crate) reading: InteractionReading,
    #[command(flatten)]
    pub(crate) output: OutputArguments,
    #[command(flatten)]
    pub(crate) limits: ComputationArguments,
}

/// What an interaction is projected to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ProjectionTarget {
    /// Communicating automata.
    System(Target),
    /// The choreography of the messages.
    Choreography(Format),
}

/// What an interaction is projected to, by name.
pub(crate) const PROJECTIONS: [Choice<ProjectionTarget>; 7] = {
    use ProjectionTarget::{Choreography, System};
    [
        ("scm", System(Target::Scm), "Communicating automata as SCM"),
        ("dot", System(Target::Dot), "The same as a drawing for Graphviz"),
        ("json", System(Target::Json), "The same as JSON"),
        ("ca", Choreography(Format::Automaton), "The choreography automaton of the messages"),
        ("gc", Choreography(Format::ChorGram), "The same as a global view of ChorGram"),
        ("scr", Choreography(Format::Scribble), "The same in Scribble"),
        ("sprout", Choreography(Format::Sprout), "The same for Sprout"),
    ]
};

#[derive(Args, Debug)]
pub(crate) struct InteractionProjectArguments {
    #[command(flatten)]
    pub(crate) common: InteractionArguments,
    /// What to print [default: by the ending of the -o FILE, else scm]
    #[arg(long, value_parser = one_of(&PROJECTIONS), value_name = "LANGUAGE")]
    pub(crate) to: Option<ProjectionTarget>,
    /// Which lifelines share which channels
    #[arg(long, value_parser = one_of(&ARCHITECTURES), value_name = "ARCHITECTURE", default_value = "p2p")]
    pub(crate) arch: Architecture,
    /// Let channels be bags
    #[arg(long)]
    pub(crate) bag: bool,
    #[command(flatten)]
    pub(crate) limits: ComputationArguments,
}

/// What an interaction is printed as.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum InteractionTarget {
    /// The term
    Hif,
    /// The signature
    Hsf,
    /// The signature and the term in one file
    Both,
    /// A sequence diagram for `PlantUML`
    Plantuml,
    /// A sequence diagram for Mermaid
    Mermaid,
}

#[derive(Args, Debug)]
#[command(args(limit_options()))]
pub(crate) struct InteractionConvertArguments {
    #[command(flatten)]
    pub(crate) common: InteractionArguments,
    /// What to print
    #[arg(long, value_enum, value_name = "LANGUAGE")]
    pub(crate) to: InteractionTarget,
    /// Print the normal form of these laws instead of the text as written
    #[arg(long, value_parser = one_of(&SIMPLIFICATIONS))]
    pub(crate) simplify: Option<Simplification>,
}

#[derive(Args, Debug)]
#[command(args(limit_options()))]
pub(crate) struct MetricsArguments {
    #[command(flatten)]
    pub(crate) common: InteractionArguments,
    /// Print JSON [default: if the -o FILE ends in .json]
    #[arg(long)]
    pub(crate) json: bool,
}
