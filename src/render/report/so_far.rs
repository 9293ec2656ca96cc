//! A report that another process goes on with.

use std::io::{self, Write};

use serde::{Deserialize, Serialize};

use super::builder::ReportBuilder;
use super::{EndRecord, Lacking, Row, RowRecord, SizeRecord};
use kernel::verdict::ExitStatus;

/// Exit statuses that belong to no result, in the order of their numbers in [`ReportSoFar`].
const STATUSES: [ExitStatus; 4] =
    [ExitStatus::Fine, ExitStatus::Open, ExitStatus::Failed, ExitStatus::Refused];

/// The results of a report so far, as data. A page and its pictures are no part of it.
#[derive(Serialize, Deserialize, Debug)]
pub struct ReportSoFar {
    /// The models, each with its rows and what belongs to none of them.
    models: Vec<(Vec<RowRecord>, EndRecord)>,
    faults: Vec<String>,
    lacking: Vec<Lacking>,
    is_cut: bool,
    /// Number of the exit status that belongs to no result.
    settled: usize,
}

impl ReportBuilder {
    /// Returns the results so far as data.
    pub fn so_far(&self) -> ReportSoFar {
        let mut undecided = self.report.undecided.iter();
        let ends = self.models.iter().skip(1).map(|model| model.first);
        let ends = ends.chain([self.report.rows.len()]);
        let models =
            self.models.iter().zip(ends).zip(&self.sections).map(|((model, end), section)| {
                let rows = self.report.rows[model.first..end].iter().map(RowRecord::new).collect();
                let undecided = if section.undecided.is_empty() { None } else { undecided.next() };
                let end = EndRecord {
                    size: model.size.map(SizeRecord::new),
                    notes: section
                        .notes
                        .iter()
                        .map(|note| (note.clone(), note.label.clone()))
                        .collect(),
                    undecided: undecided.map_or_else(Vec::new, |one| one.properties.clone()),
                    ..EndRecord::default()
                };
                (rows, end)
            });
        ReportSoFar {
            models: models.collect(),
            faults: self.report.faults.clone(),
            lacking: self.report.lacking.clone(),
            is_cut: self.is_cut,
            settled: STATUSES.iter().position(|one| *one == self.streamed).unwrap_or_default(),
        }
    }

    /// Adds the results of a report that another process has begun, and writes to `output` what their form writes as they
    /// arrive. Returns `false` if they are not those of this version.
    ///
    /// # Errors
    /// If `output` cannot be written.
    pub fn go_on(&mut self, before: ReportSoFar, output: &mut dyn Write) -> io::Result<bool> {
        for (rows, end) in before.models {
            let rows: Option<Vec<Row>> = rows.into_iter().map(RowRecord::into_row).collect();
            let Some(rows) = rows else { return Ok(false) };
            let notes = end.notes.into_iter().map(|(note, label)| super::Note { label, ..note });
            self.model(&notes.collect::<Vec<_>>(), end.size.map(|size| size.size()));
            let name = rows.first().map(|row| row.answer.subject.model.clone()).unwrap_or_default();
            for row in rows {
                self.row(row, output)?;
            }
            self.undecided(&name, &end.undecided, output)?;
            self.end_model(output)?;
        }
        before.faults.into_iter().for_each(|fault| self.fault(fault));
        before.lacking.into_iter().for_each(|lacking| self.lacking(lacking));
        self.is_cut |= before.is_cut;
        self.settle(STATUSES.get(before.settled).copied().unwrap_or(ExitStatus::Fine));
        Ok(true)
    }
}
