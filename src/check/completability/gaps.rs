//! Partial executions in which some stretches are put off, however long.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::reader::Reader;
use kernel::automata::DfaStateId;
use model::cfsm::Exchange;
use model::choreography::{Blocked, Choreography, PartialState, Partials};

/// Reads what is a partial execution up to the order of independent communications, of which at
/// most `max_gaps` stretches are put off at a time.
///
/// A stretch that is put off is a *gap*: two states of the choreography, some path between which is
/// not read yet. Which path that is stays open, but it must not share anything with what was read
/// already of the word behind it: then what was read does not depend on it, whether it is read
/// later or left out. So a word that is read, followed by what is still put off, is a commutation
/// of a partial execution: reading more than the causal closure is impossible.
///
/// A letter is read behind all gaps; or there, with a new gap before it; or in a gap, of which it
/// leaves a part before it and a part behind it, that may be empty.
pub(super) struct Gapped<'a> {
    choreography: &'a Choreography,
    partials: &'a Partials<'a>,
    max_gaps: usize,
    /// Where paths lead that share nothing with a set.
    reach: RefCell<FxHashMap<(DfaStateId, Blocked), Rc<Reach>>>,
}

/// Where paths lead from a state.
struct Reach {
    /// The state itself, and all others, in order.
    states: Vec<DfaStateId>,
    /// Whether a path that is not empty comes back.
    is_cyclic: bool,
}

/// What is put off between two states.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Gap {
    /// The state before it, with what is blocked there by what was left out already.
    from: PartialState,
    /// What was used behind it: no interaction in the gap may share anything with that.
    used: Blocked,
    /// The state behind it.
    to: DfaStateId,
}

/// Where reading has come to, and the gaps before that, in the order of the choreography.
type Gaps = (PartialState, Vec<Gap>);

impl<'a> Gapped<'a> {
    pub(super) fn new(
        choreography: &'a Choreography,
        partials: &'a Partials<'a>,
        max_gaps: usize,
    ) -> Self {
        Self { choreography, partials, max_gaps, reach: RefCell::default() }
    }

    /// Returns where paths lead from a state whose interactions share nothing with `used`.
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

    fn leads(&self, from: DfaStateId, used: &Blocked, to: DfaStateId) -> bool {
        self.reach(from, used).states.binary_search(&to).is_ok()
    }

    /// Returns gaps after a letter was read behind them; nothing if one of them has no path any
    /// more.
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

    /// Reads a letter behind all gaps, and there with a new gap before it.
    fn read_last(
        &self,
        (front, gaps): &Gaps,
        letter: Exchange,
        touched: &Blocked,
        emit: &mut impl FnMut(Gaps),
    ) {
        let Some(passed) = self.passed(gaps, touched) else { return };
        self.partials.read(front, letter, &mut |next| emit((next, passed.clone())));
        if passed.len() == self.max_gaps {
            return;
        }
        let reach = self.reach(front.0, touched);
        for &to in &reach.states {
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
        if touched.meets(&gap.used) {
            return;
        }
        let Some(passed) = self.passed(&gaps[..place], touched) else { return };
        let used = gap.used.joined(touched);
        for &before in &self.reach(gap.from.0, &used).states {
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

    /// Returns what a part of a gap may be: itself, unless nothing can be read there, and no gap,
    /// unless something must be read there.
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

impl Reader for Gapped<'_> {
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
