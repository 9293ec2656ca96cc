//! Global models, and how one session or multitrace is held against them.

pub(super) mod answer_object;
pub(super) mod engines;
pub(super) mod explainer;
pub(super) mod explanation;
pub(super) mod generation;
pub(super) mod global_model;
pub(super) mod outcome;
pub(super) mod plan;
pub(super) mod stated;
