//! The command line of `chor`, as clap reads it.

use std::ffi::OsString;

use clap::{Args, Subcommand};

use super::file_kind::component_diagnostic;
use super::input::Input;
use super::limits::count;
use super::option_groups::{
    ChannelArguments, OutputArguments, PICTURE_FORMS, ReportArguments, RunArguments,
    SearchArguments, SignArguments, Target, limit_options,
};
use super::values::{Choice, one_of};
use scm_check::internals::check::realisability::Question;
use scm_check::internals::driver::choreography::LostMessages;
use scm_check::internals::driver::{ReadingOptions, read_choreography};
use scm_check::internals::kernel::source::Source;
use scm_check::internals::language::choreography::{Format, Guards, Model};
use scm_check::internals::language::reading::Reading;
use scm_check::internals::model::cfsm::ChannelKind;
use scm_check::internals::model::choreography::{Architecture, ChannelChoice};
use scm_check::internals::model::interaction::Repetition;
use scm_check::internals::render::diagrams::{ChoreographyDrawing, PictureForm};

// What is done with choreographies.
#[derive(Subcommand, Debug)]
#[command(defer = true)]
pub(crate) enum ChoreographyCommand {
    /// Decide whether the projections do what a choreography says, and nothing else
    Check(ChoreographyCheckArguments),
    /// Print the local automata of the participants
    Project(ProjectArguments),
    /// Draw a choreography, its automata, its projections, or why it is not realisable
    Draw(ChoreographyDrawArguments),
    /// Print a choreography in another language
    Convert(ChoreographyConvertArguments),
    /// Print what a model does synchronously as a choreography, and say whether that loses executions
    Extract(ExtractArguments),
}

#[derive(Args, Debug)]
pub(crate) struct ChoreographyCheckArguments {
    /// Choreographies, and diagrams whose messages are one (*.hif, *.puml, *.mmd, blocks of *.md): files, directories
    /// (all choreographies below), quoted globs, or - for standard input
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<OsString>,
    /// Ask for the literal definition: well-formed
    #[arg(long)]
    pub(crate) strict: bool,
    /// Ask for this property only; may be repeated
    #[arg(long = "property", value_name = "NAME", conflicts_with = "strict")]
    pub(crate) properties: Vec<String>,
    /// Ask it of the automata of this model, in SCM, instead of the projections: participants and
    /// messages by their names, channels by their numbers, all as in `chor project`
    #[arg(long, value_name = "MODEL", conflicts_with = "properties")]
    pub(crate) against: Option<OsString>,
    #[command(flatten)]
    pub(crate) reading: ReadingArguments,
    /// What a loop of a diagram means whose label does not name its kind [default: weak]
    #[arg(long, value_parser = one_of(&LOOPS), value_name = "KIND")]
    pub(crate) loops: Option<Repetition>,
    /// Whether lost messages of a diagram (-x, --x, ->x) may arrive [default: as-drawn]
    #[arg(long, value_parser = one_of(&LOST), value_name = "HOW")]
    pub(crate) lost: Option<LostMessages>,
    #[command(flatten)]
    pub(crate) channels: ChoreographyChannelArguments,
    #[command(flatten)]
    pub(crate) search: SearchArguments,
    #[command(flatten)]
    pub(crate) report: ReportArguments,
    #[command(flatten)]
    pub(crate) run: RunArguments,
}

/// Whether lost messages of diagrams may arrive.
pub(crate) const LOST: [Choice<LostMessages>; 2] = [
    ("as-drawn", LostMessages::AsDrawn, "They do not arrive"),
    ("may", LostMessages::May, "They may arrive, too, where the diagram does not show it"),
];

/// What loops of diagrams mean.
pub(crate) const LOOPS: [Choice<Repetition>; 4] = [
    ("strict", Repetition::Strict, "Each round ends before the next begins: loopS"),
    ("weak", Repetition::Weak, "Each lifeline begins its next round when it likes: loopW"),
    ("parallel", Repetition::Parallel, "Rounds have no order: loopP"),
    ("head", Repetition::Head, "Rounds begin in order: loopH"),
];

/// The language of a choreography.
pub(crate) const LANGUAGES: [Choice<Format>; 5] = [
    ("ca", Format::Automaton, "Choreography automata: 0 -p->q:m- 1 (*.ca)"),
    ("gc", Format::ChorGram, "Global views of ChorGram: A -> B : m (*.gc, *.sgg)"),
    ("scr", Format::Scribble, "The core of Scribble: m() from A to B; (*.scr, *.nuscr)"),
    ("dot", Format::Dot, "Graphs with edges A->B:m (*.dot)"),
    ("sprout", Format::Sprout, "Protocols of Sprout: (0) p->q:m (1) (*.sprout)"),
];

// How a choreography is read.
#[derive(Args, Debug, Clone, Copy, Default)]
pub(crate) struct ReadingArguments {
    /// The language [default: by the ending of FILE, else ca]
    #[arg(long, value_parser = one_of(&LANGUAGES), value_name = "LANGUAGE")]
    pub(crate) from: Option<Format>,
    /// Read protocols of Sprout and Scribble as if their guards were not there
    #[arg(long)]
    pub(crate) drop_guards: bool,
}

impl ReadingArguments {
    /// Reads a choreography in the language that the options or the ending of the file's name say.
    pub(crate) fn read(self, input: &Input, source: &Source) -> Reading<Model> {
        if let Some(mistaken) = component_diagnostic(input, "choreography")
            && self.from.is_none()
        {
            return Reading::refused(mistaken);
        }
        read_choreography(source, self.options(), input.extension())
    }

    /// Returns how choreographies are read.
    pub(crate) fn options(self) -> ReadingOptions {
        let guards = if self.drop_guards { Guards::Dropped } else { Guards::Refused };
        ReadingOptions { format: self.from, guards, ..ReadingOptions::default() }
    }
}

/// Which participants share which channels.
pub(crate) const ARCHITECTURES: [Choice<Architecture>; 4] = {
    const fn named(architecture: Architecture, help: &'static str) -> Choice<Architecture> {
        (architecture.word(), architecture, help)
    }
    [
        named(Architecture::PeerToPeer, "One channel for each ordered pair of participants, `P>R`"),
        named(Architecture::Mailbox, "One channel for each receiver, `@R`"),
        named(Architecture::OneBuffer, "One channel for all, `@`"),
        named(Architecture::Free, "As the file says"),
    ]
};

#[derive(Args, Debug, Clone, Copy)]
#[command(next_help_heading = "Channels")]
pub(crate) struct ChoreographyChannelArguments {
    /// Name every channel anew, whatever the file says; FIFO unless --bag is given [default: as the
    /// file says, else p2p]
    #[arg(long, value_parser = one_of(&ARCHITECTURES), value_name = "ARCHITECTURE")]
    pub(crate) arch: Option<Architecture>,
    /// Read every channel as FIFO, whatever the file says
    #[arg(long, conflicts_with = "bag")]
    pub(crate) fifo: bool,
    /// Read every channel as a bag, whatever the file says
    #[arg(long)]
    pub(crate) bag: bool,
}

impl ChoreographyChannelArguments {
    /// Returns the reading that the options ask for.
    pub(crate) fn choice(self) -> ChannelChoice {
        let kind = match (self.fifo, self.bag) {
            (true, _) => Some(ChannelKind::Fifo),
            (false, true) => Some(ChannelKind::Bag),
            (false, false) => None,
        };
        let architecture = self.arch.filter(|&one| one != Architecture::Free);
        ChannelChoice { architecture, kind }
    }
}

#[derive(Args, Debug)]
#[command(args(limit_options()))]
pub(crate) struct ProjectArguments {
    /// The choreography, or - for standard input
    #[arg(value_name = "FILE")]
    pub(crate) file: OsString,
    /// This participant only
    #[arg(short, long, value_name = "NAME")]
    pub(crate) participant: Option<String>,
    /// What to print [default: by the ending of the -o FILE, else scm]
    #[arg(long, value_enum)]
    pub(crate) to: Option<Target>,
    /// The projections as they are before they are made deterministic: the states of the choreography,
    /// with internal steps
    #[arg(long)]
    pub(crate) raw: bool,
    #[command(flatten)]
    pub(crate) reading: ReadingArguments,
    #[command(flatten)]
    pub(crate) channels: ChoreographyChannelArguments,
    #[command(flatten)]
    pub(crate) output: OutputArguments,
}

/// What is drawn of a choreography.
pub(crate) const DRAWINGS: [Choice<ChoreographyDrawing>; 7] = [
    (
        "sequence",
        ChoreographyDrawing::Sequence,
        "A sequence diagram with frames, of structured text",
    ),
    ("automaton", ChoreographyDrawing::Automaton, "The automaton as it is written"),
    ("normal", ChoreographyDrawing::Normal, "The minimal deterministic automaton"),
    ("partials", ChoreographyDrawing::Partials, "The automaton of the partial executions"),
    (
        "sync",
        ChoreographyDrawing::Synchronous,
        "The automaton of what the projections do synchronously",
    ),
    ("projections", ChoreographyDrawing::Projections, "The projections"),
    (
        "witness",
        ChoreographyDrawing::Violation(Question::Realisable),
        "An execution that shows that it is not realisable or, with --strict, not well-formed",
    ),
];

#[derive(Args, Debug)]
#[command(args(limit_options()))]
pub(crate) struct ChoreographyDrawArguments {
    /// The choreography, or - for standard input
    #[arg(value_name = "FILE")]
    pub(crate) file: OsString,
    /// What to draw [default: sequence for structured text, else automaton]
    #[arg(long, value_parser = one_of(&DRAWINGS))]
    pub(crate) what: Option<ChoreographyDrawing>,
    /// Draw a witness against well-formed
    #[arg(long)]
    pub(crate) strict: bool,
    /// The form [default: by the ending of FILE, else text for sequence and witness, dot for the others]
    #[arg(long, value_parser = one_of(&PICTURE_FORMS))]
    pub(crate) format: Option<PictureForm>,
    /// Draw no automaton of more states (partials, sync)
    #[arg(long, value_name = "N", default_value = "300", value_parser = count)]
    pub(crate) max_states: u64,
    #[command(flatten)]
    pub(crate) run: RunArguments,
    #[command(flatten)]
    pub(crate) signs: SignArguments,
    #[command(flatten)]
    pub(crate) reading: ReadingArguments,
    #[command(flatten)]
    pub(crate) channels: ChoreographyChannelArguments,
    #[command(flatten)]
    pub(crate) output: OutputArguments,
}

#[derive(Args, Debug)]
#[command(args(limit_options()))]
pub(crate) struct ChoreographyConvertArguments {
    /// The choreography, or - for standard input
    #[arg(value_name = "FILE")]
    pub(crate) file: OsString,
    /// The language to print
    #[arg(long, value_parser = one_of(&LANGUAGES), value_name = "LANGUAGE")]
    pub(crate) to: Format,
    #[command(flatten)]
    pub(crate) reading: ReadingArguments,
    #[command(flatten)]
    pub(crate) channels: ChoreographyChannelArguments,
    #[command(flatten)]
    pub(crate) output: OutputArguments,
}

#[derive(Args, Debug)]
#[command(args(limit_options()))]
pub(crate) struct ExtractArguments {
    /// The model, as SCM, or - for standard input
    #[arg(value_name = "MODEL")]
    pub(crate) model: OsString,
    /// The language to print
    #[arg(long, value_parser = one_of(&LANGUAGES), value_name = "LANGUAGE", default_value = "ca")]
    pub(crate) to: Format,
    #[command(flatten)]
    pub(crate) channels: ChannelArguments,
    #[command(flatten)]
    pub(crate) output: OutputArguments,
}
