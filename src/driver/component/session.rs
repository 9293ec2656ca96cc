//! Questions about the global states of a system.

use check::EngineName;
use std::sync::Arc;

use check::component::{Answer as Explored, Explored as GlobalStates, GlobalRun, Open, Question};
use kernel::verdict::{Effect, Expectation, Expected, Outcome, Reason, Verdict};
use language::component::Model;
use language::reading::{self, nearest};
use model::component::{Definition, Expression, Predicate, Property};
use model::temporal::{Formula, UnaryOperator};

use super::condition::condition;
use super::fault::{FaultReport, OwnText, describe_fault, describe_predicate_fault};
use crate::lack::KnownProperties;
use crate::{Answer, AnswerSubject, Finding, Host, Lack, Loaded, SearchRequest, searched};

/// The name of the question whether the system can come to a standstill.
pub const DEADLOCK: &str = "deadlock";

/// The name of the question whether a state can be reached.
pub const REACH: &str = "reach";

/// Properties of systems and choreographies that are not about component systems.
const FOREIGN: [&str; 8] = [
    "rsc",
    "unspecified-reception",
    "progress",
    "orphan-message",
    "reception-deadlock",
    "realisable",
    "well-formed",
    "conforms",
];

/// A question about the reachable global states.
#[derive(Clone, Debug)]
pub struct Task {
    /// The name of the property.
    pub property: String,
    kind: Kind,
    /// The text of the predicate, if it stands in one of its own.
    text: Option<Arc<OwnText>>,
}

#[derive(Clone, Debug)]
enum Kind {
    NoDeadlock,
    Always(Predicate),
    Never(Predicate),
    /// A property that is only monitored.
    MonitoredOnly,
    /// A name that a model states an answer for, of another question than those asked: why, and whether it is none.
    Unasked(String, bool),
}

/// What was found for a question.
#[derive(Clone, Debug)]
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
    /// The model states an answer to a question that is not asked, for this reason.
    Unasked(String),
    /// The system has an error, to which the run leads.
    Fault(FaultReport, GlobalRun),
}

impl Task {
    /// The question whether no reachable state is a deadlock.
    pub fn deadlock() -> Self {
        Self::new(DEADLOCK, Kind::NoDeadlock)
    }

    /// The question whether a state in which `predicate` holds can be reached, which is a violation; `text` is that of
    /// the predicate.
    pub fn reach(predicate: Predicate, text: OwnText) -> Self {
        Self { text: Some(Arc::new(text)), ..Self::new(REACH, Kind::Never(predicate)) }
    }

    /// The question whether a property is an invariant; a property of another form is only monitored.
    pub fn of(property: &Property) -> Self {
        let kind = invariant(property).map_or(Kind::MonitoredOnly, Kind::Always);
        Self::new(&property.name, kind)
    }

    fn new(property: &str, kind: Kind) -> Self {
        Self { property: property.to_owned(), kind, text: None }
    }

    /// Returns `true` if the exploration of global states can answer the question.
    pub const fn is_decidable(&self) -> bool {
        !matches!(self.kind, Kind::MonitoredOnly | Kind::Unasked(..))
    }

    fn question(&self) -> Option<Question<'_>> {
        match &self.kind {
            Kind::NoDeadlock => Some(Question::NoDeadlock),
            Kind::Always(predicate) => Some(Question::Always(predicate)),
            Kind::Never(predicate) => Some(Question::Never(predicate)),
            Kind::MonitoredOnly | Kind::Unasked(..) => None,
        }
    }
}

/// Returns those of the names that are asked for that are no properties of a system of components: `reach` is one if
/// there are predicates of which it is asked.
pub fn lacks(model: &Model, reach: &[String], asked: &[String]) -> Vec<Lack> {
    let own = model.properties.iter().map(|property| property.name.clone());
    let names = [DEADLOCK, REACH].into_iter().map(str::to_owned).chain(own).collect();
    let known = KnownProperties { kind: "systems of components", names };
    known.lacks(asked, |name| match name {
        REACH if reach.is_empty() => {
            Some("it needs a predicate of the states that are meant".to_owned())
        }
        name if known.names.iter().any(|known| known == name) => None,
        name => Some(known.unknown(name)),
    })
}

/// Returns the questions that nobody asks, but for which a model states an answer; `tasks` are those that are asked.
pub fn unasked(model: &Model, tasks: &[Task]) -> Vec<Task> {
    let answered = |name: &str| tasks.iter().any(|task| task.property == name);
    let names = || model.properties.iter().map(|property| &*property.name).chain([DEADLOCK, REACH]);
    let task = |expectation: &reading::Expectation| {
        let name = name(expectation);
        if answered(&name) {
            return None;
        }
        let (why, is_none) = if !expectation.variant.is_empty() {
            ("a system of components has no channels to be read in another way".to_owned(), true)
        } else if name == REACH {
            ("not asked: no predicate says which states are meant".to_owned(), false)
        } else if FOREIGN.contains(&&*name) {
            ("the property is one of other languages".to_owned(), false)
        } else {
            let near = nearest(&name, names());
            let near = near.map(|near| format!(", did you mean `{near}`?")).unwrap_or_default();
            (format!("there is no property `{name}`{near}"), true)
        };
        Some(Task::new(&name, Kind::Unasked(why, is_none)))
    };
    model.expectations.iter().filter_map(task).collect()
}

/// Returns the subject of the answer to a question.
pub fn subject_of(loaded: &Loaded, task: &Task) -> AnswerSubject {
    let predicate = task.text.as_ref().map(|text| text.source.text().to_owned());
    AnswerSubject { predicate, ..loaded.subject(&task.property) }
}

/// Returns the answers to all questions about a model, in order. If the system has an error, the last answer says so,
/// and has no property. `effect` is that of the answers which the model states.
pub fn answers(
    host: &dyn Host,
    (loaded, model): (&Loaded, &Model),
    tasks: &[Task],
    effect: Effect,
) -> Vec<Answer<GlobalFinding>> {
    if let Some(first) = tasks.first() {
        host.begin(&subject_of(loaded, first));
    }
    if let Some(limit) = host.reached() {
        let cut = |task: &Task| Answer::not_started(subject_of(loaded, task), limit);
        return tasks.iter().map(cut).collect();
    }
    let asked = || tasks.iter().filter_map(|task| Some((task, task.question()?)));
    let questions: Vec<Question<'_>> = asked().map(|(_, question)| question).collect();
    let request = SearchRequest::new(&loaded.name, "global states");
    let ((found, fault), statistics) = searched(host, &request, |control| {
        let states = GlobalStates::new(&model.composite, &questions, control);
        for (_, (task, _)) in asked().enumerate().filter(|&(number, _)| states.is_violated(number))
        {
            // The runs that show it may take long.
            let subject = subject_of(loaded, task);
            host.decided(&Answer::new(subject, Verdict::Violated, Finding::Found(())));
        }
        let answers = (0..questions.len()).map(|number| states.answer(number));
        ((answers.collect::<Vec<_>>(), states.fault()), states.statistics())
    });
    let mut found = found.into_iter();
    let mut answers = Vec::new();
    for task in tasks {
        let (verdict, finding) = match &task.kind {
            Kind::MonitoredOnly => {
                let finding = Finding::Found(GlobalFinding::MonitoredOnly);
                (Verdict::Unknown(Reason::Unsupported), finding)
            }
            Kind::Unasked(why, true) => (Verdict::Error, Finding::Mistaken(why.clone())),
            Kind::Unasked(why, false) => {
                let finding = Finding::Found(GlobalFinding::Unasked(why.clone()));
                (Verdict::Unknown(Reason::Unsupported), finding)
            }
            Kind::NoDeadlock | Kind::Always(_) | Kind::Never(_) => {
                let (verdict, finding) = match found.next().expect("each question has an answer") {
                    Ok(found) => decided(found),
                    Err((fault, run)) => {
                        let report = match &task.text {
                            Some(text) => describe_predicate_fault(&fault, model, text),
                            None => describe_fault(&fault, model),
                        };
                        (Verdict::Error, GlobalFinding::Fault(report, run))
                    }
                };
                (verdict, Finding::Found(finding))
            }
        };
        let expected = stated(model, &task.property);
        let expected = expected.map(|verdict| Expectation { verdict, effect });
        let answer = Answer::new(subject_of(loaded, task), verdict, finding);
        let statistics = task.is_decidable().then_some(statistics);
        let engine = task.is_decidable().then_some(EngineName::Global);
        answers.push(Answer { expected, engine, statistics, ..answer });
    }
    if let Some((fault, run)) = fault {
        let mut subject = loaded.subject("");
        subject.property = None;
        let finding = GlobalFinding::Fault(describe_fault(&fault, model), run);
        answers.push(Answer::new(subject, Verdict::Error, Finding::Found(finding)));
    }
    answers
}

fn decided(found: Explored) -> (Verdict, GlobalFinding) {
    let (verdict, run, open) = match found {
        Outcome::Holds(()) => (Verdict::Holds, None, None),
        Outcome::Violated(run) => (Verdict::Violated, Some(run), None),
        Outcome::Unknown(open) => {
            let reason = match open {
                Open::Limit(limit) => limit.into(),
                Open::Range => Reason::Bound,
                Open::Fault => Reason::Incomplete,
            };
            (Verdict::Unknown(reason), None, Some(open))
        }
    };
    (verdict, GlobalFinding::Decided { run, open })
}

/// Returns the answer that the model states for a property.
pub fn stated(model: &Model, property: &str) -> Option<Expected> {
    let mut stated = model.expectations.iter();
    Some(stated.find(|one| name(one) == property)?.verdict)
}

/// Returns the name of the property for which a model states an answer, with the variant.
fn name(stated: &reading::Expectation) -> String {
    match stated.variant.as_slice() {
        [] => stated.property.clone(),
        variant => format!("{}[{}]", stated.property, variant.join(",")),
    }
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
