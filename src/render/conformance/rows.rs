//! Rows of answers about sessions and multitraces.

use check::EngineName;
use serde_json::Value;

use super::answer_text::{NamedMultitrace, automaton_details, automaton_line, bound, limit_text};
use super::explanation_text::explain;
use super::location_words::together;
use crate::report::{
    AnswerDetails, Details, EarlyErrorDetails, ErrorDetails, LogContext, LogDetails, Row, RowStyle,
    SessionDetails,
};
use crate::sentences::{checked, printable};
use check::conformance::{Answer, Class, Question};
use driver::conformance::{
    CentralMerge, EarlyError, Engine, Explanation, MAX_ORDERS, MultitraceFinding, MultitraceReport,
    Outcome, PROPERTY, Plan, Statement, StatementResult, Unordered,
};
use driver::{Answer as DriverAnswer, AnswerSubject, Finding, Loaded};
use kernel::base::{Id as _, grouped};
use kernel::verdict::{Reason, Verdict};
use language::log::Session;
use model::trace::{DistributedAlphabet, Location, LocationId};

/// Builds the rows of sessions and multitraces.
#[derive(Clone, Debug)]
pub struct LogRows<'a> {
    plan: Plan<'a>,
    style: RowStyle,
    /// The details that all rows share.
    context: LogContext,
}

/// Builds the rows of the sessions of logs that belong together.
#[derive(Clone, Debug)]
pub struct SessionRows<'a> {
    rows: LogRows<'a>,
    /// The title of the logs in the rows.
    title: String,
    /// The names of the logs, by their numbers.
    names: Vec<String>,
    alphabet: DistributedAlphabet,
    /// The engine.
    engine: EngineName,
}

impl<'a> LogRows<'a> {
    /// Creates a builder of the rows of answers that follow a plan.
    pub fn new(plan: Plan<'a>, style: RowStyle) -> Self {
        let context = LogContext {
            model: plan.model.name.clone(),
            model_sha256: plan.model.sha256.clone(),
            question: plan.question.map(Question::word),
            reading: plan.reading.word(),
            procedure: plan.procedure.word(),
            automaton: automaton_details(plan.model),
        };
        Self { plan, style, context }
    }

    /// Returns the rows of a multitrace, and of the statements in its file.
    pub fn multitrace(&self, loaded: &Loaded, report: &MultitraceReport) -> Vec<Row> {
        let statements = report.statements.iter().map(statement_row);
        std::iter::once(self.answer(loaded, &report.answer)).chain(statements).collect()
    }

    /// Returns the row of an answer about a multitrace.
    pub fn answer(&self, loaded: &Loaded, answer: &DriverAnswer<MultitraceFinding>) -> Row {
        let mut row = Row::from_answer(answer);
        row.text.topic = Some("conform");
        match &answer.finding {
            Finding::Found(finding) => self.found(row, loaded, finding),
            finding => row.without_finding(finding, "the model and the log", &self.style),
        }
    }

    fn found(&self, row: Row, loaded: &Loaded, finding: &MultitraceFinding) -> Row {
        let source = loaded.source();
        let span = |location: LocationId, position: usize| {
            finding.places[location.index()].get(position).copied()
        };
        let text = |location: LocationId, position: usize| {
            let written = span(location, position).zip(source);
            written.map_or_else(String::new, |(span, source)| printable(source.slice(span)))
        };
        let place = |location: LocationId, position: usize| {
            let (span, source) = span(location, position).zip(source)?;
            Some(format!("{}:{}", loaded.name, source.line_of(span.start())))
        };
        let MultitraceFinding { alphabet, traces, answer, explanation, .. } = finding;
        let named = NamedMultitrace { alphabet, traces, text: &text, place: &place };
        let mut row = self.answered(row, &named, answer, explanation.as_ref(), None);
        if let Err(limit) = answer.verdict {
            (_, row.text.hint) = limit_text(limit, self.plan.session_timeout, &self.style);
        }
        if let (Some(detail), Some(engine), Some(statistics)) =
            (self.style.work, row.answer.engine, row.answer.statistics)
        {
            let line = automaton_line(self.plan.model);
            if !row.text.explanation.contains(&line) {
                row.text.summary.push(line);
            }
            row.text.summary.push(checked(engine, answer.stage.word(), statistics, detail));
        }
        row
    }

    /// Returns a row with the text and the explanation of an answer to the question of the plan.
    fn answered(
        &self,
        mut row: Row,
        named: &NamedMultitrace<'_>,
        answer: &Answer,
        explanation: Option<&Explanation>,
        session: Option<SessionDetails>,
    ) -> Row {
        row.answer.verdict = answer.verdict.into();
        named.describe(&mut row, answer, self.plan.question);
        if let Err(limit) = answer.verdict {
            row.message = limit_text(limit, self.plan.session_timeout, &self.style).0;
        }
        let asked = (self.plan.question.unwrap_or(Question::Accept), answer);
        let explained = explanation.map_or(Value::Null, |explanation| {
            explain(&mut row, named, explanation, asked, self.plan.model, self.style.text)
        });
        row.details = self.details(session, Some(named.details(answer)), explained);
        row
    }

    fn details(
        &self,
        session: Option<SessionDetails>,
        answer: Option<AnswerDetails>,
        explanation: Value,
    ) -> Details {
        let context = self.context.clone();
        Details::Log(Box::new(LogDetails { context, session, answer, explanation }))
    }
}

impl<'a> SessionRows<'a> {
    /// Creates a builder of the rows of sessions of logs with some names, together called `title`.
    pub fn new(
        plan: Plan<'a>,
        style: RowStyle,
        title: &str,
        names: Vec<String>,
        engine: &Engine,
    ) -> Self {
        Self {
            rows: LogRows::new(plan, style),
            title: title.to_owned(),
            names,
            alphabet: engine.alphabet().clone(),
            engine: engine.name(),
        }
    }

    /// Returns the plan that the answers follow.
    pub fn plan(&self) -> &Plan<'a> {
        &self.rows.plan
    }

    /// Returns the title of the logs in the rows.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// Returns the alphabet with its locations.
    pub fn alphabet(&self) -> &DistributedAlphabet {
        &self.alphabet
    }

    fn blank(&self, title: Option<String>) -> Row {
        let subject = AnswerSubject::of_property(&self.title, PROPERTY);
        let answer = DriverAnswer::new(subject, Verdict::Error, Finding::Found(()));
        Row { title, ..Row::from_answer(&DriverAnswer { engine: Some(self.engine), ..answer }) }
    }

    /// Returns the row of a session.
    pub fn session(
        &self,
        session: &Session,
        outcome: &Outcome,
        explanation: Option<&Explanation>,
    ) -> Row {
        let key = (!session.key.is_empty()).then_some(session.key.as_str());
        let mut row = self.blank(key.map(|key| format!("session {} {PROPERTY}", printable(key))));
        let details = SessionDetails {
            session: key.map(str::to_owned),
            ended: session.ended.word(),
            orders: match *outcome {
                Outcome::Answered { orders, .. } => Some(orders).filter(|&orders| orders > 1),
                Outcome::Unordered(Unordered::Disagree(tried)) => Some(tried),
                Outcome::Unordered(_) | Outcome::Crashed(_) | Outcome::LeftOut => None,
            },
        };
        let reason = match outcome {
            Outcome::Answered { answer, orders } => {
                let mut row = self.answered(row, session, answer, explanation, details);
                if *orders > 1 && answer.verdict.is_ok() {
                    let all = format!("the same in each of {} orders", grouped(*orders as u64));
                    row.message = format!("{}; {all} that times allow", row.message);
                }
                return row;
            }
            Outcome::Unordered(why) => {
                row.message = unordered_text(*why);
                row.text.hint = Some("log finer times, or sequence numbers as times".to_owned());
                row.text.topic = Some("W0706");
                Reason::Inconclusive
            }
            Outcome::Crashed(message) => {
                row.message = format!("internal error: {message}");
                row.text.hint = Some("please report it, with the model and the log".to_owned());
                Reason::Crashed
            }
            Outcome::LeftOut => Reason::Interrupted,
        };
        row.answer.verdict = Verdict::Unknown(reason);
        row.details = self.rows.details(Some(details), None, Value::Null);
        row
    }

    fn answered(
        &self,
        row: Row,
        session: &Session,
        answer: &Answer,
        explanation: Option<&Explanation>,
        details: SessionDetails,
    ) -> Row {
        let locations = self.alphabet.locations();
        let text = |location: LocationId, position: usize| -> String {
            let letter = session.traces[location.index()].get(position);
            let known = letter.and_then(|&letter| locations[location].text(letter));
            known.map_or_else(
                || unknown_text(session, &self.alphabet, location, position),
                str::to_owned,
            )
        };
        let place = |location: LocationId, position: usize| {
            let place = session.places[location.index()].get(position)?;
            let name = self.names.get(place.log() as usize)?;
            Some(format!("{name}:{}", place.line()))
        };
        let (alphabet, traces) = (&self.alphabet, &session.traces);
        let named = NamedMultitrace { alphabet, traces, text: &text, place: &place };
        self.rows.answered(row, &named, answer, explanation, Some(details))
    }

    /// Returns the row of an event that is wrong at its location, in a session that is still open.
    pub fn early_error(&self, early: &EarlyError) -> Row {
        let EarlyError { session, seen, unknown, error } = early;
        let location = &self.alphabet.locations()[seen.location];
        let written = || with_location(unknown.as_deref().unwrap_or_default(), location);
        let text = |_, _| location.text(seen.letter).map_or_else(written, str::to_owned);
        let line = seen.place.line();
        let alphabet = &self.alphabet;
        let named = NamedMultitrace { alphabet, traces: &[], text: &text, place: &|_, _| None };
        let details = EarlyErrorDetails {
            context: self.rows.context.clone(),
            session: (!session.is_empty()).then(|| session.clone()),
            open: true,
            error: ErrorDetails { kind: "local", locations: vec![named.local_error(error)] },
            line,
        };
        let mut row = self.blank(Some(match session.as_str() {
            "" => format!("open: {PROPERTY}"),
            key => format!("session {}, open: {PROPERTY}", printable(key)),
        }));
        row.answer.verdict = Verdict::Violated;
        row.qualifier = "local".to_owned();
        row.message = format!("line {line}: {}", named.local_words(error));
        row.details = Details::EarlyError(Box::new(details));
        row
    }

    /// Returns the row of a session of which the traces of some locations are missing.
    pub fn incomplete(
        &self,
        session: &str,
        missing: &[String],
        is_first: bool,
        merge: &CentralMerge,
    ) -> Row {
        let message = format!("nothing was said of {}", together(missing));
        let subject = AnswerSubject::of_property(&self.title, PROPERTY);
        let mut row = Row::unchecked(subject, Verdict::Error, message);
        row.title =
            (!session.is_empty()).then(|| format!("session {} {PROPERTY}", printable(session)));
        row.text.hint = is_first.then(|| {
            let names = together(&merge.incomplete());
            format!(
                "what `conform --local` printed for {names} has no last line (\"end\":true): it was \
                 stopped, or a part is missing"
            )
        });
        row
    }
}

/// Says why a session has no verdict, of which times leave the order of events open.
fn unordered_text(why: Unordered) -> String {
    match why {
        Unordered::Disagree(tried) => format!(
            "times leave the order of events open, and two of {} orders that were tried have \
             different verdicts",
            grouped(tried as u64)
        ),
        Unordered::TooMany => format!(
            "times leave the order of events open: there are more than {} orders",
            grouped(MAX_ORDERS as u64)
        ),
    }
}

/// Returns the row of a statement in the file of a multitrace.
fn statement_row(answer: &DriverAnswer<Statement>) -> Row {
    let row = Row::from_answer(answer);
    let Some(Statement { value, result }) = answer.found() else { return row };
    let property = row.answer.subject.property.clone().unwrap_or_default();
    let message = match *result {
        StatementResult::NoVerdict => "the answers are holds, violated and unknown".to_owned(),
        StatementResult::NoProperty => {
            format!("there is no such property, but {PROPERTY} and class")
        }
        StatementResult::NoClass => {
            format!("the classes are {}", Class::ALL.map(Class::word).join(", "))
        }
        StatementResult::SameClass => String::new(),
        StatementResult::OtherClass(class) => format!("it is {}", class.word()),
        StatementResult::Contradicted { question, holds } => {
            format!("{} {}", question.word(), if holds { "holds" } else { "does not hold" })
        }
        StatementResult::ClassNotFound(limit) => {
            format!("the class was not found {}", bound(limit))
        }
    };
    Row { title: Some(format!("{property} = {value}")), message, ..row }
}

/// Returns the text in a log of an event that is not in the model.
pub fn unknown_text(
    session: &Session,
    alphabet: &DistributedAlphabet,
    location: LocationId,
    position: usize,
) -> String {
    let at = session
        .unknown
        .binary_search_by_key(&(location, position), |one| (one.location, one.position));
    let Ok(at) = at else { return String::new() };
    with_location(&session.unknown[at].text, &alphabet.locations()[location])
}

/// Returns the text of an event, with its location if the text does not contain it.
fn with_location(text: &str, location: &Location) -> String {
    let text = printable(text);
    if text.starts_with(['!', '?']) { format!("{}{text}", location.name()) } else { text }
}
