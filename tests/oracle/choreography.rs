//! What a choreography describes, and what its implementation does (6.1 to 6.3 of the thesis).
//!
//! A choreography is taken as the automaton that it is written as: nothing is determinised or minimised
//! but by the subsets of its states. An execution is a sequence of actions, and every notion is that of
//! its positions.

use super::conflict::{matching, same_way};
use super::executions::Execution;
use model::cfsm::{
    Action, Channel, Direction, Label, MessageSort, ParticipantId, StateId, System, SystemBuilder,
};
use model::choreography::{Automaton, Edge, Interaction};
use std::collections::{BTreeMap, BTreeSet};

/// Where a choreography may be when an execution is a part of its word: a state, and the actions
/// that were left out on the way there, as bits.
pub type Places = BTreeSet<(StateId, u32)>;

/// A choreography and its implementation.
#[derive(Debug)]
pub struct Protocol<'a> {
    automaton: &'a Automaton,
    /// The implementation: the projections, each by the subsets of states of the automaton.
    pub system: System,
    /// All actions of its interactions, each once.
    pub actions: Vec<Action>,
}

/// What is known about the RSC executions that are no partial executions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Inclusion {
    /// This one is not, and none has fewer communications.
    Fails(Vec<Vec<Action>>),
    /// There is none: all RSC executions were tried.
    Holds,
    /// There is none of so many communications.
    HoldsUpTo(usize),
}

impl<'a> Protocol<'a> {
    /// The protocol of an automaton that has a participant.
    pub fn new(automaton: &'a Automaton) -> Self {
        let exchanges = automaton.edges.iter().filter_map(|edge| edge.exchange);
        let actions: BTreeSet<Action> = exchanges.flat_map(Interaction::actions).collect();
        assert!(actions.len() < 32, "an action has a bit");
        Self {
            automaton,
            system: implementation(automaton),
            actions: actions.into_iter().collect(),
        }
    }

    /// The words of up to `most` interactions.
    pub fn words(&self, most: usize) -> BTreeSet<Vec<Interaction>> {
        words(self.automaton, most)
    }

    /// Whether the interactions are a word.
    pub fn has_word(&self, word: &[Interaction]) -> bool {
        let start = closure(self.automaton, [self.automaton.initial].into(), is_silent);
        let after = |states: BTreeSet<StateId>, exchange: &Interaction| {
            let targets = edges_from(self.automaton, &states)
                .filter(|edge| edge.exchange == Some(*exchange))
                .map(|edge| edge.target)
                .collect();
            closure(self.automaton, targets, is_silent)
        };
        !word.iter().fold(start, after).is_empty()
    }

    /// Where the choreography may be when nothing of its word was kept.
    pub fn start(&self) -> Places {
        self.with_left_out([(self.automaton.initial, 0)].into())
    }

    /// Where it may be when this communication comes next: a send alone, or with its reception.
    /// Nowhere, if the execution is no partial execution of any word.
    ///
    /// This is Definition 6.2.1 on the positions of a word, read from its first interaction to its last:
    /// each of its actions is kept or left out. What is kept must not depend on what was left out
    /// before. The reception of an interaction depends on its send, so it is kept only with it. With
    /// any other action it makes no matching pair, so whether it depends on that one is seen from the two
    /// actions alone, and it is enough to know which were left out, wherever. This makes the
    /// places finitely many, and no bound on the length of words is needed.
    pub fn after(&self, places: &Places, communication: &[Action]) -> Places {
        let mut next = Places::new();
        for &(state, left_out) in places {
            for (edge, exchange) in self.interactions(state) {
                let actions = exchange.actions();
                let is_kept = actions.starts_with(communication)
                    && communication.iter().all(|&action| self.is_free(action, left_out));
                if is_kept {
                    next.insert((
                        edge.target,
                        left_out | self.bits(&actions[communication.len()..]),
                    ));
                }
            }
        }
        self.with_left_out(next)
    }

    /// Adds the places after interactions of which nothing is kept.
    fn with_left_out(&self, mut places: Places) -> Places {
        let mut new: Vec<(StateId, u32)> = places.iter().copied().collect();
        while let Some((state, left_out)) = new.pop() {
            for edge in self.automaton.edges.iter().filter(|edge| edge.source == state) {
                let bits = edge.exchange.map_or(0, |exchange| self.bits(&exchange.actions()));
                let place = (edge.target, left_out | bits);
                if places.insert(place) {
                    new.push(place);
                }
            }
        }
        places
    }

    fn interactions(&self, state: StateId) -> impl Iterator<Item = (&Edge, Interaction)> {
        let leaving = self.automaton.edges.iter().filter(move |edge| edge.source == state);
        leaving.filter_map(|edge| Some((edge, edge.exchange?)))
    }

    fn bits(&self, actions: &[Action]) -> u32 {
        let bit = |action| self.actions.iter().position(|other| other == action);
        actions.iter().map(|action| 1 << bit(action).expect("every action is listed")).sum()
    }

    /// Whether the action depends on none of those that were left out.
    fn is_free(&self, action: Action, left_out: u32) -> bool {
        self.actions.iter().enumerate().all(|(bit, &other)| {
            left_out & 1 << bit == 0
                || (action.participant != other.participant
                    && !same_way(&self.system, action, other))
        })
    }

    /// Whether an execution is a partial execution of a word.
    pub fn is_partial(&self, execution: &[Action]) -> bool {
        communications(&self.system, execution).is_some_and(|word| {
            let after =
                |places: Places, communication: &Vec<Action>| self.after(&places, communication);
            !word.iter().fold(self.start(), after).is_empty()
        })
    }

    /// Whether an execution is, up to the order of actions that commute, the beginning of the actions of
    /// a word.
    ///
    /// That is whether an equivalent execution is a partial execution of a word. For let `e.x` be
    /// equivalent to the actions of a word; those of `e`, in the order of the word, are an execution that
    /// is equivalent to `e`, and none of them depends on one of `x`, which came later. The converse is
    /// Lemma 6.3.1. What is received without having been sent is the beginning of nothing.
    pub fn completes(&self, execution: &[Action]) -> bool {
        is_well_formed(&self.system, execution)
            && equivalents(&self.system, execution).iter().any(|one| self.is_partial(one))
    }

    /// The beginnings of all executions that are equivalent to the actions of a word of up to `most`
    /// interactions.
    pub fn beginnings(&self, most: usize) -> BTreeSet<Vec<Action>> {
        let words = self.words(most);
        let all = words.iter().flat_map(|word| equivalents(&self.system, &actions(word)));
        all.flat_map(|one| (0..=one.len()).map(move |end| one[..end].to_vec())).collect()
    }

    /// Looks for an RSC execution that is no partial execution, in the order of communications, among
    /// `most` executions.
    pub fn inclusion(&self, most: usize) -> Inclusion {
        let mut current = vec![(Execution::empty(&self.system), self.start())];
        let mut tried = 0;
        for length in 0.. {
            let mut longer = Vec::new();
            for (execution, places) in &current {
                for next in rsc_extensions(&self.system, execution) {
                    let after = self.after(places, &next.actions[execution.actions.len()..]);
                    if after.is_empty() {
                        let word = communications(&self.system, &next.actions);
                        return Inclusion::Fails(word.expect("the execution is RSC"));
                    }
                    longer.push((next, after));
                }
                tried += 1;
                if tried > most {
                    return Inclusion::HoldsUpTo(length);
                }
            }
            if longer.is_empty() {
                break;
            }
            current = longer;
        }
        Inclusion::Holds
    }
}

fn is_silent(edge: &Edge) -> bool {
    edge.exchange.is_none()
}

/// Adds the states behind edges that nobody sees.
fn closure(
    automaton: &Automaton,
    mut states: BTreeSet<StateId>,
    is_unseen: impl Fn(&Edge) -> bool,
) -> BTreeSet<StateId> {
    loop {
        let unseen = edges_from(automaton, &states).filter(|edge| is_unseen(edge));
        let more: Vec<StateId> = unseen.map(|edge| edge.target).collect();
        let before = states.len();
        states.extend(more);
        if states.len() == before {
            return states;
        }
    }
}

fn edges_from<'a>(
    automaton: &'a Automaton,
    states: &'a BTreeSet<StateId>,
) -> impl Iterator<Item = &'a Edge> {
    automaton.edges.iter().filter(|edge| states.contains(&edge.source))
}

/// The words of up to `most` interactions.
pub fn words(automaton: &Automaton, most: usize) -> BTreeSet<Vec<Interaction>> {
    let start = closure(automaton, [automaton.initial].into(), is_silent);
    let mut current = BTreeMap::from([(Vec::new(), start)]);
    let mut words = BTreeSet::from([Vec::new()]);
    for _ in 0..most {
        let mut longer: BTreeMap<Vec<Interaction>, BTreeSet<StateId>> = BTreeMap::new();
        for (word, states) in &current {
            for edge in edges_from(automaton, states) {
                let Some(exchange) = edge.exchange else { continue };
                let next = word.iter().copied().chain([exchange]).collect();
                let target = closure(automaton, [edge.target].into(), is_silent);
                longer.entry(next).or_default().extend(target);
            }
        }
        words.extend(longer.keys().cloned());
        current = longer;
    }
    words
}

/// The actions of a word, `cte(w)` in the thesis.
pub fn actions(word: &[Interaction]) -> Vec<Action> {
    word.iter().flat_map(|exchange| exchange.actions()).collect()
}

/// The implementation (Definitions 6.1.2 and 6.1.3): what a participant has no part in is unseen by it, and
/// its states are the sets of states in which the choreography may be for all that it has seen.
fn implementation(automaton: &Automaton) -> System {
    let mut builder = SystemBuilder::new("implementation");
    for name in &automaton.messages {
        builder.message(name, MessageSort::Int);
    }
    for channel in &automaton.channels {
        builder.channel(Channel { kind: channel.kind, lossy: false });
    }
    for (id, name) in automaton.participants.enumerate() {
        builder.participant(name);
        project(automaton, id, &mut builder);
    }
    builder.finish()
}

fn project(automaton: &Automaton, participant: ParticipantId, builder: &mut SystemBuilder) {
    let seen = |edge: &Edge| {
        let actions = edge.exchange.into_iter().flat_map(Interaction::actions);
        actions.into_iter().find(|action| action.participant == participant)
    };
    let closed = |states| closure(automaton, states, |edge| seen(edge).is_none());
    let mut ids: BTreeMap<BTreeSet<StateId>, StateId> = BTreeMap::new();
    let start = closed([automaton.initial].into());
    let first = builder.state(participant, "0");
    builder.initial(participant, first);
    ids.insert(start.clone(), first);
    let mut new = vec![start];
    while let Some(states) = new.pop() {
        let mut targets: BTreeMap<Action, BTreeSet<StateId>> = BTreeMap::new();
        for edge in edges_from(automaton, &states) {
            if let Some(action) = seen(edge) {
                targets.entry(action).or_default().insert(edge.target);
            }
        }
        for (action, target) in targets {
            let target = closed(target);
            let known = ids.len();
            let id = *ids.entry(target.clone()).or_insert_with(|| {
                new.push(target);
                builder.state(participant, known.to_string())
            });
            let label = Label::Action(action.direction, action.channel, action.message);
            builder.transition(participant, ids[&states], label, id);
        }
    }
}

/// Whether the action at one place depends on that at an earlier one, given the matching pairs.
fn depends(
    system: &System,
    execution: &[Action],
    partners: &[Option<usize>],
    earlier: usize,
    later: usize,
) -> bool {
    let (one, other) = (execution[earlier], execution[later]);
    one.participant == other.participant
        || same_way(system, one, other)
        || partners[earlier] == Some(later)
}

/// Whether every reception has a matching send before it (Definition 2.3.4).
pub fn is_well_formed(system: &System, execution: &[Action]) -> bool {
    let partners = matching(system, execution);
    (0..execution.len()).all(|place| match execution[place].direction {
        Direction::Send => partners[place].is_none_or(|reception| reception > place),
        Direction::Receive => partners[place].is_some_and(|send| send < place),
    })
}

/// The executions that are causally equivalent to a well-formed one (Definition 2.3.5): all that swaps of
/// neighbours that commute make of it.
pub fn equivalents(system: &System, execution: &[Action]) -> BTreeSet<Vec<Action>> {
    let mut found = BTreeSet::from([execution.to_vec()]);
    let mut new = vec![execution.to_vec()];
    while let Some(one) = new.pop() {
        let partners = matching(system, &one);
        for place in 1..one.len() {
            if !depends(system, &one, &partners, place - 1, place) {
                let mut other = one.clone();
                other.swap(place - 1, place);
                if found.insert(other.clone()) {
                    new.push(other);
                }
            }
        }
    }
    found
}

/// Whether one execution is a partial execution of another one (Definition 6.2.1).
///
/// Equal actions depend on each other, so the function of the definition can only lead the k-th
/// occurrence of an action to the k-th occurrence in the other execution.
pub fn is_partial_execution(system: &System, one: &[Action], whole: &[Action]) -> bool {
    let rank = |word: &[Action], place: usize| {
        word[..place].iter().filter(|action| **action == word[place]).count()
    };
    let image = |place: usize| {
        let mut equal = (0..whole.len()).filter(|&other| whole[other] == one[place]);
        equal.nth(rank(one, place))
    };
    let Some(images): Option<Vec<usize>> = (0..one.len()).map(image).collect() else {
        return false;
    };
    let partners = matching(system, whole);
    let is_kept_alone =
        |k, kept| depends(system, whole, &partners, k, kept) && !images.contains(&k);
    images.is_sorted() && images.iter().all(|&kept| !(0..kept).any(|k| is_kept_alone(k, kept)))
}

/// The communications of an RSC execution in their order; nothing if it is not RSC.
pub fn communications(system: &System, execution: &[Action]) -> Option<Vec<Vec<Action>>> {
    let partners = matching(system, execution);
    let mut word: Vec<Vec<Action>> = Vec::new();
    for (place, &action) in execution.iter().enumerate() {
        match (action.direction, partners[place]) {
            (Direction::Send, _) => word.push(vec![action]),
            (Direction::Receive, Some(send)) if send + 1 == place => word.last_mut()?.push(action),
            (Direction::Receive, _) => return None,
        }
    }
    Some(word)
}

/// The RSC executions that have one communication more than this one.
pub fn rsc_extensions(system: &System, execution: &Execution) -> Vec<Execution> {
    let is_rsc = |one: &Execution| communications(system, &one.actions).is_some();
    let sent: Vec<Execution> = execution
        .extensions(system)
        .into_iter()
        .filter(|one| one.actions.last().is_some_and(|last| last.direction == Direction::Send))
        .collect();
    let received = sent.iter().flat_map(|one| one.extensions(system)).filter(|one| {
        one.actions.last().is_some_and(|last| last.direction == Direction::Receive) && is_rsc(one)
    });
    let received: Vec<Execution> = received.collect();
    sent.into_iter().chain(received).collect()
}

/// The executions of up to `most` actions, by their number of actions, as far as they are few.
pub fn executions(system: &System, most: usize, few: usize) -> Vec<BTreeSet<Vec<Action>>> {
    let mut levels = vec![BTreeSet::from([Vec::new()])];
    let mut current = vec![Execution::empty(system)];
    for _ in 0..most {
        current = current.iter().flat_map(|one| one.extensions(system)).collect();
        levels.push(current.iter().map(|one| one.actions.clone()).collect());
        if current.len() > few {
            break;
        }
    }
    levels
}

/// The words of up to `most` actions that a participant can do, each with whether it is what the participant does in a
/// complete word.
///
/// A word is complete if it may end where one of its runs leads: in a declared state or, where none is declared, in one
/// after which nothing can happen. Pairs of a state and what the participant has done are followed, so that
/// words of any length count.
pub fn local_words(
    automaton: &Automaton,
    participant: ParticipantId,
    most: usize,
) -> BTreeMap<Vec<Action>, bool> {
    let leaving = |state: StateId| automaton.edges.iter().filter(move |one| one.source == state);
    let is_over = |state: StateId| {
        let silently = closure(automaton, [state].into(), is_silent);
        silently.into_iter().flat_map(leaving).all(is_silent)
    };
    let is_end = |state: StateId| match automaton.finals.as_slice() {
        [] => is_over(state),
        declared => declared.contains(&state),
    };
    let mut words = BTreeMap::new();
    let start = (automaton.initial, Vec::new());
    let (mut known, mut new) = (BTreeSet::from([start.clone()]), vec![start]);
    while let Some((state, word)) = new.pop() {
        *words.entry(word.clone()).or_insert(false) |= is_end(state);
        for edge in leaving(state) {
            let action = edge.exchange.and_then(|exchange| exchange.action_of(participant));
            let next = (edge.target, word.iter().copied().chain(action).collect::<Vec<Action>>());
            if next.1.len() <= most && known.insert(next.clone()) {
                new.push(next);
            }
        }
    }
    words
}
