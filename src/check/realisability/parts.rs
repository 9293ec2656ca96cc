//! Choreographies that consist of independent parts.
//!
//! If the words of a choreography are all interleavings of words of parts that share neither
//! participants nor channel keys, then so are the executions of its projections, and the partial executions,
//! and the executions equivalent to these: it is realisable, or well-formed, iff each part is. So many parts
//! cost no more than checking them one after the other.

use std::collections::{BTreeSet, VecDeque};

use rustc_hash::FxHashMap;

use kernel::automata::DfaStateId;
use kernel::base::IndexVec;
use model::cfsm::System;
use model::choreography::{Choreography, Interaction, Partials};

/// A part, and its projections; all ids are those of the whole.
pub(super) struct IndependentPart {
    pub(super) choreography: Choreography,
    pub(super) system: System,
}

/// Returns the parts of a choreography, whose implementation is `system`, if it is the interleavings of
/// several.
///
/// # Complexity
/// Quadratic in the number of different interactions; for each part that of making it deterministic, and
/// linear in the number of transitions times the number of parts.
pub(super) fn parts(choreography: &Choreography, system: &System) -> Option<Vec<IndependentPart>> {
    let groups = groups(choreography);
    if groups.len() < 2 {
        return None;
    }
    let language = choreography.language();
    let max_states = language.len();
    let parts: Vec<Choreography> = groups
        .iter()
        .map(|group| choreography.restricted(|one| group.contains(&one), max_states))
        .collect::<Option<_>>()?;
    if !is_interleaving(choreography, &parts) {
        return None;
    }
    let with_system = |part: Choreography| {
        let takes_part = |participant| {
            let language = part.language();
            let mut all = language.states().flat_map(|state| language.transitions(state));
            all.any(|(one, _)| one.action_of(participant).is_some())
        };
        let busy: IndexVec<_, bool> = system.automata().ids().map(takes_part).collect();
        IndependentPart {
            system: system.with_idle(|participant| !busy[participant]),
            choreography: part,
        }
    };
    Some(parts.into_iter().map(with_system).collect())
}

/// Returns the interactions in groups that share neither participants nor channel keys.
fn groups(choreography: &Choreography) -> Vec<Vec<Interaction>> {
    let language = choreography.language();
    let transitions = language.states().flat_map(|state| language.transitions(state));
    let all: BTreeSet<Interaction> = transitions.map(|&(one, _)| one).collect();
    let partials = Partials::new(choreography);
    let mut groups: Vec<Vec<Interaction>> = Vec::new();
    for one in all {
        let depends = |group: &Vec<Interaction>| {
            group.iter().any(|&other| partials.depend(one.letter(true), other.letter(true)))
        };
        let (near, mut far): (Vec<_>, Vec<_>) = groups.into_iter().partition(depends);
        let mut near = near.into_iter();
        let mut joined = near.next().unwrap_or_default();
        joined.extend(near.flatten().chain([one]));
        far.push(joined);
        groups = far;
    }
    groups
}

/// Returns `true` if the words of the whole are all interleavings of words of the parts: in each of its
/// states the whole can do what any part can.
fn is_interleaving(whole: &Choreography, parts: &[Choreography]) -> bool {
    let start: Vec<DfaStateId> = parts.iter().map(|part| part.language().initial()).collect();
    let initial = whole.language().initial();
    let mut places: FxHashMap<DfaStateId, Vec<DfaStateId>> = FxHashMap::default();
    places.insert(initial, start);
    let mut open = VecDeque::from([initial]);
    while let Some(state) = open.pop_front() {
        let place = places[&state].clone();
        let mut possible = 0;
        for (number, part) in parts.iter().enumerate() {
            for &(interaction, target) in part.language().transitions(place[number]) {
                let Some(next) = whole.language().after(state, interaction) else { return false };
                possible += 1;
                let mut reached = place.clone();
                reached[number] = target;
                match places.get(&next) {
                    // In the minimal automaton of the interleavings a state represents one combination.
                    Some(known) if *known != reached => return false,
                    Some(_) => {}
                    None => {
                        places.insert(next, reached);
                        open.push_back(next);
                    }
                }
            }
        }
        if possible != whole.language().transitions(state).len() {
            return false;
        }
    }
    true
}
