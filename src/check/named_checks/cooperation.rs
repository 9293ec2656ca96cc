//! Are the interactions of every loop connected by shared participants or channels?

use std::collections::{BTreeSet, VecDeque};

use petgraph::algo::kosaraju_scc;
use petgraph::graph::{DiGraph, NodeIndex};
use rustc_hash::FxHashSet;

use super::walks::{Least, run_to, walk};
use super::{Finding, Unknown, cut};
use crate::realisability::Occurrence;
use kernel::automata::DfaStateId;
use kernel::base::{Control, Id as _};
use kernel::search::reachable;
use model::choreography::{Choreography, Interaction, Partials};

/// Maximum number of sets of interactions to examine.
const SETS: usize = 5_000;

/// A loop whose interactions fall apart into independent sets.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Apart {
    /// The interactions before the loop.
    pub run: Vec<Occurrence>,
    /// A closed walk.
    pub cycle: Vec<Occurrence>,
    /// Some of the interactions of the walk, which share nothing with the others.
    pub part: Vec<Interaction>,
}

/// Decides whether the interactions of no closed walk fall apart into two sets that share neither a
/// participant nor a channel key: the choreography is *globally cooperative*.
///
/// A strongly connected component whose interactions fall apart has such a walk, through all of them.
/// Otherwise a walk that falls apart leaves out some interaction, and all those that share something with
/// each of the others; the rest is examined recursively.
///
/// # Complexity
/// Exponential in the number of interactions at worst; bounded.
pub fn globally_cooperative(choreography: &Choreography, control: &Control) -> Finding<Apart> {
    let search = CooperationSearch { choreography, partials: Partials::new(choreography) };
    let all = choreography.language().states().flat_map(|state| {
        let transitions = choreography.language().transitions(state).iter();
        transitions.map(|&(exchange, _)| exchange)
    });
    let all: Letters = all.collect();
    let mut seen = FxHashSet::from_iter([all.clone()]);
    let mut open = VecDeque::from([all]);
    while let Some(letters) = open.pop_front() {
        let components = search.components(&letters);
        if let Some(cut) = cut(control) {
            return cut;
        }
        for states in components {
            let inner = search.inner(&states, &letters);
            if let Some(part) = search.part(&inner) {
                return Finding::Violated(search.apart(&states, &inner, part));
            }
            for fewer in search.fewer(&inner) {
                if seen.insert(fewer.clone()) {
                    open.push_back(fewer);
                }
            }
        }
        if seen.len() > SETS {
            return Finding::Unknown(Unknown::Budget);
        }
    }
    Finding::Holds(())
}

type Letters = BTreeSet<Interaction>;

struct CooperationSearch<'a> {
    choreography: &'a Choreography,
    partials: Partials<'a>,
}

impl CooperationSearch<'_> {
    fn depend(&self, one: Interaction, other: Interaction) -> bool {
        self.partials.depend(one.letter(true), other.letter(true))
    }

    /// Returns the strongly connected components over some letters in which something can happen, in order.
    fn components(&self, letters: &Letters) -> Vec<BTreeSet<DfaStateId>> {
        let language = self.choreography.language();
        let node = |state: DfaStateId| NodeIndex::<u32>::new(state.index());
        let edges = language.states().flat_map(|state| {
            let allowed =
                language.transitions(state).iter().filter(|(one, _)| letters.contains(one));
            allowed.map(move |&(_, target)| (node(state), node(target)))
        });
        let graph: DiGraph<(), ()> = DiGraph::from_edges(edges);
        let state = |node: NodeIndex| DfaStateId::from_index(node.index());
        let mut components: Vec<BTreeSet<DfaStateId>> = kosaraju_scc(&graph)
            .into_iter()
            .map(|nodes| nodes.into_iter().map(state).collect())
            .filter(|component| !self.inner(component, letters).is_empty())
            .collect();
        components.sort();
        components
    }

    /// Returns the letters of transitions within a component.
    fn inner(&self, states: &BTreeSet<DfaStateId>, letters: &Letters) -> Letters {
        let language = self.choreography.language();
        let all = states.iter().flat_map(|&state| language.transitions(state));
        let inner = all.filter(|(letter, to)| letters.contains(letter) && states.contains(to));
        inner.map(|&(letter, _)| letter).collect()
    }

    /// Returns the letters that depend on the first one, directly or through others; `None` if these are all.
    fn part(&self, letters: &Letters) -> Option<Letters> {
        let part: Letters = reachable(letters.first().copied(), |&letter| {
            letters.iter().copied().filter(move |&other| self.depend(letter, other))
        })
        .into_iter()
        .collect();
        (part.len() < letters.len()).then_some(part)
    }

    /// Returns smaller sets such that each part of the letters that falls apart is in one of them.
    fn fewer(&self, letters: &Letters) -> Vec<Letters> {
        let depends_on_all =
            |letter: &&Interaction| letters.iter().all(|&other| self.depend(**letter, other));
        let central: Letters = letters.iter().filter(depends_on_all).copied().collect();
        if central.is_empty() {
            let without = |letter| letters.iter().copied().filter(|one| one != letter).collect();
            return letters.iter().map(without).collect();
        }
        let rest: Letters = letters.difference(&central).copied().collect();
        if rest.len() < 2 { Vec::new() } else { vec![rest] }
    }

    /// Returns a closed walk through all letters of a component.
    fn apart(&self, states: &BTreeSet<DfaStateId>, letters: &Letters, part: Letters) -> Apart {
        let language = self.choreography.language();
        let is_allowed = |state: DfaStateId, exchange: Interaction| {
            let target = language.after(state, exchange);
            letters.contains(&exchange) && target.is_some_and(|target| states.contains(&target))
        };
        let start = *states.first().expect("a component has a state");
        let (mut at, mut cycle) = (start, Vec::new());
        let known = "a component is strongly connected";
        for &letter in letters {
            if cycle.iter().any(|one: &Occurrence| one.exchange == letter) {
                continue;
            }
            let has = |state| states.contains(&state) && is_allowed(state, letter);
            let way = walk(self.choreography, at, Least::Zero, has, is_allowed).expect(known);
            let end = |at, one: &Occurrence| language.after(one.state, one.exchange).unwrap_or(at);
            let state = way.iter().fold(at, end);
            cycle.extend(way);
            cycle.push(Occurrence { state, exchange: letter });
            at = language.after(state, letter).expect(known);
        }
        let back = walk(self.choreography, at, Least::Zero, |to| to == start, is_allowed);
        cycle.extend(back.expect(known));
        let run = run_to(self.choreography, start);
        Apart { run, cycle, part: part.into_iter().collect() }
    }
}
