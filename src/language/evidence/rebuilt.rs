//! Reconstruction of a system from a witness alone.

use rustc_hash::{FxHashMap, FxHashSet};
use serde_json::Value;

use super::{Unreadable, WitnessAction, WitnessChannel, WitnessDocument, WitnessMessage};
use kernel::base::Id as _;
use model::cfsm::{
    Channel, ChannelId, ChannelKind, Direction, Label, MessageId, MessageSort, ParticipantId,
    StateId, System, SystemBuilder,
};

/// Maximum number of channels. Channels are numbered consecutively from 0; those of a file with a larger number would
/// take too much memory.
const CHANNELS: u32 = 1 << 19;

/// Returns the system of just the transitions that `document` takes, with all channels of kind
/// `kind`.
///
/// Its runs are runs of any model that the document belongs to, if the channels are of that kind
/// there. Other transitions of the model are missing, so absence of behaviour cannot be concluded from the result.
///
/// # Complexity
/// Linear in the document and in the highest number of a channel, on average.
///
/// # Errors
/// If the document lacks the initial state of a participant, or a step is malformed.
pub fn rebuilt(document: &WitnessDocument, kind: ChannelKind) -> Result<System, Unreadable> {
    let mut partial = PartialSystem::new(document, kind)?;
    for (participant, state) in &document.initial {
        let Value::String(state) = state else {
            return Err(Unreadable::NoInitialState { participant: participant.clone() });
        };
        let id = partial.builder.participant(participant);
        partial.participants.insert(participant.clone(), id);
        let state = partial.state(id, state);
        partial.builder.initial(id, state);
    }
    for (index, step) in document.steps.iter().enumerate() {
        let participant = partial.participants.get(&step.participant).copied();
        let participant = participant.ok_or_else(|| Unreadable::NoSuchParticipant {
            participant: step.participant.clone(),
        })?;
        let label = match (step.action, &step.message, &step.lost) {
            (WitnessAction::Send, Some(sent), None) => partial.label(Direction::Send, sent),
            (WitnessAction::Receive, Some(received), None) => {
                partial.label(Direction::Receive, received)
            }
            (WitnessAction::Internal, None, None) => Label::Internal,
            // This step is the twin of the send `lost`; the channel was declared lossy.
            (WitnessAction::Internal, None, Some(lost)) => partial.label(Direction::Send, lost),
            _ => return Err(Unreadable::MalformedStep { step: index + 1 }),
        };
        let source = partial.state(participant, &step.from);
        let target = partial.state(participant, &step.to);
        if partial.transitions.insert((participant, source, label, target)) {
            partial.builder.transition(participant, source, label, target);
        }
    }
    Ok(partial.builder.finish())
}

/// A system under construction, with the names that have occurred so far.
struct PartialSystem {
    builder: SystemBuilder,
    participants: FxHashMap<String, ParticipantId>,
    states: FxHashMap<(ParticipantId, String), StateId>,
    transitions: FxHashSet<(ParticipantId, StateId, Label, StateId)>,
    messages: FxHashMap<String, MessageId>,
    /// The names of the named channels; they are numbered after the channels without a name.
    named: Vec<String>,
    /// Number of channels without a name.
    numbered: u32,
}

impl PartialSystem {
    /// Creates a system with just the channels of a document.
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
        if let Some(channel) = last.filter(|&channel| channel >= CHANNELS) {
            return Err(Unreadable::FarChannel { channel });
        }
        let numbered = last.map_or(0, |last| last + 1);
        let lossy: FxHashSet<&WitnessChannel> = lost().map(|lost| &lost.channel).collect();
        let is_lossy = |channel: &WitnessChannel| lossy.contains(channel);
        let mut builder = SystemBuilder::new("witness");
        for number in 0..numbered {
            let lossy = is_lossy(&WitnessChannel::Number(number));
            builder.channel(Channel { kind, lossy });
        }
        for name in &named {
            let lossy = is_lossy(&WitnessChannel::Name(name.clone()));
            builder.named_channel(name, Channel { kind, lossy });
        }
        Ok(Self {
            builder,
            participants: FxHashMap::default(),
            states: FxHashMap::default(),
            transitions: FxHashSet::default(),
            messages: FxHashMap::default(),
            named,
            numbered,
        })
    }

    fn channel(&self, channel: &WitnessChannel) -> ChannelId {
        ChannelId::from_index(match channel {
            WitnessChannel::Number(number) => *number as usize,
            WitnessChannel::Name(name) => {
                let place = self.named.binary_search(name);
                self.numbered as usize + place.expect("the names of all channels were collected")
            }
        })
    }

    fn state(&mut self, participant: ParticipantId, name: &str) -> StateId {
        let add = || self.builder.state(participant, name);
        *self.states.entry((participant, name.to_owned())).or_insert_with(add)
    }

    fn label(&mut self, direction: Direction, named: &WitnessMessage) -> Label {
        let add = || self.builder.message(&named.message, MessageSort::Int);
        let message = *self.messages.entry(named.message.clone()).or_insert_with(add);
        Label::Action(direction, self.channel(&named.channel), message)
    }
}
