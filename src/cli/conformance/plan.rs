//! What is asked of logs.

use std::time::Duration;

use super::model::GlobalModel;
use crate::check::conformance::Question;
use crate::cli::conform_args::{ProcedureChoice, ReadingChoice};

/// The property of the rows.
pub(crate) const PROPERTY: &str = "conforms";

/// What is asked of each log.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plan<'a> {
    pub(crate) model: &'a GlobalModel,
    /// Without one, the class is found.
    pub(crate) question: Option<Question>,
    pub(crate) procedure: ProcedureChoice,
    pub(crate) reading: ReadingChoice,
    /// Whether a run is shown where there is one.
    pub(crate) interleaving: bool,
    /// How much time there is for each session, or multitrace.
    pub(crate) session_timeout: Option<Duration>,
}
