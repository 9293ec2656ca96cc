//! From a question about a model to a row of the report.

mod evidence;
mod exactness;
mod reach;
mod rsc;
mod safety;

use std::borrow::Cow;
use std::sync::Arc;
use std::time::Instant;

use rustc_hash::FxHashMap;

use super::checker::Checker;
use super::machine::{peak_memory, processors, reset_peak_memory};
use super::option_groups::{EngineChoice, Format, ReportArguments, SearchArguments};
use super::output::Failure;
use super::progress::Display;
use super::task::{Occasion, Question, Reading, Task};
use super::walk::walk;
use super::watch::Watch;
use super::words;
pub(crate) use evidence::not_certified;
use evidence::{Certified, Files};
pub(crate) use exactness::reason;
use scm_check::check::membership::{self, Proof};
use scm_check::check::reachability::{Configurations, Premise};
use scm_check::driver::Loaded;
use scm_check::driver::Statistics;
use scm_check::driver::isolated;
use scm_check::kernel::base::{Control, Limit};
use scm_check::kernel::search;
use scm_check::kernel::verdict::{Reason, Verdict};
use scm_check::language::evidence::{Subject, WitnessDocument};
use scm_check::language::scm;
use scm_check::model::cfsm::System;
use scm_check::model::evidence::{Lines, Witness};
use scm_check::render::report::{Detail, Row};
use scm_check::render::witness::{Extent, witness_chart};

/// How questions are answered: the same for all models of a run.
pub(crate) struct Desk<'a> {
    /// The engine and the limits.
    pub(crate) search: &'a SearchArguments,
    /// What the report shows.
    pub(crate) report: &'a ReportArguments,
    /// How much of a long run is shown.
    pub(crate) extent: Extent,
    /// What shows how far a search is.
    pub(crate) display: &'a Display,
    /// What watches over the limits.
    pub(crate) watch: &'a Watch,
    /// What confirms evidence, if that is asked for.
    pub(crate) checker: Option<&'a Checker>,
    /// What to do to see the witness, where it is not shown.
    pub(crate) hint: Option<&'static str>,
    /// The width of the terminal, if there is one.
    pub(crate) width: Option<usize>,
}

/// What a step of a witness takes as JSON before it is written, in bytes.
const DOCUMENT_STEP: u64 = 1_300;

/// One model on the desk, with what is known of it by now: later answers rest on earlier ones.
pub(crate) struct Case<'a> {
    desk: &'a Desk<'a>,
    loaded: &'a Loaded,
    model: &'a scm::Model,
    /// The systems that the readings make of the model, and what is known of them.
    files: Vec<File<'a>>,
    /// What was answered by now.
    answered: Vec<(Task, Row)>,
    /// Where the first answer to a question about a system stands among them.
    numbers: FxHashMap<(Question, usize), usize>,
    /// The properties that nobody asked for and that have no verdict.
    undecided: Vec<String>,
    /// The systems whose configurations take more time or memory than there is.
    spent: Vec<usize>,
    /// The certificates of the answers, where they are wanted.
    certificates: Vec<Certified>,
    /// The files that the checker is given, once it was asked.
    evidence_files: Option<Files>,
    /// Why the checker could not be asked.
    faults: Vec<Failure>,
}

/// What is known of a system.
struct File<'a> {
    /// The readings that make the model this system.
    readings: Vec<Reading>,
    system: &'a System,
    /// Whether it is RSC, once somebody has asked.
    membership: Option<Membership>,
    configurations: Configurations<'a>,
}

/// What is known of a system's membership.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Membership {
    /// The system is RSC.
    Holds(Proof),
    /// It is not, by a borderline violation of so many communications.
    Violated(usize),
    /// A limit came first.
    Unknown(Limit),
}

impl Membership {
    fn of(answer: &membership::Answer) -> Self {
        match &answer.outcome {
            membership::Outcome::Holds(proof) => Self::Holds(*proof),
            membership::Outcome::Violated(witness) => Self::Violated(witness.communications()),
            membership::Outcome::Unknown(limit) => Self::Unknown(*limit),
        }
    }

    fn verdict(self) -> Verdict {
        match self {
            Self::Holds(_) => Verdict::Holds,
            Self::Violated(_) => Verdict::Violated,
            Self::Unknown(limit) => Verdict::Unknown(limit.into()),
        }
    }

    /// Returns what it says, as a clause.
    fn clause(self) -> String {
        match self {
            Self::Holds(_) => "the system is RSC".to_owned(),
            Self::Violated(communications) => format!(
                "the system is not RSC (a borderline violation has {})",
                words::number_of(communications, "communication"),
            ),
            Self::Unknown(limit) => {
                format!("whether the system is RSC is unknown ({})", Reason::from(limit).word())
            }
        }
    }
}

impl<'a> Case<'a> {
    /// Puts a model on the desk, with its system in each reading that is asked for.
    /// Of equal systems one is kept.
    pub(crate) fn new(
        desk: &'a Desk<'a>,
        loaded: &'a Loaded,
        model: &'a scm::Model,
        systems: &'a [(Reading, Cow<'a, System>)],
    ) -> Self {
        let mut files: Vec<File<'a>> = Vec::new();
        for (reading, system) in systems {
            match files.iter_mut().find(|file| *file.system == **system) {
                Some(file) => file.readings.push(*reading),
                None => files.push(File {
                    readings: vec![*reading],
                    system,
                    membership: None,
                    configurations: Configurations::of(system),
                }),
            }
        }
        Self {
            desk,
            loaded,
            model,
            files,
            answered: Vec::new(),
            numbers: FxHashMap::default(),
            undecided: Vec::new(),
            spent: Vec::new(),
            certificates: Vec::new(),
            evidence_files: None,
            faults: Vec::new(),
        }
    }

    /// Returns the answers by now, in order.
    pub(crate) fn rows(&self) -> Vec<Row> {
        self.answered.iter().map(|(_, row)| row.clone()).collect()
    }

    /// Returns what failed besides the questions since somebody last asked.
    pub(crate) fn take_faults(&mut self) -> Vec<Failure> {
        std::mem::take(&mut self.faults)
    }

    /// Answers a question, unless nobody asked it and it has no verdict. What the same system
    /// was asked before is not asked again.
    pub(crate) fn answer(&mut self, task: &Task) -> Option<Row> {
        self.desk.watch.begin(&self.loaded.name, Some(&task.property));
        // The time of the model may be over, or there was a signal.
        let row = match (self.known(task), self.desk.watch.reached(), task.occasion) {
            (Some(row), ..) => Some(row),
            (None, Some(Limit::Timeout | Limit::Memory), Occasion::IfDecided) => None,
            (None, Some(limit), _) => Some(self.not_asked(task, limit)),
            (None, None, occasion) => {
                let row = match occasion {
                    Occasion::Asked => Some(self.asked(task)),
                    Occasion::IfDecided => self.decided(task),
                };
                row.map(|row| {
                    self.desk.watch.know(&row);
                    self.confirmed(task, row)
                })
            }
        };
        let Some(row) = row else {
            self.undecided.push(task.property.clone());
            return None;
        };
        let key = (task.question.clone(), self.place(task.reading));
        self.numbers.entry(key).or_insert(self.answered.len());
        self.answered.push((task.clone(), row.clone()));
        Some(row)
    }

    /// Returns the answer to a question if the same system was asked the same before.
    fn known(&self, task: &Task) -> Option<Row> {
        let key = (task.question.clone(), self.place(task.reading));
        let (_, row) = &self.answered[*self.numbers.get(&key)?];
        let channels = task.reading.word();
        let mut row = Row { channels, expected: task.expected, role: task.role, ..row.clone() };
        if let Some(witness) = &mut row.witness {
            Arc::make_mut(witness)["channels"] = channels.into();
        }
        Some(row)
    }

    /// Answers a question; a bug becomes a row that says so.
    fn asked(&mut self, task: &Task) -> Row {
        let row = isolated(|| self.row(task));
        let row = row.unwrap_or_else(|message| Row {
            message: format!("internal error: {message}"),
            hint: Some("please report it, with the model".to_owned()),
            ..self.blank(task, Verdict::Unknown(Reason::Crashed))
        });
        Row { expected: task.expected, role: task.role, ..row }
    }

    fn row(&mut self, task: &Task) -> Row {
        match &task.question {
            Question::Rsc => self.rsc(task),
            Question::Reach(number) => self.reach(task, *number),
            Question::Safety(property) => self.safety(task, *property),
            Question::NoBadStates => Row {
                message: "the model states no bad states".to_owned(),
                ..self.blank(task, Verdict::Holds)
            },
            Question::Mistaken(why) => {
                Row { message: why.clone(), ..self.blank(task, Verdict::Error) }
            }
            Question::Unsupported => Row {
                message: "this version does not check it".to_owned(),
                ..self.blank(task, Verdict::Unknown(Reason::Unsupported))
            },
        }
    }

    /// Answers a question that nobody asked, if there is a verdict.
    ///
    /// What one of them could not do within the time or the memory, the next one need not try: they look at the same
    /// configurations.
    fn decided(&mut self, task: &Task) -> Option<Row> {
        let place = self.place(task.reading);
        if self.spent.contains(&place) {
            return None;
        }
        let row = self.asked(task);
        match row.verdict {
            Verdict::Unknown(Reason::Timeout | Reason::Memory) => {
                self.spent.push(place);
                None
            }
            Verdict::Holds
            | Verdict::Violated
            | Verdict::Error
            | Verdict::Unknown(Reason::Crashed | Reason::Interrupted) => Some(row),
            Verdict::Unknown(_) => None,
        }
    }

    /// Returns the properties that nobody asked for and that have no verdict.
    pub(crate) fn undecided(&self) -> &[String] {
        &self.undecided
    }

    /// Returns the row of a question that was not asked because a limit came before.
    fn not_asked(&self, task: &Task, limit: Limit) -> Row {
        let message = match limit {
            Limit::Interrupted => "not started".to_owned(),
            limit => format!("not started: {}", words::reached(limit, self.desk.watch.limits())),
        };
        Row {
            message,
            expected: task.expected,
            role: task.role,
            ..self.blank(task, Verdict::Unknown(limit.into()))
        }
    }

    fn file(&self, reading: Reading) -> &File<'a> {
        &self.files[self.place(reading)]
    }

    /// Returns the number of the system that a reading makes of the model.
    fn place(&self, reading: Reading) -> usize {
        let found = self.files.iter().position(|file| file.readings.contains(&reading));
        found.expect("the systems of all readings that are asked for are there")
    }

    /// Returns what is known of the membership of a system, asking for it where nobody has.
    fn membership(&mut self, reading: Reading) -> Membership {
        if self.file(reading).membership.is_none() {
            self.rsc(&Task::rsc(reading));
        }
        self.file(reading).membership.expect("the answer was noted")
    }

    /// Returns what a search over the RSC executions may conclude.
    fn premise(&mut self, reading: Reading) -> Premise {
        match self.membership(reading) {
            Membership::Holds(proof) => Premise::Rsc(proof),
            _ if self.desk.search.assume_eager => Premise::AssumedEager,
            _ => Premise::BugsOnly,
        }
    }

    /// Runs a search for an answer about this model.
    fn searched<T>(
        &self,
        property: &str,
        search: impl FnOnce(&Control) -> (T, search::Statistics),
    ) -> (T, Statistics) {
        self.desk.searched(&self.loaded.name, property, search)
    }

    /// Shows a witness in the row of its answer, in the forms in which somebody reads it.
    fn show(&self, row: &mut Row, task: &Task, system: &System, witness: &Witness) {
        self.desk.watch.know(row);
        let lines = self.loaded.lines(self.model);
        self.desk.show(row, system, witness, self.subject(task), &lines);
        row.hint = self.desk.hint.map(str::to_owned);
    }

    /// Returns what evidence for the answer to a question is about.
    fn subject(&self, task: &Task) -> Subject {
        Subject {
            property: task.property.clone(),
            channels: task.reading.word(),
            sha256: self.loaded.sha256.clone(),
        }
    }

    /// Returns a row without content.
    fn blank(&self, task: &Task, verdict: Verdict) -> Row {
        Row {
            sha256: self.loaded.sha256.clone(),
            property: Some(task.property.clone()),
            channels: task.reading.word(),
            verdict,
            ..Row::unreadable(&self.loaded.name, "")
        }
    }
}

impl Desk<'_> {
    /// Runs a search within the limits of the question, while its progress is shown.
    pub(crate) fn searched<T>(
        &self,
        model: &str,
        property: &str,
        search: impl FnOnce(&Control) -> (T, search::Statistics),
    ) -> (T, Statistics) {
        self.searched_until(None, model, property, search)
    }

    /// The same within a time of its own, if it has one.
    pub(crate) fn searched_until<T>(
        &self,
        own: Option<Instant>,
        model: &str,
        property: &str,
        search: impl FnOnce(&Control) -> (T, search::Statistics),
    ) -> (T, Statistics) {
        let deadline = own.into_iter().chain(self.watch.deadline()).min();
        let control = Arc::new(self.control(deadline));
        self.watch.watch(&control);
        let peak = self.peak();
        if peak == Peak::Measured {
            reset_peak_memory();
        }
        let _display = self.display.start(model, property, &control);
        measured(peak, || search(&control))
    }

    /// The same on one of several threads, by its number from 1; its progress is not shown, and the memory is
    /// that of all.
    pub(crate) fn searched_beside<T>(
        &self,
        thread: usize,
        deadline: Option<Instant>,
        search: impl FnOnce(&Control) -> (T, search::Statistics),
    ) -> (T, Statistics) {
        let control = Arc::new(self.control(deadline));
        self.watch.watch_at(thread, &control);
        measured(self.peak(), || search(&control))
    }

    /// Returns whether anybody reads how much memory a search took.
    fn peak(&self) -> Peak {
        let report = self.report;
        let is_shown = report.verbose || !matches!(report.format(), Format::Auto | Format::Human);
        if is_shown && !report.reproducible { Peak::Measured } else { Peak::Left }
    }

    /// Returns `true` if somebody reads the rows of the report as text, with all that explains them.
    pub(crate) fn explains(&self) -> bool {
        let report = self.report;
        let is_text = match report.format() {
            Format::Auto | Format::Human => !report.quiet,
            Format::Html => true,
            Format::Json | Format::Ndjson | Format::Csv => false,
        };
        is_text || report.witness.is_some()
    }

    /// Returns `true` if the report is a page.
    pub(crate) fn is_page(&self) -> bool {
        self.report.format() == Format::Html
    }

    /// Returns what the report says of the work.
    pub(crate) fn detail(&self) -> Detail {
        if self.report.reproducible { Detail::Reproducible } else { Detail::Full }
    }

    /// Returns `true` if somebody reads witnesses as JSON.
    pub(crate) fn reads_documents(&self) -> bool {
        let is_json = matches!(self.report.format(), Format::Json | Format::Ndjson);
        is_json || self.report.witness.is_some() || self.checker.is_some()
    }

    /// Shows a witness in the row of its answer, in the forms in which somebody reads it.
    pub(crate) fn show(
        &self,
        row: &mut Row,
        system: &System,
        witness: &Witness,
        subject: Subject,
        lines: &Lines,
    ) {
        let size = DOCUMENT_STEP * witness.replay().steps().len() as u64;
        let has_room = self.watch.has_room(size);
        if self.reads_documents() && !has_room {
            row.detail.insert("explanation_cut".into(), Reason::Memory.word().into());
            let why = words::reached(Limit::Memory, self.watch.limits());
            row.summary.push(format!("  there is no witness for programs: {why}"));
        }
        if self.reads_documents() && has_room {
            let document = WitnessDocument::new(system, witness, subject, lines);
            row.witness = serde_json::to_value(document).ok().map(Arc::new);
        }
        let is_page = self.report.format() == Format::Html;
        if is_page || self.report.witness.is_some() {
            let chart = witness_chart(system, witness, self.extent);
            row.walk = is_page.then(|| Box::new(walk(system, witness, lines, &chart, self.extent)));
            row.chart = Some(Box::new(chart));
        }
        if self.explains() {
            row.explanation = words::evidence(system, witness, lines, self.extent, self.width);
        }
    }

    /// Returns the line that says what engine did which work, where that is asked for.
    pub(crate) fn work(&self, row: &Row) -> Option<String> {
        let statistics = row.statistics.filter(|_| self.report.verbose)?;
        Some(words::work(row.engine.unwrap_or_default(), statistics, self.detail()))
    }

    /// Returns the line that says how a multitrace was checked.
    pub(crate) fn checked(&self, engine: &str, stage: &str, statistics: Statistics) -> String {
        words::checked(engine, stage, statistics, self.detail())
    }

    /// Returns the control of one search, with the limits that were granted.
    fn control(&self, deadline: Option<Instant>) -> Control {
        Control {
            max_states: self.search.max_states.map(|count| count.0),
            max_bytes: self.memory(),
            threads: self.jobs(),
            deadline,
            ..Control::unlimited()
        }
    }

    /// Returns how many threads are to work.
    pub(crate) fn jobs(&self) -> usize {
        self.search.jobs.map_or_else(processors, |jobs| jobs.0)
    }

    pub(crate) fn memory(&self) -> Option<u64> {
        self.watch.memory()
    }

    /// Returns the engine for membership.
    fn membership_engine(&self) -> membership::Engine {
        match self.search.engine {
            EngineChoice::Definition => membership::Engine::Definition,
            EngineChoice::Auto
            | EngineChoice::Plain
            | EngineChoice::Channels
            | EngineChoice::Relations => membership::Engine::Plain,
        }
    }
}

/// Whether the system is asked how much memory a search took: that costs more than most searches do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Peak {
    Measured,
    Left,
}

/// Runs a search, and returns what it cost beside what it found.
fn measured<T>(peak: Peak, search: impl FnOnce() -> (T, search::Statistics)) -> (T, Statistics) {
    let start = Instant::now();
    let (found, counts) = search();
    let statistics = Statistics {
        states: counts.states,
        transitions: counts.transitions,
        depth: counts.depth,
        milliseconds: u64::try_from(start.elapsed().as_millis()).unwrap_or(u64::MAX),
        peak_bytes: match peak {
            Peak::Measured => peak_memory().unwrap_or(counts.bytes),
            Peak::Left => counts.bytes,
        },
    };
    (found, statistics)
}
