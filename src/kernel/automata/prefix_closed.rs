//! Minimal deterministic automata of prefix-closed languages.

use std::collections::VecDeque;

use rustc_hash::FxHashMap;

use super::{DfaStateId, FiniteAutomaton, FiniteStateId, Nfa, NfaStateId, SymbolId};
use crate::base::{Control, Id as _, IndexVec};

/// The minimal deterministic automaton of a prefix-closed language: all its states accept, and what
/// cannot be read has no transition.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PrefixClosed<L> {
    transitions: IndexVec<DfaStateId, Vec<(L, DfaStateId)>>,
    members: IndexVec<DfaStateId, Vec<NfaStateId>>,
}

impl<L: Copy + Ord + std::hash::Hash> PrefixClosed<L> {
    /// Returns the automaton of what `nfa` can read from `initial` on, all its states accepting; nothing
    /// if determinising it takes more than `most` states.
    ///
    /// States are numbered in the order in which a breadth-first search meets them, by letters in their
    /// order, so equal languages have equal transitions.
    ///
    /// # Complexity
    /// Exponential in the number of states: linear in the transitions that leave the sets of states that are met,
    /// times a logarithm.
    pub fn new(nfa: &Nfa<L>, initial: NfaStateId, most: usize) -> Option<Self> {
        Self::within(nfa, initial, most, &Control::unlimited())
    }

    /// Returns the automaton of [`PrefixClosed::new`]; `None` also if `control` stops it before all states are
    /// found.
    ///
    /// # Complexity
    /// That of [`PrefixClosed::new`].
    pub fn within(
        nfa: &Nfa<L>,
        initial: NfaStateId,
        most: usize,
        control: &Control,
    ) -> Option<Self> {
        Self::marked(nfa, initial, &|_| false, most, control)
    }

    /// Returns the automaton of [`PrefixClosed::within`], with the fewest states that tell apart the words that may lead to a marked state of `nfa` and
    /// those that may not.
    ///
    /// # Complexity
    /// That of [`PrefixClosed::new`].
    pub fn marked(
        nfa: &Nfa<L>,
        initial: NfaStateId,
        is_marked: &dyn Fn(NfaStateId) -> bool,
        most: usize,
        control: &Control,
    ) -> Option<Self> {
        let mut letters: Vec<L> = nfa
            .reachable(initial)
            .into_iter()
            .flat_map(|state| nfa.transitions(state).iter().map(|&(letter, _)| letter))
            .collect();
        letters.sort_unstable();
        letters.dedup();
        let subsets = Subsets::of(nfa, initial, &letters, most, control)?;
        let minimal = subsets.automaton(letters.len(), is_marked).minimised();
        Some(Self::of_minimal(&minimal, &letters, &subsets))
    }

    /// Returns the automaton whose states are those of `minimal` that words of letters reach, in the order of a
    /// search breadth-first.
    fn of_minimal(minimal: &FiniteAutomaton, letters: &[L], subsets: &Subsets) -> Self {
        let mut automaton = Self { transitions: IndexVec::new(), members: IndexVec::new() };
        // The first subset that leads to each state, in the order in which they are met.
        let mut order = vec![minimal.initial()[0]];
        let mut numbers = FxHashMap::from_iter([(order[0], DfaStateId::from_index(0))]);
        while let Some(&state) = order.get(automaton.transitions.len()) {
            let steps = minimal.transitions(state).iter();
            let read = steps.filter(|(symbol, _)| symbol.index() < letters.len());
            let row = read.map(|&(symbol, target)| {
                let number = *numbers.entry(target).or_insert_with(|| {
                    order.push(target);
                    DfaStateId::from_index(order.len() - 1)
                });
                (letters[symbol.index()], number)
            });
            let row = row.collect();
            automaton.transitions.push(row);
            automaton.members.push(Vec::new());
        }
        let mut met = vec![false; subsets.sets.len()];
        let mut open = vec![(0, automaton.initial())];
        met[0] = true;
        while let Some((subset, state)) = open.pop() {
            automaton.members[state].extend(&subsets.sets[subset]);
            let targets = automaton.transitions[state].iter().map(|&(_, target)| target);
            for (&(_, next), target) in subsets.rows[subset].iter().zip(targets) {
                if !std::mem::replace(&mut met[next], true) {
                    open.push((next, target));
                }
            }
        }
        for members in &mut automaton.members {
            members.sort_unstable();
            members.dedup();
        }
        automaton
    }

    /// Returns the number of states.
    pub fn len(&self) -> usize {
        self.transitions.len()
    }

    /// Tells whether there is no state, which never happens.
    pub fn is_empty(&self) -> bool {
        self.transitions.is_empty()
    }

    /// Returns the state in which reading starts.
    pub fn initial(&self) -> DfaStateId {
        DfaStateId::from_index(0)
    }

    /// Returns the states.
    pub fn states(&self) -> impl Iterator<Item = DfaStateId> + use<L> {
        self.transitions.ids()
    }

    /// Returns the transitions of a state in the order of their letters.
    pub fn transitions(&self, state: DfaStateId) -> &[(L, DfaStateId)] {
        &self.transitions[state]
    }

    /// Returns the state after a letter.
    pub fn after(&self, state: DfaStateId, letter: L) -> Option<DfaStateId> {
        let transitions = &self.transitions[state];
        let place = transitions.binary_search_by_key(&letter, |&(read, _)| read).ok()?;
        Some(transitions[place].1)
    }

    /// Tells whether the languages are equal, whatever automata they were given by.
    ///
    /// # Complexity
    /// Linear in the number of transitions.
    pub fn reads_the_same(&self, other: &Self) -> bool {
        self.transitions == other.transitions
    }

    /// Returns a shortest word of this language that another one lacks; `None` if it has all of them.
    ///
    /// # Complexity
    /// Linear in the number of transitions of both together.
    pub fn missing_from(&self, other: &Self) -> Option<Vec<L>> {
        type Pair = (DfaStateId, DfaStateId);
        let start: Pair = (self.initial(), other.initial());
        let mut before: FxHashMap<Pair, Option<(Pair, L)>> = FxHashMap::default();
        before.insert(start, None);
        let mut open = VecDeque::from([start]);
        while let Some(pair) = open.pop_front() {
            for &(letter, target) in self.transitions(pair.0) {
                let Some(reached) = other.after(pair.1, letter) else {
                    let (mut word, mut at) = (vec![letter], pair);
                    while let Some((last, letter)) = before[&at] {
                        word.push(letter);
                        at = last;
                    }
                    word.reverse();
                    return Some(word);
                };
                before.entry((target, reached)).or_insert_with(|| {
                    open.push_back((target, reached));
                    Some((pair, letter))
                });
            }
        }
        None
    }

    /// Returns the states of the given automaton in which it can be when this one is in `state`.
    pub fn members(&self, state: DfaStateId) -> &[NfaStateId] {
        &self.members[state]
    }
}

/// The sets of states of an automaton that words lead to, none of them empty.
struct Subsets {
    sets: Vec<Vec<NfaStateId>>,
    /// Where each set leads: by which letter, in order, to which set.
    rows: Vec<Vec<(usize, usize)>>,
}

impl Subsets {
    /// Returns what is reached from `initial`; nothing if it is more than `most` sets, the empty one counting if
    /// some word leads to it, or `control` stops it.
    fn of<L: Copy + Ord>(
        nfa: &Nfa<L>,
        initial: NfaStateId,
        letters: &[L],
        most: usize,
        control: &Control,
    ) -> Option<Self> {
        let start = nfa.closure([initial]);
        let mut numbers = FxHashMap::from_iter([(start.clone(), 0)]);
        let mut subsets = Self { sets: vec![start], rows: Vec::new() };
        let mut empty = 0;
        while subsets.rows.len() < subsets.sets.len() {
            control.within(0, 0).ok()?;
            let members = subsets.sets[subsets.rows.len()].iter();
            let mut steps: Vec<(L, NfaStateId)> =
                members.flat_map(|&state| nfa.transitions(state)).copied().collect();
            steps.sort_unstable();
            let mut row = Vec::new();
            for alike in steps.chunk_by(|one, other| one.0 == other.0) {
                let target = nfa.closure(alike.iter().map(|&(_, target)| target));
                let letter = letters.binary_search(&alike[0].0).expect("letters are all there");
                let number = *numbers.entry(target).or_insert_with_key(|target| {
                    subsets.sets.push(target.clone());
                    subsets.sets.len() - 1
                });
                row.push((letter, number));
            }
            empty |= usize::from(row.len() < letters.len());
            subsets.rows.push(row);
            if subsets.sets.len() + empty > most {
                return None;
            }
        }
        Some(subsets)
    }

    /// Returns the automaton of the sets, which all accept. One symbol more than the letters leads from the sets
    /// with a marked state to a state of its own, so that they are told apart.
    fn automaton(&self, letters: usize, is_marked: &dyn Fn(NfaStateId) -> bool) -> FiniteAutomaton {
        let (state, symbol) = (FiniteStateId::from_index, SymbolId::from_index);
        let behind = state(self.sets.len());
        let mut transitions = Vec::new();
        for (source, (set, row)) in self.sets.iter().zip(&self.rows).enumerate() {
            let steps = row.iter().map(|&(letter, to)| (state(source), symbol(letter), state(to)));
            transitions.extend(steps);
            if set.iter().any(|&member| is_marked(member)) {
                transitions.push((state(source), symbol(letters), behind));
            }
        }
        let accepting = vec![true; self.sets.len() + 1];
        FiniteAutomaton::new(letters + 1, vec![state(0)], accepting, transitions)
    }
}
