//! The arguments of `run` and `monitor`, for component systems.

use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{Arg, Args};

use super::limits::{at_least_one, count, jobs};
use super::option_groups::{ReportArguments, SearchArguments};
use super::values::{Choice, one_of};
use scm_check::internals::check::monitor::Semantics;

/// The semantics of formulas.
const SEMANTICS: [Choice<Semantics>; 3] = [
    ("ltlf", Semantics::Ltlf, "Of finite traces: settled where the run ends"),
    ("ltl3", Semantics::Ltl3, "Of infinite traces: true, false, or inconclusive"),
    ("rv-ltl", Semantics::RvLtl, "As ltl3; what is not certain is currently true or false"),
];

/// Greatest number of open interactions, by default.
const WINDOW: usize = 1_000_000;

/// Hides options that say nothing about systems of components.
fn without_idle(argument: Arg) -> Arg {
    let is_idle =
        matches!(argument.get_id().as_str(), "engine" | "assume_eager" | "certificate" | "verify");
    argument.hide(is_idle)
}

// No doc comment: clap would show it as what each of the commands does.
#[derive(Args, Debug, Clone)]
#[command(next_help_heading = "Properties")]
pub(crate) struct PropertyArguments {
    /// A property: its name in SYSTEM, a file with automata (.monitor), or a formula such as 'G(w1.x <= 3)'; may be repeated [default: all of SYSTEM, with --reconstruct none]
    #[arg(long = "property", value_name = "F", allow_hyphen_values = true)]
    pub(crate) properties: Vec<OsString>,
    /// When a verdict is certain, and what it is before
    #[arg(long, value_name = "NAME", value_parser = one_of(&SEMANTICS), default_value = "ltlf")]
    pub(crate) semantics: Semantics,
    /// Greatest number of interactions that may have started without having ended [default: 1000000, with --instrument 4]
    #[arg(long, value_name = "N", value_parser = at_least_one)]
    pub(crate) window: Option<NonZeroUsize>,
}

impl PropertyArguments {
    /// Returns the greatest number of open interactions.
    pub(crate) fn window(&self) -> usize {
        self.window.map_or(WINDOW, NonZeroUsize::get)
    }
}

#[derive(Args, Debug)]
#[command(mut_args(without_idle))]
pub(crate) struct ExecuteArguments {
    /// A system of components, any other model, or a witness; - for standard input
    #[arg(value_name = "FILE")]
    pub(crate) system: OsString,
    /// Threads on which components compute; with one the seed fixes the whole run
    #[arg(long, value_name = "N", default_value = "1", value_parser = jobs)]
    pub(crate) threads: usize,
    /// End after so many interactions [default: never]
    #[arg(long, value_name = "K", value_parser = count)]
    pub(crate) interactions: Option<u64>,
    /// The seed of all choices
    #[arg(long, value_name = "S", default_value_t = 0, value_parser = count)]
    pub(crate) seed: u64,
    /// Write each event to FILE, as JSON lines, or as CSV if it ends in .csv; - is standard output
    #[arg(long, value_name = "FILE")]
    pub(crate) log: Vec<PathBuf>,
    /// Leave variables out of the log whose values have not changed
    #[arg(long)]
    pub(crate) changed_only: bool,
    /// End when a property is violated for certain
    #[arg(long)]
    pub(crate) stop_on_violation: bool,
    /// Stop all components for each global state: the way to monitor that reconstruction does without
    #[arg(long)]
    pub(crate) snapshot: bool,
    /// Reconstruct no global states and monitor nothing
    #[arg(long, conflicts_with_all = ["properties", "stop_on_violation"])]
    pub(crate) unmonitored: bool,
    #[command(flatten)]
    pub(crate) property: PropertyArguments,
    #[command(flatten)]
    pub(crate) search: SearchArguments,
    #[command(flatten)]
    pub(crate) report: ReportArguments,
}

#[derive(Args, Debug)]
#[command(mut_args(without_idle))]
pub(crate) struct MonitorArguments {
    /// The system, a file in the component language (.bip)
    #[arg(value_name = "SYSTEM")]
    pub(crate) system: OsString,
    /// A log of the run, or - for standard input; may be repeated, for one log a component
    #[arg(long, value_name = "FILE", required_unless_present = "instrument")]
    pub(crate) log: Vec<OsString>,
    /// Print each global state as a line of JSON, once it is determined
    #[arg(long)]
    pub(crate) reconstruct: bool,
    /// Compare each step with the model
    #[arg(long, conflicts_with = "slice")]
    pub(crate) replay: bool,
    /// Reconstruct only what the properties name
    #[arg(long)]
    pub(crate) slice: bool,
    /// Logs without any event are those of a run without steps [default: the verdict is unknown, exit code 3]
    #[arg(long)]
    pub(crate) allow_empty: bool,
    /// Print the system together with the component that reconstructs its states and the monitor, in the same language
    #[arg(long, conflicts_with_all = ["log", "reconstruct", "replay", "slice", "allow_empty"])]
    pub(crate) instrument: bool,
    #[command(flatten)]
    pub(crate) property: PropertyArguments,
    #[command(flatten)]
    pub(crate) search: SearchArguments,
    #[command(flatten)]
    pub(crate) report: ReportArguments,
}
