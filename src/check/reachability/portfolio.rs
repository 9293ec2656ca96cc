//! What RSC executions leave open: the other engines, in a fixed order with budgets of counts.

use super::{Answer, Configurations, Engine, Explored, Outcome, UnknownReason};
use crate::invariant::{BadSet, ROUNDS};
use kernel::base::Control;
use model::evidence::{Certificate, EvidenceRequest};

/// The numbers of messages in each channel to which searches for violations are restricted, one after the other.
const BOUNDS: [usize; 5] = [1, 2, 3, 4, 8];

/// An answer with its certificate, if one is requested and there is one.
pub(crate) type Found = (Answer, Option<Certificate>);

/// A question about configurations of any system.
pub(crate) struct OpenQuestion<'q, 'a> {
    /// The configurations.
    pub(crate) configurations: &'q Configurations<'a>,
    /// Those that are to be avoided.
    pub(crate) bad: BadSet<'q>,
    /// Answers the question for configurations that were explored.
    pub(crate) by_configurations: &'q dyn Fn(&Explored<'a>) -> Found,
    /// The evidence that is requested.
    pub(crate) wanted: EvidenceRequest,
    /// The limits.
    pub(crate) control: &'q Control,
}

impl OpenQuestion<'_, '_> {
    /// Returns the answer of an engine alone, or of all of them in their order.
    pub(crate) fn answer(&self, engine: Engine) -> Found {
        let found = match engine {
            Engine::Invariant => (0..ROUNDS.len()).find_map(|round| self.by_invariant(round)),
            Engine::Bounded => Some(self.by_bounds()),
            _ => Some(self.by_all()),
        };
        found.unwrap_or_else(|| {
            let infinite = self.configurations.are_infinite(self.control);
            let why = UnknownReason::Undecided { configurations: 0, infinite, bound: None };
            let outcome = Outcome::Unknown(why);
            (Answer { outcome, engine: engine.word(), statistics: Default::default() }, None)
        })
    }

    /// Asks by configurations, if they are not too many, by invariants, and again by configurations, as many as a budget
    /// allows.
    fn by_all(&self) -> Found {
        let first = self.configurations.explored_first(self.control);
        let first = first.map(|explored| (self.by_configurations)(&explored));
        if let Some(found) = first.filter(|found| !found.0.is_open()) {
            return found;
        }
        if let Some(found) = self.by_invariant(0) {
            return found;
        }
        let infinite = self.configurations.are_infinite(self.control);
        let mut sample = infinite.then(|| self.by_whole());
        if let Some(found) = sample.take_if(|found| !found.0.is_open()) {
            return found;
        }
        if let Some(found) = (1..ROUNDS.len()).find_map(|round| self.by_invariant(round)) {
            return found;
        }
        let bounded = self.by_bounds();
        if !bounded.0.is_open() || infinite && has_bound(&bounded) {
            return bounded;
        }
        let whole = sample.unwrap_or_else(|| self.by_whole());
        if whole.0.is_open() && has_bound(&bounded) { bounded } else { whole }
    }

    fn by_whole(&self) -> Found {
        (self.by_configurations)(&self.configurations.explored(self.control))
    }

    /// Returns the answer that an invariant of the round with an index gives, if it does.
    fn by_invariant(&self, round: usize) -> Option<Found> {
        self.configurations.excluded(self.bad, round, self.wanted, self.control)
    }

    /// Asks by the configurations with few messages in each channel, then with more; the answer is of the last bound
    /// within which all were explored, or of the first one.
    fn by_bounds(&self) -> Found {
        let mut widest = None;
        for bound in BOUNDS {
            let explored = self.configurations.bounded(bound, self.control);
            let found = (self.by_configurations)(&explored);
            if !found.0.is_open() {
                return found;
            }
            if !has_bound(&found) {
                // Too many configurations: there are more with a larger bound.
                return widest.unwrap_or(found);
            }
            widest = Some(found);
        }
        widest.expect("there is a bound")
    }
}

/// Returns `true` if an answer is open although all configurations within a bound were explored.
fn has_bound(found: &Found) -> bool {
    let bounded =
        |why: &UnknownReason| matches!(why, UnknownReason::Undecided { bound: Some(_), .. });
    matches!(&found.0.outcome, Outcome::Unknown(why) if bounded(why))
}
