//! Context that the questions of one run share.

use std::time::Instant;

use super::checker::Checker;
use super::machine::processors;
use super::models::complaints;
use super::option_groups::{Format, ReportArguments};
use super::progress::Display;
use super::reporter::Reporter;
use super::run_options::RunOptions;
use super::watch::Watch;
use scm_check::internals::driver::Loaded;
use scm_check::internals::driver::system::{Explains, document_bytes};
use scm_check::internals::kernel::base::Control;
use scm_check::internals::model::evidence::Witness;
use scm_check::internals::render::drawing::TextStyle;
use scm_check::internals::render::report::{Amount, Documents, ResultLayout, RowStyle, Steps};
use scm_check::internals::render::sentences::Detail;
use scm_check::internals::render::system::model_section;

/// Context for answering questions: the same for all models of a run.
pub(crate) struct RunContext<'a> {
    /// Options of the run.
    pub(crate) options: &'a RunOptions,
    /// Display of the progress of searches.
    pub(crate) display: &'a Display,
    /// Monitor of the limits.
    pub(crate) watch: &'a Watch,
    /// The independent checker, if it is requested.
    pub(crate) checker: Option<&'a Checker>,
    pub(crate) reporter: &'a Reporter,
    /// The look of drawings in text, with the width of the terminal, if there is one.
    pub(crate) style: TextStyle,
}

impl RunContext<'_> {
    /// Reports on standard error the diagnostics of an input, or that it cannot be read.
    pub(crate) fn tell_about(&self, loaded: &Loaded) {
        if let Some(text) = complaints(loaded, self.options.loading.mildest) {
            self.reporter.tell(text);
        }
    }

    /// Describes the text of an input, for a page.
    pub(crate) fn describe(&self, loaded: &Loaded) {
        self.reporter.describe(|| model_section(&loaded.name, None, loaded.source()));
    }

    /// Returns the style of rows, if all of their evidence is read.
    pub(crate) fn style(&self) -> RowStyle {
        let format = self.options.report.format();
        let is_page = format == Format::Html;
        RowStyle {
            extent: self.options.extent,
            text: TextStyle { is_coloured: !format.has_explanations(), ..self.style },
            is_explained: self.explains(),
            steps: Steps::Listed,
            documents: if self.reads_documents() { Documents::Wanted } else { Documents::LeftOut },
            is_page,
            has_charts: is_page || self.options.report.witness.is_some(),
            work: self.options.report.verbose.then(|| self.detail()),
            limits: *self.watch.limits(),
            max_states: self.options.max_states,
            names_channels: false,
            hint: self.options.hint.filter(|_| !format.has_explanations()),
        }
    }

    /// Returns the style of rows with this witness, for which the memory may not suffice.
    pub(crate) fn style_for(&self, witness: Option<&Witness>) -> RowStyle {
        let mut style = self.style();
        let has_room =
            || witness.is_none_or(|witness| self.watch.has_room(document_bytes(witness)));
        if style.documents == Documents::Wanted && !has_room() {
            style.documents = Documents::NoRoom;
        }
        style
    }

    /// Returns the information about runs that reports contain.
    pub(crate) fn detail(&self) -> Detail {
        self.options.report.detail()
    }

    /// Returns `true` if the memory that a search took is reported: measuring it costs more than most searches do.
    pub(super) fn measures_peak(&self) -> bool {
        let report = &self.options.report;
        let is_shown = report.verbose || !report.format().is_text();
        is_shown && !report.reproducible
    }

    /// Returns `true` if the rows of the report are shown as text, with their explanations.
    pub(crate) fn explains(&self) -> bool {
        let report = &self.options.report;
        let is_text = report.format().is_text() && !report.quiet;
        is_text || report.format().has_explanations() || report.witness.is_some()
    }

    /// Returns the violations that are explained.
    pub(crate) fn explained_violations(&self) -> Explains {
        let is_shown = match self.options.layout {
            ResultLayout::Digest(_) | ResultLayout::Findings | ResultLayout::Changes => true,
            ResultLayout::Blocks(amount) => amount == Amount::Everything,
            ResultLayout::Lines
            | ResultLayout::Failures(_)
            | ResultLayout::Table
            | ResultLayout::Silent => false,
        };
        // Premises are not shown to people, and the runs of facts only on request.
        let has_facts = self.options.layout == ResultLayout::Changes;
        let ReportArguments { witness, .. } = &self.options.report;
        let is_text = self.options.report.format().is_text();
        if !is_text || is_shown && (has_facts && self.explains() || witness.is_some()) {
            Explains::Everything
        } else if is_shown && self.explains() {
            Explains::Answers
        } else {
            Explains::Nothing
        }
    }

    /// Returns `true` if witnesses are written as JSON.
    fn reads_documents(&self) -> bool {
        let is_json = self.options.report.format().has_documents();
        is_json || self.options.report.witness.is_some() || self.checker.is_some()
    }

    /// Returns the control of one search, with the limits of the run.
    pub(super) fn control(&self, deadline: Option<Instant>) -> Control {
        Control {
            max_states: self.options.max_states,
            max_bytes: self.watch.memory(),
            threads: self.jobs(),
            deadline,
            ..Control::unlimited()
        }
    }

    /// Returns the number of threads: inputs in progress at the same time share them.
    pub(crate) fn jobs(&self) -> usize {
        (self.options.jobs.unwrap_or_else(processors) / self.watch.sharing()).max(1)
    }

    /// Reports the failures to run the independent checker since the last call.
    pub(crate) fn tell_checker_failures(&self) {
        for failure in self.checker.map(Checker::take_failures).unwrap_or_default() {
            self.reporter.fault(&failure);
        }
    }
}
