//! Writes results in the order of the inputs, although several inputs are in progress at the same time.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use super::failure::Failure;
use super::report_writer::ReportWriter;
use super::watch::Stage;
use scm_check::internals::driver::{AnswerSubject, Limits};
use scm_check::internals::kernel::base::Limit;
use scm_check::internals::render::report::{ReportSoFar, Row};

/// A change of the report that waits for its turn.
pub(crate) type Writing = Box<dyn FnOnce(&mut ReportWriter) -> Result<(), Failure> + Send>;

/// A report whose inputs are numbered from 1: what an input adds waits until all earlier ones have ended. The number 0
/// stands for inputs one after the other, which never wait.
pub(crate) struct OrderedWriter {
    pub(super) writer: ReportWriter,
    /// Number of the first input that has not ended.
    turn: usize,
    /// What waits, by the numbers of the inputs.
    waiting: BTreeMap<usize, Vec<Writing>>,
    /// Inputs that have ended before their turn.
    ended: BTreeSet<usize>,
    /// Inputs that were left behind: what they add is not wanted.
    left: BTreeSet<usize>,
    /// Whether the results are no longer wanted.
    is_abandoned: bool,
}

impl OrderedWriter {
    pub(crate) fn new(writer: ReportWriter) -> Self {
        let (waiting, ended, left) = Default::default();
        Self { writer, turn: 1, waiting, ended, left, is_abandoned: false }
    }

    /// Returns the number of the first input that has not ended.
    pub(crate) fn turn(&self) -> usize {
        self.turn
    }

    /// Goes on behind the first inputs, of which there are so many, which another process has done.
    ///
    /// # Errors
    /// If the output cannot be written.
    pub(crate) fn go_on(&mut self, done: usize, before: ReportSoFar) -> Result<(), Failure> {
        self.turn = done + 1;
        self.writer.go_on(before)
    }

    /// Makes a change that the input with a number adds, or keeps it until its turn.
    ///
    /// # Errors
    /// If the output cannot be written, or results are no longer wanted.
    pub(crate) fn write(
        &mut self,
        place: usize,
        write: impl FnOnce(&mut ReportWriter) -> Result<(), Failure> + Send + 'static,
    ) -> Result<(), Failure> {
        if place > 0 && (self.is_abandoned || self.left.contains(&place)) {
            return Err(Failure::Closed);
        }
        if place <= self.turn {
            return write(&mut self.writer);
        }
        self.waiting.entry(place).or_default().push(Box::new(write));
        Ok(())
    }

    /// Ends the input with a number: what later ones have added is written, as far as it is their turn.
    ///
    /// # Errors
    /// If the output cannot be written.
    pub(crate) fn end(&mut self, place: usize) -> Result<(), Failure> {
        self.ended.insert(place);
        while self.ended.remove(&self.turn) {
            self.turn += 1;
            self.write_waiting(self.turn)?;
        }
        Ok(())
    }

    /// Writes what the inputs up to a number have added.
    ///
    /// # Errors
    /// If the output cannot be written.
    fn write_waiting(&mut self, last: usize) -> Result<(), Failure> {
        while let Some(entry) = self.waiting.first_entry().filter(|entry| *entry.key() <= last) {
            entry.remove().into_iter().try_for_each(|write| write(&mut self.writer))?;
        }
        Ok(())
    }

    /// Declares results unwanted.
    pub(crate) fn abandon(&mut self) {
        self.is_abandoned = true;
    }

    /// Ends the input with a number, whose activity does not notice that it has reached `limit`: questions without an
    /// answer get their rows.
    ///
    /// # Errors
    /// If the output cannot be written.
    pub(crate) fn leave(
        &mut self,
        place: usize,
        limit: Limit,
        stage: Stage,
        limits: &Limits,
    ) -> Result<(), Failure> {
        let limits = *limits;
        let written = self.write(place, move |writer| {
            writer.cut_all(&stage, missing_rows(&stage, limit, &limits, None));
            writer.end_model()
        });
        self.left.insert(place);
        written.and(self.end(place))
    }

    /// Ends the report when the process must end, because an activity has reached `limit`, and returns the exit code.
    /// All results are written, and a row for each of the current activities, of the questions that come after it, and of
    /// the inputs in `unread`, which have not begun. A report that has ended already says nothing more.
    pub(crate) fn last_words(
        &mut self,
        limit: Limit,
        stages: &[(usize, Stage)],
        unread: &[String],
        limits: &Limits,
    ) -> u8 {
        if let Some(code) = self.writer.ended {
            return code;
        }
        let ended_by = stages.iter().find(|(_, stage)| stage.limit().is_some());
        for (place, stage) in stages {
            // The rows count even if they cannot be written.
            let _ = self.write_waiting(*place);
            let elsewhere = ended_by.filter(|_| stage.limit().is_none());
            let elsewhere = elsewhere.map(|(_, other)| other.model.as_str());
            self.writer.cut_all(stage, missing_rows(stage, limit, limits, elsewhere));
        }
        let _ = self.write_waiting(usize::MAX);
        if limit != Limit::Interrupted && !unread.is_empty() {
            let count = unread.len();
            self.writer.tell(&format!(
                "\x1b[1;31merror:\x1b[0m what does not notice its limits ends this process; \
                 inputs that are not read: {count}\n"
            ));
        }
        for name in unread {
            self.writer.cut(Row::not_read(name.clone(), limit, limits));
        }
        self.writer.last_words()
    }
}

/// Returns the rows of the questions of an activity that ends from outside, in order: those that have an answer already,
/// too. `elsewhere` is the model at which the limit was reached, if that is another one.
fn missing_rows(stage: &Stage, limit: Limit, limits: &Limits, elsewhere: Option<&str>) -> Vec<Row> {
    let at = elsewhere.map_or(String::new(), |model| format!(" at {model}"));
    let mut known = stage.known.clone();
    let mut known_of = |subject: &AnswerSubject| {
        let place = known.iter().position(|row| row.answer.subject.key() == subject.key())?;
        Some(known.remove(place))
    };
    let cut = |subject: &AnswerSubject, known: Option<Row>| {
        let mut row = Row::cut(subject, known.as_ref(), limit, limits);
        if elsewhere.is_some() && known.is_none() {
            row.message = format!("not finished: {}{at}", row.message);
            row.text.hint = None;
        }
        row
    };
    let mut rows = Vec::new();
    for subject in &stage.asked {
        let known = known_of(subject);
        rows.push(cut(subject, known));
    }
    for subject in stage.later.iter().rev() {
        rows.push(match known_of(subject) {
            Some(known) => cut(subject, Some(known)),
            None => {
                let mut row = Row::not_started(subject, limit, limits);
                let _ = write!(row.message, "{at}");
                row
            }
        });
    }
    if rows.is_empty() {
        // Nobody knows the questions yet; an answer that is known is one all the same.
        let known = known.pop();
        rows.push(cut(&AnswerSubject::of_model(stage.model.clone()), known));
    }
    rows
}
