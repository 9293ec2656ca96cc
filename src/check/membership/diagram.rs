//! Diagrams of the automata of borderline violations.

use super::borderline::{BorderlineAutomaton, BorderlineLetter, BorderlineState};
use super::definition::{self, ExecutionState};
use crate::rsc::{RscAutomaton, RscSpace, exchange_text, keys_text, rsc_state_text};
use kernel::automata::NamedAutomaton;
use kernel::base::{Control, Limit};
use kernel::transition_system::{AllWords, Product};
use model::cfsm::System;

/// Returns the [`BorderlineAutomaton`] of `system`, `max_states` states at most.
///
/// The name of a state shows, in the first stage, the blocked keys in braces; in the second, channel, message
/// and sender of the chosen send; in the third, channel and message, and below them the last link of the
/// chain.
///
/// # Complexity
/// Linear in the number of states times that of letters.
///
/// # Errors
/// The limit that was reached first.
pub fn borderline_diagram(
    system: &System,
    max_states: u64,
    control: &Control,
) -> Result<NamedAutomaton, Limit> {
    let letters = BorderlineAutomaton::alphabet(system);
    let is_communication =
        |letter: &&BorderlineLetter| matches!(letter, BorderlineLetter::Communication(_));
    let communications = letters
        .iter()
        .filter(is_communication)
        .map(|&letter| letter_text(system, letter))
        .collect();
    let acceptor = BorderlineAutomaton::new(system);
    let diagram = NamedAutomaton::explore(
        Product { system: AllWords(letters), acceptor },
        system.name(),
        |_, ((), stage)| stage_text(system, stage),
        |_, letter| letter_text(system, letter),
        max_states,
        control,
    )?;
    let gathered = Some(("any communication".to_owned(), communications));
    Ok(NamedAutomaton { gathered, ..diagram })
}

/// Returns the product of Theorem 4.1.4 of [RSC](crate#bibliography): the RSC executions of `system`,
/// each with one last reception, beside the [`BorderlineAutomaton`]; `max_states` states at most.
///
/// # Complexity
/// Linear in the number of transitions.
///
/// # Errors
/// The limit that was reached first.
pub fn violations_diagram(
    system: &System,
    max_states: u64,
    control: &Control,
) -> Result<NamedAutomaton, Limit> {
    NamedAutomaton::explore(
        definition::violations(system, RscAutomaton::<Box<[u64]>>::new(system)),
        system.name(),
        |violations, (execution, stage)| {
            let executed = execution_text(system, violations.system.space(), execution);
            format!("{executed}\n{}", stage_text(system, stage))
        },
        |_, letter| letter_text(system, letter),
        max_states,
        control,
    )
}

/// Returns an execution as text: its state, and the last reception if it is done.
fn execution_text(
    system: &System,
    space: &RscSpace,
    execution: &ExecutionState<Box<[u64]>>,
) -> String {
    match execution {
        ExecutionState::Communicating(state) => rsc_state_text(system, space, state),
        ExecutionState::Received { before, receiver, reception } => {
            let automaton = &system.automata()[*receiver];
            let target = automaton.transitions()[*reception].target;
            let target = &automaton.states()[target];
            format!("{}\n{} in {target}", rsc_state_text(system, space, before), automaton.name())
        }
    }
}

fn letter_text(system: &System, letter: BorderlineLetter) -> String {
    match letter {
        BorderlineLetter::Communication(exchange) => exchange_text(system, exchange),
        BorderlineLetter::LastReception { channel, message, receiver } => format!(
            "{}?{} {}",
            system.channel_name(channel),
            system.automata()[receiver].name(),
            system.messages()[message].name
        ),
    }
}

fn stage_text(system: &System, stage: &BorderlineState) -> String {
    let name = |message| &system.messages()[message].name;
    match *stage {
        BorderlineState::First { ref blocked } => keys_text(system, blocked),
        BorderlineState::Second { channel, message, sender } => {
            let sender = system.automata()[sender].name();
            format!("{}, {}, {sender}", system.channel_name(channel), name(message))
        }
        BorderlineState::Third { channel, message, last } => {
            let last = exchange_text(system, last);
            format!("{}, {}\n{last}", system.channel_name(channel), name(message))
        }
        BorderlineState::Final => "f".to_owned(),
    }
}
