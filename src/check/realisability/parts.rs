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
use kernel::search::reachable;
use model::cfsm::System;
use model::choreography::{Choreography, Interaction};

/// A part, and its projections; all ids are those of the whole.
pub(super) struct IndependentPart {
    pub(super) choreography: Choreography,
    pub(super) system: System,
}

/// Returns the parts of a choreography, whose implementation is `system`, if it is the interleavings of
/// several.
///
/// # Complexity
/// That of sorting the different interactions; for each part that of making it deterministic, and
/// linear in the number of transitions times the number of parts.
pub(super) fn parts(choreography: &Choreography, system: &System) -> Option<Vec<IndependentPart>> {
    let groups = groups(choreography, system);
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

/// Returns the interactions in groups that share neither participants nor channel keys, by their greatest ones.
fn groups(choreography: &Choreography, system: &System) -> Vec<BTreeSet<Interaction>> {
    let language = choreography.language();
    let transitions = language.states().flat_map(|state| language.transitions(state));
    let all: BTreeSet<Interaction> = transitions.map(|&(one, _)| one).collect();
    let all: Vec<Interaction> = all.into_iter().collect();
    // Each interaction beside the last one before it with each participant, and with its key.
    let mut beside = vec![Vec::new(); all.len()];
    let mut with_participant = FxHashMap::default();
    let mut with_key = FxHashMap::default();
    for (number, one) in all.iter().enumerate() {
        let participants =
            [one.sender, one.receiver].map(|who| with_participant.insert(who, number));
        let same_key = with_key.insert(system.key(one.channel, one.message), number);
        for before in participants.into_iter().chain([same_key]).flatten() {
            beside[number].push(before);
            beside[before].push(number);
        }
    }
    let mut seen = vec![false; all.len()];
    let mut groups = Vec::new();
    for last in (0..all.len()).rev() {
        if !seen[last] {
            let group = reachable([last], |&number| beside[number].iter().copied());
            for &number in &group {
                seen[number] = true;
            }
            groups.push(group.into_iter().map(|number| all[number]).collect());
        }
    }
    groups.reverse();
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
