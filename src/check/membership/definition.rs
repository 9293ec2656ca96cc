//! Borderline violations by the product of Theorem 4.1.4 of [RSC](crate#bibliography).
//!
//! On the left stand the RSC executions of the system, each followed by one reception that is
//! possible in the control state reached; on the right the [`BorderlineAutomaton`]. The theorem
//! asks only that the last reception is one of the system's, and so accepts words that are no
//! executions: here it must be possible where it stands. That its message is there needs no test,
//! since the chosen send is the first unmatched one of its key.

use super::borderline::{BorderlineAutomaton, BorderlineLetter, BorderlineState};
use super::misreading::Misreading;
use crate::rsc::{CommunicationStep, LaneId, RscAutomaton, RscSpace};
use kernel::base::{IndexVec, Words};
use kernel::transition_system::{Automaton, Path, Product, TransitionSystem};
use model::cfsm::{ParticipantId, StateId, Step, System, TransitionId};

/// The automaton whose accepted words are the borderline violations of a system.
pub(super) type Violations<'a, W> = Product<LastReceptions<'a, W>, BorderlineAutomaton<'a>>;

/// A path of [`Violations`].
type Violation<W> = Path<(ExecutionState<W>, BorderlineState), BorderlineLetter>;

/// Returns the automaton of the borderline violations of `system`, of which `rsc` is the RSC
/// automaton, with one mistake in it if `misreading` names one.
pub(super) fn violations<W: Words>(
    system: &System,
    rsc: RscAutomaton<W>,
    misreading: Option<Misreading>,
) -> Violations<'_, W> {
    Product {
        system: LastReceptions { system, rsc, misreading },
        acceptor: BorderlineAutomaton::misread(system, misreading),
    }
}

/// Returns the initial control states and the transitions, internal steps included, of the
/// violation that `path` stands for.
pub(super) fn spell_out<W: Words>(
    violations: &Violations<'_, W>,
    path: &Violation<W>,
) -> (IndexVec<ParticipantId, StateId>, Vec<Step>) {
    let LastReceptions { system, rsc, .. } = &violations.system;
    let (start, _) = &path.initial;
    let mut state = start.rsc();
    let initial = rsc.space().controls(state.as_ref());
    let mut control = initial.clone();
    let mut steps = Vec::new();
    for (letter, (execution, _)) in &path.steps {
        match execution {
            ExecutionState::Communicating(next) => {
                let communication = violations
                    .system
                    .communication(state, *letter, next)
                    .expect("a letter of a path stands for a communication");
                RscSpace::spell_out(system, &mut control, communication, &mut steps);
                state = next;
            }
            &ExecutionState::Received { receiver, reception, .. } => {
                RscSpace::spell_out_action(system, &mut control, receiver, reception, &mut steps);
            }
        }
    }
    (initial, steps)
}

/// The RSC executions of a system, each followed by one reception.
///
/// Accepts after the reception; nothing comes after it.
#[derive(Clone, Debug)]
pub(super) struct LastReceptions<'a, W> {
    system: &'a System,
    rsc: RscAutomaton<W>,
    misreading: Option<Misreading>,
}

/// A state of [`LastReceptions`].
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) enum ExecutionState<W> {
    /// An RSC execution has led to this state of the RSC automaton.
    Communicating(W),
    /// The last reception was done there.
    Received {
        /// The state of the RSC automaton before the reception.
        before: W,
        /// The participant that received.
        receiver: ParticipantId,
        /// Its transition.
        reception: TransitionId,
    },
}

impl<W> ExecutionState<W> {
    fn rsc(&self) -> &W {
        match self {
            Self::Communicating(state) | Self::Received { before: state, .. } => state,
        }
    }
}

impl<W: Words> LastReceptions<'_, W> {
    fn misreads(&self, misreading: Misreading) -> bool {
        self.misreading == Some(misreading)
    }

    fn letter(&self, communication: &CommunicationStep) -> BorderlineLetter {
        BorderlineLetter::Communication(self.rsc.space().exchange(*communication))
    }

    /// Returns the least communication that leads from `state` to `next` and reads as `letter`.
    fn communication(
        &self,
        state: &W,
        letter: BorderlineLetter,
        next: &W,
    ) -> Option<CommunicationStep> {
        let mut found = None;
        self.rsc.successors(state, &mut (), &mut |communication, reached| {
            if found.is_none() && reached == *next && self.letter(&communication) == letter {
                found = Some(communication);
            }
        });
        found
    }

    /// Emits the transitions by which `receiver` can receive from `lane` in `state`.
    fn receptions(
        &self,
        state: &W,
        receiver: ParticipantId,
        lane: LaneId,
        emit: &mut impl FnMut(TransitionId),
    ) {
        let space = self.rsc.space();
        let moves = space.moves();
        let local = space.control(state.as_ref(), receiver);
        if self.misreads(Misreading::DisabledLastReception) {
            let mut states = self.system.automata()[receiver].states().ids();
            let anywhere = states.find_map(|local| moves.receptions(receiver, local, lane).first());
            if let Some(reception) = anywhere {
                emit(reception.transition);
            }
            return;
        }
        if self.misreads(Misreading::SenderNeverReceives) {
            let mut states = self.system.automata()[receiver].states().ids();
            if states.any(|local| moves.sends(receiver, local).iter().any(|s| s.lane == lane)) {
                return;
            }
        }
        for reception in moves.receptions(receiver, local, lane) {
            emit(reception.transition);
        }
    }
}

impl<W: Words> TransitionSystem for LastReceptions<'_, W> {
    type State = ExecutionState<W>;
    type Label = BorderlineLetter;
    type Scratch = ();

    fn initial_states(&self) -> impl Iterator<Item = ExecutionState<W>> {
        let most = if self.misreads(Misreading::FirstInitialStates) { 1 } else { usize::MAX };
        self.rsc.initial_states().take(most).map(ExecutionState::Communicating)
    }

    fn successors(
        &self,
        state: &ExecutionState<W>,
        (): &mut (),
        emit: &mut impl FnMut(BorderlineLetter, ExecutionState<W>),
    ) {
        let ExecutionState::Communicating(state) = state else { return };
        self.rsc.successors(state, &mut (), &mut |communication, next| {
            if !self.is_overlooked(state, &communication, &next) {
                emit(self.letter(&communication), ExecutionState::Communicating(next));
            }
        });
        for (id, lane) in self.rsc.space().moves().lanes().enumerate() {
            for &receiver in &lane.receivers {
                self.receptions(state, receiver, id, &mut |reception| {
                    let (channel, message) = (lane.channel, lane.message);
                    let letter = BorderlineLetter::LastReception { channel, message, receiver };
                    emit(
                        letter,
                        ExecutionState::Received { before: state.clone(), receiver, reception },
                    );
                });
            }
        }
    }

    fn heap_bytes(&self, state: &ExecutionState<W>) -> usize {
        self.rsc.heap_bytes(state.rsc())
    }
}

impl<W: Words> Automaton for LastReceptions<'_, W> {
    fn is_accepting(&self, state: &ExecutionState<W>) -> bool {
        matches!(state, ExecutionState::Received { .. })
    }
}

/// What the misreadings leave out of the RSC executions.
impl<W: Words> LastReceptions<'_, W> {
    /// Tells whether the misreading, if there is one, overlooks that `communication` leads from
    /// `state` to `next`.
    fn is_overlooked(&self, state: &W, communication: &CommunicationStep, next: &W) -> bool {
        let Some(misreading) = self.misreading else { return false };
        let space = self.rsc.space();
        match (misreading, communication.reception) {
            (Misreading::BagBlocksAllMessages, Some(_)) => {
                let channel = space.moves().lanes()[communication.lane].channel;
                space.moves().keys().enumerate().any(|(id, key)| {
                    key.channel() == channel && space.is_blocked(state.as_ref(), id)
                })
            }
            (Misreading::FirstTransitions, reception) => {
                [(communication.sender, communication.send)]
                    .into_iter()
                    .chain(reception)
                    .any(|(participant, transition)| !self.is_first(participant, transition))
            }
            (Misreading::InternalStepSeparates, Some((receiver, reception))) => {
                let transitions = self.system.automata()[receiver].transitions();
                receiver == communication.sender
                    && transitions[reception].source != transitions[communication.send].target
            }
            (
                Misreading::MatchableSendIsMatched
                | Misreading::SameControlDominates
                | Misreading::LoopingReceptionDominates
                | Misreading::RoundTripDominates,
                None,
            ) => self.is_dominated(misreading, state, communication, next),
            _ => false,
        }
    }

    /// Tells whether `transition` is the first of its label that leaves its source.
    fn is_first(&self, participant: ParticipantId, transition: TransitionId) -> bool {
        let automaton = &self.system.automata()[participant];
        let label = automaton.transitions()[transition].label;
        let mut outgoing = automaton.outgoing(automaton.transitions()[transition].source).iter();
        outgoing.find(|&&id| automaton.transitions()[id].label == label) == Some(&transition)
    }

    /// Tells whether `misreading` finds a reception for `send`, unmatched from `state` to `next`,
    /// that seems to make the unmatched send needless.
    fn is_dominated(
        &self,
        misreading: Misreading,
        state: &W,
        send: &CommunicationStep,
        next: &W,
    ) -> bool {
        let space = self.rsc.space();
        let mut dominated = false;
        self.rsc.successors(state, &mut (), &mut |other, reached| {
            let Some((receiver, reception)) = other.reception else { return };
            if (other.sender, other.send) != (send.sender, send.send) {
                return;
            }
            let transition = &self.system.automata()[receiver].transitions()[reception];
            let leads_back_to =
                |to: &W| space.controls(reached.as_ref()) == space.controls(to.as_ref());
            dominated |= match misreading {
                Misreading::SameControlDominates => leads_back_to(next),
                Misreading::LoopingReceptionDominates => transition.source == transition.target,
                Misreading::RoundTripDominates => leads_back_to(state),
                _ => true,
            };
        });
        dominated
    }
}
