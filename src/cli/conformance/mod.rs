//! Logs held against global models: which files there are, and where answers go.

mod checkpoint_file;
mod command;
mod dry_run;
mod inputs;
mod local_and_central;
mod log_inputs;
mod logs;
mod model;

pub(crate) use command::ConformCommand;
pub(crate) use inputs::{LogInput, inputs, repeated};
pub(crate) use model::global_model;
