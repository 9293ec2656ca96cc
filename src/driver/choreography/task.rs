//! What is asked of a choreography, and what it should answer.

use super::{ChannelWords as _, NamedCheck};
use crate::Role;
use crate::system::nearest;
use check::realisability::Question;
use kernel::verdict::{Effect, Expectation};
use language::{choreography, reading};
use model::choreography::ChannelChoice;

/// A question about a choreography.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ChoreographyQuestion {
    /// Is it realisable, or well-formed?
    Realisability(Question),
    /// A question of other tools.
    Named(NamedCheck),
    /// Something that is no property, as this sentence says.
    Mistaken(String),
}

/// Returns the properties of choreographies.
fn properties() -> impl Iterator<Item = (&'static str, ChoreographyQuestion)> {
    let two = [("realisable", Question::Realisable), ("well-formed", Question::WellFormed)];
    let two = two.map(|(name, question)| (name, ChoreographyQuestion::Realisability(question)));
    let named = NamedCheck::ALL.map(|check| (check.name(), ChoreographyQuestion::Named(check)));
    two.into_iter().chain(named)
}

/// A question about a choreography in one reading of its channels, with the answer that the file
/// expects, if it counts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChoreographyTask {
    /// The question.
    pub question: ChoreographyQuestion,
    /// The name of what is asked.
    pub property: String,
    /// How the channels are read.
    pub choice: ChannelChoice,
    /// The answer that it should have.
    pub expected: Option<Expectation>,
    /// What the answer is to the report.
    pub role: Role,
}

/// Asks a question by the name of the property.
pub fn asked(model: &choreography::Model, name: &str, choice: ChannelChoice) -> ChoreographyTask {
    let known = properties().find(|(property, _)| *property == name);
    let question = known
        .map_or_else(|| ChoreographyQuestion::Mistaken(unknown(name)), |(_, question)| question);
    ChoreographyTask {
        question,
        property: name.to_owned(),
        choice: choice.settled(&model.description),
        expected: None,
        role: Role::Answer,
    }
}

/// Returns what is wrong with the name of a property that choreographies do not have.
fn unknown(name: &str) -> String {
    match nearest(name, properties().map(|(property, _)| property)) {
        Some(near) => format!("there is no such property, did you mean `{near}`?"),
        None => "there is no such property, see: scm-check explain protocol-checks".to_owned(),
    }
}

/// Asks everything that a file states, beginning with whether it is realisable, to be compared with
/// what it states.
pub fn everything(model: &choreography::Model, choice: ChannelChoice) -> Vec<ChoreographyTask> {
    let mut tasks = vec![asked(model, "realisable", choice)];
    for expectation in &model.expectations {
        if expect(&mut tasks, model, expectation, Effect::Excuses) {
            continue;
        }
        let mut task = match ChannelChoice::of_words(&expectation.variant) {
            // Channels that the user names anew leave nothing of what is stated of others.
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

/// Adds to questions what the file expects, as a reminder.
pub fn with_reminders(
    model: &choreography::Model,
    mut tasks: Vec<ChoreographyTask>,
) -> Vec<ChoreographyTask> {
    for expectation in &model.expectations {
        expect(&mut tasks, model, expectation, Effect::Reminds);
    }
    tasks
}

/// Adds an expectation to the question that it is about, if that is asked: the property in channels
/// that are the same.
fn expect(
    tasks: &mut [ChoreographyTask],
    model: &choreography::Model,
    expectation: &reading::Expectation,
    effect: Effect,
) -> bool {
    let Some(stated) = ChannelChoice::of_words(&expectation.variant) else { return false };
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

fn expected(expectation: &reading::Expectation, effect: Effect) -> Expectation {
    Expectation { verdict: expectation.verdict, effect }
}
