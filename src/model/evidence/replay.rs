//! Replaying a run by the operational semantics.

use super::{Script, ScriptMove, StepId};
use crate::cfsm::{Configuration, Execution, ParticipantId, StateId, Step, System};
use kernel::base::{IndexVec, Limit};

/// Why a run is no evidence for its claim.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Rejected {
    /// The number of initial states is not that of the participants.
    #[error("{found} initial states for {expected} participants")]
    WrongNumberOfParticipants {
        /// The number of participants.
        expected: usize,
        /// The number of states given.
        found: usize,
    },
    /// A participant starts in a state that is not initial.
    #[error("`{participant}` does not start there: the state is not initial")]
    NotInitial {
        /// The participant's name.
        participant: String,
    },
    /// A step names a participant or a transition that does not exist.
    #[error("step {step} takes a transition that does not exist")]
    NoSuchTransition {
        /// The number of the step.
        step: usize,
    },
    /// A step is not enabled where the run has got to.
    #[error("step {step} is not enabled: `{participant}` cannot do {action} there")]
    NotEnabled {
        /// The number of the step.
        step: usize,
        /// The participant's name.
        participant: String,
        /// The action of the step.
        action: String,
    },
    /// A borderline violation ends with a reception.
    #[error("the last step is not a reception")]
    LastIsNotReception,
    /// The execution before the last action is not RSC as it is written.
    #[error("before the last step, the send of step {send} and its reception are not adjacent")]
    PrefixNotRsc {
        /// The number of the step that sends.
        send: usize,
    },
    /// A send and its reception are not adjacent.
    #[error("the send of step {send} and its reception are not adjacent")]
    NotRscAsWritten {
        /// The number of the step that sends.
        send: usize,
    },
    /// The claim is about a choreography, and there is none.
    #[error("this is about a choreography, and the model is none")]
    NoChoreography,
    /// A word of the choreography completes the run.
    #[error("a word of the choreography completes the run")]
    Completable,
    /// The run is a partial execution of a word of the choreography.
    #[error("the run is a partial execution of a word of the choreography")]
    Partial,
    /// A limit came before the answer.
    #[error("a limit was reached before it was tested")]
    Cut(Limit),
    /// The whole execution is equivalent to a synchronous one.
    #[error("the execution is causally RSC: its conflict graph has no cycle")]
    CausallyRsc,
    /// The run ends in a configuration that is not bad.
    #[error("the configuration that the run ends in is not bad")]
    NotBad,
    /// The configuration in which the run ends does not violate the property.
    #[error("the run does not end in a violation of {property}")]
    NoViolation {
        /// The name of the property.
        property: String,
    },
    /// The model has no such specification of bad states.
    #[error("there is no bad_states/{number} in the model")]
    NoSuchSpecification {
        /// Number of the specification, from 1.
        number: usize,
    },
    /// The number of communications in the file is not that of the run.
    #[error("the file counts {stated} communications, and the run has {found}")]
    OtherCommunications {
        /// The number in the file.
        stated: usize,
        /// The number in the run.
        found: usize,
    },
    /// The file names no cycle.
    #[error("the file names no conflict cycle, which is what shows that a system is not RSC")]
    NoCycle,
    /// The cycle in the file is none of the conflict graph.
    #[error("the cycle in the file is no cycle of conflicts: its edge {edge} does not hold")]
    NoConflictCycle {
        /// The number of the first edge that is wrong, from 1.
        edge: usize,
    },
    /// The fault in the file is not that of the run.
    #[error("the participants and messages that the file blames are not those at fault")]
    OtherFault,
    /// Too many configurations can follow to visit all of them, or these are too large.
    #[error(
        "more than {max_configurations} configurations can follow the run, or fewer that are large"
    )]
    ManyContinuations {
        /// The maximum number of configurations.
        max_configurations: usize,
    },
}

/// A run that the operational semantics allows: its steps, its first and its last configuration, and its
/// execution.
///
/// The configurations in between are not stored, since they would take memory that is quadratic in the number
/// of steps; [`Replay::visit`] recomputes them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Replay {
    initial: Configuration,
    steps: IndexVec<StepId, Step>,
    last: Configuration,
    script: Script,
}

impl Replay {
    /// Runs `steps` from `initial` with empty channels (Definition 2.2.8 of
    /// [RSC](crate#bibliography)).
    ///
    /// # Complexity
    /// Linear in the size of a configuration without messages, plus `n log n` for `n` steps that
    /// [`Configuration::take`] takes in constant time. The memory is linear in the number of steps.
    ///
    /// # Errors
    /// If a step is not enabled, or a participant does not start in an initial state.
    pub fn new(
        system: &System,
        initial: IndexVec<ParticipantId, StateId>,
        steps: impl IntoIterator<Item = Step>,
    ) -> Result<Self, Rejected> {
        if initial.len() != system.automata().len() {
            return Err(Rejected::WrongNumberOfParticipants {
                expected: system.automata().len(),
                found: initial.len(),
            });
        }
        for (automaton, state) in system.automata().iter().zip(&initial) {
            if !automaton.initial().contains(state) {
                return Err(Rejected::NotInitial { participant: automaton.name().to_owned() });
            }
        }
        let initial = Configuration::empty(system, initial);
        let mut last = initial.clone();
        let mut taken: IndexVec<StepId, Step> = IndexVec::new();
        for step in steps {
            let number = taken.len() + 1;
            let automaton = system.automata().get(step.participant);
            if automaton.and_then(|found| found.transitions().get(step.transition)).is_none() {
                return Err(Rejected::NoSuchTransition { step: number });
            }
            if !last.take(system, step) {
                return Err(Rejected::NotEnabled {
                    step: number,
                    participant: system.automata()[step.participant].name().to_owned(),
                    action: system.label_text(system.transition(step).label),
                });
            }
            taken.push(step);
        }
        let script = Script::new(system, taken.iter().map(|&step| ScriptMove::new(system, step)));
        Ok(Self { initial, steps: taken, last, script })
    }

    /// Returns the configuration in which the run starts.
    pub fn initial(&self) -> &Configuration {
        &self.initial
    }

    /// Returns the steps.
    pub fn steps(&self) -> &IndexVec<StepId, Step> {
        &self.steps
    }

    /// Calls `see` with each step, in order, and the configuration after it.
    ///
    /// # Complexity
    /// That of [`Replay::new`], plus the calls of `see`.
    ///
    /// # Panics
    /// If the run is not one of `system`.
    pub fn visit(&self, system: &System, mut see: impl FnMut(StepId, &Configuration)) {
        let mut here = self.initial.clone();
        for (id, &step) in self.steps.enumerate() {
            assert!(here.take(system, step), "the run was replayed on this system");
            see(id, &here);
        }
    }

    /// Returns the configuration in which the run ends.
    pub fn last(&self) -> &Configuration {
        &self.last
    }

    /// Returns the moves of the run, without the configurations.
    pub fn script(&self) -> &Script {
        &self.script
    }

    /// Returns the actions of the run, without its internal steps.
    pub fn execution(&self) -> &Execution {
        self.script.execution()
    }
}
