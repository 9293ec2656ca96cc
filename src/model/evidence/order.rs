//! Runs to configurations in which the order of receptions is open, or a participant is not told of the end.

use super::{Rejected, Replay, Witness, WitnessKind};
use crate::cfsm::{
    Fault, ParticipantId, Race, StateId, Step, System, later_reception, waiting_at_the_end,
};
use kernel::base::IndexVec;

impl Witness {
    /// Returns the witness of a race of `system`, whose channels are FIFO, if the run of `steps` from `initial` ends in a
    /// configuration that shows one for which `is_wanted` returns `true`.
    ///
    /// # Complexity
    /// That of [`Replay::new`], and for each message that is the first of its channel linear in the automaton of its
    /// receiver.
    ///
    /// # Errors
    /// If the run is no such witness.
    pub fn race(
        system: &System,
        is_wanted: impl Fn(&Race) -> bool,
        initial: IndexVec<ParticipantId, StateId>,
        steps: impl IntoIterator<Item = Step>,
    ) -> Result<Self, Rejected> {
        let replay = Replay::new(system, initial, steps)?;
        let races = Race::all_in(system, replay.last(), |participant, from, channel, message| {
            later_reception(&system.automata()[participant], from, channel, message)
        });
        let race = races.into_iter().find(is_wanted);
        let none = || Rejected::NoViolation { property: WitnessKind::Race.name().to_owned() };
        let fault = race.ok_or_else(none)?.fault(system);
        Ok(Self::of_fault(WitnessKind::Race, replay, fault))
    }

    /// Returns the witness that `participant` is not told that the others have ended, if the run of `steps` from `initial`
    /// is one: it has taken part, and could still receive where all have ended and all channels are empty.
    ///
    /// # Complexity
    /// That of [`Replay::new`].
    ///
    /// # Errors
    /// If the run is no such witness.
    pub fn not_told(
        system: &System,
        participant: ParticipantId,
        initial: IndexVec<ParticipantId, StateId>,
        steps: impl IntoIterator<Item = Step>,
    ) -> Result<Self, Rejected> {
        let replay = Replay::new(system, initial, steps)?;
        let takes_part = replay.steps().iter().any(|step| step.participant == participant);
        let kind = WitnessKind::NotTold(participant);
        if !takes_part || !waiting_at_the_end(system, replay.last()).contains(&participant) {
            return Err(Rejected::NoViolation { property: kind.remark(system) });
        }
        let fault = Fault { participants: vec![participant], messages: Vec::new() };
        Ok(Self::of_fault(kind, replay, fault))
    }
}
