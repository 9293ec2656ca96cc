//! How much a search for invariants may do, and whether it is to stop.

use kernel::base::{Control, Limit};

/// Maximum number of coefficients of inequalities that are changed.
const COEFFICIENTS: usize = 20_000_000;
/// Number of small steps between two looks at the limits.
const CHUNK: usize = 50_000;

/// What is left to be done, within the limits of a control.
#[derive(Debug)]
pub(super) struct Work<'c> {
    control: &'c Control,
    /// Number of coefficients that may still be changed.
    coefficients: usize,
    /// Number of small steps since the last look at the limits.
    steps: usize,
    /// Number of cases so far.
    cases: u64,
    /// The limit that was reached, if one was.
    limit: Option<Limit>,
}

impl<'c> Work<'c> {
    /// Returns the work for one question.
    pub(super) fn new(control: &'c Control) -> Self {
        Self { control, coefficients: COEFFICIENTS, steps: 0, cases: 0, limit: None }
    }

    /// Returns the limit that ended the work, if one did.
    pub(super) fn limit(&self) -> Option<Limit> {
        self.limit
    }

    /// Returns `true` if no more coefficients may be changed.
    pub(super) fn is_used_up(&self) -> bool {
        self.coefficients == 0
    }

    /// Notes that so many small steps follow; `None` if a limit is reached.
    pub(super) fn takes(&mut self, steps: usize) -> Option<()> {
        self.steps = self.steps.saturating_add(steps);
        if self.steps < CHUNK { Some(()) } else { self.ask() }
    }

    /// Notes that a case begins; `None` if a limit is reached.
    pub(super) fn begins_case(&mut self) -> Option<()> {
        self.cases += 1;
        self.ask()
    }

    fn ask(&mut self) -> Option<()> {
        self.steps = 0;
        self.limit = self.control.limit(self.cases, 0);
        if self.limit.is_some() { None } else { Some(()) }
    }

    /// Notes that so many coefficients are changed; `None` if that are too many, or a limit is reached.
    pub(super) fn changes(&mut self, coefficients: usize) -> Option<()> {
        self.coefficients = self.coefficients.saturating_sub(coefficients);
        if self.coefficients == 0 { None } else { self.takes(coefficients) }
    }
}
