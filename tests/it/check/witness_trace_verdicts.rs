//! Verdicts of properties on random witness traces, by their definitions on the whole trace: none is late.

use oracle::component::{Semantics as Components, ready};
use oracle::component_runs::Event;
use oracle::temporal::{Valuations, holds};
use scm_check::internals::check::monitor::{MonitorVerdict, Semantics};
use scm_check::internals::check::witness_trace::{
    HISTORY, Reconstruction, Slice, TraceMonitor, monitors,
};
use scm_check::internals::kernel::base::Random;
use scm_check::internals::model::component::{Definition, GlobalState, Property};

use crate::support::cases::{are_many, seeds};
use crate::support::effort::required;
use crate::support::random_components::{faultless_of, random_run};
use crate::support::random_formulas::{random_formula, verdict};
use crate::support::random_properties::{Table, letters, property, random_predicates};

/// The largest number of valuations of a formula that is compared.
const VALUATIONS: usize = 1 << 7;

/// The verdict of an automaton in a state.
fn table_verdict(table: &Table, state: usize, semantics: Semantics) -> MonitorVerdict {
    let reachable = table.reachable(state);
    let accepts = |state: &usize| table.accepting[*state];
    if reachable.iter().all(accepts) {
        MonitorVerdict::True
    } else if !reachable.iter().any(accepts) {
        MonitorVerdict::False
    } else if semantics == Semantics::Ltl3 {
        MonitorVerdict::Inconclusive
    } else if accepts(&state) {
        MonitorVerdict::CurrentlyTrue
    } else {
        MonitorVerdict::CurrentlyFalse
    }
}

#[test]
fn the_verdict_comes_with_the_event_that_determines_the_state() {
    let mut seen = Vec::new();
    let mut sliced = 0;
    for seed in seeds(100) {
        let composite = faultless_of(seed);
        let oracle = Components { composite: &composite, failing: false };
        let initial = composite.initial_state().unwrap();
        let mut numbers = Random::new(seed ^ 5);
        let run = random_run(&composite, &initial, &mut numbers, &mut |_| {});
        let witness = oracle.witness(&run).unwrap();
        let semantics = numbers.choose(&Semantics::ALL).unwrap();
        let predicates = random_predicates(&composite, 2, numbers.percent(70), &mut numbers);
        let letters = letters(&composite, &predicates, &initial, &witness);
        let propositions = predicates.len();
        let (definition, expected): (Definition, Vec<MonitorVerdict>) = match seed % 3 {
            0 => {
                let operators = numbers.between(1, 5);
                let formula = random_formula(operators, propositions, &mut numbers);
                let Some(valuations) = Valuations::new(&formula, propositions, VALUATIONS) else {
                    continue;
                };
                let possible = valuations.possible(&letters).into_iter().enumerate();
                let expected = possible.map(|(at, possible)| {
                    verdict(semantics, possible, holds(&formula, &letters[..=at], 0))
                });
                let expected = expected.collect();
                (Definition::Formula { formula, predicates }, expected)
            }
            kind => {
                let table = Table::random(propositions, &mut numbers);
                let states = table.read(&letters).into_iter();
                let expected = states.map(|state| table_verdict(&table, state, semantics));
                let expected = expected.collect();
                let definition = if kind == 1 {
                    Definition::Automaton(table.automaton(predicates))
                } else {
                    Definition::Observer(table.observer(predicates, numbers.percent(50)))
                };
                (definition, expected)
            }
        };
        let property = property(definition);
        let context = format!("seed {seed}: {property:?}, {semantics:?}, {letters:?}");
        let slice =
            (seed % 3 == 0).then(|| Slice::new(&composite, std::slice::from_ref(&property)));
        let slices = [None, slice.and_then(Result::ok)];
        let states: Vec<&GlobalState> =
            [&initial].into_iter().chain(witness.iter().map(|(_, state)| state)).collect();
        for slice in slices.iter().skip(1).filter_map(Option::as_ref).map(Some).chain([None]) {
            let mut trace = trace_monitor(&composite, &property, semantics, &initial, slice);
            let mut at = 0;
            for (number, (event, state)) in run.steps.iter().enumerate() {
                match event {
                    Event::Start(id, _) => trace.start(*id).unwrap(),
                    Event::End(one) => trace.end(*one, ready(state, *one).unwrap().clone()),
                }
                while let Some(step) = trace.advance().unwrap() {
                    at = usize::try_from(step.step).unwrap();
                    assert_eq!(trace.monitors()[0].verdict(), Some(expected[at]), "{context}");
                }
                if slice.is_none() {
                    let determined = oracle.reconstructed(&run.prefix(number + 1)).trace.len();
                    assert_eq!(at, determined, "{context}: after event {number}");
                }
                let found = trace.monitors()[0].verdict();
                assert_eq!(found, Some(expected[at]), "{context}: after event {number}");
            }
            sliced += usize::from(slice.is_some() && at > 0);
            let certain = expected[..=at].iter().position(|verdict| verdict.is_certain());
            let found = trace.monitors()[0].certain_at();
            let fired = |step: usize| step.checked_sub(1).map(|before| witness[before].0);
            assert_eq!(found, certain.map(|step| (step as u64, fired(step))), "{context}");
            if slice.is_none() {
                let shown = trace.certain_state(0).map(|certain| &certain.state);
                assert_eq!(shown, certain.map(|step| states[step]), "{context}");
                let before = trace.certain_state(0).map_or(&[][..], |certain| &certain.before);
                let step = certain.unwrap_or_default();
                let first = step - before.len();
                for (at, (led_by, state)) in (first..).zip(before) {
                    assert_eq!(state, states[at], "{context}");
                    assert_eq!(led_by.map_or(0, |step| step.step), at as u64, "{context}");
                }
                assert_eq!(before.len(), step.min(4), "{context}");
            }
        }
        seen.push((seed % 3, expected[expected.len() - 1], semantics));
    }
    let has = |verdict| (0..3).all(|kind| seen.iter().any(|one| one.0 == kind && one.1 == verdict));
    assert!(!are_many() || has(MonitorVerdict::True) && has(MonitorVerdict::False), "certain ones");
    assert!(!are_many() || has(MonitorVerdict::CurrentlyTrue), "those of now");
    assert!(
        !are_many() || has(MonitorVerdict::Inconclusive) && sliced > required(20),
        "{sliced} sliced"
    );
}

/// A monitor of a run that has not begun.
fn trace_monitor(
    composite: &scm_check::internals::model::component::Composite,
    property: &Property,
    semantics: Semantics,
    initial: &GlobalState,
    slice: Option<&Slice>,
) -> TraceMonitor<scm_check::internals::model::component::LocalState> {
    let properties = std::slice::from_ref(property);
    let monitors = monitors(composite, properties, semantics, 1 << 12, initial).unwrap();
    let reconstruction =
        Reconstruction::new(composite, initial.clone(), usize::MAX, slice, HISTORY);
    TraceMonitor::new(reconstruction, monitors)
}
