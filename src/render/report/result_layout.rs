//! What people see of each result, and when.

use super::digest::Shown;
use super::{Amount, Row};
use kernel::verdict::{ExitStatus, Verdict};

/// The layout of results for people.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ResultLayout {
    /// One after the other, as they arrive.
    Blocks(Amount),
    /// One line each, as they arrive, followed by advice on how to see more.
    Lines,
    /// An overview of each model, then as few runs as show its violations, once its results are complete.
    Digest(Shown),
    /// One after the other; in full only those that do not hold, the others in one line.
    Findings,
    /// One after the other; in full only unexpected violations and changed results.
    Changes,
    /// One after the other, only results that are not as they should be.
    Failures(Amount),
    /// A line for each model, at the end.
    Table,
    /// No output.
    Silent,
}

impl ResultLayout {
    /// Returns the amount of a result that is shown as it arrives, if it is.
    pub(super) fn amount(self, row: &Row) -> Option<Amount> {
        let unless = |is_fine: bool| if is_fine { Amount::Line } else { Amount::Everything };
        match self {
            Self::Blocks(amount) => Some(amount),
            Self::Lines => Some(Amount::Line),
            Self::Findings => Some(unless(row.answer.verdict == Verdict::Holds)),
            Self::Changes => {
                Some(unless(row.answer.exit_status() == ExitStatus::Fine && !row.is_aside()))
            }
            Self::Failures(amount) => {
                (row.answer.exit_status() != ExitStatus::Fine).then_some(amount)
            }
            Self::Digest(_) | Self::Table | Self::Silent => None,
        }
    }

    /// Returns `true` if the verdict of a result is shown when the report itself is written elsewhere.
    pub(super) fn tells(self, row: &Row) -> bool {
        match self {
            Self::Silent => false,
            Self::Failures(_) => {
                row.answer.decides() && row.answer.exit_status() != ExitStatus::Fine
            }
            _ => row.is_shown(),
        }
    }
}
