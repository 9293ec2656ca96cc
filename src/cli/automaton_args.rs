//! The command line of `automaton`, as clap reads it.

use std::ffi::OsString;

use clap::{Args, Subcommand, ValueEnum};

use super::limits::count;
use super::option_groups::{OutputArguments, limit_options};
use super::values::{Choice, one_of};
use scm_check::internals::driver::interaction::DfaAlgorithm;
use scm_check::internals::language::automaton::Format;
use scm_check::internals::render::diagrams::PictureForm;

// What is done with finite automata.
#[derive(Subcommand, Debug)]
#[command(defer = true)]
pub(crate) enum AutomatonCommand {
    /// Say how large an automaton is, and what kind of language it has
    Info(InfoArguments),
    /// Words of both
    #[command(alias = "intersection")]
    Product(TwoArguments),
    /// Words of either
    Union(TwoArguments),
    /// Words of the first, each followed by one of the second
    Concatenation(TwoArguments),
    /// Words of the first and of the second, merged in any way that keeps the order of each
    Shuffle(TwoArguments),
    /// Any number of words in a row
    Star(OneArguments),
    /// Words of which some symbols are not seen
    Project(ProjectionArguments),
    /// Words over the alphabet that are not accepted
    Complement(OneArguments),
    /// The same words, by a deterministic automaton
    Determinise(OneArguments),
    /// The same words, by the least deterministic automaton
    Minimise(MinimiseArguments),
    /// The same words, by an automaton with the fewest states (small automata only)
    Smallest(OneArguments),
    /// The same words, by fewer states and transitions; quick, but perhaps not the fewest
    Reduce(OneArguments),
    /// The same words, without states that no accepted word visits
    Trim(OneArguments),
    /// The words read from their ends
    Reverse(OneArguments),
    /// The same automaton in another language
    Convert(OneArguments),
    /// Decide whether all words of the first are words of the second
    Included(CompareArguments),
    /// Decide whether two automata have the same words
    Equivalent(CompareArguments),
    /// Decide whether there is no word
    Empty(AskArguments),
    /// Decide whether a word is accepted
    Accepts(AcceptsArguments),
    /// Print accepted words, drawn at random
    Words(WordsArguments),
}

/// A language of automata.
pub(crate) const LANGUAGES: [Choice<Format>; 3] = [
    ("json", Format::Json, "The schema scm-check/automaton (*.json)"),
    ("timbuk", Format::Timbuk, "Tree automata of words: a(q0) -> q1 (*.timbuk)"),
    ("aut", Format::Aldebaran, r#"Aldebaran: (0, "a", 1) (*.aut)"#),
];

/// What an automaton can be printed as.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum AutomatonTarget {
    /// A language of automata.
    Text(Format),
    /// A drawing.
    Picture(PictureForm),
}

/// What an automaton can be printed as, by name.
pub(crate) const TARGETS: [Choice<AutomatonTarget>; 7] = [
    ("json", AutomatonTarget::Text(Format::Json), "The schema scm-check/automaton"),
    ("timbuk", AutomatonTarget::Text(Format::Timbuk), "Tree automata of words"),
    ("aut", AutomatonTarget::Text(Format::Aldebaran), "Aldebaran"),
    ("text", AutomatonTarget::Picture(PictureForm::Text), "A line for each transition"),
    ("dot", AutomatonTarget::Picture(PictureForm::Dot), "A drawing for Graphviz"),
    ("svg", AutomatonTarget::Picture(PictureForm::Svg), "A drawing for browsers, laid out"),
    ("html", AutomatonTarget::Picture(PictureForm::Html), "The same in a page"),
];

#[derive(Args, Debug, Clone, Copy)]
pub(crate) struct FromArguments {
    /// The language [default: by the ending of FILE, else json]
    #[arg(long, value_parser = one_of(&LANGUAGES), value_name = "LANGUAGE")]
    pub(crate) from: Option<Format>,
}

// The limits of a computation that stores states.
#[derive(Args, Debug, Clone, Copy)]
#[command(next_help_heading = "Limits", args(limit_options()))]
pub(crate) struct ComputationArguments {
    /// Give up beyond so many states [default: none]
    #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = count)]
    pub(crate) max_states: Option<u64>,
}

// What becomes of an automaton that is made.
#[derive(Args, Debug)]
pub(crate) struct ResultArguments {
    #[command(flatten)]
    pub(crate) from: FromArguments,
    /// The form of the result [default: by the ending of the output, else json]
    #[arg(long, alias = "format", value_parser = one_of(&TARGETS), value_name = "FORM")]
    pub(crate) to: Option<AutomatonTarget>,
    #[command(flatten)]
    pub(crate) limits: ComputationArguments,
    #[command(flatten)]
    pub(crate) output: OutputArguments,
}

#[derive(Args, Debug)]
pub(crate) struct OneArguments {
    /// The automaton, or - for standard input
    #[arg(value_name = "FILE")]
    pub(crate) file: OsString,
    #[command(flatten)]
    pub(crate) options: ResultArguments,
}

#[derive(Args, Debug)]
pub(crate) struct TwoArguments {
    /// The first automaton, or - for standard input
    #[arg(value_name = "A")]
    pub(crate) first: OsString,
    /// The second automaton
    #[arg(value_name = "B")]
    pub(crate) second: OsString,
    #[command(flatten)]
    pub(crate) options: ResultArguments,
}

#[derive(Args, Debug)]
pub(crate) struct ProjectionArguments {
    /// Keep these symbols only; separated by commas, or the option repeated
    #[arg(long, value_name = "SYMBOLS", conflicts_with = "erase")]
    #[arg(required_unless_present = "erase")]
    pub(crate) keep: Vec<String>,
    /// Keep all symbols but these
    #[arg(long, value_name = "SYMBOLS")]
    pub(crate) erase: Vec<String>,
    #[command(flatten)]
    pub(crate) one: OneArguments,
}

/// How the least deterministic automaton is found.
pub(crate) const ALGORITHMS: [Choice<DfaAlgorithm>; 2] = [
    (
        "hopcroft",
        DfaAlgorithm::Hopcroft,
        "Make it deterministic, then merge what cannot be told apart",
    ),
    ("brzozowski", DfaAlgorithm::Brzozowski, "Make it deterministic backwards, then forwards"),
];

#[derive(Args, Debug)]
pub(crate) struct MinimiseArguments {
    /// How; the result is the same
    #[arg(long, value_parser = one_of(&ALGORITHMS), default_value = "hopcroft")]
    pub(crate) algorithm: DfaAlgorithm,
    #[command(flatten)]
    pub(crate) one: OneArguments,
}

/// The form of what is said.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum AnswerForm {
    /// For people
    Human,
    /// One JSON object
    Json,
}

// How an answer is told.
#[derive(Args, Debug)]
pub(crate) struct VerdictArguments {
    #[command(flatten)]
    pub(crate) from: FromArguments,
    /// The form of the answer [default: by the ending of the -o FILE, else human]
    #[arg(long, value_enum)]
    pub(crate) format: Option<AnswerForm>,
    /// The verdict only
    #[arg(short, long)]
    pub(crate) quiet: bool,
    /// End with 0 instead of 1 or 3
    #[arg(long)]
    pub(crate) exit_zero: bool,
    #[command(flatten)]
    pub(crate) limits: ComputationArguments,
    #[command(flatten)]
    pub(crate) output: OutputArguments,
}

#[derive(Args, Debug)]
pub(crate) struct InfoArguments {
    /// The automaton, or - for standard input
    #[arg(value_name = "FILE")]
    pub(crate) file: OsString,
    #[command(flatten)]
    pub(crate) from: FromArguments,
    /// The form of the answer [default: by the ending of the -o FILE, else human]
    #[arg(long, value_enum)]
    pub(crate) format: Option<AnswerForm>,
    #[command(flatten)]
    pub(crate) output: OutputArguments,
}

#[derive(Args, Debug)]
pub(crate) struct AskArguments {
    /// The automaton, or - for standard input
    #[arg(value_name = "FILE")]
    pub(crate) file: OsString,
    #[command(flatten)]
    pub(crate) options: VerdictArguments,
}

#[derive(Args, Debug)]
pub(crate) struct AcceptsArguments {
    /// The automaton, or - for standard input
    #[arg(value_name = "FILE")]
    pub(crate) file: OsString,
    /// The word: symbols with spaces between, or a JSON list of symbols
    #[arg(value_name = "WORD")]
    pub(crate) word: String,
    #[command(flatten)]
    pub(crate) options: VerdictArguments,
}

#[derive(Args, Debug)]
pub(crate) struct CompareArguments {
    /// The first automaton, or - for standard input
    #[arg(value_name = "A")]
    pub(crate) first: OsString,
    /// The second automaton
    #[arg(value_name = "B")]
    pub(crate) second: OsString,
    #[command(flatten)]
    pub(crate) options: VerdictArguments,
}

#[derive(Args, Debug)]
pub(crate) struct WordsArguments {
    /// The automaton, or - for standard input
    #[arg(value_name = "FILE")]
    pub(crate) file: OsString,
    /// How many words
    #[arg(long, value_name = "N", default_value = "1", value_parser = count)]
    pub(crate) count: u64,
    /// The number of symbols of each word [default: any]
    #[arg(long, value_name = "L", value_parser = count)]
    pub(crate) length: Option<u64>,
    /// The seed of the random choices; the same seed gives the same words
    #[arg(long, value_name = "S", default_value = "0", value_parser = count)]
    pub(crate) seed: u64,
    #[command(flatten)]
    pub(crate) from: FromArguments,
    #[command(flatten)]
    pub(crate) output: OutputArguments,
}
