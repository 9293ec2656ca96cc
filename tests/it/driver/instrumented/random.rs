//! Random systems, instrumented.

use std::num::NonZeroUsize;

use scm_check::internals::check::monitor::Semantics;
use scm_check::internals::driver::component::instrument;
use scm_check::internals::kernel::base::{Id as _, Random};
use scm_check::internals::model::component::{
    Binary, Composite, Definition, Expression, InteractionId, PlaceId, Property, StateVariable,
    Value, VariableId,
};
use scm_check::internals::model::generate::{RandomComposite, random_composite};
use scm_check::internals::model::temporal::{
    BinaryOperator::{Implies, Or, Since, Until, WeakUntil},
    Formula, PropositionId,
    UnaryOperator::{Finally, Globally, Next, Not, Once, WeakNext, Yesterday},
};

use super::bisimulation::are_bisimilar;
use super::graph::{Graph, explored};
use super::runs::Instrumented;
use super::systems::{binary, changed};
use crate::support::cases::{are_many, seeds};
use crate::support::random_components::faultless_of;

/// The most states of an original and of an instrumented system that are compared.
const STATES: [usize; 2] = [60, 20_000];

fn small_system(numbers: &mut Random) -> Composite {
    let drawn = RandomComposite::draw(numbers);
    let small = RandomComposite {
        components: numbers.between(1, 3),
        connectors: numbers.between(1, 4),
        variables: numbers.between(0, 1),
        ..drawn
    };
    random_composite(&small, numbers.bits())
}

fn of(system: &Composite, window: usize) -> Composite {
    let window = NonZeroUsize::new(window).unwrap();
    instrument(system, &[], Semantics::Ltlf, window, 1_000).unwrap()
}

/// The graphs of a system and of its instrumented form, unless they are large.
fn graphs(system: &Composite, instrumented: &Composite) -> Option<[Graph; 2]> {
    let original = explored(system, usize::MAX, STATES[0])?;
    Some([original, explored(instrumented, system.interactions().len(), STATES[1])?])
}

#[test]
fn instrumented_random_systems_are_weakly_bisimilar() {
    let (mut cases, mut compared, mut largest, mut waiting, mut ordered) = (0, 0, 0, 0, 0);
    for seed in seeds(25) {
        let mut numbers = Random::new(seed);
        let system = small_system(&mut numbers);
        let window = numbers.between(1, 2);
        let instrumented = of(&system, window);
        cases += 1;
        let Some([original, graph]) = graphs(&system, &instrumented) else { continue };
        compared += 1;
        largest = largest.max(graph.states.len());
        assert!(are_bisimilar(&original, &graph), "seed {seed}, window {window}");
        // No interaction waits until it is known whether higher ones are enabled.
        let hasty = changed(&instrumented, "rgt", |rgt| {
            let variables = rgt.variables.clone();
            for transition in &mut rgt.transitions {
                let guard = transition.guard.as_ref().map(|guard| {
                    guard.substituted(&|variable| {
                        if variables[variable].name.ends_with("_is_busy") {
                            Expression::Constant(Value::Bool(false))
                        } else {
                            Expression::Variable(variable)
                        }
                    })
                });
                transition.guard = guard;
            }
        });
        let is_wrong = |wrong: &Composite| {
            let graphs = graphs(&system, wrong);
            graphs.is_some_and(|[original, graph]| !are_bisimilar(&original, &graph))
        };
        waiting += usize::from(is_wrong(&hasty));
        let mut parts = instrumented.parts().clone();
        parts.priorities.clear();
        ordered += usize::from(is_wrong(&Composite::new(parts).unwrap()));
    }
    println!(
        "{compared} of {cases} compared, {largest} states; {waiting} have to wait, {ordered} need priorities"
    );
    if are_many() {
        assert!(compared > cases / 3, "only {compared} of {cases} were compared");
        assert!(waiting > 0, "no interaction has to wait for what is not known");
        assert!(ordered > 0, "no priority is needed");
    }
}

/// Formulas over three propositions.
fn formulas() -> Vec<Formula> {
    let p = |id| Formula::Proposition(PropositionId::from_index(id));
    let not = |formula| Formula::unary(Not, formula);
    let earlier = Formula::binary(Since, not(p(1)), p(2));
    vec![
        Formula::unary(Globally, Formula::binary(Implies, p(0), earlier)),
        Formula::binary(Until, p(0), Formula::unary(Next, p(1))),
        Formula::binary(WeakUntil, p(0), Formula::unary(WeakNext, p(2))),
        Formula::unary(Globally, Formula::unary(Finally, p(1))),
        Formula::unary(Finally, Formula::binary(Or, Formula::unary(Yesterday, p(0)), p(1))),
        Formula::unary(Globally, Formula::unary(Once, p(2))),
    ]
}

fn random_predicate(system: &Composite, numbers: &mut Random) -> Expression<StateVariable> {
    let interactions = system.interactions();
    if !interactions.is_empty() && numbers.percent(50) {
        let id = InteractionId::from_index(numbers.below(interactions.len()));
        return Expression::Variable(match interactions[id].connector {
            Some(connector) if numbers.percent(50) => StateVariable::FiredAny(connector),
            _ => StateVariable::Fired(id),
        });
    }
    let ids: Vec<_> = system.components().ids().collect();
    let component = numbers.choose(&ids).unwrap();
    let variables = &system.atom(component).variables;
    if !variables.is_empty() && numbers.percent(50) {
        let variable = VariableId::from_index(numbers.below(variables.len()));
        let start = Expression::Constant(variables[variable].start.clone());
        let value = Expression::Variable(StateVariable::Value(component, variable));
        return binary(value, Binary::Equal, start);
    }
    let place = PlaceId::from_index(numbers.below(system.atom(component).places.len()));
    Expression::Variable(StateVariable::At(component, place))
}

#[test]
fn instrumented_random_systems_deliver_the_witness() {
    for seed in seeds(25) {
        let original = faultless_of(seed);
        let mut numbers = Random::new(seed);
        let properties: Vec<Property> = (0..numbers.below(3))
            .map(|index| Property {
                name: format!("f{index}"),
                definition: Definition::Formula {
                    formula: formulas().swap_remove(numbers.below(6)),
                    predicates: (0..3).map(|_| random_predicate(&original, &mut numbers)).collect(),
                },
            })
            .collect();
        let semantics = Semantics::ALL[numbers.below(3)];
        let window = NonZeroUsize::new(numbers.between(1, 4)).unwrap();
        let composite = instrument(&original, &properties, semantics, window, 1_000).unwrap();
        let instrumented = Instrumented {
            original: &original,
            composite: &composite,
            properties: &properties,
            semantics,
            seed,
        };
        instrumented.assert_delivers_witness(60, &mut numbers);
    }
}
