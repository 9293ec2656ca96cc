//! The properties that every system has: what violates them, and who is at fault.

use std::collections::BTreeSet;

use super::system::{Place, System};
use super::{Outcome, unsupported};

/// A property.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Property {
    UnspecifiedReception,
    Progress,
    OrphanMessage,
    ReceptionDeadlock,
    Deadlock,
    Stuck(usize),
    Unreceived(usize),
}

/// What a channel may hold: whether it may be empty, and what may be received.
///
/// In a FIFO channel one of the messages stands first; a bag holds all of them, unless it may be empty.
#[derive(Clone, Debug, Default)]
pub(super) struct View {
    pub(super) empty: bool,
    pub(super) heads: Vec<usize>,
}

/// Who and what is at fault.
pub(super) type Fault = (BTreeSet<usize>, BTreeSet<Place>);

/// The most partial choices that are looked at for progress.
const CHOICES: usize = 100_000;

impl Property {
    /// Reads the name of a property, as witnesses and certificates write it.
    pub(super) fn named(name: &str, system: &System) -> Option<Self> {
        let inside = |word: &str| name.strip_prefix(word)?.strip_prefix('(')?.strip_suffix(')');
        Some(match name {
            "unspecified-reception" => Self::UnspecifiedReception,
            "progress" => Self::Progress,
            "orphan-message" => Self::OrphanMessage,
            "reception-deadlock" => Self::ReceptionDeadlock,
            "deadlock" => Self::Deadlock,
            _ => match inside("stuck") {
                Some(participant) => Self::Stuck(system.participant(participant)?),
                None => Self::Unreceived(system.message(inside("unreceived")?)?),
            },
        })
    }

    /// Says whether one configuration is enough to violate the property.
    pub(super) fn is_linear(self) -> bool {
        !matches!(self, Self::Deadlock | Self::Stuck(_) | Self::Unreceived(_))
    }
}

/// Returns exactly what the channels show.
pub(super) fn views(system: &System, contents: &[Vec<usize>]) -> Vec<View> {
    let view = |(channel, messages): (usize, &Vec<usize>)| {
        let shown = if system.bags[channel] { messages.len() } else { 1 };
        let heads: BTreeSet<usize> = messages.iter().take(shown).copied().collect();
        View { empty: messages.is_empty(), heads: heads.into_iter().collect() }
    };
    contents.iter().enumerate().map(view).collect()
}

/// Decides whether a linear property may be violated where each participant is in one of its `candidates`.
pub(super) fn is_violated(
    system: &System,
    property: Property,
    candidates: &[&[usize]],
    views: &[View],
) -> Outcome<bool> {
    let everybody = |is: &dyn Fn(usize, usize) -> bool| {
        candidates.iter().enumerate().all(|(p, locals)| locals.iter().any(|local| is(p, *local)))
    };
    Ok(match property {
        Property::UnspecifiedReception => candidates
            .iter()
            .enumerate()
            .any(|(p, locals)| locals.iter().any(|local| is_unspecified(system, p, *local, views))),
        Property::OrphanMessage => {
            views.iter().any(|view| !view.heads.is_empty())
                && everybody(&|p, local| system.state(p, local).is_final())
        }
        Property::ReceptionDeadlock => everybody(&|p, local| {
            let state = system.state(p, local);
            state.is_receiving() && state.receptions().all(|place| views[place.channel].empty)
        }),
        Property::Progress => return nothing_moves(system, candidates, views),
        Property::Deadlock | Property::Stuck(_) | Property::Unreceived(_) => false,
    })
}

fn is_unspecified(system: &System, p: usize, local: usize, views: &[View]) -> bool {
    let state = system.state(p, local);
    let nobody = |place: Place| {
        let others = system.receivers.get(&place).into_iter().flatten();
        others.into_iter().all(|q| *q == p) && state.receptions().all(|received| received != place)
    };
    let refused = |channel: usize| {
        let mut heads = views[channel].heads.iter();
        !system.bags[channel] && heads.any(|&message| nobody(Place { channel, message }))
    };
    state.is_receiving() && state.receptions().all(|place| refused(place.channel))
}

/// Decides whether the participants can be where nothing is executable and somebody is not final.
///
/// Goes through the participants one by one and keeps whether one waits, and what is received of channels
/// whose first message is not known.
fn nothing_moves(system: &System, candidates: &[&[usize]], views: &[View]) -> Outcome<bool> {
    let quiet = |p: usize, local: usize| {
        let state = system.state(p, local);
        let certain = |place: Place| {
            let View { empty, heads } = &views[place.channel];
            !empty
                && heads.contains(&place.message)
                && (system.bags[place.channel] || heads.len() == 1)
        };
        (state.is_final() || state.is_receiving()) && !state.receptions().any(certain)
    };
    let mut somebody_moves = candidates.iter().enumerate();
    if somebody_moves.any(|(p, locals)| !locals.iter().any(|local| quiet(p, *local))) {
        return Ok(false);
    }
    let open = |place: &Place| {
        let View { empty, heads } = &views[place.channel];
        !empty && !system.bags[place.channel] && heads.contains(&place.message)
    };
    let mut partial = BTreeSet::from([(false, BTreeSet::new())]);
    for (p, locals) in candidates.iter().enumerate() {
        let mut next = BTreeSet::new();
        for &local in locals.iter().filter(|local| quiet(p, **local)) {
            let state = system.state(p, local);
            let received: BTreeSet<Place> = state.receptions().filter(open).collect();
            for (waits, before) in &partial {
                let all = before | &received;
                let left = |channel: usize| {
                    let mut heads = views[channel].heads.iter();
                    heads.any(|&message| !all.contains(&Place { channel, message }))
                };
                if received.iter().all(|place| left(place.channel)) {
                    next.insert((*waits || !state.is_final(), all));
                }
                if next.len() > CHOICES {
                    return unsupported("so many combinations of internal steps");
                }
            }
        }
        partial = next;
    }
    Ok(partial.iter().any(|(waits, _)| *waits))
}

/// Returns all ways to say who and what is at fault in a configuration; none if nobody is.
///
/// For the branching properties this is who would be, if no continuation helps.
pub(super) fn faults(
    system: &System,
    property: Property,
    control: &[usize],
    views: &[View],
) -> Vec<Fault> {
    let receivable = |channels: &mut dyn Iterator<Item = usize>| -> BTreeSet<Place> {
        let held = |channel: usize| {
            views[channel].heads.iter().map(move |&message| Place { channel, message })
        };
        channels.flat_map(held).collect()
    };
    let all = receivable(&mut (0..views.len()));
    let reads = |p: usize| system.state(p, control[p]).reads();
    let everybody: BTreeSet<usize> = (0..control.len()).collect();
    match property {
        Property::UnspecifiedReception => {
            let at_fault =
                everybody.iter().filter(|p| is_unspecified(system, **p, control[**p], views));
            at_fault
                .map(|p| (BTreeSet::from([*p]), receivable(&mut reads(*p).into_iter())))
                .collect()
        }
        Property::Progress => {
            let waits = |p: &usize| !system.state(*p, control[*p]).is_final();
            let waiting: BTreeSet<usize> = everybody.into_iter().filter(waits).collect();
            let messages = receivable(&mut waiting.iter().flat_map(|p| reads(*p)));
            vec![(waiting, messages)]
        }
        Property::OrphanMessage | Property::Deadlock => vec![(BTreeSet::new(), all)],
        Property::ReceptionDeadlock => vec![(everybody, BTreeSet::new())],
        Property::Stuck(p) if reads(p).is_empty() => Vec::new(),
        Property::Stuck(p) => vec![(BTreeSet::from([p]), receivable(&mut reads(p).into_iter()))],
        Property::Unreceived(message) => {
            let named = all.into_iter().filter(|place| place.message == message);
            named.map(|place| (BTreeSet::new(), BTreeSet::from([place]))).collect()
        }
    }
}
