//! What the questions of one run share.

use std::time::Instant;

use super::checker::Checker;
use super::machine::processors;
use super::option_groups::Format;
use super::progress::Display;
use super::reporter::Reporter;
use super::run_options::RunOptions;
use super::watch::Watch;
use scm_check::driver::system::document_bytes;
use scm_check::kernel::base::Control;
use scm_check::model::evidence::Witness;
use scm_check::render::report::{Documents, Style};
use scm_check::render::sentences::Detail;

/// How questions are answered: the same for all models of a run.
pub(crate) struct RunContext<'a> {
    /// What is to be done.
    pub(crate) options: &'a RunOptions,
    /// What shows how far a search is.
    pub(crate) display: &'a Display,
    /// What watches over the limits.
    pub(crate) watch: &'a Watch,
    /// What confirms evidence, if that is asked for.
    pub(crate) checker: Option<&'a Checker>,
    /// The width of the terminal, if there is one.
    pub(crate) width: Option<usize>,
}

impl RunContext<'_> {
    /// Returns how rows look, where somebody reads all of their evidence.
    pub(crate) fn style(&self) -> Style {
        let is_page = self.options.report.format() == Format::Html;
        Style {
            extent: self.options.extent,
            width: self.width,
            is_explained: self.explains(),
            documents: if self.reads_documents() { Documents::Wanted } else { Documents::LeftOut },
            is_page,
            has_charts: is_page || self.options.report.witness.is_some(),
            work: self.options.report.verbose.then(|| self.detail()),
            limits: *self.watch.limits(),
            max_states: self.options.max_states,
            names_channels: false,
            hint: self.options.hint,
        }
    }

    /// Returns how rows look where they have this witness, for which there may be no room.
    pub(crate) fn style_for(&self, witness: Option<&Witness>) -> Style {
        let mut style = self.style();
        let has_room =
            || witness.is_none_or(|witness| self.watch.has_room(document_bytes(witness)));
        if style.documents == Documents::Wanted && !has_room() {
            style.documents = Documents::NoRoom;
        }
        style
    }

    /// Returns what reports say of runs.
    pub(crate) fn detail(&self) -> Detail {
        if self.options.report.reproducible { Detail::Reproducible } else { Detail::Full }
    }

    /// Returns `true` if somebody reads how much memory a search took: to ask for that costs more than most searches do.
    pub(super) fn measures_peak(&self) -> bool {
        let report = &self.options.report;
        let is_shown = report.verbose || !report.format().is_text();
        is_shown && !report.reproducible
    }

    /// Returns `true` if somebody reads the rows of the report as text, with all that explains them.
    pub(crate) fn explains(&self) -> bool {
        let report = &self.options.report;
        let is_text = match report.format() {
            Format::Auto | Format::Human => !report.quiet,
            Format::Html => true,
            Format::Json | Format::Ndjson | Format::Csv => false,
        };
        is_text || report.witness.is_some()
    }

    /// Returns `true` if somebody reads witnesses as JSON.
    fn reads_documents(&self) -> bool {
        let is_json = self.options.report.format().has_documents();
        is_json || self.options.report.witness.is_some() || self.checker.is_some()
    }

    /// Returns the control of one search, with the limits that were granted.
    pub(super) fn control(&self, deadline: Option<Instant>) -> Control {
        Control {
            max_states: self.options.max_states,
            max_bytes: self.watch.memory(),
            threads: self.jobs(),
            deadline,
            ..Control::unlimited()
        }
    }

    /// Returns how many threads are to work.
    pub(crate) fn jobs(&self) -> usize {
        self.options.jobs.unwrap_or_else(processors)
    }

    /// Tells why the independent checker could not be asked since this was last called.
    pub(crate) fn tell_checker_failures(&self, reporter: &mut Reporter) {
        for failure in self.checker.map(Checker::take_failures).unwrap_or_default() {
            reporter.fault(&failure);
        }
    }
}
