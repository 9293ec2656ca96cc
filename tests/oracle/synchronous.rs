//! Whether the sends of a system are those of its synchronous product (synchronisable systems, 3.4 of the thesis), and
//! whether its configurations are those of its RSC executions (eager systems).

use super::configurations::{
    Answer, Bounds, Configuration, Loss, Move, explore, explore_rsc, initial, moves,
};
use kernel::base::Id as _;
use model::cfsm::{Action, Direction, Label, ParticipantId, StateId, Step, System};
use std::collections::{BTreeSet, VecDeque};

/// The send, if a step is one: with its participant, it is what is seen of an execution.
pub fn sent(system: &System, step: Move) -> Option<Action> {
    let Move::Step(Step { participant, .. }) = step else { return None };
    let (direction, channel, message) = step.action(system)?;
    let action = Action { participant, direction, channel, message };
    (direction == Direction::Send).then_some(action)
}

/// The states of all participants.
type Control = Vec<StateId>;

/// What the participants may have become by a transition with a label, of this participant, or else of any.
fn by_transition(
    system: &System,
    from: &BTreeSet<Control>,
    label: Label,
    by: Option<ParticipantId>,
) -> BTreeSet<Control> {
    let mut reached = BTreeSet::new();
    for control in from {
        for (participant, automaton) in system.automata().enumerate() {
            let place = participant.index();
            if by.is_some_and(|by| by != participant) {
                continue;
            }
            for transition in automaton.transitions() {
                if transition.label == label && transition.source == control[place] {
                    let mut next = control.clone();
                    next[place] = transition.target;
                    reached.insert(next);
                }
            }
        }
    }
    reached
}

/// Adds what internal steps lead to.
fn with_internal_steps(system: &System, mut controls: BTreeSet<Control>) -> BTreeSet<Control> {
    loop {
        let more = by_transition(system, &controls, Label::Internal, None);
        let before = controls.len();
        controls.extend(more);
        if controls.len() == before {
            return controls;
        }
    }
}

/// What the synchronous product may have become by a message, which is received as soon as it is sent.
fn after_both(system: &System, from: &BTreeSet<Control>, send: Action) -> BTreeSet<Control> {
    let mut reached = from.clone();
    for direction in [Direction::Send, Direction::Receive] {
        let label = Label::Action(direction, send.channel, send.message);
        let sender = (direction == Direction::Send).then_some(send.participant);
        reached = with_internal_steps(system, by_transition(system, &reached, label, sender));
    }
    reached
}

/// Adds what receptions and internal steps lead to.
fn with_hidden_steps(
    system: &System,
    mut from: BTreeSet<Configuration>,
) -> BTreeSet<Configuration> {
    let mut open: Vec<Configuration> = from.iter().cloned().collect();
    while let Some(here) = open.pop() {
        for (step, next) in moves(system, &here, Loss::OnTheWay) {
            if !step.sends(system) && from.insert(next.clone()) {
                open.push(next);
            }
        }
    }
    from
}

/// What a send leads to, with at most so many messages in each channel, and receptions and internal steps after it.
fn after_send(
    system: &System,
    from: &BTreeSet<Configuration>,
    send: Action,
    messages: usize,
) -> BTreeSet<Configuration> {
    let next = from.iter().flat_map(|here| moves(system, here, Loss::OnTheWay));
    let next = next.filter(|(step, next)| {
        sent(system, *step) == Some(send) && next.held(send.channel).len() <= messages
    });
    with_hidden_steps(system, next.map(|(_, next)| next).collect())
}

/// The configurations before anything is sent.
fn unsent(system: &System) -> BTreeSet<Configuration> {
    with_hidden_steps(system, initial(system).into_iter().collect())
}

/// The states of the synchronous product before anything is sent.
fn unsent_at_once(system: &System) -> BTreeSet<Control> {
    let controls = initial(system).into_iter().map(|one| one.control).collect();
    with_internal_steps(system, controls)
}

/// Whether these sends are those of an execution with at most so many messages in each channel.
pub fn can_send(system: &System, sends: &[Action], messages: usize) -> bool {
    let after = |here, &send: &Action| after_send(system, &here, send, messages);
    !sends.iter().fold(unsent(system), after).is_empty()
}

/// Whether these sends are those of an execution of the synchronous product.
pub fn can_send_at_once(system: &System, sends: &[Action]) -> bool {
    let after = |here, &send: &Action| after_both(system, &here, send);
    !sends.iter().fold(unsent_at_once(system), after).is_empty()
}

/// What is known about the sends that the synchronous product cannot do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Sends {
    /// It cannot do these, and all shorter sequences of sends within the bound.
    Missing(Vec<Action>),
    /// It can do all that the system can do.
    Same,
    /// It can do all sequences that were tried.
    SameWithin,
}

/// The shortest sequence of sends that the system can do with at most so many messages in each channel, and its synchronous
/// product cannot, if it has no more than `most` sends.
pub fn first_missing(system: &System, messages: usize, most: usize) -> Sends {
    let mut is_cut = false;
    // What a sequence of sends may lead to, in both; sequences that lead to the same are continued once.
    let start = (unsent(system), unsent_at_once(system));
    let mut seen = BTreeSet::from([start.clone()]);
    let mut open = VecDeque::from([(Vec::new(), start)]);
    while let Some((sends, (here, both))) = open.pop_front() {
        let mut possible: BTreeSet<Action> = BTreeSet::new();
        for (step, next) in here.iter().flat_map(|one| moves(system, one, Loss::OnTheWay)) {
            let Some(send) = sent(system, step) else { continue };
            if sends.len() == most || next.held(send.channel).len() > messages {
                is_cut = true;
            } else {
                possible.insert(send);
            }
        }
        for send in possible {
            let longer = [&sends[..], &[send]].concat();
            let both = after_both(system, &both, send);
            if both.is_empty() {
                return Sends::Missing(longer);
            }
            let next = (after_send(system, &here, send, messages), both);
            if seen.insert(next.clone()) {
                open.push_back((longer, next));
            }
        }
    }
    if is_cut { Sends::SameWithin } else { Sends::Same }
}

/// What is known about the sends that it takes to reach a configuration that no RSC execution leads to: a system is eager
/// iff there is none.
pub fn fewest_sends_not_eager(system: &System, bounds: Bounds) -> Answer {
    let (all, rsc) = (explore(system, Loss::OnTheWay, bounds), explore_rsc(system, bounds));
    if !rsc.is_complete() {
        return Answer::NotWithinBounds { least: 0 };
    }
    all.fewest_sends(|here| rsc.place(here).is_none())
}
