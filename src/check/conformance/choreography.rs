//! Choreographies as automata of observed actions.

use kernel::automata::{FiniteAutomaton, FiniteStateId, SymbolId};
use kernel::base::{Id as _, IndexVec};
use model::cfsm::StateId;
use model::choreography::{Automaton, EdgeId, Interaction};
use model::trace::{Action, Letter, Letters, LifelineId, Signature, SignatureMessageId};

/// Returns the automaton of the actions of a choreography, symbol k of which is letter k, with the names
/// of the letters: lifelines are the participants, in order, and each interaction is its emission, then
/// its reception.
///
/// The automaton accepts in the states of [`Automaton::ends`] or, if there are none, in all states of the
/// choreography. So it accepts wherever [`termination_awareness`](crate::named_checks::termination_awareness)
/// says that the protocol may end, and everywhere if it never ends.
///
/// # Complexity
/// Linear in the number of transitions times that of the states that silent ones lead to.
pub fn observed(choreography: &Automaton) -> (FiniteAutomaton, Letters, Signature) {
    let mut signature = Signature::new();
    let lifelines: Vec<LifelineId> =
        choreography.participants.iter().map(|name| signature.add_lifeline(name)).collect();
    let messages: Vec<SignatureMessageId> =
        choreography.messages.iter().map(|name| signature.add_message(name)).collect();
    let actions = |one: Interaction| {
        let message = messages[one.message.index()];
        let send = Action::send(lifelines[one.sender.index()], message);
        [send, Action::receive(lifelines[one.receiver.index()], message)].map(Letter::from_action)
    };
    let exchanges = choreography.edges.iter().filter_map(|edge| edge.exchange);
    let letters = Letters::new(exchanges.flat_map(actions));
    let symbol = |letter: &Letter| {
        let id = letters.id(letter).expect("the letters are those of all exchanges");
        SymbolId::from_index(id.index())
    };
    let number = choreography.states.len();
    let state = |state: StateId| FiniteStateId::from_index(state.index());
    let ends = ends(choreography);
    let leaving = choreography.leaving();
    let mut accepting = vec![false; number];
    let mut transitions = Vec::new();
    let mut middles: IndexVec<EdgeId, Option<FiniteStateId>> =
        IndexVec::filled(None, choreography.edges.len());
    for from in choreography.states.ids() {
        // Actions that silent transitions lead to are added to this state.
        for behind in choreography.silent_closure(&leaving, from) {
            accepting[from.index()] |= ends[behind];
            for &id in &leaving[behind] {
                let edge = choreography.edges[id];
                let Some(exchange) = edge.exchange else { continue };
                let [send, receive] = actions(exchange).map(|letter| symbol(&letter));
                let middle = *middles[id].get_or_insert_with(|| {
                    accepting.push(false);
                    let middle = FiniteStateId::from_index(accepting.len() - 1);
                    transitions.push((middle, receive, state(edge.target)));
                    middle
                });
                transitions.push((state(from), send, middle));
            }
        }
    }
    let initial = vec![state(choreography.initial)];
    let automaton = FiniteAutomaton::new(letters.all().len(), initial, accepting, transitions);
    (automaton, letters, signature)
}

/// Returns the states in which a choreography may end: all states if it never ends.
fn ends(choreography: &Automaton) -> IndexVec<StateId, bool> {
    let ends = choreography.ends();
    if ends.iter().any(|&end| end) { ends } else { IndexVec::filled(true, ends.len()) }
}
