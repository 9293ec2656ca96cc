//! Runs, replayed step by step with unbounded channels.

use std::collections::VecDeque;

use super::evidence::{Document, Held, Step, required};
use super::system::{Act, Place, System, number};
use super::{Outcome, reject};

/// An action of a run: its step, from 0, and its communication, from 0 in the order of sends.
#[derive(Clone, Copy, Debug)]
pub(super) struct Action {
    pub(super) step: usize,
    pub(super) participant: usize,
    pub(super) place: Place,
    pub(super) is_send: bool,
    pub(super) communication: usize,
}

/// A run that can be executed: its actions without internal steps, and where it leads.
#[derive(Debug)]
pub(super) struct Run {
    pub(super) actions: Vec<Action>,
    /// The number of steps, with the internal ones.
    pub(super) steps: usize,
    pub(super) communications: usize,
    pub(super) control: Vec<usize>,
    pub(super) contents: Vec<Vec<usize>>,
}

/// Finds the message of a channel that a piece of evidence names.
pub(super) fn place(system: &System, held: &Held) -> Outcome<Place> {
    match system.message(&held.message) {
        Some(message) if held.channel < system.bags.len() => {
            Ok(Place { channel: held.channel, message })
        }
        Some(_) => reject(format!("the model has no channel {}", held.channel)),
        None => reject(format!("the model has no message {}", held.message)),
    }
}

/// Replays the run of a witness.
pub(super) fn replay(document: &Document<'_>, system: &System) -> Outcome<Run> {
    let mut run = Run {
        actions: Vec::new(),
        steps: 0,
        communications: 0,
        control: initial(document, system)?,
        contents: Vec::new(),
    };
    let mut channels = vec![VecDeque::new(); system.bags.len()];
    let steps = required(document.steps.as_ref(), "steps")?;
    run.steps = steps.len();
    for (i, step) in steps.iter().enumerate() {
        advance(&mut run, &mut channels, system, step, i)
            .or_else(|why| reject(format!("step {}: {why}", i + 1)))?;
    }
    let messages =
        |channel: VecDeque<(usize, usize)>| channel.into_iter().map(|held| held.0).collect();
    run.contents = channels.into_iter().map(messages).collect();
    Ok(run)
}

fn initial(document: &Document<'_>, system: &System) -> Outcome<Vec<usize>> {
    let states = required(document.initial.as_ref(), "initial")?;
    if let Some(name) = states.keys().find(|name| system.participant(name).is_none()) {
        return reject(format!("`initial`: the model has no participant {name}"));
    }
    let mut control = Vec::new();
    for (p, participant) in system.participants.iter().enumerate() {
        let Some(text) = states.get(&participant.name) else {
            return reject(format!("`initial` has no state of {}", participant.name));
        };
        match system.local(p, text) {
            Some(local) if participant.initial.contains(&local) => control.push(local),
            _ => return reject(format!("{text} is no initial state of {}", participant.name)),
        }
    }
    Ok(control)
}

fn advance(
    run: &mut Run,
    channels: &mut [VecDeque<(usize, usize)>],
    system: &System,
    step: &Step,
    number_of_step: usize,
) -> Result<(), String> {
    let name = &step.participant;
    let p =
        system.participant(name).ok_or_else(|| format!("the model has no participant {name}"))?;
    let named =
        |held: &Held| place(system, held).map_err(|_| "the model has no such message or channel");
    let action = match (step.channel, &step.message) {
        (Some(channel), Some(message)) => Some(named(&Held { channel, message: message.clone() })?),
        (None, None) => None,
        _ => return Err("`channel` and `message` go together".to_owned()),
    };
    let act = match (step.action.as_str(), action) {
        ("send", Some(place)) => Act::Send(place),
        ("receive", Some(place)) => Act::Receive(place),
        ("internal", None) => Act::Internal,
        (other, _) => return Err(format!("an action {other:?} of this form does not exist")),
    };
    let lost = step.lost.as_ref().map(named).transpose()?;
    let from = run.control[p];
    let here = system.state(p, from);
    if number(&step.from) != Some(here.number) {
        return Err(format!("{name} is in state {}, not in {}", here.number, step.from));
    }
    let to = system.local(p, &step.to).ok_or_else(|| format!("{name} has no state {}", step.to))?;
    let exists = |t: &&super::system::Transition| t.act == act && t.to == to && t.lost == lost;
    if here.transitions.iter().find(exists).is_none() {
        let what = match act {
            Act::Send(place) => format!("send {} to channel {}", system.name(place), place.channel),
            Act::Receive(place) => {
                format!("receive {} from channel {}", system.name(place), place.channel)
            }
            Act::Internal => "make such an internal step".to_owned(),
        };
        return Err(format!("{name} cannot {what} in state {} and go to {}", here.number, step.to));
    }
    run.control[p] = to;
    let (place, is_send, communication) = match act {
        Act::Internal => return Ok(()),
        Act::Send(place) => {
            channels[place.channel].push_back((place.message, run.communications));
            run.communications += 1;
            (place, true, run.communications - 1)
        }
        Act::Receive(place) => {
            let channel = &mut channels[place.channel];
            let at = channel.iter().position(|held| held.0 == place.message);
            let at = at.filter(|at| *at == 0 || system.bags[place.channel]);
            let held = at.and_then(|at| channel.remove(at));
            let (_, communication) = held.ok_or_else(|| {
                let (message, channel) = (system.name(place), place.channel);
                format!("{name} cannot receive {message} from channel {channel}: it is not there to receive")
            })?;
            (place, false, communication)
        }
    };
    run.actions.push(Action {
        step: number_of_step,
        participant: p,
        place,
        is_send,
        communication,
    });
    Ok(())
}
