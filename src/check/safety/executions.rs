//! The linear properties on RSC executions.
//!
//! Whether a configuration violates one of them depends on the control states, on which channels
//! are empty, and on which message is the oldest of a FIFO channel. States of the RSC automaton have the
//! first two. The oldest message is the first unmatched one, and is stored only for those channels whose
//! oldest message a property depends on.
//!
//! The states of the RSC automaton are those in which participants rest between two moves. Internal
//! steps may follow, and where they lead each participant is independent of the others: so the
//! states that could be at fault are listed for each resting state of each participant beforehand,
//! and their combinations are never enumerated.

use crate::rsc::{
    ChannelLetterId, CommunicationStep, KeyId, LocalMoves, OldestMessages, RscProduct, RscSpace,
    RunBuilder, internal_closure, resting_states,
};
use kernel::base::{IndexVec, LayoutBuilder, RecordLayout, Words};
use model::cfsm::{
    ChannelId, ChannelKind, Key, LinearProperty, MessageId, ParticipantId, StateId, System,
};
use model::evidence::{ExplicitCertificate, StateTexts, StateWriter};

/// The automaton whose accepted paths lead to violations of a linear property, but for the internal
/// steps at the end.
#[derive(Debug)]
pub(super) struct Faults {
    property: LinearProperty,
    space: RscSpace,
    layout: RecordLayout,
    /// The oldest message of each key that a test depends on.
    oldest: OldestMessages,
    candidates: IndexVec<ParticipantId, IndexVec<StateId, Vec<FaultCandidate>>>,
}

/// A local state that a participant may go to by internal steps and in which it may violate the property.
#[derive(Clone, Debug)]
struct FaultCandidate {
    state: StateId,
    /// Whether the participant is at fault there; otherwise it only has no step.
    is_at_fault: bool,
    /// Conditions that must all hold.
    tests: Vec<ChannelTest>,
}

/// A condition on the channel of a key.
#[derive(Clone, Debug)]
struct ChannelTest {
    key: KeyId,
    /// Whether the channel may be empty.
    when_empty: bool,
    /// For each channel letter of the key whether its message may be the oldest.
    when_oldest: Vec<bool>,
}

impl Faults {
    /// Returns the automaton for `system` and a linear property.
    pub(super) fn new(system: &System, property: LinearProperty) -> Self {
        let mut layout = LayoutBuilder::new();
        let space = RscSpace::new(system, &mut layout);
        let moves = space.moves();
        let channel_letters = OldestMessages::channel_letters(&space);
        let tests = ChannelTests { system, moves, channel_letters: &channel_letters, property };
        let candidates: IndexVec<_, _> =
            system.automata().ids().map(|participant| tests.candidates(participant)).collect();
        let mut asked: IndexVec<KeyId, bool> = IndexVec::filled(false, channel_letters.len());
        for candidate in candidates.iter().flatten().flatten() {
            for test in &candidate.tests {
                asked[test.key] |= test.when_oldest.windows(2).any(|pair| pair[0] != pair[1]);
            }
        }
        let oldest = OldestMessages::new(channel_letters, |key| asked[key], &mut layout);
        let layout = layout.finish();
        Self { property, space, layout, oldest, candidates }
    }

    fn passes(&self, state: &[u64], test: &ChannelTest) -> bool {
        if !self.space.is_blocked(state, test.key) {
            return test.when_empty;
        }
        // All messages are equivalent if the oldest is not stored.
        test.when_oldest[self.oldest.index(state, test.key).unwrap_or(0)]
    }

    /// Returns the candidates of `participant` that pass in `state`, nearest first.
    fn passing(
        &self,
        state: &[u64],
        participant: ParticipantId,
    ) -> impl Iterator<Item = &FaultCandidate> {
        self.candidates[participant][self.space.control(state, participant)]
            .iter()
            .filter(move |candidate| candidate.tests.iter().all(|test| self.passes(state, test)))
    }

    /// Returns the participants and the states that they go to at the end to violate the property, if `state`
    /// accepts.
    fn fault(&self, state: &[u64]) -> Option<Vec<(ParticipantId, StateId)>> {
        let participants = || self.candidates.ids();
        let first = |participant| {
            let candidate = self.passing(state, participant).next()?;
            Some((participant, candidate.state))
        };
        let at_fault = |participant| {
            let candidate = self.passing(state, participant).find(|one| one.is_at_fault)?;
            Some((participant, candidate.state))
        };
        match self.property {
            LinearProperty::UnspecifiedReception => Some(vec![participants().find_map(at_fault)?]),
            LinearProperty::Progress | LinearProperty::ReceptionDeadlock => {
                let mut all: Vec<(ParticipantId, StateId)> = Vec::new();
                for participant in participants() {
                    all.push(first(participant)?);
                }
                // Some participant must be at fault: one that is in any case, else one that could be.
                let is_at_fault = |&(participant, end): &(ParticipantId, StateId)| {
                    self.passing(state, participant)
                        .any(|candidate| candidate.state == end && candidate.is_at_fault)
                };
                if !all.iter().any(is_at_fault) {
                    let one = participants().find_map(at_fault)?;
                    for place in all.iter_mut().filter(|place| place.0 == one.0) {
                        *place = one;
                    }
                }
                Some(all)
            }
            LinearProperty::OrphanMessage => {
                self.space.blocked_keys(state).next()?;
                participants().map(first).collect()
            }
        }
    }
}

impl RscProduct for Faults {
    fn fields(&self) -> (&RscSpace, RecordLayout) {
        (&self.space, self.layout)
    }

    fn successors<W: Words>(&self, state: &W, emit: &mut impl FnMut(CommunicationStep, W)) {
        self.oldest.successors(&self.space, state, emit);
    }

    fn is_accepting(&self, state: &[u64]) -> bool {
        self.fault(state).is_some()
    }

    fn end_run(&self, end: &[u64], run: &mut RunBuilder<'_>) {
        for (participant, end) in self.fault(end).expect("the last state accepts") {
            run.move_internally(participant, end);
        }
    }

    fn write(&self, state: &[u64], writer: &mut StateWriter<'_>) {
        let moves = self.space.moves();
        for key in self.space.blocked_keys(state) {
            let letter = self.oldest.letter(state, key);
            writer.key(
                moves.keys()[key],
                letter.map(|letter| moves.channel_letters()[letter].message),
            );
        }
    }

    fn certificate(&self, states: StateTexts) -> ExplicitCertificate {
        let keys = self.space.moves().keys();
        ExplicitCertificate {
            oldest: self.oldest.keys().map(|key| keys[key].channel()).collect(),
            ..ExplicitCertificate::over_rsc_executions(states)
        }
    }
}

/// Collects the conditions of a property on the channels.
struct ChannelTests<'a> {
    system: &'a System,
    moves: &'a LocalMoves,
    channel_letters: &'a IndexVec<KeyId, Vec<ChannelLetterId>>,
    property: LinearProperty,
}

impl ChannelTests<'_> {
    /// Returns the candidates for each state of `participant`, nearest first; none for a state in
    /// which it never rests.
    fn candidates(&self, participant: ParticipantId) -> IndexVec<StateId, Vec<FaultCandidate>> {
        let automaton = &self.system.automata()[participant];
        resting_states(automaton)
            .enumerate()
            .map(|(state, &rests)| {
                let closure = if rests { internal_closure(automaton, state) } else { Vec::new() };
                let candidates = closure.into_iter();
                candidates.filter_map(|state| self.candidate(participant, state)).collect()
            })
            .collect()
    }

    fn candidate(&self, participant: ParticipantId, state: StateId) -> Option<FaultCandidate> {
        let automaton = &self.system.automata()[participant];
        let is_such = match self.property {
            LinearProperty::Progress => automaton.is_resting(state),
            LinearProperty::OrphanMessage => {
                automaton.is_resting(state) && automaton.is_final(state)
            }
            LinearProperty::UnspecifiedReception | LinearProperty::ReceptionDeadlock => {
                automaton.is_receiving(state)
            }
        };
        if !is_such {
            return None;
        }
        let is_at_fault = match self.property {
            LinearProperty::UnspecifiedReception => true,
            LinearProperty::Progress
            | LinearProperty::OrphanMessage
            | LinearProperty::ReceptionDeadlock => !automaton.is_final(state),
        };
        let mut wanted: Vec<(ChannelId, MessageId)> = automaton.receptions(state).collect();
        wanted.sort_unstable();
        let mut tests = Vec::new();
        for wanted in wanted.chunk_by(|(one, _), (other, _)| one == other) {
            let messages: Vec<MessageId> = wanted.iter().map(|&(_, message)| message).collect();
            self.test(participant, wanted[0].0, &messages, &mut tests)?;
        }
        Some(FaultCandidate { state, is_at_fault, tests })
    }

    /// Appends the condition on a channel from which `participant` can receive `wanted`, in order, in a state; returns
    /// `None` if it can never hold.
    fn test(
        &self,
        participant: ParticipantId,
        channel: ChannelId,
        wanted: &[MessageId],
        tests: &mut Vec<ChannelTest>,
    ) -> Option<()> {
        // No participant sends to a channel without keys: it is always empty.
        let keys = || {
            let keys = self.moves.keys().enumerate();
            keys.filter(|(_, key)| key.channel() == channel)
        };
        let is_fifo = self.system.channels()[channel].kind == ChannelKind::Fifo;
        let by_message = |key: KeyId, when_empty, holds: &dyn Fn(ChannelLetterId) -> bool| {
            let when_oldest = self.channel_letters[key]
                .iter()
                .map(|&channel_letter| holds(channel_letter))
                .collect();
            ChannelTest { key, when_empty, when_oldest }
        };
        let must_be_empty = |(key, _)| by_message(key, true, &|_| false);
        let wants = |channel_letter: ChannelLetterId| {
            wanted.binary_search(&self.moves.channel_letters()[channel_letter].message).is_ok()
        };
        match self.property {
            LinearProperty::ReceptionDeadlock => {
                tests.extend(keys().map(must_be_empty));
            }
            LinearProperty::Progress | LinearProperty::OrphanMessage if is_fifo => {
                tests.extend(keys().map(|(key, _)| {
                    by_message(key, true, &|channel_letter| !wants(channel_letter))
                }));
            }
            LinearProperty::Progress | LinearProperty::OrphanMessage => {
                let wanted = keys().filter(
                    |(_, key)| matches!(key, Key::Message(_, one) if wanted.binary_search(one).is_ok()),
                );
                tests.extend(wanted.map(must_be_empty));
            }
            LinearProperty::UnspecifiedReception => {
                let (key, _) = keys().next().filter(|_| is_fifo)?;
                let nobody_else = |channel_letter: ChannelLetterId| {
                    let receivers = &self.moves.channel_letters()[channel_letter].receivers;
                    receivers.iter().all(|&receiver| receiver == participant)
                };
                let test = by_message(key, false, &|channel_letter| {
                    !wants(channel_letter) && nobody_else(channel_letter)
                });
                if !test.when_oldest.contains(&true) {
                    return None;
                }
                tests.push(test);
            }
        }
        Some(())
    }
}
