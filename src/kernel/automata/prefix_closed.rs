//! Minimal deterministic automata of prefix-closed languages.

use super::{DfaStateId, FiniteAutomaton, FiniteStateId, SymbolId};
use crate::base::{Control, Id, IndexVec};
use crate::search::shortest_path;

/// The minimal deterministic automaton of a prefix-closed language: all its states accept, and letters that
/// cannot be read have no transition.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PrefixClosedDfa<L> {
    transitions: IndexVec<DfaStateId, Vec<(L, DfaStateId)>>,
    members: IndexVec<DfaStateId, Vec<FiniteStateId>>,
}

impl<L: Copy + Ord> PrefixClosedDfa<L> {
    /// Returns the automaton of the words that can be read from `initial` by transitions, which may be
    /// silent; `None` if determinising it takes more than `max_states` states, or `control` stops it before
    /// all states are found.
    ///
    /// States are numbered in the order of a breadth-first search, by letters in their order, so equal
    /// languages have equal transitions.
    ///
    /// # Complexity
    /// Exponential in the number of states: linear in the transitions that leave the reached sets of states,
    /// times a logarithm.
    ///
    /// # Examples
    /// ```
    /// use kernel::automata::{FiniteStateId, PrefixClosedDfa};
    /// use kernel::base::{Control, Id as _};
    ///
    /// // Both states read what the other reads: the minimal automaton has one.
    /// let [zero, one] = [0, 1].map(FiniteStateId::from_index);
    /// let transitions = [(zero, Some('a'), one), (one, Some('a'), zero)];
    /// let minimal = PrefixClosedDfa::new(zero, transitions, 10, &Control::unlimited()).unwrap();
    /// assert_eq!(minimal.len(), 1);
    /// ```
    pub fn new<S: Id>(
        initial: S,
        transitions: impl IntoIterator<Item = (S, Option<L>, S)>,
        max_states: usize,
        control: &Control,
    ) -> Option<Self> {
        Self::marked(initial, transitions, &|_| false, max_states, control)
    }

    /// Returns the automaton of [`PrefixClosedDfa::new`] with the fewest states that separate the words that
    /// may lead to a marked state from the others.
    ///
    /// # Complexity
    /// That of [`PrefixClosedDfa::new`].
    pub fn marked<S: Id>(
        initial: S,
        transitions: impl IntoIterator<Item = (S, Option<L>, S)>,
        is_marked: &dyn Fn(S) -> bool,
        max_states: usize,
        control: &Control,
    ) -> Option<Self> {
        let transitions: Vec<(S, Option<L>, S)> = transitions.into_iter().collect();
        let mut letters: Vec<L> = transitions.iter().filter_map(|&(_, letter, _)| letter).collect();
        letters.sort_unstable();
        letters.dedup();
        // The symbol after those of the letters is silent.
        let silent = SymbolId::from_index(letters.len());
        let symbol = |letter: Option<L>| {
            letter.map_or(silent, |letter| {
                let place = letters.binary_search(&letter).expect("letters are all there");
                SymbolId::from_index(place)
            })
        };
        let state = |state: S| FiniteStateId::from_index(state.index());
        let ends = transitions.iter().flat_map(|&(from, _, to)| [from, to]);
        let states = ends.chain([initial]).map(Id::index).max().unwrap_or(0) + 1;
        let edges =
            transitions.iter().map(|&(from, letter, to)| (state(from), symbol(letter), state(to)));
        let accepting = vec![true; states];
        let nfa = FiniteAutomaton::new(
            letters.len() + 1,
            vec![state(initial)],
            accepting,
            edges.collect(),
        );
        let goes_on = |subsets, _| {
            if control.limit(0, 0).is_some() || subsets > max_states as u64 {
                Err(())
            } else {
                Ok(())
            }
        };
        let has_silent = transitions.iter().any(|(_, letter, _)| letter.is_none());
        let (subsets, members) =
            nfa.determinised_while(has_silent.then_some(silent), goes_on).ok()?;
        // The empty subset counts, too, if some word leads to it.
        let complete = subsets.len() * subsets.used_symbols().len();
        if subsets.len() == max_states && subsets.transition_count() < complete {
            return None;
        }
        let is_marked = |&member: &FiniteStateId| is_marked(S::from_index(member.index()));
        let marked = subsets.states().filter(|&subset| members.of(subset).iter().any(is_marked));
        let minimal = minimised(&subsets, &marked.collect::<Vec<_>>(), silent);
        let mut automaton = Self { transitions: IndexVec::new(), members: IndexVec::new() };
        for state in minimal.states() {
            let steps = minimal.transitions(state).iter();
            let row = steps
                .map(|(symbol, to)| (letters[symbol.index()], DfaStateId::from_index(to.index())));
            automaton.transitions.push(row.collect());
            automaton.members.push(Vec::new());
        }
        // A subset is created before its transitions are computed.
        let mut states = vec![automaton.initial(); subsets.len()];
        for subset in subsets.states() {
            let state = states[subset.index()];
            automaton.members[state].extend(members.of(subset));
            let targets = automaton.transitions[state].iter();
            for (&(_, next), &(_, target)) in subsets.transitions(subset).iter().zip(targets) {
                states[next.index()] = target;
            }
        }
        for members in &mut automaton.members {
            members.sort_unstable();
            members.dedup();
        }
        Some(automaton)
    }

    /// Returns the number of states.
    pub fn len(&self) -> usize {
        self.transitions.len()
    }

    /// Returns `true` if there is no state, which is never the case.
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

    /// Returns `true` if the languages are equal.
    ///
    /// # Complexity
    /// Linear in the number of transitions.
    pub fn reads_the_same(&self, other: &Self) -> bool {
        self.transitions == other.transitions
    }

    /// Returns a shortest word of this language that another one lacks; `None` if it is included in the
    /// other.
    ///
    /// # Complexity
    /// Linear in the number of transitions of both together.
    pub fn missing_from(&self, other: &Self) -> Option<Vec<L>> {
        let steps = |&(state, reached): &(DfaStateId, Option<DfaStateId>)| {
            // No longer word needs to be read after one that the other language lacks.
            let steps = reached.map(|_| self.transitions(state)).unwrap_or_default().iter();
            steps.map(move |&(letter, to)| {
                (letter, (to, reached.and_then(|reached| other.after(reached, letter))))
            })
        };
        let start = (self.initial(), Some(other.initial()));
        let path = shortest_path([start], steps, |(_, reached)| reached.is_none())?;
        Some(path.steps.into_iter().map(|(letter, _)| letter).collect())
    }

    /// Returns the states of the nondeterministic automaton that `state` was made of: those in which it can be after
    /// the words that lead here.
    pub fn members(&self, state: DfaStateId) -> &[FiniteStateId] {
        &self.members[state]
    }
}

/// Returns the automaton with the fewest states that separate the words that lead to marked states from the
/// others. No transition reads `mark`.
fn minimised(
    automaton: &FiniteAutomaton,
    marked: &[FiniteStateId],
    mark: SymbolId,
) -> FiniteAutomaton {
    if marked.is_empty() {
        return automaton.minimised();
    }
    let accepting = |states: usize| vec![true; states];
    // That symbol leads from the marked states to a separate state, and is removed at the end.
    let behind = FiniteStateId::from_index(automaton.len());
    let marks = marked.iter().map(|&state| (state, mark, behind));
    let edges = automaton.edges().chain(marks).collect();
    let (symbols, initial) = (automaton.symbols(), automaton.initial().to_vec());
    let minimal =
        FiniteAutomaton::new(symbols, initial, accepting(automaton.len() + 1), edges).minimised();
    let edges = minimal.edges().filter(|&(_, symbol, _)| symbol != mark).collect();
    let initial = minimal.initial().to_vec();
    FiniteAutomaton::new(symbols, initial, accepting(minimal.len()), edges).numbered_breadth_first()
}
