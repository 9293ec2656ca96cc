//! Options of a run as plain values: the options of a command after their evaluation.

use super::input::Input;
use super::models::LoadOptions;
use super::option_groups::{ReportArguments, SearchArguments};
use scm_check::internals::driver::system::SystemOptions;
use scm_check::internals::model::evidence::EvidenceRequest;
use scm_check::internals::render::drawing::Extent;
use scm_check::internals::render::report::{CsvForm, ResultLayout, csv_form};

/// How a report leaves the program.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Delivery {
    /// As its form says; a file contains the old report or the new one.
    #[default]
    Whole,
    /// As its form says, into a file that grows as results arrive, behind what it holds if `append`.
    InPlace { append: bool },
    /// As records, to another process that makes the report.
    Records,
}

/// Options of a run.
#[derive(Clone, Debug)]
pub(crate) struct RunOptions {
    /// The words of the command, as reports name it.
    pub(crate) command: &'static str,
    /// The only properties that are asked for, if not all are.
    pub(crate) properties: Vec<String>,
    /// Whether a report without an answer that counts is no success.
    pub(crate) needs_answer: bool,
    /// The inputs, expanded.
    pub(crate) inputs: Vec<Input>,
    /// Number of states that a search may store, if it is limited.
    pub(crate) max_states: Option<u64>,
    /// Number of threads, if the user states it.
    pub(crate) jobs: Option<usize>,
    /// Options for questions about systems.
    pub(crate) system: SystemOptions,
    /// Options of the report.
    pub(crate) report: ReportArguments,
    /// Options for reading inputs.
    pub(crate) loading: LoadOptions,
    /// Amount of detail that is shown for a long run.
    pub(crate) extent: Extent,
    /// Layout of results for people.
    pub(crate) layout: ResultLayout,
    /// Results as comma-separated values.
    pub(crate) csv: CsvForm,
    /// Advice on how to see the witness, where it is not shown.
    pub(crate) hint: Option<&'static str>,
    /// How the report leaves the program.
    pub(crate) delivery: Delivery,
}

impl RunOptions {
    /// Returns the options of a run whose results are shown one after the other.
    pub(crate) fn new(
        command: &'static str,
        inputs: Vec<Input>,
        search: &SearchArguments,
        report: &ReportArguments,
        layout: ResultLayout,
    ) -> Self {
        let is_evidence_wanted = report.certificate.is_some() || report.verify;
        let wanted =
            if is_evidence_wanted { EvidenceRequest::Certificate } else { EvidenceRequest::Answer };
        Self {
            command,
            properties: Vec::new(),
            needs_answer: false,
            inputs,
            max_states: search.max_states,
            jobs: search.jobs,
            system: search.system_options(wanted),
            report: report.clone(),
            loading: LoadOptions::new(report),
            extent: Extent::default(),
            layout,
            csv: csv_form(report.detail()),
            hint: None,
            delivery: Delivery::default(),
        }
    }
}
