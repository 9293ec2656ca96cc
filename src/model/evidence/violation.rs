//! Borderline violations: the evidence that a system is not RSC.

use super::{Class, Rejected, Replay, Script, StepId};
use crate::cfsm::{
    ActionId, BadConfigurations, CommunicationId, ConflictGraph, Dependency, Direction, Fault,
    ParticipantId, SafetyProperty, StateId, Step, System,
};
use kernel::base::{Id as _, IndexVec};

/// The claim of a witness.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum WitnessKind {
    /// The system is not RSC.
    BorderlineViolation,
    /// A bad configuration is reachable.
    BadConfiguration,
    /// The system violates a safety property.
    Safety(SafetyProperty),
    /// The system is not in a class.
    OutsideClass(Class),
    /// The system has an execution that no word of its choreography completes.
    NotCompletable,
    /// The system has an RSC execution that is no partial execution of its choreography.
    NotPartial,
    /// The system has an execution that it cannot complete to a word of its diagram.
    NotInDiagram,
    /// A message may be there before another one that is received first.
    Race,
    /// This participant waits where the others have ended, after it has taken part.
    NotTold(ParticipantId),
}

impl WitnessKind {
    /// Returns the kind's name in files.
    pub fn name(self) -> &'static str {
        match self {
            Self::BorderlineViolation => "borderline-violation",
            Self::BadConfiguration => "bad-configuration",
            Self::Safety(property) => property.kind_name(),
            Self::OutsideClass(class) => class.definition().evidence,
            Self::NotCompletable => "not-completable",
            Self::NotPartial => "not-partial",
            Self::NotInDiagram => "not-in-diagram",
            Self::Race => "race",
            Self::NotTold(_) => "not-told",
        }
    }

    /// Returns the remark on the end of the run.
    pub fn remark(self, system: &System) -> String {
        match self {
            Self::BorderlineViolation => "closes the cycle".to_owned(),
            Self::BadConfiguration => "bad".to_owned(),
            Self::Safety(property) => property.name(system),
            Self::OutsideClass(class) => class.name(),
            Self::NotCompletable => "not in the choreography".to_owned(),
            Self::NotPartial => "no partial execution".to_owned(),
            Self::NotInDiagram => "not in the diagram".to_owned(),
            Self::Race => "a race".to_owned(),
            Self::NotTold(participant) => {
                format!("not-told({})", system.automata()[participant].name())
            }
        }
    }
}

/// An edge of a conflict cycle, with one reason for it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct CycleEdge {
    /// The communication that must come first.
    pub from: CommunicationId,
    /// The communication that must come after it.
    pub to: CommunicationId,
    /// The reason for the order: a participant or a channel.
    pub dependency: Dependency,
    /// The step of `from`.
    pub before: StepId,
    /// The step of `to`, which depends on that of `from`.
    pub after: StepId,
}

/// A replayed run and its claim.
///
/// A value exists only if the replay succeeded and the claim was tested on it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Witness {
    kind: WitnessKind,
    replay: Replay,
    cycle: Vec<CycleEdge>,
    fault: Fault,
}

impl Witness {
    /// Returns the witness that `system` is not RSC, if the run of `steps` from `initial` is one: a
    /// borderline violation (Definition 4.1.1 of [RSC](crate#bibliography)).
    ///
    /// The run is replayed by the operational semantics. Its execution without the last action must
    /// be RSC as it is written, the last step a reception, and the conflict graph of the whole, built
    /// from the definitions, cyclic. Every cycle passes through the last reception's communication;
    /// the witness keeps a shortest one.
    ///
    /// ```
    /// use model::cfsm::{
    ///     Channel, ChannelKind, Direction, Label, MessageSort, Step, SystemBuilder,
    /// };
    /// use model::evidence::Witness;
    ///
    /// // Each of two participants sends, then receives.
    /// let mut builder = SystemBuilder::new("crossing");
    /// let fifo = Channel { kind: ChannelKind::Fifo, lossy: false };
    /// let channels = [builder.channel(fifo), builder.channel(fifo)];
    /// let message = builder.message("hello", MessageSort::Int);
    /// let mut sends = Vec::new();
    /// let mut receptions = Vec::new();
    /// let initial = [("p", channels), ("q", [channels[1], channels[0]])].map(|(name, [to, from])| {
    ///     let participant = builder.participant(name);
    ///     let states = ["0", "1", "2"].map(|state| builder.state(participant, state));
    ///     builder.initial(participant, states[0]);
    ///     let send = Label::Action(Direction::Send, to, message);
    ///     let transition = builder.transition(participant, states[0], send, states[1]);
    ///     sends.push(Step { participant, transition });
    ///     let receive = Label::Action(Direction::Receive, from, message);
    ///     let transition = builder.transition(participant, states[1], receive, states[2]);
    ///     receptions.push(Step { participant, transition });
    ///     states[0]
    /// });
    /// let system = builder.finish();
    ///
    /// let steps = [sends[0], sends[1], receptions[0], receptions[1]];
    /// let witness =
    ///     Witness::borderline_violation(&system, initial.into_iter().collect(), steps).unwrap();
    /// assert_eq!((witness.communications(), witness.actions()), (2, 4));
    /// assert_eq!(witness.cycle().len(), 2);
    /// ```
    ///
    /// # Complexity
    /// That of [`Replay::new`].
    ///
    /// # Errors
    /// If the run is no such witness: a bug in the search that found it, or a file that does not belong to
    /// this system.
    pub fn borderline_violation(
        system: &System,
        initial: IndexVec<ParticipantId, StateId>,
        steps: impl IntoIterator<Item = Step>,
    ) -> Result<Self, Rejected> {
        let replay = Replay::new(system, initial, steps)?;
        let execution = replay.execution();
        let last = last_reception(&replay).ok_or(Rejected::LastIsNotReception)?;
        if let Some(pair) = execution.without_last().first_separated_pair() {
            return Err(Rejected::PrefixNotRsc {
                send: replay.script().step_of(pair.send).number(),
            });
        }
        let graph = ConflictGraph::new(execution);
        let closing = graph
            .communication_of(last)
            .expect("a reception that the semantics allows has a matching send");
        let cycle = graph.shortest_cycle(closing).ok_or(Rejected::CausallyRsc)?;
        let cycle = edges(replay.script(), &graph, &cycle);
        let fault = Fault::default();
        Ok(Self { kind: WitnessKind::BorderlineViolation, replay, cycle, fault })
    }

    /// Returns the witness that `replay` ends in a configuration with `fault`.
    pub(super) fn of_fault(kind: WitnessKind, replay: Replay, fault: Fault) -> Self {
        Self { kind, replay, cycle: Vec::new(), fault }
    }

    /// Returns the witness that `system` reaches a configuration of `bad`, if `steps` from `initial` lead
    /// there.
    ///
    /// The run is replayed by the operational semantics, and its last configuration is tested by the
    /// meaning of the specification.
    ///
    /// # Complexity
    /// That of [`Replay::new`] and of [`BadConfigurations::contains`].
    ///
    /// # Errors
    /// If the run is no such witness.
    pub fn bad_configuration(
        system: &System,
        bad: &BadConfigurations,
        initial: IndexVec<ParticipantId, StateId>,
        steps: impl IntoIterator<Item = Step>,
    ) -> Result<Self, Rejected> {
        let replay = Replay::new(system, initial, steps)?;
        if !bad.contains(replay.last()) {
            return Err(Rejected::NotBad);
        }
        Ok(Self::of_fault(WitnessKind::BadConfiguration, replay, Fault::default()))
    }

    /// Returns the claim of this witness.
    pub fn kind(&self) -> WitnessKind {
        self.kind
    }

    /// Returns the replayed run.
    pub fn replay(&self) -> &Replay {
        &self.replay
    }

    /// Returns the participants and messages at fault at the end of the run; empty unless the run violates a
    /// safety property.
    pub fn fault(&self) -> &Fault {
        &self.fault
    }

    /// Returns a shortest cycle of the conflict graph, starting with the communication that the last
    /// reception completes; each edge starts where the one before it ends. Empty unless the witness
    /// is a borderline violation.
    pub fn cycle(&self) -> &[CycleEdge] {
        &self.cycle
    }

    /// Returns the number of communications, which is the number of sends.
    pub fn communications(&self) -> usize {
        self.replay.execution().communications().len()
    }

    /// Returns the number of actions, without internal steps.
    pub fn actions(&self) -> usize {
        self.replay.execution().actions().len()
    }
}

fn last_reception(replay: &Replay) -> Option<ActionId> {
    let execution = replay.execution();
    let (last, action) = execution.actions().enumerate().next_back()?;
    let is_last_step = replay.script().step_of(last).number() == replay.steps().len();
    (is_last_step && action.direction == Direction::Receive).then_some(last)
}

/// Returns the edges of a cycle, each with its least reason: participants before channels.
pub(super) fn edges(
    script: &Script,
    graph: &ConflictGraph<'_>,
    cycle: &[CommunicationId],
) -> Vec<CycleEdge> {
    let next = cycle.iter().cycle().skip(1);
    cycle
        .iter()
        .zip(next)
        .map(|(&from, &to)| {
            let conflicts = graph.conflicts(from, to);
            let conflict = conflicts.first().expect("a cycle is made of edges");
            CycleEdge {
                from,
                to,
                dependency: conflict.dependency,
                before: script.step_of(conflict.before),
                after: script.step_of(conflict.after),
            }
        })
        .collect()
}

/// Returns the number of a communication for display: they count from 1.
pub fn number(communication: CommunicationId) -> usize {
    communication.index() + 1
}
