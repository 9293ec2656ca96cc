//! Questions about systems, and the answers that models state.

use super::ChannelReading;
use crate::lack::{KnownProperties, names_of_systems};
use crate::{Lack, Role, had};
use kernel::verdict::{Effect, Expectation};
use language::reading::{self, nearest};
use language::system::Model;
use model::cfsm::{SafetyProperty, System, UnknownProperty};
use model::evidence::{CLASSES, Class};

/// A question.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Question {
    /// Is the system RSC?
    Rsc,
    /// Is a configuration of the bad specification at this index reachable?
    Reach(usize),
    /// Does the system have this property?
    Safety(SafetyProperty),
    /// Is the system in this class?
    Class(Class),
    /// Is a bad configuration reachable, where the model states none?
    NoBadStates,
    /// A question about something that the model does not have, with the error message.
    Mistaken(String),
    /// A question that this version has no check for.
    Unsupported,
}

/// Condition under which an answer is reported.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Occasion {
    /// Always, since the question was asked for.
    Asked,
    /// Only if there is a verdict: the question was not asked for, and has no verdict for most systems.
    IfDecided,
    /// Unless the question means nothing for the system.
    IfDefined,
}

/// A question about a model in one reading, with the answer that the model expects, if the expectation applies.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Task {
    /// The question.
    pub question: Question,
    /// Name of the property.
    pub property: String,
    /// How the channels are read.
    pub reading: ChannelReading,
    /// The expected answer.
    pub expected: Option<Expectation>,
    /// Role of the answer in the report.
    pub role: Role,
    /// Condition under which the answer is reported.
    pub occasion: Occasion,
}

impl Task {
    /// Returns a task without an expected answer.
    fn new(question: Question, property: impl Into<String>, reading: ChannelReading) -> Self {
        let property = property.into();
        let (role, occasion) = (Role::Answer, Occasion::Asked);
        Self { question, property, reading, expected: None, role, occasion }
    }

    /// Returns a task of a classification, without an expected answer.
    pub(super) fn if_defined(
        question: Question,
        property: String,
        reading: ChannelReading,
    ) -> Self {
        let (role, occasion) = (Role::of_unasked(&property), Occasion::IfDefined);
        Self { role, occasion, ..Self::new(question, property, reading) }
    }

    /// Returns the task to decide whether the system is RSC, without an expected answer.
    pub fn rsc(reading: ChannelReading) -> Self {
        Self::new(Question::Rsc, "rsc", reading)
    }

    /// Returns the task to decide whether the system is RSC, as a premise of other answers.
    pub fn premise(reading: ChannelReading) -> Self {
        Self { role: Role::Premise, ..Self::rsc(reading) }
    }
}

/// Returns the tasks to decide whether the bad configurations of a model can be reached, one for each specification, or
/// only for the one with the number `only`. A model without bad states has this property if `allow_none`; else it is a
/// mistake to ask.
pub fn bad_states(
    model: &Model,
    reading: ChannelReading,
    only: Option<usize>,
    allow_none: bool,
) -> Vec<Task> {
    match only {
        Some(number) => vec![bad_state(model, reading, number)],
        None if model.bad.is_empty() => {
            let why = "the model states no bad states, so nothing is asked of it";
            let mistaken = Question::Mistaken(why.to_owned());
            let question = if allow_none { Question::NoBadStates } else { mistaken };
            vec![Task::new(question, "bad_states", reading)]
        }
        None => (1..=model.bad.len()).map(|number| bad_state(model, reading, number)).collect(),
    }
}

/// Returns the task to decide whether the bad configurations of the specification `number` can be reached.
fn bad_state(model: &Model, reading: ChannelReading, number: usize) -> Task {
    let count = model.bad.len();
    let question = match number.checked_sub(1) {
        Some(index) if index < count => Question::Reach(index),
        _ => Question::Mistaken(format!(
            "there is no such specification, the model has {}",
            if count == 0 { "none".to_owned() } else { count.to_string() }
        )),
    };
    Task::new(question, format!("bad_states/{number}"), reading)
}

/// Returns the tasks for the safety properties of every system: the linear ones, and the others where they are
/// decidable.
pub fn safety(model: &Model, reading: ChannelReading) -> Vec<Task> {
    SafetyProperty::all(&model.system)
        .into_iter()
        .map(|property| {
            let name = property.name(&model.system);
            let task = Task::new(Question::Safety(property), name, reading);
            let occasion = if property.is_linear() { Occasion::Asked } else { Occasion::IfDecided };
            Task { occasion, ..task }
        })
        .collect()
}

/// Properties of other languages that reports have, but that are not answered here.
const FOREIGN: [&str; 3] = ["realisable", "well-formed", "conforms"];

/// Returns the task for the property with a name.
pub fn named(model: &Model, reading: ChannelReading, name: &str) -> Task {
    if name == "rsc" {
        return Task::rsc(reading);
    }
    if name == "bad_states" {
        let question = match model.bad.len() {
            0 => Question::NoBadStates,
            _ => Question::Mistaken("each specification has a number: `bad_states/1`".to_owned()),
        };
        return Task::new(question, name, reading);
    }
    if let Some(number) = name.strip_prefix("bad_states/").and_then(|text| text.parse().ok()) {
        return bad_state(model, reading, number);
    }
    if let Some(class) = Class::named(name) {
        return Task::new(Question::Class(class), name, reading);
    }
    if let Some(family) = CLASSES.iter().find(|one| one.has_bound && name.starts_with(one.name)) {
        let example = family.with_bound(1);
        let why = format!("it needs a number of messages in each channel: `{example}`");
        return Task::new(Question::Mistaken(why), name, reading);
    }
    let question = match SafetyProperty::named(&model.system, name) {
        Ok(property) => Question::Safety(property),
        Err(UnknownProperty::NoSuchProperty(_)) if FOREIGN.contains(&name) => Question::Unsupported,
        Err(unknown) => Question::Mistaken(match nearest_property(&model.system, name) {
            Some(near) => format!("{unknown}, did you mean `{near}`?"),
            None => unknown.to_string(),
        }),
    };
    Task::new(question, name, reading)
}

/// Returns those of the names that are asked for that are no properties of a system: questions about it that are mistaken,
/// and bad states that it does not state.
pub fn lacks(model: &Model, asked: &[String]) -> Vec<Lack> {
    let mut names: Vec<String> = names_of_systems().collect();
    names.insert(1, "bad_states/N".to_owned());
    let known = KnownProperties { kind: "systems of automata", names };
    known.lacks(asked, |name| match named(model, ChannelReading::AsWritten, name).question {
        Question::Mistaken(why) => Some(why),
        Question::NoBadStates => Some("the model states no bad states".to_owned()),
        Question::Unsupported => Some(format!("`{name}` is a property of other kinds of models")),
        Question::Rsc | Question::Reach(_) | Question::Safety(_) | Question::Class(_) => None,
    })
}

/// Returns the property whose name is most like `name`, if one is.
fn nearest_property(system: &System, name: &str) -> Option<String> {
    let all = SafetyProperty::all(system).into_iter().map(|property| property.name(system));
    // The name of a family is completed.
    if let Some(one) =
        all.clone().find(|one| one.split_once('(').is_some_and(|(kind, _)| kind == name))
    {
        return Some(one);
    }
    let others = ["rsc".to_owned(), "bad_states/1".to_owned()].into_iter();
    let classes = CLASSES.iter().map(|class| class.with_bound(1));
    let known: Vec<String> = others.chain(classes).chain(all).collect();
    nearest(&name.to_lowercase(), known.iter().map(String::as_str)).map(str::to_owned)
}

/// Returns the tasks for everything: whether the model is RSC, its bad states, its safety, and all other statements of
/// the model, each to be compared with the stated answer.
pub fn everything(model: &Model, reading: ChannelReading) -> Vec<Task> {
    let mut tasks = vec![Task::rsc(reading)];
    if !model.bad.is_empty() {
        tasks.extend(bad_states(model, reading, None, true));
    }
    tasks.extend(safety(model, reading));
    for task in &mut tasks {
        task.role = Role::of_unasked(&task.property);
    }
    for expectation in &model.expectations {
        if !expect(&mut tasks, model, reading, expectation, Effect::Excuses) {
            let task = match stated_reading(expectation) {
                Some(stated) if reading == ChannelReading::AsWritten => {
                    named(model, stated, &expectation.property)
                }
                Some(_) => continue,
                None if FOREIGN.contains(&&*expectation.property) => {
                    Task::new(Question::Unsupported, name(expectation), reading)
                }
                None => {
                    let why = "the channels can be read as `[fifo]` or `[bag]`, or as written";
                    Task::new(Question::Mistaken(why.to_owned()), name(expectation), reading)
                }
            };
            let task = Task { expected: Some(expected(expectation, Effect::Excuses)), ..task };
            // The property in another reading comes after the existing task.
            let same = tasks.iter().rposition(|other| other.property == task.property);
            tasks.insert(same.map_or(tasks.len(), |place| place + 1), task);
        }
    }
    tasks
}

/// Returns the tasks for the properties with some names, each in all readings that are stated, as far as they are among
/// those for [`everything`], else as [`named`]. What the model [lacks] is left out, unless it states an answer.
pub fn everything_named(model: &Model, reading: ChannelReading, names: &[String]) -> Vec<Task> {
    let mut tasks = everything(model, reading);
    tasks.retain(|task| names.contains(&task.property));
    for task in &mut tasks {
        task.occasion = Occasion::Asked;
        task.role = Role::Answer;
    }
    for name in had(lacks(model, names), names) {
        if tasks.iter().all(|task| task.property != *name) {
            tasks.push(named(model, reading, name));
        }
    }
    tasks
}

/// Returns the tasks whose violation a picture may show if the user names none: whether the model is RSC, its bad
/// states, and the safety properties that are checked for every model.
pub fn pictured(model: &Model, reading: ChannelReading) -> Vec<Task> {
    let safety = safety(model, reading).into_iter();
    [Task::rsc(reading)]
        .into_iter()
        .chain(bad_states(model, reading, None, true))
        .chain(safety.filter(|task| task.occasion == Occasion::Asked))
        .collect()
}

/// Adds to each task the answer that the model expects, as a reminder.
pub fn with_reminders(model: &Model, reading: ChannelReading, mut tasks: Vec<Task>) -> Vec<Task> {
    for expectation in &model.expectations {
        expect(&mut tasks, model, reading, expectation, Effect::Reminds);
    }
    tasks
}

/// Adds to each task the answer that the model expects: what is as stated is no failure.
pub(super) fn with_statements(
    model: &Model,
    reading: ChannelReading,
    mut tasks: Vec<Task>,
) -> Vec<Task> {
    for expectation in &model.expectations {
        expect(&mut tasks, model, reading, expectation, Effect::Excuses);
    }
    tasks
}

/// Returns the reading of the channels that an expectation is about; `None` if systems have no such reading.
fn stated_reading(expectation: &reading::Expectation) -> Option<ChannelReading> {
    ChannelReading::of_choice(expectation.channels()?)
}

/// Adds an expectation to the task that it is about, if there is one.
///
/// If all channels are read as one kind, a statement for that kind applies, or else a statement without a kind if
/// the channels of the model are all of that kind.
fn expect(
    tasks: &mut [Task],
    model: &Model,
    reading: ChannelReading,
    expectation: &reading::Expectation,
    effect: Effect,
) -> bool {
    let Some(stated) = stated_reading(expectation) else { return false };
    let same = |a: ChannelReading, b: ChannelReading| a.of(&model.system) == b.of(&model.system);
    let task = tasks.iter_mut().find(|task| {
        task.role != Role::Premise
            && task.property == expectation.property
            && (task.reading == stated
                || (reading != ChannelReading::AsWritten
                    && task.expected.is_none()
                    && same(task.reading, stated)))
    });
    let Some(task) = task else { return false };
    task.expected = Some(expected(expectation, effect));
    task.occasion = Occasion::Asked;
    task.role = Role::Answer;
    true
}

/// Returns the expected verdict that a model states, with its effect.
pub(crate) fn expected(expectation: &reading::Expectation, effect: Effect) -> Expectation {
    Expectation { verdict: expectation.verdict, effect }
}

fn name(expectation: &reading::Expectation) -> String {
    match expectation.variant.as_slice() {
        [] => expectation.property.clone(),
        variant => format!("{}[{}]", expectation.property, variant.join(",")),
    }
}
