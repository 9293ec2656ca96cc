//! What many sessions come to together.

use super::answered::Answered;
use super::judge::Outcome;
use super::locations::with_count;
use crate::check::conformance::{Class, Fault};
use crate::cli::words::number_of;
use crate::kernel::base::Id as _;
use crate::kernel::report::{Reason, Verdict, grouped};
use crate::model::trace::DistributedAlphabet;

/// How many multitraces have which class, in the order of classes; the last ones have none.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Classes([u64; Class::ALL.len() + 1]);

impl Classes {
    /// Counts a multitrace.
    pub(super) fn add(&mut self, class: Option<Class>) {
        self.0[class.map_or(Class::ALL.len(), |class| class as usize)] += 1;
    }

    /// Returns the number of all.
    pub(super) fn all(&self) -> u64 {
        self.0.iter().sum()
    }

    /// Returns the counts in words.
    pub(super) fn words(&self) -> String {
        let words = Class::ALL.map(Class::word).into_iter().chain(["without class"]);
        listed(words.zip(self.0))
    }
}

/// Returns counts in words, without those of nothing.
fn listed<'a>(counts: impl IntoIterator<Item = (&'a str, u64)>) -> String {
    let counts = counts.into_iter().filter(|(_, count)| *count > 0);
    counts.map(|(word, count)| format!("{} {word}", grouped(count))).collect::<Vec<_>>().join(", ")
}

/// Counts of sessions.
#[derive(Clone, Debug)]
pub(super) struct Tally {
    pub(super) sessions: u64,
    pub(super) events: u64,
    classes: Classes,
    /// Local errors by location.
    local: Vec<u64>,
    inter: u64,
    central: u64,
    holding: u64,
    violated: u64,
    unknown: u64,
    /// All verdicts in one.
    pub(super) verdict: Verdict,
}

impl Tally {
    pub(super) fn new(locations: usize) -> Self {
        Self {
            sessions: 0,
            events: 0,
            classes: Classes::default(),
            local: vec![0; locations],
            inter: 0,
            central: 0,
            holding: 0,
            violated: 0,
            unknown: 0,
            verdict: Verdict::Holds,
        }
    }

    /// Counts what became of a session with so many events.
    pub(super) fn count(&mut self, outcome: &Outcome, events: usize) {
        self.sessions += 1;
        self.events += events as u64;
        let verdict = match outcome {
            Outcome::Answered(answered) => {
                self.classify(answered);
                super::inquiry::verdict(&answered.answer)
            }
            Outcome::Broken(_) => Verdict::Unknown(Reason::Crashed),
            Outcome::LeftOut => Verdict::Unknown(Reason::Interrupted),
        };
        match verdict {
            Verdict::Holds => self.holding += 1,
            Verdict::Violated => self.violated += 1,
            Verdict::Unknown(_) | Verdict::Error => self.unknown += 1,
        }
        self.verdict = self.verdict.and(verdict);
    }

    fn classify(&mut self, answered: &Answered) {
        self.classes.add(answered.answer.class);
        match &answered.answer.fault {
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

    /// Returns the counts in words.
    pub(super) fn words(&self, alphabet: &DistributedAlphabet, is_classified: bool) -> String {
        let short = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
        let mut text = format!(
            "{}, {}",
            number_of(short(self.sessions), "session"),
            number_of(short(self.events), "event")
        );
        let classes = if is_classified {
            self.classes.words()
        } else {
            listed([("yes", self.holding), ("no", self.violated), ("unknown", self.unknown)])
        };
        let mut faults: Vec<String> = Vec::new();
        for (location, &count) in alphabet.locations().iter().zip(&self.local) {
            if count > 0 {
                faults.push(with_count(&location.name(), &grouped(count)));
            }
        }
        if !faults.is_empty() {
            faults = vec![format!("local errors: {}", faults.join(", "))];
        }
        faults.push(listed([("inter", self.inter), ("central", self.central)]));
        faults.retain(|part| !part.is_empty());
        for part in [classes, faults.join(", ")] {
            if !part.is_empty() {
                text.push_str("; ");
                text.push_str(&part);
            }
        }
        text
    }
}
