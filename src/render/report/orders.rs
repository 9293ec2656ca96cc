//! Orders of receptions that nothing enforces and that nobody asked for, told together below the other results of a model.

use super::{Details, Row};
use crate::sentences::number_of;
use driver::Level;
use kernel::verdict::Verdict;

impl Row {
    /// Returns `true` if the result is told together with others of its kind: nobody asked for it.
    pub(super) fn is_told_together(&self) -> bool {
        self.level() == Level::Race && !self.decides()
    }
}

/// Returns what is told of the results of a model: each in a line if all is shown, else their number.
pub(super) fn told(rows: &[Row]) -> Vec<String> {
    // Whoever asks for all races sees them there.
    let is_asked =
        |kind: &str| rows.iter().any(|row| row.decides() && row.property.as_deref() == Some(kind));
    let is_race = |row: &Row| row.property.as_deref().is_some_and(|name| name.starts_with("race("));
    let all: Vec<&Row> = rows
        .iter()
        .filter(|row| row.is_told_together() && row.verdict == Verdict::Violated)
        .filter(|row| !(is_race(row) && is_asked("race")))
        .collect();
    let lines: Vec<String> = all.iter().flat_map(|row| row.summary.clone()).collect();
    if all.is_empty() || !lines.is_empty() {
        return lines;
    }
    let races = all.iter().filter(|row| is_race(row)).count();
    let mut parts = Vec::new();
    if races > 0 {
        let is_one_of_more =
            |row: &&Row| matches!(&row.details, Details::Fields(all) if all["one_of_more"] == true);
        let least = if all.iter().any(is_one_of_more) { "at least " } else { "" };
        parts.push(format!("{least}{} drawn that nothing enforces", number_of(races, "order")));
    }
    if all.len() > races {
        let untold = number_of(all.len() - races, "lifeline");
        parts.push(format!("{untold} not told of the end"));
    }
    vec![format!("  {}; -v", parts.join(", "))]
}
