//! Whether a property that is generated from the system is violated (4.2 and 6.3 of the thesis).
//!
//! Each definition is evaluated on every configuration that was explored. Internal steps are moves
//! like others, so what holds after some of them is looked at as well. A state with an internal
//! step is not receiving, and the step counts as something that can be done.
//!
//! A state is final if no transition leaves it, or if the model declares it: then transitions of any kind may leave it.
//! Only progress, orphan messages, reception deadlocks and stuck participants depend on declarations.
//!
//! Four properties look at one configuration. The others ask what may come of it: a violation is seen
//! where everything that can follow was explored, and that there is none where all configurations were.

use super::configurations::{Answer, Configuration, Exploration, Loss, Move, moves};
use model::cfsm::{
    ChannelId, ChannelKind, Direction, Label, MessageId, ParticipantId, StateId, System, Transition,
};
use std::collections::BTreeSet;

/// What may be asked of a system without anybody writing it down.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Property {
    /// Nobody waits in vain in front of messages that nobody takes away (Definition 4.2.4).
    UnspecifiedReception,
    /// Something can be done, or the control state is final (Definition 4.2.5).
    Progress,
    /// When the control state is final and nothing can be done, the channels are empty (Definition 4.2.6).
    OrphanMessage,
    /// Not all wait in front of empty channels, unless all are in final states (Definition 4.2.7).
    ReceptionDeadlock,
    /// The channels can all be empty again (Definitions 6.3.1 and 6.3.2).
    Deadlock,
    /// Whenever the participant has a reception and is in no final state, it can receive or get to one some time.
    Stuck(ParticipantId),
    /// Whenever the message is what a channel would give, it can be received some time.
    Unreceived(MessageId),
}

impl Property {
    /// Those that are seen in one configuration.
    pub const LINEAR: [Self; 4] =
        [Self::UnspecifiedReception, Self::Progress, Self::OrphanMessage, Self::ReceptionDeadlock];

    /// All properties of a system.
    pub fn all(system: &System) -> Vec<Self> {
        let mut all = Self::LINEAR.to_vec();
        all.push(Self::Deadlock);
        all.extend(system.automata().ids().map(Self::Stuck));
        all.extend(system.messages().ids().map(Self::Unreceived));
        all
    }

    /// Its name.
    pub fn name(self, system: &System) -> String {
        match self {
            Self::UnspecifiedReception => "unspecified-reception".to_owned(),
            Self::Progress => "progress".to_owned(),
            Self::OrphanMessage => "orphan-message".to_owned(),
            Self::ReceptionDeadlock => "reception-deadlock".to_owned(),
            Self::Deadlock => "deadlock".to_owned(),
            Self::Stuck(participant) => format!("stuck({})", system.automata()[participant].name()),
            Self::Unreceived(message) => format!("unreceived({})", system.messages()[message].name),
        }
    }

    /// Whether it is seen in one configuration.
    pub fn is_linear(self) -> bool {
        Self::LINEAR.contains(&self)
    }

    /// Whether the configuration violates the property, if one configuration is enough to see it.
    pub fn is_violated_in(self, system: &System, here: &Configuration) -> Option<bool> {
        match self {
            Self::UnspecifiedReception => Some(is_unspecified_reception(system, here)),
            Self::Progress => Some(!has_progress(system, here)),
            Self::OrphanMessage => Some(is_orphan_message(system, here)),
            Self::ReceptionDeadlock => Some(is_reception_deadlock(system, here)),
            Self::Deadlock | Self::Stuck(_) | Self::Unreceived(_) => None,
        }
    }
}

/// Whether a configuration was reached that violates the property.
///
/// Where a property asks for what may come of a configuration and not all configurations were
/// explored, nothing is known of the fewest sends.
pub fn decide(system: &System, exploration: &Exploration, property: Property) -> Answer {
    let answer = decided(exploration, &seen_violating(system, exploration, property));
    match answer {
        _ if property.is_linear() || exploration.is_complete() => answer,
        Answer::Reachable { most, place, .. } => Answer::Reachable { least: 0, most, place },
        _ => Answer::NotWithinBounds { least: 0 },
    }
}

/// Whether a configuration was reached that violates a property, given for each whether it does.
pub fn decided(exploration: &Exploration, violating: &[bool]) -> Answer {
    exploration.fewest_sends_to(violating.iter().position(|&violates| violates))
}

/// For each configuration whether it violates the property, if that is known of all.
pub fn violating(
    system: &System,
    exploration: &Exploration,
    property: Property,
) -> Option<Vec<bool>> {
    let all_known = property.is_linear() || exploration.is_complete();
    all_known.then(|| seen_violating(system, exploration, property))
}

/// For each configuration whether it is seen to violate the property: what was not explored may do
/// whatever is owed.
fn seen_violating(system: &System, exploration: &Exploration, property: Property) -> Vec<bool> {
    let all = || 0..exploration.reached.len();
    let at = |place: usize| &exploration.reached[place].configuration;
    let is_violated_in = |place| property.is_violated_in(system, at(place));
    if let Some(violating) = all().map(is_violated_in).collect() {
        return violating;
    }
    let edges = exploration.edges(system);
    let leaves: Vec<bool> = all().map(|place| exploration.leads_outside(system, place)).collect();
    // Whether a configuration can be reached that is good, or is not known.
    let can_reach = |good: &dyn Fn(usize) -> bool| {
        leading_to(edges, all().map(|place| leaves[place] || good(place)).collect())
    };
    // Whether a move can be done that does so, now or later.
    let can_do = |good: &dyn Fn(Move) -> bool| {
        can_reach(&|place| edges[place].iter().any(|(step, _)| good(*step)))
    };
    match property {
        Property::Deadlock => {
            can_reach(&|place| at(place).is_stable()).into_iter().map(|can| !can).collect()
        }
        Property::Stuck(participant) => {
            let receives = |step| receives(system, step, Some(participant)).is_some();
            let can = can_reach(&|place| {
                is_final(system, participant, at(place).state(participant))
                    || edges[place].iter().any(|(step, _)| receives(*step))
            });
            all().map(|place| is_waiting(system, at(place), participant) && !can[place]).collect()
        }
        Property::Unreceived(message) => {
            let mut violating = vec![false; edges.len()];
            for (channel, kind) in system.channels().enumerate().map(|(id, c)| (id, c.kind)) {
                // Whoever receives first from a FIFO channel takes its head.
                let takes = |(from, what)| match kind {
                    ChannelKind::Fifo => from == channel,
                    ChannelKind::Bag => (from, what) == (channel, message),
                };
                let can = can_do(&|step| receives(system, step, None).is_some_and(takes));
                for place in all() {
                    let offered = match kind {
                        ChannelKind::Fifo => at(place).held(channel).first() == Some(&message),
                        ChannelKind::Bag => at(place).held(channel).contains(&message),
                    };
                    violating[place] |= offered && !can[place];
                }
            }
            violating
        }
        _ => unreachable!("the others are linear"),
    }
}

/// For each configuration whether one of those that are marked can be reached from it.
fn leading_to(edges: &[Vec<(Move, usize)>], mut marked: Vec<bool>) -> Vec<bool> {
    loop {
        let mut changed = false;
        for place in (0..edges.len()).rev() {
            if !marked[place] && edges[place].iter().any(|&(_, target)| marked[target]) {
                marked[place] = true;
                changed = true;
            }
        }
        if !changed {
            return marked;
        }
    }
}

/// The channel and the message, if the move is a reception, by that participant if one is named.
pub fn receives(
    system: &System,
    step: Move,
    by: Option<ParticipantId>,
) -> Option<(ChannelId, MessageId)> {
    match (step, step.action(system)?) {
        (Move::Step(step), (Direction::Receive, channel, message))
            if by.is_none_or(|participant| participant == step.participant) =>
        {
            Some((channel, message))
        }
        _ => None,
    }
}

/// The transitions that leave a state.
pub fn leaving(
    system: &System,
    participant: ParticipantId,
    state: StateId,
) -> impl Iterator<Item = &Transition> {
    let transitions = system.automata()[participant].transitions().iter();
    transitions.filter(move |transition| transition.source == state)
}

/// The channel and the message, if the transition is a reception.
pub fn reception(transition: &Transition) -> Option<(ChannelId, MessageId)> {
    match transition.label {
        Label::Action(Direction::Receive, channel, message) => Some((channel, message)),
        _ => None,
    }
}

/// What a participant waits for, if it is in a receiving state: its state has transitions, and all
/// of them are receptions.
fn awaited(
    system: &System,
    here: &Configuration,
    participant: ParticipantId,
) -> Option<Vec<(ChannelId, MessageId)>> {
    let awaited: Option<Vec<_>> =
        leaving(system, participant, here.state(participant)).map(reception).collect();
    awaited.filter(|awaited| !awaited.is_empty())
}

/// Whether no transition of the participant leaves the state, or the state is declared to be final.
pub fn is_final(system: &System, participant: ParticipantId, state: StateId) -> bool {
    let mut leaving = leaving(system, participant, state);
    leaving.next().is_none() || system.automata()[participant].is_declared_final(state)
}

/// The participants that are not in final states.
pub fn unfinished(system: &System, here: &Configuration) -> BTreeSet<ParticipantId> {
    let participants = system.automata().ids();
    participants.filter(|&p| !is_final(system, p, here.state(p))).collect()
}

/// Whether the participant has a reception and is not in a final state.
pub fn is_waiting(system: &System, here: &Configuration, participant: ParticipantId) -> bool {
    let state = here.state(participant);
    !is_final(system, participant, state)
        && leaving(system, participant, state).any(|t| reception(t).is_some())
}

/// Whether somebody has a step, internal or not.
fn can_move(system: &System, here: &Configuration) -> bool {
    moves(system, here, Loss::OnTheWay).next().is_some()
}

/// Definition 4.2.4.
fn is_unspecified_reception(system: &System, here: &Configuration) -> bool {
    system.automata().ids().any(|participant| waits_in_vain(system, here, participant))
}

/// Definition 4.2.4, of one participant.
pub fn waits_in_vain(system: &System, here: &Configuration, participant: ParticipantId) -> bool {
    let receives_anywhere = |participant: ParticipantId, what| {
        system.automata()[participant].transitions().iter().any(|t| reception(t) == Some(what))
    };
    let Some(awaited) = awaited(system, here, participant) else { return false };
    awaited.iter().all(|&(channel, _)| {
        let Some(&head) = here.held(channel).first() else { return false };
        let what = (channel, head);
        system.channels()[channel].kind == ChannelKind::Fifo
            && !awaited.contains(&what)
            && !system
                .automata()
                .ids()
                .any(|other| other != participant && receives_anywhere(other, what))
    })
}

/// Definition 4.2.5.
fn has_progress(system: &System, here: &Configuration) -> bool {
    unfinished(system, here).is_empty() || can_move(system, here)
}

/// Definition 4.2.6.
fn is_orphan_message(system: &System, here: &Configuration) -> bool {
    unfinished(system, here).is_empty() && !can_move(system, here) && !here.is_stable()
}

/// Definition 4.2.7.
fn is_reception_deadlock(system: &System, here: &Configuration) -> bool {
    let all_wait = system.automata().ids().all(|participant| {
        awaited(system, here, participant).is_some_and(|awaited| {
            awaited.iter().all(|&(channel, _)| here.held(channel).is_empty())
        })
    });
    all_wait && !unfinished(system, here).is_empty()
}
