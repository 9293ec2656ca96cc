//! Random component systems and random runs of them in the semantics of partial states.

use oracle::component::{Semantics, ready};
use oracle::component_runs::{Event, Run};
use scm_check::internals::kernel::base::Random;
use scm_check::internals::model::component::{
    ComponentId, Composite, GlobalState, PartialLocal, PartialState,
};
use scm_check::internals::model::generate::{RandomComposite, random_composite};

/// The number of events of a run.
const EVENTS: usize = 30;

/// The random composite of a seed. About a third of them may have faults.
pub(crate) fn composite_of(seed: u64) -> Composite {
    let mut numbers = Random::new(seed);
    let drawn = RandomComposite::draw(&mut numbers);
    let fault_percent = if numbers.percent(33) { numbers.between(1, 25) } else { 0 };
    random_composite(&RandomComposite { fault_percent, ..drawn }, numbers.bits())
}

/// The random composite of a seed without faults.
pub(crate) fn faultless_of(seed: u64) -> Composite {
    let mut numbers = Random::new(seed);
    random_composite(&RandomComposite::draw(&mut numbers), numbers.bits())
}

/// Runs a composite from `initial` until nothing is left to do, a fault comes, or there are enough events, and calls
/// `visit` with each partial state.
pub(crate) fn random_run(
    composite: &Composite,
    initial: &GlobalState,
    numbers: &mut Random,
    visit: &mut dyn FnMut(&PartialState),
) -> Run {
    let semantics = Semantics { composite, failing: false };
    let mut run = Run { initial: initial.clone(), steps: Vec::new() };
    let mut state = composite.all_ready(initial.clone());
    // Some runs end components early, others late.
    let start_percent = numbers.between(30, 90);
    visit(&state);
    while run.steps.len() < EVENTS {
        let busy: Vec<ComponentId> =
            state.ids().filter(|&id| matches!(state[id], PartialLocal::Busy(..))).collect();
        let startable = composite.startable(&state).unwrap_or_default();
        let event = match numbers.choose(&startable) {
            Some(id) if busy.is_empty() || numbers.percent(start_percent) => {
                let mut chosen = Vec::new();
                let expected = state.clone();
                let started = composite.start(&mut state, id, &mut |component, offer| {
                    let port = composite.interactions()[id].participants[chosen.len()];
                    assert_eq!(port.0, component);
                    let local = ready(&expected, component).unwrap();
                    assert_eq!(offer.as_slice(), semantics.offer(component, local, port.1));
                    chosen.push(offer[numbers.below(offer.len())]);
                    chosen[chosen.len() - 1]
                });
                let expected = semantics.start(&expected, id, &chosen);
                assert_eq!(started.clone().map(|()| state.clone()), expected);
                if started.is_err() {
                    break;
                }
                Event::Start(id, chosen)
            }
            _ => {
                let Some(component) = numbers.choose(&busy) else { break };
                let Ok(Some(local)) = composite.end_of(&state, component) else { break };
                state[component] = PartialLocal::Ready(local);
                Event::End(component)
            }
        };
        run.steps.push((event, state.clone()));
        visit(&state);
    }
    run
}
