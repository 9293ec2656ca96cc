//! Diagrams of the automata of borderline violations.

use super::borderline::{BorderlineAutomaton, BorderlineLetter, BorderlineState};
use super::definition::{self, ExecutionState};
use crate::rsc::{RscAutomaton, RscSpace, exchange_text, keys_text, rsc_state_text};
use kernel::automata::NamedAutomaton;
use kernel::base::{Control, Limit};
use kernel::transition_system::{Acceptor as _, Automaton, TransitionSystem};
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
    let state_name = |state: &BorderlineState| stage_text(system, state);
    let letter_name = |letter| letter_text(system, letter);
    let is_communication =
        |letter: &&BorderlineLetter| matches!(letter, BorderlineLetter::Communication(_));
    let communications =
        letters.iter().filter(is_communication).map(|&letter| letter_name(letter)).collect();
    let reader = Reader { automaton: BorderlineAutomaton::new(system), letters };
    let name = system.name();
    let diagram =
        NamedAutomaton::explore(reader, name, state_name, letter_name, max_states, control)?;
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
    let rsc = RscAutomaton::<Box<[u64]>>::new(system);
    let space = rsc.space().clone();
    let violations = definition::violations(system, rsc);
    let state_name = |(execution, stage): &(_, _)| {
        format!("{}\n{}", execution_text(system, &space, execution), stage_text(system, stage))
    };
    let letter_name = |letter| letter_text(system, letter);
    let name = system.name();
    NamedAutomaton::explore(violations, name, state_name, letter_name, max_states, control)
}

/// The automaton on all words over its letters.
struct Reader<'a> {
    automaton: BorderlineAutomaton<'a>,
    letters: Vec<BorderlineLetter>,
}

impl TransitionSystem for Reader<'_> {
    type State = BorderlineState;
    type Label = BorderlineLetter;
    type Scratch = ();

    fn initial_states(&self) -> impl Iterator<Item = BorderlineState> {
        self.automaton.start_states()
    }

    fn successors(
        &self,
        state: &BorderlineState,
        (): &mut (),
        emit: &mut impl FnMut(BorderlineLetter, BorderlineState),
    ) {
        for &letter in &self.letters {
            self.automaton.read(state, letter, &mut |next| emit(letter, next));
        }
    }
}

impl Automaton for Reader<'_> {
    fn is_accepting(&self, state: &BorderlineState) -> bool {
        self.automaton.is_accepting(state)
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

fn stage_text(system: &System, state: &BorderlineState) -> String {
    let name = |message| &system.messages()[message].name;
    match *state {
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

fn execution_text(
    system: &System,
    space: &RscSpace,
    execution: &ExecutionState<Box<[u64]>>,
) -> String {
    match execution {
        ExecutionState::Communicating(state) => rsc_state_text(system, space, state),
        ExecutionState::Received { before, receiver, reception } => {
            let automaton = &system.automata()[*receiver];
            let target = &automaton.states()[automaton.transitions()[*reception].target];
            let executed = rsc_state_text(system, space, before);
            format!("{executed}\n{} in {target}", automaton.name())
        }
    }
}
