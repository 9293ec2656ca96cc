//! RSC executions with what they leave in the channels, as states of the channels' automata.

use std::marker::PhantomData;

use super::contents_part::ContentsPart;
use super::control_part::ControlPart;
use crate::rsc::{CommunicationStep, LaneId, RscSpace};
use kernel::base::{Control, Field, IndexVec, Layout, LayoutBuilder, Words};
use kernel::transition_system::{Automaton, Path, TransitionSystem};
use model::cfsm::{ChannelId, ChannelKind, MessageId, ParticipantId, StateId, Step, System};
use model::evidence::{Certificate, ContentsAutomaton, StateWriter};

/// The letters that each channel's automaton reads: the messages that somebody sends there. A bag is
/// never read: its contents are left alone.
#[derive(Clone, Debug)]
pub(super) struct Letters {
    /// For each channel, the messages in the order of their letters.
    pub(super) of_channel: IndexVec<ChannelId, Vec<MessageId>>,
    /// The channel and the letter of each lane on a FIFO channel.
    of_lane: IndexVec<LaneId, Option<(ChannelId, usize)>>,
}

impl Letters {
    /// Returns the letters of a system whose RSC executions have the lanes of `space`.
    pub(super) fn new(system: &System, space: &RscSpace) -> Self {
        let mut of_channel = IndexVec::filled(Vec::new(), system.channels().len());
        let lanes = space.moves().lanes().iter();
        let of_lane = lanes
            .map(|lane| {
                let letters: &mut Vec<MessageId> = &mut of_channel[lane.channel];
                (system.channels()[lane.channel].kind == ChannelKind::Fifo).then(|| {
                    letters.push(lane.message);
                    (lane.channel, letters.len() - 1)
                })
            })
            .collect();
        Self { of_channel, of_lane }
    }
}

/// The automaton whose accepted paths are the RSC executions that end in a bad configuration, or in
/// one from which internal steps lead there.
///
/// A state holds the control states, the blocked keys, and for each channel whose contents matter the
/// state of its automaton after the unmatched sends. States without hope are left out.
#[derive(Debug)]
pub(super) struct Runs<W> {
    space: RscSpace,
    layout: Layout,
    control: ControlPart,
    /// The initial states of each participant that have hope by themselves: of their combinations
    /// there may be too many to look at each.
    initial: IndexVec<ParticipantId, Vec<StateId>>,
    contents: Option<Contents>,
    words: PhantomData<fn() -> W>,
}

#[derive(Debug)]
struct Contents {
    part: ContentsPart,
    letters: Letters,
    /// The state of each channel's automaton; of one with a single state nothing need be kept.
    fields: IndexVec<ChannelId, Option<Field>>,
}

impl Contents {
    fn state(&self, state: &[u64], channel: ChannelId) -> usize {
        self.fields[channel].map_or(0, |field| field.index(state))
    }

    /// Returns the channels whose automata have a state to be kept.
    fn kept(&self) -> impl Iterator<Item = (ChannelId, Field)> {
        self.fields.enumerate().filter_map(|(channel, field)| Some((channel, (*field)?)))
    }

    /// Returns their automata.
    fn automata(&self) -> impl Iterator<Item = ContentsAutomaton> {
        self.kept().map(|(channel, _)| {
            let messages = self.letters.of_channel[channel].clone();
            let after = |state| {
                (0..messages.len()).map(|letter| self.part.after(channel, state, letter)).collect()
            };
            let next = (0..self.part.states(channel)).map(after).collect();
            ContentsAutomaton { channel, messages, next }
        })
    }

    /// Reads an unmatched send; tells whether there is hope left.
    fn read(&self, state: &mut [u64], lane: LaneId) -> bool {
        let Some((channel, letter)) = self.letters.of_lane[lane] else { return true };
        let Some(field) = self.fields[channel] else { return true };
        let before = field.index(state);
        let after = self.part.after(channel, before, letter);
        field.set(state, after as u64);
        after == before || self.part.is_hopeful(|channel| self.state(state, channel))
    }
}

impl<W: Words> Runs<W> {
    /// Returns the automaton for a system whose RSC executions are those of `space`, which has
    /// appended its fields to `layout`.
    pub(super) fn new(
        space: RscSpace,
        mut layout: LayoutBuilder,
        control: ControlPart,
        contents: Option<(ContentsPart, Letters)>,
    ) -> Self {
        let contents = contents.map(|(part, letters)| {
            let fields = letters
                .of_channel
                .ids()
                .map(|channel| match part.states(channel) {
                    1 => None,
                    states => Some(layout.field(states as u64)),
                })
                .collect();
            Contents { part, letters, fields }
        });
        let initial = control.hopeful_among(space.initial());
        Self { space, layout: layout.finish(), control, initial, contents, words: PhantomData }
    }

    /// Returns the number of words that a state takes.
    pub(super) fn state_words(&self) -> usize {
        self.layout.words()
    }

    /// Returns the same automaton with its states in words of another type.
    ///
    /// # Panics
    /// Later, if its states do not fit into `V`.
    pub(super) fn packed<V: Words>(self) -> Runs<V> {
        let Self { space, layout, control, initial, contents, .. } = self;
        Runs { space, layout, control, initial, contents, words: PhantomData }
    }

    /// Returns the certificate that consists of `states`, unless a limit comes first.
    pub(super) fn certificate(
        &self,
        system: &System,
        states: &[W],
        control: &Control,
    ) -> Option<Certificate> {
        let keys = self.space.moves().keys();
        let automata: Vec<(ChannelId, Field)> =
            self.contents.iter().flat_map(Contents::kept).collect();
        let texts = StateWriter::new(system, control).all(states, |writer, state| {
            let state = state.as_ref();
            writer.locals(self.space.controls(state));
            self.space.blocked_keys(state).for_each(|key| writer.key(keys[key], None));
            for (channel, field) in &automata {
                writer.contents(*channel, field.index(state));
            }
        })?;
        Some(Certificate {
            contents: self.contents.iter().flat_map(Contents::automata).collect(),
            ..Certificate::over_rsc_executions(texts)
        })
    }

    /// Returns the initial control states and the steps of the run that `path` stands for, internal
    /// steps at its end included.
    pub(super) fn spell_out(
        &self,
        system: &System,
        path: &Path<W, CommunicationStep>,
    ) -> (IndexVec<ParticipantId, StateId>, Vec<Step>) {
        let communications = path.steps.iter().map(|(communication, _)| *communication);
        spell_out(system, self.space.controls(path.initial.as_ref()), communications, &self.control)
    }
}

/// Returns the control states `initial` and the steps of the communications from there, with internal
/// steps before their actions, and at the end to where `control` asks for.
pub(super) fn spell_out(
    system: &System,
    initial: IndexVec<ParticipantId, StateId>,
    communications: impl Iterator<Item = CommunicationStep>,
    control: &ControlPart,
) -> (IndexVec<ParticipantId, StateId>, Vec<Step>) {
    let mut states = initial.clone();
    let mut steps = Vec::new();
    for communication in communications {
        RscSpace::spell_out(system, &mut states, communication, &mut steps);
    }
    let ends: Vec<(ParticipantId, StateId)> = control.resting_places(&states).collect();
    for (participant, target) in ends {
        RscSpace::spell_out_internal(system, &mut states, participant, target, &mut steps);
    }
    (initial, steps)
}

impl<W: Words> TransitionSystem for Runs<W> {
    type State = W;
    type Label = CommunicationStep;
    type Scratch = ();

    fn initial_states(&self) -> impl Iterator<Item = W> {
        let hope = self.contents.as_ref().is_none_or(|contents| contents.part.is_hopeful(|_| 0));
        let initial = hope.then(|| self.space.initial_states_among(self.layout, &self.initial));
        initial.into_iter().flatten()
    }

    fn successors(&self, state: &W, (): &mut (), emit: &mut impl FnMut(CommunicationStep, W)) {
        self.space.successors(state, &mut |communication, mut next: W| {
            let hope = match (&self.contents, communication.reception) {
                (Some(contents), None) => contents.read(next.as_mut(), communication.lane),
                _ => true,
            };
            if hope && self.control.is_hopeful(&self.space, next.as_ref()) {
                emit(communication, next);
            }
        });
    }

    fn heap_bytes(&self, state: &W) -> usize {
        state.heap_bytes()
    }
}

impl<W: Words> Automaton for Runs<W> {
    fn is_accepting(&self, state: &W) -> bool {
        let state = state.as_ref();
        self.control.matches(&self.space, state)
            && self.contents.as_ref().is_none_or(|contents| {
                contents.part.accepts(|channel| contents.state(state, channel))
            })
    }
}
