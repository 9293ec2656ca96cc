//! The automata of the literature about one multitrace: projections, areas and common areas.

use rustc_hash::FxHashMap;

use super::local_verdicts::{UnknownLocation, location_named, location_names};
use check::conformance::{Checker, LocalState, LocalVerifiers, Specification, TransitionArea};
use kernel::automata::{FiniteStateId, NamedAutomaton, NamedState, NamedTransition};
use kernel::base::Id as _;
use model::trace::{LetterId, LocalLetterId, LocationId};

/// Maximum number of states of a projection that is drawn.
const MAX_STATES: usize = 300;

/// Which automaton is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum DiagramSubject {
    /// The projection of the automaton on a location.
    Projection,
    /// The transitions that may have caused a location's trace; without a trace, those of each step.
    TransitionArea,
    /// The transitions in the areas of all locations.
    CommonArea,
}

/// A drawing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Diagram {
    /// An automaton.
    Automaton(NamedAutomaton),
    /// Parts of an automaton, each with its caption.
    Frames(Vec<(NamedAutomaton, String)>),
}

/// Reason for which no diagram is drawn.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum DiagramError {
    /// No location is named; these locations exist.
    #[error("no location is named, of {0}")]
    NoLocation(String),
    /// There is no such location; the error lists the existing ones.
    #[error(transparent)]
    UnknownLocation(#[from] UnknownLocation),
    /// The projection has too many states.
    #[error("the projection has more than {MAX_STATES} states")]
    TooLarge,
    /// There is no multitrace, so there is no common area.
    #[error("the areas of a multitrace (*.htf) have to be met: name one")]
    NoMultitrace,
}

/// Returns the requested diagram; a projection or an area is that of the location with a name. Without traces, an area
/// is drawn as one frame for each area that the location can have.
///
/// # Errors
/// If there is no such location, or the diagram is too large.
pub fn diagram(
    checker: &mut Checker,
    subject: DiagramSubject,
    location: Option<&str>,
    traces: Option<&[Vec<LocalLetterId>]>,
    name: &str,
) -> Result<Diagram, DiagramError> {
    let named = |checker: &Checker| {
        let alphabet = checker.specification().alphabet();
        let name = location.ok_or_else(|| DiagramError::NoLocation(location_names(alphabet)))?;
        Ok::<_, DiagramError>(location_named(alphabet, name)?)
    };
    Ok(Diagram::Automaton(match (subject, traces) {
        (DiagramSubject::Projection, _) => {
            let location = named(checker)?;
            projection(checker.verifiers(), location)?.diagram(name)
        }
        (DiagramSubject::TransitionArea, None) => {
            let location = named(checker)?;
            return Ok(Diagram::Frames(steps(checker.verifiers(), location, name)?));
        }
        (DiagramSubject::TransitionArea, Some(traces)) => {
            let location = named(checker)?;
            let area = checker.verifiers().area(location, &traces[location.index()]);
            part(checker.specification(), &area, name)
        }
        (DiagramSubject::CommonArea, traces) => {
            let common = checker.common_area(traces.ok_or(DiagramError::NoMultitrace)?);
            part(checker.specification(), &common, name)
        }
    }))
}

/// The deterministic automaton of the projection on a location.
struct Projected {
    /// The states of the verifier; the first is the initial one.
    states: Vec<LocalState>,
    /// Names of these states: sets of states of the given automaton.
    names: Vec<NamedState>,
    /// The transitions: state before, local letter, state after.
    steps: Vec<(usize, LocalLetterId, usize)>,
    /// Texts of the local letters.
    letters: Vec<String>,
}

/// Returns the deterministic automaton of the projection on a location. Source: \[RVA\] Definition 5.
fn projection(
    verifiers: &mut LocalVerifiers,
    location: LocationId,
) -> Result<Projected, DiagramError> {
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
        if states.len() > MAX_STATES {
            return Err(DiagramError::TooLarge);
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

/// Returns the areas of a location: a frame for the area before its first letter, and one for each step of its
/// projection. Steps with the same area share a frame. Source: \[RVA\] Definitions 6 and 7.
fn steps(
    verifiers: &mut LocalVerifiers,
    location: LocationId,
    name: &str,
) -> Result<Vec<(NamedAutomaton, String)>, DiagramError> {
    let projected = projection(verifiers, location)?;
    let mut frames: Vec<(TransitionArea, Vec<String>)> = Vec::new();
    for &(from, letter, to) in &projected.steps {
        let area = verifiers.area_of_step(location, projected.states[from], letter);
        let names = [from, to].map(|state| &projected.names[state].name);
        let step = format!("{} -{}-> {}", names[0], projected.letters[letter.index()], names[1]);
        match frames.iter_mut().find(|(other, _)| *other == area) {
            Some((_, steps)) => steps.push(step),
            None => frames.push((area, vec![step])),
        }
    }
    let start = verifiers.area(location, &[]);
    let specification = verifiers.specification();
    let first = (part(specification, &start, name), "before the first letter".to_owned());
    let frames = frames
        .into_iter()
        .map(|(area, steps)| (transitions_of(specification, &area, &[], name), steps.join("; ")));
    Ok(std::iter::once(first).chain(frames).collect())
}

/// Returns the part of the automaton in an area: the transitions, and the states at their ends; initial states are
/// always included. Source: \[RVA\] Definitions 8 and 9.
fn part(specification: &Specification, area: &TransitionArea, name: &str) -> NamedAutomaton {
    transitions_of(specification, area, specification.automaton().initial(), name)
}

/// Returns the transitions of an area, with the states at their ends and the initial ones.
fn transitions_of(
    specification: &Specification,
    area: &TransitionArea,
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
