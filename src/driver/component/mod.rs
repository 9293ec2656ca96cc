//! Questions about component systems: of the global states, of runs, of logs.

mod engine;
mod execution;
mod property_answer;
mod workload;

pub use engine::{EngineOptions, RunEnd, RunSummary};
pub use execution::{Execution, RunLog, WatchOptions, execute};
pub use property_answer::{Ending, PropertyAnswer};
pub use workload::is_work;
