//! What many sessions come to together.

use serde_json::{Map, Value, json};

use super::locations::with_count;
use super::outcome::{Outcome, verdict};
use scm_check::check::conformance::{Answer, Class, Fault};
use scm_check::kernel::base::Id as _;
use scm_check::kernel::base::grouped;
use scm_check::kernel::verdict::{Reason, Verdict};
use scm_check::model::trace::DistributedAlphabet;
use scm_check::render::sentences::number_of;

/// How many multitraces have which class and which verdict.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Classes {
    /// In the order of classes; the last ones have none though they have a verdict.
    counts: [u64; Class::ALL.len() + 1],
    holding: u64,
    violated: u64,
    unknown: u64,
}

impl Classes {
    /// Counts a multitrace by its answer, if there is one.
    pub(super) fn add(&mut self, answer: Option<&Answer>) {
        let Some(Answer { verdict: Ok(holds), class, .. }) = answer else {
            self.unknown += 1;
            return;
        };
        *if *holds { &mut self.holding } else { &mut self.violated } += 1;
        self.counts[class.map_or(Class::ALL.len(), |class| class as usize)] += 1;
    }

    /// Returns the number of all.
    pub(super) fn all(&self) -> u64 {
        self.holding + self.violated + self.unknown
    }

    /// Returns the counts in words.
    pub(super) fn words(&self, is_classified: bool) -> String {
        let unknown = ("unknown", self.unknown);
        if is_classified {
            let words = Class::ALL.map(Class::word).into_iter().chain(["without class"]);
            listed(words.zip(self.counts).chain([unknown]))
        } else {
            listed([("holding", self.holding), ("violated", self.violated), unknown])
        }
    }

    /// Returns the counts for programs.
    fn detail(&self, is_classified: bool) -> Map<String, Value> {
        let count = |(word, count): (&str, u64)| (word.to_owned(), json!(count));
        let verdicts =
            [("holds", self.holding), ("violated", self.violated), ("unknown", self.unknown)];
        let verdicts: Map<_, _> = verdicts.into_iter().map(count).collect();
        let mut detail = Map::from_iter([("verdicts".to_owned(), json!(verdicts))]);
        if is_classified {
            let classes = Class::ALL.map(Class::word).into_iter().zip(self.counts).map(count);
            detail.insert("classes".to_owned(), json!(classes.collect::<Map<_, _>>()));
            let without = self.counts[Class::ALL.len()];
            detail.insert("without_class".to_owned(), json!(without));
        }
        detail
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
            verdict: Verdict::Holds,
        }
    }

    /// Counts what became of a session with so many events.
    pub(super) fn count(&mut self, outcome: &Outcome, events: usize) {
        self.sessions += 1;
        self.events += events as u64;
        let verdict = match outcome {
            Outcome::Answered(answer) => {
                self.classes.add(Some(answer));
                self.locate(answer);
                verdict(answer)
            }
            Outcome::Broken(_) => {
                self.classes.add(None);
                Verdict::Unknown(Reason::Crashed)
            }
            Outcome::LeftOut => {
                self.classes.add(None);
                Verdict::Unknown(Reason::Interrupted)
            }
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

    /// Returns the counts in words.
    pub(super) fn words(&self, alphabet: &DistributedAlphabet, is_classified: bool) -> String {
        let short = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
        let mut text = format!(
            "{}, {}",
            number_of(short(self.sessions), "session"),
            number_of(short(self.events), "event")
        );
        let classes = self.classes.words(is_classified);
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

    /// Returns the counts for programs.
    pub(super) fn detail(
        &self,
        alphabet: &DistributedAlphabet,
        is_classified: bool,
    ) -> Map<String, Value> {
        let mut detail = self.classes.detail(is_classified);
        let local = alphabet.locations().iter().zip(&self.local).filter(|(_, count)| **count > 0);
        let local: Vec<Value> = local
            .map(|(location, count)| json!({"location": location.members(), "sessions": count}))
            .collect();
        let errors = json!({"local": local, "inter": self.inter, "central": self.central});
        detail.insert("sessions".to_owned(), json!(self.sessions));
        detail.insert("events".to_owned(), json!(self.events));
        detail.insert("errors".to_owned(), errors);
        detail
    }
}
