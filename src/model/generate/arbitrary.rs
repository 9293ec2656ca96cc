//! Random automata whose transitions are drawn one by one.

use super::random_parameters::RandomParameters;
use super::sketch::{Route, SketchMove, SketchPart};
use crate::cfsm::Direction;
use kernel::base::Random;

/// Returns an automaton for each participant, with transitions that fit the routes.
///
/// Automata may be nondeterministic, and may have unreachable states.
pub(super) fn arbitrary_parts(
    parameters: &RandomParameters,
    routes: &[Route],
    numbers: &mut Random,
) -> Vec<SketchPart> {
    (0..parameters.participants)
        .map(|participant| arbitrary_part(participant, parameters, routes, numbers))
        .collect()
}

fn arbitrary_part(
    participant: usize,
    parameters: &RandomParameters,
    routes: &[Route],
    numbers: &mut Random,
) -> SketchPart {
    let mut part = SketchPart::new();
    part.states = numbers.between(1, parameters.states);
    let outgoing: Vec<usize> =
        routes.iter().filter(|r| r.sender == participant).map(|r| r.channel).collect();
    let incoming: Vec<usize> =
        routes.iter().filter(|r| r.receiver == participant).map(|r| r.channel).collect();
    for _ in 0..numbers.between(1, parameters.transitions.max(1)) {
        let (direction, channels) = if numbers.percent(50) {
            (Direction::Send, &outgoing)
        } else {
            (Direction::Receive, &incoming)
        };
        let Some(channel) = numbers.choose(channels) else { continue };
        let source = numbers.below(part.states);
        let target = parameters.shape.target(source, part.states, numbers);
        let Some(target) = target else { continue };
        let act = Some((direction, channel, numbers.below(parameters.messages)));
        part.add(SketchMove { source, act, target }, parameters.transitions);
    }
    part
}
