//! Reconstruction of random runs of random systems: at each event what the definition says, in any order of the
//! components among each other, and with slices.

use std::collections::VecDeque;

use oracle::component::{Semantics, ready};
use oracle::component_runs::{Event, Reconstruction as Expected, Run, Trace};
use scm_check::internals::check::witness_trace::{HISTORY, Reconstruction, Slice};
use scm_check::internals::kernel::base::{IndexVec, Random};
use scm_check::internals::model::component::{
    ComponentId, Composite, Definition, GlobalState, InteractionId, LocalState, Predicate,
    Property, StateVariable, Statement, TransferVariable, VariableId,
};
use scm_check::internals::model::temporal::{BinaryOperator, Formula};

use crate::support::cases::{are_many, few_seeds, seeds};
use crate::support::effort::required;
use crate::support::random_components::{faultless_of, random_run};
use crate::support::random_properties::{property, random_predicates};

/// The number of runs of each system.
const RUNS: usize = 5;

/// What is known at once: an interaction starts, or a component ends in a state.
#[derive(Clone, Debug)]
enum Known {
    Start(InteractionId),
    End(ComponentId, LocalState),
}

/// The events of a run as a log has them.
fn events(run: &Run) -> Vec<Known> {
    let known = run.steps.iter().map(|(event, state)| match event {
        Event::Start(id, _) => Known::Start(*id),
        Event::End(component) => Known::End(*component, ready(state, *component).unwrap().clone()),
    });
    known.collect()
}

/// The events of a run in an order without a common clock: that of interactions and that of the ends of each
/// component are kept.
fn interleaved(run: &Run, numbers: &mut Random) -> Vec<Known> {
    let mut queues: Vec<VecDeque<Known>> = vec![VecDeque::new(); 1 + run.initial.len()];
    for event in events(run) {
        let queue = match &event {
            Known::Start(_) => 0,
            Known::End(component, _) => {
                1 + run.initial.ids().position(|id| id == *component).unwrap()
            }
        };
        queues[queue].push_back(event);
    }
    let mut mixed = Vec::new();
    loop {
        queues.retain(|queue| !queue.is_empty());
        if queues.is_empty() {
            return mixed;
        }
        let chosen = numbers.below(queues.len());
        mixed.extend(queues[chosen].pop_front());
    }
}

/// Tells a reconstruction an event, and returns the steps that it determines, each with its state.
fn tell(
    reconstruction: &mut Reconstruction<LocalState>,
    event: Known,
) -> Vec<(u64, InteractionId, GlobalState)> {
    match event {
        Known::Start(id) => reconstruction.start(id).unwrap(),
        Known::End(component, state) => reconstruction.end(component, state),
    }
    let mut steps = Vec::new();
    let mut before: GlobalState = reconstruction.states().cloned().collect();
    while let Some(step) = reconstruction.next_step() {
        for &component in reconstruction.changed(step.interaction) {
            let earlier = reconstruction.earlier(component, 1);
            assert_eq!(*earlier, before[component], "what is replaced is the state before");
        }
        before = reconstruction.states().cloned().collect();
        steps.push((step.step, step.interaction, before.clone()));
    }
    steps
}

/// What a reconstruction has determined, with the steps that it has returned.
fn found(trace: &Trace, reconstruction: &Reconstruction<LocalState>) -> Expected {
    Expected {
        trace: trace.clone(),
        pending: reconstruction.pending(),
        waiting: reconstruction.waiting().collect(),
        open: reconstruction.open(),
    }
}

#[test]
fn after_each_event_just_what_is_determined_has_been_reconstructed() {
    let (mut runs, mut early, mut most_open) = (0, 0, 0);
    for seed in few_seeds(100) {
        let composite = faultless_of(seed);
        let semantics = Semantics { composite: &composite, failing: false };
        let initial = composite.initial_state().unwrap();
        let mut numbers = Random::new(seed ^ 3);
        for _ in 0..RUNS {
            let run = random_run(&composite, &initial, &mut numbers, &mut |_| {});
            let witness = semantics.replayed(&run).unwrap();
            let new =
                || Reconstruction::new(&composite, initial.clone(), usize::MAX, None, HISTORY);
            let mut reconstruction = new();
            let mut trace = Trace::new();
            for (at, event) in events(&run).into_iter().enumerate() {
                for (step, id, state) in tell(&mut reconstruction, event) {
                    assert_eq!(step, trace.len() as u64 + 1, "seed {seed}");
                    trace.push((id, state));
                }
                let expected = semantics.reconstructed(&run.prefix(at + 1));
                let found = found(&trace, &reconstruction);
                assert_eq!(found, expected, "seed {seed}, after event {at} of {run:?}");
                assert_eq!(found.trace, witness[..trace.len()], "seed {seed}: {run:?}");
            }
            let expected = found(&trace, &reconstruction);
            let (mut reconstruction, mut trace) = (new(), Trace::new());
            for event in interleaved(&run, &mut numbers) {
                let steps = tell(&mut reconstruction, event);
                trace.extend(steps.into_iter().map(|(_, id, state)| (id, state)));
                early += usize::from(reconstruction.early().next().is_some());
            }
            assert_eq!(found(&trace, &reconstruction), expected, "seed {seed}: {run:?}");
            runs += 1;
            most_open = most_open.max(reconstruction.most_open());
        }
    }
    assert!(!are_many() || early > runs && most_open > 5, "{early} early ends, {most_open} open");
}

/// What properties name, by components: the variables, and whether the place is.
fn named(
    composite: &Composite,
    predicates: impl Iterator<Item = Predicate>,
) -> IndexVec<ComponentId, (Vec<VariableId>, bool)> {
    let mut named = IndexVec::filled((Vec::new(), false), composite.components().len());
    for predicate in predicates {
        predicate.variables(&mut |variable| match variable {
            StateVariable::Value(component, variable) => named[component].0.push(variable),
            StateVariable::At(component, _) => named[component].1 = true,
            StateVariable::Fired(_) | StateVariable::FiredAny(_) => unreachable!(),
        });
    }
    named
}

/// The part of a state that is named.
fn shown(
    state: &GlobalState,
    named: &IndexVec<ComponentId, (Vec<VariableId>, bool)>,
) -> Vec<String> {
    let mut shown = Vec::new();
    for (id, (variables, place)) in named.enumerate() {
        let values = variables.iter().map(|&variable| format!("{:?}", state[id].values[variable]));
        shown.extend(values);
        shown.extend(place.then(|| format!("{:?}", state[id].place)));
    }
    shown
}

/// Returns `true` if an interaction can write what is named: in its transfer, in a transition on one of its ports, or
/// in an internal one of a participant, wherever this is.
fn can_write(
    composite: &Composite,
    id: InteractionId,
    named: &IndexVec<ComponentId, (Vec<VariableId>, bool)>,
) -> bool {
    let interaction = &composite.interactions()[id];
    let mut can = false;
    for statement in composite.transfer(id).into_iter().flat_map(|one| &one.actions) {
        statement.written(&mut |written| {
            if let TransferVariable::Exported(end, variable) = written {
                let at = interaction.ends.iter().position(|&one| one == end).unwrap();
                can |= named[interaction.participants[at].0].0.contains(&variable);
            }
        });
    }
    for &(component, port) in &interaction.participants {
        let writes = |statement: &Statement<VariableId>| {
            let mut writes = false;
            statement.written(&mut |variable| writes |= named[component].0.contains(&variable));
            writes
        };
        for transition in &composite.atom(component).transitions {
            can |= transition.port.is_none_or(|one| one == port)
                && (named[component].1 && transition.from != transition.to
                    || transition.action.iter().any(writes));
        }
    }
    can
}

/// A property that names what predicates name.
fn always_one_of(
    predicates: IndexVec<scm_check::internals::model::temporal::PropositionId, Predicate>,
) -> Property {
    let either = |left, right| Formula::binary(BinaryOperator::Or, left, right);
    let formula = predicates.ids().map(Formula::Proposition).reduce(either).unwrap();
    property(Definition::Formula { formula, predicates })
}

#[test]
fn slices_deliver_the_witness_without_the_steps_that_change_nothing() {
    let (mut skipped, mut delivered, mut sooner) = (0, 0, 0);
    for seed in seeds(100) {
        let composite = faultless_of(seed);
        let semantics = Semantics { composite: &composite, failing: false };
        let initial = composite.initial_state().unwrap();
        let mut numbers = Random::new(seed ^ 4);
        let run = random_run(&composite, &initial, &mut numbers, &mut |_| {});
        let witness = semantics.witness(&run).unwrap();
        let most = numbers.between(1, 2);
        let predicates = random_predicates(&composite, most, false, &mut numbers);
        let named = named(&composite, predicates.iter().cloned());
        let slice = Slice::new(&composite, &[always_one_of(predicates)]).unwrap();
        for (id, (variables, place)) in named.enumerate() {
            assert_eq!(slice.names(id), *place || !variables.is_empty(), "seed {seed}");
            assert_eq!(slice.names_place(id), *place, "seed {seed}");
            assert!(variables.iter().all(|one| slice.variables(id).contains(one)), "seed {seed}");
            assert!(slice.variables(id).iter().all(|one| variables.contains(one)), "seed {seed}");
        }
        for id in composite.interactions().ids() {
            let may = can_write(&composite, id, &named);
            assert!(may || !slice.delivers(id), "seed {seed}: {id:?} writes nothing that is named");
        }
        // The numbers of the steps that are delivered, of all that are in the run.
        let kept = (1..).zip(&witness).filter(|(_, (id, _))| slice.delivers(*id));
        let kept: Vec<(u64, &(InteractionId, GlobalState))> = kept.collect();
        let mut before = &initial;
        for (id, state) in &witness {
            let is_same = shown(before, &named) == shown(state, &named);
            assert!(is_same || slice.delivers(*id), "seed {seed}: {id:?} changes what is named");
            skipped += usize::from(!slice.delivers(*id));
            before = state;
        }
        let is_ordered = numbers.percent(50);
        let told = if is_ordered { events(&run) } else { interleaved(&run, &mut numbers) };
        let mut reconstruction =
            Reconstruction::new(&composite, initial.clone(), usize::MAX, Some(&slice), HISTORY);
        let (mut started, mut ends) = (0, IndexVec::filled(0_usize, initial.len()));
        let mut at = 0;
        for event in told {
            match &event {
                Known::Start(_) => started += 1,
                Known::End(component, _) => ends[*component] += 1,
            }
            for (step, id, state) in tell(&mut reconstruction, event) {
                let (number, (expected, after)) = kept[at];
                assert_eq!((step, id), (number, *expected), "seed {seed}: {run:?}");
                assert_eq!(shown(&state, &named), shown(after, &named), "seed {seed}: {run:?}");
                at += 1;
            }
            // All is delivered whose participants among the named components have ended.
            let mut rest = ends.clone();
            let mut count = 0;
            for (id, _) in &witness[..started] {
                let participants = composite.interactions()[*id].participants.iter();
                let named = participants.map(|&(one, _)| one).filter(|&one| slice.names(one));
                let ended = named.into_iter().fold(true, |all, one| {
                    let has = rest[one] > 0;
                    rest[one] = rest[one].saturating_sub(1);
                    all && has
                });
                if slice.delivers(*id) {
                    if !ended {
                        break;
                    }
                    count += 1;
                }
            }
            assert_eq!(at, count, "seed {seed}: {run:?}");
            assert_eq!(reconstruction.started(), started as u64, "seed {seed}");
        }
        delivered += at;
        let all = semantics.reconstructed(&run).trace.len();
        sooner += usize::from(at > 0 && kept[at - 1].0 > all as u64);
    }
    assert!(
        !are_many()
            || skipped > required(100) && delivered > required(100) && sooner > required(10),
        "{skipped} steps skipped, {delivered} delivered, {sooner} runs told sooner"
    );
}
