//! Regular languages of channel contents, each stored once, and the operations on them.

use kernel::automata::{FiniteAutomaton, FiniteStateId, SymbolId};
use kernel::base::{Control, Id as _, IndexVec, Interner, Limit, typed_id};
use model::cfsm::Direction;
use rustc_hash::FxHashMap;

use super::segments::{SegmentId, Segments};

typed_id! {
    /// A language of channel contents.
    pub(super) struct LanguageId;
}

impl LanguageId {
    /// The empty language.
    pub(super) const EMPTY: Self = Self(0);
    /// The language of the empty word: all channels are empty.
    pub(super) const EMPTY_WORD: Self = Self(1);
}

/// Languages as minimal deterministic automata, with the results of operations.
#[derive(Debug)]
pub(super) struct Languages {
    segments: Segments,
    automata: Interner<LanguageId, FiniteAutomaton>,
    after: FxHashMap<(LanguageId, Direction, SymbolId), LanguageId>,
    unions: FxHashMap<(LanguageId, LanguageId), LanguageId>,
    widened: FxHashMap<(LanguageId, usize), LanguageId>,
    /// Maximum number of states of an automaton.
    max_states: usize,
}

impl Languages {
    /// Starts with no language but the empty one and that of the empty word; automata may have `max_states` states.
    pub(super) fn new(segments: Segments, max_states: usize) -> Self {
        let symbols = segments.letters().len();
        let mut automata = Interner::default();
        for accepts in [false, true] {
            let start = FiniteStateId::from_index(0);
            let automaton = FiniteAutomaton::new(symbols, vec![start], vec![accepts], Vec::new());
            automata.id(&automaton);
        }
        Self {
            segments,
            automata,
            after: FxHashMap::default(),
            unions: FxHashMap::default(),
            widened: FxHashMap::default(),
            max_states,
        }
    }

    pub(super) fn segments(&self) -> &Segments {
        &self.segments
    }

    pub(super) fn automata(&self) -> &IndexVec<LanguageId, FiniteAutomaton> {
        self.automata.items()
    }

    /// Returns the contents after an action, of those where it is possible.
    ///
    /// # Errors
    /// [`Limit::States`] if an automaton has too many states, or the limit of `control` that was reached first.
    pub(super) fn after(
        &mut self,
        language: LanguageId,
        direction: Direction,
        symbol: SymbolId,
        control: &Control,
    ) -> Result<LanguageId, Limit> {
        let key = (language, direction, symbol);
        if let Some(&known) = self.after.get(&key) {
            return Ok(known);
        }
        let before = &self.automata.items()[language];
        let after = match direction {
            Direction::Send => self.minimal(&sent(before, &self.segments, symbol), control)?,
            Direction::Receive => {
                received(before, &self.segments, symbol).minimised_within(&self.limits(control))?
            }
        };
        let after = self.automata.id(&after);
        self.after.insert(key, after);
        Ok(after)
    }

    /// Returns the union of two languages.
    ///
    /// # Errors
    /// [`Limit::States`] if an automaton has too many states, or the limit of `control` that was reached first.
    pub(super) fn union(
        &mut self,
        one: LanguageId,
        other: LanguageId,
        control: &Control,
    ) -> Result<LanguageId, Limit> {
        if one == other || other == LanguageId::EMPTY {
            return Ok(one);
        }
        if one == LanguageId::EMPTY {
            return Ok(other);
        }
        let key = (one.min(other), one.max(other));
        if let Some(&known) = self.unions.get(&key) {
            return Ok(known);
        }
        let automata = self.automata.items();
        let union = self.minimal(&automata[one].union(&automata[other]), control)?;
        let union = self.automata.id(&union);
        self.unions.insert(key, union);
        Ok(union)
    }

    /// Returns a language that contains another one, from a set that is finite for each `precision`: states of its
    /// automaton are merged that accept alike, have read letters of the same segments, and cannot be told apart by
    /// `precision` letters.
    ///
    /// # Errors
    /// [`Limit::States`] if an automaton has too many states, or the limit of `control` that was reached first.
    pub(super) fn widened(
        &mut self,
        language: LanguageId,
        precision: usize,
        control: &Control,
    ) -> Result<LanguageId, Limit> {
        if let Some(&known) = self.widened.get(&(language, precision)) {
            return Ok(known);
        }
        let automaton = &self.automata.items()[language];
        let classes = classes(automaton, &self.segments, precision);
        let count = classes.iter().map(|class| class.index() + 1).max().unwrap_or(0);
        let merged = automaton.quotient(count, |state| classes[state.index()]);
        let widened = self.minimal(&merged, control)?;
        let widened = self.automata.id(&widened);
        self.widened.insert((language, precision), widened);
        Ok(widened)
    }

    fn minimal(
        &self,
        automaton: &FiniteAutomaton,
        control: &Control,
    ) -> Result<FiniteAutomaton, Limit> {
        let limits = self.limits(control);
        let (deterministic, _) = automaton.determinised_within(&limits)?;
        deterministic.minimised_within(&limits)
    }

    /// Returns the limits of an operation: the number of states of an automaton, and the time.
    fn limits(&self, control: &Control) -> Control {
        let max_states = self.max_states as u64;
        let part = control.part(max_states);
        Control { max_states: Some(max_states), max_bytes: None, ..part }
    }
}

/// Returns an automaton for the words with a letter behind the contents of its segment.
///
/// A first copy of the states reads the letters up to the new one, a second copy those of later segments.
fn sent(before: &FiniteAutomaton, segments: &Segments, letter: SymbolId) -> FiniteAutomaton {
    let segment = segments.of(letter);
    let second = |state: FiniteStateId| FiniteStateId::from_index(before.len() + state.index());
    let mut edges: Vec<_> = before
        .edges()
        .map(|(from, symbol, to)| {
            if segments.of(symbol) <= segment {
                (from, symbol, to)
            } else {
                (second(from), symbol, second(to))
            }
        })
        .collect();
    edges.extend(before.states().map(|state| (state, letter, second(state))));
    let mut accepting = vec![false; before.len()];
    accepting.extend(before.acceptance());
    FiniteAutomaton::new(before.symbols(), before.initial().to_vec(), accepting, edges)
}

/// Returns a deterministic automaton for the words whose segment of a letter begins with it, without it.
///
/// A first copy of the states reads the letters of earlier segments, a second copy the others; where the letter can be
/// read, the first copy also is where it leads.
fn received(before: &FiniteAutomaton, segments: &Segments, letter: SymbolId) -> FiniteAutomaton {
    let segment = segments.of(letter);
    let second = |state: FiniteStateId| FiniteStateId::from_index(before.len() + state.index());
    let mut accepting = vec![false; before.len()];
    accepting.extend(before.acceptance());
    let mut edges = Vec::new();
    for (from, symbol, to) in before.edges() {
        if segments.of(symbol) < segment {
            edges.push((from, symbol, to));
        } else {
            edges.push((second(from), symbol, second(to)));
        }
        if symbol == letter {
            accepting[from.index()] = before.is_accepting(to);
            let behind = before.transitions(to).iter();
            let behind = behind.filter(|&&(next, _)| segments.of(next) >= segment);
            edges.extend(behind.map(|&(next, target)| (from, next, second(target))));
        }
    }
    FiniteAutomaton::new(before.symbols(), before.initial().to_vec(), accepting, edges)
}

/// Returns the class of each state: states of one class accept alike, the last segment of which a word to them has
/// letters is the same, and so are the letters that leave them with the classes to which these lead, `precision` times.
///
/// What leaves a state belongs to its last segment or to later ones, so merged states accept words in the order of the
/// segments only.
fn classes(
    automaton: &FiniteAutomaton,
    segments: &Segments,
    precision: usize,
) -> Vec<FiniteStateId> {
    let mut last: Vec<Option<SegmentId>> = vec![None; automaton.len()];
    let mut open: Vec<FiniteStateId> = automaton.states().collect();
    while let Some(state) = open.pop() {
        for &(symbol, target) in automaton.transitions(state) {
            let reached = last[state.index()].max(Some(segments.of(symbol)));
            if last[target.index()] < reached {
                last[target.index()] = reached;
                open.push(target);
            }
        }
    }
    let states = automaton.states();
    let mut classes =
        numbered(states.map(|state| (automaton.is_accepting(state), last[state.index()])));
    for _ in 0..precision {
        classes = numbered(automaton.states().map(|state| {
            let leaving = automaton.transitions(state).iter();
            let leaving = leaving.map(|&(symbol, to)| (symbol, classes[to.index()]));
            (classes[state.index()], leaving.collect::<Vec<_>>())
        }));
    }
    classes
}

/// Numbers keys in the order in which they come first.
fn numbered<K: std::hash::Hash + Eq>(keys: impl Iterator<Item = K>) -> Vec<FiniteStateId> {
    let mut numbers = FxHashMap::default();
    keys.map(|key| {
        let next = FiniteStateId::from_index(numbers.len());
        *numbers.entry(key).or_insert(next)
    })
    .collect()
}
