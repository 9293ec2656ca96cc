//! The safety properties of every system: their violations, and the participants and messages at fault.

use std::collections::BTreeSet;

use serde::Deserialize;
use serde_json::json;

use super::system::{Act, Place, State, System};
use super::{Outcome, reject, unsupported};

/// A property: of systems as a whole, of a specification of bad states, or a safety property of every system.
#[derive(Clone, Copy, PartialEq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Property {
    Rsc,
    #[serde(rename = "bad_states")]
    BadStates(usize),
    UnspecifiedReception,
    Progress,
    OrphanMessage,
    ReceptionDeadlock,
    Deadlock,
    Stuck(usize),
    Unreceived(usize),
}

/// Possible contents of a channel: whether it may be empty, and the messages that may be received.
///
/// In a FIFO channel one of the messages is the first; a bag contains all of them, unless it may be empty.
#[derive(Clone, Debug, Default)]
pub(super) struct View {
    pub(super) empty: bool,
    pub(super) heads: Vec<usize>,
}

/// What a branching property requires of the continuations of a configuration: that all channels become empty, that a
/// participant receives a message, or that a message is received.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Goal {
    AllEmpty,
    Receives(usize),
    Taken(Place),
}

/// The participants and messages at fault, unless a goal can still be reached.
#[derive(Default)]
pub(super) struct Blame {
    pub(super) participants: Vec<usize>,
    pub(super) messages: BTreeSet<Place>,
    pub(super) unless: Option<Goal>,
}

impl Property {
    /// Reads the name of a property in the form of witnesses and certificates.
    pub(super) fn named(name: &str, system: &System) -> Outcome<Self> {
        let (kind, of) = name.split_once(['(', '/']).unwrap_or((name, ""));
        let index = match (kind, of.strip_suffix(')')) {
            ("bad_states", _) => system.specification(of),
            ("stuck", Some(participant)) => system.participant(participant),
            (_, message) => message.and_then(|message| system.message(message)),
        };
        let tagged = index.map_or(json!(kind), |index| json!({ kind: index }));
        match serde_json::from_value(tagged) {
            Ok(found) if of.is_empty() == index.is_none() => Ok(found),
            _ if of.is_empty() => unsupported(format!("evidence about {name}")),
            _ => reject(format!("the model has no {name}")),
        }
    }

    /// Returns `true` if a single configuration can violate the property.
    pub(super) fn is_linear(self) -> bool {
        !matches!(self, Self::Deadlock | Self::Stuck(_) | Self::Unreceived(_))
    }

    /// Returns all possible participants and messages at fault in a configuration that violates the property.
    ///
    /// The messages are those of the channels that the participants at fault read; all messages if no participant is at
    /// fault.
    pub(super) fn blames(self, system: &System, control: &[usize], views: &[View]) -> Vec<Blame> {
        let state = |p: usize| system.state(p, control[p]);
        let all = || (0..views.len()).flat_map(|channel| heads(views, channel));
        let blame = |who: Vec<usize>, unless| {
            let reads =
                |p: &usize, at: &Place| state(*p).receptions().any(|r| r.channel == at.channel);
            let messages = all().filter(|at| who.is_empty() || who.iter().any(|p| reads(p, at)));
            Blame { messages: messages.collect(), participants: who, unless }
        };
        let each = 0..control.len();
        match self {
            Self::UnspecifiedReception => {
                let stopped = each.filter(|p| refuses(system, *p, state(*p), views));
                stopped.map(|p| blame(vec![p], None)).collect()
            }
            Self::Progress => vec![blame(each.filter(|p| !state(*p).is_final()).collect(), None)],
            Self::OrphanMessage => vec![blame(Vec::new(), None)],
            Self::ReceptionDeadlock => vec![blame(each.collect(), None)],
            Self::Rsc | Self::BadStates(_) => vec![Blame::default()],
            Self::Deadlock => vec![blame(Vec::new(), Some(Goal::AllEmpty))],
            Self::Stuck(p) => vec![blame(vec![p], Some(Goal::Receives(p)))],
            Self::Unreceived(message) => {
                let named = all().filter(|place| place.message == message);
                let unless = |place| Some(Goal::Taken(place));
                let taken =
                    |at| Blame { messages: [at].into(), unless: unless(at), ..Blame::default() };
                named.map(taken).collect()
            }
        }
    }
}

/// Returns the messages that may be received from a channel.
fn heads(views: &[View], channel: usize) -> impl Iterator<Item = Place> {
    views[channel].heads.iter().map(move |&message| Place { channel, message })
}

/// Returns `true` if a state has only receptions, and all its channels may have no message for it.
fn waits(state: &State, may_refuse: impl Fn(usize) -> bool) -> bool {
    let may_last = |act: Act| matches!(act, Act::Receive(place) if may_refuse(place.channel));
    !state.is_final() && state.transitions.iter().all(|by| may_last(by.act))
}

/// Returns `true` if `state` of `p` waits for channels that may begin with a message that neither `state` nor another
/// participant receives.
fn refuses(system: &System, p: usize, state: &State, views: &[View]) -> bool {
    let nobody_takes = |head: Place| {
        let mut takers = system.receivers.get(&head).into_iter().flatten();
        takers.all(|q| *q == p) && state.receptions().all(|place| place != head)
    };
    waits(state, |channel| !system.bags[channel] && heads(views, channel).any(nobody_takes))
}

/// Decides whether a property may be violated where each participant is in one of its `candidates`, as far as this can
/// be decided without examining continuations.
///
/// For progress each participant is examined by itself: two participants that wait for different first messages of one
/// channel both count as waiting if the first message is unknown. So more violations may be reported than exist.
pub(super) fn is_violated(
    system: &System,
    property: Property,
    candidates: &[impl AsRef<[usize]>],
    views: &[View],
) -> bool {
    let can = |p: usize, is: &dyn Fn(&State) -> bool| {
        candidates[p].as_ref().iter().any(|local| is(system.state(p, *local)))
    };
    let in_vain = |state: &State| {
        let is_refused = |head: Place| state.receptions().all(|place| place != head);
        waits(state, |channel| match system.bags[channel] {
            _ if views[channel].empty => true,
            true => heads(views, channel).all(is_refused),
            false => heads(views, channel).any(is_refused),
        })
    };
    let is_empty = |channel: usize| views[channel].empty;
    let is_held = views.iter().any(|view| !view.heads.is_empty());
    let mut each = 0..candidates.len();
    match property {
        Property::UnspecifiedReception => each.any(|p| can(p, &|s| refuses(system, p, s, views))),
        Property::Progress => {
            let rests = |state: &State| state.is_final() || in_vain(state);
            each.clone().any(|p| can(p, &in_vain)) && each.all(|p| can(p, &rests))
        }
        Property::OrphanMessage => is_held && each.all(|p| can(p, &State::is_final)),
        Property::ReceptionDeadlock => each.all(|p| can(p, &|state| waits(state, is_empty))),
        Property::Deadlock | Property::Unreceived(_) => is_held,
        Property::Rsc | Property::BadStates(_) => true,
        Property::Stuck(p) => can(p, &|state| state.receptions().next().is_some()),
    }
}
