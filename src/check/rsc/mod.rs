//! The executions in which every reception follows its send at once, as a finite automaton.
//!
//! An execution is *realisable with synchronous communication* (RSC) when every matching pair is
//! adjacent, so it is a word of communications: matching pairs, and sends that stay unmatched. The
//! contents of a channel do not matter for what can come next, only whether it holds an unmatched
//! message: it is then *blocked*. So the control state and the blocked channels are a finite
//! automaton over communications (Definition 3.3.1 of [RSC](crate#bibliography)).
//!
//! Internal steps are no actions. A participant takes those that it needs just before its next
//! action, so one communication is one transition here and witnesses spell the internal steps out.

mod automaton;
mod diagram;
mod growth;
mod local_moves;
mod oldest;
mod run;
mod search;
mod space;

pub use automaton::RscAutomaton;
pub use diagram::diagram;
pub(crate) use diagram::{exchange_text, keys_text, rsc_state_text};
pub use growth::{ChannelBounds, is_unbounded};
pub(crate) use growth::{Growth, growth};
pub use local_moves::{ChannelLetter, ChannelLetterId, KeyId, LocalMove, LocalMoves};
pub(crate) use local_moves::{internal_closure, resting_states};
pub(crate) use oldest::OldestMessages;
pub(crate) use run::{Run, RunBuilder};
pub(crate) use search::{RscProduct, RunFinding, search};
pub use space::{CommunicationStep, Matching, RscSpace};
