//! Random automata that fit together: projections of random walks, with some random changes.
//!
//! Most messages of a walk are received as they are sent, which alone gives RSC systems of various kinds;
//! delayed messages, branches and changes give systems that are not RSC.

use super::random_parameters::{RandomParameters, Shape};
use super::sketch::{Act, Route, SketchMove, SketchPart};
use crate::cfsm::Direction;
use kernel::base::Random;

/// Percentage of messages in a walk that no participant receives.
const UNMATCHED_PERCENT: usize = 12;

/// Percentage of messages in a walk that are received later than they could be.
const DELAYED_PERCENT: usize = 25;

/// Percentage of steps of a walk in a cyclic automaton that lead to an existing state.
const RETURN_PERCENT: usize = 30;

/// Returns an automaton for each participant, of one or two random walks from the initial states,
/// after `changes` random changes.
pub(super) fn protocol_parts(
    parameters: &RandomParameters,
    changes: usize,
    routes: &[Route],
    numbers: &mut Random,
) -> Vec<SketchPart> {
    let mut parts = vec![SketchPart::new(); parameters.participants];
    for _ in 0..numbers.between(1, 2) {
        walk(&mut parts, parameters, routes, numbers);
    }
    for _ in 0..changes {
        let participant = numbers.below(parts.len());
        change(&mut parts[participant], parameters, numbers);
    }
    parts
}

/// Adds a sequence of communications to the automata.
fn walk(
    parts: &mut [SketchPart],
    parameters: &RandomParameters,
    routes: &[Route],
    numbers: &mut Random,
) {
    let mut places = vec![0; parts.len()];
    let mut delayed: Vec<(Route, usize)> = Vec::new();
    for _ in 0..parts.len() * parameters.transitions {
        let Some(route) = numbers.choose(routes) else { return };
        let message = numbers.below(parameters.messages);
        let mut advance = |(route, message): (Route, usize), direction, numbers: &mut Random| {
            let participant = match direction {
                Direction::Send => route.sender,
                Direction::Receive => route.receiver,
            };
            let act = Some((direction, route.channel, message));
            let place = places[participant];
            let reached = step(&mut parts[participant], place, act, parameters, numbers);
            places[participant] = reached.unwrap_or(place);
            reached.is_some()
        };
        // If the receiver has no room for a further transition, the message stays in the channel.
        if !delayed.is_empty() && numbers.percent(50) {
            let late = delayed.remove(numbers.below(delayed.len()));
            advance(late, Direction::Receive, numbers);
        }
        if !advance((route, message), Direction::Send, numbers)
            || numbers.percent(UNMATCHED_PERCENT)
        {
            continue;
        }
        if numbers.percent(DELAYED_PERCENT) {
            delayed.push((route, message));
        } else {
            advance((route, message), Direction::Receive, numbers);
        }
    }
}

/// Makes `act` possible in `source`, and returns the target state; `None` if the automaton is full.
fn step(
    part: &mut SketchPart,
    source: usize,
    act: Act,
    parameters: &RandomParameters,
    numbers: &mut Random,
) -> Option<usize> {
    if let Some(same) = part.moves.iter().find(|m| m.source == source && m.act == act) {
        return Some(same.target);
    }
    if part.moves.len() >= parameters.transitions {
        return None;
    }
    let room = part.states < parameters.states;
    let target = match parameters.shape {
        Shape::Acyclic if room => part.fresh(),
        Shape::Acyclic => return None,
        Shape::Cyclic if room && !numbers.percent(RETURN_PERCENT) => part.fresh(),
        Shape::Cyclic => numbers.below(part.states),
    };
    part.moves.push(SketchMove { source, act, target });
    Some(target)
}

/// Changes one or two transitions at random.
fn change(part: &mut SketchPart, parameters: &RandomParameters, numbers: &mut Random) {
    let indices: Vec<usize> = (0..part.moves.len()).collect();
    let Some(index) = numbers.choose(&indices) else { return };
    match numbers.below(4) {
        0 => {
            part.moves.remove(index);
        }
        1 => {
            // Another message.
            if let Some((_, _, message)) = &mut part.moves[index].act {
                *message = numbers.below(parameters.messages);
            }
        }
        2 => {
            // Two transitions are swapped, and with them their order.
            let other = numbers.below(part.moves.len());
            let act = part.moves[index].act;
            part.moves[index].act = std::mem::replace(&mut part.moves[other].act, act);
        }
        _ => {
            // The action is added a second time, to another state.
            let copied = part.moves[index];
            let target = parameters.shape.target(copied.source, part.states, numbers);
            let Some(target) = target else { return };
            part.add(SketchMove { target, ..copied }, parameters.transitions);
        }
    }
}
