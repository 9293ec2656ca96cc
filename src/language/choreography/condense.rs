//! Automata with fewer silent transitions.

use rustc_hash::FxHashSet;

use super::unfold::{Arrow, Fragment, NodeId};
use kernel::base::{Id as _, IndexVec};

/// Maximum number of merging rounds; a few rounds suffice for practical texts.
const ROUNDS: usize = 8;

impl Fragment {
    /// Merges states that silent transitions make equal, and drops unreachable states.
    ///
    /// A state whose only outgoing transition is silent has the same continuations as the target of that
    /// transition; a state whose only incoming transition is silent has the same histories as its source.
    /// All states of the first kind may be merged at once, and so may those of the second, but not both
    /// together.
    ///
    /// # Complexity
    /// Linear, for each of at most eight rounds.
    pub(super) fn condense(&mut self) {
        for _ in 0..ROUNDS {
            let before = self.states;
            self.merge(|arrow| (arrow.source, arrow.target), self.end);
            self.merge(|arrow| (arrow.target, arrow.source), self.begin);
            if self.states == before {
                break;
            }
        }
    }

    /// Merges each state that has exactly one transition on its side, a silent one, with the state on the other
    /// side of that transition; `fixed` is never merged.
    fn merge(&mut self, sides: fn(&Arrow) -> (NodeId, NodeId), fixed: NodeId) {
        let mut only: IndexVec<NodeId, Option<NodeId>> = IndexVec::filled(None, self.states);
        let mut number = IndexVec::<NodeId, usize>::filled(0, self.states);
        for arrow in &self.arrows {
            let (own, other) = sides(arrow);
            number[own] += 1;
            only[own] = if arrow.exchange.is_none() { Some(other) } else { None };
        }
        let next = |state: NodeId| only[state].filter(|_| number[state] == 1 && state != fixed);
        let mut leader: IndexVec<NodeId, Option<NodeId>> = IndexVec::filled(None, self.states);
        let mut path = Vec::new();
        for start in leader.ids() {
            let mut state = start;
            let found = loop {
                if let Some(found) = leader[state] {
                    break found;
                }
                // A cycle of such states is one state.
                leader[state] = Some(start);
                path.push(state);
                match next(state) {
                    Some(next) => state = next,
                    None => break state,
                }
            };
            for state in path.drain(..) {
                leader[state] = Some(found);
            }
        }
        let of = |state: NodeId| leader[state].unwrap_or(state);
        self.begin = of(self.begin);
        self.end = of(self.end);
        for arrow in &mut self.arrows {
            arrow.source = of(arrow.source);
            arrow.target = of(arrow.target);
        }
        self.tidy();
    }

    /// Drops silent self-loops, repeated and unreachable transitions, and numbers the remaining states in the
    /// order in which they are visited. Returns the new number of each visited state.
    fn tidy(&mut self) -> IndexVec<NodeId, Option<NodeId>> {
        let mut leaving = self.leaving();
        let mut ids: IndexVec<NodeId, Option<NodeId>> = IndexVec::filled(None, self.states);
        let mut met = vec![self.begin];
        ids[self.begin] = Some(NodeId::from_index(0));
        let mut seen = FxHashSet::default();
        self.arrows.clear();
        let mut at = 0;
        while let Some(&state) = met.get(at) {
            let mut own = std::mem::take(&mut leaving[state]);
            own.sort_by_key(|arrow| arrow.place);
            seen.clear();
            for arrow in own {
                let is_idle = arrow.exchange.is_none() && arrow.target == state;
                if is_idle || !seen.insert((arrow.exchange, arrow.target)) {
                    continue;
                }
                let target = *ids[arrow.target].get_or_insert_with(|| {
                    met.push(arrow.target);
                    NodeId::from_index(met.len() - 1)
                });
                self.arrows.push(Arrow { source: NodeId::from_index(at), target, ..arrow });
            }
            at += 1;
        }
        self.states = met.len();
        self.begin = NodeId::from_index(0);
        self.end = ids[self.end].unwrap_or_else(|| {
            self.states += 1;
            NodeId::from_index(self.states - 1)
        });
        ids
    }

    /// Returns the automaton without silent transitions, unless it becomes much larger, with the
    /// states in which it may end.
    ///
    /// # Complexity
    /// The number of states times the number of silent transitions, at most some times the size of the
    /// automaton.
    pub(super) fn voiced(mut self) -> (Self, Vec<NodeId>) {
        /// Maximum growth factor of the automaton, and number of transitions that is allowed in any case.
        const GROWTH: usize = 4;
        const FREE: usize = 64;
        let max_transitions = GROWTH * self.arrows.len() + FREE;
        let leaving = self.leaving();
        let entered = self.arrows.iter().filter(|arrow| arrow.exchange.is_some());
        let mut kept: Vec<NodeId> = entered.map(|arrow| arrow.target).chain([self.begin]).collect();
        kept.sort_unstable();
        kept.dedup();
        let (mut arrows, mut finals, mut visits) = (Vec::new(), Vec::new(), 0);
        for &state in &kept {
            let mut seen = FxHashSet::from_iter([state]);
            let mut open = vec![state];
            while let Some(member) = open.pop() {
                visits += 1;
                if member == self.end {
                    finals.push(state);
                }
                for &arrow in &leaving[member] {
                    if arrow.exchange.is_some() {
                        arrows.push(Arrow { source: state, ..arrow });
                    } else if seen.insert(arrow.target) {
                        open.push(arrow.target);
                    }
                }
            }
            if arrows.len() + visits > max_transitions + 2 * self.states {
                let is_end = |state| state == self.end;
                let ends = is_end(self.begin) || self.arrows.iter().any(|one| is_end(one.target));
                let finals = if ends { vec![self.end] } else { Vec::new() };
                return (self, finals);
            }
        }
        self.arrows = arrows;
        let ids = self.tidy();
        let finals = finals.into_iter().filter_map(|state| ids[state]).collect();
        (self, finals)
    }
}
