//! Linear invariants that exclude given configurations.

use kernel::base::{Id as _, IndexVec};
use model::cfsm::{Direction, Label, ParticipantId, StateId, System};
use model::evidence::LinearInvariant;

use super::rational::{Rational, common_denominator};
use super::simplex::Inequalities;
use super::work::Work;
use crate::backward::{LetterId, Letters};

/// Maximum number of times that runs are looked at.
const ROUNDS: usize = 100;

/// Configurations that are to be excluded.
#[derive(Clone, Debug)]
pub(super) struct Case {
    /// The states that each participant may be in.
    pub(super) control: IndexVec<ParticipantId, Vec<StateId>>,
    /// Messages of which channels hold some at least: those of one of these words.
    pub(super) held: Vec<Vec<LetterId>>,
    /// Messages that no channel holds.
    pub(super) absent: Vec<LetterId>,
}

/// A step of a participant, and how it changes the number of a message.
#[derive(Clone, Copy, Debug)]
struct Edge {
    source: StateId,
    target: StateId,
    change: Option<(LetterId, i128)>,
}

/// The steps of the participants.
#[derive(Debug)]
pub(super) struct Flows<'a> {
    system: &'a System,
    letters: &'a Letters,
    edges: IndexVec<ParticipantId, Vec<Edge>>,
}

/// The run of a participant to each state that sends most, by weights of messages.
struct Runs {
    /// What it sends less what it receives; `None` for a state that is not reached.
    sums: IndexVec<StateId, Option<i128>>,
    /// For each state the last step of its run.
    last: IndexVec<StateId, Option<Edge>>,
    /// A state on a cycle that sends more than it receives.
    growing: Option<StateId>,
}

impl<'a> Flows<'a> {
    pub(super) fn new(system: &'a System, letters: &'a Letters) -> Self {
        let edges = system.automata().iter().map(|automaton| {
            let edges = automaton.transitions().iter().filter_map(|transition| {
                let change = match transition.label {
                    Label::Internal => None,
                    Label::Action(direction, channel, message) => {
                        // What is never sent is never received.
                        let letter = letters.letter(system, channel, message)?;
                        Some((letter, if direction == Direction::Send { 1 } else { -1 }))
                    }
                };
                Some(Edge { source: transition.source, target: transition.target, change })
            });
            edges.collect()
        });
        Self { system, letters, edges: edges.collect() }
    }

    /// Returns an invariant that excludes the configurations of a case; `None` if there is none, or it is not found.
    ///
    /// The weights of messages determine the others: a state weighs what its participant receives less what it sends on
    /// the way there, on that run on which this is least. So only weights of messages are searched for: a run, or a
    /// cycle, for which they are wrong gives a further inequality.
    ///
    /// # Complexity
    /// A fixed number of times the simplex method, and the product of the numbers of states and transitions of each
    /// participant.
    pub(super) fn invariant(&self, case: &Case, work: &mut Work<'_>) -> Option<LinearInvariant> {
        let (letters, participants) = (self.letters.len(), self.edges.len());
        // The weights of the messages, and for each participant the largest sum of its runs to the case.
        let least =
            self.letters.ids().map(|one| (!case.absent.contains(&one)).then_some(Rational::ZERO));
        let mut problem = Inequalities::new(least.chain((0..participants).map(|_| None)));
        let largest = |participant: ParticipantId| letters + participant.index();
        for word in &case.held {
            let sums = self.edges.ids().map(|participant| (largest(participant), 1));
            let held = word.iter().map(|letter| (letter.index(), -1));
            problem.add(&sums.chain(held).collect::<Vec<_>>(), -1)?;
        }
        for _ in 0..ROUNDS {
            problem.solve(work)?;
            let values = (0..letters + participants).map(|variable| problem.value(variable));
            let scale = common_denominator(values.clone())?;
            let values: Vec<i128> =
                values.map(|value| value.scaled(scale)).collect::<Option<_>>()?;
            let mut is_solved = true;
            let mut states = IndexVec::new();
            for (participant, edges) in self.edges.enumerate() {
                let runs = self.runs(participant, edges, &values, work)?;
                let mut broken = None;
                if let Some(state) = runs.growing {
                    broken = Some(runs.cycle(state));
                } else {
                    let reached = case.control[participant].iter().copied();
                    let reached = reached.filter(|&state| runs.sums[state].is_some());
                    let Some(end) = reached.max_by_key(|&state| runs.sums[state]) else {
                        // Whatever messages weigh, the participant is never there.
                        return self.of_reached(work);
                    };
                    if runs.sums[end] > Some(values[largest(participant)]) {
                        let mut sum = runs.run(end);
                        sum.push((largest(participant), -1));
                        broken = Some(sum);
                    }
                }
                if let Some(sum) = broken {
                    problem.add(&sum, 0)?;
                    is_solved = false;
                }
                states.push(runs.sums);
            }
            if is_solved {
                return stated(self.letters, &states, &values);
            }
        }
        None
    }

    /// Returns the invariant that says only which states are reached.
    fn of_reached(&self, work: &mut Work<'_>) -> Option<LinearInvariant> {
        let weights = vec![0; self.letters.len()];
        let runs = self.edges.enumerate();
        let runs = runs.map(|(participant, edges)| self.runs(participant, edges, &weights, work));
        let states = runs.map(|runs| Some(runs?.sums)).collect::<Option<Vec<_>>>()?;
        stated(self.letters, &states.into_iter().collect(), &weights)
    }

    /// Returns the runs that send most; `None` if a number is too large, or a limit is reached.
    fn runs(
        &self,
        participant: ParticipantId,
        edges: &[Edge],
        weights: &[i128],
        work: &mut Work<'_>,
    ) -> Option<Runs> {
        let automaton = &self.system.automata()[participant];
        let count = automaton.states().len();
        let mut sums = IndexVec::filled(None, count);
        let mut last: IndexVec<StateId, Option<Edge>> = IndexVec::filled(None, count);
        for &state in automaton.initial() {
            sums[state] = Some(0);
        }
        let mut growing = None;
        // A run without a cycle has fewer steps than there are states.
        for _ in 0..count {
            work.takes(edges.len())?;
            let mut changed = None;
            for &edge in edges {
                let Some(before) = sums[edge.source] else { continue };
                let change = match edge.change {
                    None => 0,
                    Some((letter, sign)) => sign * weights[letter.index()],
                };
                let sum: i128 = change.checked_add(before)?;
                if sums[edge.target].is_none_or(|known| known < sum) {
                    sums[edge.target] = Some(sum);
                    last[edge.target] = Some(edge);
                    changed = Some(edge.target);
                }
            }
            if changed.is_none() {
                return Some(Runs { sums, last, growing: None });
            }
            growing = changed;
        }
        Some(Runs { sums, last, growing })
    }
}

impl Runs {
    /// Returns how a cycle changes the numbers of messages, given a state behind it.
    fn cycle(&self, behind: StateId) -> Vec<(usize, i128)> {
        let before = |state: StateId| self.last[state].map_or(state, |edge| edge.source);
        let first = (0..self.last.len()).fold(behind, |state, _| before(state));
        let mut changes = Vec::new();
        let mut state = first;
        while let Some(edge) = self.last[state] {
            changes.extend(edge.change.map(|(letter, change)| (letter.index(), change)));
            state = edge.source;
            if state == first {
                break;
            }
        }
        changes
    }

    /// Returns how the run to a state changes the numbers of messages.
    fn run(&self, end: StateId) -> Vec<(usize, i128)> {
        let edges = std::iter::successors(self.last[end], |edge| self.last[edge.source]);
        edges.filter_map(|edge| edge.change).map(|(one, change)| (one.index(), change)).collect()
    }
}

/// Returns an invariant as data; `None` if a weight is too large.
fn stated(
    letters: &Letters,
    sums: &IndexVec<ParticipantId, IndexVec<StateId, Option<i128>>>,
    weights: &[i128],
) -> Option<LinearInvariant> {
    let weight = |sum: &Option<i128>| match sum {
        Some(sum) => i64::try_from(-sum).ok().map(Some),
        None => Some(None),
    };
    let states = sums.iter().map(|sums| {
        let weights = sums.iter().map(weight).collect::<Option<Vec<_>>>()?;
        Some(weights.into_iter().collect())
    });
    let states = states.collect::<Option<Vec<_>>>()?.into_iter().collect();
    let messages = letters.ids().filter(|letter| weights[letter.index()] != 0).map(|letter| {
        let (channel, message) = letters.channel_and_message(letter);
        Some((channel, message, i64::try_from(weights[letter.index()]).ok()?))
    });
    Some(LinearInvariant { states, messages: messages.collect::<Option<_>>()? })
}
