//! What sessions are granted by the program.

use super::answers::Desk;
use super::checker::{Checker, Workspace};
use super::output::Failure;
use scm_check::driver::{Answer, Confirmation, Host, Search, Statistics, Subject};
use scm_check::kernel::base::{Control, Limit};
use scm_check::kernel::search;
use scm_check::render::report::{Row, Style};

impl Host for Desk<'_> {
    fn begin(&self, subject: &Subject) {
        self.watch.begin(&subject.model, subject.property.as_deref());
    }

    fn reached(&self) -> Option<Limit> {
        self.watch.reached()
    }

    fn run(
        &self,
        search: &Search<'_>,
        work: &mut dyn FnMut(&Control) -> search::Statistics,
    ) -> Statistics {
        let work = |control: &Control| ((), work(control));
        match search.title.filter(|_| search.thread == 0) {
            Some(title) => self.searched_until(search.deadline, search.model, title, work).1,
            None => {
                let deadline = search.deadline.into_iter().chain(self.watch.deadline()).min();
                self.searched_beside(search.thread, deadline, work).1
            }
        }
    }

    fn decided(&self, answer: &Answer<()>) {
        self.watch.know(&Row::of(answer));
    }

    fn explain(&self, work: &mut dyn FnMut(&Control)) {
        work(&self.watch.control(None));
    }

    fn has_room(&self, bytes: u64) -> bool {
        self.watch.has_room(bytes)
    }

    fn threads(&self) -> usize {
        self.jobs()
    }
}

impl Desk<'_> {
    /// Returns the checker, as sessions know it.
    pub(crate) fn session_checker(&self) -> Option<&dyn driver::Checker> {
        self.checker.map(|checker| checker as &dyn driver::Checker)
    }

    /// Returns what is wanted of the rows of the report.
    pub(crate) fn style(&self) -> Style {
        let is_page = self.is_page();
        Style {
            extent: self.extent,
            width: self.width,
            is_explained: self.explains(),
            has_documents: self.reads_documents(),
            is_page,
            has_charts: is_page || self.report.witness.is_some(),
            work: self.report.verbose.then(|| self.detail()),
            limits: *self.watch.limits(),
            max_states: self.search.max_states.map(|count| count.0),
            room: self.watch.room(),
            hint: self.hint,
        }
    }
}

impl driver::Checker for Checker {
    fn confirm(
        &self,
        evidence: &[u8],
        (name, text): (&str, &[u8]),
        membership: Option<&[u8]>,
        control: &Control,
    ) -> Confirmation {
        let asked = || {
            let workspace = Workspace::new()?;
            let model = workspace.file(name, text)?;
            let membership = membership.map(|bytes| workspace.file("rsc.json", bytes));
            self.confirm(evidence, &model, membership.transpose()?.as_deref(), control)
        };
        asked().unwrap_or_else(|failure: Failure| Confirmation::Failed(failure.to_string()))
    }
}
