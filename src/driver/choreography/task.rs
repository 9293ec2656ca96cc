//! Questions about choreographies, and the answers that files expect.

use super::ChoreographyFinding;
use super::names::{
    ChoreographyQuestion, is_of_orders, is_of_projections, is_property, properties, property_names,
};
use crate::lack::KnownProperties;
use crate::system::expected;
use crate::{Answer, AnswerSubject, Finding, Lack, Loaded};
use kernel::verdict::{Effect, Expectation, Reason, Verdict};
use language::choreography;
use language::reading::{self, nearest};
use model::choreography::ChannelChoice;

/// A question about a choreography in one reading of its channels, with the answer that the file expects, if the
/// expectation applies.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChoreographyTask {
    /// The question.
    pub question: ChoreographyQuestion,
    /// Name of the property.
    pub property: String,
    /// How the channels are read.
    pub choice: ChannelChoice,
    /// The expected answer.
    pub expected: Option<Expectation>,
}

/// Returns the task for the property with a name.
pub fn asked(model: &choreography::Model, name: &str, choice: ChannelChoice) -> ChoreographyTask {
    let known = properties().find(|(property, _)| *property == name);
    let question = known
        .map_or_else(|| ChoreographyQuestion::Mistaken(unknown(name)), |(_, question)| question);
    ChoreographyTask {
        question,
        property: name.to_owned(),
        choice: choice.settled(&model.description),
        expected: None,
    }
}

/// Returns the error message for the name of a property that choreographies do not have.
fn unknown(name: &str) -> String {
    match nearest(&name.to_lowercase(), properties().map(|(property, _)| property)) {
        Some(near) => format!("there is no such property, did you mean `{near}`?"),
        None => "there is no such property".to_owned(),
    }
}

/// Returns those of the names that are asked for that are no properties of choreographies.
pub fn lacks(asked: &[String]) -> Vec<Lack> {
    let known = KnownProperties {
        kind: "choreographies",
        names: property_names().map(str::to_owned).collect(),
    };
    known.lacks(asked, |name| (!is_property(name)).then(|| known.unknown(name)))
}

/// Returns the tasks for realisability and for everything else that a file states, to be compared with the stated
/// answers, but what it states about the projections.
pub fn everything(model: &choreography::Model, choice: ChannelChoice) -> Vec<ChoreographyTask> {
    let mut tasks = vec![asked(model, "realisable", choice)];
    for expectation in &model.expectations {
        let is_of_others =
            |name: &str| is_of_projections(name) || model.is_diagram() && is_of_orders(name);
        if is_of_others(&expectation.property)
            || expect(&mut tasks, model, expectation, Effect::Excuses)
        {
            continue;
        }
        let mut task = match expectation.channels() {
            // If the user renames the channels, statements about other channels do not apply.
            Some(stated) if choice == ChannelChoice::default() => {
                asked(model, &expectation.property, stated)
            }
            Some(_) => continue,
            None => {
                let why = "the channels are read by the words p2p, mailbox, onebuf, fifo and bag";
                let mut task = asked(model, "realisable", choice);
                task.question = ChoreographyQuestion::Mistaken(why.to_owned());
                let variant = expectation.variant.join(",");
                task.property = format!("{}[{variant}]", expectation.property);
                task
            }
        };
        task.expected = Some(expected(expectation, Effect::Excuses));
        tasks.push(task);
    }
    tasks
}

/// Returns the tasks for the properties with some names: those for [`everything`], else new ones. What choreographies
/// [lack](lacks) is left out, unless the file states an answer.
pub fn everything_named(
    model: &choreography::Model,
    choice: ChannelChoice,
    names: &[String],
) -> Vec<ChoreographyTask> {
    let mut tasks = everything(model, choice);
    tasks.retain(|task| names.contains(&task.property));
    for name in names {
        if is_property(name) && tasks.iter().all(|task| task.property != *name) {
            tasks.push(asked(model, name, choice));
        }
    }
    tasks
}

/// Returns the answer to all questions about a text, if there is one: it has no finite automaton, or something that changes
/// its meaning was read over.
pub fn without_questions(model: &choreography::Model) -> Option<ChoreographyFinding> {
    let unmade = model.unmade.clone().map(ChoreographyFinding::Unmade);
    unmade.or_else(|| model.not_followed.clone().map(ChoreographyFinding::Outside))
}

/// Returns the answers to questions about a text that have [no other answer](without_questions) than `finding`.
pub fn unmade_answers(
    loaded: &Loaded,
    tasks: &[ChoreographyTask],
    finding: &ChoreographyFinding,
) -> Vec<Answer<ChoreographyFinding>> {
    let answer = |task: &ChoreographyTask| {
        let subject = AnswerSubject { channels: task.choice, ..loaded.subject(&task.property) };
        let answer = match &task.question {
            ChoreographyQuestion::Mistaken(why) => Answer::mistaken(subject, why),
            ChoreographyQuestion::Realisability(_) | ChoreographyQuestion::Named(_) => {
                let finding = Finding::Found(finding.clone());
                Answer::new(subject, Verdict::Unknown(Reason::Unsupported), finding)
            }
        };
        Answer { expected: task.expected, ..answer }
    };
    tasks.iter().map(answer).collect()
}

/// Adds to each task the answer that the file expects, as a reminder.
pub fn with_reminders(
    model: &choreography::Model,
    mut tasks: Vec<ChoreographyTask>,
) -> Vec<ChoreographyTask> {
    for expectation in &model.expectations {
        expect(&mut tasks, model, expectation, Effect::Reminds);
    }
    tasks
}

/// Adds an expectation to the task that it is about, if there is one: the task with the same property and the same
/// channels.
fn expect(
    tasks: &mut [ChoreographyTask],
    model: &choreography::Model,
    expectation: &reading::Expectation,
    effect: Effect,
) -> bool {
    let Some(stated) = expectation.channels() else { return false };
    let stated = stated.settled(&model.description);
    let same = |one: ChannelChoice| {
        one == stated || model.description.resolved(one) == model.description.resolved(stated)
    };
    let mut open = tasks.iter_mut().filter(|task| {
        task.property == expectation.property
            && (task.expected.is_none() || task.choice == stated)
            && same(task.choice)
    });
    let Some(task) = open.next() else { return false };
    task.expected = Some(expected(expectation, effect));
    true
}
