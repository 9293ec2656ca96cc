//! What answers about logs report for programs.

use serde::Serialize;

use super::Counts;

/// What every answer about a log says of the model and the question.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct LogContext {
    /// Name of the model.
    pub model: String,
    /// Digest of the model.
    pub model_sha256: Option<String>,
    /// Word for the question; `None` where the class is sought.
    pub question: Option<&'static str>,
    /// How the operators of an interaction are read.
    pub reading: &'static str,
    /// Word for the procedure.
    pub procedure: &'static str,
    /// The automaton; `None` where the term of an interaction is followed.
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
    /// How it was made.
    pub made: String,
}

/// What is reported of a session or a multitrace.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct LogDetails {
    /// The model and the question.
    #[serde(flatten)]
    pub context: LogContext,
    /// The session, where it is one.
    #[serde(flatten)]
    pub session: Option<SessionDetails>,
    /// What was found, if there is an answer.
    #[serde(flatten)]
    pub answer: Option<AnswerDetails>,
    /// Why that is so, where it is explained.
    #[serde(flatten)]
    pub explanation: Option<ExplanationDetails>,
}

/// A session of logs.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SessionDetails {
    /// Key of the session; `None` if it has none.
    pub session: Option<String>,
    /// Word for why it ended.
    pub ended: &'static str,
}

/// What was found of a session or a multitrace.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct AnswerDetails {
    /// Word for its class, if that was found.
    pub class: Option<&'static str>,
    /// What is wrong, if it is known.
    pub error: Option<ErrorDetails>,
    /// Word for the stage in which it was decided.
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

/// What is wrong with a multitrace.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ErrorDetails {
    /// Word for the kind of error.
    pub kind: &'static str,
    /// The locations that are wrong by themselves.
    pub locations: Vec<LocalErrorDetails>,
}

/// What is wrong at a location by itself.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct LocalErrorDetails {
    /// Names of its members.
    pub location: Vec<String>,
    /// Number of letters that are right.
    pub position: usize,
    /// Word for what is wrong there.
    pub reason: &'static str,
    /// The letters that may come there.
    pub expected: Vec<String>,
    /// Whether the trace may end there.
    pub may_end: bool,
}

/// Why an answer is what it is.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct ExplanationDetails {
    /// A run that is seen so, letter by letter.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub interleaving: Option<Vec<String>>,
    /// An invariant that the traces break.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub invariant: Option<InvariantDetails>,
    /// Names of the locations in conflict, `Some(None)` if they were sought in vain.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub conflict: Option<Option<Vec<String>>>,
    /// How far the traces can be read together.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub furthest: Option<FurthestDetails>,
}

/// An invariant that traces break.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct InvariantDetails {
    /// Letters with their weights.
    pub weights: Vec<(String, i64)>,
    /// The sums that runs have.
    pub values: Vec<i64>,
    /// The sum that the traces have.
    pub value: i64,
}

/// How far traces can be read together.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct FurthestDetails {
    /// For each location, how many letters are read.
    pub positions: Vec<usize>,
    /// For each location, what comes next in its trace.
    pub seen: Vec<Option<String>>,
    /// What may come next, if that was found.
    pub enabled: Option<Vec<String>>,
    /// Whether a run may end there, if that was found.
    pub may_end: Option<bool>,
    /// How many hypotheses are alive, if they were counted.
    pub hypotheses: Option<usize>,
    /// Word for what the hypotheses are.
    pub hypotheses_are: &'static str,
}

/// What is reported of an event that is wrong at its location, of a session that is still open.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct EarlyErrorDetails {
    /// The model and the question.
    #[serde(flatten)]
    pub context: LogContext,
    /// Key of the session; `None` if it has none.
    pub session: Option<String>,
    /// That the session is open.
    pub open: bool,
    /// What is wrong.
    pub error: ErrorDetails,
    /// Line of the event.
    pub line: u64,
}

/// What all sessions of logs come to.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct LogSummaryDetails {
    /// The counts.
    #[serde(flatten)]
    pub counts: CountDetails,
    /// Number of bad lines.
    pub bad_lines: u64,
    /// Whether they are left out.
    pub are_bad_lines_skipped: bool,
    /// Number of parts of exports that are no events though no rule leaves them out.
    pub left_out_parts: u64,
    /// Number of events that time puts in no order.
    pub unordered_events: u64,
    /// Number of sessions that were not checked again.
    pub not_checked_again: u64,
    /// Word for why reading stopped, if it did.
    pub stopped: Option<&'static str>,
    /// Number of sessions that were not finished.
    pub not_finished: u64,
}

/// What all sessions come to that locations found.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct CentralSummaryDetails {
    /// The counts.
    #[serde(flatten)]
    pub counts: CountDetails,
    /// Number of sessions that are not complete.
    pub not_complete: usize,
    /// Word for why not all were finished, if that is so.
    pub stopped: Option<&'static str>,
    /// Number of sessions that were not finished.
    pub not_finished: u64,
}

/// Counts of sessions.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct CountDetails {
    /// How many have which verdict.
    pub verdicts: Counts,
    /// How many have which class, where that is sought.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub classes: Option<Counts>,
    /// How many have a verdict and no class, where that is sought.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub without_class: Option<u64>,
    /// Number of sessions.
    pub sessions: u64,
    /// Number of events.
    pub events: u64,
    /// How many have which error.
    pub errors: ErrorCounts,
}

/// How many sessions have which error.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ErrorCounts {
    /// The locations that are wrong by themselves somewhere.
    pub local: Vec<LocalErrorCount>,
    /// Those of which no run goes through what all locations allow.
    pub inter: u64,
    /// Those that no run is seen as although each location is right.
    pub central: u64,
}

/// How many sessions are wrong at a location.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct LocalErrorCount {
    /// Names of its members.
    pub location: Vec<String>,
    /// Number of sessions.
    pub sessions: u64,
}
