//! The interface of sessions to the program that they run in.

use std::fmt;
use std::sync::Arc;
use std::time::Instant;

use super::{Answer, AnswerSubject, Statistics};
use kernel::base::{Control, Limit};
use kernel::search;

/// Grants limits to sessions and is notified of their progress.
///
/// A [`Control`] is the simplest host: every search runs within its limits, and notifications are ignored.
pub trait Host: Sync {
    /// Notifies of the questions about a model that will be answered in any case.
    fn plan(&self, _subjects: Vec<AnswerSubject>) {}

    /// Notifies that a question about a model begins; its time limit begins now.
    fn begin(&self, _subject: &AnswerSubject) {}

    /// Returns the limit that is reached before the next question; `None` if no limit is reached.
    fn reached(&self) -> Option<Limit>;

    /// Returns `true` if the run is interrupted.
    fn is_interrupted(&self) -> bool {
        self.reached() == Some(Limit::Interrupted)
    }

    /// Returns the deadline of the question that began last on the asking thread, which has the number 0, or of a
    /// question that begins now on another thread.
    fn deadline(&self, _thread: usize) -> Option<Instant> {
        None
    }

    /// Returns the memory limit of searches in bytes, if it is known.
    fn memory(&self) -> Option<u64> {
        None
    }

    /// Stops `control`, which a thread uses for its searches from now on, when a limit is reached.
    fn watch(&self, _thread: usize, _control: &Arc<Control>) {}

    /// Runs a search within its limits, and returns its statistics.
    ///
    /// `work` is called once, and returns what it explored.
    fn run(
        &self,
        search: &SearchRequest<'_>,
        work: &mut dyn FnMut(&Control) -> search::Statistics,
    ) -> Statistics;

    /// Notifies that the verdict on the question is certain; the search for its explanation follows and may take long.
    fn decided(&self, _answer: &Answer<()>) {}

    /// Runs the search for an explanation, within the time and memory of its question.
    fn explain(&self, work: &mut dyn FnMut(&Control)) {
        work(&Control::unlimited());
    }

    /// Returns `true` if `bytes` more bytes are within the memory limit.
    fn has_room(&self, _bytes: u64) -> bool {
        true
    }

    /// Returns the maximum number of threads that work at the same time, at least 1.
    fn threads(&self) -> usize {
        1
    }
}

impl fmt::Debug for dyn Host + '_ {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a host")
    }
}

/// A search that a [`Host`] is to run.
#[derive(Clone, Copy, Debug)]
pub struct SearchRequest<'a> {
    /// Name of the model.
    pub model: &'a str,
    /// Title of the search for the progress display; `None` if the search is too short to be displayed.
    pub title: Option<&'a str>,
    /// Deadline of the search, besides that of the question.
    pub deadline: Option<Instant>,
    /// Number of the thread, from 1; 0 is the asking thread.
    pub thread: usize,
}

impl<'a> SearchRequest<'a> {
    /// Returns a search on the asking thread within the time of the question, with displayed progress.
    pub fn new(model: &'a str, title: &'a str) -> Self {
        Self { model, title: Some(title), deadline: None, thread: 0 }
    }
}

/// Runs a search, and returns its result and its statistics.
pub fn searched<T>(
    host: &dyn Host,
    search: &SearchRequest<'_>,
    work: impl FnOnce(&Control) -> (T, search::Statistics),
) -> (T, Statistics) {
    let (mut work, mut found) = (Some(work), None);
    let statistics = host.run(search, &mut |control| {
        let work = work.take().expect("a host runs a search once");
        let (value, counts) = work(control);
        found = Some(value);
        counts
    });
    (found.expect("a host runs the search"), statistics)
}

/// Runs the search for an explanation, and returns its result.
pub fn explained<T>(host: &dyn Host, work: impl FnOnce(&Control) -> T) -> T {
    let (mut work, mut found) = (Some(work), None);
    host.explain(&mut |control| {
        let work = work.take().expect("a host explains once");
        found = Some(work(control));
    });
    found.expect("a host explains")
}

impl Host for Control {
    fn reached(&self) -> Option<Limit> {
        self.limit(0, 0)
    }

    fn deadline(&self, _: usize) -> Option<Instant> {
        self.deadline
    }

    fn memory(&self) -> Option<u64> {
        self.max_bytes
    }

    fn run(
        &self,
        _: &SearchRequest<'_>,
        work: &mut dyn FnMut(&Control) -> search::Statistics,
    ) -> Statistics {
        let start = Instant::now();
        let counts = work(self);
        let milliseconds = u64::try_from(start.elapsed().as_millis()).unwrap_or(u64::MAX);
        Statistics::from_counts(counts, milliseconds, counts.bytes)
    }

    fn explain(&self, work: &mut dyn FnMut(&Control)) {
        work(self);
    }

    fn threads(&self) -> usize {
        self.threads.max(1)
    }
}

impl Statistics {
    /// Returns the statistics of a search with the time and memory that it took.
    pub fn from_counts(counts: search::Statistics, milliseconds: u64, peak_bytes: u64) -> Self {
        let search::Statistics { states, transitions, depth, .. } = counts;
        Self { states, transitions, depth, milliseconds, peak_bytes }
    }
}
