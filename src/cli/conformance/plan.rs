//! What is asked of logs.

use std::time::Duration;

use super::model::GlobalModel;
use crate::cli::conform_args::{ProcedureChoice, ReadingChoice};
use scm_check::check::conformance::{Answer, Question};

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
    /// Whether anybody hears of the class of a multitrace that does not state it.
    pub(crate) tells_class: bool,
    /// Whether a run is shown where there is one.
    pub(crate) interleaving: bool,
    /// How much time there is for each session, or multitrace.
    pub(crate) session_timeout: Option<Duration>,
}

impl Plan<'_> {
    /// Returns what is asked of a multitrace: without a question for the class, unless nobody hears of that.
    pub(super) fn question_of(&self, is_class_stated: bool) -> Option<Question> {
        let is_told = self.tells_class || is_class_stated;
        self.question.or((!is_told).then_some(Question::Accept))
    }

    /// Tells whether it is said why an answer is what it is: always of a yes where a run is shown, of a no where that
    /// is explained.
    pub(super) fn tells_why(&self, answer: &Answer, is_no_explained: bool) -> bool {
        match answer.verdict {
            Ok(true) => self.interleaving,
            Ok(false) => is_no_explained,
            Err(_) => false,
        }
    }
}
