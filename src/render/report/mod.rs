//! One report for every question: verdicts, findings, their presentation, and the exit code.
//!
//! A check returns typed data of its own; the command converts it to [`Row`]s of neutral
//! text and numbers, and the renderers here print them. This module does not depend on
//! systems, and opens no files: the renderers take a [`std::io::Write`].
//!
//! The object of `--format json` is versioned, and changes only add to it.

mod builder;
mod choreography_details;
mod completed;
mod configurations_details;
mod counts;
mod details;
mod failure;
pub mod html;
mod human;
mod interaction_details;
mod json;
mod log_details;
mod overview;
mod row;
mod style;
mod word_details;

pub use builder::{CsvForm, Layout, ReportBuilder, ReportForm, ReportOptions, line};
pub use choreography_details::{
    BlameDetails, ChannelDetails, ChoreographyDetails, IncoherenceDetails, NamedCheckDetails,
    OccurrenceDetails,
};
pub use configurations_details::ConfigurationsDetails;
pub use counts::Counts;
pub use details::Details;
pub use human::{Amount, write_row};
pub use interaction_details::{AcceptanceDetails, SynthesisDetails};
pub use json::{write_report, write_result};
pub use log_details::{
    AnswerDetails, AutomatonDetails, CentralSummaryDetails, CountDetails, EarlyErrorDetails,
    ErrorCounts, ErrorDetails, ExplanationDetails, FurthestDetails, InvariantDetails,
    LocalErrorCount, LocalErrorDetails, LocationDetails, LogContext, LogDetails, LogSummaryDetails,
    SessionDetails,
};
pub use overview::ModelSize;
pub use row::{Note, Report, Row, Undecided};
pub use style::{Documents, Style};
pub use word_details::{OtherAutomaton, WordDetails};

/// The name of the program in reports.
pub const TOOL: &str = "scm-check";

/// The version of the program in reports.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");
