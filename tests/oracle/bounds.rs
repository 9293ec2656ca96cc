//! Bounded systems, read off the definitions (3.4 of the thesis): how many messages channels hold.
//!
//! A system is *universally k-bounded* if no channel holds more than k messages in any configuration, and *existentially
//! k-bounded* if each execution is equivalent to one in which no channel ever does.

use super::configurations::{Answer, Bounds, Loss, explore};
use super::membership::{Budget, Verdict};
use super::reorderings::{has_order, shortest};
use kernel::base::IndexVec;
use model::cfsm::{ChannelId, Direction, System};

/// The most messages that there ever are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Most {
    /// In each channel.
    pub in_channel: IndexVec<ChannelId, usize>,
    /// In all channels together.
    pub in_all: usize,
}

/// The most messages that there ever are, if all configurations are within these bounds.
pub fn most(system: &System, bounds: Bounds) -> Option<Most> {
    let exploration = explore(system, Loss::OnTheWay, bounds);
    let all = || exploration.reached.iter().map(|reached| &reached.configuration);
    let in_channel = |channel| all().map(|here| here.held(channel).len()).max().unwrap_or(0);
    let in_all = || all().map(|here| here.contents.iter().map(Vec::len).sum()).max().unwrap_or(0);
    exploration.is_complete().then(|| Most {
        in_channel: system.channels().ids().map(in_channel).collect(),
        in_all: in_all(),
    })
}

/// What is known about the sends that it takes to have more than `bound` messages in a channel.
pub fn fewest_sends_beyond(system: &System, bound: usize, configurations: usize) -> Answer {
    let bounds = Bounds { configurations, messages: bound + 1 };
    let exploration = explore(system, Loss::OnTheWay, bounds);
    exploration.fewest_sends(|here| here.contents.iter().any(|held| held.len() > bound))
}

/// The shortest execution each equivalent of which has more than `bound` messages in a channel.
pub fn shortest_beyond(system: &System, bound: usize, budget: Budget) -> Verdict {
    shortest(system, budget, |execution| {
        has_order(system, execution, &|held, action| {
            action.direction == Direction::Receive || held[action.channel] < bound
        })
    })
}
