//! Answers about multitraces, in words and for programs.

use std::time::Duration;

use super::location_words::in_words;
use crate::report::{
    AnswerDetails, AutomatonDetails, ErrorDetails, LocalErrorDetails, LocationDetails, Row,
    RowStyle,
};
use crate::sentences::{advice, few, limit, number_of};
use check::conformance::{Answer, Class, Fault, LocalError, LocalReason, Question, TermChecker};
use driver::conformance::{Behaviour, GlobalModel, Reached};
use kernel::base::{Id as _, Limit, grouped, milliseconds};
use model::trace::{DistributedAlphabet, LocalLetterId, Location, LocationId};

/// Maximum number of expected letters that are named in sentences.
const FEW: usize = 8;

/// A multitrace with its text.
pub(super) struct NamedMultitrace<'a> {
    /// The alphabet of its numbers.
    pub(super) alphabet: &'a DistributedAlphabet,
    /// The traces, as numbers.
    pub(super) traces: &'a [Vec<LocalLetterId>],
    /// Returns the text of a local letter.
    pub(super) text: &'a dyn Fn(LocationId, usize) -> String,
    /// Returns the place of a letter, as file and line.
    pub(super) place: &'a dyn Fn(LocationId, usize) -> Option<String>,
}

impl NamedMultitrace<'_> {
    /// Returns the locations whose traces go on behind the furthest point, each with the position of the next letter.
    pub(super) fn unread(&self, reached: &Reached) -> impl Iterator<Item = (LocationId, usize)> {
        let traces = self.alphabet.locations().ids().zip(self.traces).zip(&reached.positions);
        traces.filter(|((_, trace), at)| **at < trace.len()).map(|((id, _), &at)| (id, at))
    }

    /// Adds the text of an answer to a question to a row; without a question, of an answer that classifies.
    pub(super) fn describe(&self, row: &mut Row, answer: &Answer, question: Option<Question>) {
        match answer.verdict {
            Ok(true) => row.message = self.holding(question),
            Ok(false) => self.describe_failure(row, answer, question),
            Err(_) => {}
        }
    }

    fn describe_failure(&self, row: &mut Row, answer: &Answer, question: Option<Question>) {
        answer.fault.as_ref().map_or("", fault_word).clone_into(&mut row.qualifier);
        row.message = match &answer.fault {
            Some(Fault::Local(errors)) => {
                row.text.explanation.extend(errors.iter().map(|error| self.local_line(error)));
                self.local_message(errors)
            }
            Some(Fault::Inter) => "each location is right by itself, and no run goes through what \
                                   all of them allow"
                .to_owned(),
            Some(Fault::Central) => {
                "each location is right by itself, and no run is seen so by all of them".to_owned()
            }
            None => failing(question).to_owned(),
        };
        let unknown = |what| format!("  {what} was not found {}", bound(answer.limit));
        if answer.fault.is_none() && matches!(question, None | Some(Question::Accept)) {
            row.text.explanation.push(unknown("whether a location is wrong by itself"));
        }
        if let Some(class) = answer.class {
            row.text.explanation.push(format!("  class {}: {}", class.word(), meaning(class)));
        } else if question.is_none() {
            row.text.explanation.push(unknown("its class"));
        }
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

    fn local_message(&self, errors: &[LocalError]) -> String {
        let Some((first, others)) = errors.split_first() else { return String::new() };
        let message = self.local_words(first);
        match others.len() {
            0 => message,
            1 => format!("{message}; and another location is wrong"),
            more => format!("{message}; and {more} other locations are wrong"),
        }
    }

    /// Returns the words about a local error.
    pub(super) fn local_words(&self, error: &LocalError) -> String {
        let name = in_words(&self.alphabet.locations()[error.location].name());
        let position = error.position;
        let at = grouped(position as u64);
        let expected = few(&self.expected_texts(error), FEW, "others");
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

    fn expected_texts(&self, error: &LocalError) -> Vec<&str> {
        let location = &self.alphabet.locations()[error.location];
        error.expected.iter().filter_map(|&letter| location.text(letter)).collect()
    }

    /// Returns the details of an answer for programs.
    pub(super) fn details(&self, answer: &Answer) -> AnswerDetails {
        let error = answer.fault.as_ref().map(|fault| {
            let errors: &[LocalError] = match fault {
                Fault::Local(errors) => errors,
                Fault::Inter | Fault::Central => &[],
            };
            let locations = errors.iter().map(|error| self.local_error(error)).collect();
            ErrorDetails { kind: fault_word(fault), locations }
        });
        let location = |(location, trace): (&Location, &Vec<LocalLetterId>)| LocationDetails {
            location: location.members().to_vec(),
            length: trace.len(),
        };
        let locations = self.alphabet.locations().iter().zip(self.traces);
        AnswerDetails {
            class: answer.class.map(Class::word),
            error,
            stage: answer.stage.word(),
            locations: locations.map(location).collect(),
        }
    }

    /// Returns a local error for programs.
    pub(super) fn local_error(&self, error: &LocalError) -> LocalErrorDetails {
        LocalErrorDetails {
            location: self.alphabet.locations()[error.location].members().to_vec(),
            position: error.position,
            reason: error.reason.word(),
            expected: self.expected_texts(error).into_iter().map(str::to_owned).collect(),
            may_end: error.may_end,
        }
    }
}

/// Returns the bounds within which the search found no answer, and the options that widen them.
pub(super) fn bound(limit: Option<Limit>) -> &'static str {
    match limit {
        None | Some(Limit::States) => "within the limits; --max-states N raises them",
        Some(Limit::Timeout) => "in the time there was, see --timeout and --session-timeout",
        Some(Limit::Memory) => "in the memory there was, see --memory",
        Some(Limit::Interrupted) => "before the interrupt",
    }
}

/// Returns the limit that ended a search for an answer, and advice.
pub(super) fn limit_text(
    reached: Limit,
    session_timeout: Option<Duration>,
    style: &RowStyle,
) -> (String, Option<String>) {
    let message = match (reached, session_timeout, style.max_states) {
        (Limit::Timeout, Some(time), _) if style.limits.timeout.is_none() => {
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
        _ => limit(reached, style.max_states, &style.limits),
    };
    (message, advice(reached))
}

/// Returns the automaton that was used, for programs; `None` if the term was used.
pub(super) fn automaton_details(model: &GlobalModel) -> Option<AutomatonDetails> {
    match &model.behaviour {
        Behaviour::Automaton { automaton, made } => Some(AutomatonDetails {
            states: automaton.len(),
            transitions: automaton.transition_count(),
            initial: automaton.initial().len(),
            made: made.clone(),
        }),
        Behaviour::Term { .. } => None,
    }
}

/// Returns the line that describes the automaton or term that was used.
pub(super) fn automaton_line(model: &GlobalModel) -> String {
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

fn fault_word(fault: &Fault) -> &'static str {
    match fault {
        Fault::Local(_) => "local",
        Fault::Inter => "inter",
        Fault::Central => "central",
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
