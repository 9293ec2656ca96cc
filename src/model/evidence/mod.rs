//! Evidence: runs that are replayed by the operational semantics before they are reported.
//!
//! A check supplies initial states and steps; [`Witness`] replays them and tests the claim about them with
//! code that shares nothing with the search. Files of evidence are read and written by the crate `language`,
//! tables and charts are made by `render`.

mod bounds;
mod certificate;
mod class;
mod class_definition;
mod compatible;
mod continuations;
mod findings;
mod follow;
mod fully_bag;
mod half_duplex;
mod languages;
mod linear;
mod lines;
mod order;
mod outside;
mod outside_class;
mod replay;
mod safety;
mod script;
mod stable;
mod step;
mod synchronisable;
mod upward;
mod violation;

pub use bounds::growing_part;
pub use certificate::{
    Certificate, ContentsAutomaton, EvidenceRequest, ExplicitCertificate, StateSpace, StateTexts,
    StateWriter,
};
pub use class::{CLASSES, Class};
pub use class_definition::ClassDefinition;
pub use findings::{Equivalence, Findings, RscDegree};
pub use follow::{Departure, Followed, Obstacle, Request, follow};
pub use half_duplex::{binary_senders, can_be_half_duplex, opposite_channels};
pub use languages::{ContentsLanguage, LanguageInvariant};
pub use linear::LinearInvariant;
pub use lines::Lines;
pub use replay::{Rejected, Replay};
pub use safety::faults;
pub use script::{Script, ScriptMove};
pub use step::StepId;
pub use upward::{LeastConfiguration, UpwardSet};
pub use violation::{CycleEdge, Witness, WitnessKind, number};
