//! Workflow commands of GitHub Actions, which show findings beside the lines of the files that they are about.

use super::TOOL;
use super::findings::{Finding, Level, findings};
use super::human::plain_lines;
use super::places::Place;
use super::{Note, Row};

/// Maximum number of lines of the message of a command.
const LINES: usize = 20;

/// Returns the commands of a result, a line for each of its findings; `notes` are diagnostics, those of its model among
/// them.
pub(super) fn commands(row: &Row, notes: &[Note]) -> String {
    findings(row, notes).iter().map(finding_command).collect()
}

/// Returns the commands of failures besides the answers.
pub(super) fn fault_commands(faults: &[String]) -> String {
    faults.iter().map(|fault| command("error", None, TOOL, fault)).collect()
}

fn finding_command(finding: &Finding<'_>) -> String {
    let name = match finding.level {
        Level::Error => "error",
        Level::Warning => "warning",
        Level::Note => "notice",
    };
    let lines = match finding.note {
        None if finding.level == Level::Note => vec![finding.message.clone()],
        None => plain_lines(finding.row),
        Some(note) => {
            let label = (!note.label.is_empty()).then(|| note.label.clone());
            let help = note.help.iter().map(|help| format!("help: {help}"));
            [note.message.clone()].into_iter().chain(label).chain(help).collect()
        }
    };
    command(name, finding.place.as_ref(), &finding.title, &first_lines(&lines))
}

/// Returns the first lines, and the number of those that are left out.
fn first_lines(lines: &[String]) -> String {
    if lines.len() <= LINES {
        return lines.join("\n");
    }
    let shown = LINES - 1;
    format!("{}\n({} more lines)", lines[..shown].join("\n"), lines.len() - shown)
}

/// Returns a command as a line.
fn command(name: &str, place: Option<&Place>, title: &str, message: &str) -> String {
    let mut properties = Vec::new();
    if let Some(Place { file, line, column, end }) = place {
        properties.push(("file", file.clone()));
        properties.push(("line", line.to_string()));
        // Columns are allowed only within one line.
        match (*column, *end) {
            (Some(column), Some((end_line, end_column))) if end_line == *line => {
                properties.push(("endLine", end_line.to_string()));
                properties.push(("col", column.to_string()));
                properties.push(("endColumn", end_column.to_string()));
            }
            (_, Some((end_line, _))) => properties.push(("endLine", end_line.to_string())),
            (Some(column), None) => properties.push(("col", column.to_string())),
            (None, None) => {}
        }
    }
    properties.push(("title", title.to_owned()));
    let written = |(key, value): &(&str, String)| format!("{key}={}", escaped_property(value));
    let properties: Vec<String> = properties.iter().map(written).collect();
    format!("::{name} {}::{}\n", properties.join(","), escaped(message))
}

/// Returns a message in the form that a command can contain.
fn escaped(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// Returns the value of a property in the form that a command can contain.
fn escaped_property(text: &str) -> String {
    escaped(text).replace(':', "%3A").replace(',', "%2C")
}
