//! What many sessions come to together.

use super::outcome::Outcome;
use check::conformance::{Answer, Class, Fault};
use kernel::base::Id as _;
use kernel::verdict::{Reason, Verdict};

/// How many multitraces have which class and which verdict.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ClassCounts {
    /// Those with a verdict, in the order of [`Class::ALL`]; the last ones have no class.
    pub classes: [u64; Class::ALL.len() + 1],
    /// Those that conform.
    pub holding: u64,
    /// Those that do not.
    pub violated: u64,
    /// Those without a verdict.
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

    /// Returns the number of all.
    pub fn all(&self) -> u64 {
        self.holding + self.violated + self.unknown
    }
}

/// Counts of sessions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tally {
    /// All sessions.
    pub sessions: u64,
    /// All events of these.
    pub events: u64,
    /// Their classes and verdicts.
    pub classes: ClassCounts,
    /// For each location, the sessions in which it is wrong by itself.
    pub local: Vec<u64>,
    /// Sessions of which no run goes through what all locations allow.
    pub inter: u64,
    /// Sessions that no run is seen as although each location is right.
    pub central: u64,
    /// All verdicts in one.
    pub verdict: Verdict,
}

impl Tally {
    /// Returns the counts of no session, for so many locations.
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

    /// Counts what became of a session with so many events.
    pub fn count(&mut self, outcome: &Outcome, events: usize) {
        self.sessions += 1;
        self.events += events as u64;
        self.classes.add(outcome.answer());
        let verdict = match outcome {
            Outcome::Answered(answer) => {
                self.locate(answer);
                answer.verdict.into()
            }
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
