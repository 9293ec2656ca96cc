//! Logs held against global models: how models are read, asked and answered for.

mod engines;
mod explanation;
mod inquiry;
mod locations;
mod model;
mod told;

pub(crate) use inquiry::{ConformInquiry, Plan};
pub(crate) use model::GlobalModel;
