//! Answers about logs and multitraces as rows, and further text about logs.

mod answer_text;
mod csv;
mod dry_run;
mod explanation_text;
mod frames;
mod location_words;
mod log_diagnostics;
mod log_summary;
mod log_survey;
mod rows;
mod tally_text;

pub use csv::LOG_CSV;
pub use dry_run::{DRY_RUN_EVENTS, log_dry_run, multitrace_dry_run};
pub use frames::framed_graph;
pub use location_words::{in_words, with_count};
pub use log_diagnostics::{LogDiagnostic, LogDiagnostics, early_warning};
pub use log_summary::{
    LogSummary, central_summary, fault_text, log_summary, no_session_row, silent_row,
};
pub use log_survey::{first_session_chart, survey_json, survey_text};
pub use rows::{LogRows, SessionRows, unknown_text};
pub use tally_text::multitraces_line;
