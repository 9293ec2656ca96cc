//! The coherence conditions of choreographies whose choices are made by senders.
//!
//! With peer-to-peer FIFO channels, and if in each state one participant sends all that is sent, three
//! conditions on the projections decide realisability (Li, Stutz, Wies and Zufferey, CAV 2023), and name the
//! participant and the interactions at fault.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use rustc_hash::FxHashSet;

use kernel::automata::DfaStateId;
use kernel::search::reachable;
use model::cfsm::{ChannelKind, MessageId, ParticipantId};
use model::choreography::{Choreography, Interaction};

/// A condition that a participant violates.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Condition {
    /// The participant may send a message after one run, and cannot distinguish it from another run after
    /// which it may not.
    Send,
    /// The participant cannot tell from the message that it receives which run was taken.
    Receive,
    /// The participant may either send or wait to receive.
    NoMixedChoice,
}

/// A transition of the minimal automaton of a choreography.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Occurrence {
    /// The source state of the transition.
    pub state: DfaStateId,
    /// The interaction.
    pub exchange: Interaction,
}

/// A participant, the condition that it violates, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Incoherence {
    /// The participant.
    pub participant: ParticipantId,
    /// The condition.
    pub condition: Condition,
    /// An interaction of the participant.
    pub one: Occurrence,
    /// Another one that the participant cannot distinguish from it; `None` for [`Condition::Send`].
    pub other: Option<Occurrence>,
    /// For [`Condition::Send`] the state in which the send is not possible.
    pub elsewhere: Option<DfaStateId>,
}

/// Returns for each participant the first violation of a condition; `None` if the conditions do not decide:
/// channels are shared or bags, a state has two senders, or the protocol may either end or continue in a
/// state.
///
/// # Complexity
/// For each participant exponential in the number of states, and in that of participants.
pub fn incoherences(choreography: &Choreography) -> Option<Vec<Incoherence>> {
    if !is_in_class(choreography) {
        return None;
    }
    let participants = choreography.source().participants.ids();
    Some(participants.filter_map(|one| View { choreography, participant: one }.fault()).collect())
}

/// Returns `true` if the conditions decide realisability: peer-to-peer FIFO channels, or bags of one message
/// each, and each choice made by one sender.
fn is_in_class(choreography: &Choreography) -> bool {
    let (source, language) = (choreography.source(), choreography.language());
    let mut contents = BTreeMap::new();
    let mut channels = BTreeMap::new();
    let mut ends = BTreeMap::new();
    for state in language.states() {
        let transitions = language.transitions(state);
        for (exchange, _) in transitions {
            let pair = (exchange.sender, exchange.receiver);
            // A bag whose messages are all the same is equivalent to a queue.
            let is_bag = source.channels[exchange.channel].kind == ChannelKind::Bag;
            let message = *contents.entry(exchange.channel).or_insert(exchange.message);
            if is_bag && message != exchange.message {
                return false;
            }
            let is_own = *ends.entry(exchange.channel).or_insert(pair) == pair
                && *channels.entry(pair).or_insert(exchange.channel) == exchange.channel;
            if !is_own || exchange.sender != transitions[0].0.sender {
                return false;
            }
        }
    }
    let ends_midway = |state: &_| source.edges.iter().any(|edge| edge.source == *state);
    !source.finals.iter().any(ends_midway)
}

/// View of one participant of a choreography.
struct View<'a> {
    choreography: &'a Choreography,
    participant: ParticipantId,
}

/// The states that the choreography may be in, as far as a participant has seen.
type Belief = Vec<DfaStateId>;

impl View<'_> {
    /// Returns the first condition that is violated.
    fn fault(&self) -> Option<Incoherence> {
        let mut seen: FxHashSet<Belief> = FxHashSet::default();
        let start = self.unseen_closure([self.choreography.language().initial()]);
        let mut open = VecDeque::from([start]);
        while let Some(belief) = open.pop_front() {
            if !seen.insert(belief.clone()) {
                continue;
            }
            if let Some(fault) = self.fault_in(&belief) {
                return Some(fault);
            }
            let mut next: BTreeMap<_, Vec<DfaStateId>> = BTreeMap::new();
            for (occurrence, target) in self.own(&belief) {
                let action = occurrence.exchange.action_of(self.participant);
                next.entry(action).or_default().push(target);
            }
            open.extend(next.into_values().map(|targets| self.unseen_closure(targets)));
        }
        None
    }

    /// Returns the states that are reached without the participant.
    fn unseen_closure(&self, from: impl IntoIterator<Item = DfaStateId>) -> Belief {
        let mut reached = reachable(from, |&state| {
            let transitions = self.choreography.language().transitions(state).iter();
            let unseen = transitions.filter(|(exchange, _)| !self.takes_part(*exchange));
            unseen.map(|&(_, target)| target)
        });
        reached.sort_unstable();
        reached
    }

    fn takes_part(&self, interaction: Interaction) -> bool {
        interaction.action_of(self.participant).is_some()
    }

    /// Returns the participant's interactions in the states of a belief, with their targets.
    fn own(&self, belief: &[DfaStateId]) -> Vec<(Occurrence, DfaStateId)> {
        let language = self.choreography.language();
        let of = |&state: &DfaStateId| {
            language
                .transitions(state)
                .iter()
                .map(move |&(exchange, target)| (Occurrence { state, exchange }, target))
        };
        belief.iter().flat_map(of).filter(|(one, _)| self.takes_part(one.exchange)).collect()
    }

    fn fault_in(&self, belief: &[DfaStateId]) -> Option<Incoherence> {
        let own = self.own(belief);
        let (sends, receptions): (Vec<_>, Vec<_>) =
            own.iter().partition(|(one, _)| one.exchange.sender == self.participant);
        let fault = |condition, one, other, elsewhere| {
            Some(Incoherence { participant: self.participant, condition, one, other, elsewhere })
        };
        if let (Some((send, _)), Some((reception, _))) = (sends.first(), receptions.first()) {
            return fault(Condition::NoMixedChoice, *send, Some(*reception), None);
        }
        for (send, _) in &sends {
            let cannot = |&&state: &&DfaStateId| {
                let here = self.unseen_closure([state]);
                self.own(&here).iter().all(|(one, _)| one.exchange != send.exchange)
            };
            if let Some(&state) = belief.iter().find(cannot) {
                return fault(Condition::Send, *send, None, Some(state));
            }
        }
        for (one, _) in &receptions {
            for (other, target) in &receptions {
                let (first, second) = (one.exchange, other.exchange);
                if first.sender != second.sender
                    && self.available(*target).contains(&(first.sender, first.message))
                {
                    return fault(Condition::Receive, *one, Some(*other), None);
                }
            }
        }
        None
    }

    /// Returns the messages that can be first in the channels to the participant, with their senders, if it
    /// does nothing from `state` on.
    fn available(&self, state: DfaStateId) -> BTreeSet<(ParticipantId, MessageId)> {
        let mut available = BTreeSet::new();
        let start = (state, BTreeSet::from([self.participant]), BTreeSet::new());
        reachable([start], |(state, blocked, sent)| {
            let mut next = Vec::new();
            for &(exchange, target) in self.choreography.language().transitions(*state) {
                let (mut blocked, mut sent) = (blocked.clone(), sent.clone());
                if blocked.contains(&exchange.sender) {
                    blocked.insert(exchange.receiver);
                } else if exchange.receiver == self.participant && !sent.contains(&exchange.sender)
                {
                    available.insert((exchange.sender, exchange.message));
                    sent.insert(exchange.sender);
                }
                next.push((target, blocked, sent));
            }
            next
        });
        available
    }
}
