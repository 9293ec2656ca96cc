//! From an execution that violates to evidence.

use std::collections::{BTreeMap, VecDeque};

use super::Question;
use kernel::base::{Control, IndexVec};
use model::cfsm::{
    Action, CommunicatingAutomaton, Exchange, Label, ParticipantId, StateId, Step, System,
    TransitionId,
};
use model::choreography::Choreography;
use model::evidence::{Rejected, Witness};

/// Returns the evidence that an RSC execution of `system` violates what is asked of a choreography.
///
/// # Complexity
/// That of [`Witness::not_completable`] or [`Witness::not_partial`], and linear in the word times the
/// size of the automata.
///
/// # Errors
/// If the word is no execution of the system, or does not violate: a bug of whoever found it.
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

/// Returns initial states and steps that spell out a word: for each participant a shortest way to do
/// what it does there, internal steps just before the next action. Where there is none, the run ends
/// early.
///
/// # Complexity
/// Linear in the word times the size of the automata.
pub fn run_of(system: &System, word: &[Exchange]) -> (IndexVec<ParticipantId, StateId>, Vec<Step>) {
    let actions: Vec<Action> = word.iter().flat_map(|letter| letter.actions()).collect();
    let mut initial = IndexVec::new();
    let mut lanes: IndexVec<ParticipantId, VecDeque<Vec<TransitionId>>> = IndexVec::new();
    for (participant, automaton) in system.automata().enumerate() {
        let own = actions.iter().filter(|action| action.participant == participant);
        let labels: Vec<Label> =
            own.map(|one| Label::Action(one.direction, one.channel, one.message)).collect();
        let (start, lane) = way(automaton, &labels).unwrap_or((automaton.initial()[0], [].into()));
        initial.push(start);
        lanes.push(lane);
    }
    let mut steps = Vec::new();
    for Action { participant, .. } in actions {
        let Some(chunk) = lanes[participant].pop_front() else { break };
        steps.extend(chunk.into_iter().map(|transition| Step { participant, transition }));
    }
    (initial, steps)
}

/// A state of an automaton, and how many actions were done by then.
type Place = (StateId, usize);

/// Returns a shortest way of an automaton to do these actions: where it starts, and the transitions of
/// each action with the internal ones before it.
fn way(
    automaton: &CommunicatingAutomaton,
    labels: &[Label],
) -> Option<(StateId, VecDeque<Vec<TransitionId>>)> {
    let mut before: BTreeMap<Place, Option<(Place, TransitionId)>> =
        automaton.initial().iter().map(|&state| ((state, 0), None)).collect();
    let mut open: VecDeque<Place> = before.keys().copied().collect();
    while let Some((state, done)) = open.pop_front() {
        if done == labels.len() {
            let mut lane = VecDeque::from(vec![Vec::new(); labels.len()]);
            let mut here = (state, done);
            while let Some((last, transition)) = before[&here] {
                // An internal step belongs to the action that it comes before.
                lane[last.1].insert(0, transition);
                here = last;
            }
            return Some((here.0, lane));
        }
        for &id in automaton.outgoing(state) {
            let transition = &automaton.transitions()[id];
            let next = match transition.label {
                Label::Internal => (transition.target, done),
                label if label == labels[done] => (transition.target, done + 1),
                Label::Action(..) => continue,
            };
            before.entry(next).or_insert_with(|| {
                open.push_back(next);
                Some(((state, done), id))
            });
        }
    }
    None
}
