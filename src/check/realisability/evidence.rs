//! Evidence from executions that are violations.

use std::collections::VecDeque;

use super::Question;
use kernel::base::{Control, IndexVec};
use kernel::search::shortest_path;
use model::cfsm::{
    Action, CommunicatingAutomaton, Exchange, Label, ParticipantId, StateId, Step, System,
    TransitionId,
};
use model::choreography::Choreography;
use model::evidence::{Rejected, Witness};

/// Returns the evidence that an RSC execution of `system` is a violation of a property of a choreography.
///
/// # Complexity
/// That of [`Witness::not_completable`] or [`Witness::not_partial`], and linear in the word times the
/// size of the automata.
///
/// # Errors
/// If the word is no execution of the system, or is no violation: a bug in the search that found it.
pub fn witness(
    choreography: &Choreography,
    system: &System,
    question: Question,
    word: &[Exchange],
    control: &Control,
) -> Result<Witness, Rejected> {
    let (initial, steps) = run_of(system, word);
    match question {
        Question::Realisable => {
            Witness::not_completable(system, choreography, initial, steps, control)
        }
        Question::WellFormed => Witness::not_partial(system, choreography, initial, steps),
    }
}

/// Returns initial states and steps that do a word: for each participant a shortest path with its actions,
/// internal steps just before the next action. If there is none, the run ends early.
///
/// # Complexity
/// Linear in the word times the size of the automata.
pub fn run_of(system: &System, word: &[Exchange]) -> (IndexVec<ParticipantId, StateId>, Vec<Step>) {
    let actions: Vec<Action> = word.iter().flat_map(|letter| letter.actions()).collect();
    let mut initial = IndexVec::new();
    let mut ways: IndexVec<ParticipantId, VecDeque<Vec<TransitionId>>> = IndexVec::new();
    for (participant, automaton) in system.automata().enumerate() {
        let own = actions.iter().filter(|action| action.participant == participant);
        let labels: Vec<Label> =
            own.map(|one| Label::Action(one.direction, one.channel, one.message)).collect();
        let (start, chunks) =
            way(automaton, &labels).unwrap_or((automaton.initial()[0], [].into()));
        initial.push(start);
        ways.push(chunks);
    }
    let mut steps = Vec::new();
    for Action { participant, .. } in actions {
        let Some(chunk) = ways[participant].pop_front() else { break };
        steps.extend(chunk.into_iter().map(|transition| Step { participant, transition }));
    }
    (initial, steps)
}

/// Returns a shortest path of an automaton with these actions: its initial state, and the transitions of each
/// action with the internal ones before it.
fn way(
    automaton: &CommunicatingAutomaton,
    labels: &[Label],
) -> Option<(StateId, VecDeque<Vec<TransitionId>>)> {
    let mut initial = automaton.initial().to_vec();
    initial.sort_unstable();
    let start = initial.into_iter().map(|state| (state, 0));
    let steps = |&(state, done): &(StateId, usize)| {
        automaton.outgoing(state).iter().filter_map(move |&id| {
            let transition = &automaton.transitions()[id];
            let next = match transition.label {
                Label::Internal => done,
                label @ Label::Action(..) => (label == labels[done]).then_some(done + 1)?,
            };
            Some(((done, id), (transition.target, next)))
        })
    };
    let path = shortest_path(start, steps, |&(_, done)| done == labels.len())?;
    let mut chunks = VecDeque::from(vec![Vec::new(); labels.len()]);
    // An internal step belongs to the action that it comes before.
    for ((done, transition), _) in path.steps {
        chunks[done].push(transition);
    }
    Some((path.initial.0, chunks))
}
