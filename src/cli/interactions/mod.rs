//! What the commands about interactions share: how they are read, and the command for their automata.

mod nfa;
mod reading;

pub(crate) use nfa::SynthesisCommand;
pub(crate) use reading::{Read, single};
