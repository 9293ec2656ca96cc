//! The command line of `generate`, as clap reads it.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};

use super::conform_args::GlobalModelArguments;
use super::limits::{count, size};
use super::option_groups::{OutputArguments, limit_options};
use super::values::{Choice, one_named, one_of};
use scm_check::internals::driver::conformance::MultitraceKind;
use scm_check::internals::model::generate::{Encoding, Family, Mutation};

#[derive(Args, Debug)]
#[command(args(limit_options()))]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub(crate) struct GenerateArguments {
    #[command(subcommand)]
    pub(crate) command: Option<GenerateCommand>,
    /// ring: mailboxes in a ring, everyone but the first receives first; looped-ring: the same, the
    /// first receives first, and round again; star: a centre asks its leaves in turn, then collects
    /// their answers; pipeline: each passes an item on; philosophers: with forks as participants, and
    /// without deadlock; hungry-philosophers: all take the left fork first, and may wait for ever; pairs:
    /// clients and servers of their own; looped-..: for ever, acknowledged; random: drawn from the seed
    #[arg(required = true, value_name = "FAMILY", value_parser = one_named(&Family::ALL, Family::word))]
    pub(crate) family: Option<Family>,
    /// The number of participants: leaves of a star, philosophers without forks, pairs
    #[arg(long, value_name = "P", default_value_t = 3, value_parser = size)]
    pub(crate) participants: usize,
    /// The number of messages, of rings and random systems
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = size)]
    pub(crate) messages: usize,
    /// The seed of a random system; the same seed gives the same system
    #[arg(long, value_name = "S", default_value_t = 0, value_parser = count)]
    pub(crate) seed: u64,
    #[command(flatten)]
    pub(crate) output: OutputArguments,
}

// What is generated that is no system.
#[derive(Subcommand, Debug)]
pub(crate) enum GenerateCommand {
    /// Print multitraces of a model, as a log or as files
    Multitraces(MultitraceArguments),
    /// Write a formula as an interaction, with a multitrace that is a multi-prefix iff it is satisfiable
    #[command(name = "3sat")]
    Satisfiability(SatisfiabilityArguments),
    /// Print a system that reaches its bad state iff an instance of Post's correspondence problem has a solution
    #[command(name = "pcp")]
    PostCorrespondence(PostArguments),
}

/// What multitraces are like.
pub(crate) const KINDS: [Choice<MultitraceKind>; 9] = [
    ("pass", MultitraceKind::Pass, "What the locations see of a word"),
    ("local", MultitraceKind::Local, "Changed, so that some trace is wrong by itself"),
    (
        "inter",
        MultitraceKind::Inter,
        "Of several words, or changed, and no run goes through what all traces allow",
    ),
    (
        "central",
        MultitraceKind::Central,
        "Of several words, or changed, and no run is seen so although each trace is right",
    ),
    ("prefix", MultitraceKind::Changed(Mutation::Prefix), "Of a word, each trace without its end"),
    (
        "slice",
        MultitraceKind::Changed(Mutation::Slice),
        "Of a word, each trace without its beginning and its end",
    ),
    (
        "swap",
        MultitraceKind::Changed(Mutation::Swap),
        "Of a word, with two letters of one trace in each other's place",
    ),
    ("noise", MultitraceKind::Changed(Mutation::Noise), "Of a word, with one letter more"),
    ("remove", MultitraceKind::Changed(Mutation::Remove), "Of a word, with one letter less"),
];

/// How multitraces are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum MultitraceForm {
    /// One log, a session for each, as JSON lines
    Jsonl,
    /// One log, a session for each, as comma-separated values
    Csv,
    /// A file for each
    Htf,
}

#[derive(Args, Debug)]
#[command(args(limit_options()))]
pub(crate) struct MultitraceArguments {
    #[command(flatten)]
    pub(crate) model: GlobalModelArguments,
    /// Change this multitrace (*.htf) instead of drawing words
    #[arg(long, value_name = "FILE")]
    pub(crate) from: Option<OsString>,
    /// What they are like
    #[arg(long, value_parser = one_of(&KINDS), default_value = "pass")]
    pub(crate) kind: MultitraceKind,
    /// How many
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = size)]
    pub(crate) count: usize,
    /// The number of letters of the words; where there is none so long, the next longer, then the next shorter
    #[arg(long, value_name = "L", default_value_t = 20, value_parser = size)]
    pub(crate) length: usize,
    /// The same seed gives the same multitraces
    #[arg(long, value_name = "S", default_value_t = 0, value_parser = count)]
    pub(crate) seed: u64,
    /// How they are written [default: htf with --dir or for a single one, else jsonl]
    #[arg(long, value_enum, value_name = "FORM")]
    pub(crate) to: Option<MultitraceForm>,
    /// Write a file for each here, named by the kind and its number
    #[arg(long, value_name = "DIR")]
    pub(crate) dir: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) output: OutputArguments,
}

/// How a formula is said by messages.
pub(crate) const ENCODINGS: [Choice<Encoding>; 2] = [
    ("asynchronous", Encoding::Asynchronous, "Clauses receive one after the other"),
    ("synchronous", Encoding::Synchronous, "Clauses receive at once"),
];

#[derive(Args, Debug)]
#[command(args(limit_options()))]
pub(crate) struct SatisfiabilityArguments {
    /// A formula in the DIMACS format, or - for standard input [default: drawn from the seed]
    #[arg(value_name = "FILE")]
    pub(crate) file: Option<OsString>,
    /// The number of variables of a formula that is drawn
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = size)]
    pub(crate) variables: usize,
    /// The number of its clauses, of three literals each
    #[arg(long, value_name = "M", default_value_t = 20, value_parser = size)]
    pub(crate) clauses: usize,
    /// The same seed gives the same formula
    #[arg(long, value_name = "S", default_value_t = 0, value_parser = count)]
    pub(crate) seed: u64,
    /// How the formula is said by messages
    #[arg(long, value_parser = one_of(&ENCODINGS), default_value = "asynchronous")]
    pub(crate) encoding: Encoding,
    /// Write formula.hsf, formula.hif and formula.htf here
    #[arg(long, value_name = "DIR", default_value = ".")]
    pub(crate) dir: PathBuf,
    #[command(flatten)]
    pub(crate) output: OutputArguments,
}

#[derive(Args, Debug)]
#[command(args(limit_options()))]
pub(crate) struct PostArguments {
    /// Pairs of words of letters and digits, such as ab/a a/ba
    #[arg(required = true, value_name = "PAIR")]
    pub(crate) pairs: Vec<String>,
    #[command(flatten)]
    pub(crate) output: OutputArguments,
}
