//! Borderline violations by the RSC automaton with the consequences of one chosen send.
//!
//! A violation is an RSC execution and a last reception that completes one of its unmatched sends,
//! the *chosen* one, such that a chain of conflicts leads from the chosen send through later
//! communications back to the receiver (section 4.1 of [RSC](crate#bibliography)). What a chain can
//! reach is determined by the execution: every later communication that shares a participant, or a
//! channel key it sends to, with what was reached before, extends it. So instead of the last link
//! of one chain, a state here keeps all participants and keys that some chain has reached, as bits:
//! fewer states, and deterministic once the send is chosen.

use std::collections::{BTreeMap, BTreeSet};

use crate::rsc::{
    ChannelLetterId, CommunicationStep, KeyId, Matching, RscProduct, RscSpace, RunBuilder,
};
use kernel::base::{Field, Id as _, IndexVec, LayoutBuilder, RecordLayout, Words, typed_id};
use model::cfsm::{ChannelId, Direction, Key, MessageId, ParticipantId, System, TransitionId};
use model::evidence::StateWriter;

typed_id! {
    /// A possible chosen send: participant and channel letter.
    struct ChoiceId;
}

/// The automaton whose accepted paths are the borderline violations of a system without their
/// last reception.
///
/// A state holds the control states, the blocked keys, the chosen send if there is one yet, and
/// the participants and keys that depend on it.
#[derive(Debug)]
pub(super) struct Violations {
    space: RscSpace,
    layout: RecordLayout,
    /// The sends that some participant could complete: sender and channel letter.
    choices: IndexVec<ChoiceId, (ParticipantId, ChannelLetterId)>,
    /// The choices for each channel letter, in the order of their senders.
    choices_of: IndexVec<ChannelLetterId, Vec<ChoiceId>>,
    /// Zero while no send is chosen, else one more than the choice.
    chosen: Field,
    /// The participants of communications that depend on the chosen send.
    reached: IndexVec<ParticipantId, Field>,
    /// The keys that dependent communications send to, where a key has several senders. With one
    /// sender the key says no more than that this sender was reached.
    reached_keys: IndexVec<KeyId, Option<Field>>,
    /// The component of each participant, if participants of one component only are to move.
    components: Option<Components>,
}

/// The connected components of the topology, by number.
#[derive(Debug)]
struct Components {
    of_participant: IndexVec<ParticipantId, usize>,
    of_key: IndexVec<KeyId, usize>,
}

impl Violations {
    /// Returns the automaton for `system` in which only participants of one connected component of the topology move in a
    /// run. Its shortest violations are those of [`Violations::new`]: the cycle of conflicts that a violation closes is
    /// within a component, and without the steps of others it is a violation, too.
    pub(super) fn by_component(
        system: &System,
        is_live: impl Fn(ChannelId, MessageId) -> bool,
    ) -> Self {
        let violations = Self::new(system, is_live);
        let mut of_participant = IndexVec::filled(0, system.automata().len());
        for (number, participants) in system.connected_components().iter().enumerate() {
            for &participant in participants {
                of_participant[participant] = number;
            }
        }
        let mut of_key = IndexVec::filled(0, violations.space.moves().keys().len());
        for (participant, automaton) in system.automata().enumerate() {
            for state in automaton.states().ids() {
                for send in violations.space.moves().sends(participant, state) {
                    let key = violations.space.moves().channel_letters()[send.channel_letter].key;
                    of_key[key] = of_participant[participant];
                }
            }
        }
        Self { components: Some(Components { of_participant, of_key }), ..violations }
    }

    /// Returns the automaton for `system`, whose chosen sends are those of messages on channels that are live.
    pub(super) fn new(system: &System, is_live: impl Fn(ChannelId, MessageId) -> bool) -> Self {
        Self::matching(system, Matching::First, is_live)
    }

    /// Returns the automaton for `system` in which receptions from bags match sends so.
    pub(super) fn matching(
        system: &System,
        matching: Matching,
        is_live: impl Fn(ChannelId, MessageId) -> bool,
    ) -> Self {
        let mut layout = LayoutBuilder::new();
        let space = RscSpace::matching(system, matching, &mut layout);
        let moves = space.moves();
        let mut choices: IndexVec<ChoiceId, (ParticipantId, ChannelLetterId)> = IndexVec::new();
        let mut choices_of: IndexVec<ChannelLetterId, Vec<ChoiceId>> =
            IndexVec::filled(Vec::new(), moves.channel_letters().len());
        for (participant, automaton) in system.automata().enumerate() {
            for state in automaton.states().ids() {
                for send in moves.sends(participant, state) {
                    let channel_letter = &moves.channel_letters()[send.channel_letter];
                    let latest =
                        choices_of[send.channel_letter].last().map(|&choice| choices[choice].0);
                    if !channel_letter.receivers.is_empty()
                        && latest != Some(participant)
                        && is_live(channel_letter.channel, channel_letter.message)
                    {
                        choices_of[send.channel_letter]
                            .push(choices.push((participant, send.channel_letter)));
                    }
                }
            }
        }
        let chosen = layout.field(choices.len() as u64 + 1);
        let reached = system.automata().iter().map(|_| layout.field(2)).collect();
        let senders = senders(system);
        let several = |key: &Key| senders.get(key).is_some_and(|senders| senders.len() > 1);
        let is_kept = |(id, key): (KeyId, &Key)| several(key) && space.orders(id);
        let keys = moves.keys().enumerate();
        let reached_keys = keys.map(|one| is_kept(one).then(|| layout.field(2))).collect();
        let layout = layout.finish();
        Self { space, layout, choices, choices_of, chosen, reached, reached_keys, components: None }
    }

    fn choice(&self, state: &[u64]) -> Option<ChoiceId> {
        self.chosen.index(state).checked_sub(1).map(ChoiceId::from_index)
    }

    /// Returns the choice of a send of `channel_letter` by `sender`, if some participant could complete it.
    fn choice_by(
        &self,
        sender: ParticipantId,
        channel_letter: ChannelLetterId,
    ) -> Option<ChoiceId> {
        let choices = &self.choices_of[channel_letter];
        let place = choices.binary_search_by_key(&sender, |&choice| self.choices[choice].0);
        place.ok().map(|place| choices[place])
    }

    /// Returns `true` if `communication` conflicts with the chosen send or with something that
    /// depends on it.
    ///
    /// The chosen send's own participant and key count as reached from the start; they are not
    /// stored as such, since its sender may be the last receiver only after a later communication.
    fn depends(&self, state: &[u64], choice: ChoiceId, communication: &CommunicationStep) -> bool {
        let (chooser, chosen_letter) = self.choices[choice];
        let channel_letters = self.space.moves().channel_letters();
        let key = channel_letters[communication.channel_letter].key;
        let reached =
            |participant| participant == chooser || self.reached[participant].get(state) != 0;
        reached(communication.sender)
            || communication.reception.is_some_and(|(receiver, _)| reached(receiver))
            || (key == channel_letters[chosen_letter].key && self.space.orders(key))
            || self.reached_keys[key].is_some_and(|field| field.get(state) != 0)
    }

    fn reach(&self, state: &mut [u64], communication: &CommunicationStep) {
        self.reached[communication.sender].set(state, 1);
        if let Some((receiver, _)) = communication.reception {
            self.reached[receiver].set(state, 1);
        }
        if let Some(field) = self.reached_keys
            [self.space.moves().channel_letters()[communication.channel_letter].key]
        {
            field.set(state, 1);
        }
    }

    /// Returns the component that has moved; `None` if all participants and channels are as initially.
    fn moving(&self, state: &[u64]) -> Option<usize> {
        let Components { of_participant, of_key } = self.components.as_ref()?;
        let is_initial = |&(participant, _): &(ParticipantId, &usize)| {
            let local = self.space.control(state, participant);
            self.space.initial()[participant].contains(&local)
        };
        let moved = of_participant.enumerate().find(|one| !is_initial(one));
        let moved = moved.map(|(_, &component)| component);
        moved.or_else(|| self.space.blocked_keys(state).next().map(|key| of_key[key]))
    }

    /// Returns `true` if a participant may move after the component that has moved.
    fn may_move(&self, moving: Option<usize>, participant: ParticipantId) -> bool {
        let component = self.components.as_ref().map(|all| all.of_participant[participant]);
        moving.is_none() || component == moving
    }

    /// Returns the least last reception that makes `state` a violation.
    fn last_reception(&self, state: &[u64]) -> Option<(ParticipantId, TransitionId)> {
        let (_, channel_letter) = self.choices[self.choice(state)?];
        let moves = self.space.moves();
        moves.channel_letters()[channel_letter].receivers.iter().find_map(|&receiver| {
            if self.reached[receiver].get(state) == 0 {
                return None;
            }
            let local = self.space.control(state, receiver);
            let reception = moves.receptions(receiver, local, channel_letter).first()?;
            Some((receiver, reception.transition))
        })
    }
}

/// Returns the participants that have a send to each key anywhere in their automata, reachable or not:
/// readers of certificates do not compute reachability.
fn senders(system: &System) -> BTreeMap<Key, BTreeSet<ParticipantId>> {
    let mut senders: BTreeMap<Key, BTreeSet<ParticipantId>> = BTreeMap::new();
    for action in system.actions().filter(|action| action.direction == Direction::Send) {
        let key = system.key(action.channel, action.message);
        senders.entry(key).or_default().insert(action.participant);
    }
    senders
}

impl RscProduct for Violations {
    fn fields(&self) -> (&RscSpace, RecordLayout) {
        (&self.space, self.layout)
    }

    fn successors<W: Words>(&self, state: &W, emit: &mut impl FnMut(CommunicationStep, W)) {
        let choice = self.choice(state.as_ref());
        let moving = self.moving(state.as_ref());
        self.space.successors(state, &mut |communication, mut next: W| {
            if !self.may_move(moving, communication.sender) {
                return;
            }
            if let Some(choice) = choice {
                if self.depends(state.as_ref(), choice, &communication) {
                    self.reach(next.as_mut(), &communication);
                }
                emit(communication, next);
                return;
            }
            emit(communication, next.clone());
            // The chosen send is the head of its key: what is received next from there.
            let key = self.space.moves().channel_letters()[communication.channel_letter].key;
            if communication.reception.is_none()
                && !self.space.is_blocked(state.as_ref(), key)
                && let Some(choice) =
                    self.choice_by(communication.sender, communication.channel_letter)
            {
                self.chosen.set(next.as_mut(), choice.index() as u64 + 1);
                emit(communication, next);
            }
        });
    }

    fn is_accepting(&self, state: &[u64]) -> bool {
        self.last_reception(state).is_some()
    }

    fn end_run(&self, end: &[u64], run: &mut RunBuilder<'_>) {
        let (receiver, reception) =
            self.last_reception(end).expect("an accepting state has a last reception");
        run.act(receiver, reception);
    }

    fn write(&self, state: &[u64], writer: &mut StateWriter<'_>) {
        let moves = self.space.moves();
        self.space.blocked_keys(state).for_each(|key| writer.key(moves.keys()[key], None));
        let Some(choice) = self.choice(state) else { return };
        let (chooser, channel_letter) = self.choices[choice];
        let channel_letter = &moves.channel_letters()[channel_letter];
        writer.send(chooser, channel_letter.channel, channel_letter.message);
        let reached = self.reached.enumerate().filter(|(_, field)| field.get(state) != 0);
        reached.for_each(|(participant, _)| writer.dependent(participant));
        let is_reached = |field: &Option<Field>| field.is_some_and(|field| field.get(state) != 0);
        let reached_keys = self.reached_keys.enumerate().filter(|(_, field)| is_reached(field));
        reached_keys.for_each(|(key, _)| writer.dependent_key(moves.keys()[key]));
    }
}
