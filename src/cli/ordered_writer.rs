//! Writes results in the order of the inputs, although several inputs are in progress at the same time.

use std::collections::{BTreeMap, BTreeSet};

use super::failure::Failure;
use super::report_writer::ReportWriter;
use super::watch::Stage;
use scm_check::driver::Limits;
use scm_check::kernel::base::Limit;
use scm_check::render::report::Row;

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
    /// Whether the results are no longer wanted.
    is_abandoned: bool,
}

impl OrderedWriter {
    pub(crate) fn new(writer: ReportWriter) -> Self {
        let (waiting, ended) = (BTreeMap::new(), BTreeSet::new());
        Self { writer, turn: 1, waiting, ended, is_abandoned: false }
    }

    /// Returns the number of the first input that has not ended.
    pub(crate) fn turn(&self) -> usize {
        self.turn
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
        if place > 0 && self.is_abandoned {
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

    /// Ends the report when the process must end, because an activity has reached `limit`, and returns the exit code.
    /// All results are written, and a row for each of the current activities, of the questions that come after it, and of
    /// the inputs in `unread`, which have not begun.
    pub(crate) fn last_words(
        &mut self,
        limit: Limit,
        stages: &[(usize, Stage)],
        unread: &[String],
        limits: &Limits,
    ) -> u8 {
        let ended_by = stages.iter().find(|(_, stage)| stage.limit().is_some());
        for (place, stage) in stages {
            // The rows count even if they cannot be written.
            let _ = self.write_waiting(*place);
            let about = (stage.model.as_str(), stage.property.as_deref());
            let mut row = Row::cut(about, stage.known.as_deref(), limit, limits);
            let elsewhere = ended_by.filter(|_| stage.limit().is_none());
            let at = elsewhere.map_or(String::new(), |(_, other)| format!(" at {}", other.model));
            if elsewhere.is_some() && stage.known.is_none() {
                row.message = format!("not finished: {}{at}", row.message);
                row.hint = None;
            }
            let others = stage.others.iter();
            let others =
                others.map(|property| Row { property: Some(property.clone()), ..row.clone() });
            let later =
                stage.later.iter().rev().map(|subject| Row::not_started(subject, limit, limits));
            let later = later.map(|row| Row { message: format!("{}{at}", row.message), ..row });
            let rows: Vec<Row> = others.chain(later).collect();
            self.writer.cut(row);
            for row in rows {
                self.writer.cut(row);
            }
        }
        let _ = self.write_waiting(usize::MAX);
        for name in unread {
            self.writer.cut(Row::not_read(name.clone(), limit, limits));
        }
        self.writer.last_words()
    }
}
