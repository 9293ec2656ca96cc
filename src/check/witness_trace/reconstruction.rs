//! Reconstruction of the witness trace from the order of interactions and the ends of their participants.

use std::collections::VecDeque;
use std::num::NonZero;

use kernel::base::IndexVec;
use model::component::{ComponentId, Composite, InteractionId};

use super::Slice;

/// The part of the witness trace of a run that is determined so far (Definition 6 of
/// [MTCBS](crate#bibliography), with the label of the pending interaction).
///
/// It takes the interactions in the order in which they start, and for each component its states at the ends of its
/// interactions, in order; nothing is assumed on the order between components. `S` is the state of a component.
///
/// # Complexity
/// An end takes constant time, an interaction time linear in its participants, both amortised; memory is linear in
/// the interactions that have started and are not determined.
#[derive(Debug)]
pub struct Reconstruction<S> {
    /// For each interaction, the participants whose ends it waits for; `None` if it is skipped.
    waits: IndexVec<InteractionId, Option<Box<[ComponentId]>>>,
    /// For each interaction, all participants, and whether it waits for their ends.
    participants: IndexVec<InteractionId, Box<[(ComponentId, bool)]>>,
    /// The interactions that are not determined.
    pending: VecDeque<Pending>,
    /// Number of interactions that were pending and whose steps have been taken.
    taken: u64,
    queues: IndexVec<ComponentId, Queue<S>>,
    /// Number of states of each component that are kept after they have been replaced.
    history: usize,
    /// Number of interactions that have started.
    started: u64,
    /// Number of ends whose states are kept for a step.
    kept_ends: u64,
    /// Most interactions that may be open.
    window: usize,
    most_open: usize,
}

/// What is known of the ends of a component.
#[derive(Debug)]
struct Queue<S> {
    /// States that have been replaced, that of the last determined global state, and those that wait for their step
    /// to be determined: a state stays where it is, since moving it costs more than all else.
    states: VecDeque<S>,
    /// The place of that of the last determined global state.
    current: usize,
    /// States that came before their interaction.
    early: VecDeque<S>,
    /// For each interaction that has started and not ended here its number among those that were ever pending; `None`
    /// if its state is not kept.
    awaited: VecDeque<Option<NonZero<u64>>>,
}

/// An interaction that is not determined.
#[derive(Debug)]
struct Pending {
    interaction: InteractionId,
    /// Number of ends that it waits for.
    missing: u32,
    step: u64,
}

/// A step of the witness trace.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WitnessStep {
    /// Its number: that of its interaction in the whole run, from 1.
    pub step: u64,
    /// The interaction.
    pub interaction: InteractionId,
}

/// More interactions are open than the window allows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WindowFull {
    /// The first component whose end the first open interaction waits for.
    pub waits_for: ComponentId,
}

impl<S> Queue<S> {
    /// Returns the state after the current one, if it is there.
    #[inline]
    fn next(&self) -> Option<&S> {
        self.states.get(self.current + 1)
    }
}

impl<S> Reconstruction<S> {
    /// Starts in an initial state; `window` is the greatest number of open interactions. With a slice, only what it
    /// names is reconstructed. The last `history` states of each component can be asked for with
    /// [`earlier`](Self::earlier).
    pub fn new(
        composite: &Composite,
        initial: IndexVec<ComponentId, S>,
        window: usize,
        slice: Option<&Slice>,
        history: usize,
    ) -> Self {
        let all = |id: InteractionId| {
            composite.interactions()[id].participants.iter().map(|&(component, _)| component)
        };
        let waits = |id: InteractionId| match slice {
            None => Some(all(id).collect()),
            Some(slice) if slice.delivers(id) => {
                Some(all(id).filter(|&component| slice.names(component)).collect())
            }
            Some(_) => None,
        };
        let waits: IndexVec<_, _> = composite.interactions().ids().map(waits).collect();
        let participants = waits.enumerate().map(|(id, waits): (_, &Option<Box<[_]>>)| {
            let waits = waits.as_deref().unwrap_or_default();
            all(id).map(|component| (component, waits.contains(&component))).collect()
        });
        Self {
            participants: participants.collect(),
            waits,
            queues: initial
                .into_iter()
                .map(|state| Queue {
                    states: VecDeque::from([state]),
                    current: 0,
                    early: VecDeque::new(),
                    awaited: VecDeque::new(),
                })
                .collect(),
            history,
            pending: VecDeque::new(),
            taken: 0,
            started: 0,
            kept_ends: 0,
            window,
            most_open: 0,
        }
    }

    /// Records that an interaction starts.
    ///
    /// # Errors
    /// If more interactions would be open than the window allows; then it is not recorded.
    ///
    /// # Panics
    /// If the window is full of steps that are determined and were not taken by [`next_step`](Self::next_step).
    pub fn start(&mut self, interaction: InteractionId) -> Result<(), WindowFull> {
        let is_kept = self.waits[interaction].is_some();
        if is_kept && self.pending.len() >= self.window {
            let waits_for = self.waiting().next().expect("determined steps have been taken");
            return Err(WindowFull { waits_for });
        }
        self.started += 1;
        let number = self.taken + self.pending.len() as u64 + 1;
        let mut missing = 0;
        for &(component, is_kept) in &self.participants[interaction] {
            let queue = &mut self.queues[component];
            match queue.early.pop_front() {
                Some(state) if is_kept => {
                    queue.states.push_back(state);
                    self.kept_ends += 1;
                }
                Some(_) => {}
                None => {
                    missing += u32::from(is_kept);
                    queue.awaited.push_back(NonZero::new(number).filter(|_| is_kept));
                }
            }
        }
        if is_kept {
            self.pending.push_back(Pending { interaction, missing, step: self.started });
            self.most_open = self.most_open.max(self.pending.len());
        }
        Ok(())
    }

    /// Records that a component ends an interaction, in a state.
    #[inline]
    pub fn end(&mut self, component: ComponentId, state: S) {
        let queue = &mut self.queues[component];
        match queue.awaited.pop_front() {
            Some(Some(number)) => {
                queue.states.push_back(state);
                self.kept_ends += 1;
                let place = number.get() - self.taken - 1;
                let place = usize::try_from(place).expect("pending interactions fit into memory");
                self.pending[place].missing -= 1;
            }
            Some(None) => {}
            None => queue.early.push_back(state),
        }
    }

    /// Returns `true` if the component has started an interaction that it has not ended.
    #[inline]
    pub fn is_busy(&self, component: ComponentId) -> bool {
        !self.queues[component].awaited.is_empty()
    }

    /// Returns the ends that belong to no interaction so far: for each component the first one.
    pub fn early(&self) -> impl Iterator<Item = (ComponentId, &S)> {
        self.queues.enumerate().filter_map(|(id, queue)| Some((id, queue.early.front()?)))
    }

    /// Returns the interaction of the next step of the witness trace, and the states of its participants after it, if
    /// it is determined.
    pub fn determined(&self) -> Option<(InteractionId, impl Iterator<Item = (ComponentId, &S)>)> {
        let &Pending { interaction, .. } = self.pending.front().filter(|one| one.missing == 0)?;
        let queues = &self.queues;
        let state = |&id: &ComponentId| Some((id, queues[id].next()?));
        Some((interaction, self.changed(interaction).iter().filter_map(state)))
    }

    /// Returns the next step of the witness trace if it is determined: all its participants have ended. It leads to
    /// the current [`states`](Self::states).
    #[inline]
    pub fn next_step(&mut self) -> Option<WitnessStep> {
        if self.pending.front()?.missing > 0 {
            return None;
        }
        let Pending { interaction, step, .. } = self.pending.pop_front()?;
        self.taken += 1;
        for &component in self.waits[interaction].as_deref().unwrap_or_default() {
            let queue = &mut self.queues[component];
            if queue.current < self.history {
                queue.current += 1;
            } else {
                queue.states.pop_front();
            }
        }
        Some(WitnessStep { step, interaction })
    }

    /// Returns the state of a component in the last determined global state.
    #[inline]
    pub fn state(&self, component: ComponentId) -> &S {
        let queue = &self.queues[component];
        &queue.states[queue.current]
    }

    /// Returns the states of all components in the last determined global state.
    pub fn states(&self) -> impl Iterator<Item = &S> {
        self.queues.iter().map(|queue| &queue.states[queue.current])
    }

    /// Returns the state of a component that was replaced `count` states ago, 0 for the current one.
    ///
    /// # Panics
    /// If that is longer ago than is kept.
    pub fn earlier(&self, component: ComponentId, count: usize) -> &S {
        let queue = &self.queues[component];
        &queue.states[queue.current - count]
    }

    /// Returns the participants of an interaction whose states it changes here.
    #[inline]
    pub fn changed(&self, interaction: InteractionId) -> &[ComponentId] {
        self.waits[interaction].as_deref().unwrap_or_default()
    }

    /// Returns the first interaction that is not determined.
    pub fn pending(&self) -> Option<InteractionId> {
        self.pending.front().map(|first| first.interaction)
    }

    /// Returns the participants of the pending interaction that have not ended, in the order of its connector.
    pub fn waiting(&self) -> impl Iterator<Item = ComponentId> + use<'_, S> {
        let first = self.pending.front().and_then(|one| self.waits[one.interaction].as_deref());
        let queues = &self.queues;
        first.unwrap_or_default().iter().copied().filter(|&id| queues[id].next().is_none())
    }

    /// Returns the number of interactions that are not determined, the pending one included.
    pub fn open(&self) -> usize {
        self.pending.len()
    }

    /// Returns the most interactions that were open at once.
    pub const fn most_open(&self) -> usize {
        self.most_open
    }

    /// Returns the number of interactions that have started.
    pub const fn started(&self) -> u64 {
        self.started
    }

    /// Returns the number of ends whose states were kept for a step: all of them, or with a slice those that can change
    /// what it names.
    pub const fn kept_ends(&self) -> u64 {
        self.kept_ends
    }
}
