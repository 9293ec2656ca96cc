//! Lanes of a system that no borderline violation uses, found without exploring what participants do together.
//!
//! A *lane* is a channel letter that somebody sends and somebody receives: the send that the last reception of a
//! violation completes is on a lane. Two filters follow what may depend on such a send, the first participant by
//! participant, the second in pairs with the last receiver. A lane is *cleared* if nothing that depends on its sends
//! comes to a receiver that could then receive one of them; the others stay *live*, which proves nothing. A system
//! with all lanes cleared is RSC. Both filters are polynomial.
//!
//! [`NormalForm`] makes systems smaller first.

mod coexisting;
mod flow;
mod moves;
mod normal_form;

pub(crate) use normal_form::NormalForm;

use crate::rsc::ChannelLetterId;
use model::cfsm::{ChannelId, MessageId, System};
use moves::Moves;

/// The lanes of a system: messages of channels that somebody sends and somebody receives.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lanes {
    /// The number of lanes.
    pub count: usize,
    /// Those that are not cleared: a borderline violation may be about them. In order.
    pub live: Vec<(ChannelId, MessageId)>,
}

impl Lanes {
    /// Returns the lanes of `system`, with both filters applied.
    ///
    /// # Complexity
    /// For each lane linear in the number of moves, times the number of states of its receivers; and for each two
    /// participants linear in the product of their numbers of moves. At most some millions of steps.
    pub(crate) fn new(system: &System) -> Self {
        let moves = Moves::new(system);
        let lanes: Vec<ChannelLetterId> = moves.lanes().collect();
        let live = flow::live_in_pairs(&moves, &flow::live(&moves, &lanes));
        let letters = moves.local.channel_letters();
        let names = live.into_iter().map(|lane| (letters[lane].channel, letters[lane].message));
        let mut live: Vec<(ChannelId, MessageId)> = names.collect();
        live.sort_unstable();
        Self { count: lanes.len(), live }
    }

    /// Returns the number of lanes that no borderline violation is about.
    pub fn cleared(&self) -> usize {
        self.count - self.live.len()
    }
}
