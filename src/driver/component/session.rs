//! Questions about the global states of a system.

use check::component::{Answer as Explored, Explored as GlobalStates, GlobalRun, Open, Question};
use kernel::search;
use kernel::verdict::{Effect, Expectation, Expected, Outcome, Reason, Verdict};
use language::component::Model;
use model::component::{Definition, Expression, Fault, Predicate, Property};
use model::temporal::{Formula, UnaryOperator};

use super::condition::condition;
use super::fault::{FaultReport, describe_fault};
use crate::{Answer, Finding, Host, Loaded, SearchRequest, searched};

/// The name of the question whether the system can come to a standstill.
pub const DEADLOCK: &str = "deadlock";

/// A question about the reachable global states.
#[derive(Clone, Debug)]
pub struct Task {
    /// The name of the property.
    pub property: String,
    kind: Kind,
}

#[derive(Clone, Debug)]
enum Kind {
    NoDeadlock,
    Always(Predicate),
    Never(Predicate),
    /// A property that is only monitored.
    MonitoredOnly,
}

/// What was found for a question.
#[derive(Clone, PartialEq, Debug)]
pub enum GlobalFinding {
    /// The property was decided, or not: a run shows the violation.
    Decided {
        /// A shortest run to the violation.
        run: Option<GlobalRun>,
        /// Why there is no verdict.
        open: Option<Open>,
    },
    /// The property is no invariant: runs are monitored for it.
    MonitoredOnly,
    /// The system has an error, to which the run leads.
    Fault(FaultReport, GlobalRun),
}

impl Task {
    /// The question whether no reachable state is a deadlock.
    pub fn deadlock() -> Self {
        Self { property: DEADLOCK.to_owned(), kind: Kind::NoDeadlock }
    }

    /// The question whether a state in which `predicate` holds can be reached, which is a violation.
    pub fn reach(predicate: Predicate) -> Self {
        Self { property: "reach".to_owned(), kind: Kind::Never(predicate) }
    }

    /// The question whether a property is an invariant; a property of another form is only monitored.
    pub fn of(property: &Property) -> Self {
        let kind = invariant(property).map_or(Kind::MonitoredOnly, Kind::Always);
        Self { property: property.name.clone(), kind }
    }

    /// Returns `true` if the exploration of global states can answer the question.
    pub const fn is_decidable(&self) -> bool {
        !matches!(self.kind, Kind::MonitoredOnly)
    }

    fn question(&self) -> Option<Question<'_>> {
        match &self.kind {
            Kind::NoDeadlock => Some(Question::NoDeadlock),
            Kind::Always(predicate) => Some(Question::Always(predicate)),
            Kind::Never(predicate) => Some(Question::Never(predicate)),
            Kind::MonitoredOnly => None,
        }
    }
}

/// Returns the answers to all questions about a model, in order; only one, without property, if the system has an
/// error. `effect` is that of the answers which the model states.
pub fn answers(
    host: &dyn Host,
    (loaded, model): (&Loaded, &Model),
    tasks: &[Task],
    effect: Effect,
) -> Vec<Answer<GlobalFinding>> {
    let subject = |property: &str| loaded.subject(property, "as written");
    if let Some(first) = tasks.first() {
        host.begin(&subject(&first.property));
    }
    if let Some(limit) = host.reached() {
        let cut = |task: &Task| Answer::not_started(subject(&task.property), limit);
        return tasks.iter().map(cut).collect();
    }
    let questions: Vec<Question<'_>> = tasks.iter().filter_map(Task::question).collect();
    let request = SearchRequest::new(&loaded.name, "global states");
    let (found, statistics) = searched(host, &request, |control| {
        match GlobalStates::new(&model.composite, &questions, control) {
            Ok(states) => {
                let counts = states.statistics();
                let answers = questions.iter().map(|question| states.answer(*question));
                (answers.collect::<Result<Vec<Explored>, _>>(), counts)
            }
            Err(error) => (Err(error), search::Statistics::default()),
        }
    });
    let found = match found {
        Ok(found) => found,
        Err((fault, run)) => return vec![faulty(loaded, model, &fault, run)],
    };
    let mut found = found.into_iter();
    let mut answers = Vec::new();
    for task in tasks {
        let (verdict, finding) = if task.is_decidable() {
            decided(found.next().expect("each question has an answer"))
        } else {
            (Verdict::Unknown(Reason::Unsupported), GlobalFinding::MonitoredOnly)
        };
        let expected = stated(model, &task.property);
        let expected = expected.map(|verdict| Expectation { verdict, effect });
        let answer = Answer::new(subject(&task.property), verdict, Finding::Found(finding));
        let statistics = task.is_decidable().then_some(statistics);
        answers.push(Answer { expected, engine: Some("global"), statistics, ..answer });
    }
    answers
}

fn decided(found: Explored) -> (Verdict, GlobalFinding) {
    match found {
        Outcome::Holds(()) => (Verdict::Holds, GlobalFinding::Decided { run: None, open: None }),
        Outcome::Violated(run) => {
            (Verdict::Violated, GlobalFinding::Decided { run: Some(run), open: None })
        }
        Outcome::Unknown(open) => {
            let reason = match open {
                Open::Limit(limit) => limit.into(),
                Open::Range => Reason::Bound,
            };
            (Verdict::Unknown(reason), GlobalFinding::Decided { run: None, open: Some(open) })
        }
    }
}

fn faulty(loaded: &Loaded, model: &Model, fault: &Fault, run: GlobalRun) -> Answer<GlobalFinding> {
    let mut subject = loaded.subject("", "as written");
    subject.property = None;
    let report = describe_fault(fault, model);
    Answer::new(subject, Verdict::Error, Finding::Found(GlobalFinding::Fault(report, run)))
}

/// Returns the answer that the model states for a property.
pub fn stated(model: &Model, property: &str) -> Option<Expected> {
    let mut stated = model.expectations.iter();
    let stated = stated.find(|one| one.property == property && one.variant.is_empty())?;
    Some(stated.verdict)
}

/// Returns the predicate of a property of the form `G(predicate)`.
pub fn invariant(property: &Property) -> Option<Predicate> {
    let Definition::Formula { formula, predicates } = &property.definition else { return None };
    let of = |id| Expression::clone(&predicates[id]);
    let Formula::Unary(UnaryOperator::Globally, operand) = formula else {
        // `G(true)` is folded to a constant.
        return matches!(formula, Formula::Constant(_)).then(|| condition(formula, &of)).flatten();
    };
    condition(operand, &of)
}
