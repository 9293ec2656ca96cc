//! The coherence conditions of choreographies whose choices are made by senders.
//!
//! With peer-to-peer FIFO channels, and if in each state one participant sends all that is sent, three
//! conditions on the projections decide realisability (Li, Stutz, Wies and Zufferey, CAV 2023), and name the
//! participant and the interactions at fault.

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

use rustc_hash::{FxHashMap, FxHashSet};

use kernel::automata::DfaStateId;
use kernel::base::{Control, IndexVec};
use kernel::search::reachable;
use model::cfsm::{ChannelKind, MessageId, ParticipantId};
use model::choreography::{Choreography, Interaction, View};

/// Maximum number of steps to find out whether the conditions hold before anything else is tried.
const STEPS: usize = 3_000_000;

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
    let source = choreography.source();
    let ends_midway = |state: &_| source.edges.iter().any(|edge| edge.source == *state);
    if !is_in_class(choreography) || source.finals.iter().any(ends_midway) {
        return None;
    }
    let whole = Graph::new(View::whole(choreography.language(), |_| false));
    let fault = |participant| Beliefs::new(choreography, &whole, participant, usize::MAX).fault();
    Some(source.participants.ids().filter_map(fault).collect())
}

/// Returns `true` if the conditions hold, and so the choreography is realisable and its implementation is RSC, as far
/// as a budget of steps and `control` allow to find out.
///
/// Where the protocol may end does not matter here: whether a choreography is realisable depends on the prefixes of
/// its words alone, and these are the same if it cannot end where it can continue.
///
/// # Complexity
/// Linear in the size of the choreography plus the budget.
pub(super) fn is_coherent(choreography: &Choreography, control: &Control) -> bool {
    if !is_in_class(choreography) {
        return false;
    }
    let whole = View::whole(choreography.language(), |_| false);
    let mut views = whole.of_each(choreography.source().participants.len());
    let remaining = |left: usize, (participant, view)| {
        let graph = Graph::new(view);
        let beliefs = Beliefs::new(choreography, &graph, participant, left);
        let holds = beliefs.fault().is_none() && control.limit(0, 0).is_none();
        holds.then_some(beliefs.left.get()).filter(|&left| left > 0)
    };
    views.try_fold(STEPS, remaining).is_some()
}

/// Returns `true` if the conditions decide whether a protocol that ends nowhere midway is realisable: peer-to-peer
/// FIFO channels, or bags of one message each, and each choice made by one sender.
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
    true
}

/// A view of a choreography, with the steps that leave each state.
struct Graph {
    initial: DfaStateId,
    leaving: IndexVec<DfaStateId, Vec<(Option<Interaction>, DfaStateId)>>,
    /// The states of the language.
    origins: IndexVec<DfaStateId, DfaStateId>,
}

impl Graph {
    fn new(View { initial, steps, origins, .. }: View) -> Self {
        let steps = steps.into_iter().map(|(from, what, to)| (from, (what, to)));
        Self { initial, leaving: IndexVec::grouped(origins.len(), steps), origins }
    }
}

/// What one participant of a choreography may believe.
struct Beliefs<'a> {
    choreography: &'a Choreography,
    /// A view with at least all interactions of the participant.
    graph: &'a Graph,
    participant: ParticipantId,
    /// Number of steps that may still be taken; without any the search is not complete.
    left: Cell<usize>,
}

/// The states that the choreography may be in, as far as a participant has seen, in order.
type Belief = Vec<DfaStateId>;

impl<'a> Beliefs<'a> {
    fn new(
        choreography: &'a Choreography,
        graph: &'a Graph,
        participant: ParticipantId,
        steps: usize,
    ) -> Self {
        Self { choreography, graph, participant, left: Cell::new(steps) }
    }

    /// Counts one step, and returns `true` if it may be taken.
    fn may_step(&self) -> bool {
        self.left.set(self.left.get().saturating_sub(1));
        self.left.get() > 0
    }

    /// Returns the first condition that is violated; without steps left the result means nothing.
    fn fault(&self) -> Option<Incoherence> {
        let mut seen: FxHashSet<Belief> = FxHashSet::default();
        let mut open = VecDeque::from([vec![self.graph.initial]]);
        while let Some(entered) = open.pop_front()
            && self.left.get() > 0
        {
            if !seen.insert(entered.clone()) {
                continue;
            }
            let belief = self.unseen_closure(entered.iter().copied());
            if belief != entered && !seen.insert(belief.clone()) {
                continue;
            }
            if let Some(fault) = self.fault_in(&belief) {
                return Some(fault);
            }
            let mut next: BTreeMap<_, BTreeSet<DfaStateId>> = BTreeMap::new();
            for (occurrence, target) in self.own(&belief) {
                let action = occurrence.exchange.action_of(self.participant);
                next.entry(action).or_default().insert(target);
            }
            open.extend(next.into_values().map(|targets| targets.into_iter().collect()));
        }
        None
    }

    /// Returns the states that are reached without the participant.
    fn unseen_closure(&self, from: impl IntoIterator<Item = DfaStateId>) -> Belief {
        let mut reached = reachable(from, |&state| self.unseen(state).filter(|_| self.may_step()));
        reached.sort_unstable();
        reached
    }

    /// Returns the states that one step of others leads to.
    fn unseen(&self, state: DfaStateId) -> impl Iterator<Item = DfaStateId> + '_ {
        let unseen =
            self.graph.leaving[state].iter().filter(|(what, _)| self.own_of(*what).is_none());
        unseen.map(|&(_, target)| target)
    }

    /// Returns an interaction in which the participant takes part.
    fn own_of(&self, what: Option<Interaction>) -> Option<Interaction> {
        what.filter(|exchange| exchange.action_of(self.participant).is_some())
    }

    /// Returns the participant's interactions in the states of a belief, with their targets.
    fn own(&self, belief: &[DfaStateId]) -> Vec<(Occurrence, DfaStateId)> {
        let of = |&state: &DfaStateId| {
            self.graph.leaving[state].iter().filter_map(move |&(what, target)| {
                Some((Occurrence { state, exchange: self.own_of(what)? }, target))
            })
        };
        belief.iter().flat_map(of).collect()
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
        if !sends.is_empty() {
            let mut before: FxHashMap<DfaStateId, Vec<DfaStateId>> = FxHashMap::default();
            for &state in belief {
                for target in self.unseen(state) {
                    before.entry(target).or_default().push(state);
                }
            }
            let mut sources: FxHashMap<Interaction, Vec<DfaStateId>> = FxHashMap::default();
            for (one, _) in &sends {
                sources.entry(one.exchange).or_default().push(one.state);
            }
            // Messages that are sent in the same states are possible in the same ones.
            let mut missing: FxHashMap<&[DfaStateId], Option<DfaStateId>> = FxHashMap::default();
            for (send, _) in &sends {
                let sources = &sources[&send.exchange][..];
                let missing = *missing.entry(sources).or_insert_with(|| {
                    let earlier = |state: &_| before.get(state).into_iter().flatten().copied();
                    let able = reachable(sources.iter().copied(), |state| {
                        earlier(state).filter(|_| self.may_step())
                    });
                    let able: FxHashSet<DfaStateId> = able.into_iter().collect();
                    belief.iter().copied().find(|state| !able.contains(state))
                });
                if missing.is_some() {
                    return fault(Condition::Send, *send, None, missing);
                }
            }
        }
        if receptions.iter().all(|(one, _)| one.exchange.sender == receptions[0].0.exchange.sender)
        {
            return None;
        }
        for (one, _) in &receptions {
            for (other, target) in &receptions {
                let (first, second) = (one.exchange, other.exchange);
                if first.sender != second.sender
                    && self
                        .available(self.graph.origins[*target])
                        .contains(&(first.sender, first.message))
                {
                    return fault(Condition::Receive, *one, Some(*other), None);
                }
            }
        }
        None
    }

    /// Returns the messages that can be first in the channels to the participant, with their senders, if it
    /// does nothing from `state` of the language on.
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
            next.retain(|_| self.may_step());
            next
        });
        available
    }
}
