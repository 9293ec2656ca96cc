//! What a run is to do, as plain values: what the options of a command become before anything is done.

use std::path::PathBuf;

use super::input::{Input, Naming};
use super::models::LoadOptions;
use super::option_groups::{
    Format, OutputArguments, ProgressChoice, ReportArguments, SearchArguments,
};
use scm_check::driver::system::SystemOptions;
use scm_check::kernel::diagnostics::Severity;
use scm_check::model::evidence::Wanted;
use scm_check::render::drawing::Extent;
use scm_check::render::report::{Amount, Layout};

/// What a run is to do.
#[derive(Clone, Debug)]
pub(crate) struct RunOptions {
    /// The words of the command, as reports name it.
    pub(crate) command: &'static str,
    /// The inputs, expanded.
    pub(crate) inputs: Vec<Input>,
    /// Number of states that a search may store, if it is limited.
    pub(crate) max_states: Option<u64>,
    /// Number of threads, if somebody says how many.
    pub(crate) jobs: Option<usize>,
    /// How questions about systems are answered.
    pub(crate) system: SystemOptions,
    /// What the report looks like.
    pub(crate) report: ReportOptions,
    /// How much of a long run is shown.
    pub(crate) extent: Extent,
    /// How results for people are laid out.
    pub(crate) layout: Layout,
    /// What to do to see the witness, where it is not shown.
    pub(crate) hint: Option<&'static str>,
}

/// What a report looks like and where it goes.
#[derive(Clone, Debug)]
pub(crate) struct ReportOptions {
    /// Form of the report: the one that is asked for, else the one that the name of its file stands for.
    pub(crate) format: Format,
    /// Whether the form was asked for.
    pub(crate) is_format_asked: bool,
    /// Where it goes.
    pub(crate) output: OutputArguments,
    /// Directory for witnesses.
    pub(crate) witness: Option<PathBuf>,
    /// File for certificates.
    pub(crate) certificate: Option<PathBuf>,
    /// Whether evidence is confirmed by the independent checker.
    pub(crate) verify: bool,
    /// How progress is told.
    pub(crate) progress: ProgressChoice,
    /// Whether people read verdicts only.
    pub(crate) quiet: bool,
    /// Whether people read about the search, too.
    pub(crate) verbose: bool,
    /// Whether the exit codes of what failed and of what is open are 0.
    pub(crate) exit_zero: bool,
    /// Whether times and what depends on the machine are left out.
    pub(crate) reproducible: bool,
    /// How inputs are read.
    pub(crate) loading: LoadOptions,
}

impl RunOptions {
    /// Returns what options say about a run, whose results are shown one after the other.
    pub(crate) fn new(
        command: &'static str,
        inputs: Vec<Input>,
        search: &SearchArguments,
        report: &ReportArguments,
    ) -> Self {
        let report = ReportOptions::new(report);
        let is_evidence_wanted = report.certificate.is_some() || report.verify;
        let wanted = if is_evidence_wanted { Wanted::Certificate } else { Wanted::Answer };
        Self {
            command,
            inputs,
            max_states: search.max_states.map(|count| count.0),
            jobs: search.jobs.map(|jobs| jobs.0),
            system: search.system_options(wanted),
            report,
            extent: Extent::default(),
            layout: Layout::Blocks(Amount::Everything),
            hint: None,
        }
    }
}

impl ReportOptions {
    /// Returns what options say about a report.
    pub(crate) fn new(arguments: &ReportArguments) -> Self {
        Self {
            format: arguments.format(),
            is_format_asked: arguments.asked_format != Format::Auto,
            output: arguments.output.clone(),
            witness: arguments.witness.clone(),
            certificate: arguments.certificate.clone(),
            verify: arguments.verify,
            progress: arguments.progress,
            quiet: arguments.quiet,
            verbose: arguments.verbose,
            exit_zero: arguments.exit_zero,
            reproducible: arguments.reproducible,
            loading: LoadOptions {
                naming: if arguments.reproducible { Naming::FileName } else { Naming::Path },
                colour: arguments.output.color,
                mildest: if arguments.quiet { Severity::Error } else { Severity::Warning },
            },
        }
    }
}
