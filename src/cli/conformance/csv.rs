//! Results about logs as comma-separated values.

use serde_json::Value;

use scm_check::language::log::csv_field;
use scm_check::render::report::Row;
use scm_check::render::sentences::printable;

/// The names of the columns.
pub(crate) const CSV_HEADER: &str =
    "log,session,verdict,reason,class,error,location,position,expected,open\n";

/// Returns a result as a line, with the key of the session so that different keys look different: backslashes are
/// doubled beside what is escaped. Of several local errors it has the first. The last field tells whether the session is still
/// open: its verdict comes later.
pub(crate) fn csv_line(row: &Row) -> String {
    let detail = |name: &str| row.detail.get(name).map_or("", text);
    let error = row.detail.get("error").filter(|error| !error.is_null());
    let first = error.and_then(|error| error["locations"].get(0));
    let members = first.map_or_else(String::new, |first| joined(&first["location"], ","));
    let position = first.map_or_else(String::new, |first| first["position"].to_string());
    let expected = first.map_or_else(String::new, |first| joined(&first["expected"], " "));
    let fields = [
        row.model.as_str(),
        &printable(&detail("session").replace('\\', "\\\\")),
        row.verdict.word(),
        row.verdict.reason().map_or("", |reason| reason.word()),
        detail("class"),
        error.map_or("", |error| text(&error["kind"])),
        &members,
        &position,
        &expected,
        if row.detail.get("open") == Some(&Value::Bool(true)) { "true" } else { "" },
    ];
    let mut line = fields.map(csv_field).join(",");
    line.push('\n');
    line
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

fn joined(list: &Value, between: &str) -> String {
    list.as_array().into_iter().flatten().map(text).collect::<Vec<_>>().join(between)
}
