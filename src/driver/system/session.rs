//! Sessions about one model, whose later answers rest on earlier ones.

use check::EngineName;
use std::borrow::Cow;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::finding::ConfigurationsFinding;
use super::{
    ChannelReading, Explains, Membership, Occasion, Origin, Question, SystemAnswer, SystemFinding,
    SystemOptions, Task,
};
use crate::checker::Checker;
use crate::{
    Answer, AnswerSubject, Finding, Host, Loaded, Role, SearchRequest, Statistics, ask, searched,
};
use check::reachability::{self, Configurations, Premise};
use check::repair::final_states;
use check::safety;
use kernel::base::{Control, Limit};
use kernel::search;
use kernel::verdict::{Reason, Verdict};
use language::scm;
use language::system::Model;
use model::cfsm::{SafetyProperty, System};
use model::evidence::{Certificate, EvidenceRequest, Replay};

/// Maximum number of states of the search whether a system is RSC before its questions are tried without that.
const FEW: u64 = 500_000;

/// Maximum number of configurations that are explored for questions that were not asked for, or before it is known
/// whether the system is RSC.
const SOME: u64 = 500_000;

/// Maximum number of configurations that are visited to see that one run shows another violation, too.
const CONTINUATIONS: usize = 1_000;

/// Reads a model in SCM from the bytes of an input, or records the reason for which there are no bytes.
pub fn load(name: impl Into<String>, bytes: Result<Vec<u8>, String>) -> (Loaded, Option<Model>) {
    crate::load(name.into(), bytes, scm::read)
}

/// The systems that the readings of a model's channels give.
pub type Systems<'a> = Vec<(ChannelReading, Cow<'a, System>)>;

/// Returns the systems of tasks, each reading once.
pub fn systems<'a>(model: &'a Model, tasks: &[Task]) -> Systems<'a> {
    let mut systems: Systems<'a> = Vec::new();
    for task in tasks {
        if systems.iter().all(|(reading, _)| *reading != task.reading) {
            systems.push((task.reading, task.reading.of(&model.system)));
        }
    }
    systems
}

/// Maximum number of states of the search whether a system is RSC before few configurations are asked.
pub(super) const SOON: u64 = 20_000;

/// A session about one model, with the results so far.
#[derive(Debug)]
pub struct SystemSession<'a> {
    pub(super) host: &'a dyn Host,
    pub(super) options: SystemOptions,
    pub(super) checker: Option<&'a dyn Checker>,
    /// Where the text of the model comes from.
    pub(super) origin: Origin,
    pub(super) loaded: &'a Loaded,
    pub(super) model: &'a Model,
    /// The systems of the readings, with the results about them.
    pub(super) entries: Vec<SystemEntry<'a>>,
    /// The answers so far.
    answered: Vec<(Task, SystemAnswer)>,
    /// Index in `answered` of the first answer to a question about a system.
    numbers: FxHashMap<(Question, usize), usize>,
    /// The runs that show violations: each with the index of its system.
    runs: Vec<(usize, Arc<SystemFinding>)>,
    /// The properties that were not asked for and have no verdict.
    undecided: Vec<String>,
    /// The classes that are not defined for the system, with the reason.
    undefined: Vec<(String, String)>,
    /// The systems whose configurations exceed the time or memory limit.
    spent: Vec<usize>,
    /// Whether such a limit was reached with a property that was not asked for.
    has_left_out: bool,
    /// The certificates of the answers, if certificates are wanted.
    pub(super) certificates: Vec<Certified>,
    /// Certificates of membership as files, once they were passed to the checker.
    pub(super) membership_files: Vec<(ChannelReading, Arc<[u8]>)>,
}

/// A certificate with the task that it answers.
#[derive(Debug)]
pub(super) struct Certified {
    pub(super) question: Question,
    /// Number of the system.
    pub(super) place: usize,
    pub(super) certificate: Certificate,
}

/// A system, with the results about it.
#[derive(Debug)]
pub(super) struct SystemEntry<'a> {
    /// The readings in which the model is this system.
    readings: Vec<ChannelReading>,
    pub(super) system: &'a System,
    /// Membership of the system, once it was decided, with the answer.
    pub(super) rsc: Option<(Membership, SystemAnswer)>,
    /// The number of states that were not enough to decide membership.
    pub(super) too_few: u64,
    pub(super) configurations: Configurations<'a>,
}

/// Context of an answer: the names and source positions of its ids.
#[derive(Clone, Copy, Debug)]
pub struct SystemContext<'a> {
    /// The input.
    pub loaded: &'a Loaded,
    /// The model.
    pub model: &'a Model,
    /// The system that the question is about.
    pub system: &'a System,
    /// Whether the model was made of a text in another language, as the projections of diagrams are.
    pub is_made: bool,
}

impl<'a> SystemSession<'a> {
    /// Begins a session about a model, with the systems that [`systems`] returned. Equal systems are merged.
    pub fn new(
        host: &'a dyn Host,
        options: SystemOptions,
        checker: Option<&'a dyn Checker>,
        (loaded, model): (&'a Loaded, &'a Model),
        systems: &'a Systems<'a>,
    ) -> Self {
        let mut entries: Vec<SystemEntry<'a>> = Vec::new();
        for (reading, system) in systems {
            match entries.iter_mut().find(|entry| *entry.system == **system) {
                Some(entry) => entry.readings.push(*reading),
                None => entries.push(SystemEntry {
                    readings: vec![*reading],
                    system,
                    rsc: None,
                    too_few: 0,
                    configurations: Configurations::new(system),
                }),
            }
        }
        Self {
            host,
            options,
            checker,
            origin: Origin::Text(None),
            loaded,
            model,
            entries,
            answered: Vec::new(),
            numbers: FxHashMap::default(),
            runs: Vec::new(),
            undecided: Vec::new(),
            undefined: Vec::new(),
            spent: Vec::new(),
            has_left_out: false,
            certificates: Vec::new(),
            membership_files: Vec::new(),
        }
    }

    /// Returns the session about a system whose text comes from elsewhere.
    #[must_use]
    pub fn with_origin(self, origin: Origin) -> Self {
        Self { origin, ..self }
    }

    /// Returns the model.
    pub fn model(&self) -> &Model {
        self.model
    }

    /// Returns the answers so far, in order.
    pub fn answers(&self) -> impl Iterator<Item = (&Task, &SystemAnswer)> {
        self.answered.iter().map(|(task, answer)| (task, answer))
    }

    /// Returns the answers so far, in order, each with the lines that it offers to add to the model.
    pub fn offers(&self) -> impl Iterator<Item = (&SystemAnswer, Vec<String>)> {
        self.answered.iter().map(|(task, answer)| {
            let lines = match answer.found().map(Arc::as_ref) {
                Some(SystemFinding::Configurations(found)) => {
                    found.offered_lines(self.system(task.reading))
                }
                _ => Vec::new(),
            };
            (answer, lines)
        })
    }

    /// Returns the context of the answer to a task.
    pub fn context(&self, task: &Task) -> SystemContext<'a> {
        let system = self.entry(task.reading).system;
        let is_made = !matches!(self.origin, Origin::Text(_));
        SystemContext { loaded: self.loaded, model: self.model, system, is_made }
    }

    /// Returns `true` if a limit of time or memory was reached with one of [`undecided`](Self::undecided).
    pub fn has_left_out(&self) -> bool {
        self.has_left_out
    }

    /// Returns the classes of a classification that are not defined for the system, each with the reason.
    pub fn undefined(&self) -> &[(String, String)] {
        &self.undefined
    }

    /// Returns the properties that were not asked for and have no verdict.
    pub fn undecided(&self) -> &[String] {
        &self.undecided
    }

    /// Returns the subjects of the answers that are reported in any case.
    pub fn asked_subjects(&self, tasks: &[Task]) -> Vec<AnswerSubject> {
        let asked = tasks.iter().filter(|task| task.occasion != Occasion::IfDecided);
        asked.map(|task| self.subject(task)).collect()
    }

    /// Answers a question; `None` if the question was not asked for and has no verdict, or is a premise that takes more
    /// states than answers need that rest on few configurations: after the others it has an answer if one rests on it.
    /// Repeated questions about the same system get the earlier answer. The checker, if there is one, checks the evidence.
    pub fn answer(&mut self, task: &Task) -> Option<SystemAnswer> {
        self.host.begin(&self.subject(task));
        // The time of the model may be over, or the run may be interrupted.
        let answer = match (self.known(task), self.host.reached(), task.occasion) {
            (Some(answer), ..) => Some(answer),
            (None, Some(Limit::Timeout | Limit::Memory), Occasion::IfDecided) => {
                self.has_left_out = true;
                None
            }
            (None, Some(limit), _) => Some(Answer::not_started(self.subject(task), limit)),
            (None, None, occasion) => {
                let answer = match occasion {
                    _ if task.role == Role::Premise => self.premise(task),
                    Occasion::Asked => Some(self.asked(task)),
                    Occasion::IfDecided => self.decided(task),
                    Occasion::IfDefined => match self.asked(task) {
                        Answer { finding: Finding::Mistaken(why), .. } => {
                            self.undefined.push((task.property.clone(), why));
                            return None;
                        }
                        answer => Some(answer),
                    },
                };
                answer.map(|answer| self.confirmed(task, answer))
            }
        };
        let Some(answer) = answer else {
            if task.role != Role::Premise {
                self.undecided.push(task.property.clone());
            }
            return None;
        };
        let run = match answer.run {
            None if self.explains(task) => self.run(task, &answer),
            known => known,
        };
        let answer = Answer { expected: task.expected, run, ..answer };
        let key = (task.question.clone(), self.place(task.reading));
        self.numbers.entry(key).or_insert(self.answered.len());
        self.answered.push((task.clone(), answer.clone()));
        Some(answer)
    }

    /// Returns the first violation among the answers to `tasks`, with its task; if there is none, the first answer
    /// without verdict; else `None`.
    pub fn first_violation(&mut self, tasks: Vec<Task>) -> Option<(Task, SystemAnswer)> {
        let mut open = None;
        for task in tasks {
            match self.answer(&task) {
                Some(answer) if answer.verdict == Verdict::Violated => return Some((task, answer)),
                Some(answer) if answer.verdict.reason().is_some() => {
                    open.get_or_insert((task, answer));
                }
                Some(_) | None => {}
            }
        }
        open
    }

    /// Returns the earlier answer to the same question about the same system, if there is one.
    fn known(&self, task: &Task) -> Option<SystemAnswer> {
        let key = (task.question.clone(), self.place(task.reading));
        let (_, answer) = &self.answered[*self.numbers.get(&key)?];
        Some(Answer { subject: self.subject(task), ..answer.clone() })
    }

    /// Returns `true` if a violation of the property of a task is explained.
    pub(super) fn explains(&self, task: &Task) -> bool {
        match self.options.explains {
            Explains::Nothing => false,
            Explains::Answers => task.role == Role::Answer,
            Explains::Everything => true,
        }
    }

    /// Returns the number of the first run whose last configuration violates the property of a task, which is violated
    /// by `answer`: that of an earlier answer, if there is one and no limit is reached before it is found.
    fn run(&mut self, task: &Task, answer: &SystemAnswer) -> Option<usize> {
        let Finding::Found(finding) = &answer.finding else { return None };
        let place = self.place(task.reading);
        finding.witness().filter(|_| answer.verdict == Verdict::Violated)?;
        // The cause of a conflict cycle explains nothing else, and no other run has it.
        let is_apart = |finding: &SystemFinding| matches!(finding, SystemFinding::Membership(_));
        let known = if is_apart(finding) {
            None
        } else {
            self.host.decided(&answer.without_finding());
            self.controlled(|control| {
                self.runs.iter().position(|(other, finding)| {
                    let run = finding.witness().filter(|_| *other == place && !is_apart(finding));
                    run.is_some_and(|run| self.is_shown_by(task, run.replay(), control))
                })
            })
        };
        let number = known.unwrap_or_else(|| {
            self.runs.push((place, Arc::clone(finding)));
            self.runs.len() - 1
        });
        Some(number + 1)
    }

    /// Returns `true` if the last configuration of a run is shown to violate the property of a task, by definition.
    fn is_shown_by(&self, task: &Task, run: &Replay, control: &Control) -> bool {
        match task.question {
            _ if control.limit(0, 0).is_some() => false,
            Question::Safety(property) => {
                let system = self.system(task.reading);
                matches!(run.fault(system, property, CONTINUATIONS, control), Ok(Some(_)))
            }
            Question::Reach(index) => self.model.bad[index].contains(run.last()),
            _ => false,
        }
    }

    /// Answers a question; a panic becomes an answer that reports it.
    fn asked(&mut self, task: &Task) -> SystemAnswer {
        ask(self.host, self.subject(task), || self.find(task))
    }

    fn find(&mut self, task: &Task) -> SystemAnswer {
        let subject = self.subject(task);
        match &task.question {
            Question::Rsc => {
                let answer = self.rsc_within(task, None);
                self.with_repairs(task, answer)
            }
            Question::Reach(number) => self.reach(task, *number),
            Question::Safety(property) => self.safety(task, *property),
            Question::Class(class) => self.class(task, *class),
            Question::NoBadStates => {
                let finding = Finding::Found(Arc::new(SystemFinding::NoBadStates));
                Answer::new(subject, Verdict::Holds, finding)
            }
            Question::Mistaken(why) => Answer::mistaken(subject, why),
            Question::Unsupported => {
                let verdict = Verdict::Unknown(Reason::Unsupported);
                Answer::new(subject, verdict, Finding::Unsupported)
            }
        }
    }

    /// Answers a question that was not asked for; `None` if there is no verdict.
    ///
    /// If one of these questions exceeds the time or memory limit, the next is not tried, since it explores the same
    /// configurations.
    fn decided(&mut self, task: &Task) -> Option<SystemAnswer> {
        let place = self.place(task.reading);
        if self.spent.contains(&place) {
            return None;
        }
        let answer = self.asked(task);
        match answer.verdict {
            Verdict::Unknown(Reason::Timeout | Reason::Memory) => {
                self.spent.push(place);
                self.has_left_out = true;
                None
            }
            Verdict::Holds
            | Verdict::Violated
            | Verdict::Error
            | Verdict::Unknown(Reason::Crashed | Reason::Interrupted) => Some(answer),
            Verdict::Unknown(_) => None,
        }
    }

    /// Answers whether a configuration of the specification at `index` is reachable.
    fn reach(&mut self, task: &Task, index: usize) -> SystemAnswer {
        let bad = &self.model.bad[index];
        let SystemOptions { reachability: engine, wanted, .. } = self.options;
        self.within_few(task, FEW);
        self.configurations(task, |all, premise, control| {
            reachability::certify_in(all, bad, premise, engine, wanted, control)
        })
    }

    /// Answers whether the system has `property`.
    fn safety(&mut self, task: &Task, property: SafetyProperty) -> SystemAnswer {
        let SystemOptions { reachability: engine, wanted, .. } = self.options;
        if property.is_linear() && self.is_realisable(task.reading) {
            let finding = Finding::Found(Arc::new(SystemFinding::Realisable));
            return Answer::new(self.subject(task), Verdict::Holds, finding);
        }
        let soon = (wanted == EvidenceRequest::Answer).then(|| self.soon(task, property)).flatten();
        let answer = soon.unwrap_or_else(|| {
            self.within_few(task, FEW);
            self.configurations(task, |all, premise, control| {
                safety::certify_in(all, property, premise, engine, wanted, control)
            })
        });
        self.with_offer(task, property, answer)
    }

    /// Answers whether the system has `property` if membership takes long, and few configurations decide without it.
    fn soon(&mut self, task: &Task, property: SafetyProperty) -> Option<SystemAnswer> {
        self.within_few(task, SOON);
        if self.entry(task.reading).rsc.is_some() {
            return None;
        }
        let engine = self.options.reachability;
        let check = |all: &Configurations<'a>, premise, control: &Control| {
            if engine.is_beyond() {
                let wanted = EvidenceRequest::Answer;
                return safety::certify_in(all, property, premise, engine, wanted, control);
            }
            (safety::soon_in(all, property, control), None)
        };
        let unknown = Membership::Unknown(Limit::States);
        let answer = self.configurations_if(task, unknown, SOME, check);
        (!is_open(&answer)).then_some(answer)
    }

    /// Returns `true` if the linear properties follow in this reading, and no certificate is wanted.
    fn is_realisable(&self, reading: ChannelReading) -> bool {
        matches!(self.origin, Origin::Realisable)
            && self.options.wanted == EvidenceRequest::Answer
            && *self.system(reading) == self.model.system
    }

    /// Returns the answer whether the system has `property`, with the final states that would give it the property, if the
    /// user's text can declare them.
    fn with_offer(
        &self,
        task: &Task,
        property: SafetyProperty,
        mut answer: SystemAnswer,
    ) -> SystemAnswer {
        if answer.verdict != Verdict::Violated || !self.model.is_scm {
            return answer;
        }
        self.host.decided(&answer.without_finding());
        if let Finding::Found(finding) = &mut answer.finding
            && let SystemFinding::Configurations(found) = Arc::make_mut(finding)
            && let reachability::Outcome::Violated(witness) = &found.outcome
        {
            let all = self.all(task.reading);
            let offer =
                |control: &Control| final_states(all, property, witness, found.premise, control);
            found.offered = self.controlled(offer);
        }
        answer
    }

    /// Answers a question about configurations, with what is known of membership, or decides that where it is needed.
    fn configurations(
        &mut self,
        task: &Task,
        check: impl Fn(
            &Configurations<'a>,
            Premise,
            &Control,
        ) -> (reachability::Answer, Option<Certificate>),
    ) -> SystemAnswer {
        let most = match task.occasion {
            Occasion::Asked | Occasion::IfDefined => u64::MAX,
            Occasion::IfDecided => SOME,
        };
        // Where membership takes long, other procedures may answer without it.
        if let Some((membership, _)) = self.entry(task.reading).rsc {
            return self.configurations_if(task, membership, most, check);
        }
        let answer = self.configurations_if(task, Membership::Unknown(Limit::States), SOME, &check);
        if is_open(&answer) {
            let membership = self.membership(task.reading);
            return self.configurations_if(task, membership, most, check);
        }
        answer
    }

    /// Answers a question about configurations, with what is known of membership; at most so many are explored.
    fn configurations_if(
        &mut self,
        task: &Task,
        membership: Membership,
        most: u64,
        check: impl Fn(
            &Configurations<'a>,
            Premise,
            &Control,
        ) -> (reachability::Answer, Option<Certificate>),
    ) -> SystemAnswer {
        let premise = match membership {
            Membership::Holds(proof) => Premise::Rsc(proof),
            _ if self.options.assume_eager => Premise::AssumedEager,
            _ => Premise::BugsOnly,
        };
        let all = &self.entry(task.reading).configurations;
        all.explore_at_most(most);
        // Where all configurations and steps are known a branching property takes no time that is worth a display.
        let is_explored = all.known().is_some_and(|all| all.gap().is_none() && all.has_edges());
        let is_branching = matches!(task.question, Question::Safety(one) if !one.is_linear());
        let title = (!is_explored || !is_branching).then_some(&*task.property);
        let ((answer, certificate), statistics) = self.searched(title, |control| {
            let answered = check(all, premise, control);
            let counts = answered.0.statistics;
            (answered, counts)
        });
        let is_partly_explored = all.known().is_some_and(|all| all.gap().is_some());
        self.certified(task, certificate);
        let finding = ConfigurationsFinding {
            outcome: answer.outcome,
            premise,
            membership,
            tried: answer.tried,
            is_partly_explored,
            offered: Vec::new(),
        };
        let verdict = finding.verdict();
        let finding = SystemFinding::Configurations(finding);
        self.found(task, verdict, (answer.engine, statistics), finding)
    }

    /// Returns the answer with the result of a check.
    pub(super) fn found(
        &self,
        task: &Task,
        verdict: Verdict,
        (engine, statistics): (EngineName, Statistics),
        finding: SystemFinding,
    ) -> SystemAnswer {
        let answer = Answer::new(self.subject(task), verdict, Finding::Found(Arc::new(finding)));
        Answer { engine: Some(engine), statistics: Some(statistics), ..answer }
    }

    pub(super) fn entry(&self, reading: ChannelReading) -> &SystemEntry<'a> {
        &self.entries[self.place(reading)]
    }

    /// Returns the system of a reading.
    pub(super) fn system(&self, reading: ChannelReading) -> &'a System {
        self.entry(reading).system
    }

    /// Returns the configurations of the system of a reading.
    pub(super) fn all(&self, reading: ChannelReading) -> &Configurations<'a> {
        &self.entry(reading).configurations
    }

    /// Returns the index of the system in a reading.
    pub(super) fn place(&self, reading: ChannelReading) -> usize {
        let found = self.entries.iter().position(|entry| entry.readings.contains(&reading));
        found.expect("the systems of all readings that are asked for are there")
    }

    /// Runs a search for an answer about this model; without a title its progress is not displayed.
    pub(super) fn searched<T>(
        &self,
        title: Option<&str>,
        work: impl FnOnce(&Control) -> (T, search::Statistics),
    ) -> (T, Statistics) {
        let search = SearchRequest { title, ..SearchRequest::new(&self.loaded.name, "") };
        searched(self.host, &search, work)
    }

    /// Runs `work`, which is not a search, within the limits of the question.
    pub(super) fn controlled<T>(&self, work: impl FnOnce(&Control) -> T) -> T {
        self.searched(None, |control| (work(control), search::Statistics::default())).0
    }

    /// Returns the subject of the answer to a task.
    pub(super) fn subject(&self, task: &Task) -> AnswerSubject {
        let subject = self.loaded.subject(&task.property);
        AnswerSubject { role: task.role, channels: task.reading.into(), ..subject }
    }
}

/// Returns `true` if an answer that was found without membership has no verdict, and no limit is the reason.
fn is_open(answer: &SystemAnswer) -> bool {
    matches!(answer.verdict, Verdict::Unknown(Reason::Bound | Reason::Undecidable | Reason::States))
}
