//! Runs in the semantics of partial states, their witnesses, and what Definition 6 reconstructs of them.
//!
//! The definition is corrected: what has been reconstructed ends with the label of the next interaction, as in
//! Table 1 of the paper.

use std::collections::BTreeSet;

use model::component::{
    ComponentId, GlobalState, InteractionId, PartialLocal, PartialState, TransitionId,
};

use crate::component::{Faults, Semantics, all_ready, complete};

/// What happens in a run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// An interaction starts, and its participants choose these transitions.
    Start(InteractionId, Vec<TransitionId>),
    /// A component ends.
    End(ComponentId),
}

/// A run in the semantics of partial states.
#[derive(Clone, Debug)]
pub struct Run {
    pub initial: GlobalState,
    /// The events, each with the state after it.
    pub steps: Vec<(Event, PartialState)>,
}

/// A trace of the global semantics without its first state: interactions with the states that they lead to.
pub type Trace = Vec<(InteractionId, GlobalState)>;

/// What is determined of a witness.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reconstruction {
    pub trace: Trace,
    /// The next interaction, whose state is not determined.
    pub pending: Option<InteractionId>,
    /// The components that it waits for, in the order of its participants.
    pub waiting: Vec<ComponentId>,
    /// The number of interactions whose states are not determined.
    pub open: usize,
}

impl Run {
    /// Returns the last state.
    pub fn last(&self) -> PartialState {
        self.steps.last().map_or_else(|| all_ready(&self.initial), |(_, state)| state.clone())
    }

    /// Returns the run without what comes after so many events.
    #[must_use]
    pub fn prefix(&self, events: usize) -> Self {
        Self { initial: self.initial.clone(), steps: self.steps[..events].to_vec() }
    }
}

impl Semantics<'_> {
    /// Returns the witness of a run: each interaction with the stabilised state after its start.
    pub fn witness(&self, run: &Run) -> Result<Trace, Faults> {
        let mut trace = Trace::new();
        for (event, state) in &run.steps {
            if let Event::Start(interaction, _) = event {
                trace.push((*interaction, self.stab(state)?));
            }
        }
        Ok(trace)
    }

    /// Returns what the interactions of a run do one after the other in the global semantics, with the transitions
    /// that the run has chosen; `None` if one cannot fire or has no state.
    pub fn replayed(&self, run: &Run) -> Option<Trace> {
        let mut trace = Trace::new();
        let mut state = run.initial.clone();
        for (event, _) in &run.steps {
            if let Event::Start(interaction, chosen) = event {
                self.firable(&state).contains(interaction).then_some(())?;
                let mut successors = self.successors(&state, *interaction).ok()?.into_iter();
                let (_, after) = successors.find(|(transitions, _)| transitions == chosen)?;
                state = after.ok()?;
                trace.push((*interaction, state.clone()));
            }
        }
        Some(trace)
    }

    /// Returns what Definition 6 reconstructs of a run: all states after interactions are kept, each end fills in the
    /// component where it was busy, and the first state that is not complete is the pending one.
    pub fn reconstructed(&self, run: &Run) -> Reconstruction {
        let mut accumulated: Vec<(InteractionId, PartialState)> = Vec::new();
        for (event, state) in &run.steps {
            match event {
                Event::Start(interaction, _) => accumulated.push((*interaction, state.clone())),
                Event::End(_) => {
                    for (_, kept) in &mut accumulated {
                        for component in state.ids() {
                            if let (PartialLocal::Busy(..), PartialLocal::Ready(_)) =
                                (&kept[component], &state[component])
                            {
                                kept[component] = state[component].clone();
                            }
                        }
                    }
                }
            }
        }
        let states = accumulated.iter();
        let trace: Trace = states.map_while(|(id, state)| Some((*id, complete(state)?))).collect();
        let rest = &accumulated[trace.len()..];
        let waiting = rest.first().map(|(id, state)| {
            let participants = &self.composite.interactions()[*id].participants;
            let is_busy = |id: &ComponentId| matches!(state[*id], PartialLocal::Busy(..));
            participants.iter().map(|&(component, _)| component).filter(is_busy).collect()
        });
        Reconstruction {
            trace,
            pending: rest.first().map(|&(id, _)| id),
            waiting: waiting.unwrap_or_default(),
            open: rest.len(),
        }
    }

    /// Returns the steps of a partial state: starts with all choices, and ends. Steps with faults are left out.
    pub fn steps(&self, state: &PartialState) -> Vec<(Event, PartialState)> {
        let mut steps = Vec::new();
        for id in self.startable(state) {
            for chosen in self.choices(state, id) {
                if let Ok(after) = self.start(state, id, &chosen) {
                    steps.push((Event::Start(id, chosen), after));
                }
            }
        }
        for component in state.ids() {
            if matches!(state[component], PartialLocal::Busy(..))
                && let Ok(after) = self.end(state, component)
            {
                steps.push((Event::End(component), after));
            }
        }
        steps
    }

    /// Returns the partial states that can be reached, at most `most` of them.
    pub fn partial_states(&self, initial: &GlobalState, most: usize) -> Vec<PartialState> {
        let mut states = vec![all_ready(initial)];
        let mut next = 0;
        while next < states.len() {
            for (_, after) in self.steps(&states[next]) {
                if states.len() < most && !states.contains(&after) {
                    states.push(after);
                }
            }
            next += 1;
        }
        states
    }

    /// Returns why `R = {(q, r) | stab(r) = q}` is no weak bisimulation at `r`, if it is none. The system must have no
    /// faults.
    pub fn no_bisimulation_at(&self, state: &PartialState) -> Option<String> {
        let global = self.stab(state).ok()?;
        let firable = self.firable(&global);
        let after = |id: InteractionId| -> BTreeSet<String> {
            let successors = self.successors(&global, id).unwrap_or_default().into_iter();
            successors.map(|(_, after)| format!("{after:?}")).collect()
        };
        for (event, reached) in self.steps(state) {
            let stab = self.stab(&reached);
            match event {
                // What starts can fire, and leads to related states.
                Event::Start(id, _) => {
                    if !firable.contains(&id) || !after(id).contains(&format!("{stab:?}")) {
                        return Some(format!("{id:?} starts in {state:?} and cannot fire"));
                    }
                }
                // Ends change nothing.
                Event::End(component) => {
                    if stab.as_ref() != Ok(&global) {
                        return Some(format!("the end of {component:?} changes {state:?}"));
                    }
                }
            }
        }
        // What can fire can start after some ends, and leads to related states: after all ends, since the state is
        // then complete.
        let steps = self.steps(&all_ready(&global));
        for id in firable {
            let started = steps
                .iter()
                .filter(|(event, _)| matches!(event, Event::Start(started, _) if *started == id));
            let reached: BTreeSet<String> =
                started.map(|(_, reached)| format!("{:?}", self.stab(reached))).collect();
            if reached != after(id) {
                return Some(format!(
                    "{id:?} can fire and does not start after the ends of {state:?}"
                ));
            }
        }
        None
    }
}
