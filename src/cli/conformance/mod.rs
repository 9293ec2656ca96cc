//! Conformance of logs to global models: input files, and output of answers.

mod checkpoint_file;
mod command;
mod dry_run;
mod guessed_rules;
mod inputs;
mod local_and_central;
mod log_inputs;
mod logs;
mod model;
mod survey;

pub(crate) use command::ConformCommand;
pub(crate) use guessed_rules::guessed_rules;
pub(crate) use inputs::{LogInput, inputs, repeated};
pub(crate) use model::global_model;
pub(crate) use survey::{SurveyCommand, SurveyForm};
