//! The steps that a monitor took last.

use kernel::base::{Id as _, typed_id};
use model::temporal::PropositionId;

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

/// Returns the place of a step: the highest bits of a product by odd constants, in which all bits of the step mix.
#[inline]
fn place(from: StateId, letter: u64) -> usize {
    let state = (from.index() as u64).wrapping_mul(0xd6e8_feb8_6659_fd93);
    let mixed = letter.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ state;
    (mixed >> (u64::BITS - LOGARITHM)) as usize
}
