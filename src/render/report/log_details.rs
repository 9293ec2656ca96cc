//! Details of answers about logs, for programs.

use serde::Serialize;

use super::Counts;

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
    /// The explanation, if there is one.
    #[serde(flatten)]
    pub explanation: Option<ExplanationDetails>,
}

/// A session of logs.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SessionDetails {
    /// Key of the session; `None` if it has none.
    pub session: Option<String>,
    /// Word for the reason why it ended.
    pub ended: &'static str,
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

/// The explanation of an answer.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct ExplanationDetails {
    /// A run that the multitrace observes, letter by letter.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub interleaving: Option<Vec<String>>,
    /// An invariant that the traces violate.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub invariant: Option<InvariantDetails>,
    /// Names of the locations in conflict; `Some(None)` if the search found none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub conflict: Option<Option<Vec<String>>>,
    /// The furthest point to which the traces can be read together.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub furthest: Option<FurthestDetails>,
}

/// An invariant that traces violate.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct InvariantDetails {
    /// Letters with their weights.
    pub weights: Vec<(String, i64)>,
    /// The sums of runs.
    pub values: Vec<i64>,
    /// The sum of the traces.
    pub value: i64,
}

/// The furthest point to which traces can be read together.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct FurthestDetails {
    /// For each location, the number of letters that are read.
    pub positions: Vec<usize>,
    /// For each location, the next letter of its trace.
    pub seen: Vec<Option<String>>,
    /// The possible next letters, if they were determined.
    pub enabled: Option<Vec<String>>,
    /// Whether a run may end there, if that was determined.
    pub may_end: Option<bool>,
    /// Number of live hypotheses, if they were counted.
    pub hypotheses: Option<usize>,
    /// Word for the kind of the hypotheses.
    pub hypotheses_are: &'static str,
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

/// Details of all sessions of logs.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct LogSummaryDetails {
    /// The counts.
    #[serde(flatten)]
    pub counts: CountDetails,
    /// Number of bad lines.
    pub bad_lines: u64,
    /// Whether bad lines are skipped.
    pub are_bad_lines_skipped: bool,
    /// Number of parts of exports that are not events although no rule leaves them out.
    pub left_out_parts: u64,
    /// Number of events whose order is not determined by their times.
    pub unordered_events: u64,
    /// Number of sessions that were not checked again.
    pub not_checked_again: u64,
    /// Word for the reason why reading stopped, if it did.
    pub stopped: Option<&'static str>,
    /// Number of sessions that were not finished.
    pub not_finished: u64,
}

/// Details of all sessions that locations found.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct CentralSummaryDetails {
    /// The counts.
    #[serde(flatten)]
    pub counts: CountDetails,
    /// Number of sessions that are not complete.
    pub not_complete: usize,
    /// Word for the reason why not all were finished, if so.
    pub stopped: Option<&'static str>,
    /// Number of sessions that were not finished.
    pub not_finished: u64,
}

/// Counts of sessions.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct CountDetails {
    /// Number of sessions by verdict.
    pub verdicts: Counts,
    /// Number of sessions by class, if it is determined.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub classes: Option<Counts>,
    /// Number of sessions with a verdict and without a class, if it is determined.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub without_class: Option<u64>,
    /// Number of sessions.
    pub sessions: u64,
    /// Number of events.
    pub events: u64,
    /// Number of sessions by error.
    pub errors: ErrorCounts,
}

/// Number of sessions by error.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ErrorCounts {
    /// Local errors by location.
    pub local: Vec<LocalErrorCount>,
    /// Number of sessions for which no run is within what all locations allow.
    pub inter: u64,
    /// Number of sessions that are no observation of a run although each location is right.
    pub central: u64,
}

/// Number of sessions with an error at a location.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct LocalErrorCount {
    /// Names of its members.
    pub location: Vec<String>,
    /// Number of sessions.
    pub sessions: u64,
}
