//! Projections of an interaction to the automata of its lifelines, and to a choreography.

use rustc_hash::FxHashMap;

use super::addressed::{Address, Addressed, Origins, PassingStyle, Unprojectable};
use super::local_views::LocalView;
use super::{
    Expression, ExpressionId, Interaction, Operator, Refusal, Repetition, Synthesis, Synthesised,
    synthesise,
};
use crate::cfsm::{
    self, Channel, ChannelId, ChannelKind, Label, MessageSort, System, SystemBuilder,
};
use crate::choreography::{Architecture, DescribedEdge, DescribedInteraction, Description, EdgeId};
use crate::trace::{Action, LetterId, LifelineId, Signature, SignatureMessageId};
use kernel::automata::{FiniteAutomaton, FiniteStateId, SymbolId};
use kernel::base::{Control, Id as _, IndexVec};

/// Why there is no projection.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ProjectionRefusal {
    /// Communicating automata cannot express a part.
    #[error(transparent)]
    Part(#[from] Unprojectable),
    /// The interaction has no automaton.
    #[error(transparent)]
    Synthesis(#[from] Refusal),
    /// The interaction has no letters.
    #[error("nothing ever happens, so there is no lifeline")]
    Nothing,
    /// No message goes from one lifeline to another: there is no channel.
    #[error("no message goes from one lifeline to another, so there is no channel")]
    NoMessage,
}

impl Interaction {
    /// Returns the communicating automata of the lifelines that have actions, over the channels of an
    /// architecture.
    ///
    /// The automaton of a lifeline is the minimal deterministic one of the projections of words on it. Its states in
    /// which a projected word ends are final. A message to several receivers is sent to one after the other, in the
    /// order in which they are named. An action with the environment is an internal step. The system may have
    /// executions that the interaction does not: every lifeline follows only its own projection.
    ///
    /// # Errors
    /// If a passing is synchronous or from a lifeline to itself, an action that operands do at once has
    /// messages with different senders or receivers, no message goes from one lifeline to another, or the words on a
    /// lifeline have no automaton: loops P have none, and where letters of a lifeline may be in any order or operands
    /// do letters at once, the whole interaction needs one.
    ///
    /// # Complexity
    /// That of the automaton of each lifeline, or of the whole interaction, and of making it deterministic.
    pub fn system(
        &self,
        name: &str,
        architecture: Architecture,
        kind: ChannelKind,
        control: &Control,
    ) -> Result<System, ProjectionRefusal> {
        let (addresses, locals) = self.locals(PassingStyle::Asynchronous, control)?;
        let mut builder = SystemBuilder::new(name);
        if locals.iter().all(|local| local.automaton.transition_count() == 0) {
            return Err(ProjectionRefusal::Nothing);
        }
        let mut messages: FxHashMap<SignatureMessageId, cfsm::MessageId> = FxHashMap::default();
        let mut channels: FxHashMap<String, ChannelId> = FxHashMap::default();
        let route = |&address: &Address| {
            let channel = architecture.channel(&self.signature, address)?;
            let name = &self.signature.messages()[address.message];
            let message = messages
                .entry(address.message)
                .or_insert_with(|| builder.message(name.as_str(), MessageSort::Int));
            let channel = channels.entry(channel).or_insert_with_key(|name| {
                builder.named_channel(name.as_str(), Channel { kind, lossy: false })
            });
            Some((*channel, *message))
        };
        // The channel and the message of each message between lifelines.
        let routes: IndexVec<SignatureMessageId, Option<(ChannelId, cfsm::MessageId)>> =
            addresses.iter().map(route).collect();
        if channels.is_empty() {
            return Err(ProjectionRefusal::NoMessage);
        }
        for (lifeline, local) in locals.enumerate() {
            if local.automaton.transition_count() > 0 {
                local.build(&self.signature.lifelines()[lifeline], &routes, &mut builder);
            }
        }
        Ok(builder.finish())
    }

    /// Returns the automata of the lifelines as [`Interaction::system`] does, as a system with the participants, messages
    /// and channels of `like`, which has all of them.
    ///
    /// # Errors
    /// Those of [`Interaction::system`].
    ///
    /// # Panics
    /// If a participant of `like` is no lifeline.
    ///
    /// # Complexity
    /// That of [`Interaction::system`].
    pub fn system_like(
        &self,
        like: &System,
        architecture: Architecture,
        control: &Control,
    ) -> Result<System, ProjectionRefusal> {
        let (addresses, locals) = self.locals(PassingStyle::Separate, control)?;
        let mut builder = SystemBuilder::new(like.name());
        for message in like.messages() {
            builder.message(message.name.as_str(), message.sort);
        }
        let channels = like.channels().enumerate().map(|(id, channel)| {
            let name = like.channel_name(id).into_owned();
            (name.clone(), builder.named_channel(name, *channel))
        });
        let channels: FxHashMap<String, ChannelId> = channels.collect();
        let messages = like.messages().enumerate();
        let messages: FxHashMap<&str, cfsm::MessageId> =
            messages.map(|(id, message)| (message.name.as_str(), id)).collect();
        let route = |&address: &Address| {
            let channel = architecture.channel(&self.signature, address)?;
            let name = self.signature.messages()[address.message].as_str();
            Some((*channels.get(&channel)?, *messages.get(name)?))
        };
        let routes = addresses.iter().map(route).collect();
        for automaton in like.automata() {
            let lifeline = self.signature.lifeline(automaton.name());
            let local = &locals[lifeline.expect("a participant is a lifeline")];
            local.build(automaton.name(), &routes, &mut builder);
        }
        Ok(builder.finish())
    }

    /// Returns the automata of the lifelines, and what their messages mean.
    ///
    /// In coregions a strict sequence of others may order what a lifeline does. It counts as a weak one, unless there is no
    /// automaton then.
    fn locals(
        &self,
        style: PassingStyle,
        control: &Control,
    ) -> Result<(Addresses, IndexVec<LifelineId, LocalAutomaton>), ProjectionRefusal> {
        let of = |whole: &Self| {
            let addressed = Addressed::new(whole, style, Origins::Merged)?;
            let locals = addressed.interaction.local_automata(control)?;
            Ok((addressed.addresses, locals))
        };
        let ordered = self.has_coregion().then(|| of(&self.ordered_by_lifelines()));
        match ordered {
            None
            | Some(Err(ProjectionRefusal::Synthesis(
                Refusal::Unbounded(..) | Refusal::TooMany(_),
            ))) => of(self),
            Some(found) => found,
        }
    }

    /// Returns for each lifeline the minimal deterministic automaton of the projections of words on it.
    ///
    /// The words on a lifeline are those of the interaction without all others, unless letters of several lifelines
    /// are in any order on one of them, or operands do letters at once: what the others do may order them then.
    fn local_automata(
        &self,
        control: &Control,
    ) -> Result<IndexVec<LifelineId, LocalAutomaton>, Refusal> {
        let is_local = !self.parts.iter().any(|part| {
            matches!(part, Expression::Compound(Operator::Coreg(_) | Operator::Sync(_), _))
        });
        let lifelines = || self.signature.lifelines().ids();
        if !is_local {
            let made = synthesise(self, &Synthesis::default(), control)?;
            return lifelines()
                .map(|lifeline| LocalAutomaton::of(&made, lifeline, control))
                .collect();
        }
        let local = |view: LocalView| {
            let made = synthesise(&view.interaction, &Synthesis::default(), control);
            let made = made.map_err(|refusal| match refusal {
                Refusal::Unbounded(part, kind) => Refusal::Unbounded(view.parts[part], kind),
                other => other,
            })?;
            LocalAutomaton::of(&made, LifelineId::from_index(0), control)
        };
        self.local_views().into_iter().map(local).collect()
    }

    /// Returns the choreography automaton of an interaction of message passings: its words are those of the
    /// interaction in which each message is received as soon as it is sent, as in choreographies, up to the order of
    /// messages without a common lifeline. Such messages stand in the order of the text, since the meaning of a
    /// choreography does not depend on it. Internal steps are left out, and so are messages that nobody receives, which
    /// are internal steps of their senders: a branch in which nothing else happens is still one that may be chosen.
    ///
    /// A message to several receivers becomes one for each, in the order in which they are named. Accepting
    /// states are final.
    ///
    /// # Errors
    /// If there is a message from the environment, a synchronous passing with several receivers, a message
    /// of a lifeline to itself, or synchronisation; or if there is no automaton.
    ///
    /// # Complexity
    /// That of the automaton.
    pub fn choreography(
        &self,
        name: &str,
        control: &Control,
    ) -> Result<Description, ProjectionRefusal> {
        Ok(self.described(name, Origins::Merged, control)?.0)
    }

    /// Returns the choreography automaton as [`Interaction::choreography`] does, with the part that each transition is
    /// of. Messages of different parts have transitions of their own, even if they have the same name and ends.
    ///
    /// # Errors
    /// Those of [`Interaction::choreography`].
    ///
    /// # Complexity
    /// That of the automaton.
    pub fn choreography_with_origins(
        &self,
        name: &str,
        control: &Control,
    ) -> Result<(Description, IndexVec<EdgeId, ExpressionId>), ProjectionRefusal> {
        self.described(name, Origins::Distinct, control)
    }

    /// Returns the first part that a choreography cannot say; `None` if there is none.
    ///
    /// # Complexity
    /// Linear in the parts.
    pub fn no_choreography(&self) -> Option<Unprojectable> {
        Addressed::new(&self.in_sequence(), PassingStyle::Atomic, Origins::Merged).err()
    }

    fn described(
        &self,
        name: &str,
        origins: Origins,
        control: &Control,
    ) -> Result<(Description, IndexVec<EdgeId, ExpressionId>), ProjectionRefusal> {
        let addressed = Addressed::new(&self.in_sequence(), PassingStyle::Atomic, origins)?;
        let made = synthesise(&addressed.interaction, &Synthesis::default(), control)?;
        let letters = made.letters();
        let automaton = &made.automaton;
        let participants = self.signature.lifelines().iter().cloned().collect();
        let messages = self.signature.messages().iter().cloned().collect();
        let address = |symbol: SymbolId| {
            let action = letters.letter(LetterId::from_index(symbol.index())).actions()[0];
            addressed.addresses[action.message]
        };
        let edge = |(from, symbol, to): (_, SymbolId, _)| {
            let address = address(symbol);
            let end = |end: Option<LifelineId>| {
                let end = end.expect("passings between lifelines only");
                cfsm::ParticipantId::from_index(end.index())
            };
            DescribedEdge {
                source: state_of(from),
                exchange: Some(DescribedInteraction {
                    sender: end(address.from),
                    receiver: end(address.to),
                    message: cfsm::MessageId::from_index(address.message.index()),
                    channel: None,
                }),
                target: state_of(to),
            }
        };
        let accepting = automaton.states().filter(|&state| automaton.is_accepting(state));
        let parts = automaton.edges().filter_map(|(_, symbol, _)| address(symbol).part).collect();
        let description = Description {
            name: name.to_owned(),
            participants,
            messages,
            buffers: IndexVec::new(),
            architecture: Architecture::Free,
            kind: ChannelKind::Fifo,
            states: automaton.states().map(|state| state.index().to_string()).collect(),
            initial: automaton.initial().first().copied().map(state_of),
            edges: automaton.edges().map(edge).collect(),
            finals: accepting.map(state_of).collect(),
        };
        Ok((description, parts))
    }
}

impl Interaction {
    /// Returns the interaction without internal steps and messages that nobody receives, in which one operand of a
    /// sequence, or one round of a loop, is over before the next begins. Parts keep their ids.
    fn in_sequence(&self) -> Self {
        let mut interaction = self.without_internal_steps();
        for id in interaction.parts.ids() {
            match &mut interaction.parts[id] {
                Expression::Passing(passing) if passing.is_unreceived() => {
                    interaction.parts[id] = Expression::Empty;
                }
                Expression::Compound(operator @ Operator::Seq, _) => *operator = Operator::Strict,
                Expression::Loop(kind @ (Repetition::Weak | Repetition::Head), _) => {
                    *kind = Repetition::Strict;
                }
                _ => {}
            }
        }
        interaction
    }
}

/// The meaning of each message.
type Addresses = IndexVec<SignatureMessageId, Address>;

/// The automaton of one lifeline, and the action of each of its symbols.
struct LocalAutomaton {
    automaton: FiniteAutomaton,
    actions: Vec<Action>,
}

impl LocalAutomaton {
    /// Returns the minimal deterministic automaton of the projections on a lifeline of the words of an automaton.
    fn of(made: &Synthesised, lifeline: LifelineId, control: &Control) -> Result<Self, Refusal> {
        let actions: Vec<Action> =
            made.letters().all().iter().map(|letter| letter.actions()[0]).collect();
        let automaton = made
            .automaton
            .projection(|symbol| actions[symbol.index()].lifeline == lifeline, control)
            .and_then(|local| local.determinised_within(control))
            .and_then(|(local, _)| local.minimised_within(control))
            .map_err(Refusal::Limit)?;
        Ok(Self { automaton, actions })
    }

    /// Adds the automaton of a participant with this name; messages are on these channels, or with the environment.
    fn build(
        &self,
        name: &str,
        routes: &IndexVec<SignatureMessageId, Option<(ChannelId, cfsm::MessageId)>>,
        builder: &mut SystemBuilder,
    ) {
        let participant = builder.participant(name);
        let states = self.automaton.states();
        let states: Vec<_> =
            states.map(|state| builder.state(participant, state.index().to_string())).collect();
        for &state in self.automaton.initial() {
            builder.initial(participant, states[state.index()]);
        }
        for state in self.automaton.states() {
            let goes_on = !self.automaton.transitions(state).is_empty();
            if self.automaton.is_accepting(state) && goes_on {
                builder.final_state(participant, states[state.index()]);
            }
        }
        for (from, symbol, to) in self.automaton.edges() {
            let action = self.actions[symbol.index()];
            let label = routes[action.message].map_or(Label::Internal, |(channel, message)| {
                Label::Action(action.direction, channel, message)
            });
            builder.transition(participant, states[from.index()], label, states[to.index()]);
        }
    }
}

fn state_of(state: FiniteStateId) -> cfsm::StateId {
    cfsm::StateId::from_index(state.index())
}

impl Architecture {
    /// Returns the name of the channel of a message between lifelines; `None` if it has an end in the
    /// environment.
    pub(super) fn channel(self, signature: &Signature, address: Address) -> Option<String> {
        let name = |lifeline: LifelineId| &signature.lifelines()[lifeline];
        let (from, to) = (name(address.from?), name(address.to?));
        Some(match self {
            Self::PeerToPeer | Self::Free => format!("{from}>{to}"),
            Self::Mailbox => format!("@{to}"),
            Self::OneBuffer => "@".to_owned(),
        })
    }
}
