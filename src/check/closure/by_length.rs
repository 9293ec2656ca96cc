//! RSC executions one by one, the shortest first.

use crate::rsc::RscAutomaton;
use kernel::base::Control;
use kernel::transition_system::TransitionSystem as _;
use model::cfsm::{Action, Exchange, System};
use model::choreography::{Choreography, Completion, Partials, completion};

/// What tests of single executions say.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Tested {
    /// This one cannot be completed, and none that can not is shorter.
    Found(Vec<Exchange>),
    /// All were tested, and can be completed.
    All,
    /// Those that were tested can be completed; there are others.
    Some,
}

/// Looks for an RSC execution of `system`, of at most `longest` communications, that `choreography`
/// does not allow up to the order of independent actions, among the first `most`.
///
/// Of the words that differ in the order of independent communications only the least is tested.
///
/// # Complexity
/// For each execution that of [`completion`].
pub(super) fn shortest_incompletable(
    choreography: &Choreography,
    system: &System,
    longest: usize,
    most: usize,
    control: &Control,
) -> Tested {
    let automaton = RscAutomaton::<Box<[u64]>>::of(system);
    let partials = Partials::of(choreography);
    let mut current: Vec<(Box<[u64]>, Vec<Exchange>)> =
        automaton.initial_states().map(|state| (state, Vec::new())).collect();
    let mut tested = 0;
    for _ in 0..longest {
        let mut longer = Vec::new();
        for (state, word) in &current {
            let mut next = Vec::new();
            automaton.successors(state, &mut (), &mut |step, state| {
                let letter = automaton.space().exchange(step);
                if is_least(&partials, word, letter) {
                    next.push(([&word[..], &[letter]].concat(), state));
                }
            });
            for (word, state) in next {
                tested += 1;
                if tested > most || control.limit(0, 0).is_some() {
                    return Tested::Some;
                }
                let actions: Vec<Action> =
                    word.iter().flat_map(|letter| letter.actions()).collect();
                match completion(choreography, &actions, control) {
                    Completion::No => return Tested::Found(word),
                    Completion::Cut(_) => return Tested::Some,
                    Completion::Yes(_) => longer.push((state, word)),
                }
            }
        }
        if longer.is_empty() {
            break;
        }
        current = longer;
    }
    Tested::All
}

/// Tells whether `word`, the least of the words that swaps of independent letters make of it, stays
/// so with `letter` behind it: the letter cannot move before a greater one.
fn is_least(partials: &Partials<'_>, word: &[Exchange], letter: Exchange) -> bool {
    let mut passed = word.iter().rev().take_while(|other| !partials.depend(letter, **other));
    passed.all(|other| *other <= letter)
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::base::{Id as _, IndexVec};
    use model::cfsm::{ChannelId, ChannelKind, MessageId, ParticipantId, StateId};
    use model::choreography::{Automaton, Edge, Interaction, NamedChannel};

    /// Returns the choreography `0 p>q:m 1; 1 r>s:m 2` on two FIFO channels.
    fn two_messages() -> Choreography {
        let participants: IndexVec<ParticipantId, String> =
            ["p", "q", "r", "s"].map(str::to_owned).into_iter().collect();
        let channel = |name: &str| NamedChannel { name: name.to_owned(), kind: ChannelKind::Fifo };
        let exchange = |number: usize| Interaction {
            sender: ParticipantId::from_index(2 * number),
            receiver: ParticipantId::from_index(2 * number + 1),
            message: MessageId::from_index(0),
            channel: ChannelId::from_index(number),
        };
        let edge = |number: usize| Edge {
            source: StateId::from_index(number),
            exchange: Some(exchange(number)),
            target: StateId::from_index(number + 1),
        };
        let automaton = Automaton {
            name: "two".to_owned(),
            participants,
            messages: std::iter::once("m".to_owned()).collect(),
            channels: ["a", "b"].map(channel).into_iter().collect(),
            states: ["0", "1", "2"].map(str::to_owned).into_iter().collect(),
            initial: StateId::from_index(0),
            edges: [0, 1].map(edge).into_iter().collect(),
            finals: Vec::new(),
        };
        Choreography::new(&automaton, 10).unwrap()
    }

    #[test]
    fn the_budget_is_for_words_up_to_the_order_of_independent_letters() {
        let choreography = two_messages();
        let system = choreography.implementation(10).unwrap();
        let control = Control::unlimited();
        // Each of the two is not sent, sent, or received: 3 * 3 words, of which one is empty.
        let within =
            |most| shortest_incompletable(&choreography, &system, usize::MAX, most, &control);
        assert_eq!(within(8), Tested::All);
        assert_eq!(within(7), Tested::Some);
        assert_eq!(shortest_incompletable(&choreography, &system, 1, 4, &control), Tested::All);
    }
}
