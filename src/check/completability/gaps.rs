//! Reader of partial executions in which some stretches of any length are postponed.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::hash::Hash as _;
use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHasher};

use super::reader::CommunicationReader;
use kernel::automata::DfaStateId;
use model::cfsm::Exchange;
use model::choreography::{Blocked, Choreography, PartialState, Partials};

/// Reads the partial executions, up to the order of independent communications, in which at most `max_gaps`
/// stretches are postponed at a time.
///
/// A postponed stretch is a *gap*: two states of the choreography such that some path between them is not
/// read yet. The path is left open, but it must not share anything with the letters already read that follow
/// it in the word: these then do not depend on it, whether it is read later or left out. So a word that is
/// read, followed by what is still postponed, is a commutation of a partial execution: the reader accepts no
/// more than the causal closure.
///
/// A letter is read after all gaps, with or without a new gap before it; or in a gap, which is split into a
/// part before and a part after the letter, either of which may be empty.
pub(super) struct Gapped<'a> {
    choreography: &'a Choreography,
    partials: &'a Partials<'a>,
    max_gaps: usize,
    /// The states in which each letter can be read, in order.
    sources: FxHashMap<Exchange, Vec<DfaStateId>>,
    /// Cache: the states that paths which share nothing with a set lead to.
    reach: RefCell<FxHashMap<(DfaStateId, Blocked), Rc<Reach>>>,
}

/// States that paths from a state lead to.
struct Reach {
    /// The state itself, and all others, in order.
    states: Vec<DfaStateId>,
    /// Whether a path that is not empty comes back.
    is_cyclic: bool,
}

/// A postponed stretch between two states.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Gap {
    /// The state before the gap, with what is blocked there by what was left out already.
    from: PartialState,
    /// What was used after the gap: no interaction in it may share anything with that.
    used: Blocked,
    /// The state after the gap.
    to: DfaStateId,
}

/// The state that reading has reached, and the gaps before it, in the order of the choreography.
type Gaps = (PartialState, Vec<Gap>);

impl<'a> Gapped<'a> {
    pub(super) fn new(
        choreography: &'a Choreography,
        partials: &'a Partials<'a>,
        max_gaps: usize,
    ) -> Self {
        let language = choreography.language();
        let mut sources: FxHashMap<Exchange, Vec<DfaStateId>> = FxHashMap::default();
        for state in language.states() {
            let letters = language.transitions(state).iter().map(|(exchange, _)| exchange);
            for letter in letters.flat_map(|one| [true, false].map(|received| one.letter(received)))
            {
                let sources = sources.entry(letter).or_default();
                if sources.last() != Some(&state) {
                    sources.push(state);
                }
            }
        }
        Self { choreography, partials, max_gaps, sources, reach: RefCell::default() }
    }

    /// Returns the states that paths from `from` lead to whose interactions share nothing with `used`.
    fn reach(&self, from: DfaStateId, used: &Blocked) -> Rc<Reach> {
        let key = (from, used.clone());
        if let Some(known) = self.reach.borrow().get(&key) {
            return Rc::clone(known);
        }
        let mut states = BTreeSet::new();
        let mut open = vec![from];
        while let Some(state) = open.pop() {
            for &(exchange, target) in self.choreography.language().transitions(state) {
                let shares = self.partials.touched(exchange.letter(true)).meets(used);
                if !shares && states.insert(target) {
                    open.push(target);
                }
            }
        }
        let is_cyclic = !states.insert(from);
        let reach = Rc::new(Reach { states: states.into_iter().collect(), is_cyclic });
        self.reach.borrow_mut().insert(key, Rc::clone(&reach));
        reach
    }

    /// Returns those of the states of [`Self::reach`] in which a letter can be read.
    fn starts(&self, reach: &Reach, letter: Exchange) -> Vec<DfaStateId> {
        let sources = self.sources.get(&letter).map_or(&[][..], Vec::as_slice);
        let (few, many) = if sources.len() < reach.states.len() {
            (sources, &reach.states[..])
        } else {
            (&reach.states[..], sources)
        };
        few.iter().copied().filter(|state| many.binary_search(state).is_ok()).collect()
    }

    fn leads(&self, from: DfaStateId, used: &Blocked, to: DfaStateId) -> bool {
        self.reach(from, used).states.binary_search(&to).is_ok()
    }

    /// Returns the gaps after a letter was read behind them; `None` if one of them has no path left.
    fn passed(&self, gaps: &[Gap], touched: &Blocked) -> Option<Vec<Gap>> {
        let mut passed = Vec::with_capacity(gaps.len() + 2);
        for gap in gaps {
            let used = gap.used.joined(touched);
            let reach = self.reach(gap.from.0, &used);
            reach.states.binary_search(&gap.to).ok()?;
            if gap.from.0 != gap.to || reach.is_cyclic {
                passed.push(Gap { used, ..gap.clone() });
            }
        }
        Some(passed)
    }

    /// Reads a letter after all gaps, with or without a new gap before it.
    fn read_last(
        &self,
        (front, gaps): &Gaps,
        letter: Exchange,
        touched: &Blocked,
        emit: &mut impl FnMut(Gaps),
    ) {
        if !self.partials.allows(&front.1, letter) {
            return;
        }
        let Some(passed) = self.passed(gaps, touched) else { return };
        self.partials.read(front, letter, &mut |next| emit((next, passed.clone())));
        if passed.len() == self.max_gaps {
            return;
        }
        let reach = self.reach(front.0, touched);
        for to in self.starts(&reach, letter) {
            if to == front.0 && !reach.is_cyclic {
                continue;
            }
            self.partials.read(&(to, front.1.clone()), letter, &mut |next| {
                let mut gaps = passed.clone();
                gaps.push(Gap { from: front.clone(), used: touched.clone(), to });
                emit((next, gaps));
            });
        }
    }

    /// Reads a letter in a gap.
    fn fill(
        &self,
        (front, gaps): &Gaps,
        place: usize,
        letter: Exchange,
        touched: &Blocked,
        emit: &mut impl FnMut(Gaps),
    ) {
        let (gap, behind) = (&gaps[place], &gaps[place + 1..]);
        if touched.meets(&gap.used) || !self.partials.allows(&gap.from.1, letter) {
            return;
        }
        let Some(passed) = self.passed(&gaps[..place], touched) else { return };
        let used = gap.used.joined(touched);
        for before in self.starts(&self.reach(gap.from.0, &used), letter) {
            let start = (before, gap.from.1.clone());
            self.partials.read(&start, letter, &mut |(after, blocked)| {
                // What is blocked now must not have been used behind it.
                if blocked.meets(&gap.used) || !self.leads(after, &gap.used, gap.to) {
                    return;
                }
                let first = Gap { used: used.clone(), to: before, ..gap.clone() };
                let second = Gap { from: (after, blocked.clone()), ..gap.clone() };
                let behind = behind.iter().map(|gap| {
                    let from = (gap.from.0, gap.from.1.joined(&blocked));
                    Gap { from, ..gap.clone() }
                });
                let behind: Vec<Gap> = behind.collect();
                let front = (front.0, front.1.joined(&blocked));
                for first in self.forms(first) {
                    for second in self.forms(second.clone()) {
                        let parts = first.iter().chain(&second).chain(&behind);
                        let left: Vec<Gap> = passed.iter().chain(parts).cloned().collect();
                        if left.len() <= self.max_gaps {
                            emit((front.clone(), left));
                        }
                    }
                }
            });
        }
    }

    /// Returns the possible forms of a part of a gap: the gap itself, unless nothing can be read there, and
    /// no gap, unless something must be read there.
    fn forms(&self, gap: Gap) -> Vec<Option<Gap>> {
        if gap.from.0 != gap.to {
            vec![Some(gap)]
        } else if self.reach(gap.from.0, &gap.used).is_cyclic {
            vec![Some(gap), None]
        } else {
            vec![None]
        }
    }
}

impl CommunicationReader for Gapped<'_> {
    type State = Gaps;

    fn heap_bytes(&self, ((_, blocked), gaps): &Gaps) -> usize {
        let inside = |gap: &Gap| gap.from.1.heap_bytes() + gap.used.heap_bytes();
        blocked.heap_bytes() + size_of_val(&gaps[..]) + gaps.iter().map(inside).sum::<usize>()
    }

    fn start(&self) -> Gaps {
        (self.partials.initial(), Vec::new())
    }

    fn silent(&self, (front, gaps): &Gaps, emit: &mut impl FnMut(Gaps)) {
        self.partials.silent(front, &mut |next| emit((next, gaps.clone())));
    }

    fn read(&self, state: &Gaps, letter: Exchange, emit: &mut impl FnMut(Gaps)) {
        let touched = self.partials.touched(letter);
        self.read_last(state, letter, &touched, emit);
        for place in 0..state.1.len() {
            self.fill(state, place, letter, &touched, emit);
        }
    }

    fn settle(&self, ((_, blocked), gaps): &mut Gaps) {
        let inside = gaps.iter_mut().map(|gap| &mut gap.from.1);
        for blocked in std::iter::once(blocked).chain(inside) {
            self.partials.saturate(blocked);
        }
    }

    fn hash_shape(&self, (front, gaps): &Gaps, hasher: &mut FxHasher) {
        front.0.hash(hasher);
        for gap in gaps {
            (gap.from.0, gap.to).hash(hasher);
        }
    }

    fn covers(&self, (front, gaps): &Gaps, (other, others): &Gaps) -> bool {
        let is_part = |one: &PartialState, other: &PartialState| {
            one.0 == other.0 && one.1.is_part_of(&other.1)
        };
        gaps.len() == others.len()
            && is_part(front, other)
            && gaps.iter().zip(others).all(|(gap, other)| {
                gap.to == other.to
                    && is_part(&gap.from, &other.from)
                    && gap.used.is_part_of(&other.used)
            })
    }
}
