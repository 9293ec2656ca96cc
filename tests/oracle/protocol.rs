//! What users of other tools call well-formedness, by the definitions.
//!
//! The choreography is taken as it is written. Words that lead to the same states are continued in the
//! same ways, so the words are looked at up to that; and what a participant has seen of a word is
//! taken for all the states in which the choreography may be for it. Nothing is trimmed or minimised,
//! and a participant has no projection.

use super::configurations::{Exploration, moves};
use super::safety::{self, Property};
use model::cfsm::{Action, ChannelKind, Direction, ParticipantId, StateId, System};
use model::choreography::{Automaton, Edge, Interaction};
use std::collections::{BTreeMap, BTreeSet};

/// States of the choreography, with all that silent edges lead to.
pub type Places = BTreeSet<StateId>;

/// How long choices may be put off.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Fairness {
    /// What is possible again and again happens.
    Fair,
    /// Nothing is said about choices.
    Unfair,
}

/// A question about the words or the text of a choreography.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Check {
    TerminationAwareness,
    RoleProgress(Fairness),
    LabelDeterminism,
    CommutationClosure,
    GloballyCooperative,
}

/// The words of a choreography, up to what they lead to.
#[derive(Debug)]
pub struct Words<'a> {
    automaton: &'a Automaton,
    /// What the words lead to, that of the empty word first.
    nodes: Vec<Places>,
    /// What may come next, and where that leads.
    next: Vec<BTreeMap<Interaction, usize>>,
    /// For each node the first node after which the same words are possible.
    residual: Vec<usize>,
}

/// A participant's knowledge after a word: where the word leads, and where the choreography may be for all
/// that the participant has seen of it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Knowledge {
    pub node: usize,
    pub places: Places,
    /// The length of the shortest word that leads there.
    pub length: usize,
}

impl<'a> Words<'a> {
    pub fn new(automaton: &'a Automaton) -> Self {
        let start = closed(automaton, [automaton.initial].into(), is_silent);
        let mut words =
            Self { automaton, nodes: vec![start], next: Vec::new(), residual: Vec::new() };
        while words.next.len() < words.nodes.len() {
            let here = words.nodes[words.next.len()].clone();
            let mut next = BTreeMap::new();
            for exchange in edges(automaton, &here).filter_map(|edge| edge.exchange) {
                let there = after(automaton, &here, exchange);
                let known = words.nodes.iter().position(|node| *node == there);
                let node = known.unwrap_or_else(|| {
                    words.nodes.push(there);
                    words.nodes.len() - 1
                });
                next.insert(exchange, node);
            }
            words.next.push(next);
        }
        words.residual = (0..words.nodes.len())
            .map(|node| {
                let is_same = |&other: &usize| {
                    allows(automaton, &words.nodes[node], &words.nodes[other])
                        && allows(automaton, &words.nodes[other], &words.nodes[node])
                };
                (0..node).find(is_same).unwrap_or(node)
            })
            .collect();
        words
    }

    /// Where a word leads, if it is one.
    pub fn node(&self, word: &[Interaction]) -> Option<usize> {
        word.iter().try_fold(0, |node, exchange| self.next[node].get(exchange).copied())
    }

    /// The states that a node stands for.
    pub fn places(&self, node: usize) -> &Places {
        &self.nodes[node]
    }

    /// What a participant knows after each word.
    pub fn knowledge(&self, participant: ParticipantId) -> Vec<Knowledge> {
        let places = self.unseen(participant, [self.automaton.initial].into());
        let mut known = vec![Knowledge { node: 0, places, length: 0 }];
        let mut done = 0;
        while let Some(here) = known.get(done).cloned() {
            for (&exchange, &node) in &self.next[here.node] {
                let places = match exchange.action_of(participant) {
                    None => here.places.clone(),
                    Some(action) => self.seen(participant, &here.places, action),
                };
                if !known.iter().any(|other| other.node == node && other.places == places) {
                    known.push(Knowledge { node, places, length: here.length + 1 });
                }
            }
            done += 1;
        }
        known
    }

    /// Where the choreography may be for all that a participant has seen, if somebody may have seen that.
    pub fn view(&self, participant: ParticipantId, actions: &[Action]) -> Places {
        let start = self.unseen(participant, [self.automaton.initial].into());
        actions.iter().fold(start, |places, &action| self.seen(participant, &places, action))
    }

    /// Adds the states behind what the participant has no part in.
    fn unseen(&self, participant: ParticipantId, places: Places) -> Places {
        closed(self.automaton, places, |edge| seen(edge, participant).is_none())
    }

    fn seen(&self, participant: ParticipantId, places: &Places, action: Action) -> Places {
        let such =
            edges(self.automaton, places).filter(|edge| seen(edge, participant) == Some(action));
        self.unseen(participant, such.map(|edge| edge.target).collect())
    }

    /// The actions by which a view can be longer.
    fn continuations(&self, participant: ParticipantId, places: &Places) -> BTreeSet<Action> {
        edges(self.automaton, places).filter_map(|edge| seen(edge, participant)).collect()
    }

    /// Whether a participant has not ended, and can only receive.
    pub fn waits(&self, participant: ParticipantId, places: &Places) -> bool {
        let actions = self.continuations(participant, places);
        !actions.is_empty() && actions.iter().all(|one| one.direction == Direction::Receive)
    }

    /// Whether a run of a word that leads here ends in a final state; where none is declared, in a state from
    /// which nothing can happen.
    pub fn may_end(&self, node: usize) -> bool {
        if self.automaton.finals.is_empty() {
            self.nodes[node].iter().any(|&state| {
                let here = closed(self.automaton, [state].into(), is_silent);
                edges(self.automaton, &here).all(is_silent)
            })
        } else {
            self.automaton.finals.iter().any(|last| self.nodes[node].contains(last))
        }
    }

    /// The nodes that nonempty words of such interactions lead to from a node.
    fn reached(&self, node: usize, is_such: &dyn Fn(&Interaction) -> bool) -> BTreeSet<usize> {
        let mut found = BTreeSet::new();
        let mut open = vec![node];
        while let Some(here) = open.pop() {
            for (exchange, &there) in &self.next[here] {
                if is_such(exchange) && found.insert(there) {
                    open.push(there);
                }
            }
        }
        found
    }

    /// Whether the interactions after a word can be done again and again.
    ///
    /// The states after `u v`, `u v v` and so on are finitely many, so a word `v` can be repeated for ever iff
    /// some of its repetitions lead from some of these states back to it.
    pub fn can_repeat(&self, node: usize, cycle: &[Interaction]) -> bool {
        let again = |here: usize| {
            cycle.iter().try_fold(here, |here, exchange| self.next[here].get(exchange).copied())
        };
        let mut here = Some(node);
        for _ in 0..self.nodes.len() {
            here = here.and_then(again);
        }
        here.is_some()
    }

    /// Whether the others can go on for ever from here without a participant, so that it is left out.
    pub fn leaves_out(&self, node: usize, participant: ParticipantId, fairness: Fairness) -> bool {
        let is_other = |exchange: &Interaction| exchange.action_of(participant).is_none();
        let returns = |from: usize, is_such: &dyn Fn(&Interaction) -> bool| {
            let reached = self.reached(from, is_such);
            reached.into_iter().any(|there| self.residual[there] == self.residual[node])
        };
        match fairness {
            Fairness::Unfair => returns(node, &is_other),
            Fairness::Fair => {
                let mut reached = self.reached(node, &|_| true);
                reached.insert(node);
                reached.iter().all(|&there| {
                    returns(there, &|_| true) && self.next[there].keys().all(is_other)
                })
            }
        }
    }

    /// What a participant may wait for after a word that may be the last one.
    pub fn awaited(
        &self,
        participant: ParticipantId,
        node: usize,
        view: &Places,
    ) -> BTreeSet<Action> {
        let mut actions = self.continuations(participant, view);
        actions.retain(|action| action.direction == Direction::Receive && self.may_end(node));
        actions
    }

    /// The length of the shortest word that may be the last one while the participant waits.
    pub fn least_unaware(&self, participant: ParticipantId) -> Option<usize> {
        let known = self.knowledge(participant);
        let unaware =
            known.iter().filter(|one| !self.awaited(participant, one.node, &one.places).is_empty());
        unaware.map(|one| one.length).min()
    }

    /// Whether a participant that waits can be left out for ever.
    fn is_left_out(&self, participant: ParticipantId, fairness: Fairness) -> bool {
        self.knowledge(participant).iter().any(|one| {
            self.waits(participant, &one.places) && self.leaves_out(one.node, participant, fairness)
        })
    }

    /// Whether two interactions share neither a participant nor a channel; of a bag, a channel and a message.
    pub fn is_independent(&self, one: Interaction, other: Interaction) -> bool {
        let who = |exchange: Interaction| [exchange.sender, exchange.receiver];
        let key = |exchange: Interaction| match self.automaton.channels[exchange.channel].kind {
            ChannelKind::Fifo => (exchange.channel, None),
            ChannelKind::Bag => (exchange.channel, Some(exchange.message)),
        };
        who(one).iter().all(|participant| !who(other).contains(participant))
            && key(one) != key(other)
    }

    /// The pairs of independent interactions that can be next to each other in this order: where, and which.
    pub fn neighbours(&self) -> Vec<(usize, Interaction, Interaction)> {
        let mut found = Vec::new();
        for (node, next) in self.next.iter().enumerate() {
            for (&first, &between) in next {
                for &second in self.next[between].keys() {
                    if self.is_independent(first, second) {
                        found.push((node, first, second));
                    }
                }
            }
        }
        found
    }

    /// Whether some word goes on with `first second w` and cannot with `second first w`.
    pub fn is_order_fixed(&self, node: usize, first: Interaction, second: Interaction) -> bool {
        let both = |one, other| {
            after(self.automaton, &after(self.automaton, &self.nodes[node], one), other)
        };
        !allows(self.automaton, &both(second, first), &both(first, second))
    }

    /// Whether letters fall apart into two sets that share nothing.
    pub fn fall_apart(&self, letters: &BTreeSet<Interaction>) -> bool {
        let letters: Vec<Interaction> = letters.iter().copied().collect();
        assert!(letters.len() < 16, "all ways to part them are tried");
        (1..(1_u32 << letters.len()).saturating_sub(1)).any(|part| {
            let is_part = |place: usize| part & 1 << place != 0;
            (0..letters.len()).all(|i| {
                (0..letters.len()).all(|j| {
                    is_part(i) == is_part(j) || self.is_independent(letters[i], letters[j])
                })
            })
        })
    }

    /// The sets of letters of the words that can be repeated for ever after a word.
    pub fn loops(&self) -> BTreeSet<BTreeSet<Interaction>> {
        let mut found = BTreeSet::new();
        for start in 0..self.nodes.len() {
            let mut seen = BTreeSet::from([(start, BTreeSet::new())]);
            let mut open: Vec<_> = seen.iter().cloned().collect();
            while let Some((here, letters)) = open.pop() {
                for (&exchange, &there) in &self.next[here] {
                    let mut letters = letters.clone();
                    letters.insert(exchange);
                    if there == start {
                        found.insert(letters.clone());
                    }
                    if seen.insert((there, letters.clone())) {
                        open.push((there, letters));
                    }
                }
            }
        }
        found
    }

    /// The choices of a state that nobody can see: an interaction with more than one target.
    pub fn choices(&self, state: StateId) -> BTreeMap<Interaction, Places> {
        let mut targets: BTreeMap<Interaction, Places> = BTreeMap::new();
        let here = closed(self.automaton, [state].into(), is_silent);
        for edge in edges(self.automaton, &here) {
            if let Some(exchange) = edge.exchange {
                targets.entry(exchange).or_default().insert(edge.target);
            }
        }
        targets.retain(|_, targets| targets.len() > 1);
        targets
    }

    /// Whether the same words are possible from two states.
    pub fn are_equal(&self, one: StateId, other: StateId) -> bool {
        let [one, other] =
            [one, other].map(|state| closed(self.automaton, [state].into(), is_silent));
        allows(self.automaton, &one, &other) && allows(self.automaton, &other, &one)
    }

    /// Whether the choreography fails the check.
    pub fn is_violated(&self, check: Check) -> bool {
        let mut participants = self.automaton.participants.ids();
        match check {
            Check::TerminationAwareness => {
                participants.any(|participant| self.least_unaware(participant).is_some())
            }
            Check::RoleProgress(fairness) => {
                participants.any(|participant| self.is_left_out(participant, fairness))
            }
            Check::LabelDeterminism => {
                let reachable: Places = self.nodes.iter().flatten().copied().collect();
                reachable.into_iter().any(|state| !self.choices(state).is_empty())
            }
            Check::CommutationClosure => self
                .neighbours()
                .into_iter()
                .any(|(node, first, second)| self.is_order_fixed(node, first, second)),
            Check::GloballyCooperative => {
                self.loops().iter().any(|letters| self.fall_apart(letters))
            }
        }
    }
}

fn is_silent(edge: &Edge) -> bool {
    edge.exchange.is_none()
}

/// What a participant does in an interaction, if it has a part in it.
fn seen(edge: &Edge, participant: ParticipantId) -> Option<Action> {
    edge.exchange.and_then(|exchange| exchange.action_of(participant))
}

/// The edges that leave some of the states.
fn edges<'a>(automaton: &'a Automaton, places: &'a Places) -> impl Iterator<Item = &'a Edge> {
    automaton.edges.iter().filter(|edge| places.contains(&edge.source))
}

/// Adds what edges of a kind lead to.
fn closed(automaton: &Automaton, mut places: Places, is_such: impl Fn(&Edge) -> bool) -> Places {
    loop {
        let more: Vec<StateId> = edges(automaton, &places)
            .filter(|edge| is_such(edge) && !places.contains(&edge.target))
            .map(|edge| edge.target)
            .collect();
        if more.is_empty() {
            return places;
        }
        places.extend(more);
    }
}

/// Where the choreography may be after one more interaction.
fn after(automaton: &Automaton, places: &Places, exchange: Interaction) -> Places {
    let such = edges(automaton, places).filter(|edge| edge.exchange == Some(exchange));
    closed(automaton, such.map(|edge| edge.target).collect(), is_silent)
}

/// Whether what is possible from the states of `less` is possible from those of `more`.
///
/// Both are followed along all words, as long as they lead to something new.
fn allows(automaton: &Automaton, more: &Places, less: &Places) -> bool {
    let mut met = BTreeSet::from([(more.clone(), less.clone())]);
    let mut open: Vec<_> = met.iter().cloned().collect();
    while let Some((more, less)) = open.pop() {
        if more.is_empty() && !less.is_empty() {
            return false;
        }
        for exchange in edges(automaton, &less).filter_map(|edge| edge.exchange) {
            let next = (after(automaton, &more, exchange), after(automaton, &less, exchange));
            if met.insert(next.clone()) {
                open.push(next);
            }
        }
    }
    true
}

/// Whether some of the properties is violated, if that is known.
///
/// Where not all configurations were explored, those are looked at from which all that can follow was
/// explored: what they violate is violated, and what they do not is unknown.
pub fn is_any_violated(
    system: &System,
    exploration: &Exploration,
    properties: &[Property],
) -> Option<bool> {
    let finished;
    let part = if exploration.is_complete() {
        exploration
    } else {
        finished = finished_part(system, exploration);
        &finished
    };
    let is_violated = properties.iter().any(|&property| {
        let violating = safety::violating(system, part, property);
        violating.expect("whatever follows is there").contains(&true)
    });
    (is_violated || exploration.is_complete()).then_some(is_violated)
}

/// The configurations from which all that can follow was explored.
pub fn finished_part(system: &System, exploration: &Exploration) -> Exploration {
    let edges = exploration.edges(system);
    let mut is_open: Vec<bool> = exploration
        .reached
        .iter()
        .zip(edges)
        .map(|(one, edges)| {
            moves(system, &one.configuration, super::configurations::Loss::OnTheWay).count()
                > edges.len()
        })
        .collect();
    loop {
        let more: Vec<usize> = (0..edges.len())
            .filter(|&place| !is_open[place] && edges[place].iter().any(|&(_, to)| is_open[to]))
            .collect();
        if more.is_empty() {
            break;
        }
        for place in more {
            is_open[place] = true;
        }
    }
    let finished = exploration.reached.iter().zip(is_open).filter(|(_, is_open)| !is_open);
    Exploration::of_all(finished.map(|(one, _)| one.configuration.clone()).collect())
}
