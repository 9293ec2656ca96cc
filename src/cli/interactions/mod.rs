//! What the commands about interactions share: how they are read, and how their automata are made.

mod diagram;
mod made;
mod nfa;
mod reading;

pub(crate) use diagram::{automaton_graph, automaton_model};
pub(crate) use made::{Made, Recipe, Unmade};
pub(crate) use nfa::{NfaInquiry, Plan};
pub(crate) use reading::{Read, lifelines, single};
