//! Results as comma-separated values.

use super::Row;
use crate::sentences::Detail;
use check::EngineName;
use driver::Answer;
use kernel::verdict::{Comparison, Reason};
use language::log::csv_field;

/// How results are written as comma-separated values.
#[derive(Clone, Copy, Debug)]
pub struct CsvForm {
    /// The line that names the columns.
    pub header: &'static str,
    /// Returns the line of a result, or `None` if there is none for it.
    pub line: fn(&Row) -> Option<String>,
}

/// Returns the form in which results of all kinds have the same columns: a line for each result, premises included.
///
/// A field that has no value is empty. Fields are quoted as RFC 4180 says, but lines end with a line feed alone.
pub fn csv_form(detail: Detail) -> CsvForm {
    match detail {
        Detail::Full => CsvForm {
            header: "model,property,channels,verdict,reason,engine,expected,comparison,states,transitions,depth,\
                     milliseconds,sha256,message,level,counts\n",
            line: |row| Some(line(row, Detail::Full)),
        },
        Detail::Reproducible => CsvForm {
            header: "model,property,channels,verdict,reason,engine,expected,comparison,states,transitions,depth,\
                     sha256,message,level,counts\n",
            line: |row| Some(line(row, Detail::Reproducible)),
        },
    }
}

/// Returns a result as a line; the time is left out if `detail` is reproducible.
fn line(row: &Row, detail: Detail) -> String {
    let statistic = |value: Option<u64>| value.map_or_else(String::new, |value| value.to_string());
    let Answer { subject, verdict, expected, engine, statistics, .. } = &row.answer;
    let mut fields = vec![
        subject.model.clone(),
        subject.property.clone().unwrap_or_default(),
        subject.channels.word(),
        verdict.word().to_owned(),
        verdict.reason().map_or("", Reason::word).to_owned(),
        engine.map_or("", EngineName::word).to_owned(),
        expected.map_or("", |expected| expected.verdict.word()).to_owned(),
        row.comparison().map_or("", Comparison::word).to_owned(),
        statistic(statistics.map(|work| work.states)),
        statistic(statistics.map(|work| work.transitions)),
        statistic(statistics.map(|work| work.depth)),
    ];
    if detail == Detail::Full {
        fields.push(statistic(statistics.map(|work| work.milliseconds)));
    }
    fields.extend([subject.sha256.clone().unwrap_or_default(), row.message.clone()]);
    fields.extend([row.level().word().to_owned(), row.counts().to_string()]);
    let fields: Vec<String> = fields.iter().map(|field| csv_field(field)).collect();
    fields.join(",") + "\n"
}
