//! Diagrams of choreographies.
//!
//! A letter is written `p->q: m`, and `p->: m via c` if no participant receives. The channel follows unless
//! it is the one from `p` to `q` alone, which the letter implies.

use super::{Automaton, Choreography, NamedChannel, PartialState, Partials};
use crate::cfsm::{Direction, Exchange, StateId};
use kernel::automata::DfaStateId;
use kernel::automata::{NamedAutomaton, NamedState, NamedTransition};
use kernel::base::{Control, Id as _, Limit};
use kernel::transition_system::{self, TransitionSystem};

/// Text of a silent transition.
const SILENT: &str = "\u{3b5}";

/// Maximum number of states of the source that are all shown in the name of a state.
const FEW: usize = 4;

/// Returns the automaton that a choreography was made from (Definition 6.1.1 of [RSC](crate#bibliography)),
/// as written but without unreachable parts. If it declares states in which the protocol may end, these are
/// marked; if it declares none, all states accept.
///
/// # Complexity
/// Linear in the size of the automaton.
pub fn automaton_diagram(choreography: &Choreography) -> NamedAutomaton {
    let source = choreography.source();
    let is_open = source.finals.is_empty();
    diagram(source, |state| is_open || source.finals.contains(&state))
}

/// Returns an automaton of synchronous executions, in which all states accept (Definition 6.3.3 of
/// [RSC](crate#bibliography)).
///
/// # Complexity
/// Linear in the size of the automaton.
pub fn synchronous_diagram(automaton: &Automaton) -> NamedAutomaton {
    diagram(automaton, |_| true)
}

fn diagram(automaton: &Automaton, is_accepting: impl Fn(StateId) -> bool) -> NamedAutomaton {
    let states = automaton.states.enumerate().map(|(id, name)| NamedState {
        name: name.clone(),
        initial: id == automaton.initial,
        accepting: is_accepting(id),
    });
    let transitions = automaton.edges.iter().map(|edge| NamedTransition {
        from: edge.source.index(),
        letter: letter_text(automaton, edge.exchange.map(|exchange| exchange.letter(true))),
        to: edge.target.index(),
    });
    NamedAutomaton {
        name: automaton.name.clone(),
        states: states.collect(),
        transitions: transitions.collect(),
        gathered: None,
    }
}

/// Returns the minimal deterministic automaton of a choreography. The name of a state consists of the states
/// of the source that it represents, in braces if there are several.
///
/// # Complexity
/// Linear in the size of the automaton.
pub fn normal_diagram(choreography: &Choreography) -> NamedAutomaton {
    let (source, language) = (choreography.source(), choreography.language());
    let mut diagram = NamedAutomaton { name: source.name.clone(), ..NamedAutomaton::default() };
    for state in language.states() {
        diagram.states.push(NamedState {
            name: normal_text(choreography, state),
            initial: state == language.initial(),
            accepting: true,
        });
        diagram.transitions.extend(language.transitions(state).iter().map(
            |&(exchange, target)| NamedTransition {
                from: state.index(),
                letter: letter_text(source, Some(exchange.letter(true))),
                to: target.index(),
            },
        ));
    }
    diagram
}

/// Returns the automaton of the partial executions of a choreography that are RSC, [`Partials`], `max_states`
/// states at most.
///
/// The name of a state consists of the state of the choreography, the blocked participants, and the blocked
/// keys: a channel, or a bag and a message, with `^r` if only receptions are blocked and `^s` if all actions
/// are. A whole interaction is left out by a silent transition.
///
/// # Complexity
/// Linear in the number of transitions.
///
/// # Errors
/// The limit that was reached first.
pub fn partials_diagram(
    choreography: &Choreography,
    max_states: u64,
    control: &Control,
) -> Result<NamedAutomaton, Limit> {
    let source = choreography.source();
    let partials = Partials::new(choreography);
    let automaton = PartialExecutions(partials.clone());
    let state_name = |state: &PartialState| partial_text(choreography, &partials, state);
    let letter_name = |letter| letter_text(source, letter);
    NamedAutomaton::explore(automaton, &source.name, state_name, letter_name, max_states, control)
}

/// The automaton of partial executions, with silent transitions.
struct PartialExecutions<'a>(Partials<'a>);

impl TransitionSystem for PartialExecutions<'_> {
    type State = PartialState;
    type Label = Option<Exchange>;
    type Scratch = ();

    fn initial_states(&self) -> impl Iterator<Item = PartialState> {
        std::iter::once(self.0.initial())
    }

    fn successors(
        &self,
        state: &PartialState,
        (): &mut (),
        emit: &mut impl FnMut(Option<Exchange>, PartialState),
    ) {
        self.0.each(state, &mut |letter, next| emit(Some(letter), next));
        self.0.silent(state, &mut |next| emit(None, next));
    }

    fn heap_bytes(&self, (_, blocked): &PartialState) -> usize {
        blocked.heap_bytes()
    }
}

impl transition_system::Automaton for PartialExecutions<'_> {
    fn is_accepting(&self, _: &PartialState) -> bool {
        true
    }
}

/// Returns the name of a state of the automaton of partial executions.
fn partial_text(
    choreography: &Choreography,
    partials: &Partials<'_>,
    (state, blocked): &PartialState,
) -> String {
    let source = choreography.source();
    let participants = partials.blocked_participants(blocked);
    let participants: Vec<&str> =
        participants.map(|participant| source.participants[participant].as_str()).collect();
    let name = normal_text(choreography, *state);
    if participants.is_empty() {
        return name;
    }
    let keys = partials.blocked_keys(blocked).map(|(channel, message, direction)| {
        let NamedChannel { name, .. } = &source.channels[channel];
        let sign = if direction == Direction::Send { 's' } else { 'r' };
        match message {
            Some(message) => format!("({name}, {})^{sign}", source.messages[message]),
            None => format!("{name}^{sign}"),
        }
    });
    let keys: Vec<String> = keys.collect();
    format!("{name}\n{{{}}}\n{{{}}}", participants.join(", "), keys.join(", "))
}

/// Returns the name of a state of the minimal automaton; names are unique.
fn normal_text(choreography: &Choreography, state: DfaStateId) -> String {
    let states = &choreography.source().states;
    let members = choreography.language().members(state);
    let name = |place: usize| states[StateId::from_index(members[place].index())].as_str();
    match members.len() {
        1 => name(0).to_owned(),
        count if count <= FEW => {
            format!("{{{}}}", (0..count).map(name).collect::<Vec<_>>().join(", "))
        }
        count => {
            let first: Vec<&str> = (0..FEW - 1).map(name).collect();
            let more = count - first.len();
            format!("{}: {{{} and {more} more}}", state.index(), first.join(", "))
        }
    }
}

/// Returns the text of a letter in a diagram.
fn letter_text(automaton: &Automaton, letter: Option<Exchange>) -> String {
    let Some(Exchange { channel, message, sender, receiver }) = letter else {
        return SILENT.to_owned();
    };
    let sender = &automaton.participants[sender];
    let message = &automaton.messages[message];
    let channel = &automaton.channels[channel].name;
    let Some(receiver) = receiver.map(|receiver| &automaton.participants[receiver]) else {
        return format!("{sender}->: {message} via {channel}");
    };
    if *channel == format!("{sender}>{receiver}") {
        format!("{sender}->{receiver}: {message}")
    } else {
        format!("{sender}->{receiver}: {message} via {channel}")
    }
}
