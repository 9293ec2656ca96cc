//! The command line of `batch`, as clap reads it.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Args, ValueEnum as _};

use super::option_groups::{ReportArguments, SearchArguments};
use scm_check::internals::driver::system::ChannelReading;
use scm_check::internals::model::cfsm::ChannelKind;

#[derive(Args, Debug)]
pub(crate) struct BatchArguments {
    /// Directories (all models below), quoted globs, files, or lists of these: *.txt with a name a line, or - for a list
    /// on standard input
    #[arg(value_name = "MODEL", required_unless_present_any = ["merge", "worker"])]
    pub(crate) models: Vec<OsString>,
    /// Read every channel as FIFO, whatever the file says; with --bag both readings are asked
    #[arg(long, help_heading = "Channels")]
    pub(crate) fifo: bool,
    /// Read every channel as a bag, whatever the file says
    #[arg(long, help_heading = "Channels")]
    pub(crate) bag: bool,
    /// Ask for this property only, such as progress or stuck(p); may be repeated
    #[arg(long = "property", value_name = "NAME", conflicts_with = "update")]
    pub(crate) properties: Vec<String>,
    /// Of component systems: ask whether a global state in which PREDICATE holds can be reached; may be repeated
    #[arg(long, value_name = "PREDICATE", allow_hyphen_values = true, conflicts_with = "update")]
    pub(crate) reach: Vec<String>,
    /// Write answers that differ from the stated ones into the models, and show the difference
    #[arg(long, conflicts_with_all = ["fifo", "bag", "assume_eager", "merge"])]
    pub(crate) update: bool,
    /// Go on with the -o FILE of an interrupted run, in the form ndjson: its complete rows stay
    #[arg(long, requires = "output", conflicts_with = "merge")]
    pub(crate) resume: bool,
    /// Ask everything anew, and keep no answers for the next time
    #[arg(long)]
    pub(crate) no_cache: bool,
    /// Take every N-th model only, from the k-th on
    #[arg(long, value_name = "K/N", value_parser = shard, conflicts_with = "merge")]
    pub(crate) shard: Option<Shard>,
    /// Ask nothing; make one report of those of the shards, in the form json or ndjson
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with = "models")]
    pub(crate) merge: Vec<PathBuf>,
    /// Ask also what kind of system each is, as `classify` does
    #[arg(long, conflicts_with = "update")]
    pub(crate) classes: bool,
    /// Say at the end what share of the library is RSC, safe, unknown and why
    #[arg(long)]
    pub(crate) summary: bool,
    /// Answer what the parent process asks.
    #[arg(long, hide = true)]
    pub(crate) worker: bool,
    #[command(flatten)]
    pub(crate) search: SearchArguments,
    #[command(flatten)]
    pub(crate) report: ReportArguments,
}

/// A part of a library.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Shard {
    /// Its number, from 1.
    number: usize,
    /// The number of parts.
    of: usize,
}

impl Shard {
    /// The whole library.
    pub(crate) const WHOLE: Self = Self { number: 1, of: 1 };

    /// Returns `true` if the model at a place, from 0, belongs to the part.
    pub(crate) fn has(self, place: usize) -> bool {
        place % self.of == self.number - 1
    }

    /// Returns the number of the part, from 1, and that of all parts.
    pub(crate) fn numbers(self) -> (usize, usize) {
        (self.number, self.of)
    }
}

/// Error in the number of a part.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("expected the number of a part and of all parts, such as 1/4")]
struct NoShard;

/// Reads the number of a part: `1/4`.
fn shard(text: &str) -> Result<Shard, NoShard> {
    let (number, of) = text.split_once('/').ok_or(NoShard)?;
    let count = |text: &str| super::limits::at_least_one(text).map_err(|_| NoShard);
    let (number, of) = (count(number)?.get(), count(of)?.get());
    if number <= of { Ok(Shard { number, of }) } else { Err(NoShard) }
}

impl BatchArguments {
    /// Returns how channels are read, at least in one way.
    pub(crate) fn readings(&self) -> Vec<ChannelReading> {
        let kinds = [(self.fifo, ChannelKind::Fifo), (self.bag, ChannelKind::Bag)];
        let asked = kinds.into_iter().filter(|(is_asked, _)| *is_asked);
        let readings: Vec<_> = asked.map(|(_, kind)| ChannelReading::All(kind)).collect();
        if readings.is_empty() { vec![ChannelReading::AsWritten] } else { readings }
    }

    /// Returns the words for the options that change answers or their texts, so that a worker gives those that this
    /// process is asked for.
    pub(crate) fn asked_words(&self) -> Vec<OsString> {
        let Self { search, report, .. } = self;
        let flags = [
            ("--fifo", self.fifo),
            ("--bag", self.bag),
            ("--update", self.update),
            ("--classes", self.classes),
            // It asks for the architectures of the models.
            ("--summary", self.summary),
            ("--assume-eager", search.assume_eager),
            ("--verify", report.verify),
            ("--ascii", report.signs.ascii),
            ("--quiet", report.quiet),
            ("--verbose", report.verbose),
            ("--reproducible", report.reproducible),
        ];
        let set = flags.into_iter().filter(|(_, is_set)| *is_set);
        let mut words: Vec<OsString> = set.map(|(word, _)| word.into()).collect();
        let mut say = |name: &str, value: &str| words.push(format!("{name}={value}").into());
        for name in &self.properties {
            say("--property", name);
        }
        for predicate in &self.reach {
            say("--reach", predicate);
        }
        if let Some(most) = search.max_states {
            say("--max-states", &most.to_string());
        }
        for (name, value) in [
            ("--engine", search.engine.to_possible_value()),
            ("--format", report.format().to_possible_value()),
        ] {
            if let Some(value) = value {
                say(name, value.get_name());
            }
        }
        words
    }
}
