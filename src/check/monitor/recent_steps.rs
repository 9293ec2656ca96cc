//! The steps that a monitor took last.

use kernel::base::{Id as _, typed_id};
use model::temporal::PropositionId;

use super::MonitorVerdict;

typed_id! {
    /// A state that was built.
    pub(super) struct StateId;
}

impl StateId {
    /// The state in which the formula is certainly true.
    pub(super) const TRUE: Self = Self(0);
    /// The state in which it is certainly false.
    pub(super) const FALSE: Self = Self(1);
    /// No state.
    const NONE: Self = Self(u32::MAX);
}

/// Number of steps that are kept, as a power of two.
const LOGARITHM: u32 = 10;

/// Maximum number of steps in a table of all of them.
const MOST: usize = 1 << 20;

/// A table of steps, each at the place that its state and its letter give, where it replaces an older one.
///
/// Only the first word of letters is looked at, so the table stays empty for a formula with more propositions.
#[derive(Clone, Debug)]
pub(super) struct RecentSteps {
    steps: Box<[Step]>,
    /// The propositions that matter.
    mask: u64,
}

#[derive(Clone, Copy, Debug)]
struct Step {
    letter: u64,
    from: StateId,
    to: StateId,
}

impl RecentSteps {
    /// Returns an empty table for a formula with `propositions`.
    pub(super) fn new(propositions: impl Iterator<Item = PropositionId>) -> Self {
        let bits = propositions.map(|proposition| u32::try_from(proposition.index()).ok());
        let mask =
            bits.map(|bit| 1_u64.checked_shl(bit?)).try_fold(0, |mask, bit| Some(mask | bit?));
        let none = Step { letter: 0, from: StateId::NONE, to: StateId::NONE };
        let length = if mask.is_some() { 1 << LOGARITHM } else { 0 };
        Self { steps: vec![none; length].into(), mask: mask.unwrap_or(0) }
    }

    /// Returns where a letter leads from a state, if the step is in the table.
    #[inline]
    pub(super) fn get(&self, from: StateId, letter: &[u64]) -> Option<StateId> {
        let letter = letter.first()? & self.mask;
        let step = self.steps.get(place(from, letter))?;
        (step.letter == letter && step.from == from).then_some(step.to)
    }

    /// Stores a step.
    pub(super) fn put(&mut self, from: StateId, letter: &[u64], to: StateId) {
        let letter = letter.first().map_or(0, |letter| letter & self.mask);
        if let Some(step) = self.steps.get_mut(place(from, letter)) {
            *step = Step { letter, from, to };
        }
    }
}

/// The steps of a monitor that reads few different letters, each of which has a number, at the place that state and letter
/// give: all of them, unless there are very many. It knows the state of the monitor, so that a known step needs nothing else.
#[derive(Clone, Debug)]
pub struct NumberedSteps {
    /// The letters.
    letters: Vec<Vec<u64>>,
    /// The state of the monitor.
    pub(super) current: StateId,
    /// For each state and each letter, where it leads.
    next: Vec<NumberedStep>,
}

/// Where a letter leads.
#[derive(Clone, Copy, Debug)]
struct NumberedStep {
    to: StateId,
    verdict: MonitorVerdict,
}

impl NumberedStep {
    /// A step that is not known.
    const NONE: Self = Self { to: StateId::NONE, verdict: MonitorVerdict::Inconclusive };
}

impl NumberedSteps {
    /// Returns a table for these letters and a monitor in a state.
    pub(super) fn new(letters: Vec<Vec<u64>>, current: StateId) -> Self {
        Self { letters, current, next: Vec::new() }
    }

    /// Returns the letter with a number.
    pub(super) fn letter(&self, number: usize) -> &[u64] {
        &self.letters[number]
    }

    /// Takes the step by the letter with a number if it is known, and returns the verdict.
    #[inline]
    pub(super) fn take(&mut self, number: usize) -> Option<MonitorVerdict> {
        let place = self.current.index() * self.letters.len() + number;
        let step = self.next.get(place).filter(|step| step.to != StateId::NONE)?;
        self.current = step.to;
        Some(step.verdict)
    }

    /// Takes a step, and keeps it if it is one of the first [`MOST`].
    pub(super) fn put(&mut self, number: usize, to: StateId, verdict: MonitorVerdict) {
        let from = self.current.index();
        let place = from * self.letters.len() + number;
        self.current = to;
        if place >= MOST {
            return;
        }
        if place >= self.next.len() {
            self.next.resize((from + 1) * self.letters.len(), NumberedStep::NONE);
        }
        self.next[place] = NumberedStep { to, verdict };
    }
}

/// Returns the place of a step: the highest bits of a product by odd constants, in which all bits of the step mix.
#[inline]
fn place(from: StateId, letter: u64) -> usize {
    let state = (from.index() as u64).wrapping_mul(0xd6e8_feb8_6659_fd93);
    let mixed = letter.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ state;
    (mixed >> (u64::BITS - LOGARITHM)) as usize
}
