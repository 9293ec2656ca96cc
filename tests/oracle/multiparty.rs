//! k-multiparty compatibility, read off the definitions: whatever may follow within the bound is searched for each
//! configuration and each thing that is asked for.

use super::configurations::{Bounds, Exploration, Loss, Move, explore};
use super::safety::{Property, is_final, is_waiting, leaving, receives};
use kernel::base::Id as _;
use model::cfsm::{
    ChannelId, Direction, Label, MessageId, ParticipantId, StateId, System, Transition,
};
use std::collections::BTreeSet;

/// All configurations that are reached while no channel holds more messages than a bound.
pub struct Bounded<'a> {
    system: &'a System,
    bound: usize,
    exploration: Exploration,
}

/// What has happened since a reception: where the system is, who depends on the reception, and for each message in a
/// channel whether it does.
type Since = (usize, BTreeSet<ParticipantId>, Vec<Vec<bool>>);

impl<'a> Bounded<'a> {
    /// Explores them, unless they are more than `most`.
    pub fn new(system: &'a System, bound: usize, most: usize) -> Option<Self> {
        let bounds = Bounds { configurations: most, messages: bound };
        let exploration = explore(system, Loss::OnTheWay, bounds);
        (exploration.reached.len() < most).then_some(Self { system, bound, exploration })
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.exploration.reached.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn edges(&self, place: usize) -> &[(Move, usize)] {
        &self.exploration.edges(self.system)[place]
    }

    fn held(&self, place: usize, channel: ChannelId) -> &[MessageId] {
        self.exploration.reached[place].configuration.held(channel)
    }

    /// The transitions that a participant has, whether they are possible or not.
    fn options(
        &self,
        place: usize,
        participant: ParticipantId,
    ) -> impl Iterator<Item = &'a Transition> {
        let state: StateId = self.exploration.reached[place].configuration.state(participant);
        leaving(self.system, participant, state)
    }

    /// Whether a run of allowed moves leads from a configuration to one that is good.
    fn leads(
        &self,
        start: usize,
        is_allowed: impl Fn(Move) -> bool,
        is_good: impl Fn(usize) -> bool,
    ) -> bool {
        let (mut seen, mut open) = (BTreeSet::from([start]), vec![start]);
        while let Some(place) = open.pop() {
            if is_good(place) {
                return true;
            }
            for &(step, next) in self.edges(place) {
                if is_allowed(step) && seen.insert(next) {
                    open.push(next);
                }
            }
        }
        false
    }

    /// Whether some run from a configuration has such a reception.
    fn can_receive(
        &self,
        start: usize,
        by: Option<ParticipantId>,
        from: impl Fn(ChannelId) -> bool,
    ) -> bool {
        let does = |step| receives(self.system, step, by).is_some_and(|(channel, _)| from(channel));
        self.leads(start, |_| true, |place| self.edges(place).iter().any(|&(step, _)| does(step)))
    }

    /// Whether a configuration violates a property, when the bound is never exceeded later either.
    fn is_violated_in(&self, property: Property, place: usize) -> bool {
        match property {
            Property::Deadlock => {
                let is_stable =
                    |there: usize| self.exploration.reached[there].configuration.is_stable();
                !self.leads(place, |_| true, is_stable)
            }
            Property::Stuck(participant) => {
                let here = |place: usize| &self.exploration.reached[place].configuration;
                let may_stay =
                    |there| is_final(self.system, participant, here(there).state(participant));
                is_waiting(self.system, here(place), participant)
                    && !self.leads(place, |_| true, may_stay)
                    && !self.can_receive(place, Some(participant), |_| true)
            }
            Property::Unreceived(message) => self.system.channels().ids().any(|channel| {
                self.held(place, channel).first() == Some(&message)
                    && !self.can_receive(place, None, |from| from == channel)
            }),
            _ => {
                let here = &self.exploration.reached[place].configuration;
                property.is_violated_in(self.system, here).expect("it is linear")
            }
        }
    }

    /// Whether a property is violated, when the bound is never exceeded.
    pub fn is_violated(&self, property: Property) -> bool {
        (0..self.len()).any(|place| self.is_violated_in(property, place))
    }

    /// Whether each send that somebody could do fits, once others have done something.
    pub fn is_exhaustive(&self) -> bool {
        let fits = |place, participant: ParticipantId, channel| {
            let others =
                |step| !matches!(step, Move::Step(step) if step.participant == participant);
            self.leads(place, others, |there| self.held(there, channel).len() < self.bound)
        };
        (0..self.len()).all(|place| {
            self.system.automata().ids().all(|participant| {
                let sends = self.options(place, participant);
                let mut sends = sends.filter_map(|one| action(one, Direction::Send));
                sends.all(|(channel, _)| fits(place, participant, channel))
            })
        })
    }

    /// Whether each message is received some time, and each participant that waits, in no final state, receives or gets
    /// to a final state.
    pub fn is_safe(&self) -> bool {
        let stuck = self.system.automata().ids().map(Property::Stuck);
        let unreceived = self.system.messages().ids().map(Property::Unreceived);
        !stuck.chain(unreceived).any(|property| self.is_violated(property))
    }

    /// Whether choices do not depend on how full channels are.
    pub fn is_independent(&self) -> bool {
        (0..self.len()).all(|place| {
            self.system.automata().ids().all(|participant| {
                self.sends_are_independent(place, participant)
                    && self.receptions_are_independent(place, participant)
            })
        })
    }

    fn sends_are_independent(&self, place: usize, participant: ParticipantId) -> bool {
        let others = self.options(place, participant);
        let fits: Vec<bool> = others
            .filter(|one| action(one, Direction::Receive).is_none())
            .map(|one| {
                let send = action(one, Direction::Send);
                send.is_none_or(|(channel, _)| self.held(place, channel).len() < self.bound)
            })
            .collect();
        fits.iter().all(|&fit| fit) || fits.iter().all(|&fit| !fit)
    }

    fn receptions_are_independent(&self, place: usize, participant: ParticipantId) -> bool {
        let receptions = || {
            let all = self.options(place, participant);
            all.filter_map(|one| action(one, Direction::Receive))
        };
        self.edges(place).iter().all(|&(step, next)| {
            let Some((done, _)) = receives(self.system, step, Some(participant)) else {
                return true;
            };
            receptions().filter(|(other, _)| *other != done).all(|(other, message)| {
                match self.held(place, other) {
                    [oldest, ..] => *oldest != message,
                    [] => !self.may_come_first(next, participant, (other, message)),
                }
            })
        })
    }

    /// Whether, after a reception by `receiver`, the message may be the first one that is sent to the channel, by
    /// somebody who does not depend on the reception.
    fn may_come_first(
        &self,
        place: usize,
        receiver: ParticipantId,
        (channel, message): (ChannelId, MessageId),
    ) -> bool {
        let marks = |channel| vec![false; self.held(place, channel).len()];
        let marks = self.system.channels().ids().map(marks).collect();
        let start: Since = (place, BTreeSet::from([receiver]), marks);
        let (mut seen, mut open) = (BTreeSet::from([start.clone()]), vec![start]);
        while let Some((here, dependent, marks)) = open.pop() {
            for &(step, next) in self.edges(here) {
                let Move::Step(who) = step else { continue };
                let (mut dependent, mut marks) = (dependent.clone(), marks.clone());
                match step.action(self.system) {
                    None => {}
                    Some((Direction::Send, to, what)) => {
                        let depends = dependent.contains(&who.participant);
                        if to == channel {
                            if !depends && what == message {
                                return true;
                            }
                            continue;
                        }
                        marks[to.index()].push(depends);
                    }
                    Some((Direction::Receive, from, _)) => {
                        let depends = marks[from.index()].remove(0);
                        dependent.extend(depends.then_some(who.participant));
                    }
                }
                let after = (next, dependent, marks);
                if seen.insert(after.clone()) {
                    open.push(after);
                }
            }
        }
        false
    }
}

/// The channel and the message of a transition that sends, or receives.
fn action(transition: &Transition, wanted: Direction) -> Option<(ChannelId, MessageId)> {
    match transition.label {
        Label::Action(direction, channel, message) if direction == wanted => {
            Some((channel, message))
        }
        _ => None,
    }
}
