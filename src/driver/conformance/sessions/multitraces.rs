//! Checks multitraces in files against a model.

use std::fmt::Debug;
use std::io;
use std::marker::PhantomData;

use super::checkpoint::{Checkpoint, Known, Recorded, Storage};
use super::pool::Worker;
use super::written_multitrace::WrittenMultitrace;
use crate::conformance::model::answer_object::{fits, interrupted};
use crate::conformance::model::engines::{Engine, Engines};
use crate::conformance::model::explainer::Explainer;
use crate::conformance::model::explanation::{Explanation, explain};
use crate::conformance::model::outcome::Origin;
use crate::conformance::model::plan::{PROPERTY, Plan};
use crate::conformance::model::stated::{Statement, expected, statements};
use crate::{Answer, Finding, Host, Loaded, SearchRequest, Statistics, guarded, searched};
use check::conformance::Answer as Found;
use kernel::base::Limit;
use kernel::search::Statistics as Counts;
use kernel::source::Span;
use kernel::verdict::ExitStatus;
use model::trace::{DistributedAlphabet, LocalLetterId};

/// Checks multitraces, one after the other.
#[derive(Clone, Debug)]
pub struct MultitraceChecker<'a> {
    plan: Plan<'a>,
    engines: Engines<'a>,
    /// Number of the thread, from 1; 0 if there is only one.
    thread: usize,
}

/// Result of the check of a multitrace.
#[derive(Clone, PartialEq, Debug)]
pub struct MultitraceFinding {
    /// The letters and their observation at the locations of the multitrace.
    pub alphabet: DistributedAlphabet,
    /// The traces.
    pub traces: Vec<Vec<LocalLetterId>>,
    /// Position of each letter of the traces in the text.
    pub places: Vec<Vec<Span>>,
    /// The answer.
    pub answer: Found,
    /// The explanation of the answer, if it is explained.
    pub explanation: Option<Explanation>,
}

/// Report about a multitrace.
#[derive(Debug)]
pub struct MultitraceReport {
    /// The answer.
    pub answer: Answer<MultitraceFinding>,
    /// Answers about other statements of the file, each compared with the result.
    pub statements: Vec<Answer<Statement>>,
    origin: Origin,
}

impl<'a> MultitraceChecker<'a> {
    /// Returns a checker without other threads.
    pub fn new(plan: Plan<'a>) -> Self {
        let engines = Engines::new(plan.model, plan.procedure);
        Self { plan, engines, thread: 0 }
    }

    /// Returns a copy of the checker for the thread with a number, from 1.
    #[must_use]
    pub fn on_thread(&self, thread: usize) -> Self {
        Self { thread, ..self.clone() }
    }

    /// Returns the engine for the locations of the options.
    pub fn base(&mut self) -> &mut Engine {
        self.engines.base()
    }

    /// Returns the engine for a multitrace, with its traces in the numbering of the engine.
    pub fn numbered(
        &mut self,
        model: &WrittenMultitrace,
    ) -> (&mut Engine, Vec<Vec<LocalLetterId>>) {
        let (engine, traces, _) = model.numbered(self.plan.model, &mut self.engines);
        (engine, traces)
    }

    /// Checks a multitrace, unless its answer is known already, and explains the answer.
    ///
    /// `on_answer` is called with the answer before the search for an explanation.
    pub fn check(
        &mut self,
        host: &dyn Host,
        loaded: &Loaded,
        model: &WrittenMultitrace,
        known: Known,
        on_answer: &dyn Fn(&Answer<MultitraceFinding>),
    ) -> MultitraceReport {
        let subject = loaded.subject(PROPERTY);
        let find = || self.checked(host, loaded, model, known, on_answer);
        guarded(host, subject, find).unwrap_or_else(|answer| {
            if matches!(answer.finding, Finding::Crashed(_)) {
                // A panic may have left the engines in an inconsistent state.
                self.engines = Engines::new(self.plan.model, self.plan.procedure);
            }
            MultitraceReport { answer: *answer, statements: Vec::new(), origin: Origin::Found }
        })
    }

    fn checked(
        &mut self,
        host: &dyn Host,
        loaded: &Loaded,
        model: &WrittenMultitrace,
        known: Known,
        on_answer: &dyn Fn(&Answer<MultitraceFinding>),
    ) -> MultitraceReport {
        let (plan, thread) = (self.plan, self.thread);
        let (engine, traces, places) = model.numbered(plan.model, &mut self.engines);
        let known = match known {
            Known::Answer(answer) if !fits(&answer, engine.alphabet()) => Known::Open,
            known => known,
        };
        let origin = match known {
            Known::Nothing => Origin::Found,
            Known::Open => Origin::FoundAgain,
            Known::Answer(_) => Origin::Known,
        };
        let subject = loaded.subject(PROPERTY);
        if thread == 0 {
            host.begin(&subject);
        }
        let deadline = plan.session_deadline(host.deadline(thread));
        let (found, statistics) = match known {
            Known::Answer(answer) => {
                let states = answer.states;
                (answer, Statistics { states, ..Statistics::default() })
            }
            Known::Nothing | Known::Open => {
                let is_class_stated = model.stated().iter().any(|one| one.property == "class");
                let question = plan.question_of(is_class_stated);
                let title = Some(PROPERTY);
                let search = SearchRequest { model: &loaded.name, title, deadline, thread };
                searched(host, &search, |control| {
                    let answer = engine.check(&traces, question, plan.procedure, control);
                    let states = answer.states;
                    (answer, Counts { states, ..Counts::default() })
                })
            }
        };
        let statements = statements(&plan, &subject, model.stated(), &found);
        let is_explained = plan.explains(&found, plan.explains_multitraces);
        let finding = MultitraceFinding {
            alphabet: engine.alphabet().clone(),
            traces,
            places,
            answer: found,
            explanation: None,
        };
        let mut answer = Answer {
            expected: expected(&plan, model.stated()),
            engine: Some(engine.name()),
            statistics: Some(statistics),
            ..Answer::new(subject, finding.answer.verdict.into(), Finding::Found(finding))
        };
        if is_explained {
            on_answer(&answer);
        }
        if let Finding::Found(finding) = &mut answer.finding
            && is_explained
        {
            let mut explainer = Explainer::new(engine, host, thread, deadline);
            let MultitraceFinding { traces, answer, .. } = &*finding;
            let explanation = explain(&mut explainer, &plan, traces, answer);
            finding.explanation = Some(explanation);
        }
        MultitraceReport { answer, statements, origin }
    }
}

impl MultitraceReport {
    /// Returns the result of the check; `None` if the check was not completed.
    pub fn found(&self) -> Option<&Found> {
        self.answer.found().map(|finding| &finding.answer)
    }

    /// Returns the exit status that the answer and the statements lead to.
    pub fn exit_status(&self) -> ExitStatus {
        let statements = self.statements.iter().map(Answer::exit_status);
        statements.fold(self.answer.exit_status(), ExitStatus::max)
    }

    /// Returns the number of letters of the multitrace, 0 if it was not checked.
    pub fn letters(&self) -> usize {
        self.answer.found().map_or(0, |finding| finding.traces.iter().map(Vec::len).sum())
    }

    /// Returns `true` if the run was interrupted before there was an answer.
    pub fn is_interrupted(&self, host: &dyn Host) -> bool {
        match self.found() {
            Some(found) => found.verdict == Err(Limit::Interrupted),
            None => host.is_interrupted(),
        }
    }

    /// Records the answer about a multitrace by the digest of its file.
    ///
    /// # Errors
    /// If the checkpoint cannot be written.
    pub fn record<S: Storage>(
        &self,
        checkpoint: &mut Checkpoint<S>,
        name: &str,
        sha256: &str,
    ) -> io::Result<()> {
        let is_complete = |found: &&Found| found.limit != Some(Limit::Interrupted);
        let found = self.found().filter(is_complete).cloned().unwrap_or_else(interrupted);
        checkpoint.record(name, Recorded::file(sha256), &found, self.origin)?;
        checkpoint.flush()
    }
}

/// A thread that checks multitraces.
#[derive(Debug)]
pub struct MultitraceWorker<'h, 'a, E> {
    host: &'h dyn Host,
    checker: MultitraceChecker<'a>,
    unread: PhantomData<fn(E)>,
}

impl<'h, 'a, E> MultitraceWorker<'h, 'a, E> {
    /// Returns the worker of a thread.
    pub fn new(host: &'h dyn Host, checker: MultitraceChecker<'a>) -> Self {
        Self { host, checker, unread: PhantomData }
    }
}

/// A multitrace that was read.
#[derive(Debug)]
pub struct MultitraceInput {
    /// The file.
    pub loaded: Loaded,
    /// The multitrace.
    pub model: WrittenMultitrace,
    /// The recorded answer, if there is one.
    pub known: Known,
}

/// Takes inputs with their numbers; `E` represents an input that could not be read, and is returned as it is. A
/// multitrace that was not checked, since its answer is no longer wanted, has no report.
impl<E: Send + Debug> Worker for MultitraceWorker<'_, '_, E> {
    type Job = (usize, Result<MultitraceInput, E>);
    type Done = (usize, Result<(Loaded, WrittenMultitrace, Option<MultitraceReport>), E>);

    fn work(&mut self, (number, input): Self::Job) -> Self::Done {
        let checked = input.map(|MultitraceInput { loaded, model, known }| {
            let report = self.checker.check(self.host, &loaded, &model, known, &|_| ());
            (loaded, model, Some(report))
        });
        (number, checked)
    }

    fn leave(&mut self, (number, input): Self::Job) -> Self::Done {
        (number, input.map(|MultitraceInput { loaded, model, .. }| (loaded, model, None)))
    }
}
