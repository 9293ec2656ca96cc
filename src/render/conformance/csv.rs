//! Results about logs as comma-separated values.

use crate::report::{CsvForm, Details, ErrorDetails, Row};
use crate::sentences::printable;
use driver::conformance::PROPERTY;
use language::log::csv_field;

/// Results about logs as comma-separated values. The statements of a multitrace are compared elsewhere.
pub const LOG_CSV: CsvForm = CsvForm {
    header: "log,session,verdict,reason,class,error,location,position,expected,open\n",
    line: |row| {
        let is_about_log = row.property().is_none_or(|one| one == PROPERTY);
        is_about_log.then(|| csv_line(row))
    },
};

/// Returns a result as a line. The key of the session is escaped injectively: backslashes are
/// doubled in addition to the usual escapes. Of several local errors the first is given. The last field is `true` if
/// the session is still open, so that its verdict is not final.
fn csv_line(row: &Row) -> String {
    let answer = match &row.details {
        Details::Log(details) => details.answer.as_ref(),
        _ => None,
    };
    let (error, is_open): (Option<&ErrorDetails>, bool) = match &row.details {
        Details::EarlyError(details) => (Some(&details.error), details.open),
        _ => (answer.and_then(|answer| answer.error.as_ref()), false),
    };
    let session = row.details.session().flatten().unwrap_or_default();
    let first = error.and_then(|error| error.locations.first());
    let members = first.map_or_else(String::new, |first| first.location.join(","));
    let position = first.map_or_else(String::new, |first| first.position.to_string());
    let expected = first.map_or_else(String::new, |first| first.expected.join(" "));
    let fields = [
        row.answer.subject.model.as_str(),
        &printable(&session.replace('\\', "\\\\")),
        row.answer.verdict.word(),
        row.answer.verdict.reason().map_or("", |reason| reason.word()),
        answer.and_then(|answer| answer.class).unwrap_or_default(),
        error.map_or("", |error| error.kind),
        &members,
        &position,
        &expected,
        if is_open { "true" } else { "" },
    ];
    let mut line = fields.map(csv_field).join(",");
    line.push('\n');
    line
}
