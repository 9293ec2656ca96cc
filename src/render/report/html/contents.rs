//! The contents of a page, and what it says of them in a few words.

use crate::report::comparisons::{Comparisons, is_by_expectation};
use crate::report::digest::{self, Shown};
use crate::report::overview::{counted_words, counts};
use crate::report::{ModelSize, Note, Row};
use crate::sentences::Detail;
use kernel::verdict::ExitStatus;

/// A report as a page.
#[derive(Clone, PartialEq, Debug)]
pub struct Page {
    /// The parts, one for each model, in the order of the page.
    pub sections: Vec<Section>,
    /// The word for several models.
    pub noun: &'static str,
    /// The exit status of all results together.
    pub exit_status: ExitStatus,
    /// The program that wrote the report, its command and its exit code.
    pub origin: String,
    /// Further remarks on the whole report.
    pub remarks: Vec<String>,
    /// The amount of detail about the run that made the report.
    pub detail: Detail,
}

impl Page {
    /// Returns the result in a few words, and the number of answers of each kind unless they say it.
    pub(super) fn words(&self) -> (String, Option<String>) {
        match self.sections.as_slice() {
            [] => ("nothing was checked".to_owned(), None),
            [only] => only.words(),
            all => {
                let words = counted_words(all.iter().map(Section::state));
                let rows =
                    all.iter().flat_map(|section| &section.rows).filter(|row| row.answer.decides());
                let tally = counts(&rows.collect::<Vec<&Row>>());
                (format!("{} {}: {words}", all.len(), self.noun), Some(tally))
            }
        }
    }

    /// Returns the model, if there is only one.
    pub(super) fn only_model(&self) -> Option<&str> {
        match self.sections.as_slice() {
            [only] => Some(&only.name),
            _ => None,
        }
    }
}

/// The part of a report about one model.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Section {
    /// The model, as the user named it.
    pub name: String,
    /// The size of the model, if it could be read.
    pub size: Option<ModelSize>,
    /// The parts of the model by kind, each kind with a caption.
    pub facts: Vec<(String, Vec<String>)>,
    /// The lines of its text.
    pub source: Vec<String>,
    /// The diagnostics.
    pub notes: Vec<Note>,
    /// The answers.
    pub rows: Vec<Row>,
    /// The properties without a verdict that were checked without a request.
    pub undecided: Vec<String>,
}

impl Section {
    /// Returns the exit status of the answers.
    pub(super) fn exit_status(&self) -> ExitStatus {
        self.rows.iter().map(|row| row.answer.exit_status()).max().unwrap_or(ExitStatus::Fine)
    }

    /// Returns the place of the section among those of other models: what has changed or is violated comes first, then
    /// what could not be read, then what is not decided.
    pub(in crate::report) fn rank(&self) -> u8 {
        match self.exit_status() {
            ExitStatus::Failed => 0,
            ExitStatus::Refused | ExitStatus::Crashed | ExitStatus::Interrupted => 1,
            ExitStatus::Open => 2,
            ExitStatus::Fine => 3,
        }
    }

    /// Returns the word under which the model is counted.
    pub(super) fn state(&self) -> &'static str {
        Comparisons::counted_as(&self.rows, &self.notes)
    }

    /// Returns the result in a few words: the first change if the expectations of the model count, else the verdicts. With
    /// it comes the number of answers of each kind, if there are several answers and the words do not say it.
    pub(super) fn words(&self) -> (String, Option<String>) {
        let rows: Vec<&Row> = self.rows.iter().filter(|row| row.answer.decides()).collect();
        let shown =
            if is_by_expectation(&self.rows) { Shown::Surprises } else { Shown::Violations };
        let all: Vec<&Row> = self.rows.iter().filter(|row| row.is_shown()).collect();
        let tally = digest::headline(&all, digest::runs(&rows, shown).len());
        let comparisons = Comparisons::new(&self.rows, &self.notes);
        let headline = match (comparisons, rows.as_slice()) {
            (changes @ (Comparisons::Changed(_) | Comparisons::New(_)), _)
                if is_by_expectation(&self.rows) =>
            {
                changes.cell(None)
            }
            (_, [row]) if all.len() == 1 => match row.shown_title() {
                Some(title) => format!("{title} {}", row.answer.verdict.word()),
                None => row.message.clone(),
            },
            _ => tally.clone(),
        };
        let is_said = all.len() <= 1 || tally == headline;
        (headline, (!is_said).then_some(tally))
    }
}
