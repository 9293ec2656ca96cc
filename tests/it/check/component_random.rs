//! Answers about the global states of random component systems, against the oracle.

use oracle::component::Semantics;
use scm_check::internals::check::component::{Answer, Explored, Open, Question};
use scm_check::internals::kernel::base::{Control, Id as _, Limit, Random};
use scm_check::internals::kernel::source::Source;
use scm_check::internals::kernel::verdict::Outcome;
use scm_check::internals::language::component::property::read_predicate;
use scm_check::internals::model::component::{
    ComponentId, Composite, GlobalState, PlaceId, Predicate,
};

use crate::support::cases::{are_many, seeds};
use crate::support::effort::required;
use crate::support::random_components::faultless_of;

/// Number of states up to which a system is compared.
const STATES: usize = 60;

/// Returns the reachable states in an order of their distances, each with its distance and whether nothing can fire;
/// `None` if there are too many.
fn states(composite: &Composite) -> Option<Vec<(GlobalState, usize, bool)>> {
    let semantics = Semantics { composite, failing: false };
    let mut states: Vec<(GlobalState, usize, bool)> = vec![(semantics.initial().ok()?, 0, false)];
    let mut next = 0;
    while next < states.len() {
        let (state, distance, _) = states[next].clone();
        let firable = semantics.firable(&state);
        states[next].2 = firable.is_empty();
        for id in firable {
            for (_, after) in semantics.successors(&state, id).ok()? {
                let after = after.ok()?;
                if states.iter().all(|(known, ..)| *known != after) {
                    states.push((after, distance + 1, false));
                }
            }
        }
        next += 1;
        if states.len() > STATES {
            return None;
        }
    }
    Some(states)
}

/// Returns the predicate that a component is in a place.
fn is_in(composite: &Composite, component: ComponentId, place: PlaceId) -> Predicate {
    let one = &composite.components()[component];
    let text = format!("{}@{}", one.name, one.atom.places[place]);
    read_predicate(&Source::new("", text), composite).model.expect("it is a predicate").0
}

/// Asserts that an answer is that of the distance of the nearest state that settles the question.
fn assert_answers(composite: &Composite, answer: &Answer, nearest: Option<usize>, cut: bool) {
    match (answer, nearest) {
        (Outcome::Violated(run), Some(distance)) => {
            assert_eq!(run.steps.len(), distance);
            assert_eq!(run.is_run_of(composite), Ok(true));
        }
        (Outcome::Holds(()), None) => assert!(!cut),
        (Outcome::Unknown(Open::Limit(Limit::States)), _) => assert!(cut),
        _ => panic!("{answer:?}, expected {nearest:?}"),
    }
}

#[test]
fn what_an_exploration_finds_is_what_the_definition_says() {
    let (mut violated, mut holding, mut kept) = (0, 0, 0);
    for seed in seeds(4) {
        let composite = faultless_of(seed);
        let Some(states) = states(&composite) else { continue };
        let mut numbers = Random::new(seed);
        let component = ComponentId::from_index(numbers.below(composite.components().len()));
        let places = composite.components()[component].atom.places.len();
        let place = PlaceId::from_index(numbers.below(places));
        let predicate = is_in(&composite, component, place);
        let questions =
            [Question::NoDeadlock, Question::Never(&predicate), Question::Always(&predicate)];
        let nearest = |settles: &dyn Fn(&GlobalState, bool) -> bool| {
            let state = states.iter().find(|(state, _, is_end)| settles(state, *is_end));
            state.map(|(_, distance, _)| *distance)
        };
        let expected = [
            nearest(&|_, is_end| is_end),
            nearest(&|state, _| state[component].place == place),
            nearest(&|state, _| state[component].place != place),
        ];
        for most in [states.len(), states.len() / 2] {
            let control = Control { max_states: Some(most as u64), ..Control::unlimited() };
            let explored = Explored::new(&composite, &questions, &control);
            for (number, nearest) in expected.iter().enumerate() {
                let answer = explored.answer(number).expect("there are no faults");
                let is_violated = matches!(answer, Outcome::Violated(_));
                assert_eq!(explored.is_violated(number), is_violated);
                assert_answers(&composite, &answer, *nearest, most < states.len());
                violated += usize::from(is_violated);
                holding += usize::from(matches!(answer, Outcome::Holds(())));
                kept += usize::from(is_violated && most < states.len());
            }
        }
    }
    assert!(
        !are_many() || violated > required(20) && holding > required(20) && kept > required(5),
        "{violated}, {holding}, {kept}"
    );
}
