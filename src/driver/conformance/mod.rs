//! Conformance of logs and multitraces to a global model: the questions, their order, and the conclusions.
//!
//! A [`GlobalModel`] is an automaton, a choreography or an interaction with its locations. Multitraces in files are
//! checked by a [`MultitraceChecker`]. Logs are read in groups: a [`LogReading`] takes their bytes from [`LogFiles`],
//! and a [`LogCheck`] checks sessions as they end, on several threads. Where locations check by themselves, a
//! [`LocalCheck`] writes the results of one location, and a [`CentralMerge`] combines those of all locations.

mod answer_object;
mod central;
mod checkpoint;
mod diagrams;
mod engines;
mod explainer;
mod explanation;
mod generation;
mod local_verdicts;
mod log_check;
mod log_format;
mod log_group;
mod log_options;
mod log_reading;
mod model;
mod monitor;
mod multitraces;
mod outcome;
mod plan;
mod pool;
mod session_worker;
mod stated;
mod tally;
mod written_multitrace;

pub use answer_object::AnswerObject;
pub use central::{CentralCheck, CentralMerge, CentralReport, WrongLine};
pub use checkpoint::{Checkpoint, CheckpointError, Known, Recorded, RunLimits, Storage};
pub use diagrams::{Diagram, DiagramError, DiagramSubject, diagram};
pub use engines::{Engine, Engines};
pub use explainer::Reached;
pub use explanation::{Explanation, FurthestPoint, Reasons, Refusal, SessionExplainer};
pub use generation::{
    GeneratedMultitraces, GenerationOptions, MultitraceKind, TooManyWords, changed_multitraces,
    multitraces_of_words,
};
pub use local_verdicts::{DeploymentError, LocalCheck, LocalLines, UnknownLocation};
pub use log_check::{EarlyError, LogCheck, NoEarlyErrors};
pub use log_format::{FormatHints, log_format};
pub use log_group::{EmptyLog, LogFault, LogGroup, Stop};
pub use log_options::{LogOptions, LogSource, title};
pub use log_reading::{LogFeed, LogFiles, LogObserver, LogPiece, LogReading};
pub use model::{
    Behaviour, GlobalModel, MODEL_KINDS, ModelError, ModelOptions, ModelText, ObservedLetters,
    OrderReading, read_model,
};
pub use multitraces::{
    MultitraceChecker, MultitraceFinding, MultitraceInput, MultitraceReport, MultitraceWorker,
};
pub use outcome::{MAX_ORDERS, Origin, Outcome, SessionReport, Unordered};
pub use plan::{PROPERTY, Plan};
pub use pool::{AHEAD, Pool, Threads, Worker};
pub use stated::{Statement, StatementResult};
pub use tally::{ClassCounts, Tally};
pub use written_multitrace::WrittenMultitrace;
