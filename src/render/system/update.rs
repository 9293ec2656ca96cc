//! Changes to the answers that a model states.

use crate::sentences::printable;
use driver::restating::Update;
use language::scm::LineChange;

/// Returns the changes to the text of a model, line by line, or that there are none.
pub fn update_text(update: &Update) -> String {
    let name = &update.name;
    match (update.is_change(), update.open) {
        (true, _) => {
            let lines = update.after.changes.iter().map(|change| match change {
                LineChange::Removed(line) => format!("- {}\n", printable(line)),
                LineChange::Added(line) => format!("+ {}\n", printable(line)),
            });
            format!("{name}\n{}", lines.collect::<String>())
        }
        (false, 0) => format!("{name}: up to date\n"),
        (false, _) => format!("{name}: not everything was decided, nothing to update\n"),
    }
}
