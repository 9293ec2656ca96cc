//! What kind of system a model is: a line for each class.

use super::Row;
use super::class_map::class_map;
use super::human::{coloured, compared};
use crate::drawing::{Regions, display_width};
use crate::sentences::hanging;
use kernel::verdict::Verdict;

/// Returns the map of half-duplex classes with the place of a model, if the answers say what kind of system it is: `answers`
/// has the name of each class with the verdict.
pub fn map_of_classes(model: &str, answers: &[(&str, Verdict)]) -> Option<Regions> {
    let verdict = |name: &str| answers.iter().find(|one| one.0 == name).map(|one| one.1);
    let is_classified = verdict("rsc").is_some() && verdict("eager").is_some();
    is_classified.then(|| class_map(Some((model, &verdict))))
}

/// Returns the answers about one model as a table: class, answer, how far it reaches, and why; of at most `width` columns, if
/// there is a width.
pub(super) fn classification(rows: &[&Row], width: Option<usize>) -> String {
    let Some(first) = rows.first() else { return String::new() };
    let holding = rows.iter().filter(|row| row.answer.verdict == Verdict::Holds).count();
    let model = &first.answer.subject.model;
    let mut lines = vec![format!("{model}: {holding} of {} hold", rows.len())];
    let labels: Vec<String> = rows.iter().map(|row| row.label().unwrap_or_default()).collect();
    let longest = labels.iter().map(|label| display_width(label)).max().unwrap_or(0);
    for (row, label) in rows.iter().zip(&labels) {
        let verdict = row.answer.verdict;
        let scope = match (verdict, row.details.word("scope")) {
            (Verdict::Holds | Verdict::Violated, None) => "decided",
            (_, Some(scope)) => scope,
            (_, None) => "",
        };
        let space = " ".repeat(longest - display_width(label));
        let word = coloured(verdict, &format!("{:<8}", verdict.word()));
        let first = format!("  {label}{space}  {word}  {scope:<7}  ");
        let indent = longest + 23;
        let why = if row.qualifier.is_empty() || verdict != Verdict::Holds {
            row.message.clone()
        } else {
            format!("{} ({})", row.message, row.qualifier)
        };
        lines.extend(hanging(
            &first,
            &(why + compared(row).trim_end_matches(" [a fact, and no fault]")),
            indent,
            width,
        ));
    }
    lines.push("  see: scm-check explain classes; the run of one: --property NAME".to_owned());
    lines.join("\n") + "\n"
}
