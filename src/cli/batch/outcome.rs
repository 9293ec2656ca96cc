//! What a worker has said about one model.

use serde::{Deserialize, Serialize};

use scm_check::internals::kernel::verdict::Reason;
use scm_check::internals::render::report::{EndRecord, Record, Row, RowRecord};

/// What is said about one model.
#[derive(Debug, Default)]
pub(super) struct Outcome {
    pub(super) rows: Vec<Row>,
    /// Texts for standard error.
    pub(super) told: Vec<String>,
    /// Remarks among the results.
    pub(super) remarks: Vec<String>,
    /// What belongs to no result, once all is said.
    pub(super) end: Option<EndRecord>,
}

/// What is said about one model, as data.
#[derive(Serialize, Deserialize)]
pub(super) struct StoredOutcome {
    rows: Vec<RowRecord>,
    told: Vec<String>,
    end: EndRecord,
}

impl Outcome {
    /// Adds what a record says about the model. Returns `false` if it is none that does, or not of this version.
    pub(super) fn add(&mut self, record: Record) -> bool {
        match record {
            Record::Row(row) => match row.into_row() {
                Some(row) => self.rows.push(row),
                None => return false,
            },
            Record::Told(text) => self.told.push(text),
            Record::Remark(text) => self.remarks.push(text),
            Record::End(end) => self.end = Some(end),
            Record::Begun | Record::Done => return false,
        }
        true
    }

    /// Returns `true` if a limit of time was reached.
    pub(super) fn is_cut(&self) -> bool {
        let is_late = |row: &Row| {
            let reasons = [row.answer.verdict.reason(), row.evidence.explanation_cut];
            reasons.contains(&Some(Reason::Timeout))
        };
        self.end.as_ref().is_none_or(|end| end.is_cut) || self.rows.iter().any(is_late)
    }

    /// Returns the answers as data, if they would be the same at another time.
    pub(super) fn lasting(&self) -> Option<StoredOutcome> {
        let end = self.end.as_ref()?;
        let is_lasting = !end.is_cut
            && end.faults.is_empty()
            && self.remarks.is_empty()
            && !(self.rows.is_empty() && end.lacking.is_empty())
            && self.rows.iter().all(Row::is_lasting);
        is_lasting.then(|| StoredOutcome {
            rows: self.rows.iter().map(RowRecord::new).collect(),
            told: self.told.clone(),
            end: end.clone(),
        })
    }
}

impl StoredOutcome {
    /// Returns the answers; `None` if their words are not those of this version.
    pub(super) fn outcome(self) -> Option<Outcome> {
        let rows: Option<Vec<Row>> = self.rows.into_iter().map(RowRecord::into_row).collect();
        let (told, end) = (self.told, Some(self.end));
        Some(Outcome { rows: rows?, told, remarks: Vec::new(), end })
    }
}
