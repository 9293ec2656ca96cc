//! Questions about component systems: of the global states, of runs, of logs.

mod condition;
mod engine;
mod execution;
mod fault;
mod first_monitors;
mod global_simulation;
mod instrument;
mod log_lines;
mod log_monitor;
mod property_answer;
mod run_events;
mod session;
mod workload;

pub use engine::{EngineOptions, RunEnd, RunSummary};
pub use execution::{Execution, RunLog, WatchOptions, execute};
pub use fault::{
    FaultReport, OwnText, describe_fault, describe_monitor_error, describe_predicate_fault,
    instrument_error,
};
pub use global_simulation::GlobalSimulation;
pub use instrument::{InstrumentError, MAX_INSTRUMENTED, instrument};
pub use log_lines::LogSource;
pub use log_monitor::{
    EventPlace, LogEnd, LoggedState, MonitorOptions, MonitoredLogs, NoSink, SinkClosed,
    WitnessSink, monitor_logs,
};
pub use property_answer::{Ending, PropertyAnswer};
pub use run_events::RunEvents;
pub use session::{
    DEADLOCK, GlobalFinding, REACH, Task, answers, invariant, lacks, stated, subject_of, unasked,
};
pub use workload::is_work;
