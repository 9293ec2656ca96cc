//! The executions of a system, one action at a time (2.2 of the thesis).

use kernel::base::IndexVec;
use model::cfsm::{
    Action, ChannelId, ChannelKind, Direction, Label, MessageId, ParticipantId, StateId, System,
};
use std::collections::BTreeSet;
use std::rc::Rc;

/// An execution, and everything that the system may have become by it.
///
/// Internal steps are no actions, so an execution may lead to several control states. What is in
/// the channels depends on the actions alone, and so does what each participant did; therefore the
/// control states after the execution are all combinations of the `states` of the participants.
#[derive(Clone, Debug)]
pub struct Execution {
    pub actions: Vec<Action>,
    /// The states that each participant may be in, internal steps afterwards included.
    states: IndexVec<ParticipantId, Rc<BTreeSet<StateId>>>,
    /// The messages that are in each channel, oldest first.
    contents: IndexVec<ChannelId, Rc<[MessageId]>>,
}

impl Execution {
    /// The empty execution.
    pub fn empty(system: &System) -> Self {
        let initial = |participant| {
            let states = system.automata()[participant].initial().iter().copied().collect();
            Rc::new(with_internal_steps(system, participant, states))
        };
        Self {
            actions: Vec::new(),
            states: system.automata().ids().map(initial).collect(),
            contents: IndexVec::filled(Rc::default(), system.channels().len()),
        }
    }

    /// The executions that have one action more, each once, in the order of the actions.
    pub fn extensions(&self, system: &System) -> Vec<Self> {
        let mut actions = BTreeSet::new();
        for (participant, states) in self.states.enumerate() {
            for transition in system.automata()[participant].transitions() {
                if let Label::Action(direction, channel, message) = transition.label
                    && states.contains(&transition.source)
                {
                    actions.insert(Action { participant, direction, channel, message });
                }
            }
        }
        actions.into_iter().filter_map(|action| self.followed_by(system, action)).collect()
    }

    /// The execution followed by an action that some control state offers, if the channel allows.
    fn followed_by(&self, system: &System, action: Action) -> Option<Self> {
        let held: &[MessageId] = &self.contents[action.channel];
        let held = match (action.direction, system.channels()[action.channel].kind) {
            (Direction::Send, _) => [held, &[action.message][..]].concat(),
            (Direction::Receive, ChannelKind::Fifo) => match held.split_first() {
                Some((oldest, others)) if *oldest == action.message => others.to_vec(),
                _ => return None,
            },
            (Direction::Receive, ChannelKind::Bag) => {
                let place = held.iter().position(|&message| message == action.message)?;
                [&held[..place], &held[place + 1..]].concat()
            }
        };
        let sources = &self.states[action.participant];
        let label = Label::Action(action.direction, action.channel, action.message);
        let targets = system.automata()[action.participant]
            .transitions()
            .iter()
            .filter(|t| t.label == label && sources.contains(&t.source))
            .map(|t| t.target)
            .collect();
        let states = with_internal_steps(system, action.participant, targets);
        let mut next = Self {
            actions: [&self.actions[..], &[action]].concat(),
            states: self.states.clone(),
            contents: self.contents.clone(),
        };
        next.states[action.participant] = Rc::new(states);
        next.contents[action.channel] = held.into();
        Some(next)
    }
}

/// Adds the states that internal steps lead to.
fn with_internal_steps(
    system: &System,
    participant: ParticipantId,
    mut states: BTreeSet<StateId>,
) -> BTreeSet<StateId> {
    loop {
        let before = states.len();
        for transition in system.automata()[participant].transitions() {
            if transition.label == Label::Internal && states.contains(&transition.source) {
                states.insert(transition.target);
            }
        }
        if states.len() == before {
            return states;
        }
    }
}
