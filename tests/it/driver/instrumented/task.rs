//! The running example of [MTCBS], instrumented.
//!
//! [MTCBS]: scm_check#bibliography

use std::num::NonZeroUsize;

use scm_check::internals::check::monitor::Semantics;
use scm_check::internals::driver::component::{InstrumentError, instrument};
use scm_check::internals::kernel::base::{Id as _, Random};
use scm_check::internals::model::component::{
    Binary, Builtin, ComponentId, Composite, ConnectorId, Definition, EndId, Expression,
    InteractionId, Observer, PlaceId, PortId, Priority, Property, PropertyAutomaton,
    PropertyStateId, Side, SiteId, StateVariable, Value,
};
use scm_check::internals::model::temporal::{
    BinaryOperator, Formula, PropositionId, UnaryOperator,
};

use super::bisimulation::are_bisimilar;
use super::graph::explored;
use super::runs::Instrumented;
use super::systems::{atom, binary, changed, task_system, tasks_of, with};
use crate::support::cases::seeds;

fn of(system: &Composite, properties: &[Property], window: usize) -> Composite {
    let window = NonZeroUsize::new(window).unwrap();
    instrument(system, properties, Semantics::Ltlf, window, 1_000).unwrap()
}

/// How many tasks more one worker has done than the other.
fn difference(left: usize, right: usize) -> Expression<StateVariable> {
    let [left, right] = [left, right].map(|worker| Expression::Variable(tasks_of(worker)));
    let difference = binary(left, Binary::Subtract, right);
    Expression::Call(Builtin::Absolute, vec![difference], SiteId::from_index(0))
}

/// `difference < bound` for two workers.
fn near(left: usize, right: usize, bound: i64) -> Expression<StateVariable> {
    let bound = Expression::Constant(Value::Int(bound));
    binary(difference(left, right), Binary::Less, bound)
}

/// The property of Example 8, as a formula.
fn distribution(bound: i64) -> Property {
    let all = [(1, 2), (2, 3), (3, 1)].map(|(left, right)| near(left, right, bound));
    let all = all.into_iter().reduce(|left, right| binary(left, Binary::And, right)).unwrap();
    let proposition = Formula::Proposition(PropositionId::from_index(0));
    let formula = Formula::unary(UnaryOperator::Globally, proposition);
    let predicates = std::iter::once(all).collect();
    let definition = Definition::Formula { formula, predicates };
    Property { name: "distribution".to_owned(), definition }
}

/// An execution of the first two workers comes before the next one that the first one takes part in.
fn properties(system: &Composite) -> Vec<Property> {
    let [first, second] = [0, 1].map(|id| Formula::Proposition(PropositionId::from_index(id)));
    let fired = |name: &str| {
        Expression::Variable(StateVariable::Fired(system.interaction_named(name).unwrap()))
    };
    let without = |formula: &Formula| Formula::unary(UnaryOperator::Not, formula.clone());
    let formula = Formula::binary(BinaryOperator::WeakUntil, without(&second), first.clone());
    let predicates = [fired("ex12"), fired("ex13")].into_iter().collect();
    let order = Definition::Formula { formula, predicates };

    let [near_state, far_state] = [0, 1].map(PropertyStateId::from_index);
    let automaton = PropertyAutomaton {
        states: [("near".to_owned(), true), ("far".to_owned(), false)].into_iter().collect(),
        initial: near_state,
        predicates: std::iter::once(near(1, 2, 1)).collect(),
        transitions: vec![
            (near_state, first.clone(), near_state),
            (near_state, without(&first), far_state),
            (far_state, first.clone(), near_state),
            (far_state, without(&first), far_state),
        ],
    };

    let few = || Some(with(0, Binary::LessOrEqual, 1));
    let many = Some(with(0, Binary::Greater, 1));
    let observer = Observer {
        atom: atom(
            "Difference",
            &["good", "bad"],
            &["d"],
            &["next"],
            &[
                ("good", "next", few(), None, "good"),
                ("good", "next", many, None, "bad"),
                ("bad", "next", None, None, "bad"),
            ],
        ),
        port: PortId::from_index(0),
        arguments: vec![difference(2, 3)],
        accepting: vec![PlaceId::from_index(0)],
    };
    let named = |name: &str, definition| Property { name: name.to_owned(), definition };
    vec![
        named("order", order),
        named("automaton", Definition::Automaton(automaton)),
        named("observer", Definition::Observer(observer)),
        distribution(2),
    ]
}

#[test]
fn instrumented_task_system_is_weakly_bisimilar() {
    let original = task_system(1);
    let graph = explored(&original, usize::MAX, 1_000).unwrap();
    for window in [1, 2] {
        for properties in [&[][..], &[distribution(1)]] {
            let composite = of(&original, properties, window);
            let of_instrumented =
                explored(&composite, original.interactions().len(), 400_000).unwrap();
            let sizes = [&graph, &of_instrumented].map(|graph| graph.states.len());
            println!("window {window}: {sizes:?} states");
            assert!(are_bisimilar(&graph, &of_instrumented), "window {window}");
        }
    }
}

#[test]
fn instrumented_task_system_delivers_the_witness_to_monitors_of_all_kinds() {
    let original = task_system(2);
    let properties = properties(&original);
    for seed in seeds(5) {
        let mut numbers = Random::new(seed);
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
        instrumented.assert_delivers_witness(100, &mut numbers);
    }
}

#[test]
fn names_of_the_instrumented_task_system_are_those_of_the_contract() {
    let composite = of(&task_system(2), &[], 4);
    let names: Vec<&str> =
        composite.components().iter().map(|component| component.name.as_str()).collect();
    assert_eq!(names, ["w1", "w2", "w3", "g", "rgt", "monitor"]);
    let names: Vec<&str> = composite.interactions().iter().map(|one| one.name.as_str()).collect();
    assert_eq!(
        names.join(" "),
        "ex12 ex13 ex23 f1 f2 f3 r1 r2 r3 nt end_w1 end_w2 end_w3 end_g \
         out_ex12 out_ex13 out_ex23 out_f1 out_f2 out_f3 out_r1 out_r2 out_r3 out_nt"
    );
    let rgt = composite.atom(composite.component_named("rgt").unwrap());
    for port in ["p_ex12", "end_w1", "out_nt"] {
        assert!(rgt.port_named(port).is_some(), "{port}");
    }
    assert!(rgt.place_named("full_ex12").is_some());
}

#[test]
fn each_interaction_has_a_connector_and_each_order_a_priority() {
    let mut parts = task_system(2).parts().clone();
    let [ex12, ex13, nt] = [0, 1, 9].map(ConnectorId::from_index);
    parts.connectors[ex12].ends[EndId::from_index(0)].is_trigger = true;
    parts.connectors[ex13].name = "end_g".to_owned();
    parts.components[ComponentId::from_index(1)].name = "line.w2".to_owned();
    parts.connectors =
        parts.connectors.enumerate().filter(|&(id, _)| id != nt).map(|one| one.1.clone()).collect();
    parts.priorities.push(Priority {
        name: "some".to_owned(),
        lower: Side::All(vec![ex12, ex13]),
        higher: Side::Connector(ex13),
        guard: None,
    });
    let original = changed(&Composite::new(parts).unwrap(), "g", |generator| {
        generator.ports[PortId::from_index(1)].is_exported = false;
    });
    let composite = of(&original, &[], 1);
    let names: Vec<&str> = composite.interactions().iter().map(|one| one.name.as_str()).collect();
    assert_eq!(
        names[..17].join(" "),
        "ex12 ex12_w1_exec_line_w2_exec ex12_w1_exec_g_deliver ex12_w1_exec end_g ex23 \
         f1 f2 f3 r1 r2 r3 g_newtask end_w1 end_line_w2 end_w3 end_g_2"
    );
    let rules: Vec<&str> =
        composite.parts().priorities.iter().map(|rule| rule.name.as_str()).collect();
    assert_eq!(
        rules,
        [
            "ex12_below_end_g",
            "ex12_w1_exec_line_w2_exec_below_ex12",
            "ex12_w1_exec_line_w2_exec_below_end_g",
            "ex12_w1_exec_g_deliver_below_ex12",
            "ex12_w1_exec_g_deliver_below_end_g",
            "ex12_w1_exec_below_ex12_w1_exec_line_w2_exec",
            "ex12_w1_exec_below_ex12_w1_exec_g_deliver",
            "ex12_w1_exec_below_end_g",
        ]
    );
}

/// Definition 7 of [MTCBS] as printed: the action is executed with the end, which reports the variables before it.
///
/// [MTCBS]: scm_check#bibliography
#[test]
fn actions_at_ends_deliver_states_that_the_system_does_not_have() {
    let original = task_system(2);
    let composite = changed(&of(&original, &[], 2), "w1", |worker| {
        let busy = worker.places.ids().find(|&id| worker.places[id] == "done_busy").unwrap();
        let (mut at_end, mut moved) = (Vec::new(), 0);
        for transition in worker.transitions.iter_mut().filter(|one| one.to == busy) {
            at_end = std::mem::take(&mut transition.action);
            moved += 1;
        }
        assert_eq!(moved, 1);
        let end = worker.transitions.iter_mut().find(|one| one.from == busy).unwrap();
        end.action = at_end;
    });
    let wrong = Instrumented {
        original: &original,
        composite: &composite,
        properties: &[],
        semantics: Semantics::Ltlf,
        seed: 1,
    };
    let mut numbers = Random::new(1);
    let [_, delivered] = wrong.run(50, &mut numbers);
    assert!(!wrong.is_possible(&delivered));
}

#[test]
fn errors_name_the_property() {
    let system = task_system(2);
    let window = NonZeroUsize::MIN;
    let error = instrument(&system, &properties(&system), Semantics::Ltlf, window, 1).unwrap_err();
    let InstrumentError::TooManyStates(name, error) = error else { panic!("{error:?}") };
    assert_eq!((name.as_str(), error.max_states), ("order", 1));
}

#[test]
fn windows_bound_the_open_interactions() {
    let original = task_system(2);
    let composite = of(&original, &[], 1);
    let state = composite.initial_state().unwrap();
    let ex12 = InteractionId::from_index(0);
    assert!(composite.firable(&state).unwrap().contains(&ex12));
    let mut after = Vec::new();
    composite.fire(&state, ex12, &mut |_, next| after.push(next.unwrap())).unwrap();
    let names: Vec<&str> = composite
        .firable(&after[0])
        .unwrap()
        .into_iter()
        .map(|id| composite.interactions()[id].name.as_str())
        .collect();
    assert_eq!(names, ["end_w1", "end_w2", "end_g"]);
}
