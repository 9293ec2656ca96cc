//! From an answer about a session to a row of the report.

use std::time::Instant;

use serde_json::{Map, Value, json};

use super::engines::Engine;
use super::explainer::Explainer;
use super::explanation::complete;
use super::outcome::{Outcome, verdict};
use super::plan::{PROPERTY, Plan};
use super::told::{self, Heard, Told, automaton};
use crate::cli::answers::Desk;
use crate::cli::input::Input;
use crate::cli::isolation::crashed;
use crate::cli::reporter::Reporter;
use scm_check::check::conformance::{Answer, Fault, LocalError, Question};
use scm_check::kernel::base::Id as _;
use scm_check::kernel::verdict::{Reason, Verdict};
use scm_check::language::log::{Seen, Session, Sessions};
use scm_check::model::trace::{DistributedAlphabet, Location, LocationId};
use scm_check::render::report::Row;
use scm_check::render::sentences::printable;

/// Makes the rows of the sessions of logs that belong together.
pub(super) struct SessionRows<'a> {
    pub(super) plan: Plan<'a>,
    /// What the rows call the logs.
    pub(super) title: &'a str,
    /// The names of the logs, by their numbers.
    pub(super) names: &'a [String],
    pub(super) alphabet: DistributedAlphabet,
    /// What explains.
    pub(super) engine: Engine,
    /// When the time for the logs is over.
    deadline: Option<Instant>,
    /// What all rows say.
    common: Map<String, Value>,
}

impl<'a> SessionRows<'a> {
    pub(super) fn new(
        plan: Plan<'a>,
        title: &'a str,
        names: &'a [String],
        engine: &Engine,
        deadline: Option<Instant>,
    ) -> Self {
        let common = common(&plan);
        Self {
            plan,
            title,
            names,
            alphabet: engine.alphabet().clone(),
            engine: engine.clone(),
            deadline,
            common,
        }
    }

    /// Returns the row of a session.
    pub(super) fn row(
        &mut self,
        desk: &Desk<'_>,
        session: &Session,
        outcome: &Outcome,
        is_explained: bool,
    ) -> Row {
        let key = (!session.key.is_empty()).then_some(session.key.as_str());
        let title = key.map(|key| format!("session {} {PROPERTY}", printable(key)));
        let mut detail = self.common.clone();
        detail.insert("session".to_owned(), json!(key));
        detail.insert("ended".to_owned(), json!(session.ended.word()));
        let row = Row {
            property: Some(PROPERTY.to_owned()),
            title,
            engine: Some(self.engine.word()),
            ..Row::unreadable(self.title, "")
        };
        match outcome {
            Outcome::Answered(answer) => {
                self.answered(desk, session, answer, is_explained, Row { detail, ..row })
            }
            Outcome::Broken(message) => {
                crashed(Row { detail, ..row }, message, "the model and the log")
            }
            Outcome::LeftOut => {
                Row { detail, verdict: Verdict::Unknown(Reason::Interrupted), ..row }
            }
        }
    }

    /// Returns the row of a session as it is shown. Where witnesses are wanted, that of a session which is not as
    /// it should be is kept first, explained whether or not the row is.
    pub(super) fn shown(
        &mut self,
        desk: &Desk<'_>,
        reporter: &mut Reporter,
        input: &Input,
        session: &Session,
        outcome: &Outcome,
        is_explained: bool,
    ) -> Row {
        let row = self.row(desk, session, outcome, is_explained);
        if desk.report.witness.is_none() {
            return row;
        }
        if is_explained || row.verdict != Verdict::Violated {
            reporter.keep(input, &row);
        } else {
            reporter.keep(input, &self.row(desk, session, outcome, true));
        }
        row
    }

    /// Returns the row of an event that is wrong at its location, of a session that is still open.
    pub(super) fn early(&self, sessions: &Sessions, seen: Seen, error: LocalError) -> Row {
        let key = sessions.key(seen).unwrap_or_default();
        let location = &self.alphabet.locations()[seen.location];
        let unknown = || named(sessions.unknown_text(seen).unwrap_or_default(), location);
        let text = |_, _| location.text(seen.letter).map_or_else(unknown, str::to_owned);
        let line = seen.place.line();
        let name = self.names.get(seen.place.log() as usize).map_or(self.title, String::as_str);
        let place = |_, _| Some(format!("{name}:{line}"));
        let alphabet = &self.alphabet;
        let traces = vec![Vec::new(); alphabet.locations().len()];
        let heard = Heard { alphabet, traces: &traces, text: &text, place: &place };
        let answer = Answer { fault: Some(Fault::Local(vec![error])), ..Answer::NO };
        let told = heard.told(&answer, self.plan.question);
        let mut detail = self.common.clone();
        detail.insert("session".to_owned(), json!((!key.is_empty()).then_some(key)));
        detail.insert("open".to_owned(), json!(true));
        detail.insert("error".to_owned(), told.detail.get("error").cloned().unwrap_or_default());
        detail.insert("line".to_owned(), json!(line));
        Row {
            property: Some(PROPERTY.to_owned()),
            title: Some(match key {
                "" => format!("open: {PROPERTY}"),
                key => format!("session {}, open: {PROPERTY}", printable(key)),
            }),
            verdict: Verdict::Violated,
            engine: Some(self.engine.word()),
            qualifier: told.qualifier,
            detail,
            ..Row::unreadable(self.title, format!("line {line}: {}", told.message))
        }
    }

    fn answered(
        &mut self,
        desk: &Desk<'_>,
        session: &Session,
        answer: &Answer,
        is_explained: bool,
        mut row: Row,
    ) -> Row {
        let question = self.plan.question;
        let locations = self.alphabet.locations();
        let text = |location: LocationId, position: usize| -> String {
            let letter = session.traces[location.index()].get(position);
            let known = letter.and_then(|&letter| locations[location].text(letter));
            known
                .map_or_else(|| unknown(session, &self.alphabet, location, position), str::to_owned)
        };
        let place = |location: LocationId, position: usize| {
            let place = session.places[location.index()].get(position)?;
            let name = self.names.get(place.log() as usize)?;
            Some(format!("{name}:{}", place.line()))
        };
        let alphabet = &self.alphabet;
        let heard = Heard { alphabet, traces: &session.traces, text: &text, place: &place };
        let Told { qualifier, message, explanation, detail } = heard.told(answer, question);
        row.verdict = verdict(answer);
        row.qualifier = qualifier;
        row.message = message;
        row.explanation = explanation;
        row.detail.extend(detail);
        if let Err(limit) = answer.verdict {
            (row.message, _) = told::limit(limit, self.plan.session_timeout, desk);
        }
        if self.plan.tells_why(answer, is_explained) {
            let asked = question.unwrap_or(Question::Accept);
            let own = self.plan.session_timeout.and_then(|time| Instant::now().checked_add(time));
            let deadline = self.deadline.into_iter().chain(own).min();
            desk.watch.know(&row);
            let mut explainer = Explainer::new(&mut self.engine, desk, 0, deadline);
            complete(&mut row, &mut explainer, &heard, asked, answer, self.plan.model);
            desk.watch.hand_over();
        }
        row
    }
}

/// Returns what all rows about a model say.
pub(super) fn common(plan: &Plan<'_>) -> Map<String, Value> {
    let mut detail = Map::new();
    let mut put = |name: &str, value: Value| detail.insert(name.to_owned(), value);
    put("model", json!(plan.model.name));
    put("model_sha256", json!(plan.model.sha256));
    put("question", json!(plan.question.map(Question::word)));
    put("reading", json!(plan.reading.word()));
    put("procedure", json!(plan.procedure.word()));
    put("automaton", automaton(plan.model));
    detail
}

/// Returns how something that the model does not know is written in a log.
pub(super) fn unknown(
    session: &Session,
    alphabet: &DistributedAlphabet,
    location: LocationId,
    position: usize,
) -> String {
    let at = session
        .unknown
        .binary_search_by_key(&(location, position), |one| (one.location, one.position));
    let Ok(at) = at else { return String::new() };
    named(&session.unknown[at].text, &alphabet.locations()[location])
}

/// Returns what a log says of an event, with its location where that is not said.
fn named(text: &str, location: &Location) -> String {
    let text = printable(text);
    if text.starts_with(['!', '?']) { format!("{}{text}", location.name()) } else { text }
}
