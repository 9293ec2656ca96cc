//! Language inclusion of automata, by antichains.

use rustc_hash::FxHashMap;

use super::subsets::Powerset;
use super::{FiniteAutomaton, FiniteStateId, SymbolId};
use crate::base::{Control, Id as _, Limit};

/// One of two automata that are compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    /// The first automaton.
    First,
    /// The second automaton.
    Second,
}

/// A word that one of two automata accepts and the other does not.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference {
    /// The word; no shorter word is accepted by exactly one of the automata.
    pub word: Vec<SymbolId>,
    /// The automaton that accepts the word.
    pub accepted_by: Side,
}

/// Returns a shortest word that `left` accepts and `right` does not; `None` if there is none, and the
/// language of `left` is included in that of `right`.
///
/// Pairs of a state of `left` and the set of states of `right` that the same word leads to are visited
/// breadth first. A pair is skipped if one with the same state and a smaller set was visited before: every
/// word that shows a difference after the larger set also does so after the smaller one.
///
/// # Errors
/// If a limit of `control` is reached; its states are pairs.
///
/// # Panics
/// If the alphabets differ in size.
///
/// # Complexity
/// Exponential in the states of `right` at worst. For each visited pair, linear in the stored pairs with the
/// same state whose sets begin with one of its members, times their sizes.
pub fn inclusion(
    left: &FiniteAutomaton,
    right: &FiniteAutomaton,
    control: &Control,
) -> Result<Option<Vec<SymbolId>>, Limit> {
    shorter_than(usize::MAX, left, right, control)
}

/// Returns a shortest word that one of two automata accepts and the other does not; `None` if there is none,
/// and the languages are equal. If both sides have one of the least length, the result is one that the first
/// accepts.
///
/// # Errors
/// If a limit of `control` is reached.
///
/// # Panics
/// If the alphabets differ in size.
///
/// # Complexity
/// That of [`inclusion`] both ways.
pub fn equivalence(
    first: &FiniteAutomaton,
    second: &FiniteAutomaton,
    control: &Control,
) -> Result<Option<Difference>, Limit> {
    let only_first = inclusion(first, second, control)?;
    let bound = only_first.as_ref().map_or(usize::MAX, Vec::len);
    let only_second = shorter_than(bound, second, first, control)?;
    let of = |accepted_by| move |word| Difference { word, accepted_by };
    Ok(only_second.map(of(Side::Second)).or_else(|| only_first.map(of(Side::First))))
}

/// A state of the left automaton and a set of states of the right one.
struct VisitedPair {
    state: FiniteStateId,
    subset: FiniteStateId,
    /// The index of the pair before, with the symbol between; `None` for an initial pair.
    before: Option<(u32, SymbolId)>,
    length: usize,
}

/// The visited pairs without those that are subsumed by another, as far as that is cheap to decide.
///
/// A set is stored under its first member, which is a member of each of its supersets.
#[derive(Default)]
struct Antichains {
    filed: FxHashMap<(FiniteStateId, Option<FiniteStateId>), Vec<FiniteStateId>>,
}

impl Antichains {
    /// Adds a pair, and returns `true` if there was none with the same state and a subset of this set.
    fn insert(
        &mut self,
        state: FiniteStateId,
        subset: FiniteStateId,
        powerset: &Powerset<'_>,
    ) -> bool {
        let members = powerset.members(subset);
        let first = members.first().copied();
        let places = members.iter().copied().map(Some).chain([None]);
        let is_superfluous = places.into_iter().any(|member| {
            let others = self.filed.get(&(state, member)).into_iter().flatten();
            others.into_iter().any(|&other| powerset.is_within(other, subset))
        });
        if !is_superfluous {
            let filed = self.filed.entry((state, first)).or_default();
            filed.retain(|&other| !powerset.is_within(subset, other));
            filed.push(subset);
        }
        !is_superfluous
    }
}

/// Number of bytes of a pair in the tables.
const PAIR: usize = size_of::<VisitedPair>() + 8;

fn shorter_than(
    bound: usize,
    left: &FiniteAutomaton,
    right: &FiniteAutomaton,
    control: &Control,
) -> Result<Option<Vec<SymbolId>>, Limit> {
    assert_eq!(left.symbols(), right.symbols(), "both automata have one alphabet");
    let productive = left.productive();
    let mut powerset = Powerset::new(right, None);
    let empty = powerset.empty();
    let mut antichains = Antichains::default();
    let mut nodes: Vec<VisitedPair> = Vec::new();
    for &state in left.initial() {
        let subset = Powerset::start();
        if bound > 0 && left.is_accepting(state) && !powerset.is_accepting(subset) {
            return Ok(Some(Vec::new()));
        }
        if productive[state.index()] {
            antichains.insert(state, subset, &powerset);
            nodes.push(VisitedPair { state, subset, before: None, length: 0 });
        }
    }
    let mut at = 0;
    while let Some(&VisitedPair { state, subset, length, .. }) = nodes.get(at) {
        if length + 1 >= bound {
            break;
        }
        let place = u32::try_from(at).expect("pairs have numbers of 32 bits");
        let mut row = powerset.transitions(subset).to_vec().into_iter().peekable();
        for &(symbol, target) in left.transitions(state) {
            if !productive[target.index()] {
                continue;
            }
            while row.next_if(|&(other, _)| other < symbol).is_some() {}
            let here = row.peek().filter(|&&(other, _)| other == symbol);
            let next = here.map_or(empty, |&(_, next)| next);
            if left.is_accepting(target) && !powerset.is_accepting(next) {
                return Ok(Some(word(&nodes, place, symbol)));
            }
            if antichains.insert(target, next, &powerset) {
                let before = Some((place, symbol));
                nodes.push(VisitedPair { state: target, subset: next, before, length: length + 1 });
            }
        }
        at += 1;
        let bytes = powerset.bytes() + (nodes.len() * PAIR) as u64;
        control.within(nodes.len() as u64, bytes)?;
    }
    Ok(None)
}

fn word(nodes: &[VisitedPair], last: u32, symbol: SymbolId) -> Vec<SymbolId> {
    let mut word = vec![symbol];
    let mut at = last;
    while let Some((before, symbol)) = nodes[at as usize].before {
        word.push(symbol);
        at = before;
    }
    word.reverse();
    word
}
