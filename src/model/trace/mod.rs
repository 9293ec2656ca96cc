//! Observations of a distributed run: lifelines, messages, actions and letters.
//!
//! A [`Signature`] names the lifelines and messages. An [`Action`] is the emission or the reception of a
//! message on a lifeline; a [`Letter`] is a set of actions that happen at once, mostly a single one. A
//! [`MultiTrace`] has a trace for each location. A [`DistributedAlphabet`] maps letters to the local letters
//! of locations; in terms of these ids, a multitrace is a slice of traces, one for each location.

mod action;
mod distributed;
mod letter;
mod lifelines;
mod multitrace;
mod signature;

pub use action::Action;
pub use distributed::{DistributedAlphabet, LocalLetterId, Location, LocationId, Misplaced};
pub use letter::{Letter, LetterId, Letters};
pub use lifelines::LifelineSet;
pub use multitrace::{Component, MultiTrace};
pub use signature::{GateId, INTERNAL, LifelineId, Signature, SignatureMessageId};
