//! How the results of a model compare with what it expects.

use std::path::Path;

use super::{Note, Row};
use crate::drawing::display_width;
use kernel::diagnostics::Severity;
use kernel::verdict::{Comparison, Effect, ExitStatus, Verdict};

/// The text of a cell without contents.
pub(super) const NOTHING: &str = "-";

/// How the results of a model compare with what it expects.
pub(super) enum Comparisons {
    /// The model cannot be read; the place of the first error, or the reason.
    Unreadable(String),
    /// Definite answers that are not as expected.
    Changed(Vec<String>),
    /// No definite answer is other than expected, but there are violations besides.
    New(Vec<String>),
    /// Some are decided of which the model says that they are not; all else is as expected, or not decided.
    Decided(Vec<String>),
    /// An expected answer is not decided.
    Undecided,
    /// All that is expected is so.
    Met,
    /// The model expects nothing; the gravest verdict.
    Nothing(Option<Verdict>),
}

impl Comparisons {
    pub(super) fn new(rows: &[Row], notes: &[Note]) -> Self {
        if let [row] = rows
            && row.answer.verdict == Verdict::Error
        {
            let model = &row.answer.subject.model;
            let is_error = |note: &&Note| note.file == *model && note.severity == Severity::Error;
            let place = notes.iter().find(is_error).map(|note| (note.line, note.column));
            return Self::Unreadable(match place {
                Some((Some(line), Some(column))) => {
                    // The path is in the first column, and would make the table too wide here.
                    let file = Path::new(model)
                        .file_name()
                        .map_or(model.as_str().into(), |file| file.to_string_lossy());
                    format!("{file}:{line}:{column}")
                }
                _ => row.message.split(',').next().unwrap_or_default().to_owned(),
            });
        }
        let compared = |comparison: Option<Comparison>| {
            rows.iter().filter(move |row| row.answer.decides() && row.comparison() == comparison)
        };
        let missed: Vec<String> = compared(Some(Comparison::Missed))
            .filter_map(|row| {
                Some(format!("{} was {}", row.label()?, row.answer.expected?.verdict.word()))
            })
            .collect();
        let named = |row: &Row| Some(format!("{} {}", row.label()?, row.answer.verdict.word()));
        let new: Vec<String> = compared(None)
            .filter(|row| row.answer.exit_status() == ExitStatus::Failed)
            .filter_map(named)
            .collect();
        let decided: Vec<String> = compared(Some(Comparison::Decided)).filter_map(named).collect();
        let has = |comparison| compared(Some(comparison)).next().is_some();
        if !missed.is_empty() {
            Self::Changed(missed)
        } else if !new.is_empty()
            && (has(Comparison::Met) || has(Comparison::Open) || !decided.is_empty())
        {
            Self::New(new)
        } else if !decided.is_empty() {
            Self::Decided(decided)
        } else if has(Comparison::Open) {
            Self::Undecided
        } else if has(Comparison::Met) {
            Self::Met
        } else {
            let decided =
                rows.iter().filter(|row| row.answer.decides()).map(|row| row.answer.verdict);
            Self::Nothing(decided.reduce(Verdict::and))
        }
    }

    /// Returns the cell of the last column.
    pub(super) fn cell(&self, longest: Option<usize>) -> String {
        match self {
            Self::Unreadable(place) => place.clone(),
            Self::Changed(missed) => listed("CHANGED", missed, longest),
            Self::New(new) => listed("NEW", new, longest),
            Self::Decided(decided) => listed("DECIDED", decided, longest),
            Self::Undecided => "not decided".to_owned(),
            Self::Met => "ok".to_owned(),
            Self::Nothing(_) => NOTHING.to_owned(),
        }
    }

    /// Returns what the comparison means for the exit code; `None` if there is none.
    pub(super) fn exit_status(&self) -> Option<ExitStatus> {
        match self {
            Self::Unreadable(_) => Some(ExitStatus::Refused),
            Self::Changed(_) | Self::New(_) => Some(ExitStatus::Failed),
            Self::Undecided => Some(ExitStatus::Open),
            Self::Met | Self::Decided(_) => Some(ExitStatus::Fine),
            Self::Nothing(_) => None,
        }
    }

    /// Returns the word under which a model is counted; if an expected violation counts as a violation, that is the
    /// word for the gravest verdict, unless an answer has changed.
    pub(super) fn counted_as(rows: &[Row], notes: &[Note]) -> &'static str {
        let comparisons = Self::new(rows, notes);
        match comparisons {
            Self::Met | Self::Decided(_) | Self::Undecided if !is_by_expectation(rows) => {
                let decided =
                    rows.iter().filter(|row| row.answer.decides()).map(|row| row.answer.verdict);
                Self::Nothing(decided.reduce(Verdict::and)).word()
            }
            comparisons => comparisons.word(),
        }
    }

    fn word(&self) -> &'static str {
        match self {
            Self::Unreadable(_) => "unreadable",
            Self::Changed(_) | Self::New(_) => "changed",
            Self::Undecided => "not decided",
            Self::Decided(_) => "decided",
            Self::Met => "as expected",
            Self::Nothing(Some(Verdict::Violated)) => "violated",
            Self::Nothing(Some(Verdict::Unknown(_))) => "unknown",
            Self::Nothing(Some(Verdict::Error)) => "error",
            Self::Nothing(Some(Verdict::Holds) | None) => "holds",
        }
    }
}

/// Returns `true` if the expectations of a model excuse its violations.
pub(super) fn is_by_expectation(rows: &[Row]) -> bool {
    rows.iter()
        .any(|row| row.answer.expected.is_some_and(|expected| expected.effect == Effect::Excuses))
}

/// Returns a nonempty list of changes of at most `longest` characters, or the first change.
fn listed(word: &str, missed: &[String], longest: Option<usize>) -> String {
    let text = |shown: usize| {
        let list = missed[..shown].join(", ");
        match missed.len() - shown {
            0 => format!("{word} ({list})"),
            rest if shown > 0 => format!("{word} ({list}, and {rest} more)"),
            all => format!("{word} ({all} answers)"),
        }
    };
    let Some(longest) = longest else { return text(1) };
    let fits = |text: &String| display_width(text) <= longest;
    // A single name is more informative than a count.
    let least = usize::from(missed.len() == 1);
    (least..=missed.len()).rev().map(text).find(fits).unwrap_or_else(|| text(least))
}
