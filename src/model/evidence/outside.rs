//! Executions of an implementation that its choreography or diagram does not have.

use rustc_hash::FxHashSet;

use super::{Rejected, Replay, Witness, WitnessKind};
use crate::cfsm::{
    Action, Communication, Configuration, Contents, Exchange, Execution, Fault, ParticipantId,
    StateId, Step, System,
};
use crate::choreography::{Choreography, Completion, PartialState, Partials, completion};
use crate::interaction::{BeginningId, Beginnings};
use kernel::base::{Control, IndexVec};

impl Witness {
    /// Returns the witness that `choreography` is not realised by `system`, if the run of `steps` from
    /// `initial` is one: a run that cannot be completed to a word of the choreography, in any order of
    /// independent actions.
    ///
    /// Participants, messages and channels of the system have the ids that they have in the choreography. The
    /// run is replayed by the operational semantics, and [`completion`] decides that no word of the
    /// choreography completes it.
    ///
    /// # Complexity
    /// That of a replay, and of [`completion`].
    ///
    /// # Errors
    /// If the run is no such witness, or a limit is reached first.
    pub fn not_completable(
        system: &System,
        choreography: &Choreography,
        initial: IndexVec<ParticipantId, StateId>,
        steps: impl IntoIterator<Item = Step>,
        control: &Control,
    ) -> Result<Self, Rejected> {
        let replay = Replay::new(system, initial, steps)?;
        let actions: Vec<Action> = replay.execution().actions().iter().copied().collect();
        match completion(choreography, &actions, control) {
            Completion::Violated(()) => {
                Ok(Self::of_fault(WitnessKind::NotCompletable, replay, Fault::default()))
            }
            Completion::Holds(_) => Err(Rejected::Completable),
            Completion::Unknown(limit) => Err(Rejected::Cut(limit)),
        }
    }

    /// Returns the witness that `choreography` is not well-formed in the literal sense with `system` as its
    /// implementation, if the run of `steps` from `initial` is one: an RSC execution that is no partial
    /// execution of any word of the choreography.
    ///
    /// # Complexity
    /// That of a replay, and exponential in the number of channels and participants.
    ///
    /// # Errors
    /// If the run is no such witness.
    pub fn not_partial(
        system: &System,
        choreography: &Choreography,
        initial: IndexVec<ParticipantId, StateId>,
        steps: impl IntoIterator<Item = Step>,
    ) -> Result<Self, Rejected> {
        let replay = Replay::new(system, initial, steps)?;
        if let Some(pair) = replay.execution().first_separated_pair() {
            return Err(Rejected::NotRscAsWritten {
                send: replay.script().step_of(pair.send).number(),
            });
        }
        if is_partial(choreography, &letters(replay.execution())) {
            return Err(Rejected::Partial);
        }
        Ok(Self::of_fault(WitnessKind::NotPartial, replay, Fault::default()))
    }

    /// Returns the witness that a diagram is not realised by `system`, if the run of `steps` from `initial` is one: no
    /// continuation of it, itself included, is a whole word of the diagram that leaves all channels empty.
    ///
    /// The run and all that can follow it are done by the operational semantics, and read by `beginnings`.
    ///
    /// # Complexity
    /// That of a replay, and the number of configurations that follow the run while it is the beginning of a word.
    ///
    /// # Errors
    /// If the run is no such witness, or a limit is reached first.
    pub fn not_in_diagram(
        system: &System,
        beginnings: &mut Beginnings,
        initial: IndexVec<ParticipantId, StateId>,
        steps: impl IntoIterator<Item = Step>,
        control: &Control,
    ) -> Result<Self, Rejected> {
        let replay = Replay::new(system, initial, steps)?;
        let mut at = Some(beginnings.initial());
        for &step in replay.steps() {
            let Some(before) = at else { break };
            at = beginnings.after(before, step, control).map_err(Rejected::Cut)?;
        }
        let mut open: Vec<(Configuration, BeginningId)> =
            at.map(|at| (replay.last().clone(), at)).into_iter().collect();
        let mut seen: FxHashSet<_> = open.iter().cloned().collect();
        while let Some((here, at)) = open.pop() {
            if here.contents.iter().all(Contents::is_empty) && beginnings.is_word(at) {
                return Err(Rejected::Completable);
            }
            control.within(seen.len() as u64, 0).map_err(Rejected::Cut)?;
            for step in here.enabled(system) {
                let Some(after) = beginnings.after(at, step, control).map_err(Rejected::Cut)?
                else {
                    continue;
                };
                let next = here.after(system, step).expect("the step is enabled");
                if seen.insert((next.clone(), after)) {
                    open.push((next, after));
                }
            }
        }
        Ok(Self::of_fault(WitnessKind::NotInDiagram, replay, Fault::default()))
    }
}

/// Returns the communications of an execution that is RSC as it is written.
fn letters(execution: &Execution) -> Vec<Exchange> {
    let letter = |communication: &Communication| {
        let send = execution.actions()[communication.send];
        let receiver = communication.reception.map(|id| execution.actions()[id].participant);
        let Action { participant: sender, channel, message, .. } = send;
        Exchange { channel, message, sender, receiver }
    };
    execution.communications().iter().map(letter).collect()
}

/// Returns `true` if a word is a partial execution of a word of the choreography.
fn is_partial(choreography: &Choreography, word: &[Exchange]) -> bool {
    let partials = Partials::new(choreography);
    let mut states = closed(&partials, vec![partials.initial()]);
    for &letter in word {
        let mut next = Vec::new();
        for state in &states {
            partials.read(state, letter, &mut |state| next.push(state));
        }
        states = closed(&partials, next);
    }
    !states.is_empty()
}

fn closed(partials: &Partials<'_>, mut open: Vec<PartialState>) -> Vec<PartialState> {
    let mut closed: Vec<PartialState> = Vec::new();
    while let Some(state) = open.pop() {
        if !closed.contains(&state) {
            partials.silent(&state, &mut |next| open.push(next));
            closed.push(state);
        }
    }
    closed
}
