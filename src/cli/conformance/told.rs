//! Answers about logs, in words and as JSON.

use std::time::Duration;

use serde_json::{Map, Value, json};

use super::locations::in_words;
use super::model::{Behaviour, GlobalModel};
use crate::cli::answers::Desk;
use scm_check::check::conformance::{
    Answer, Class, Fault, LocalError, LocalReason, Question, TermChecker,
};
use scm_check::kernel::base::{Id as _, Limit};
use scm_check::kernel::base::{grouped, milliseconds};
use scm_check::model::trace::{DistributedAlphabet, LocalLetterId, LocationId};
use scm_check::render::sentences as words;
use scm_check::render::sentences::number_of;

/// So many expected letters are told to people.
const FEW: usize = 8;

/// A multitrace, with what was written of it.
pub(crate) struct Heard<'a> {
    /// What its numbers stand for.
    pub(crate) alphabet: &'a DistributedAlphabet,
    /// The numbers.
    pub(crate) traces: &'a [Vec<LocalLetterId>],
    /// Returns how a local letter is written there.
    pub(crate) text: &'a dyn Fn(LocationId, usize) -> String,
    /// Returns where it stands, as file and line.
    pub(crate) place: &'a dyn Fn(LocationId, usize) -> Option<String>,
}

/// What is said of an answer.
pub(crate) struct Told {
    /// What stands behind the verdict in parentheses.
    pub(crate) qualifier: String,
    /// What explains the verdict on its line.
    pub(crate) message: String,
    /// The lines below.
    pub(crate) explanation: Vec<String>,
    /// The same for programs.
    pub(crate) detail: Map<String, Value>,
}

impl Heard<'_> {
    /// Returns what is said of an answer to a question; without one to that for the class.
    pub(crate) fn told(&self, answer: &Answer, question: Option<Question>) -> Told {
        let detail = self.detail(answer);
        let (qualifier, message, mut explanation) = match (&answer.verdict, &answer.fault) {
            (Ok(true), _) => (String::new(), self.holding(question), Vec::new()),
            (Ok(false), Some(Fault::Local(errors))) => self.local(errors),
            (Ok(false), Some(Fault::Inter)) => {
                let message = "each location is right by itself, and no run goes through what all \
                               of them allow";
                ("inter".to_owned(), message.to_owned(), Vec::new())
            }
            (Ok(false), Some(Fault::Central)) => {
                let message =
                    "each location is right by itself, and no run is seen so by all of them";
                ("central".to_owned(), message.to_owned(), Vec::new())
            }
            (Ok(false), None) => (String::new(), failing(question).to_owned(), Vec::new()),
            (Err(_), _) => (String::new(), String::new(), Vec::new()),
        };
        if matches!((&answer.verdict, &answer.fault), (Ok(false), None))
            && question.is_none_or(|question| question == Question::Accept)
        {
            let what = "whether a location is wrong by itself";
            explanation.push(format!("  {what} was not found {}", bound(answer)));
        }
        match answer.class {
            Some(class) if answer.verdict == Ok(false) => {
                explanation.push(format!("  class {}: {}", class.word(), meaning(class)));
            }
            None if answer.verdict == Ok(false) && question.is_none() => {
                explanation.push(format!("  its class was not found {}", bound(answer)));
            }
            _ => {}
        }
        Told { qualifier, message, explanation, detail }
    }

    fn holding(&self, question: Option<Question>) -> String {
        let letters: usize = self.traces.iter().map(Vec::len).sum();
        let what = match question {
            None | Some(Question::Accept) => "what the locations see of a run",
            Some(Question::GlobalPrefix) => "what the locations see of the beginning of a run",
            Some(Question::MultiPrefix) => "beginnings of what the locations see of a run",
            Some(Question::Slice) => "parts of what the locations see of a run",
        };
        let locations = number_of(self.traces.len(), "location");
        format!("{}, {}: {what}", locations, number_of(letters, "letter"))
    }

    fn local(&self, errors: &[LocalError]) -> (String, String, Vec<String>) {
        let Some(first) = errors.first() else { return <_>::default() };
        let mut message = self.local_words(first);
        match errors.len() - 1 {
            0 => {}
            1 => message.push_str("; and another location is wrong"),
            more => message = format!("{message}; and {more} other locations are wrong"),
        }
        let lines = errors.iter().map(|error| self.local_line(error)).collect();
        ("local".to_owned(), message, lines)
    }

    fn local_words(&self, error: &LocalError) -> String {
        let name = in_words(&self.alphabet.locations()[error.location].name());
        let position = error.position;
        let at = grouped(position as u64);
        let expected = self.expected(error, FEW);
        match error.reason {
            LocalReason::Unexpected => {
                let seen = (self.text)(error.location, position);
                let expected = match (expected.as_str(), error.may_end) {
                    ("", true) => "expected the end".to_owned(),
                    ("", false) => "nothing may follow".to_owned(),
                    (letters, true) => format!("expected {letters}, or the end"),
                    (letters, false) => format!("expected {letters}"),
                };
                format!("{name} at position {at}: {seen} cannot come there; {expected}")
            }
            LocalReason::Incomplete => {
                let expected = match expected.as_str() {
                    "" => String::new(),
                    letters => format!("; expected {letters}"),
                };
                format!("{name} at position {at}: the trace cannot end there{expected}")
            }
        }
    }

    fn local_line(&self, error: &LocalError) -> String {
        let words = self.local_words(error);
        let last = error.position.min(self.traces[error.location.index()].len().saturating_sub(1));
        match (self.place)(error.location, last) {
            Some(place) => format!("  {place}: {words}"),
            None => format!("  {words}"),
        }
    }

    fn expected(&self, error: &LocalError, most: usize) -> String {
        let texts = self.expected_texts(error);
        let shown = texts.iter().take(most).copied().collect::<Vec<_>>().join(", ");
        match texts.len().saturating_sub(most) {
            0 => shown,
            more => format!("{shown} and {more} others"),
        }
    }

    fn expected_texts(&self, error: &LocalError) -> Vec<&str> {
        let location = &self.alphabet.locations()[error.location];
        error.expected.iter().filter_map(|&letter| location.text(letter)).collect()
    }

    fn detail(&self, answer: &Answer) -> Map<String, Value> {
        let mut detail = Map::new();
        detail.insert("class".to_owned(), json!(answer.class.map(Class::word)));
        let error = match &answer.fault {
            None => Value::Null,
            Some(Fault::Local(errors)) => {
                let errors: Vec<Value> = errors.iter().map(|error| self.error(error)).collect();
                json!({"kind": "local", "locations": errors})
            }
            Some(Fault::Inter) => json!({"kind": "inter", "locations": []}),
            Some(Fault::Central) => json!({"kind": "central", "locations": []}),
        };
        detail.insert("error".to_owned(), error);
        detail.insert("stage".to_owned(), json!(answer.stage.word()));
        let locations: Vec<Value> = self
            .alphabet
            .locations()
            .iter()
            .zip(self.traces)
            .map(|(location, trace)| json!({"location": location.members(), "length": trace.len()}))
            .collect();
        detail.insert("locations".to_owned(), json!(locations));
        detail
    }

    fn error(&self, error: &LocalError) -> Value {
        json!({
            "location": self.alphabet.locations()[error.location].members(),
            "position": error.position,
            "reason": error.reason.word(),
            "expected": self.expected_texts(error),
            "may_end": error.may_end,
        })
    }
}

/// Returns in which bounds something was not found, and what widens them.
pub(super) fn bound(answer: &Answer) -> &'static str {
    match answer.limit {
        None | Some(Limit::States) => "within the limits; --max-states N raises them",
        Some(Limit::Timeout) => "in the time there was, see --timeout and --session-timeout",
        Some(Limit::Memory) => "in the memory there was, see --memory",
        Some(Limit::Interrupted) => "before the interrupt",
    }
}

/// Returns which limit ended a search for an answer, and what to do about it.
pub(crate) fn limit(
    limit: Limit,
    session_timeout: Option<Duration>,
    desk: &Desk<'_>,
) -> (String, Option<String>) {
    let advice = words::advice(limit);
    let message = match (limit, session_timeout, &desk.search.max_states) {
        (Limit::Timeout, Some(time), _) if desk.watch.limits().timeout.is_none() => {
            let millis = u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
            let message = format!("the {} of --session-timeout are over", milliseconds(millis));
            return (message, Some("nothing was found so far; raise --session-timeout".to_owned()));
        }
        (Limit::States, _, None) => format!(
            "a search on terms that could go on for ever was left off at {} states; --max-states N \
             grants more",
            grouped(TermChecker::UNENDING)
        ),
        (Limit::Timeout, Some(_), _) => {
            let message = "a time limit was reached, --timeout or --session-timeout";
            return (message.to_owned(), None);
        }
        _ => words::limit(limit, desk.search.max_states.map(|count| count.0), desk.watch.limits()),
    };
    (message, advice)
}

/// Returns which automaton was asked, for programs.
pub(crate) fn automaton(model: &GlobalModel) -> Value {
    match &model.behaviour {
        Behaviour::Automaton { automaton, made } => json!({
            "states": automaton.len(),
            "transitions": automaton.transition_count(),
            "initial": automaton.initial().len(),
            "made": made,
        }),
        Behaviour::Term { .. } => Value::Null,
    }
}

/// Returns the same for people.
pub(crate) fn automaton_words(model: &GlobalModel) -> String {
    match &model.behaviour {
        Behaviour::Automaton { automaton, made } => format!(
            "  {}: an automaton of {}, {} ({made})",
            model.name,
            number_of(automaton.len(), "state"),
            number_of(automaton.transition_count(), "transition"),
        ),
        Behaviour::Term { why, .. } => format!("  {}: a term ({why})", model.name),
    }
}

fn failing(question: Option<Question>) -> &'static str {
    match question {
        None | Some(Question::Accept) => "no run is seen so",
        Some(Question::GlobalPrefix) => "no run begins with what is seen so",
        Some(Question::MultiPrefix) => "there is no run with all traces as beginnings",
        Some(Question::Slice) => "there is no run with all traces as parts",
    }
}

fn meaning(class: Class) -> &'static str {
    match class {
        Class::Accepted => "what the locations see of a run",
        Class::GlobalPrefix => "what the locations see of the beginning of a run",
        Class::MultiPrefix => "each trace is the beginning of what its location sees of one run",
        Class::Slice => "each trace is a part of what its location sees of one run",
        Class::Fail => "there is no run with all traces as parts",
    }
}
