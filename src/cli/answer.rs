//! From a question about a model to a row of the report.

use std::sync::Arc;
use std::time::Instant;

use super::args::{EngineChoice, ReportArguments, SearchArguments};
use super::interrupt::Interrupt;
use super::isolation::isolated;
use super::limits::{machine_memory, peak_memory, reset_peak_memory};
use super::models::Loaded;
use super::progress::Display;
use super::task::{Question, Reading, Task};
use super::words;
use crate::check::membership::{self, Answer, Engine, Outcome};
use crate::kernel::base::Control;
use crate::kernel::report::{Detail, Reason, Row, Statistics, Verdict};
use crate::language::scm;
use crate::model::cfsm::System;
use crate::model::witness::{Lines, WitnessDocument};

/// How questions are answered: the same for all models of a run.
pub(crate) struct Desk<'a> {
    /// The engine and the limits.
    pub(crate) search: &'a SearchArguments,
    /// What the report shows.
    pub(crate) report: &'a ReportArguments,
    /// What shows how far a search is.
    pub(crate) display: &'a Display,
    /// What signals stop.
    pub(crate) interrupt: &'a Interrupt,
    /// What to do to see the witness, where it is not shown.
    pub(crate) hint: Option<&'static str>,
    /// The width of the terminal, if there is one.
    pub(crate) width: Option<usize>,
}

impl Desk<'_> {
    /// Answers a question about a model; a bug becomes a row that says so.
    ///
    /// `system` is that of the model with its channels read as the task says.
    pub(crate) fn answer(
        &self,
        loaded: &Loaded,
        model: &scm::Model,
        system: &System,
        task: &Task,
    ) -> Row {
        let row = isolated(|| match &task.question {
            Question::Rsc => self.rsc(loaded, model, system, task.reading),
            Question::Unsupported(_) => unsupported(loaded, task),
        });
        let row = row.unwrap_or_else(|message| Row {
            message: format!("internal error: {message}"),
            hint: Some("please report it, with the model".to_owned()),
            ..blank(loaded, task, Verdict::Unknown(Reason::Crashed))
        });
        Row { expected: task.expected, ..row }
    }

    /// Returns the control of one search, with the limits that were granted.
    fn control(&self) -> Control {
        let processors = || std::thread::available_parallelism().map_or(1, usize::from);
        let control = Control {
            max_states: self.search.max_states.map(|count| count.0),
            max_bytes: self.memory(),
            threads: self.search.jobs.map_or_else(processors, |jobs| jobs.0),
            ..Control::unlimited()
        };
        match self.search.timeout {
            Some(timeout) => control.with_timeout(timeout.0),
            None => control,
        }
    }

    fn memory(&self) -> Option<u64> {
        let granted = self.search.memory.map(|memory| memory.0);
        granted.or_else(|| machine_memory().map(|memory| memory / 4 * 3))
    }

    fn rsc(&self, loaded: &Loaded, model: &scm::Model, system: &System, reading: Reading) -> Row {
        let control = Arc::new(self.control());
        let engine = match self.search.engine {
            EngineChoice::Auto | EngineChoice::Plain => Engine::Plain,
            EngineChoice::Definition => Engine::Definition,
        };
        self.interrupt.watch(&control);
        reset_peak_memory();
        let start = Instant::now();
        let answer = {
            let _display = self.display.start(&loaded.name, "rsc", &control);
            membership::check(system, engine, &control)
        };
        let statistics = Statistics {
            states: answer.statistics.states,
            transitions: answer.statistics.transitions,
            depth: answer.statistics.depth,
            milliseconds: u64::try_from(start.elapsed().as_millis()).unwrap_or(u64::MAX),
            peak_bytes: peak_memory().unwrap_or(answer.statistics.bytes),
        };
        let verdict = match &answer.outcome {
            Outcome::Holds(_) => Verdict::Holds,
            Outcome::Violated(_) => Verdict::Violated,
            Outcome::Unknown(limit) => Verdict::Unknown((*limit).into()),
        };
        let row = Row {
            engine: Some(match answer.engine {
                Engine::Plain => "plain",
                Engine::Definition => "definition",
            }),
            statistics: Some(statistics),
            ..blank(loaded, &Task::rsc(reading), verdict)
        };
        self.describe(row, system, &answer, || loaded.lines(model))
    }

    /// Puts an answer into words.
    fn describe(
        &self,
        mut row: Row,
        system: &System,
        answer: &Answer,
        lines: impl FnOnce() -> Lines,
    ) -> Row {
        let kind = words::kind(system);
        match &answer.outcome {
            Outcome::Holds(_) => {
                row.qualifier = kind;
                "every execution is equivalent to a synchronous one".clone_into(&mut row.message);
            }
            Outcome::Violated(witness) => {
                row.qualifier = kind;
                row.message = format!(
                    "borderline violation of {}, {}; shortest, replayed",
                    words::number_of(witness.communications(), "communication"),
                    words::number_of(witness.actions(), "action"),
                );
                let lines = lines();
                let document = WitnessDocument::new(system, witness, &lines);
                row.witness = serde_json::to_value(document).ok();
                row.explanation = words::evidence(system, witness, &lines, self.width);
                row.hint = self.hint.map(str::to_owned);
            }
            Outcome::Unknown(limit) => {
                row.message = words::limit(*limit, self.search, self.memory());
                row.hint = words::advice(*limit);
            }
        }
        let detail = if self.report.reproducible { Detail::Reproducible } else { Detail::Full };
        if let Some(statistics) = row.statistics {
            let complete = row.verdict.reason().is_none();
            if row.verdict != Verdict::Violated || self.report.verbose {
                row.summary = vec![words::explored(system, statistics, complete)];
            }
            if self.report.verbose {
                let engine = row.engine.unwrap_or_default();
                row.summary.push(words::work(engine, statistics, detail));
            }
        }
        row
    }
}

/// Returns a row without content.
fn blank(loaded: &Loaded, task: &Task, verdict: Verdict) -> Row {
    Row {
        sha256: loaded.sha256.clone(),
        property: Some(task.property().to_owned()),
        channels: task.reading.word(),
        verdict,
        ..Row::unreadable(&loaded.name, "")
    }
}

/// Returns the row of a question that nothing here can answer.
fn unsupported(loaded: &Loaded, task: &Task) -> Row {
    Row {
        message: "this version does not check it".to_owned(),
        ..blank(loaded, task, Verdict::Unknown(Reason::Unsupported))
    }
}

/// Returns the row of a question that was not asked because the user stopped the run.
pub(crate) fn not_asked(loaded: &Loaded, task: &Task) -> Row {
    Row {
        message: "not started".to_owned(),
        ..blank(loaded, task, Verdict::Unknown(Reason::Interrupted))
    }
}
