//! What is asked of a model, and what it should answer.

use std::borrow::Cow;

use super::args::ChannelArguments;
use super::output::Failure;
use crate::kernel::report::{Effect, Expectation, Role};
use crate::language::scm;
use crate::model::cfsm::{ChannelKind, System};

/// How the channels of a model are read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Reading {
    /// As the model says.
    AsWritten,
    /// All of one kind.
    All(ChannelKind),
}

impl Reading {
    /// Returns what the options say.
    ///
    /// # Errors
    /// If they ask for an architecture, which SCM leaves nothing open for.
    pub(crate) fn new(arguments: &ChannelArguments) -> Result<Self, Failure> {
        if arguments.arch.is_some() {
            let why = "`--arch` is for formats that leave channels open; an SCM model names its \
                       channels (`--fifo` and `--bag` change their kind)";
            return Err(Failure::Usage(why.to_owned()));
        }
        Ok(match (arguments.fifo, arguments.bag) {
            (true, _) => Self::All(ChannelKind::Fifo),
            (false, true) => Self::All(ChannelKind::Bag),
            (false, false) => Self::AsWritten,
        })
    }

    /// Returns the word that stands for this reading in reports.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::AsWritten => "as written",
            Self::All(ChannelKind::Fifo) => "fifo",
            Self::All(ChannelKind::Bag) => "bag",
        }
    }

    /// Returns the system that `system` is in this reading.
    pub(crate) fn of(self, system: &System) -> Cow<'_, System> {
        match self {
            Self::AsWritten => Cow::Borrowed(system),
            Self::All(kind) => Cow::Owned(system.with_channels(kind)),
        }
    }
}

/// A question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Question {
    /// Is the system RSC?
    Rsc,
    /// Is a configuration of the bad specification at this index reachable?
    Reach(usize),
    /// Is one reachable, where the model states none?
    NoBadStates,
    /// Is one reachable of a specification that the model does not have?
    NoSuchSpec,
    /// One that nothing here answers.
    Unsupported,
}

/// A question about a model in one reading, with the answer that the model expects, if it counts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Task {
    /// The question.
    pub(crate) question: Question,
    /// The name of what is asked.
    pub(crate) property: String,
    /// How the channels are read.
    pub(crate) reading: Reading,
    /// The answer that it should have.
    pub(crate) expected: Option<Expectation>,
    /// What the answer is to the report.
    pub(crate) role: Role,
}

impl Task {
    /// Asks a question, whatever the model expects.
    fn new(question: Question, property: impl Into<String>, reading: Reading) -> Self {
        let property = property.into();
        Self { question, property, reading, expected: None, role: Role::Answer }
    }

    /// Asks whether the system is RSC, whatever the model expects.
    pub(crate) fn rsc(reading: Reading) -> Self {
        Self::new(Question::Rsc, "rsc", reading)
    }

    /// Asks whether the system is RSC, since other answers rest on it.
    pub(crate) fn premise(reading: Reading) -> Self {
        Self { role: Role::Premise, ..Self::rsc(reading) }
    }
}

/// Asks whether the bad configurations of a model can be reached, one question for each
/// specification, or for the one with the number `only`.
pub(crate) fn bad_states(model: &scm::Model, reading: Reading, only: Option<usize>) -> Vec<Task> {
    let count = model.bad.len();
    let numbered = |question, number| Task::new(question, format!("bad_states/{number}"), reading);
    match only {
        Some(number) if (1..=count).contains(&number) => {
            vec![numbered(Question::Reach(number - 1), number)]
        }
        Some(number) => vec![numbered(Question::NoSuchSpec, number)],
        None if count == 0 => vec![Task::new(Question::NoBadStates, "bad_states", reading)],
        None => (0..count).map(|index| numbered(Question::Reach(index), index + 1)).collect(),
    }
}

/// Asks whether the model is RSC, and everything that it states, to be compared.
///
/// With all channels read as one kind only what is stated for that kind counts, and what is stated
/// without a kind where the model's channels are all of it.
pub(crate) fn stated(model: &scm::Model, reading: Reading) -> Vec<Task> {
    let mut tasks = vec![Task::rsc(reading)];
    for expectation in &model.expectations {
        let expected =
            Some(Expectation { verdict: expectation.verdict.word(), effect: Effect::Excuses });
        let stated = match (expectation.property.as_str(), expectation.variant.as_slice()) {
            ("rsc", []) => Some(Reading::AsWritten),
            ("rsc", [kind]) if kind == "fifo" => Some(Reading::All(ChannelKind::Fifo)),
            ("rsc", [kind]) if kind == "bag" => Some(Reading::All(ChannelKind::Bag)),
            _ => None,
        };
        let same = |a: Reading, b: Reading| a == b || a.of(&model.system) == b.of(&model.system);
        match stated {
            Some(stated) if stated == reading => tasks[0].expected = expected,
            Some(stated) if reading == Reading::AsWritten => {
                tasks.push(Task { expected, ..Task::rsc(stated) });
            }
            Some(stated) => {
                if tasks[0].expected.is_none() && same(stated, reading) {
                    tasks[0].expected = expected;
                }
            }
            None => {
                let name = name(expectation);
                let unsupported = Task::new(Question::Unsupported, name, reading);
                tasks.push(Task { expected, ..unsupported });
            }
        }
    }
    tasks
}

/// Asks whether the model is RSC, with a reminder of what it states.
pub(crate) fn rsc_with_reminder(model: &scm::Model, reading: Reading) -> Vec<Task> {
    let mut tasks = stated(model, reading);
    tasks.truncate(1);
    for expected in tasks.iter_mut().filter_map(|task| task.expected.as_mut()) {
        expected.effect = Effect::Reminds;
    }
    tasks
}

fn name(expectation: &scm::Expectation) -> String {
    match expectation.variant.as_slice() {
        [] => expectation.property.clone(),
        variant => format!("{}[{}]", expectation.property, variant.join(",")),
    }
}

/// Returns what is said of the kinds of a system's channels: `fifo`, `bag` or `fifo and bag`.
pub(crate) fn kinds(system: &System) -> &'static str {
    let is = |kind| system.channels().iter().any(|channel| channel.kind == kind);
    match (is(ChannelKind::Fifo), is(ChannelKind::Bag)) {
        (true, true) => "fifo and bag",
        (false, true) => "bag",
        (_, false) => "fifo",
    }
}
