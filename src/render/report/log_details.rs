//! Details of answers about logs, for programs.

use serde::Serialize;
use serde_json::Value;

/// Details of the model and the question in every answer about a log.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct LogContext {
    /// Name of the model.
    pub model: String,
    /// Digest of the model.
    pub model_sha256: Option<String>,
    /// Word for the question; `None` if the class is determined.
    pub question: Option<&'static str>,
    /// How the operators of an interaction are read.
    pub reading: &'static str,
    /// Word for the procedure.
    pub procedure: &'static str,
    /// The automaton; `None` if the term of an interaction is used.
    pub automaton: Option<AutomatonDetails>,
}

/// The automaton of a global model.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct AutomatonDetails {
    /// Number of states.
    pub states: usize,
    /// Number of transitions.
    pub transitions: usize,
    /// Number of initial states.
    pub initial: usize,
    /// How the automaton was built.
    pub made: String,
}

/// Details of a session or a multitrace.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct LogDetails {
    /// The model and the question.
    #[serde(flatten)]
    pub context: LogContext,
    /// The session, unless it is a multitrace.
    #[serde(flatten)]
    pub session: Option<SessionDetails>,
    /// The finding, if there is an answer.
    #[serde(flatten)]
    pub answer: Option<AnswerDetails>,
    /// The fields of the explanation; `null` if there is none.
    #[serde(flatten)]
    pub explanation: Value,
}

/// A session of logs.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SessionDetails {
    /// Key of the session; `None` if it has none.
    pub session: Option<String>,
    /// Word for the reason why it ended.
    pub ended: &'static str,
    /// Number of the orders of its events that were tried, if times allow several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub orders: Option<usize>,
}

/// The finding about a session or a multitrace.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct AnswerDetails {
    /// Word for the class, if it was determined.
    pub class: Option<&'static str>,
    /// The error, if it is known.
    pub error: Option<ErrorDetails>,
    /// Word for the stage that decided.
    pub stage: &'static str,
    /// The locations.
    pub locations: Vec<LocationDetails>,
}

/// A location and its trace.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct LocationDetails {
    /// Names of its members.
    pub location: Vec<String>,
    /// Number of letters of its trace.
    pub length: usize,
}

/// The error of a multitrace.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ErrorDetails {
    /// Word for the kind of error.
    pub kind: &'static str,
    /// The locations with local errors.
    pub locations: Vec<LocalErrorDetails>,
}

/// A local error.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct LocalErrorDetails {
    /// Names of its members.
    pub location: Vec<String>,
    /// Number of letters before the error.
    pub position: usize,
    /// Word for the reason of the error.
    pub reason: &'static str,
    /// The letters that are possible there.
    pub expected: Vec<String>,
    /// Whether the trace may end there.
    pub may_end: bool,
}

/// Details of an event that is wrong at its location, in a session that is still open.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct EarlyErrorDetails {
    /// The model and the question.
    #[serde(flatten)]
    pub context: LogContext,
    /// Key of the session; `None` if it has none.
    pub session: Option<String>,
    /// Whether the session is open.
    pub open: bool,
    /// The error.
    pub error: ErrorDetails,
    /// Line of the event.
    pub line: u64,
}
