//! The automata of the literature about one multitrace, drawn: projections, areas and what these share.

use rustc_hash::FxHashMap;

use crate::cli::conform_args::Drawn;
use scm_check::check::conformance::{Area, Checker, LocalState, LocalVerifiers, Specification};
use scm_check::kernel::automata::FiniteStateId;
use scm_check::kernel::automata::{NamedAutomaton, NamedState, NamedTransition};
use scm_check::kernel::base::Id as _;
use scm_check::model::trace::{LetterId, LocalLetterId, Location, LocationId};
use scm_check::render::diagrams::Picture;
use scm_check::render::drawing::Graph;
use scm_check::render::drawing::add_automaton;

/// Projections with more states are not drawn.
const MOST: usize = 300;

/// Returns the drawing that is asked for; of a projection or an area that of the location with a name. Without
/// traces an area is drawn as what all areas there are put together of.
///
/// # Errors
/// If there is no such location, or too much to draw: what to say about it.
pub(crate) fn drawn(
    checker: &mut Checker,
    what: Drawn,
    location: Option<&str>,
    traces: Option<&[Vec<LocalLetterId>]>,
    name: &str,
) -> Result<Picture, String> {
    let named = |checker: &Checker| place(checker.specification(), location);
    let diagram = match (what, traces) {
        (Drawn::Proj, _) => {
            let location = named(checker)?;
            projection(checker.verifiers(), location)?.diagram(name)
        }
        (Drawn::Area, None) => {
            let location = named(checker)?;
            return Ok(Picture::Graph(steps(checker.verifiers(), location, name)?, None));
        }
        (Drawn::Area, Some(traces)) => {
            let location = named(checker)?;
            let area = checker.verifiers().area(location, &traces[location.index()]);
            part(checker.specification(), &area, name)
        }
        (Drawn::Inter, traces) => {
            let traces =
                traces.ok_or("the areas of a multitrace (*.htf) have to be met: name one")?;
            let common = checker.common_area(traces);
            part(checker.specification(), &common, name)
        }
    };
    Ok(Picture::of_automaton(diagram))
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

/// The deterministic automaton of what a location sees.
struct Projected {
    /// What the verifier may know, the first one before anything is read.
    states: Vec<LocalState>,
    /// The names of these: sets of states of the automaton as given.
    names: Vec<NamedState>,
    /// Which local letter leads from where to where.
    steps: Vec<(usize, LocalLetterId, usize)>,
    /// The local letters as text.
    letters: Vec<String>,
}

/// Returns the deterministic automaton of what a location sees. Source: \[RVA\] Definition 5.
fn projection(verifiers: &mut LocalVerifiers, location: LocationId) -> Result<Projected, String> {
    let start = verifiers.start(location);
    let mut states = vec![start];
    let mut numbers = FxHashMap::from_iter([(start, 0)]);
    let mut steps = Vec::new();
    let mut from = 0;
    while let Some(&state) = states.get(from) {
        for letter in verifiers.expected(location, state) {
            let next = verifiers.read(location, state, letter).expect("it is expected");
            let to = *numbers.entry(next).or_insert_with(|| {
                states.push(next);
                states.len() - 1
            });
            steps.push((from, letter, to));
        }
        from += 1;
        if states.len() > MOST {
            return Err(format!("the projection has more than {MOST} states"));
        }
    }
    let specification = verifiers.specification();
    let named = |(number, &state): (usize, &LocalState)| {
        let members = verifiers.members(location, state).into_iter();
        let mut members: Vec<usize> =
            members.map(|state| specification.origin(state).index()).collect();
        members.sort_unstable();
        let members: Vec<String> = members.iter().map(usize::to_string).collect();
        NamedState {
            name: members.join(","),
            initial: number == 0,
            accepting: verifiers.may_end(location, state),
        }
    };
    let names = states.iter().enumerate().map(named).collect();
    let letters = specification.alphabet().locations()[location].letters().to_vec();
    Ok(Projected { states, names, steps, letters })
}

impl Projected {
    fn diagram(self, name: &str) -> NamedAutomaton {
        let Self { names, steps, letters, .. } = self;
        let transition = |(from, letter, to): (usize, LocalLetterId, usize)| NamedTransition {
            from,
            letter: letters[letter.index()].clone(),
            to,
        };
        NamedAutomaton {
            name: name.to_owned(),
            states: names,
            transitions: steps.into_iter().map(transition).collect(),
            gathered: None,
        }
    }
}

/// Returns what all areas of a location are put together of: a frame for what is before its first letter, and one
/// for each step of its projection. Steps with the same area share a frame. Source: \[RVA\] Definitions 6 and 7.
fn steps(
    verifiers: &mut LocalVerifiers,
    location: LocationId,
    name: &str,
) -> Result<Graph, String> {
    let projected = projection(verifiers, location)?;
    let mut frames: Vec<(Area, Vec<String>)> = Vec::new();
    for &(from, letter, to) in &projected.steps {
        let area = verifiers.area_of_step(location, projected.states[from], letter);
        let names = [from, to].map(|state| &projected.names[state].name);
        let step = format!("{} -{}-> {}", names[0], projected.letters[letter.index()], names[1]);
        match frames.iter_mut().find(|(other, _)| *other == area) {
            Some((_, steps)) => steps.push(step),
            None => frames.push((area, vec![step])),
        }
    }
    let mut graph = Graph { name: name.to_owned(), ..Graph::default() };
    let start = verifiers.area(location, &[]);
    let specification = verifiers.specification();
    let first = part(specification, &start, name);
    add_automaton(&mut graph, &first, Some("before the first letter"));
    for (area, steps) in frames {
        let diagram = transitions_of(specification, &area, &[], name);
        add_automaton(&mut graph, &diagram, Some(&steps.join("; ")));
    }
    Ok(graph)
}

/// Returns the part of the automaton that an area is: its transitions, and the states at their ends; an initial
/// state is always there. Source: \[RVA\] Definitions 8 and 9.
fn part(specification: &Specification, area: &Area, name: &str) -> NamedAutomaton {
    transitions_of(specification, area, specification.automaton().initial(), name)
}

/// Returns the transitions of an area, with the states at their ends and the initial ones.
fn transitions_of(
    specification: &Specification,
    area: &Area,
    initial: &[FiniteStateId],
    name: &str,
) -> NamedAutomaton {
    let automaton = specification.automaton();
    let edges: Vec<_> = automaton
        .edges()
        .enumerate()
        .filter(|&(number, _)| area.contains(number))
        .map(|(_, edge)| edge)
        .collect();
    let mut states: Vec<FiniteStateId> =
        edges.iter().flat_map(|&(from, _, to)| [from, to]).collect();
    states.extend(initial);
    states.sort_unstable();
    states.dedup();
    let number = |state: FiniteStateId| states.binary_search(&state).expect("it was added");
    let transitions = edges.iter().map(|&(from, symbol, to)| NamedTransition {
        from: number(from),
        letter: specification.alphabet().letters()[LetterId::from_index(symbol.index())].clone(),
        to: number(to),
    });
    NamedAutomaton {
        name: name.to_owned(),
        transitions: transitions.collect(),
        states: states
            .iter()
            .map(|&state| NamedState {
                name: specification.origin(state).index().to_string(),
                initial: initial.contains(&state),
                accepting: automaton.is_accepting(state),
            })
            .collect(),
        gathered: None,
    }
}
