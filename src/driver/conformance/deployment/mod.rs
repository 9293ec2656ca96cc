//! Locations that check by themselves, and what all of them say together.

pub(super) mod central;
pub(super) mod diagrams;
pub(super) mod local_verdicts;
