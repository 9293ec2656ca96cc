//! RSC executions, with the contents that they leave in the channels as states of the channels' automata.

use super::contents_part::ContentsPart;
use super::control_part::ControlPart;
use crate::rsc::{ChannelLetterId, CommunicationStep, RscProduct, RscSpace, RunBuilder};
use kernel::base::{Field, IndexVec, LayoutBuilder, RecordLayout, Words};
use model::cfsm::{ChannelId, ChannelKind, MessageId, ParticipantId, StateId, System};
use model::evidence::{ContentsAutomaton, ExplicitCertificate, StateTexts, StateWriter};

/// The letters that each channel's automaton reads: the messages that some participant sends there. A bag is
/// never read: its contents are unconstrained.
#[derive(Clone, Debug)]
pub(super) struct ChannelAlphabets {
    /// For each channel, the messages in the order of their letters.
    pub(super) of_channel: IndexVec<ChannelId, Vec<MessageId>>,
    /// The channel and the letter of each channel letter on a FIFO channel.
    of_letter: IndexVec<ChannelLetterId, Option<(ChannelId, usize)>>,
}

impl ChannelAlphabets {
    /// Returns the letters of a system whose RSC executions have the channel letters of `space`.
    pub(super) fn new(system: &System, space: &RscSpace) -> Self {
        let mut of_channel = IndexVec::filled(Vec::new(), system.channels().len());
        let channel_letters = space.moves().channel_letters().iter();
        let of_letter = channel_letters
            .map(|channel_letter| {
                let letters: &mut Vec<MessageId> = &mut of_channel[channel_letter.channel];
                (system.channels()[channel_letter.channel].kind == ChannelKind::Fifo).then(|| {
                    letters.push(channel_letter.message);
                    (channel_letter.channel, letters.len() - 1)
                })
            })
            .collect();
        Self { of_channel, of_letter }
    }
}

/// The automaton whose accepted paths are the RSC executions that end in a bad configuration, or in
/// one from which internal steps lead there.
///
/// A state holds the control states, the blocked keys, and for each channel whose contents matter the state
/// of its automaton after the unmatched sends. States that are not co-reachable are left out.
#[derive(Debug)]
pub(super) struct Runs {
    space: RscSpace,
    layout: RecordLayout,
    control: ControlPart,
    /// The initial states of each participant that are co-reachable by themselves: there may be too many of
    /// their combinations to examine each.
    initial: IndexVec<ParticipantId, Vec<StateId>>,
    contents: Option<ContentsFields>,
}

#[derive(Debug)]
struct ContentsFields {
    part: ContentsPart,
    letters: ChannelAlphabets,
    /// The state of each channel's automaton; `None` for one with a single state.
    fields: IndexVec<ChannelId, Option<Field>>,
}

impl ContentsFields {
    fn state(&self, state: &[u64], channel: ChannelId) -> usize {
        self.fields[channel].map_or(0, |field| field.index(state))
    }

    /// Returns the channels whose automata have a state that is stored.
    fn kept(&self) -> impl Iterator<Item = (ChannelId, Field)> {
        self.fields.enumerate().filter_map(|(channel, field)| Some((channel, (*field)?)))
    }

    /// Returns the automata of the channels.
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

    /// Reads an unmatched send; returns `true` if the state is still co-reachable.
    fn read(&self, state: &mut [u64], channel_letter: ChannelLetterId) -> bool {
        let Some((channel, letter)) = self.letters.of_letter[channel_letter] else { return true };
        let Some(field) = self.fields[channel] else { return true };
        let before = field.index(state);
        let after = self.part.after(channel, before, letter);
        field.set(state, after as u64);
        after == before || self.part.is_co_reachable(|channel| self.state(state, channel))
    }
}

impl Runs {
    /// Returns the automaton for a system whose RSC executions are those of `space`, which has
    /// appended its fields to `layout`.
    pub(super) fn new(
        space: RscSpace,
        mut layout: LayoutBuilder,
        control: ControlPart,
        contents: Option<(ContentsPart, ChannelAlphabets)>,
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
            ContentsFields { part, letters, fields }
        });
        let initial = control.co_reachable_among(space.initial());
        Self { space, layout: layout.finish(), control, initial, contents }
    }
}

impl RscProduct for Runs {
    fn fields(&self) -> (&RscSpace, RecordLayout) {
        (&self.space, self.layout)
    }

    fn initial_states<W: Words>(&self) -> impl Iterator<Item = W> {
        let may_accept =
            self.contents.as_ref().is_none_or(|contents| contents.part.is_co_reachable(|_| 0));
        let initial =
            may_accept.then(|| self.space.initial_states_among(self.layout, &self.initial));
        initial.into_iter().flatten()
    }

    fn successors<W: Words>(&self, state: &W, emit: &mut impl FnMut(CommunicationStep, W)) {
        self.space.successors(state, &mut |communication, mut next: W| {
            let may_accept = match (&self.contents, communication.reception) {
                (Some(contents), None) => {
                    contents.read(next.as_mut(), communication.channel_letter)
                }
                _ => true,
            };
            if may_accept && self.control.is_co_reachable(&self.space, next.as_ref()) {
                emit(communication, next);
            }
        });
    }

    fn is_accepting(&self, state: &[u64]) -> bool {
        self.control.matches(&self.space, state)
            && self.contents.as_ref().is_none_or(|contents| {
                contents.part.accepts(|channel| contents.state(state, channel))
            })
    }

    fn end_run(&self, _: &[u64], run: &mut RunBuilder<'_>) {
        self.control.end_run(run);
    }

    fn write(&self, state: &[u64], writer: &mut StateWriter<'_>) {
        let keys = self.space.moves().keys();
        self.space.blocked_keys(state).for_each(|key| writer.key(keys[key], None));
        for (channel, field) in self.contents.iter().flat_map(ContentsFields::kept) {
            writer.contents(channel, field.index(state));
        }
    }

    fn certificate(&self, states: StateTexts) -> ExplicitCertificate {
        ExplicitCertificate {
            contents: self.contents.iter().flat_map(ContentsFields::automata).collect(),
            ..ExplicitCertificate::over_rsc_executions(states)
        }
    }
}
