//! Simulation between states.

use super::{FiniteAutomaton, FiniteStateId, SymbolId};
use crate::base::{Control, Id as _, IndexVec, Limit, ones};

/// The greatest simulation of an automaton by itself: a preorder on its states.
///
/// A state simulates another if it accepts whenever the other accepts, and for each transition of the other
/// has one by the same symbol to a state that simulates the target. The words that a state accepts are also
/// accepted by the states that simulate it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Simulation {
    /// For each state the states that simulate it, one bit each.
    rows: Vec<u64>,
    width: usize,
    classes: usize,
    class: IndexVec<FiniteStateId, FiniteStateId>,
}

impl Simulation {
    /// Computes the greatest simulation.
    ///
    /// # Errors
    /// If a limit of `control` is reached.
    ///
    /// # Complexity
    /// `O(n²)` bits for `n` states; `O(k m)` time for `m` transitions, where `k` is the number of times that
    /// the set of states that simulate a state shrinks, over all states, plus `n` for the initial sets.
    pub fn compute(automaton: &FiniteAutomaton, control: &Control) -> Result<Self, Limit> {
        let states = automaton.len();
        let width = states.div_ceil(64);
        // A row for each state, one for each pending symbol, and two.
        let bytes = ((states + automaton.symbols() + 2) * width * 8) as u64;
        let spend = || control.within(states as u64, bytes);
        spend()?;
        let mut rows = beginning(automaton, width, &spend)?;
        let backwards = automaton.reversed();
        let mut open: Vec<FiniteStateId> = automaton.states().rev().collect();
        let mut is_open = vec![true; states];
        let mut able = vec![0_u64; width];
        while let Some(target) = open.pop() {
            is_open[target.index()] = false;
            for by_symbol in backwards.transitions(target).chunk_by(|one, two| one.0 == two.0) {
                // States with a step by the symbol to a state that simulates the target.
                able.fill(0);
                for better in members(&rows, width, target) {
                    for &(_, source) in backwards.successors(better, by_symbol[0].0) {
                        able[source.index() / 64] |= 1 << (source.index() % 64);
                    }
                }
                for &(_, source) in by_symbol {
                    let start = source.index() * width;
                    let mut shrinks = false;
                    for (word, able) in rows[start..start + width].iter_mut().zip(&able) {
                        shrinks |= *word & !able != 0;
                        *word &= able;
                    }
                    if shrinks && !is_open[source.index()] {
                        is_open[source.index()] = true;
                        open.push(source);
                    }
                }
            }
            spend()?;
        }
        let mut simulation = Self { rows, width, classes: 0, class: IndexVec::new() };
        for state in automaton.states() {
            spend()?;
            let first = members(&simulation.rows, width, state)
                .take_while(|&other| other < state)
                .find(|&other| simulation.simulates(state, other));
            let class = first.map_or(FiniteStateId::from_index(simulation.classes), |first| {
                simulation.class[first]
            });
            simulation.classes = simulation.classes.max(class.index() + 1);
            simulation.class.push(class);
        }
        Ok(simulation)
    }

    /// Returns `true` if `better` simulates `state`.
    pub fn simulates(&self, better: FiniteStateId, state: FiniteStateId) -> bool {
        let word = self.rows[state.index() * self.width + better.index() / 64];
        word >> (better.index() % 64) & 1 == 1
    }

    /// Returns the number of classes of states that simulate each other.
    pub(super) fn classes(&self) -> usize {
        self.classes
    }

    /// Returns the class of a state; classes have the order of their first states.
    pub(super) fn class(&self, state: FiniteStateId) -> FiniteStateId {
        self.class[state]
    }
}

/// Returns for each state those that accept if it does and have transitions by all its symbols.
fn beginning(
    automaton: &FiniteAutomaton,
    width: usize,
    spend: &impl Fn() -> Result<(), Limit>,
) -> Result<Vec<u64>, Limit> {
    let mut accepting = vec![0_u64; width];
    let mut reading: IndexVec<SymbolId, Vec<u64>> =
        IndexVec::filled(Vec::new(), automaton.symbols());
    let set = |bits: &mut Vec<u64>, state: FiniteStateId| {
        bits.resize(width, 0);
        bits[state.index() / 64] |= 1 << (state.index() % 64);
    };
    for state in automaton.states() {
        if automaton.is_accepting(state) {
            set(&mut accepting, state);
        }
        for &(symbol, _) in automaton.transitions(state) {
            set(&mut reading[symbol], state);
        }
    }
    let mut rows = Vec::with_capacity(automaton.len() * width);
    for state in automaton.states() {
        spend()?;
        let start = rows.len();
        for place in 0..width {
            let states = (automaton.len() - place * 64).min(64);
            rows.push(u64::MAX >> (64 - states));
        }
        let row = &mut rows[start..];
        let mut meet = |bits: &[u64]| row.iter_mut().zip(bits).for_each(|(word, bit)| *word &= bit);
        if automaton.is_accepting(state) {
            meet(&accepting);
        }
        for by_symbol in automaton.transitions(state).chunk_by(|one, two| one.0 == two.0) {
            meet(&reading[by_symbol[0].0]);
        }
    }
    Ok(rows)
}

/// Returns the states that simulate `state`, in order.
fn members(
    rows: &[u64],
    width: usize,
    state: FiniteStateId,
) -> impl Iterator<Item = FiniteStateId> + '_ {
    let row = &rows[state.index() * width..][..width];
    ones(row.iter().copied()).map(FiniteStateId::from_index)
}
