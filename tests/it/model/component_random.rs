//! The semantics of component systems against the oracle, on random systems and random runs.

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::sync::Arc;

use oracle::component::{Semantics, Successor, all_ready, interactions, ready};
use oracle::component_runs::{Event, Run, Trace};
use oracle::component_terms;
use scm_check::internals::kernel::base::{Id as _, IndexVec, Random};
use scm_check::internals::model::component::{
    Atom, AtomParts, Binary, Builtin, Component, ComponentId, Composite, CompositeParts,
    Expression, Fault, FunctionId, GlobalState, InteractionId, Known, PartialLocal, PartialState,
    PlaceId, Port, Readiness, SiteId, Statement, Transfer, Transition, TransitionId, Type, Unary,
    Valuation, Value, Variable, VariableId,
};

use crate::support::cases::{are_many, seeds, shuffle};
use crate::support::random_components::{composite_of, faultless_of, random_run};

/// The number of global states that are explored of a system.
const STATES: usize = 25;

/// The two readings of guards without a value.
fn readings(composite: &Composite) -> [Semantics<'_>; 2] {
    [false, true].map(|failing| Semantics { composite, failing })
}

/// Asserts that the engine answers what the oracle does, however guards without a value are read, or reports a fault
/// that a reading of the state can meet.
fn assert_agrees<T: PartialEq + Debug>(
    found: Result<T, Fault>,
    expected: [T; 2],
    faults: &[Fault],
    context: &dyn Debug,
) {
    match found {
        Ok(found) => {
            for expected in expected {
                assert_eq!(found, expected, "{context:?}; faults: {faults:?}");
            }
        }
        Err(fault) => assert!(faults.contains(&fault), "{context:?}: {fault:?}, not {faults:?}"),
    }
}

/// Asserts that two results are the same state, or that the fault is one of those expected.
fn assert_same<T: PartialEq + Debug>(
    found: &Result<T, Fault>,
    expected: &Result<T, Vec<Fault>>,
    context: &dyn Debug,
) {
    match (found, expected) {
        (Ok(found), Ok(expected)) => assert_eq!(found, expected, "{context:?}"),
        (Err(fault), Err(faults)) => assert!(faults.contains(fault), "{context:?}: {fault:?}"),
        _ => panic!("{context:?}: {found:?}, expected {expected:?}"),
    }
}

/// The global states that the oracle reaches, at most so many, in an order.
fn global_states(semantics: Semantics<'_>, most: usize) -> Vec<GlobalState> {
    let mut states: Vec<GlobalState> = semantics.initial().into_iter().collect();
    let mut next = 0;
    while next < states.len() {
        let state = states[next].clone();
        for id in semantics.firable(&state) {
            for (_, after) in semantics.successors(&state, id).unwrap_or_default() {
                if let Ok(after) = after
                    && states.len() < most
                    && !states.contains(&after)
                {
                    states.push(after);
                }
            }
        }
        next += 1;
    }
    states
}

#[test]
fn interactions_are_those_that_the_connectors_allow() {
    for seed in seeds(100) {
        let composite = composite_of(seed);
        let found = composite.interactions().iter();
        let found = found.map(|one| (one.connector, one.ends.clone(), one.participants.clone()));
        assert_eq!(found.collect::<Vec<_>>(), interactions(&composite), "seed {seed}");
    }
}

#[test]
fn global_states_are_those_of_the_oracle() {
    for seed in seeds(100) {
        let composite = composite_of(seed);
        let both = readings(&composite);
        assert_same(&composite.initial_state(), &both[0].initial(), &("seed", seed));
        for state in global_states(both[0], STATES) {
            let partial = all_ready(&state);
            assert_eq!(composite.all_ready(state.clone()), partial);
            let faults = both[0].faults(&partial);
            let context = &("seed", seed, &state);
            let found = composite.firable(&state);
            if found.is_ok() {
                assert_not_circular(&composite, &partial, context);
            }
            assert_agrees(found, both.map(|one| one.firable(&state)), &faults, context);
            for id in composite.interactions().ids() {
                let expected = both.map(|one| one.known(&partial, id) == Known::Yes);
                assert_agrees(composite.is_enabled(&state, id), expected, &faults, context);
            }
            if faults.is_empty() {
                for id in both[0].firable(&state) {
                    assert_successors(
                        &composite,
                        &state,
                        id,
                        &both[0].successors(&state, id),
                        context,
                    );
                }
            }
        }
    }
}

/// Asserts that an interaction leads where the oracle says.
fn assert_successors(
    composite: &Composite,
    state: &GlobalState,
    id: InteractionId,
    expected: &Result<Vec<Successor>, Fault>,
    context: &dyn Debug,
) {
    let mut found: Vec<(Vec<TransitionId>, Result<GlobalState, Fault>)> = Vec::new();
    let result = composite.fire(state, id, &mut |transitions, after| {
        found.push((transitions.to_vec(), after));
    });
    let expected = match expected {
        Ok(expected) => expected,
        Err(fault) => {
            assert_eq!((result, found), (Err(fault.clone()), Vec::new()), "{context:?}");
            return;
        }
    };
    assert_eq!(result, Ok(()), "{context:?}");
    found.sort_by(|one, other| one.0.cmp(&other.0));
    let mut expected = expected.clone();
    expected.sort_by(|one, other| one.0.cmp(&other.0));
    let choices = |transitions: &[TransitionId]| transitions.to_vec();
    let of_found: Vec<_> = found.iter().map(|(one, _)| choices(one)).collect();
    let of_expected: Vec<_> = expected.iter().map(|(one, _)| choices(one)).collect();
    assert_eq!(of_found, of_expected, "{context:?}");
    for ((_, found), (_, expected)) in found.iter().zip(&expected) {
        assert_same(found, expected, context);
    }
}

#[test]
fn partial_states_are_those_of_the_oracle() {
    for seed in seeds(100) {
        let composite = composite_of(seed);
        let mut numbers = Random::new(seed ^ 1);
        let Ok(initial) = composite.initial_state() else { continue };
        for _ in 0..2 {
            let mut kept: Option<(Readiness<'_>, PartialState)> = None;
            random_run(&composite, &initial, &mut numbers, &mut |state| {
                let context = &("seed", seed, state);
                assert_partial(&composite, state, context);
                kept = follow(&composite, kept.take(), state, context);
            });
        }
    }
}

/// Asserts that what is kept up to date says of a state what is worked out anew, and returns it, unless there is a
/// fault.
fn follow<'c>(
    composite: &'c Composite,
    kept: Option<(Readiness<'c>, PartialState)>,
    state: &PartialState,
    context: &dyn Debug,
) -> Option<(Readiness<'c>, PartialState)> {
    let faults = readings(composite)[0].faults(state);
    let check = |result: Result<(), Fault>| {
        result.map_err(|fault| assert!(faults.contains(&fault), "{context:?}: {fault:?}")).ok()
    };
    let readiness = match kept {
        None => Readiness::new(composite, state).ok()?,
        Some((mut readiness, before)) => {
            for component in state.ids().filter(|&id| state[id] != before[id]) {
                check(readiness.changed(state, component))?;
            }
            readiness
        }
    };
    let mut startable = Vec::new();
    check(readiness.startable(state, &mut startable))?;
    assert_eq!(Ok(startable), composite.startable(state), "{context:?}");
    Some((readiness, state.clone()))
}

/// Asserts that priorities whose guards are known are not circular.
fn assert_not_circular(composite: &Composite, state: &PartialState, context: &dyn Debug) {
    let circular = Semantics { composite, failing: false }.circular(state);
    assert!(circular.is_empty(), "{context:?}: {circular:?}");
}

/// Asserts that the engine and the oracle say the same of what may happen in a partial state.
fn assert_partial(composite: &Composite, state: &PartialState, context: &dyn Debug) {
    let both = readings(composite);
    let faults = both[0].faults(state);
    let expected = both.map(|one| one.startable(state));
    let found = composite.startable(state);
    if let Ok(found) = &found {
        if !both[0].has_open_rule(state) {
            assert_not_circular(composite, state, context);
        }
        // What has a guard without a value may wait, and so may what is lower.
        if !faults.is_empty() {
            let may = |id| expected.iter().all(|expected| expected.contains(id));
            assert!(found.iter().all(may), "{context:?}: {found:?}, not {expected:?}");
        }
    }
    if found.is_err() || faults.is_empty() {
        assert_agrees(found, expected, &faults, context);
    }
    for id in composite.interactions().ids() {
        let found = composite.known(state, id);
        let expected = both.map(|one| one.known(state, id));
        if found != Ok(Known::Open) || faults.is_empty() {
            assert_agrees(found, expected, &faults, context);
        }
    }
    for component in state.ids() {
        let found = composite.end_of(state, component);
        let expected = both[0].end(state, component).map(|after| match state[component] {
            PartialLocal::Busy(..) => ready(&after, component).cloned(),
            PartialLocal::Ready(_) => None,
        });
        assert_same(&found, &expected, context);
    }
    assert_same(&composite.stabilised(state), &both[0].stab(state), context);
}

/// The number of interactions of a run that are determined: those of a prefix whose participants have all ended,
/// by the numbers of interactions and of ends of each component.
fn determined(composite: &Composite, run: &Run) -> usize {
    let mut ends: IndexVec<ComponentId, usize> = IndexVec::filled(0, composite.components().len());
    for (event, _) in &run.steps {
        if let Event::End(component) = event {
            ends[*component] += 1;
        }
    }
    let starts = run.steps.iter().filter_map(|(event, _)| match event {
        Event::Start(id, _) => Some(*id),
        Event::End(_) => None,
    });
    starts
        .take_while(|&id| {
            composite.interactions()[id].participants.iter().all(|&(component, _)| {
                let has_ended = ends[component] > 0;
                ends[component] = ends[component].saturating_sub(1);
                has_ended
            })
        })
        .count()
}

#[test]
fn the_witness_of_a_run_is_its_replay_and_is_reconstructed() {
    let mut pending = 0;
    for seed in seeds(100) {
        let composite = faultless_of(seed);
        let semantics = Semantics { composite: &composite, failing: false };
        let initial = composite.initial_state().unwrap();
        let mut numbers = Random::new(seed ^ 2);
        let run = random_run(&composite, &initial, &mut numbers, &mut |_| {});
        let witness: Trace = semantics.witness(&run).unwrap();
        assert_eq!(semantics.replayed(&run).as_ref(), Some(&witness), "seed {seed}");
        for events in 0..=run.steps.len() {
            let prefix = run.prefix(events);
            let found = semantics.reconstructed(&prefix);
            let known = determined(&composite, &prefix);
            let context = format!("seed {seed}, {events} events");
            assert_eq!(found.trace, witness[..known], "{context}");
            assert_eq!(found.open, semantics.witness(&prefix).unwrap().len() - known, "{context}");
            let next = (found.open > 0).then(|| witness[known].0);
            assert_eq!(found.pending, next, "{context}");
            assert_eq!(found.waiting.is_empty(), next.is_none(), "{context}");
            pending += usize::from(found.open > 1);
        }
        // In whatever order the busy components end, the state is the stabilised one.
        let mut last = run.last();
        let stabilised = composite.stabilised(&last).unwrap();
        let mut order: Vec<ComponentId> = last.ids().collect();
        shuffle(&mut order, &mut numbers);
        for component in order {
            if let Some(local) = composite.end_of(&last, component).unwrap() {
                last[component] = PartialLocal::Ready(local);
            }
        }
        assert_eq!(last, composite.all_ready(stabilised), "seed {seed}");
    }
    assert!(pending > 0 || !are_many(), "there are runs with several open interactions");
}

#[test]
fn global_and_partial_states_are_weakly_bisimilar() {
    for seed in seeds(20) {
        let composite = faultless_of(seed);
        let semantics = Semantics { composite: &composite, failing: false };
        let initial = composite.initial_state().unwrap();
        for state in semantics.partial_states(&initial, 2 * STATES) {
            assert_eq!(semantics.no_bisimulation_at(&state), None, "seed {seed}");
            let global = composite.stabilised(&state).unwrap();
            let firable = composite.firable(&global).unwrap();
            let startable = composite.startable(&state).unwrap();
            assert!(startable.iter().all(|id| firable.contains(id)), "seed {seed}: {state:?}");
            let after_ends = composite.startable(&composite.all_ready(global)).unwrap();
            assert_eq!(after_ends, firable, "seed {seed}: {state:?}");
        }
    }
}

/// What the explored states of a changed system differ in from those of the system.
fn matters(composite: &Composite, change: impl FnOnce(&mut CompositeParts)) -> bool {
    let mut parts = composite.parts().clone();
    change(&mut parts);
    let changed = Composite::new(parts).unwrap();
    let graph = |composite: &Composite| {
        let semantics = Semantics { composite, failing: false };
        let states = global_states(semantics, STATES);
        let firable: Vec<_> = states.iter().map(|state| semantics.firable(state)).collect();
        (states, firable)
    };
    graph(composite) != graph(&changed)
}

/// Changes the transitions and rules of all atoms.
fn change_atoms(parts: &mut CompositeParts, change: fn(&mut AtomParts)) {
    parts.components = std::mem::take(&mut parts.components)
        .into_iter()
        .map(|component| {
            let mut atom = (**component.atom).clone();
            change(&mut atom);
            Component { atom: Arc::new(Atom::new(atom)), ..component }
        })
        .collect();
}

#[test]
fn everything_that_systems_have_matters_in_some() {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for seed in 0..300 {
        let composite = faultless_of(seed);
        let semantics = Semantics { composite: &composite, failing: false };
        let mut count = |what, is_so: bool| *counts.entry(what).or_default() += usize::from(is_so);
        count("priorities", matters(&composite, |parts| parts.priorities.clear()));
        count(
            "guards of priorities",
            matters(&composite, |parts| {
                parts.priorities.iter_mut().for_each(|rule| rule.guard = None);
            }),
        );
        count(
            "priorities of atoms",
            matters(&composite, |parts| change_atoms(parts, |atom| atom.priorities.clear())),
        );
        count(
            "internal transitions",
            matters(&composite, |parts| {
                change_atoms(parts, |atom| {
                    let kept = std::mem::take(&mut atom.transitions).into_iter();
                    atom.transitions = kept.filter(|one| one.port.is_some()).collect();
                });
            }),
        );
        let transfers = |change: fn(&mut Transfer)| {
            matters(&composite, |parts| {
                for connector in &mut parts.connectors {
                    connector.transfers.iter_mut().for_each(change);
                }
            })
        };
        count("guards of interactions", transfers(|one| one.guard = None));
        count("transfers", transfers(|one| one.actions.clear()));
        count("the order of transfers", transfers(|one| one.actions.reverse()));
        let states = global_states(semantics, STATES);
        let is_firable = |state: &GlobalState, id| semantics.firable(state).contains(&id);
        let ids: Vec<InteractionId> = composite.interactions().ids().collect();
        count(
            "maximal progress",
            composite.parts().priorities.is_empty()
                && states.iter().any(|state| {
                    let is_enabled = |id| semantics.known(&all_ready(state), id) == Known::Yes;
                    ids.iter().any(|&id| is_enabled(id) && !is_firable(state, id))
                }),
        );
        count(
            "choices",
            states.iter().any(|state| {
                let firable = semantics.firable(state).into_iter();
                firable.into_iter().any(|id| semantics.choices(&all_ready(state), id).len() > 1)
            }),
        );
        let deadlocks = states.iter().any(|state| semantics.firable(state).is_empty());
        count("deadlocks", deadlocks);
        count("more than ten states", states.len() > 10);
        let (mut fires, mut does_not_fire) = (false, false);
        for state in semantics.partial_states(&states[0], 2 * STATES) {
            let startable = semantics.startable(&state);
            let stab = semantics.stab(&state).unwrap();
            for id in semantics.startable_without_waiting(&state) {
                let waits = !startable.contains(&id);
                fires |= waits && is_firable(&stab, id);
                does_not_fire |= waits && !is_firable(&stab, id);
            }
        }
        count("waiting for what turns out to be disabled", fires);
        count("waiting for what turns out to be enabled", does_not_fire);
    }
    assert!(counts.values().all(|&count| count >= 5), "of 300 systems: {counts:#?}");
}

#[test]
fn all_faults_occur() {
    let (mut failures, mut choices, mut endless, mut circular) = (0, 0, 0, 0);
    for seed in 0..1_500 {
        let composite = composite_of(seed);
        let semantics = Semantics { composite: &composite, failing: false };
        let states = global_states(semantics, STATES);
        let mut faults = semantics.initial().err().unwrap_or_default();
        for state in &states {
            let state = all_ready(state);
            faults.extend(semantics.faults(&state));
            for (_, after) in semantics.steps(&state) {
                faults.extend(semantics.stab(&after).err().unwrap_or_default());
            }
        }
        let has = |is_so: fn(&Fault) -> bool| usize::from(faults.iter().any(is_so));
        failures += has(|fault| matches!(fault, Fault::Failure(_)));
        choices += has(|fault| matches!(fault, Fault::InternalChoice(..)));
        endless += has(|fault| matches!(fault, Fault::InternalEndless(_)));
        circular += has(|fault| matches!(fault, Fault::CircularPriority(_)));
    }
    let found = [failures, choices, endless, circular];
    assert!(found.iter().all(|&count| count >= 3), "{found:?} systems");
}

#[test]
fn a_thousand_internal_transitions_may_follow_each_other() {
    let (place, port) = (
        PlaceId::from_index(0),
        Port {
            name: "p".to_owned(),
            kind: "P".to_owned(),
            exported: Vec::new(),
            is_exported: true,
        },
    );
    let x = VariableId::from_index(0);
    let binary = |operator, right| {
        let right = Expression::Constant(Value::Int(right));
        Expression::Binary(
            operator,
            Box::new([Expression::Variable(x), right]),
            SiteId::from_index(0),
        )
    };
    for (bound, is_allowed) in [(1_000, true), (1_001, false)] {
        let variable = Variable {
            name: "x".to_owned(),
            start: Value::Int(0),
            range: None,
            is_exported: false,
        };
        let count = Transition {
            from: place,
            port: None,
            guard: Some(binary(Binary::Less, bound)),
            action: vec![Statement::Assign(x, binary(Binary::Add, 1))],
            to: place,
        };
        let atom = Atom::new(AtomParts {
            name: "A".to_owned(),
            places: IndexVec::filled("l".to_owned(), 1),
            variables: IndexVec::filled(variable, 1),
            ports: IndexVec::filled(port.clone(), 1),
            initial_place: place,
            initial_action: Vec::new(),
            transitions: IndexVec::filled(count, 1),
            priorities: Vec::new(),
        });
        let component = Component { name: "a".to_owned(), atom: Arc::new(atom) };
        let components = IndexVec::filled(component, 1);
        let composite = Composite::new(CompositeParts { components, ..CompositeParts::default() });
        let composite = composite.unwrap();
        let found = composite.initial_state();
        assert_eq!(found.is_ok(), is_allowed, "{bound}");
        assert_same(&found, &readings(&composite)[0].initial(), &bound);
    }
}

/// No variables and no functions.
struct Nothing;

impl Valuation<SiteId> for Nothing {
    fn value(&self, _: SiteId) -> Value {
        panic!("there are no variables")
    }

    fn call(&self, _: FunctionId, _: &[Value]) -> Value {
        panic!("there are no functions")
    }
}

#[test]
fn operators_have_the_values_of_mathematics() {
    let integers = [i64::MIN, i64::MIN + 1, -64, -7, -3, -1, 0, 1, 2, 3, 7, 62, 64, i64::MAX];
    let floats = [f64::NEG_INFINITY, -1.5, -0.0, 0.0, 0.1, 2.0, f64::MAX, f64::NAN];
    let mut values: Vec<Value> = integers.map(Value::Int).to_vec();
    values.extend(floats.map(Value::Float));
    values.extend([false, true].map(Value::Bool));
    values.extend(["", "a"].map(|text| Value::String(text.into())));
    let site = SiteId::from_index(5);
    let compare = |expression: Expression<SiteId>| {
        let expected = component_terms::value(&expression, &component_terms::Store::new());
        assert_eq!(expression.evaluate(&Nothing), expected, "{expression:?}");
    };
    let mut compared = 0;
    for one in &values {
        let constant = || Expression::Constant(one.clone());
        let operators = match one.kind() {
            Type::Int => &[Unary::Minus, Unary::Complement, Unary::ToFloat][..],
            Type::Float => &[Unary::Minus],
            Type::Bool => &[Unary::Not],
            Type::String => &[],
        };
        for &operator in operators {
            compare(Expression::Unary(operator, Box::new(constant()), site));
        }
        let is_number = matches!(one.kind(), Type::Int | Type::Float);
        for other in values.iter().filter(|other| other.kind() == one.kind()) {
            let pair = || [constant(), Expression::Constant(other.clone())];
            for operator in Binary::ALL {
                if operator.result(one.kind()).is_some() {
                    compare(Expression::Binary(operator, Box::new(pair()), site));
                    compared += 1;
                }
            }
            for function in Builtin::ALL.into_iter().filter(|_| is_number) {
                let operands = pair().into_iter().take(function.arity()).collect();
                compare(Expression::Call(function, operands, site));
            }
        }
    }
    assert!(compared > 3_000, "{compared}");
}
