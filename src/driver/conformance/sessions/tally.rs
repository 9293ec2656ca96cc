//! Counts of the results of many sessions.

use crate::conformance::model::outcome::Outcome;
use check::conformance::{Answer, Class, Fault};
use kernel::base::Id as _;
use kernel::verdict::{Reason, Verdict};

/// Numbers of multitraces by class and by verdict.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ClassCounts {
    /// Numbers of multitraces with a verdict, in the order of [`Class::ALL`]; the last entry counts those without a
    /// class.
    pub classes: [u64; Class::ALL.len() + 1],
    /// Number of multitraces that conform.
    pub holding: u64,
    /// Number of multitraces that do not conform.
    pub violated: u64,
    /// Number of multitraces without a verdict.
    pub unknown: u64,
}

impl ClassCounts {
    /// Counts a multitrace by its answer, if there is one.
    pub fn add(&mut self, answer: Option<&Answer>) {
        let Some(Answer { verdict: Ok(holds), class, .. }) = answer else {
            self.unknown += 1;
            return;
        };
        *if *holds { &mut self.holding } else { &mut self.violated } += 1;
        self.classes[class.map_or(Class::ALL.len(), |class| class as usize)] += 1;
    }

    /// Returns the number of all multitraces.
    pub fn all(&self) -> u64 {
        self.holding + self.violated + self.unknown
    }
}

/// Counts of sessions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tally {
    /// Number of sessions.
    pub sessions: u64,
    /// Number of events of all sessions.
    pub events: u64,
    /// Counts by class and by verdict.
    pub classes: ClassCounts,
    /// For each location, the number of sessions in which its trace is wrong by itself.
    pub local: Vec<u64>,
    /// Number of sessions for which no run goes through what all locations allow.
    pub inter: u64,
    /// Number of sessions without a matching run although each location is right by itself.
    pub central: u64,
    /// The combined verdict.
    pub verdict: Verdict,
}

impl Tally {
    /// Returns a tally without sessions for `locations` locations.
    pub fn new(locations: usize) -> Self {
        Self {
            sessions: 0,
            events: 0,
            classes: ClassCounts::default(),
            local: vec![0; locations],
            inter: 0,
            central: 0,
            verdict: Verdict::Holds,
        }
    }

    /// Counts a session by its outcome, with its number of events.
    pub fn count(&mut self, outcome: &Outcome, events: usize) {
        self.sessions += 1;
        self.events += events as u64;
        self.classes.add(outcome.answer());
        let verdict = match outcome {
            Outcome::Answered { answer, .. } => {
                self.locate(answer);
                answer.verdict.into()
            }
            Outcome::Unordered(_) => Verdict::Unknown(Reason::Inconclusive),
            Outcome::Crashed(_) => Verdict::Unknown(Reason::Crashed),
            Outcome::LeftOut => Verdict::Unknown(Reason::Interrupted),
        };
        self.verdict = self.verdict.and(verdict);
    }

    fn locate(&mut self, answer: &Answer) {
        match &answer.fault {
            None => {}
            Some(Fault::Local(errors)) => {
                for error in errors {
                    self.local[error.location.index()] += 1;
                }
            }
            Some(Fault::Inter) => self.inter += 1,
            Some(Fault::Central) => self.central += 1,
        }
    }
}
