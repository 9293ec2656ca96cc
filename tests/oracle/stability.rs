//! Stable systems, read off the definitions: whether it can be seen that channels hold one message more.
//!
//! The *behaviour* of a system within a bound are its configurations with at most so many messages in each channel. Sends
//! are visible, with their participants, channels and messages; receptions and internal steps are not.

use super::configurations::{Bounds, Loss, explore};
use super::synchronous::sent;
use model::cfsm::{Action, System};
use std::collections::BTreeSet;

/// Which behaviours are the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sameness {
    /// Branching bisimilar ones: steps that are not visible may be left out where they change nothing.
    Branching,
    /// Strongly bisimilar ones: all steps that are not visible count as one letter.
    Strong,
}

/// A behaviour.
#[derive(Clone, Debug)]
pub struct Behaviour {
    initial: Vec<usize>,
    /// For each state its steps: what is visible of them, and where they lead.
    steps: Vec<Vec<(Option<Action>, usize)>>,
}

impl Behaviour {
    /// The behaviour within a bound, if it has fewer than `most` states.
    pub fn new(system: &System, bound: usize, most: usize) -> Option<Self> {
        let bounds = Bounds { configurations: most, messages: bound };
        let exploration = explore(system, Loss::OnTheWay, bounds);
        if exploration.reached.len() == most {
            return None;
        }
        let edges = exploration.edges(system).iter();
        let steps =
            edges.map(|out| out.iter().map(|&(step, next)| (sent(system, step), next)).collect());
        let places = 0..exploration.reached.len();
        let is_initial = |place: &usize| {
            let here = &exploration.reached[*place].configuration;
            let automata = system.automata().enumerate();
            here.is_stable()
                && automata.into_iter().all(|(p, one)| one.initial().contains(&here.state(p)))
        };
        Some(Self { initial: places.filter(is_initial).collect(), steps: steps.collect() })
    }

    /// The number of its states.
    pub fn len(&self) -> usize {
        self.steps.len()
    }

    /// Whether it has no states.
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    /// Whether two behaviours are the same: each initial state of one is related to one of the other, by the largest
    /// symmetric relation in which related states can do the same and stay related.
    pub fn is_same(&self, other: &Self, sameness: Sameness) -> bool {
        // One behaviour after the other.
        let shifted = other.steps.iter().map(|out| {
            out.iter().map(|&(letter, next)| (letter, next + self.steps.len())).collect()
        });
        let steps: Vec<Vec<_>> = self.steps.iter().cloned().chain(shifted).collect();
        let unseen: Vec<BTreeSet<usize>> =
            (0..steps.len()).map(|place| by_unseen_steps(&steps, place)).collect();
        let mut related = vec![vec![true; steps.len()]; steps.len()];
        // Whether one state does whatever the other does.
        let follows = |related: &[Vec<bool>], one: usize, other: usize| {
            steps[one].iter().all(|&(letter, next)| {
                let answers = |from: usize| {
                    let mut out = steps[from].iter();
                    related[one][from] && out.any(|&(l, to)| l == letter && related[next][to])
                };
                match sameness {
                    Sameness::Strong => answers(other),
                    Sameness::Branching => {
                        (letter.is_none() && related[next][other])
                            || unseen[other].iter().any(|&from| answers(from))
                    }
                }
            })
        };
        loop {
            let mut changed = false;
            for one in 0..steps.len() {
                for other in 0..one {
                    let is_kept = || follows(&related, one, other) && follows(&related, other, one);
                    if related[one][other] && !is_kept() {
                        related[one][other] = false;
                        related[other][one] = false;
                        changed = true;
                    }
                }
            }
            if !changed {
                break;
            }
        }
        let theirs: Vec<usize> = other.initial.iter().map(|one| one + self.steps.len()).collect();
        let has = |one: usize, others: &[usize]| others.iter().any(|&other| related[one][other]);
        self.initial.iter().all(|&one| has(one, &theirs))
            && theirs.iter().all(|&one| has(one, &self.initial))
    }
}

/// The states that steps which are not visible lead to, itself included.
fn by_unseen_steps(steps: &[Vec<(Option<Action>, usize)>], start: usize) -> BTreeSet<usize> {
    let (mut found, mut open) = (BTreeSet::from([start]), vec![start]);
    while let Some(place) = open.pop() {
        for &(letter, next) in &steps[place] {
            if letter.is_none() && found.insert(next) {
                open.push(next);
            }
        }
    }
    found
}

/// Whether a system is stable for a bound: its behaviours within the bound and within one more are the same. `None` if they
/// have `most` states or more.
pub fn is_stable(system: &System, bound: usize, sameness: Sameness, most: usize) -> Option<bool> {
    let [one, other] = [bound, bound + 1].map(|bound| Behaviour::new(system, bound, most));
    Some(one?.is_same(&other?, sameness))
}
