//! The global states of a composite as a transition system.

use kernel::transition_system::TransitionSystem;
use model::component::{Composite, InteractionId, TransitionId};

use super::packed_state::{PackedState, Unpacked, pack, pack_changed};

/// The global states of a composite, with two more states for errors and for what is left out.
#[derive(Clone, Copy, Debug)]
pub(super) struct GlobalSpace<'a> {
    pub(super) composite: &'a Composite,
    /// Whether states are told apart by the interaction that led to them.
    pub(super) by_interaction: bool,
}

/// The label of a step: the interaction, `None` if the state before has an error, and which of the ways to choose
/// transitions of the participants it is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct StepLabel {
    pub(super) interaction: Option<InteractionId>,
    pub(super) choice: u32,
}

impl TransitionSystem for GlobalSpace<'_> {
    type State = PackedState;
    type Label = StepLabel;
    type Scratch = Unpacked;

    fn initial_states(&self) -> impl Iterator<Item = PackedState> {
        let initial = self.composite.initial_state();
        std::iter::once(initial.map_or(PackedState::Fault, |state| {
            pack(self.composite, &state)
                .map_or(PackedState::Beyond, |bytes| PackedState::State(bytes, None))
        }))
    }

    fn successors(
        &self,
        state: &PackedState,
        unpacked: &mut Unpacked,
        emit: &mut impl FnMut(StepLabel, PackedState),
    ) {
        let PackedState::State(bytes, _) = state else { return };
        unpacked.replace(self.composite, bytes);
        let Unpacked { state, ends } = &*unpacked;
        let Ok(firable) = self.composite.firable(state) else {
            return emit(StepLabel { interaction: None, choice: 0 }, PackedState::Fault);
        };
        for interaction in firable {
            let mut label = StepLabel { interaction: Some(interaction), choice: 0 };
            let by = Some(interaction).filter(|_| self.by_interaction);
            let mut each = |_: &[TransitionId], next: Result<_, _>| {
                let packed = |changed| {
                    pack_changed(self.composite, bytes, ends, changed)
                        .map_or(PackedState::Beyond, |bytes| PackedState::State(bytes, by))
                };
                emit(label, next.map_or(PackedState::Fault, packed));
                label.choice += 1;
            };
            if self.composite.fire_locally(state, interaction, &mut each).is_err() {
                emit(label, PackedState::Fault);
            }
        }
    }

    fn heap_bytes(&self, state: &PackedState) -> usize {
        match state {
            PackedState::State(bytes, _) => bytes.len(),
            PackedState::Fault | PackedState::Beyond => 0,
        }
    }
}
