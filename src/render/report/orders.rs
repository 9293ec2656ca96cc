//! Orders of receptions that nothing enforces and that nobody asked for, told together below the other results of a model.

use super::{Details, Row, RowStyle};
use crate::sentences::number_of;
use driver::Level;
use kernel::verdict::Verdict;

impl Row {
    /// Returns the row as one that is told together with others, below the other results: verbose ones say what it is.
    #[must_use]
    pub fn told_together(mut self, style: &RowStyle) -> Self {
        self.text.topic = None;
        self.text.summary = style.work.map(|_| format!("  {}", self.message)).into_iter().collect();
        self
    }

    /// Returns `true` if the result is told together with others of its kind: nobody asked for it.
    pub(super) fn is_told_together(&self) -> bool {
        self.level() == Level::Race && !self.answer.decides()
    }
}

/// Returns what is told of the results of a model: each in a line if all is shown, else their number.
pub(super) fn told(rows: &[Row]) -> Vec<String> {
    // Whoever asks for all races sees them there.
    let is_asked =
        |kind: &str| rows.iter().any(|row| row.answer.decides() && row.property() == Some(kind));
    let has =
        |row: &Row, key: &str| matches!(&row.details, Details::Fields(all) if all[key] == true);
    let is_late = |row: &Row| has(row, "late");
    let is_race = |row: &Row| row.property().is_some_and(|name| name.starts_with("race("));
    let all: Vec<&Row> = rows
        .iter()
        .filter(|row| row.is_told_together() && row.answer.verdict == Verdict::Violated)
        .filter(|row| !(is_race(row) && is_asked("race")))
        .collect();
    let lines: Vec<String> = all.iter().flat_map(|row| row.text.summary.clone()).collect();
    if all.is_empty() || !lines.is_empty() {
        return lines;
    }
    let late = all.iter().filter(|row| is_late(row)).count();
    let races = all.iter().filter(|row| is_race(row) && !is_late(row)).count();
    let mut parts = Vec::new();
    if races > 0 {
        let is_least = all.iter().any(|row| has(row, "one_of_more"));
        let least = if is_least { "at least " } else { "" };
        parts.push(format!("{least}{} drawn that nothing enforces", number_of(races, "order")));
    }
    if all.len() > races + late {
        let untold = number_of(all.len() - races - late, "lifeline");
        parts.push(format!("{untold} not told of the end"));
    }
    if late > 0 {
        parts.push("a lost message would do harm if it arrived".to_owned());
    }
    vec![format!("  {}; -v", parts.join(", "))]
}
