//! What a run is to do, as plain values: what the options of a command become before anything is done.

use super::input::Input;
use super::models::LoadOptions;
use super::option_groups::{ReportArguments, SearchArguments};
use scm_check::driver::system::SystemOptions;
use scm_check::model::evidence::EvidenceRequest;
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
    pub(crate) report: ReportArguments,
    /// How inputs are read.
    pub(crate) loading: LoadOptions,
    /// How much of a long run is shown.
    pub(crate) extent: Extent,
    /// How results for people are laid out.
    pub(crate) layout: Layout,
    /// What to do to see the witness, where it is not shown.
    pub(crate) hint: Option<&'static str>,
}

impl RunOptions {
    /// Returns what options say about a run, whose results are shown one after the other.
    pub(crate) fn new(
        command: &'static str,
        inputs: Vec<Input>,
        search: &SearchArguments,
        report: &ReportArguments,
    ) -> Self {
        let is_evidence_wanted = report.certificate.is_some() || report.verify;
        let wanted =
            if is_evidence_wanted { EvidenceRequest::Certificate } else { EvidenceRequest::Answer };
        Self {
            command,
            inputs,
            max_states: search.max_states,
            jobs: search.jobs,
            system: search.system_options(wanted),
            report: report.clone(),
            loading: LoadOptions::new(report),
            extent: Extent::default(),
            layout: Layout::Blocks(Amount::Everything),
            hint: None,
        }
    }
}
