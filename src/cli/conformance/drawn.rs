//! The automata of the literature about one multitrace, drawn: projections, areas and what these share.

use std::collections::BTreeMap;

use super::engines::Engine;
use crate::check::conformance::{Area, Checker, Specification};
use crate::cli::conform_args::Drawn;
use crate::kernel::automata::FiniteStateId;
use crate::kernel::base::Id as _;
use crate::kernel::drawing::{DiagramState, DiagramTransition, StateDiagram};
use crate::model::trace::{LetterId, LocalLetterId, Location, LocationId};

/// Projections with more states are not drawn.
const MOST: usize = 300;

/// Returns the drawing that is asked for; of a projection or an area that of the location with a name.
///
/// # Errors
/// If there is no automaton, no such location, or too much to draw: what to say about it.
pub(crate) fn drawn(
    engine: &mut Engine,
    what: Drawn,
    location: Option<&str>,
    traces: &[Vec<LocalLetterId>],
    name: &str,
) -> Result<StateDiagram, String> {
    let Engine::Automaton(checker) = engine else {
        return Err("there is no automaton of the model that could be drawn".to_owned());
    };
    let named = |checker: &Checker| place(checker.specification(), location);
    match what {
        Drawn::Proj => projection(checker.specification(), named(checker)?, name),
        Drawn::Area => {
            let location = named(checker)?;
            let trace = traces.get(location.index()).map_or(&[][..], Vec::as_slice);
            let area = checker.verifiers().area(location, trace);
            Ok(part(checker.specification(), &area, name))
        }
        Drawn::Inter => {
            let common = checker.common_area(traces);
            Ok(part(checker.specification(), &common, name))
        }
    }
}

fn place(specification: &Specification, name: Option<&str>) -> Result<LocationId, String> {
    let locations = specification.alphabet().locations();
    let all = || locations.iter().map(Location::name).collect::<Vec<_>>().join("; ");
    let Some(name) = name else {
        return Err(format!("say which location with --location: {}", all()));
    };
    let is_it = |location: &Location| {
        location.name() == name || location.members().iter().any(|member| member == name)
    };
    let found = locations.enumerate().find(|(_, location)| is_it(location));
    found.map(|(id, _)| id).ok_or_else(|| format!("there is no location `{name}`, but {}", all()))
}

/// Returns the deterministic automaton of what a location sees; its states are sets of states of the automaton
/// as given. Source: \[RVA\] Definition 5.
fn projection(
    specification: &Specification,
    location: LocationId,
    name: &str,
) -> Result<StateDiagram, String> {
    let automaton = specification.automaton();
    let seen = |letter: LetterId| {
        let parts = specification.alphabet().parts(letter).iter();
        parts.clone().find(|(other, _)| *other == location).map(|&(_, local)| local)
    };
    let letter_of = |symbol: usize| LetterId::from_index(symbol);
    let closed = |states: Vec<FiniteStateId>| {
        let mut states = states;
        let mut next = 0;
        while let Some(&state) = states.get(next) {
            next += 1;
            for &(symbol, target) in automaton.transitions(state) {
                if seen(letter_of(symbol.index())).is_none() && !states.contains(&target) {
                    states.push(target);
                }
            }
        }
        states.sort_unstable();
        states
    };
    let mut numbers: BTreeMap<Vec<FiniteStateId>, usize> = BTreeMap::new();
    let mut sets = vec![closed(automaton.initial().to_vec())];
    numbers.insert(sets[0].clone(), 0);
    let mut transitions = Vec::new();
    let mut from = 0;
    while let Some(set) = sets.get(from).cloned() {
        let mut targets: BTreeMap<LocalLetterId, Vec<FiniteStateId>> = BTreeMap::new();
        for &state in &set {
            for &(symbol, target) in automaton.transitions(state) {
                let Some(local) = seen(letter_of(symbol.index())) else { continue };
                let known = targets.entry(local).or_default();
                if !known.contains(&target) {
                    known.push(target);
                }
            }
        }
        for (local, states) in targets {
            let set = closed(states);
            let to = *numbers.entry(set.clone()).or_insert_with(|| {
                sets.push(set);
                sets.len() - 1
            });
            let text = specification.alphabet().locations()[location].text(local);
            let letter = text.unwrap_or_default().to_owned();
            transitions.push(DiagramTransition { from, letter, to });
        }
        from += 1;
        if sets.len() > MOST {
            return Err(format!("the projection has more than {MOST} states"));
        }
    }
    let state = |(number, set): (usize, &Vec<FiniteStateId>)| {
        let mut members: Vec<usize> =
            set.iter().map(|&state| specification.origin(state).index()).collect();
        members.sort_unstable();
        let members: Vec<String> = members.iter().map(usize::to_string).collect();
        DiagramState {
            name: members.join(","),
            initial: number == 0,
            accepting: set.iter().any(|&state| automaton.is_accepting(state)),
        }
    };
    let states = sets.iter().enumerate().map(state).collect();
    Ok(StateDiagram { name: name.to_owned(), states, transitions, gathered: None })
}

/// Returns the part of the automaton that an area is: its transitions, and the states at their ends; an initial
/// state is always there. Source: \[RVA\] Definitions 8 and 9.
fn part(specification: &Specification, area: &Area, name: &str) -> StateDiagram {
    let automaton = specification.automaton();
    let edges: Vec<_> = automaton
        .edges()
        .enumerate()
        .filter(|&(number, _)| area.contains(number))
        .map(|(_, edge)| edge)
        .collect();
    let mut states: Vec<FiniteStateId> =
        edges.iter().flat_map(|&(from, _, to)| [from, to]).collect();
    states.extend(automaton.initial());
    states.sort_unstable();
    states.dedup();
    let number = |state: FiniteStateId| states.binary_search(&state).expect("it was added");
    let transitions = edges.iter().map(|&(from, symbol, to)| DiagramTransition {
        from: number(from),
        letter: specification.alphabet().letters()[LetterId::from_index(symbol.index())].clone(),
        to: number(to),
    });
    StateDiagram {
        name: name.to_owned(),
        transitions: transitions.collect(),
        states: states
            .iter()
            .map(|&state| DiagramState {
                name: specification.origin(state).index().to_string(),
                initial: automaton.initial().contains(&state),
                accepting: automaton.is_accepting(state),
            })
            .collect(),
        gathered: None,
    }
}
