//! Multitraces held against a model, each of them a file.

use std::time::Instant;

use super::answer_object::fits;
use super::checkpoint::Known;
use super::engines::{Engine, Engines};
use super::explainer::Explainer;
use super::explanation::complete;
use super::logged::Logged;
use super::outcome::{Origin, verdict};
use super::plan::{PROPERTY, Plan};
use super::pool::Worker;
use super::session_rows::common;
use super::told::{Heard, Told, automaton_words, bound};
use crate::cli::answers::Desk;
use crate::cli::conform_args::LogArguments;
use crate::cli::input::printable;
use crate::cli::isolation::crashed;
use crate::cli::models::blank_row;
use crate::cli::session::Arrived;
use scm_check::check::conformance::{Answer, Class, Question};
use scm_check::driver::Loaded;
use scm_check::driver::Statistics;
use scm_check::driver::isolated;
use scm_check::kernel::base::{Id as _, Limit};
use scm_check::kernel::search::Statistics as Counts;
use scm_check::kernel::source::Span;
use scm_check::kernel::verdict::{Effect, Expectation, Expected, Reason, Verdict};
use scm_check::language::interaction;
use scm_check::model::trace::{LocalLetterId, LocationId};
use scm_check::render::report::Row;

/// Answers for multitraces, one after the other.
#[derive(Clone)]
pub(super) struct FileJudge<'a> {
    plan: Plan<'a>,
    log: &'a LogArguments,
    engines: Engines<'a>,
    /// The number of the thread, from 1; 0 where there is none besides.
    thread: usize,
}

/// What became of a multitrace.
pub(super) struct FileJudged {
    pub(super) rows: Vec<Row>,
    /// The answer, if there is one.
    pub(super) answer: Option<Answer>,
    pub(super) origin: Origin,
    /// How many letters it has.
    pub(super) letters: usize,
}

impl<'a> FileJudge<'a> {
    /// Returns a judge that works alone.
    pub(super) fn new(plan: Plan<'a>, log: &'a LogArguments) -> Self {
        let engines = Engines::new(plan.model, plan.procedure.procedure());
        Self { plan, log, engines, thread: 0 }
    }

    /// Returns one like it for a thread with a number, from 1.
    pub(super) fn on_thread(&self, thread: usize) -> Self {
        Self { thread, ..self.clone() }
    }

    /// Returns what answers for the locations of the options.
    pub(super) fn base(&mut self) -> &mut Engine {
        self.engines.base()
    }

    /// Returns what answers for a multitrace, with its traces as that knows them.
    pub(super) fn numbered(&mut self, model: &Logged) -> (&mut Engine, Vec<Vec<LocalLetterId>>) {
        let (engine, traces, _) = model.numbered(self.plan.model, &mut self.engines);
        (engine, traces)
    }

    /// Answers for a multitrace.
    pub(super) fn judge(
        &mut self,
        desk: &Desk<'_>,
        loaded: &Loaded,
        model: &Logged,
        known: Known,
    ) -> FileJudged {
        if desk.watch.is_raised() {
            return FileJudged::not_started(loaded);
        }
        isolated(|| self.judged(desk, loaded, model, known)).unwrap_or_else(|panic| {
            // Whatever broke it may have been left half done.
            self.engines = Engines::new(self.plan.model, self.plan.procedure.procedure());
            let row = blank_row(loaded, PROPERTY, Verdict::Holds);
            FileJudged::only(crashed(row, &panic.0, "the model and the log"))
        })
    }

    fn judged(
        &mut self,
        desk: &Desk<'_>,
        loaded: &Loaded,
        model: &Logged,
        known: Known,
    ) -> FileJudged {
        let (engine, traces, places) = model.numbered(self.plan.model, &mut self.engines);
        let known = match known {
            Known::Answer(answer) if !fits(&answer, engine.alphabet()) => Known::Open,
            known => known,
        };
        let origin = match known {
            Known::Nothing => Origin::Found,
            Known::Open => Origin::FoundAgain,
            Known::Answer(_) => Origin::Known,
        };
        let patience = self.log.session_timeout;
        let own = patience.and_then(|span| Instant::now().checked_add(span.0));
        let deadline = match self.thread {
            0 => {
                desk.watch.begin(&loaded.name, Some(PROPERTY));
                desk.watch.deadline()
            }
            _ => desk.watch.time_from_now(),
        };
        let deadline = deadline.into_iter().chain(own).min();
        let (answer, statistics) = match known {
            Known::Answer(answer) => {
                let states = answer.states;
                (answer, Statistics { states, ..Statistics::default() })
            }
            Known::Nothing | Known::Open => {
                let procedure = self.plan.procedure;
                let is_class_stated = stated_by(model).iter().any(|one| one.property == "class");
                let question = self.plan.question_of(is_class_stated);
                let search = |control: &_| {
                    let answer = engine.check(&traces, question, procedure.procedure(), control);
                    let states = answer.states;
                    (answer, Counts { states, ..Counts::default() })
                };
                match self.thread {
                    0 => desk.searched_until(own, &loaded.name, PROPERTY, search),
                    thread => desk.searched_beside(thread, deadline, search),
                }
            }
        };
        let mut row = told(
            &self.plan,
            desk,
            loaded,
            (&mut *engine, self.thread, deadline),
            (&traces, &places),
            &answer,
        );
        row.statistics = Some(statistics);
        row.expected = expected(&self.plan, model);
        if desk.report.verbose {
            let words = automaton_words(self.plan.model);
            if !row.explanation.contains(&words) {
                row.summary.push(words);
            }
            row.summary.push(desk.checked(engine.word(), answer.stage.word(), statistics));
        }
        let mut rows = vec![row];
        rows.extend(stated(&self.plan, loaded, model, &answer));
        let letters = traces.iter().map(Vec::len).sum();
        FileJudged { rows, answer: Some(answer), origin, letters }
    }
}

impl FileJudged {
    fn only(row: Row) -> Self {
        Self { rows: vec![row], answer: None, origin: Origin::Found, letters: 0 }
    }

    fn not_started(loaded: &Loaded) -> Self {
        let row = blank_row(loaded, PROPERTY, Verdict::Unknown(Reason::Interrupted));
        Self::only(Row { message: "not started".to_owned(), ..row })
    }
}

/// A thread that answers for multitraces.
pub(super) struct FileWorker<'d, 'a> {
    pub(super) desk: &'d Desk<'d>,
    pub(super) judge: FileJudge<'a>,
}

/// A file, by its number, with what is known of it already.
pub(super) struct FileCase {
    pub(super) number: usize,
    pub(super) arrived: Arrived<Logged>,
    pub(super) known: Known,
}

impl Worker for FileWorker<'_, '_> {
    type Case = FileCase;
    type Judged = (usize, Arrived<Logged>, Option<FileJudged>);

    fn work(&mut self, FileCase { number, arrived, known }: FileCase) -> Self::Judged {
        let judged = match &arrived {
            Arrived::Model(loaded, model) => {
                Some(self.judge.judge(self.desk, loaded, model, known))
            }
            Arrived::Nothing(..) => None,
        };
        (number, arrived, judged)
    }

    fn leave(&mut self, FileCase { number, arrived, .. }: FileCase) -> Self::Judged {
        (number, arrived, None)
    }
}

/// Returns the row of an answer.
fn told(
    plan: &Plan<'_>,
    desk: &Desk<'_>,
    loaded: &Loaded,
    (engine, thread, deadline): (&mut Engine, usize, Option<Instant>),
    (traces, places): (&[Vec<LocalLetterId>], &[Vec<Span>]),
    answer: &Answer,
) -> Row {
    let source = loaded.source();
    let span =
        |location: LocationId, position: usize| places[location.index()].get(position).copied();
    let text = |location: LocationId, position: usize| {
        let written = span(location, position).zip(source);
        written.map_or_else(String::new, |(span, source)| printable(source.slice(span)))
    };
    let place = |location: LocationId, position: usize| {
        let (span, source) = span(location, position).zip(source)?;
        Some(format!("{}:{}", loaded.name, source.line_of(span.start())))
    };
    let alphabet = engine.alphabet().clone();
    let heard = Heard { alphabet: &alphabet, traces, text: &text, place: &place };
    let Told { qualifier, message, explanation, detail } = heard.told(answer, plan.question);
    let mut row = Row {
        engine: Some(engine.word()),
        detail: common(plan),
        qualifier,
        message,
        explanation,
        ..blank_row(loaded, PROPERTY, verdict(answer))
    };
    if let Err(limit) = answer.verdict {
        (row.message, row.hint) = super::told::limit(limit, plan.session_timeout, desk);
    }
    row.detail.extend(detail);
    if plan.tells_why(answer, !desk.report.quiet || desk.report.witness.is_some()) {
        let asked = plan.question.unwrap_or(Question::Accept);
        if thread == 0 {
            desk.watch.know(&row);
        }
        let mut explainer = Explainer::new(engine, desk, thread, deadline);
        complete(&mut row, &mut explainer, &heard, asked, answer, plan.model);
    }
    row
}

/// Returns the answers that a file states.
fn stated_by(model: &Logged) -> &[interaction::Expectation] {
    match model {
        Logged::Actions(model) => &model.expectations,
        Logged::Plain(model) => &model.expectations,
    }
}

/// Returns what the log expects, if it says so of this question.
fn expected(plan: &Plan<'_>, model: &Logged) -> Option<Expectation> {
    let name = match plan.question {
        None | Some(Question::Accept) => PROPERTY.to_owned(),
        Some(question) => format!("{PROPERTY}[{}]", question.word()),
    };
    let stated = stated_by(model).iter().find(|stated| stated.property == name)?;
    let meant = |verdict: &Expected| verdict.word() == stated.value;
    let verdict = Expected::ALL.into_iter().find(meant)?;
    Some(Expectation { verdict, effect: Effect::Excuses })
}

/// Returns a row for the class that a log states, and one for each property that nobody knows.
fn stated(plan: &Plan<'_>, loaded: &Loaded, model: &Logged, answer: &Answer) -> Vec<Row> {
    let mut rows = Vec::new();
    for stated in stated_by(model) {
        let (property, value) = (stated.property.as_str(), stated.value.as_str());
        let row = |verdict, message: String| Row {
            title: Some(format!("{property} = {value}")),
            message,
            ..blank_row(loaded, property, verdict)
        };
        let is_question = property
            .strip_prefix(PROPERTY)
            .and_then(|rest| rest.strip_prefix('[')?.strip_suffix(']'))
            .is_some_and(|word| Question::ALL.iter().any(|one| one.word() == word));
        if property == PROPERTY || is_question {
            if Expected::ALL.iter().all(|verdict| verdict.word() != value) {
                let message = "the answers are holds, violated and unknown";
                rows.push(row(Verdict::Error, message.to_owned()));
            }
        } else if property != "class" {
            let message = format!("there is no such property, but {PROPERTY} and class");
            rows.push(row(Verdict::Error, message));
        } else if let Some(class) = Class::ALL.into_iter().find(|class| class.word() == value) {
            let told = class_told(class, plan.question, answer);
            rows.extend(told.map(|(verdict, message)| row(verdict, message)));
        } else {
            let all = Class::ALL.map(Class::word).join(", ");
            rows.push(row(Verdict::Error, format!("the classes are {all}")));
        }
    }
    rows
}

/// Returns what an answer says of a stated class; nothing if that was not asked, and may be so.
fn class_told(
    stated: Class,
    question: Option<Question>,
    answer: &Answer,
) -> Option<(Verdict, String)> {
    let asked = question.unwrap_or(Question::Accept);
    match (answer.class, answer.verdict) {
        (Some(class), Ok(_)) if question.is_none() => Some(if class == stated {
            (Verdict::Holds, String::new())
        } else {
            (Verdict::Violated, format!("it is {}", class.word()))
        }),
        (_, Ok(true)) if stated > asked.class() => {
            Some((Verdict::Violated, format!("{} holds", asked.word())))
        }
        (_, Ok(false)) if stated <= asked.class() => {
            Some((Verdict::Violated, format!("{} does not hold", asked.word())))
        }
        (None, Ok(_)) if question.is_none() => {
            let reason = Verdict::Unknown(answer.limit.unwrap_or(Limit::States).into());
            Some((reason, format!("the class was not found {}", bound(answer))))
        }
        _ => None,
    }
}
