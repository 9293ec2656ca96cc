//! RSC executions one by one, the shortest first.

use crate::rsc::RscAutomaton;
use kernel::base::Control;
use kernel::transition_system::TransitionSystem as _;
use model::cfsm::{Action, Exchange, System};
use model::choreography::{Choreography, Completion, Partials, completion};

/// What tests of single executions say.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Tested {
    /// This one cannot be completed, and none that can not is shorter.
    Found(Vec<Exchange>),
    /// All were tested, and can be completed.
    All,
    /// Those that were tested can be completed; there are others.
    Some,
}

/// Returns the first RSC execution of `system`, of at most `longest` communications, that cannot be
/// completed to a word of `choreography` up to the order of independent actions, if it is among the
/// `max_length` shortest ones.
///
/// Participants, messages and channels must have the same ids in both. Of the words that differ in the
/// order of independent communications only the least is tested, and counted. A limit of `control` is
/// [`Tested::Some`].
///
/// # Complexity
/// For each execution that of [`completion`].
pub fn shortest_incompletable(
    choreography: &Choreography,
    system: &System,
    longest: usize,
    max_length: usize,
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
                if tested > max_length || control.limit(0, 0).is_some() {
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

/// Returns `true` if `word`, the least of the words that swaps of independent letters make of it, stays
/// so with `letter` behind it: the letter cannot move before a greater one.
fn is_least(partials: &Partials<'_>, word: &[Exchange], letter: Exchange) -> bool {
    let mut passed = word.iter().rev().take_while(|other| !partials.depend(letter, **other));
    passed.all(|other| *other <= letter)
}
