//! Implements limits and progress of the program for sessions of the library.

use std::sync::Arc;
use std::time::Instant;

use super::machine::{peak_memory, reset_peak_memory};
use super::run_context::RunContext;
use scm_check::internals::driver::{Answer, AnswerSubject, Host, SearchRequest, Statistics};
use scm_check::internals::kernel::base::{Control, Limit};
use scm_check::internals::kernel::search;
use scm_check::internals::render::report::Row;

impl Host for RunContext<'_> {
    fn plan(&self, subjects: Vec<AnswerSubject>) {
        self.watch.plan(subjects);
    }

    fn begin(&self, subject: &AnswerSubject) {
        self.watch.begin_question(subject);
    }

    fn reached(&self) -> Option<Limit> {
        self.watch.reached()
    }

    fn is_interrupted(&self) -> bool {
        self.watch.is_raised()
    }

    fn deadline(&self, thread: usize) -> Option<Instant> {
        match thread {
            0 => self.watch.deadline(),
            _ => self.watch.time_from_now(),
        }
    }

    fn memory(&self) -> Option<u64> {
        self.watch.memory()
    }

    fn watch(&self, thread: usize, control: &Arc<Control>) {
        self.watch.watch(thread, control);
    }

    fn run(
        &self,
        search: &SearchRequest<'_>,
        work: &mut dyn FnMut(&Control) -> search::Statistics,
    ) -> Statistics {
        let granted = match search.thread {
            0 => self.watch.deadline(),
            _ => None,
        };
        let deadline = search.deadline.into_iter().chain(granted).min();
        let control = Arc::new(self.control(deadline));
        self.watch.watch(search.thread, &control);
        let title = search.title.filter(|_| search.thread == 0);
        // The peak of the process is that of all inputs in progress. To measure it takes longer than a search that is too
        // short to be shown.
        let measures_peak =
            self.measures_peak() && self.watch.sharing() == 1 && search.title.is_some();
        if measures_peak && search.thread == 0 {
            reset_peak_memory();
        }
        let _display = title.map(|title| self.display.start(search.model, title, &control));
        let start = Instant::now();
        let counts = work(&control);
        let milliseconds = u64::try_from(start.elapsed().as_millis()).unwrap_or(u64::MAX);
        let peak = if measures_peak { peak_memory() } else { None };
        Statistics::from_counts(counts, milliseconds, peak.unwrap_or(counts.bytes))
    }

    fn decided(&self, answer: &Answer<()>) {
        self.watch.know(&Row::from_answer(answer));
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
