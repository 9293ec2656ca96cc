//! The problem that searches solve: one question about one multitrace.

use smallvec::SmallVec;

use super::local::TransitionArea;
use super::projection::{SetId, to_u32};
use super::{Question, Specification};
use kernel::automata::{FiniteStateId, SymbolId};
use kernel::base::Id as _;
use model::trace::LocalLetterId;

/// Value of [`Move::place`] if several locations see the transition.
pub(super) const SEVERAL: u32 = u32::MAX;

/// A transition, with the local letter if one location sees it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Move {
    /// The location that sees it, or [`SEVERAL`].
    pub(super) place: u32,
    /// The local letter that this location sees.
    pub(super) seen: LocalLetterId,
    pub(super) target: FiniteStateId,
    pub(super) symbol: SymbolId,
}

/// The transitions of an automaton as moves.
#[derive(Clone, Debug)]
pub(super) struct Moves {
    offsets: Vec<u32>,
    all: Vec<Move>,
    /// Whether each state accepts.
    accepting: Vec<bool>,
}

impl Moves {
    /// Returns the transitions of an automaton; with an area, only those in it.
    pub(super) fn new(specification: &Specification, area: Option<&TransitionArea>) -> Self {
        let automaton = specification.automaton();
        let accepting = automaton.acceptance();
        let mut moves = Self { offsets: vec![0], all: Vec::new(), accepting };
        let mut transition = 0;
        for state in automaton.states() {
            for &(symbol, target) in automaton.transitions(state) {
                if area.is_none_or(|area| area.contains(transition)) {
                    let parts = specification.parts(symbol);
                    let (location, seen) = parts[0];
                    let place = if parts.len() == 1 { to_u32(location.index()) } else { SEVERAL };
                    moves.all.push(Move { place, seen, target, symbol });
                }
                transition += 1;
            }
            moves.offsets.push(to_u32(moves.all.len()));
        }
        moves
    }

    #[inline]
    pub(super) fn of(&self, state: FiniteStateId) -> &[Move] {
        let place = state.index();
        &self.all[self.offsets[place] as usize..self.offsets[place + 1] as usize]
    }

    /// Returns `true` if some path from one of these states to an accepting one stays in an area. If a state
    /// is both, the empty path does.
    pub(super) fn has_way(&self, initial: &[FiniteStateId], area: &TransitionArea) -> bool {
        let mut is_reached = vec![false; self.accepting.len()];
        let mut open = initial.to_vec();
        for state in &open {
            is_reached[state.index()] = true;
        }
        while let Some(state) = open.pop() {
            if self.is_accepting(state) {
                return true;
            }
            let first = self.offsets[state.index()] as usize;
            for (step, Move { target, .. }) in self.of(state).iter().enumerate() {
                if !is_reached[target.index()] && area.contains(first + step) {
                    is_reached[target.index()] = true;
                    open.push(*target);
                }
            }
        }
        false
    }

    #[inline]
    pub(super) fn is_accepting(&self, state: FiniteStateId) -> bool {
        self.accepting[state.index()]
    }
}

/// A question about traces, and how these are to be read.
#[derive(Debug)]
pub(super) struct Query<'a> {
    /// A trace for each location.
    pub(super) traces: &'a [Vec<LocalLetterId>],
    pub(super) question: Question,
    /// For each location, whether letters may happen there after its trace ends.
    pub(super) is_open_at_end: Vec<bool>,
}

impl<'a> Query<'a> {
    /// Returns a question about traces.
    pub(super) fn new(traces: &'a [Vec<LocalLetterId>], question: Question) -> Self {
        Self { traces, question, is_open_at_end: vec![question.is_open_at_end(); traces.len()] }
    }

    /// Returns `true` if every state is a goal, and not only those that accept.
    pub(super) fn ends_anywhere(&self) -> bool {
        self.question != Question::Accept
    }
}

/// The possible states of a configuration: for each location, a set at each position of its trace.
#[derive(Clone, Debug)]
pub(super) struct Masks<'a> {
    pub(super) words: usize,
    pub(super) sets: SmallVec<[&'a [u64]; 8]>,
    pub(super) at: SmallVec<[&'a [SetId]; 8]>,
}

impl Masks<'_> {
    #[inline]
    fn has(&self, location: usize, position: u32, word: usize, bit: usize) -> bool {
        let set = self.at[location][position as usize] as usize * self.words;
        self.sets[location][set + word] >> bit & 1 == 1
    }

    /// Returns `true` if a state is in the masks of all locations.
    #[inline]
    pub(super) fn admit(&self, positions: &[u32], state: FiniteStateId) -> bool {
        let (word, bit) = (state.index() / 64, state.index() % 64);
        (0..positions.len()).all(|location| self.has(location, positions[location], word, bit))
    }
}

/// One question about one multitrace.
#[derive(Debug)]
pub(super) struct Problem<'a> {
    pub(super) specification: &'a Specification,
    pub(super) moves: &'a Moves,
    pub(super) traces: &'a [Vec<LocalLetterId>],
    pub(super) query: &'a Query<'a>,
    pub(super) masks: Masks<'a>,
}

impl Problem<'_> {
    /// Returns the number of local letters.
    pub(super) fn total(&self) -> usize {
        self.traces.iter().map(Vec::len).sum()
    }

    /// Returns `true` if a configuration in which all traces are read is a goal.
    #[inline]
    pub(super) fn is_goal(&self, state: FiniteStateId) -> bool {
        self.query.ends_anywhere() || self.moves.is_accepting(state)
    }

    /// Returns `true` if a location may see letters outside its trace.
    #[inline]
    fn is_open(&self, location: usize, position: u32) -> bool {
        self.query.question.is_open_at_start() && position == 0
            || self.query.is_open_at_end[location]
                && position as usize == self.traces[location].len()
    }

    /// Returns `true` if letters may happen that are outside the traces of all locations that see them.
    pub(super) fn has_open(&self, positions: &[u32]) -> bool {
        (0..positions.len()).any(|location| self.is_open(location, positions[location]))
    }

    /// Calls `emit` with each configuration that one letter leads to and that the masks admit: the new
    /// positions, the state, the letter, and the number of local letters read.
    #[inline]
    pub(super) fn successors(
        &self,
        positions: &mut [u32],
        state: FiniteStateId,
        mut emit: impl FnMut(&[u32], FiniteStateId, SymbolId, usize),
    ) {
        for step in self.moves.of(state) {
            if step.place == SEVERAL {
                self.together(positions, step, &mut emit);
                continue;
            }
            let location = step.place as usize;
            let position = positions[location];
            if self.traces[location].get(position as usize) == Some(&step.seen) {
                positions[location] += 1;
                if self.masks.admit(positions, step.target) {
                    emit(positions, step.target, step.symbol, 1);
                }
                positions[location] -= 1;
            }
            if self.is_open(location, position) && self.masks.admit(positions, step.target) {
                emit(positions, step.target, step.symbol, 0);
            }
        }
    }

    /// Emits the configurations that a letter leads to which several locations see.
    #[cold]
    fn together(
        &self,
        positions: &[u32],
        step: &Move,
        emit: &mut impl FnMut(&[u32], FiniteStateId, SymbolId, usize),
    ) {
        let mut ways: Vec<(SmallVec<[u32; 8]>, usize)> = vec![(positions.into(), 0)];
        for &(location, seen) in self.specification.parts(step.symbol) {
            let location = location.index();
            let position = positions[location];
            let is_read = self.traces[location].get(position as usize) == Some(&seen);
            let may_stay = self.is_open(location, position);
            for way in 0..ways.len() {
                if is_read && may_stay {
                    ways.push(ways[way].clone());
                }
                if is_read {
                    ways[way].0[location] += 1;
                    ways[way].1 += 1;
                }
            }
            if !is_read && !may_stay {
                return;
            }
        }
        for (positions, read) in ways {
            if self.masks.admit(&positions, step.target) {
                emit(&positions, step.target, step.symbol, read);
            }
        }
    }
}
