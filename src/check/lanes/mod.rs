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
use moves::Moves;
use model::cfsm::{ChannelId, MessageId, System};

/// The lanes of a system, by what the filters say so far.
#[derive(Debug)]
pub(crate) struct Lanes {
    moves: Moves,
    /// The number of lanes.
    count: usize,
    /// Those that are not cleared, in order.
    live: Vec<ChannelLetterId>,
}

impl Lanes {
    /// Returns the lanes of `system`, with the first filter applied.
    ///
    /// # Complexity
    /// For each lane linear in the number of moves.
    pub(crate) fn new(system: &System) -> Self {
        let moves = Moves::new(system);
        let lanes: Vec<ChannelLetterId> = moves.lanes().collect();
        let live = flow::live(&moves, &lanes);
        Self { moves, count: lanes.len(), live }
    }

    /// Applies the second filter, in at most so many steps; lanes that it has no time for stay live.
    ///
    /// # Complexity
    /// For each lane and each state of a receiver linear in the number of moves, and for each two participants linear in the
    /// product of their numbers of moves.
    pub(crate) fn clear_by_pairs(&mut self, most_steps: u64) {
        self.live = flow::live_in_pairs(&self.moves, &self.live, most_steps);
    }

    /// Returns the number of lanes.
    pub(crate) fn count(&self) -> usize {
        self.count
    }

    /// Returns the channels and messages of the lanes that are not cleared, in order.
    pub(crate) fn live(&self) -> Vec<(ChannelId, MessageId)> {
        let letters = self.moves.local.channel_letters();
        let names = self.live.iter().map(|&lane| (letters[lane].channel, letters[lane].message));
        let mut names: Vec<(ChannelId, MessageId)> = names.collect();
        names.sort_unstable();
        names
    }
}
