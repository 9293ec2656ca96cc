//! Borderline violations by the product of Theorem 4.1.4 of [RSC](crate#bibliography).
//!
//! The left factor has the RSC executions of the system, each followed by one reception that is possible in
//! the control state reached; the right factor is the [`BorderlineAutomaton`]. The theorem asks only that the
//! last reception is one of the system's, and so accepts words that are no executions: here the reception
//! must be possible in that control state. The presence of its message needs no test, since the chosen send
//! is the first unmatched one of its key.

use super::borderline::{BorderlineAutomaton, BorderlineLetter, BorderlineState};
use crate::rsc::{CommunicationStep, RscAutomaton, RscSpace, Run, RunBuilder};
use kernel::base::Words;
use kernel::transition_system::{Automaton, Path, Product, TransitionSystem};
use model::cfsm::{ParticipantId, System, TransitionId};

/// The automaton whose accepted words are the borderline violations of a system.
pub(super) type Violations<'a, W> = Product<LastReceptions<'a, W>, BorderlineAutomaton<'a>>;

/// A path of [`Violations`].
type Violation<W> = Path<(ExecutionState<W>, BorderlineState), BorderlineLetter>;

/// Returns the automaton of the borderline violations of `system`, of which `rsc` is the RSC
/// automaton.
pub(super) fn violations<W: Words>(system: &System, rsc: RscAutomaton<W>) -> Violations<'_, W> {
    Product { system: LastReceptions { system, rsc }, acceptor: BorderlineAutomaton::new(system) }
}

/// Returns the initial control states and the transitions, internal steps included, of the violation that
/// `path` represents.
pub(super) fn to_run<W: Words>(violations: &Violations<'_, W>, path: &Violation<W>) -> Run {
    let LastReceptions { system, rsc } = &violations.system;
    let (start, _) = &path.initial;
    let mut state = start.rsc();
    let mut run = RunBuilder::new(system, rsc.space().controls(state.as_ref()));
    for (letter, (execution, _)) in &path.steps {
        match execution {
            ExecutionState::Communicating(next) => {
                let communication = violations
                    .system
                    .communication(state, *letter, next)
                    .expect("a letter of a path stands for a communication");
                run.communicate(communication);
                state = next;
            }
            &ExecutionState::Received { receiver, reception, .. } => {
                run.act(receiver, reception);
            }
        }
    }
    run.finish()
}

/// The RSC executions of a system, each followed by one reception.
///
/// The automaton accepts after the reception, which is the last letter.
#[derive(Clone, Debug)]
pub(super) struct LastReceptions<'a, W> {
    system: &'a System,
    rsc: RscAutomaton<W>,
}

/// A state of [`LastReceptions`].
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) enum ExecutionState<W> {
    /// An RSC execution has led to this state of the RSC automaton.
    Communicating(W),
    /// The last reception was done after such an execution.
    Received {
        /// The state of the RSC automaton before the reception.
        before: W,
        /// The participant that received.
        receiver: ParticipantId,
        /// The transition of the reception.
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
    /// Returns the fields of the states of the RSC automaton.
    pub(super) fn space(&self) -> &RscSpace {
        self.rsc.space()
    }

    fn letter(&self, communication: &CommunicationStep) -> BorderlineLetter {
        BorderlineLetter::Communication(self.space().exchange(*communication))
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
}

impl<W: Words> TransitionSystem for LastReceptions<'_, W> {
    type State = ExecutionState<W>;
    type Label = BorderlineLetter;
    type Scratch = ();

    fn initial_states(&self) -> impl Iterator<Item = ExecutionState<W>> {
        self.rsc.initial_states().map(ExecutionState::Communicating)
    }

    fn successors(
        &self,
        state: &ExecutionState<W>,
        (): &mut (),
        emit: &mut impl FnMut(BorderlineLetter, ExecutionState<W>),
    ) {
        let ExecutionState::Communicating(state) = state else { return };
        self.rsc.successors(state, &mut (), &mut |communication, next| {
            emit(self.letter(&communication), ExecutionState::Communicating(next));
        });
        let space = self.space();
        for (id, channel_letter) in space.moves().channel_letters().enumerate() {
            let (channel, message) = (channel_letter.channel, channel_letter.message);
            for &receiver in &channel_letter.receivers {
                let letter = BorderlineLetter::LastReception { channel, message, receiver };
                let local = space.control(state.as_ref(), receiver);
                for reception in space.moves().receptions(receiver, local, id) {
                    let (before, reception) = (state.clone(), reception.transition);
                    emit(letter, ExecutionState::Received { before, receiver, reception });
                }
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
