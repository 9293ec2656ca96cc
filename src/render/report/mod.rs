//! One report for every question: verdicts, findings, their presentation, and the exit code.
//!
//! A check returns typed data of its own; the command converts it to [`Row`]s of neutral
//! text and numbers, and the renderers here print them. This module does not depend on
//! systems, and opens no files: the renderers take a [`std::io::Write`].
//!
//! The object of `--format json` is versioned, and changes only add to it.

mod answered;
mod builder;
mod class_map;
mod classification;
mod command;
mod comparisons;
mod completed;
mod csv;
mod details;
mod digest;
mod facts;
mod failure;
mod findings;
mod github;
pub mod html;
mod human;
mod joined;
mod json;
mod junit;
mod lacking;
mod library_summary;
mod log_details;
mod model_results;
mod model_size;
mod models_table;
mod orders;
mod overview;
mod places;
mod record;
mod result_layout;
mod row;
mod sarif;
mod so_far;
mod style;

pub use builder::{ReportBuilder, ReportForm, ReportOptions, line, record_line};
pub use class_map::{PlacedModel, class_map};
pub use classification::map_of_classes;
pub use csv::{CsvForm, csv_form};
pub use details::Details;
pub use digest::Shown;
pub use human::{Amount, write_row};
pub use json::{write_report, write_result};
pub use lacking::{Lacked, Lacking, lacked};
pub use log_details::{
    AnswerDetails, AutomatonDetails, EarlyErrorDetails, ErrorDetails, LocalErrorDetails,
    LocationDetails, LogContext, LogDetails, SessionDetails,
};
pub use model_size::{LibraryEntry, LibraryPart, ModelSize, SizeRecord};
pub use places::cause_line;
pub use record::{EndRecord, Record, RowRecord};
pub use result_layout::ResultLayout;
pub use row::{Note, RelatedNote, Report, Row, RowEvidence, RowKey, RowText, Undecided};
pub use so_far::ReportSoFar;
pub use style::{Documents, RowStyle, Steps};

/// The name of the program in reports.
pub const TOOL: &str = "scm-check";

/// The version of the program in reports.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");
