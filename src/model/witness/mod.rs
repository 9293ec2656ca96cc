//! Evidence: runs that are replayed by the operational semantics before anyone sees them.
//!
//! A check hands over initial states and steps; [`Witness`] replays them and tests what they are said
//! to show by code that shares nothing with the search. What comes out is read from here only: its
//! JSON form, its table of steps, its chart and its conflict cycle.

mod certificate;
mod chart;
mod cycle;
mod json;
mod lines;
mod names;
mod reading;
mod replay;
mod safety;
mod table;
mod violation;

pub use certificate::{Certificate, ContentsAutomaton, Over, StateTexts, StateWriter, Wanted};
pub use chart::{run_chart, witness_chart};
pub use cycle::cycle_text;
pub use json::{
    Reason, Subject, WitnessAction, WitnessDocument, WitnessEdge, WitnessMessage, WitnessStep,
};
pub use lines::Lines;
pub use reading::{Unreadable, read_steps};
pub use replay::{Rejected, Replay, StepId};
pub use safety::{fault_text, read_safety};
pub use table::{run_table, witness_table};
pub use violation::{CycleEdge, Witness, WitnessKind};
