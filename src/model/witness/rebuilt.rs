//! A system that is known from a witness alone.

use serde_json::Value;

use super::{Unreadable, WitnessAction, WitnessChannel, WitnessDocument, WitnessMessage};
use crate::cfsm::{
    Channel, ChannelId, ChannelKind, Direction, Label, MessageId, MessageSort, ParticipantId,
    StateId, System, SystemBuilder,
};
use kernel::base::{Id as _, IndexVec};

/// A replay keeps the contents of all channels for each step; it would take too much memory if there
/// were more of them together.
const CONTENTS: usize = 1 << 22;

/// Returns the system of just the transitions that `document` takes, with all channels of kind
/// `kind`.
///
/// Its runs are runs of any model that the document belongs to, if the channels are of that kind
/// there. What else the model could do is not known, so this says nothing of what cannot happen.
///
/// # Complexity
/// Quadratic in the number of different states and transitions of one participant, and linear in
/// the highest number of a channel.
///
/// # Errors
/// If the document does not say who starts where, or a step is malformed.
pub fn rebuilt(document: &WitnessDocument, kind: ChannelKind) -> Result<System, Unreadable> {
    let mut draft = Draft::new(document, kind)?;
    for (participant, state) in &document.initial {
        let Value::String(state) = state else {
            return Err(Unreadable::NoInitialState { participant: participant.clone() });
        };
        let id = draft.builder.participant(participant);
        draft.participants.push((participant.clone(), Vec::new(), Vec::new()));
        let state = draft.state(id, state);
        draft.builder.initial(id, state);
    }
    for (index, step) in document.steps.iter().enumerate() {
        let place = draft.participants.iter().position(|(name, ..)| *name == step.participant);
        let place = place.ok_or_else(|| Unreadable::NoSuchParticipant {
            participant: step.participant.clone(),
        })?;
        let participant = ParticipantId::from_index(place);
        let label = match (step.action, &step.message, &step.lost) {
            (WitnessAction::Send, Some(sent), None) => draft.label(Direction::Send, sent),
            (WitnessAction::Receive, Some(received), None) => {
                draft.label(Direction::Receive, received)
            }
            (WitnessAction::Internal, None, None) => Label::Internal,
            // The send whose twin this step is; the channel was declared lossy.
            (WitnessAction::Internal, None, Some(lost)) => draft.label(Direction::Send, lost),
            _ => return Err(Unreadable::MalformedStep { step: index + 1 }),
        };
        let source = draft.state(participant, &step.from);
        let target = draft.state(participant, &step.to);
        draft.transition(participant, source, label, target);
    }
    Ok(draft.builder.finish())
}

/// A system in the making, with the names that it has by now.
struct Draft {
    builder: SystemBuilder,
    /// Each participant's name, states and transitions.
    participants: Vec<(String, Vec<String>, Vec<(StateId, Label, StateId)>)>,
    messages: IndexVec<MessageId, String>,
    /// The names of the channels that have one; they come behind those that have a number only.
    named: Vec<String>,
    /// How many channels have a number only.
    numbered: usize,
}

impl Draft {
    /// Starts with the channels.
    fn new(document: &WitnessDocument, kind: ChannelKind) -> Result<Self, Unreadable> {
        let lost = || document.steps.iter().filter_map(|step| step.lost.as_ref());
        let exchanged = document.steps.iter().filter_map(|step| step.message.as_ref());
        let (mut named, mut last) = (Vec::new(), None);
        for one in exchanged.chain(lost()).chain(&document.messages) {
            match &one.channel {
                WitnessChannel::Number(number) => last = last.max(Some(*number)),
                WitnessChannel::Name(name) => named.push(name.clone()),
            }
        }
        named.sort_unstable();
        named.dedup();
        let most = CONTENTS / (document.steps.len() + 1);
        if let Some(channel) = last.filter(|&channel| channel as usize >= most) {
            return Err(Unreadable::FarChannel { channel });
        }
        let numbered = last.map_or(0, |last| last as usize + 1);
        let is_lossy = |channel: &WitnessChannel| lost().any(|lost| lost.channel == *channel);
        let mut builder = SystemBuilder::new("witness");
        let mut number = 0;
        while (number as usize) < numbered {
            let lossy = is_lossy(&WitnessChannel::Number(number));
            builder.channel(Channel { kind, lossy });
            number += 1;
        }
        for name in &named {
            let lossy = is_lossy(&WitnessChannel::Name(name.clone()));
            builder.named_channel(name, Channel { kind, lossy });
        }
        let (participants, messages) = (Vec::new(), IndexVec::new());
        Ok(Self { builder, participants, messages, named, numbered })
    }

    fn channel(&self, channel: &WitnessChannel) -> ChannelId {
        ChannelId::from_index(match channel {
            WitnessChannel::Number(number) => *number as usize,
            WitnessChannel::Name(name) => {
                let place = self.named.binary_search(name);
                self.numbered + place.expect("the names of all channels were collected")
            }
        })
    }

    fn state(&mut self, participant: ParticipantId, name: &str) -> StateId {
        let states = &mut self.participants[participant.index()].1;
        match states.iter().position(|known| known == name) {
            Some(place) => StateId::from_index(place),
            None => {
                states.push(name.to_owned());
                self.builder.state(participant, name)
            }
        }
    }

    fn label(&mut self, direction: Direction, named: &WitnessMessage) -> Label {
        let known = self.messages.enumerate().find(|(_, name)| **name == named.message);
        let message = match known {
            Some((id, _)) => id,
            None => {
                self.messages.push(named.message.clone());
                self.builder.message(&named.message, MessageSort::Int)
            }
        };
        Label::Action(direction, self.channel(&named.channel), message)
    }

    fn transition(
        &mut self,
        participant: ParticipantId,
        source: StateId,
        label: Label,
        target: StateId,
    ) {
        let transitions = &mut self.participants[participant.index()].2;
        if !transitions.contains(&(source, label, target)) {
            transitions.push((source, label, target));
            self.builder.transition(participant, source, label, target);
        }
    }
}
