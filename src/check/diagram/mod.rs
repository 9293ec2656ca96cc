//! Do participants that follow the lifelines of a diagram do what the diagram says?
//!
//! A diagram whose actions are separate allows messages to cross where it does not order them. So its participants are
//! compared with its own words, not with those of the choreography in which each message arrives at once: a run is at
//! fault if it is the beginning of no word, up to the order of independent actions, or if it cannot be completed to a
//! word with empty channels.

mod judge;
mod product;
mod races;

pub use judge::{Fault, FaultKind, Judgement, Undecided, departure, judge, leaves_in_every_order};
pub use races::{Exploration, Orders, RACES, STATES, may_have_some, races};
