//! Diagrams of the automata of borderline violations.

use super::borderline::{BorderlineAutomaton, BorderlineLetter, BorderlineState};
use super::definition::{self, ExecutionState};
use crate::rsc::{RscAutomaton, RscSpace, exchange_text, keys_text, rsc_state_text};
use kernel::automata::{NamedAutomaton, Naming};
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
    let names = Names { system, space: None };
    let is_communication =
        |letter: &&BorderlineLetter| matches!(letter, BorderlineLetter::Communication(_));
    let communications =
        letters.iter().filter(is_communication).map(|&letter| names.letter_text(letter)).collect();
    let reader = Reader { automaton: BorderlineAutomaton::new(system), letters };
    let diagram = NamedAutomaton::explore(reader, system.name(), &names, max_states, control)?;
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
    let names = Names { system, space: Some(rsc.space().clone()) };
    let violations = definition::violations(system, rsc);
    NamedAutomaton::explore(violations, system.name(), &names, max_states, control)
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

struct Names<'a> {
    system: &'a System,
    space: Option<RscSpace>,
}

impl Names<'_> {
    fn letter_text(&self, letter: BorderlineLetter) -> String {
        match letter {
            BorderlineLetter::Communication(exchange) => exchange_text(self.system, exchange),
            BorderlineLetter::LastReception { channel, message, receiver } => format!(
                "{}?{} {}",
                self.system.channel_name(channel),
                self.system.automata()[receiver].name(),
                self.system.messages()[message].name
            ),
        }
    }

    fn stage(&self, state: &BorderlineState) -> String {
        let name = |message| &self.system.messages()[message].name;
        match *state {
            BorderlineState::First { ref blocked } => keys_text(self.system, blocked),
            BorderlineState::Second { channel, message, sender } => {
                let sender = self.system.automata()[sender].name();
                format!("{}, {}, {sender}", self.system.channel_name(channel), name(message))
            }
            BorderlineState::Third { channel, message, last } => {
                format!(
                    "{}, {}\n{}",
                    self.system.channel_name(channel),
                    name(message),
                    exchange_text(self.system, last)
                )
            }
            BorderlineState::Final => "f".to_owned(),
        }
    }
}

impl Naming<Reader<'_>> for Names<'_> {
    fn state(&self, state: &BorderlineState) -> String {
        self.stage(state)
    }

    fn letter(&self, letter: BorderlineLetter) -> String {
        self.letter_text(letter)
    }
}

impl Naming<definition::Violations<'_, Box<[u64]>>> for Names<'_> {
    fn state(&self, (execution, stage): &(ExecutionState<Box<[u64]>>, BorderlineState)) -> String {
        let space = self.space.as_ref().expect("the product has RSC executions on its left");
        let (before, received) = match execution {
            ExecutionState::Communicating(state) => (state, String::new()),
            ExecutionState::Received { before, receiver, reception } => {
                let automaton = &self.system.automata()[*receiver];
                let target = automaton.transitions()[*reception].target;
                let target = &automaton.states()[target];
                (before, format!("\n{} in {target}", automaton.name()))
            }
        };
        let executed = rsc_state_text(self.system, space, before);
        format!("{executed}{received}\n{}", self.stage(stage))
    }

    fn letter(&self, letter: BorderlineLetter) -> String {
        self.letter_text(letter)
    }
}
