//! Conformance of logs and multitraces to a global model: the questions, their order, and the conclusions.
//!
//! A [`GlobalModel`] is an automaton, a choreography or an interaction with its locations. Multitraces in files are
//! checked by a [`MultitraceChecker`]. Logs are read in groups: a [`LogReading`] takes their bytes from [`LogFiles`],
//! and a [`LogCheck`] checks sessions as they end, on several threads. Where locations check by themselves, a
//! [`LocalCheck`] writes the results of one location, and a [`CentralMerge`] combines those of all locations.

mod deployment;
mod model;
mod sessions;

pub use deployment::central::{CentralCheck, CentralMerge, CentralReport, WrongLine};
pub use deployment::diagrams::{Diagram, DiagramError, DiagramSubject, diagram};
pub use deployment::local_verdicts::{DeploymentError, LocalCheck, LocalLines, UnknownLocation};
pub use model::answer_object::AnswerObject;
pub use model::engines::{Engine, Engines};
pub use model::explainer::Reached;
pub use model::explanation::{Explanation, FurthestPoint, Reasons, Refusal, SessionExplainer};
pub use model::generation::{
    GeneratedMultitraces, GenerationOptions, MultitraceKind, TooManyWords, changed_multitraces,
    multitraces_of_words,
};
pub use model::global_model::{
    Behaviour, GlobalModel, MODEL_KINDS, ModelError, ModelOptions, ModelText, ObservedLetters,
    OrderReading, read_model,
};
pub use model::outcome::{MAX_ORDERS, Origin, Outcome, SessionReport, Unordered};
pub use model::plan::{PROPERTY, Plan};
pub use model::stated::{Statement, StatementResult};
pub use sessions::checkpoint::{Checkpoint, CheckpointError, Known, Recorded, RunLimits, Storage};
pub use sessions::log_check::{EarlyError, LogCheck, NoEarlyErrors};
pub use sessions::log_format::{FormatHints, log_format};
pub use sessions::log_group::{EmptyLog, LogFault, LogGroup, Stop};
pub use sessions::log_options::{LogOptions, LogSource, title};
pub use sessions::log_reading::{LogFeed, LogFiles, LogObserver, LogPiece, LogReading};
pub use sessions::multitraces::{
    MultitraceChecker, MultitraceFinding, MultitraceInput, MultitraceReport, MultitraceWorker,
};
pub use sessions::pool::{AHEAD, Pool, Threads, Worker};
pub use sessions::session_worker::SessionChecker;
pub use sessions::tally::{ClassCounts, Tally};
pub use sessions::written_multitrace::WrittenMultitrace;
