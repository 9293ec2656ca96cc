//! The product of a system's automata, without channels.

use super::{CommunicatingAutomaton, Label, ParticipantId, StateId, System};
use kernel::automata::NamedAutomaton;
use kernel::base::{Control, IndexVec, Limit, combinations};
use kernel::transition_system::{Automaton, TransitionSystem};

/// Returns the part of the product of `system` that is reachable from its initial states (Definition 2.2.4 of
/// [RSC](crate#bibliography)), `max_states` states at most; all of them accept. Lossy channels are drawn as
/// they are written: a send also represents its internal twin.
///
/// # Complexity
/// Linear in the number of transitions.
///
/// # Errors
/// The limit that was reached first.
pub fn product_diagram(
    system: &System,
    max_states: u64,
    control: &Control,
) -> Result<NamedAutomaton, Limit> {
    let initial = system.automata().iter().map(|a| a.initial().to_vec()).collect();
    let product = Product { system, initial };
    NamedAutomaton::explore(
        product,
        system.name(),
        |_, state| control_text(system, |participant| state[participant]),
        |_, (participant, label)| step_text(system, participant, label),
        max_states,
        control,
    )
}

struct Product<'a> {
    system: &'a System,
    initial: IndexVec<ParticipantId, Vec<StateId>>,
}

type ControlStates = IndexVec<ParticipantId, StateId>;

impl TransitionSystem for Product<'_> {
    type State = ControlStates;
    type Label = (ParticipantId, Label);
    type Scratch = ();

    fn initial_states(&self) -> impl Iterator<Item = ControlStates> {
        combinations(&self.initial)
    }

    fn successors(
        &self,
        state: &ControlStates,
        (): &mut (),
        emit: &mut impl FnMut((ParticipantId, Label), ControlStates),
    ) {
        for (participant, automaton) in self.system.automata().enumerate() {
            for &id in automaton.outgoing(state[participant]) {
                let transition = &automaton.transitions()[id];
                // A lossy channel may drop any message: the send alone represents both transitions.
                if transition.loss_of.is_none() {
                    let mut next = state.clone();
                    next[participant] = transition.target;
                    emit((participant, transition.label), next);
                }
            }
        }
    }
}

impl Automaton for Product<'_> {
    fn is_accepting(&self, _: &ControlStates) -> bool {
        true
    }
}

/// Returns a step of a participant as a letter.
/// Returns the text of a step of a participant: `client ! request`, with the channel if it matters.
pub fn step_text(system: &System, participant: ParticipantId, label: Label) -> String {
    let name = system.automata()[participant].name();
    match label {
        Label::Internal => format!("{name} internal"),
        Label::Action(direction, channel, message) => {
            let sign = direction.sign();
            let message = &system.messages()[message].name;
            format!("{}{sign}{name} {message}", system.channel_name(channel))
        }
    }
}

/// Returns the control states of the participants that have more than one, or of all if none has.
pub fn control_text(system: &System, state: impl Fn(ParticipantId) -> StateId) -> String {
    let moves = |automaton: &CommunicatingAutomaton| automaton.states().len() > 1;
    let any = system.automata().iter().any(moves);
    let shown = system.automata().enumerate().filter(|(_, automaton)| !any || moves(automaton));
    let names: Vec<&str> =
        shown.map(|(participant, automaton)| &automaton.states()[state(participant)]).collect();
    names.join(",")
}
