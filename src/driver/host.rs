//! What a session needs of the program that it runs in.

use std::fmt;
use std::sync::Arc;
use std::time::Instant;

use super::{Answer, Statistics, Subject};
use kernel::base::{Control, Limit};
use kernel::search;

/// What grants limits to sessions and is told what they do.
///
/// A [`Control`] is the simplest one: every search runs within its limits, and nobody watches.
pub trait Host: Sync {
    /// A question about a model begins, and with it the time that is granted for one.
    fn begin(&self, _subject: &Subject) {}

    /// Returns the limit that is reached before the next question, if one is.
    fn reached(&self) -> Option<Limit>;

    /// Returns `true` if the run is interrupted.
    fn is_interrupted(&self) -> bool {
        self.reached() == Some(Limit::Interrupted)
    }

    /// Returns when the time is over of the question that began last on the asking thread, which has the number 0, or
    /// of one that begins now on another thread.
    fn deadline(&self, _thread: usize) -> Option<Instant> {
        None
    }

    /// Returns the memory that is granted to searches, in bytes, if that is known.
    fn memory(&self) -> Option<u64> {
        None
    }

    /// Stops `control`, with which a thread searches from now on, when a limit is reached.
    fn watch(&self, _thread: usize, _control: &Arc<Control>) {}

    /// Runs a search with the limits that are granted to it, and returns what it took.
    ///
    /// `work` is called once; it returns what it explored.
    fn run(
        &self,
        search: &Search<'_>,
        work: &mut dyn FnMut(&Control) -> search::Statistics,
    ) -> Statistics;

    /// The verdict on the question is certain; what explains it comes next and may take long.
    fn decided(&self, _answer: &Answer<()>) {}

    /// Runs what explains an answer, within the time and the memory of its question.
    fn explain(&self, work: &mut dyn FnMut(&Control)) {
        work(&Control::unlimited());
    }

    /// Returns `true` if so many bytes more are within the memory that is granted.
    fn has_room(&self, _bytes: u64) -> bool {
        true
    }

    /// Returns the number of threads that may work at the same time, at least 1.
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
pub struct Search<'a> {
    /// Name of the model.
    pub model: &'a str,
    /// What is looked for, as progress is shown; `None` where it takes no time worth showing.
    pub title: Option<&'a str>,
    /// Moment at which its own time is over, beside that of the question.
    pub deadline: Option<Instant>,
    /// Number of the thread, from 1; 0 is the one that asks.
    pub thread: usize,
}

impl<'a> Search<'a> {
    /// Returns a search on the asking thread within the time of the question, whose progress is shown.
    pub fn new(model: &'a str, title: &'a str) -> Self {
        Self { model, title: Some(title), deadline: None, thread: 0 }
    }
}

/// Runs a search, and returns what it found and what it took.
pub fn searched<T>(
    host: &dyn Host,
    search: &Search<'_>,
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

/// Runs what explains an answer, and returns what it found.
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
        _: &Search<'_>,
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
    /// Returns what a search explored, with the time and the memory that it took.
    pub fn from_counts(counts: search::Statistics, milliseconds: u64, peak_bytes: u64) -> Self {
        let search::Statistics { states, transitions, depth, .. } = counts;
        Self { states, transitions, depth, milliseconds, peak_bytes }
    }
}
