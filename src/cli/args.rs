//! The modern command line, as clap reads it.
//!
//! The ancestor's words never reach clap: [`super::legacy`] rewrites them before. No option has a
//! short form that could be read as several in a row.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

use super::automaton_args::AutomatonCommand;
use super::batch_args::BatchArguments;
use super::choreography_args::{ChoreographyCommand, LOOPS, LOST};
use super::component_args::{ExecuteArguments, MonitorArguments};
use super::conform_args::ConformArguments;
use super::generate_args::GenerateArguments;
use super::interaction_args::InteractionCommand;
use super::limits::{count, size};
use super::option_groups::{
    ChannelArguments, Colour, OutputArguments, PICTURE_FORMS, PictureArguments, ReportArguments,
    RunArguments, SearchArguments, SignArguments, Target, limit_options,
};
use super::values::{Choice, one_named, one_of};
use scm_check::internals::check::classes::Equivalence;
use scm_check::internals::driver::choreography::LostMessages;
use scm_check::internals::driver::system::USUAL_BOUND;
use scm_check::internals::model::interaction::Repetition;
use scm_check::internals::render::diagrams::PictureForm;
use scm_check::internals::render::report::{ResultLayout, Shown};

/// The end of the help of the program.
pub(crate) const AFTER_HELP: &str = include_str!("help/program.txt");

/// How the ancestor's words are used.
const LEGACY_USAGE: &str =
    "scm-check [-isrsc] [-mc] [-fifo] [-counter] [-to_dot[=FILE]] [OPTIONS] MODEL...";

/// Finds the deadlocks, the lost messages and those that nobody receives in protocols over unbounded channels, with the
/// shortest run that leads there, or proves that there are none.
#[derive(Parser, Debug)]
#[command(name = "scm-check", version, after_help = AFTER_HELP, max_term_width = 100)]
#[command(disable_help_subcommand = true, arg_required_else_help = true)]
#[command(subcommand_required = true, args_override_self = true)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Subcommand, Debug)]
#[command(defer = true)]
pub(crate) enum Command {
    /// Find what is wrong with models, and compare it with what they expect
    #[command(after_help = include_str!("help/check.txt"))]
    Check(CheckArguments),
    /// Decide whether every execution is equivalent to a synchronous one
    #[command(after_help = include_str!("help/rsc.txt"))]
    Rsc(RscArguments),
    /// Decide whether the bad states of models can be reached
    #[command(after_help = include_str!("help/reach.txt"))]
    Reach(ReachArguments),
    /// Check properties that nobody has to write: unspecified receptions, progress and the like
    #[command(after_help = include_str!("help/safety.txt"))]
    Safety(SafetyArguments),
    /// Say what kind of system a model is: half-duplex, bounded, stable, synchronisable and the like
    #[command(after_help = include_str!("help/classify.txt"))]
    Classify(ClassifyArguments),
    /// Run a model: at random, by given steps, or choice by choice; say what holds of the run
    #[command(after_help = include_str!("help/simulate.txt"))]
    Simulate(SimulateArguments),
    /// Step through a witness and test what it claims
    Replay(ReplayArguments),
    /// Print a model in another language
    #[command(after_help = include_str!("help/convert.txt"))]
    Convert(ConvertArguments),
    /// Show a model, a diagram, an automaton, a log or a witness: as text, or as a picture
    #[command(after_help = include_str!("help/show.txt"))]
    Show(ShowArguments),
    /// Draw a model, an automaton of the theory, or what depends on what in an execution
    #[command(after_help = include_str!("help/draw.txt"))]
    Draw(DrawArguments),
    /// Choreographies: check, project, draw, convert, extract
    Chor {
        #[command(subcommand)]
        command: ChoreographyCommand,
    },
    /// Interactions, sequence diagrams as terms: their automata, traces, pictures
    Interaction {
        #[command(subcommand)]
        command: InteractionCommand,
    },
    /// Decide whether logs conform to a model, and if not, where and why
    #[command(after_help = include_str!("help/conform.txt"))]
    Conform(ConformArguments),
    /// Run a model: components compute, systems and protocols are simulated, witnesses replayed
    #[command(after_help = include_str!("help/run.txt"))]
    Run(ExecuteArguments),
    /// Reconstruct the global states of a run of a component system from its logs, and monitor them
    #[command(after_help = include_str!("help/monitor.txt"))]
    Monitor(MonitorArguments),
    /// Check a library of models as `check` does, with limits for each; compare earlier answers
    #[command(after_help = include_str!("help/batch.txt"))]
    Batch(BatchArguments),
    /// Finite automata: combine, determinise, minimise, compare, translate
    Automaton {
        #[command(subcommand)]
        command: AutomatonCommand,
    },
    /// Lay models out in the standard way, in place
    Fmt(FmtArguments),
    /// Print a model of a family, multitraces of a model, or a formula as an interaction
    Generate(GenerateArguments),
    /// Write a commented model that holds, to start from
    #[command(after_help = include_str!("help/new.txt"))]
    New(NewArguments),
    /// Explain an error code, a topic or a word; lists them without an argument
    Explain(ExplainArguments),
    /// Print the format of a file as JSON Schema
    Schema(SchemaArguments),
    /// Print the completions of a shell
    Completions(CompletionsArguments),
    /// Print the page for man
    Man(OutputArguments),
    /// Print the version
    Version,
    /// Answer the words of the ancestor
    #[command(name = super::grammar::LEGACY_COMMAND, hide = true)]
    #[command(override_usage = LEGACY_USAGE, after_help = super::topics::legacy_words())]
    Legacy(LegacyArguments),
}

#[derive(Args, Debug)]
pub(crate) struct CheckArguments {
    /// Show how the stated answers differ from the given ones, and rewrite them in the files
    #[arg(long, conflicts_with_all = ["fifo", "bag", "assume_eager"])]
    pub(crate) update: bool,
    /// Ask for this property only, such as progress or stuck(p); may be repeated
    #[arg(long = "property", value_name = "NAME", conflicts_with = "update")]
    pub(crate) properties: Vec<String>,
    /// Of component systems: ask whether a global state in which PREDICATE holds can be reached; may be repeated
    #[arg(long, value_name = "PREDICATE", allow_hyphen_values = true, conflicts_with = "update")]
    pub(crate) reach: Vec<String>,
    /// Of diagrams: whether lost messages (-x, --x, ->x) may arrive [default: as-drawn]
    #[arg(long, value_parser = one_of(&LOST), value_name = "HOW")]
    pub(crate) lost: Option<LostMessages>,
    /// What a loop of a diagram means whose label does not name its kind [default: weak]
    #[arg(long, value_parser = one_of(&LOOPS), value_name = "KIND")]
    pub(crate) loops: Option<Repetition>,
    #[command(flatten)]
    pub(crate) runs: RunsArguments,
    #[command(flatten)]
    pub(crate) rsc: RscArguments,
}

#[derive(Args, Debug)]
#[command(next_help_heading = "Report")]
pub(crate) struct RunsArguments {
    /// Show a run for each violated property, instead of as few as show all
    #[arg(long)]
    all: bool,
}

impl RunsArguments {
    /// Returns the layout of the results of one model.
    pub(crate) fn layout(&self, shown: Shown) -> ResultLayout {
        match (self.all, shown) {
            (false, shown) => ResultLayout::Digest(shown),
            (true, Shown::Violations) => ResultLayout::Findings,
            (true, Shown::Surprises | Shown::Classes) => ResultLayout::Changes,
        }
    }
}

#[derive(Args, Debug)]
pub(crate) struct RscArguments {
    /// Files, directories (all models below), quoted globs, or - for standard input
    #[arg(required = true, value_name = "MODEL")]
    pub(crate) models: Vec<OsString>,
    #[command(flatten)]
    pub(crate) channels: ChannelArguments,
    #[command(flatten)]
    pub(crate) search: SearchArguments,
    #[command(flatten)]
    pub(crate) report: ReportArguments,
    #[command(flatten)]
    pub(crate) run: RunArguments,
    /// Accepted for the ancestor's sake: the witness is shown anyway.
    #[arg(long, hide = true)]
    pub(crate) counter: bool,
}

#[derive(Args, Debug)]
pub(crate) struct ReachArguments {
    /// Ask for the specification with this number only, counted from 1
    #[arg(long, value_name = "N", value_parser = size)]
    pub(crate) spec: Option<usize>,
    /// Say `holds` of a model that states no bad states, instead of refusing it
    #[arg(long)]
    pub(crate) allow_none: bool,
    #[command(flatten)]
    pub(crate) common: RscArguments,
}

#[derive(Args, Debug)]
pub(crate) struct SafetyArguments {
    /// Ask for this property only, such as progress or stuck(p); may be repeated
    #[arg(long = "property", value_name = "NAME")]
    pub(crate) properties: Vec<String>,
    /// Check nothing; print the model as SCM with bad states that stand for the properties, instead
    /// of its own
    #[arg(long)]
    pub(crate) emit_bad_states: bool,
    /// Of component systems: ask whether a global state in which PREDICATE holds can be reached; may be repeated
    #[arg(
        long,
        value_name = "PREDICATE",
        allow_hyphen_values = true,
        conflicts_with = "emit_bad_states"
    )]
    pub(crate) reach: Vec<String>,
    #[command(flatten)]
    pub(crate) runs: RunsArguments,
    #[command(flatten)]
    pub(crate) common: RscArguments,
}

#[derive(Args, Debug)]
pub(crate) struct ClassifyArguments {
    /// How many messages a channel holds at most: for classes with a bound, and where a search does not see all runs
    #[arg(long, value_name = "N", default_value_t = USUAL_BOUND, value_parser = size)]
    pub(crate) k: usize,
    /// When the behaviours of stable systems are alike: branching or strong (default: branching)
    #[arg(long, value_name = "HOW", default_value = "branching", hide_default_value = true)]
    #[arg(value_parser = one_named(&Equivalence::ALL, Equivalence::word))]
    pub(crate) equivalence: Equivalence,
    /// Ask for this class only, and exit by its answer; may be repeated
    #[arg(long = "property", value_name = "NAME")]
    pub(crate) properties: Vec<String>,
    #[command(flatten)]
    pub(crate) common: RscArguments,
}

#[derive(Args, Debug)]
pub(crate) struct LegacyArguments {
    #[command(flatten)]
    pub(crate) common: RscArguments,
    #[arg(long, hide = true)]
    pub(crate) isrsc: bool,
    #[arg(long, hide = true)]
    pub(crate) mc: bool,
    /// As for `reach`.
    #[arg(long, hide = true, requires = "mc")]
    pub(crate) allow_none: bool,
    /// `Some(None)` is standard output.
    #[arg(long, hide = true, num_args = 0..=1, require_equals = true)]
    #[expect(clippy::option_option, reason = "absent, without a value, with one")]
    pub(crate) to_dot: Option<Option<PathBuf>>,
}

#[derive(Args, Debug)]
pub(crate) struct SimulateArguments {
    /// The model, or - for standard input
    #[arg(value_name = "MODEL")]
    pub(crate) model: OsString,
    /// The seed of the random choices; the same seed gives the same run
    #[arg(long, value_name = "S", default_value_t = 0, value_parser = count)]
    pub(crate) seed: u64,
    /// How many steps a random run has at most
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = size)]
    #[arg(conflicts_with_all = ["run", "interactive"])]
    pub(crate) steps: usize,
    /// Do these steps: p!m sends, p?m receives, p:2!m names channel 2, p->3 is an internal step to
    /// state 3; of component systems interactions with blanks between them
    #[arg(long, value_name = "STEPS", conflicts_with_all = ["interactive", "seed"])]
    pub(crate) run: Option<String>,
    /// Show what is possible and ask before each step
    #[arg(long)]
    pub(crate) interactive: bool,
    #[command(flatten)]
    pub(crate) channels: ChannelArguments,
    #[command(flatten)]
    pub(crate) pictures: PictureArguments,
}

#[derive(Args, Debug)]
pub(crate) struct ReplayArguments {
    /// A witness or a report as JSON, or - for standard input
    #[arg(value_name = "WITNESS")]
    pub(crate) witness: OsString,
    /// The model that it is about; without it the steps alone are replayed
    #[arg(value_name = "MODEL")]
    pub(crate) model: Option<OsString>,
    /// End with 0 where nothing can be tested, as `show` does.
    #[arg(long, hide = true)]
    pub(crate) shown: bool,
    #[command(flatten)]
    pub(crate) pictures: PictureArguments,
}

#[derive(Args, Debug)]
#[command(args(limit_options()))]
pub(crate) struct ConvertArguments {
    /// The model, or - for standard input
    #[arg(value_name = "MODEL")]
    pub(crate) model: OsString,
    /// What to print, see below [default: by the ending of the -o FILE]
    #[arg(long, value_enum, value_name = "LANGUAGE", hide_possible_values = true)]
    pub(crate) to: Target,
    #[command(flatten)]
    pub(crate) output: OutputArguments,
    #[command(flatten)]
    pub(crate) channels: ChannelArguments,
}

#[derive(Args, Debug)]
pub(crate) struct ShowArguments {
    /// A model, a diagram, an automaton, a log, a witness or a report, or - for standard input
    #[arg(value_name = "FILE")]
    pub(crate) file: OsString,
    /// The model that a witness is about
    #[arg(value_name = "MODEL")]
    pub(crate) model: Option<OsString>,
    /// What to show of it: metrics, how large it is; what `draw` has of systems and components, `interaction draw` of
    /// diagrams (sequence, nfa, dfa), `chor draw` of choreographies
    #[arg(long, value_name = "WHAT")]
    pub(crate) what: Option<String>,
    /// The form [default: by the ending of the -o FILE, else text]
    #[arg(long, value_parser = one_of(&PICTURE_FORMS))]
    pub(crate) format: Option<PictureForm>,
    #[command(flatten)]
    pub(crate) pictures: PictureArguments,
}

/// What is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum DrawSubject {
    /// An execution against a property, as a message sequence chart; with --run any
    Witness,
    /// The automata of all participants; of a component system its components and connectors
    System,
    /// The automaton of one participant
    Automaton,
    /// Who sends to whom, and whether that alone makes the system half-duplex
    Topology,
    /// The automaton of the RSC executions
    Rsc,
    /// The automaton of borderline violations
    Bv,
    /// The automaton of what leaves the contents of bad states behind
    Ep,
    /// The product of the participants; with --property that of rsc and bv, or of rsc and ep
    Product,
    /// What the channels hold at most in each combination of local states
    Invariant,
    /// The actions of an execution, and which must come before which
    ActionGraph,
    /// The communications of an execution, and which conflict
    ConflictGraph,
    /// Of component systems: the places and transitions of one component
    Atom,
    /// Of component systems: the reachable global states
    States,
    /// Of component systems: a logged run, with the times at which components are busy
    Run,
}

#[derive(Args, Debug)]
#[command(args(limit_options()))]
pub(crate) struct DrawArguments {
    /// The model, or - for standard input
    #[arg(value_name = "MODEL")]
    pub(crate) model: OsString,
    /// What to draw [default: witness with --property or --run, else system]
    #[arg(long, value_enum)]
    pub(crate) what: Option<DrawSubject>,
    /// The property whose witness, or whose automaton, is drawn, such as `rsc` or `bad_states/1`
    /// [default: for executions the first violated one]
    #[arg(long, value_name = "NAME")]
    pub(crate) property: Option<String>,
    /// Draw these steps, as in simulate --run, instead of a witness
    #[arg(long, value_name = "STEPS", conflicts_with = "property")]
    pub(crate) run: Option<String>,
    /// Draw every dependency, not only those between neighbours (action-graph, conflict-graph)
    #[arg(long)]
    pub(crate) complete: bool,
    /// Of component systems: a log of the run that is drawn; may be repeated, for one log a component
    #[arg(long, value_name = "FILE")]
    pub(crate) log: Vec<OsString>,
    /// The participant whose automaton is drawn, by its name or by its number from 0; or a component
    #[arg(short, long, value_name = "NAME")]
    pub(crate) participant: Option<String>,
    /// The form [default: by the ending of FILE, else text for a witness and dot for the others]
    #[arg(long, value_parser = one_of(&PICTURE_FORMS))]
    pub(crate) format: Option<PictureForm>,
    /// Draw no automaton of more states (rsc, bv, ep, product, invariant), and no more global states (states)
    #[arg(long, value_name = "N", default_value = "300", value_parser = count)]
    pub(crate) max_states: u64,
    #[command(flatten)]
    pub(crate) extent: RunArguments,
    #[command(flatten)]
    pub(crate) signs: SignArguments,
    #[command(flatten)]
    pub(crate) output: OutputArguments,
    #[command(flatten)]
    pub(crate) channels: ChannelArguments,
}

#[derive(Args, Debug)]
#[command(args(limit_options()))]
pub(crate) struct FmtArguments {
    /// Files, directories (all models below) or quoted globs; - prints to standard output
    #[arg(required = true, value_name = "MODEL")]
    pub(crate) models: Vec<OsString>,
    /// Change nothing; name the files that would change and end with 1 if there are any
    #[arg(long)]
    pub(crate) check: bool,
    /// When to colour
    #[arg(long, value_enum, default_value = "auto")]
    pub(crate) color: Colour,
}

#[derive(Args, Debug)]
pub(crate) struct ExplainArguments {
    /// An error code such as E0102, or a topic
    #[arg(value_name = "CODE|TOPIC")]
    pub(crate) topic: Vec<String>,
    #[command(flatten)]
    pub(crate) output: OutputArguments,
}

/// Kind of a new model.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum ModelKind {
    /// Communicating automata: NAME.scm
    Scm,
    /// Who sends what to whom, seen from outside: NAME.ca
    Choreography,
    /// A sequence diagram, in Mermaid: NAME.mmd
    Diagram,
    /// A sequence diagram as a term: NAME.hif, with its signature NAME.hsf
    Interaction,
    /// Components with variables, joined by connectors: NAME.bip
    Component,
}

#[derive(Args, Debug)]
pub(crate) struct NewArguments {
    /// The name of the file, with or without its extension; an existing file is not overwritten
    #[arg(value_name = "NAME")]
    pub(crate) name: PathBuf,
    /// What is written
    #[arg(long, value_enum, default_value = "scm")]
    pub(crate) kind: ModelKind,
    /// When to colour
    #[arg(long, value_enum, default_value = "auto")]
    pub(crate) color: Colour,
}

#[derive(Args, Debug)]
pub(crate) struct CompletionsArguments {
    /// The shell
    #[arg(value_enum, value_name = "SHELL")]
    pub(crate) shell: clap_complete::Shell,
    #[command(flatten)]
    pub(crate) output: OutputArguments,
}

/// A format that has a schema.
pub(crate) const SCHEMAS: [Choice<&'static str>; 3] = [
    ("report", include_str!("schema/report.json"), "What --format json prints"),
    ("witness", include_str!("schema/witness.json"), "What --witness writes"),
    ("certificate", include_str!("schema/certificate.json"), "What --certificate writes"),
];

#[derive(Args, Debug)]
pub(crate) struct SchemaArguments {
    /// The format
    #[arg(id = "name", value_parser = one_of(&SCHEMAS), value_name = "FORMAT")]
    pub(crate) text: &'static str,
    #[command(flatten)]
    pub(crate) output: OutputArguments,
}
