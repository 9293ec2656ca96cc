//! Final states that a model may declare, each tried by the checks themselves: a participant that waits to be asked for
//! something, and to which nobody comes any more, may have nothing left to do.

use super::TRIED;
use crate::reachability::{Configurations, Outcome, Premise};
use crate::safety;
use kernel::base::Control;
use model::cfsm::{
    ChannelId, Direction, LinearProperty, MessageId, ParticipantId, SafetyProperty, StateId, System,
};
use model::evidence::Witness;

/// Returns the states that a model may declare final, so that `property`, which `witness` violates, holds and nothing that
/// held is violated; none if there are no such states, or that is not shown within 200,000 states and the limits of
/// `control`.
///
/// They are initial states with receptions only, of messages that somebody sends in some state, in which participants
/// wait before empty channels although another one has acted. Progress, reception deadlocks and stuck participants are
/// offered them.
///
/// Of the properties that held only `orphan-message` can be violated with more final states: progress, reception-deadlock
/// and stuck ask less then, and the others do not ask for final states.
///
/// # Complexity
/// That of checks of 200,000 states at most, two for each participant.
///
/// # Panics
/// If `witness` is one of another system.
pub fn final_states(
    configurations: &Configurations<'_>,
    property: SafetyProperty,
    witness: &Witness,
    premise: Premise,
    control: &Control,
) -> Vec<(ParticipantId, StateId)> {
    let is_offered = matches!(
        property,
        SafetyProperty::Linear(LinearProperty::Progress | LinearProperty::ReceptionDeadlock)
            | SafetyProperty::Stuck(_)
    );
    if !is_offered {
        return Vec::new();
    }
    let control = &control.part(10 * TRIED);
    let system = configurations.system();
    let mut states: Vec<(ParticipantId, StateId)> = Vec::new();
    let mut violation = Some(witness.clone());
    while let Some(witness) = violation.take() {
        let Some(more) = idle_states(system, &witness) else { return Vec::new() };
        states.extend(more);
        states.sort_unstable();
        let (changed, still) = declared(system, &states, premise);
        let all = Configurations::new(&changed);
        let answer = |property| safety::check_in(&all, property, still, control).outcome;
        match answer(property) {
            Outcome::Violated(other) => violation = Some(*other),
            Outcome::Unknown(_) => return Vec::new(),
            Outcome::Holds(_) => {
                let orphan = SafetyProperty::Linear(LinearProperty::OrphanMessage);
                let had_none = || {
                    let before = safety::check_in(configurations, orphan, premise, control);
                    !matches!(before.outcome, Outcome::Violated(_))
                };
                if !matches!(answer(orphan), Outcome::Holds(_)) && had_none() {
                    return Vec::new();
                }
            }
        }
    }
    states
}

/// Returns the states of the participants at fault, if all may be idle: they wait before empty channels in initial states
/// that only receive, somebody sends what they wait for in some state, and another participant has acted.
fn idle_states(system: &System, witness: &Witness) -> Option<Vec<(ParticipantId, StateId)>> {
    let replay = witness.replay();
    let (participants, contents) = (&witness.fault().participants, &replay.last().contents);
    let is_sent = |one: (ChannelId, MessageId)| {
        let mut actions = system.actions().filter(|action| action.direction == Direction::Send);
        actions.any(|action| (action.channel, action.message) == one)
    };
    let idle = participants.iter().map(|&participant| {
        let automaton = &system.automata()[participant];
        let state = replay.last().control[participant];
        let is_idle = automaton.initial().contains(&state)
            && automaton.is_receiving(state)
            && automaton.receptions(state).all(|(channel, _)| contents[channel].is_empty())
            && automaton.receptions(state).any(is_sent)
            && replay.steps().iter().any(|step| step.participant != participant);
        is_idle.then_some((participant, state))
    });
    idle.collect::<Option<Vec<_>>>().filter(|idle| !idle.is_empty())
}

/// Returns the system with more declared final states, and what is known of it.
fn declared(
    system: &System,
    states: &[(ParticipantId, StateId)],
    premise: Premise,
) -> (System, Premise) {
    let states = states.iter().copied();
    match premise.about(system) {
        Premise::Rsc(proof) => {
            let (declared, proof) = proof.with_final(system, states);
            (declared, Premise::Rsc(proof))
        }
        other => (system.with_final(states), other),
    }
}
