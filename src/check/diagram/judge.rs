//! The verdict on a diagram by its own words.

use super::product::{Pair, ReadRuns};
use crate::configurations::growing_run;
use kernel::base::{Control, Id as _, IndexVec, Limit};
use kernel::search::{NodeId, SearchBounds, StateGraph, Statistics, explore_until};
use kernel::verdict::Outcome;
use model::cfsm::{ParticipantId, Step, System};
use model::evidence::{Script, ScriptMove};
use model::interaction::Beginnings;
use rustc_hash::FxHashSet;

/// Maximum number of configurations, each with what the diagram says of the run.
const CONFIGURATIONS: u64 = 200_000;

/// Number of configurations after which a system is asked whether it has infinitely many.
const MANY: u64 = 20_000;

/// Maximum number of bytes of these configurations and of what is left of the diagram after the runs.
const BYTES: u64 = 2 << 30;

/// What a run shows that is at fault.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FaultKind {
    /// The run without its last step is the beginning of a word, and the whole is not.
    Leaves,
    /// The run is the beginning of a word, but cannot be completed to one with empty channels.
    DeadEnd,
}

/// A run of the participants that is at fault.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// What is wrong with it.
    pub kind: FaultKind,
    /// The steps, from the initial states of the participants, each of which has one.
    pub steps: Vec<Step>,
}

/// Why there is no verdict.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Undecided {
    /// A limit was reached, or this number of configurations.
    Limit(Limit),
    /// A run that seems to be at fault may be the beginning of a word in another order of independent actions: equal
    /// messages may be received in another order than they are sent.
    EqualMessages,
    /// There are infinitely many configurations, and no run was found to be at fault among this number.
    Infinite(u64),
}

/// An answer, and the statistics of its search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Judgement {
    /// The answer.
    pub outcome: Outcome<(), Fault, Undecided>,
    /// Statistics of the search.
    pub statistics: Statistics,
}

/// Decides whether every run of `system`, whose participants follow the lifelines of a diagram, is the beginning of one of
/// its words and can be completed to one with empty channels.
///
/// The configurations are explored together with what may come in the diagram, breadth first: the first step that leaves
/// the beginnings of words is a shortest one. If there is none, one backward pass finds the dead ends: where nobody can go
/// on if there are such, and nearest first.
///
/// Every beginning of a word is one of a finite word, so that participants that go on for ever are at a dead end if
/// they cannot come to an end any more.
///
/// # Complexity
/// Linear in the configurations, each with the terms that may be left of the diagram; 200,000 at most, and 20,000 if
/// there are infinitely many.
pub fn judge(beginnings: &Beginnings, system: &System, control: &Control) -> Judgement {
    let mut judged = within(beginnings, system, MANY, control);
    if let Outcome::Unknown(Undecided::Limit(Limit::States)) = judged.outcome
        && judged.statistics.states >= MANY
        && control.limit(0, 0).is_none()
    {
        judged = within(beginnings, system, CONFIGURATIONS, control);
    }
    judged
}

fn within(beginnings: &Beginnings, system: &System, most: u64, control: &Control) -> Judgement {
    // The terms are made one after the other, whatever the number of workers.
    let control = &Control { threads: 1, ..control.part(u64::MAX) };
    let runs = ReadRuns::new(system, beginnings.clone(), control);
    let has_left = |&(_, at): &Pair| at.is_none();
    let bounds = SearchBounds { states: most, bytes: BYTES };
    let graph = explore_until(runs, has_left, bounds, control);
    let statistics = graph.statistics();
    let outcome = outcome(&graph, system, most, control);
    Judgement { outcome, statistics }
}

fn outcome(
    graph: &StateGraph<ReadRuns<'_>>,
    system: &System,
    most: u64,
    control: &Control,
) -> Outcome<(), Fault, Undecided> {
    let run_to = |node| graph.path_to(node).into_labels().collect::<Vec<Step>>();
    let fault = |kind, node| Outcome::Violated(Fault { kind, steps: run_to(node) });
    let unknown = |limit| Outcome::Unknown(Undecided::Limit(limit));
    let last = graph.nodes().next_back();
    if let Some(last) = last.filter(|&last| graph.state(last).1.is_none()) {
        return fault(FaultKind::Leaves, last);
    }
    if let Some(limit) = graph.system().cut() {
        return unknown(limit);
    }
    if let Some(limit) = graph.cut() {
        let grows =
            |node| growing_run(system, system.first_control(), &run_to(node), control).is_some();
        let is_infinite = limit == Limit::States && most == MANY && last.is_some_and(grows);
        return if is_infinite {
            Outcome::Unknown(Undecided::Infinite(graph.statistics().states))
        } else {
            unknown(limit)
        };
    }
    let edges = match graph.edges(control) {
        Ok(edges) => edges,
        Err(limit) => return unknown(limit),
    };
    let complete: IndexVec<NodeId, bool> =
        graph.nodes().map(|node| graph.system().is_complete(*graph.state(node))).collect();
    let lives = edges.can_reach(complete);
    let is_dead = |node: &NodeId| !lives[*node];
    let is_stuck = |node: &NodeId| is_dead(node) && edges.leaving(*node).len() == 0;
    let stuck = graph.nodes().find(is_stuck);
    match stuck.or_else(|| graph.nodes().find(is_dead)) {
        Some(node) => fault(FaultKind::DeadEnd, node),
        None => Outcome::Holds(()),
    }
}

/// Returns the number of the steps up to the first one after which the run is the beginning of no word; `None` if it is
/// one.
///
/// # Errors
/// If a limit of `control` is reached.
///
/// # Complexity
/// That of reading the steps.
pub fn departure(
    beginnings: &mut Beginnings,
    steps: &[Step],
    control: &Control,
) -> Result<Option<usize>, Limit> {
    let mut here = beginnings.initial();
    for (number, &step) in steps.iter().enumerate() {
        match beginnings.after(here, step, control)? {
            Some(next) => here = next,
            None => return Ok(Some(number + 1)),
        }
    }
    Ok(None)
}

/// Returns `true` if a run that leaves the diagram does so in every order of its independent actions.
///
/// # Errors
/// If a limit of `control` is reached, or there are too many orders.
///
/// # Complexity
/// The number of sets of actions of which the run may begin with in some order, 20,000 at most.
pub fn leaves_in_every_order(
    beginnings: &mut Beginnings,
    system: &System,
    steps: &[Step],
    control: &Control,
) -> Result<bool, Limit> {
    let mut own: IndexVec<ParticipantId, Vec<usize>> =
        system.automata().iter().map(|_| Vec::new()).collect();
    for (number, step) in steps.iter().enumerate() {
        own[step.participant].push(number);
    }
    // The send of each reception.
    let script = Script::new(system, steps.iter().map(|&step| ScriptMove::new(system, step)));
    let mut sends = vec![None; steps.len()];
    for communication in script.execution().communications() {
        if let Some(reception) = communication.reception {
            sends[script.step_of(reception).index()] =
                Some(script.step_of(communication.send).index());
        }
    }
    let none: IndexVec<ParticipantId, usize> = own.iter().map(|_| 0).collect();
    let mut open = vec![(none, beginnings.initial())];
    let mut seen: FxHashSet<_> = open.iter().cloned().collect();
    while let Some((done, at)) = open.pop() {
        let is_done = |number: usize| {
            let participant = steps[number].participant;
            own[participant].iter().take(done[participant]).any(|&one| one == number)
        };
        let next: Vec<usize> = own
            .enumerate()
            .filter_map(|(participant, all)| all.get(done[participant]).copied())
            .filter(|&number| sends[number].is_none_or(is_done))
            .collect();
        if next.is_empty() {
            return Ok(false);
        }
        if seen.len() as u64 > MANY {
            return Err(Limit::States);
        }
        for number in next {
            if let Some(after) = beginnings.after(at, steps[number], control)? {
                let mut done = done.clone();
                done[steps[number].participant] += 1;
                if seen.insert((done.clone(), after)) {
                    open.push((done, after));
                }
            }
        }
    }
    Ok(true)
}
