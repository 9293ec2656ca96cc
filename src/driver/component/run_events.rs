//! The events of a run in the order in which they are read.

use std::collections::VecDeque;

use kernel::base::IndexVec;
use language::component_log::RunEvent;
use model::component::{ComponentId, Composite, LocalState};

use super::log_monitor::WitnessSink;

/// The last events of a run: a sink that drops the witness trace.
///
/// An end that was read before its interaction, from another file, comes directly behind that.
#[derive(Clone, Debug)]
pub struct RunEvents<'c> {
    composite: &'c Composite,
    /// Number of events that are kept.
    most: usize,
    /// Number of events before the first one that is kept.
    left_out: u64,
    /// For each component, the number of its interactions that had not ended before the first event that is kept.
    open_before: IndexVec<ComponentId, u32>,
    /// The same after the last event.
    open: IndexVec<ComponentId, u32>,
    /// The ends that were read before their interactions.
    early: IndexVec<ComponentId, VecDeque<LocalState>>,
    events: VecDeque<RunEvent>,
}

impl<'c> RunEvents<'c> {
    /// Returns a sink that keeps so many events.
    pub fn new(composite: &'c Composite, most: usize) -> Self {
        let components = composite.components().len();
        Self {
            composite,
            most,
            left_out: 0,
            open_before: IndexVec::filled(0, components),
            open: IndexVec::filled(0, components),
            early: IndexVec::filled(VecDeque::new(), components),
            events: VecDeque::new(),
        }
    }

    /// Returns the number of events before the first one that was kept.
    pub fn left_out(&self) -> u64 {
        self.left_out
    }

    /// Returns for each component the number of its interactions that had not ended before the first event that was
    /// kept.
    pub fn open_before(&self) -> &IndexVec<ComponentId, u32> {
        &self.open_before
    }

    /// Returns the events that were kept, in order.
    pub fn iter(&self) -> impl Iterator<Item = &RunEvent> {
        self.events.iter()
    }

    fn keep(&mut self, event: RunEvent) {
        count(self.composite, &mut self.open, &event);
        self.events.push_back(event);
        if self.events.len() > self.most
            && let Some(first) = self.events.pop_front()
        {
            count(self.composite, &mut self.open_before, &first);
            self.left_out += 1;
        }
    }
}

/// Adds an event to the numbers of open interactions.
fn count(composite: &Composite, open: &mut IndexVec<ComponentId, u32>, event: &RunEvent) {
    match event {
        RunEvent::Interaction(interaction) => {
            for &(component, _) in &composite.interactions()[*interaction].participants {
                open[component] += 1;
            }
        }
        RunEvent::End(component, _) => open[*component] -= 1,
    }
}

impl WitnessSink for RunEvents<'_> {
    fn event(&mut self, event: &RunEvent) {
        match event {
            RunEvent::End(component, state) if self.open[*component] == 0 => {
                self.early[*component].push_back(state.clone());
            }
            RunEvent::End(..) => self.keep(event.clone()),
            RunEvent::Interaction(interaction) => {
                self.keep(event.clone());
                for &(component, _) in &self.composite.interactions()[*interaction].participants {
                    if let Some(state) = self.early[component].pop_front() {
                        self.keep(RunEvent::End(component, state));
                    }
                }
            }
        }
    }
}
