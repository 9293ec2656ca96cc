//! Evidence: runs that are replayed by the operational semantics before anyone sees them.
//!
//! A check hands over initial states and steps; [`Witness`] replays them and tests what they are said
//! to show by code that shares nothing with the search. What comes out is read from here only: its
//! JSON form, its table of steps, its chart and its conflict cycle.

mod certificate;
mod chart;
mod claim;
mod cycle;
mod dependency_graphs;
mod exhibits;
mod findings;
mod follow;
mod json;
mod lines;
mod names;
mod notation;
mod outside;
mod reading;
mod rebuilt;
mod replay;
mod safety;
mod script;
mod shown;
mod step;
mod table;
mod unique_keys;
mod violation;

pub use certificate::{Certificate, ContentsAutomaton, Over, StateTexts, StateWriter, Wanted};
pub use chart::{run_chart, script_chart, witness_chart};
pub use cycle::{cycle_text, script_cycle_text};
pub use dependency_graphs::{Drawn, action_graph, conflict_graph};
pub use exhibits::{Contradiction, Exhibit, NoExhibit, exhibits};
pub use findings::{Equivalence, Findings, Standing};
pub use follow::{Departure, Followed, Obstacle, Request, departure_text, follow};
pub use json::{
    Reason, Subject, WitnessAction, WitnessChannel, WitnessDocument, WitnessEdge, WitnessMessage,
    WitnessStep,
};
pub use lines::Lines;
pub use names::{channel_caption, message_names};
pub use notation::{Misspelt, read_requests, step_text};
pub use reading::{Claim, Claimed, Unreadable, read_claim};
pub use rebuilt::rebuilt;
pub use replay::{Rejected, Replay};
pub use safety::fault_text;
pub use script::{Move, Script};
pub use shown::{Extent, Part, Shown};
pub use step::StepId;
pub use table::{contents_text, followed_table, run_table, standing_table, witness_table};
pub use violation::{CycleEdge, Witness, WitnessKind};
