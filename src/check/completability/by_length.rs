//! RSC executions one by one, the shortest first.

use crate::rsc::RscAutomaton;
use kernel::base::Control;
use kernel::transition_system::TransitionSystem as _;
use model::cfsm::{Action, Exchange, System};
use model::choreography::{Choreography, Completion, Partials, completion};

/// Result of testing single executions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Tested {
    /// This execution cannot be completed; all shorter ones can.
    Found(Vec<Exchange>),
    /// All executions were tested, and each can be completed.
    All,
    /// Each tested execution can be completed; some were not tested.
    Some,
}

/// Returns the first RSC execution of `system`, of at most `longest` communications, that cannot be
/// completed to a word of `choreography` up to the order of independent actions, if it is among the
/// `max_tested` shortest ones.
///
/// Participants, messages and channels must have the same ids in both. Of the words that differ only in the
/// order of independent communications, only the least is tested and counted. If a limit of `control` is
/// reached, the result is [`Tested::Some`].
///
/// # Complexity
/// For each execution that of [`completion`].
pub fn shortest_incompletable(
    choreography: &Choreography,
    system: &System,
    longest: usize,
    max_tested: usize,
    control: &Control,
) -> Tested {
    let automaton = RscAutomaton::<Box<[u64]>>::new(system);
    let partials = Partials::new(choreography);
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
                if tested > max_tested || control.limit(0, 0).is_some() {
                    return Tested::Some;
                }
                let actions: Vec<Action> =
                    word.iter().flat_map(|letter| letter.actions()).collect();
                match completion(choreography, &actions, control) {
                    Completion::Violated(()) => return Tested::Found(word),
                    Completion::Unknown(_) => return Tested::Some,
                    Completion::Holds(_) => longer.push((state, word)),
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

/// Returns `true` if `word`, the least word of its class up to the order of independent letters, followed by
/// `letter` is least as well: `letter` cannot move before a greater one.
fn is_least(partials: &Partials<'_>, word: &[Exchange], letter: Exchange) -> bool {
    let mut passed = word.iter().rev().take_while(|other| !partials.depend(letter, **other));
    passed.all(|other| *other <= letter)
}
