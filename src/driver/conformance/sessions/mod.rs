//! Logs and multitraces: what is read together, sessions as they end, the threads that check them.

pub(super) mod checkpoint;
pub(super) mod log_check;
pub(super) mod log_format;
pub(super) mod log_group;
pub(super) mod log_options;
pub(super) mod log_reading;
pub(super) mod monitor;
pub(super) mod multitraces;
pub(super) mod pool;
pub(super) mod session_worker;
pub(super) mod tally;
pub(super) mod written_multitrace;
