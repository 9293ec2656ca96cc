//! Logs held against global models: how models are read, asked and answered for.

mod answer_object;
mod checkpoint;
mod codes;
mod complaints;
mod csv;
mod deployment;
mod drawn;
mod dry_run;
mod engines;
mod explanation;
mod feed;
mod inputs;
mod inquiry;
mod judge;
mod locations;
mod log_group;
mod log_plan;
mod log_summary;
mod logged;
mod logs;
mod model;
mod monitor;
mod multitraces;
mod pool;
mod session_rows;
mod tally;
mod told;
mod two_places;

pub(crate) use codes::{OTHER_MODEL, WRONG_LINE};
pub(crate) use csv::{CSV_HEADER, csv_line};
pub(crate) use drawn::drawn;
pub(crate) use engines::{Engine, Engines};
pub(crate) use inputs::{LogInput, inputs, repeated};
pub(crate) use inquiry::{ConformInquiry, PROPERTY, Plan};
pub(crate) use logged::Logged;
pub(crate) use model::{Behaviour, GlobalModel};
