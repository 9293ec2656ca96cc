//! Steps in one line: `client!req server?req client->2`.

use std::collections::BTreeSet;

use strsim::osa_distance;

use kernel::base::Id as _;
use model::cfsm::{ChannelId, Direction, Label, MessageId, ParticipantId, StateId, System};
use model::evidence::{Request, ScriptMove};

/// Reason why a line is not a sequence of steps of a system.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Misspelt {
    /// A word is no step at all.
    #[error(
        "`{step}` is no step; a step is participant!message, participant?message, or \
         participant->state"
    )]
    NoStep {
        /// The word.
        step: String,
    },
    /// The system has no participant, message or state of that name.
    #[error("`{step}`: {missing} `{name}`{}", meant(nearest.as_deref()))]
    NoSuchName {
        /// The step.
        step: String,
        /// The statement that is completed by the name: `there is no participant`.
        missing: String,
        /// The name.
        name: String,
        /// The name of the system that is most similar to it.
        nearest: Option<String>,
    },
    /// The system has no such channel.
    #[error("`{step}`: there is no channel `{name}`; channels are numbered 0 to {last}")]
    NoSuchChannel {
        /// The step.
        step: String,
        /// The text that was given as a number.
        name: String,
        /// The number of the last channel.
        last: usize,
    },
    /// The channel is ambiguous.
    #[error("`{step}`: on which channel? write {}", alternatives.join(" or "))]
    WhichChannel {
        /// The step.
        step: String,
        /// The step with a channel, for each possible channel.
        alternatives: Vec<String>,
    },
}

fn meant(nearest: Option<&str>) -> String {
    nearest.map(|name| format!("; did you mean `{name}`?")).unwrap_or_default()
}

/// Returns the steps in `text`, which are separated by blanks or commas.
///
/// `participant!message` sends and `participant?message` receives; `participant:channel!message`
/// names the channel, which is required if the participant could mean several;
/// `participant!message->state` names the state that is reached, and `participant->state` alone is an
/// internal step.
///
/// # Errors
/// If a step is malformed, names an item that the system does not have, or is ambiguous, with the step.
pub fn read_requests(system: &System, text: &str) -> Result<Vec<Request>, Misspelt> {
    text.split(|c: char| c.is_whitespace() || c == ',')
        .filter(|step| !step.is_empty())
        .map(|step| read_request(system, step))
        .collect()
}

fn read_request(system: &System, step: &str) -> Result<Request, Misspelt> {
    let no_step = || Misspelt::NoStep { step: step.to_owned() };
    let (does, target) =
        step.split_once("->").map_or((step, None), |(does, target)| (does, Some(target)));
    let Some(place) = does.find(['!', '?']) else {
        let target = target.filter(|target| !target.is_empty()).ok_or_else(no_step)?;
        let participant = participant_named(system, step, does)?;
        let target = state_named(system, step, participant, target)?;
        return Ok(Request { participant, label: Label::Internal, target: Some(target) });
    };
    let (who, message) = (&does[..place], &does[place + 1..]);
    let direction =
        if does[place..].starts_with('!') { Direction::Send } else { Direction::Receive };
    let (name, channel) =
        who.split_once(':').map_or((who, None), |(name, channel)| (name, Some(channel)));
    if name.is_empty() || message.is_empty() {
        return Err(no_step());
    }
    let participant = participant_named(system, step, name)?;
    let messages = system.messages().enumerate().map(|(id, message)| (id, message.name.as_str()));
    let message = named(step, message, messages, "there is no message")?;
    let target = target.map(|name| state_named(system, step, participant, name)).transpose()?;
    let channel = match channel {
        Some(number) => channel_called(system, step, number)?,
        None => match likely_channels(system, participant, direction, message)[..] {
            [channel] => channel,
            ref several => {
                let rest = &step[name.len()..];
                let with = |channel: &ChannelId| {
                    format!("`{name}:{}{rest}`", system.channel_name(*channel))
                };
                let alternatives = several.iter().map(with).collect();
                return Err(Misspelt::WhichChannel { step: step.to_owned(), alternatives });
            }
        },
    };
    Ok(Request { participant, label: Label::Action(direction, channel, message), target })
}

/// Returns the item called `name`; without one the error says that it is `missing`.
fn named<'a, I: Copy>(
    step: &str,
    name: &str,
    all: impl Iterator<Item = (I, &'a str)>,
    missing: &str,
) -> Result<I, Misspelt> {
    let all: Vec<(I, &str)> = all.collect();
    if let Some(&(id, _)) = all.iter().find(|(_, other)| *other == name) {
        return Ok(id);
    }
    let nearest = all
        .into_iter()
        .map(|(_, other)| (osa_distance(name, other), other))
        .min()
        .filter(|&(distance, other)| distance <= (name.len() / 3).max(1) && distance < other.len())
        .map(|(_, other)| other.to_owned());
    let (step, missing) = (step.to_owned(), missing.to_owned());
    Err(Misspelt::NoSuchName { step, missing, name: name.to_owned(), nearest })
}

fn participant_named(system: &System, step: &str, name: &str) -> Result<ParticipantId, Misspelt> {
    let all = system.automata().enumerate().map(|(id, automaton)| (id, automaton.name()));
    named(step, name, all, "there is no participant").map_err(|error| match name {
        "" => Misspelt::NoStep { step: step.to_owned() },
        _ => error,
    })
}

fn state_named(
    system: &System,
    step: &str,
    participant: ParticipantId,
    name: &str,
) -> Result<StateId, Misspelt> {
    let automaton = &system.automata()[participant];
    let all = automaton.states().enumerate();
    named(step, name, all, &format!("`{}` has no state", automaton.name()))
}

fn channel_called(system: &System, step: &str, name: &str) -> Result<ChannelId, Misspelt> {
    let number = name.parse().ok().filter(|&index: &usize| index < system.channels().len());
    let found = system.channel_called(name).or_else(|| number.map(ChannelId::from_index));
    found.ok_or_else(|| Misspelt::NoSuchChannel {
        step: step.to_owned(),
        name: name.to_owned(),
        last: system.channels().len().saturating_sub(1),
    })
}

/// Returns the channels that a step without a channel may mean: those on which the participant has
/// the action, else those on which any participant exchanges the message, else all.
fn likely_channels(
    system: &System,
    participant: ParticipantId,
    direction: Direction,
    message: MessageId,
) -> Vec<ChannelId> {
    let exchanges: Vec<(ParticipantId, Direction, ChannelId)> = system
        .automata()
        .enumerate()
        .flat_map(|(id, automaton)| automaton.transitions().iter().map(move |one| (id, one.label)))
        .filter_map(|(id, label)| match label {
            Label::Action(does, channel, other) if other == message => Some((id, does, channel)),
            _ => None,
        })
        .collect();
    let own = exchanges.iter().filter(|&&(id, does, _)| (id, does) == (participant, direction));
    let mut channels: BTreeSet<ChannelId> = own.map(|&(.., channel)| channel).collect();
    if channels.is_empty() {
        channels = exchanges.iter().map(|&(.., channel)| channel).collect();
    }
    if channels.is_empty() {
        channels = system.channels().ids().collect();
    }
    channels.into_iter().collect()
}

/// Returns a move in the notation that [`read_requests`] reads: with the channel and the target state
/// only if they are needed.
///
/// # Complexity
/// Linear in the number of transitions of the system.
pub fn step_text(system: &System, one: ScriptMove) -> String {
    let automaton = &system.automata()[one.participant];
    let taken = one.transition.map(|transition| &automaton.transitions()[transition]);
    let target = taken.map(|taken| &automaton.states()[taken.target]);
    let Label::Action(direction, channel, message) = one.label else {
        return format!("{}->{}", automaton.name(), target.unwrap_or("?"));
    };
    let place = match likely_channels(system, one.participant, direction, message)[..] {
        [only] if only == channel => String::new(),
        _ => format!(":{}", system.channel_name(channel)),
    };
    let sign = direction.sign();
    let is_ambiguous = taken.is_some_and(|taken| {
        automaton.outgoing(taken.source).iter().any(|&other| {
            let other = &automaton.transitions()[other];
            other.label == taken.label && other.target != taken.target
        })
    });
    let target = target.filter(|_| is_ambiguous).map(|state| format!("->{state}"));
    let message = &system.messages()[message].name;
    format!("{}{place}{sign}{message}{}", automaton.name(), target.unwrap_or_default())
}
