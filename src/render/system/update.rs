//! Changes to the answers that a model states.

use crate::sentences::{listed, printable};
use driver::restating::Update;
use language::scm::LineChange;

/// Returns the changes to the text of a model, line by line, or that there are none.
pub fn update_text(update: &Update) -> String {
    let name = &update.name;
    let by_lines = update.offers.chunk_by(|one, other| one.1 == other.1);
    let offers = by_lines.map(|offers| {
        let properties: Vec<&str> = offers.iter().map(|(property, _)| property.as_str()).collect();
        let lines: Vec<String> = offers[0].1.iter().map(|line| format!("`{line}`")).collect();
        format!(
            "{name}: not stated: {} = violated; if waiting there is meant, write {}\n",
            properties.join(" = violated, "),
            listed(&lines, "and"),
        )
    });
    let text = match (update.is_change(), update.open) {
        (true, _) => {
            let lines = update.after.changes.iter().map(|change| match change {
                LineChange::Removed(line) => format!("- {}\n", printable(line)),
                LineChange::Added(line) => format!("+ {}\n", printable(line)),
            });
            format!("{name}\n{}", lines.collect::<String>())
        }
        (false, 0) => format!("{name}: up to date\n"),
        (false, _) => format!("{name}: not everything was decided, nothing to update\n"),
    };
    text + &offers.collect::<String>()
}
