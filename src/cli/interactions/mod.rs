//! Shared parts of the commands about interactions: reading, and the command for their automata.

mod nfa;
mod reading;

pub(crate) use nfa::SynthesisCommand;
pub(crate) use reading::{Read, single};
