//! The properties that evidence is about, when a configuration violates them, and who is at fault then.
//!
//! There is one definition for three uses. A witness ends in a single configuration; a certificate lists states, each
//! of which stands for all combinations of internal steps; and a certificate without states is about everything that
//! the participants can do by themselves. So a property is evaluated for the states in which each participant *may* be,
//! and for a [`View`] of what each channel *may* contain; for a single configuration both are exact.
//!
//! The branching properties deadlock, stuck and unreceived are also about continuations: here is only what the
//! configuration itself must satisfy, and the [`Goal`] that must be out of reach.

use std::collections::BTreeSet;

use super::{ChannelMessage, Outcome, State, System, found, unsupported};

/// A property: of systems as a whole, of a specification of bad states, or a safety property of every system.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Property {
    Rsc,
    /// Of choreographies: every execution of the implementation can be completed to a word.
    Realisable,
    /// Of choreographies: every execution of the implementation is a partial execution of a word.
    WellFormed,
    /// Of systems: they are in a class.
    Class(Class),
    /// The bad states of the specification with an index.
    BadStates(usize),
    UnspecifiedReception,
    Progress,
    OrphanMessage,
    ReceptionDeadlock,
    Deadlock,
    /// A participant, in a state that is not final, that can receive no more and cannot come to a final state.
    Stuck(usize),
    /// A message that nobody can receive any more.
    Unreceived(usize),
}

/// A class of systems that a run can refute.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Class {
    /// Two participants never have messages on their way in both directions.
    Binary,
    /// No two channels hold messages.
    Restricted,
    /// No two participants have messages on their way in both directions.
    Natural,
    /// In some order of the actions of each execution nobody sends while a message waits for it.
    Multiparty,
    /// No channel holds more messages than a bound; without one, than some bound.
    Bounded(Option<usize>),
    /// Every execution is equivalent to a synchronous one, whatever receptions from bags match.
    FullyBag,
    /// The sends of each run are those of a synchronous one.
    Synchronisable,
    /// One message more than a bound in each channel allows no other sends.
    Stable(usize),
}

impl Class {
    /// Reads the name of a class.
    fn named(name: &str) -> Option<Self> {
        Some(match name {
            "half-duplex[binary]" => Self::Binary,
            "half-duplex[restricted]" => Self::Restricted,
            "half-duplex[natural]" => Self::Natural,
            "half-duplex[multiparty]" => Self::Multiparty,
            "universally-bounded" | "existentially-bounded" => Self::Bounded(None),
            "rsc[fully-bag]" => Self::FullyBag,
            "synchronisable" => Self::Synchronisable,
            _ => {
                let (family, bound) = name.strip_suffix(']')?.split_once('[')?;
                let bound = bound.parse().ok().filter(|&bound| bound > 0)?;
                match family {
                    "universally-bounded" => Self::Bounded(Some(bound)),
                    "stable" => Self::Stable(bound),
                    _ => return None,
                }
            }
        })
    }
}

/// Possible contents of a channel.
#[derive(Clone, Debug, Default)]
pub(crate) struct View {
    /// Whether the channel certainly has a message.
    pub(crate) is_occupied: bool,
    /// The messages that may be received next: in a FIFO channel one of them is the first; a bag contains all of them
    /// if it is occupied.
    pub(crate) heads: Vec<ChannelMessage>,
}

/// What a branching property requires of the continuations of a configuration.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Goal {
    /// All channels become empty.
    AllEmpty,
    /// A participant receives a message or comes to a final state.
    MayWait(usize),
    /// A message is received from a channel.
    IsReceived(ChannelMessage),
}

/// The participants and messages at fault, unless a goal can still be reached.
#[derive(Default)]
pub(crate) struct Blame {
    pub(crate) participants: Vec<usize>,
    pub(crate) messages: BTreeSet<ChannelMessage>,
    pub(crate) unless: Option<Goal>,
}

impl Property {
    /// Reads the name of a property in the form of witnesses and certificates, such as `rsc`, `bad_states/1` or
    /// `stuck(p)`.
    pub(crate) fn named(name: &str, system: &System) -> Outcome<Self> {
        let (kind, argument) = name.split_once(['(', '/']).unwrap_or((name, ""));
        let inner = argument.strip_suffix(')');
        let property = match (kind, argument) {
            ("rsc", "") => Some(Self::Rsc),
            ("realisable", "") if system.is_projected() => Some(Self::Realisable),
            ("well-formed", "") if system.is_projected() => Some(Self::WellFormed),
            ("unspecified-reception", "") => Some(Self::UnspecifiedReception),
            ("progress", "") => Some(Self::Progress),
            ("orphan-message", "") => Some(Self::OrphanMessage),
            ("reception-deadlock", "") => Some(Self::ReceptionDeadlock),
            ("deadlock", "") => Some(Self::Deadlock),
            (_, "") => match Class::named(name) {
                None => return unsupported(format!("evidence about {name}")),
                class => class.map(Self::Class),
            },
            ("bad_states", _) => system.specification(argument).map(Self::BadStates),
            ("stuck", _) => inner.and_then(|of| system.participant(of)).map(Self::Stuck),
            ("unreceived", _) => inner.and_then(|of| system.message(of)).map(Self::Unreceived),
            _ => None,
        };
        found(property, || format!("the model has no {name}"))
    }

    /// Returns `true` if the property is about configurations, and not about executions as a whole; not for classes of
    /// systems, which have no certificates.
    pub(crate) fn is_safety(self) -> bool {
        !matches!(self, Self::Rsc | Self::Realisable | Self::WellFormed | Self::Class(_))
    }

    /// Returns `true` if a single configuration can violate the property.
    pub(crate) fn is_linear(self) -> bool {
        self.is_safety() && !matches!(self, Self::Deadlock | Self::Stuck(_) | Self::Unreceived(_))
    }

    /// Decides whether the property may be violated where each participant is in one of some local states, as far as
    /// this can be decided without examining continuations.
    ///
    /// For progress each participant is examined by itself: two participants that wait for different first messages of
    /// one channel both count as waiting if the first message is unknown. So more violations may be reported than
    /// exist.
    pub(crate) fn is_violated(self, system: &System, locals: &[&[usize]], views: &[View]) -> bool {
        let can = |p: usize, is: &dyn Fn(usize, &State) -> bool| {
            locals[p].iter().any(|local| is(p, system.state(p, *local)))
        };
        let can_all = |is: &dyn Fn(usize, &State) -> bool| (0..locals.len()).all(|p| can(p, is));
        let can_some = |is: &dyn Fn(usize, &State) -> bool| (0..locals.len()).any(|p| can(p, is));
        let has_messages = all_heads(views).next().is_some();
        let rests = |state: &State| match self {
            Self::ReceptionDeadlock => state.is_receiving(|channel| !views[channel].is_occupied),
            _ => state.has_ended() || waits_in_vain(system, state, views),
        };
        match self {
            Self::UnspecifiedReception => can_some(&|p, state| refuses(system, p, state, views)),
            Self::Progress | Self::ReceptionDeadlock => {
                let is_at_fault = |_, state: &State| !state.is_final() && rests(state);
                can_all(&|_, state| rests(state)) && can_some(&is_at_fault)
            }
            Self::OrphanMessage => {
                has_messages && can_all(&|_, state| state.is_final() && rests(state))
            }
            Self::Deadlock | Self::Unreceived(_) => has_messages,
            Self::Stuck(p) => can(p, &|_, state| state.must_receive()),
            _ => true,
        }
    }

    /// Returns all possible participants and messages at fault in a configuration that violates the property.
    ///
    /// The messages are those in the channels that the participants at fault read; all messages if no participant is at
    /// fault.
    pub(crate) fn blames(self, system: &System, control: &[usize], views: &[View]) -> Vec<Blame> {
        let state = |p: usize| system.state(p, control[p]);
        let blame = |participants: Vec<usize>, unless: Option<Goal>| {
            let is_read = |channel: usize| participants.iter().any(|p| state(*p).reads(channel));
            let is_at_fault =
                |head: &ChannelMessage| participants.is_empty() || is_read(head.channel);
            let messages = all_heads(views).filter(is_at_fault);
            Blame { messages: messages.collect(), participants, unless }
        };
        let everybody = 0..control.len();
        match self {
            Self::UnspecifiedReception => {
                let refusing = everybody.filter(|p| refuses(system, *p, state(*p), views));
                refusing.map(|p| blame(vec![p], None)).collect()
            }
            Self::Progress | Self::ReceptionDeadlock => {
                vec![blame(everybody.filter(|p| !state(*p).is_final()).collect(), None)]
            }
            Self::OrphanMessage | Self::Class(_) => vec![blame(Vec::new(), None)],
            Self::Deadlock => vec![blame(Vec::new(), Some(Goal::AllEmpty))],
            Self::Stuck(p) => vec![blame(vec![p], Some(Goal::MayWait(p)))],
            Self::Unreceived(message) => {
                let heads = all_heads(views).filter(|head| head.message == message);
                let blame = |head| {
                    let unless = Some(Goal::IsReceived(head));
                    Blame { messages: [head].into(), unless, ..Blame::default() }
                };
                heads.map(blame).collect()
            }
            _ => vec![Blame::default()],
        }
    }
}

/// Returns `true` if `state` of `p` is receiving, and each channel that it reads is FIFO and may begin with a message
/// that `state` does not receive, and no other participant receives in any state.
fn refuses(system: &System, p: usize, state: &State, views: &[View]) -> bool {
    let is_unspecified = |head: &ChannelMessage| system.is_unspecified(p, state, head);
    state.is_receiving(|channel| {
        !system.bags[channel] && views[channel].heads.iter().any(is_unspecified)
    })
}

/// Returns `true` if a state is receiving, and each channel that it reads may contain nothing that it could receive.
fn waits_in_vain(system: &System, state: &State, views: &[View]) -> bool {
    state.is_receiving(|channel| {
        let View { is_occupied, heads } = &views[channel];
        let is_received = |head: &ChannelMessage| state.receives(head);
        let mut heads = heads.iter();
        let is_bag = system.bags[channel];
        let may_go_on = if is_bag { heads.any(is_received) } else { heads.all(is_received) };
        !(*is_occupied && may_go_on)
    })
}

/// Returns the messages that may be received from all channels.
fn all_heads(views: &[View]) -> impl Iterator<Item = ChannelMessage> {
    views.iter().flat_map(|view| view.heads.iter().copied())
}
