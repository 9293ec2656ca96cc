//! Results of questions about choreographies.

use std::sync::Arc;

use crate::system::reason;
use check::diagram::{FaultKind, Undecided};
use check::named_checks::{
    AfterEnd, Ambiguity, Apart, DeadlockOutcome, Fairness, Finding, LeftOut, Square, Unknown,
    Unmet, are_linear_properties_implied,
};
use check::realisability::{Blame, Incoherence, Justification, Question, UnknownReason, Violation};
use kernel::base::Limit;
use kernel::verdict::{Outcome, Reason, Verdict};
use model::cfsm::{MessageId, ParticipantId, SafetyProperty, System};
use model::choreography::{Choreography, Interaction, Projections};
use model::evidence::{Lines, StepId, Witness};

/// Result of a question about a choreography in one reading of its channels.
#[derive(Clone, Debug)]
pub enum ChoreographyFinding {
    /// Making the choreography or its projections deterministic takes too many states.
    TooLarge,
    /// A limit was reached while the choreography or its projections were made deterministic.
    Cut(Limit),
    /// The text has no finite automaton, for this reason.
    Unmade(String),
    /// The diagram is no choreography, which this sentence says with the reason.
    Outside(String),
    /// The choreography has no interaction.
    Empty,
    /// Whether the choreography is realisable, or well-formed.
    Realisability(Arc<Implementation>, Box<Realisability>),
    /// Whether a diagram is realisable, by its own words.
    Judged(Arc<Implementation>, Box<Judged>),
    /// The answer to a named check of another tool.
    Named(Arc<Implementation>, Box<NamedFinding>),
}

/// A choreography with the system that is compared with it.
#[derive(Clone, Debug)]
pub enum Implementation {
    /// The projections of the choreography, with the source lines of their transitions.
    Projections(Projections, Lines),
    /// The automata of the lifelines of a diagram, which are not the projections of its choreography: letters of a
    /// lifeline may be in any order. They have the same ids.
    Lifelines(Choreography, System, Lines),
    /// Automata that the user gives instead of the projections, with the same ids.
    Given(Choreography, System),
}

impl Implementation {
    /// Returns the choreography.
    pub fn choreography(&self) -> &Choreography {
        match self {
            Self::Projections(projections, _) => projections.choreography(),
            Self::Lifelines(choreography, ..) | Self::Given(choreography, _) => choreography,
        }
    }

    /// Returns the system.
    pub fn system(&self) -> &System {
        match self {
            Self::Projections(projections, _) => projections.system(),
            Self::Lifelines(_, system, _) | Self::Given(_, system) => system,
        }
    }

    /// Returns the system with its final states: of projections where the others can go on to an end alone.
    pub fn system_with_ends(&self) -> System {
        match self {
            Self::Projections(projections, _) => projections.system_with_ends(),
            Self::Lifelines(_, system, _) | Self::Given(_, system) => system.clone(),
        }
    }

    /// Returns `true` if the system has all linear properties where the choreography is realisable.
    pub fn are_linear_properties_implied(&self) -> bool {
        match self {
            Self::Projections(projections, _) => are_linear_properties_implied(projections),
            Self::Lifelines(..) | Self::Given(..) => false,
        }
    }

    /// Returns the source lines of the transitions, as far as they are known.
    pub fn lines(&self) -> Lines {
        match self {
            Self::Projections(_, lines) | Self::Lifelines(_, _, lines) => lines.clone(),
            Self::Given(..) => Lines::default(),
        }
    }

    /// Returns `true` if the user gave the system.
    pub fn is_given(&self) -> bool {
        matches!(self, Self::Given(..))
    }
}

/// The answer to the question whether a choreography is realisable, or well-formed.
#[derive(Clone, Debug)]
pub struct Realisability {
    /// Which of the two was asked.
    pub question: Question,
    /// The answer.
    pub outcome: Outcome<Justification, Counterexample, UnknownReason>,
}

/// Why a choreography is not realisable, or not well-formed.
#[derive(Clone, Debug)]
pub struct Counterexample {
    /// The violation that was found.
    pub violation: Violation,
    /// Whether no violation of the same kind is known to have fewer communications.
    pub is_shortest: bool,
    /// The execution of the violation, replayed.
    pub replayed: Option<Box<Witness>>,
    /// For well-formedness: whether the run is allowed up to the order of independent actions.
    pub is_allowed_reordered: bool,
    /// The participants to blame.
    pub blame: Option<Blame>,
    /// The coherence conditions that are violated, where the conditions apply.
    pub incoherences: Vec<Incoherence>,
    /// The limit that cut the explanation short, if one did.
    pub cut: Option<Limit>,
    /// A change that may repair the choreography.
    pub repair: Option<Repair>,
}

/// The verdict on a diagram by its own words.
#[derive(Clone, Debug)]
pub struct Judged {
    /// The verdict.
    pub outcome: Outcome<(), DiagramFault, Undecided>,
    /// Messages that cross, which the diagram allows: a borderline violation.
    pub crossing: Option<Box<Witness>>,
}

/// What is wrong with a diagram.
#[derive(Clone, Debug)]
pub struct DiagramFault {
    /// What the run shows.
    pub kind: FaultKind,
    /// The run, replayed.
    pub replayed: Box<Witness>,
    /// The same run as one that no word of the choreography of the diagram completes, if that is so: the checker knows what
    /// a choreography allows.
    pub not_completable: Option<Box<Witness>>,
    /// For a run that leaves the diagram: the participant to blame, if messages that cross have nothing to do with it.
    pub blame: Option<Blame>,
    /// For a run that leaves the diagram: a step that must not be taken together with the last one.
    pub against: Option<StepId>,
    /// The first step that sends a message which is drawn as lost, and may arrive here.
    pub late: Option<StepId>,
    /// Whether no run with fewer steps is at fault in this way.
    pub is_shortest: bool,
    /// A change that may repair the diagram.
    pub repair: Option<Repair>,
}

/// A change that may repair a choreography that is not realisable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Repair {
    /// One participant waits for an acknowledgement before it goes on.
    Acknowledge,
    /// The message gets a different name for each of its senders, since a bag does not distinguish senders.
    NameBySender(MessageId),
    /// This participant waits for an acknowledgement of the interaction.
    AcknowledgeInteraction(ParticipantId, Interaction),
    /// The branches that begin with the interaction share it, or the name of its message distinguishes the branches.
    ShareInteraction(Interaction),
    /// This participant is informed of the chosen branch by a separate message, or an acknowledgement comes first.
    Announce(ParticipantId),
}

/// The answer to a named check of another tool.
#[derive(Clone, Debug)]
pub enum NamedFinding {
    /// Whether all channels can become empty, from every configuration.
    Deadlock(DeadlockOutcome),
    /// The coherence conditions that are violated; `None` where the conditions are not conclusive.
    Coherence(Option<Vec<Incoherence>>),
    /// Whether every participant can detect the end of the protocol.
    TerminationAwareness(Finding<AfterEnd>),
    /// Whether every participant that can only receive makes progress.
    RoleProgress(Fairness, Finding<LeftOut>),
    /// Whether no state has two transitions with the same interaction to different states.
    LabelDeterminism(Finding<Ambiguity>),
    /// Whether independent interactions may happen in any order.
    CommutationClosure(Finding<Square>),
    /// Whether the interactions of every loop are connected.
    GloballyCooperative(Finding<Apart>),
    /// Whether every message that is sent can be received.
    StrongProgressSent(Finding<Unmet>),
    /// Whether a participant that may receive a message can eventually receive one.
    StrongProgressExpected(Finding<Unmet>),
}

impl NamedFinding {
    /// Returns the verdict.
    pub fn verdict(&self) -> Verdict {
        match self {
            Self::Deadlock(found) => found.verdict(|gap| reason(*gap, None)),
            Self::Coherence(found) => match found.as_deref() {
                None => Verdict::Unknown(Reason::Unsupported),
                Some([]) => Verdict::Holds,
                Some(_) => Verdict::Violated,
            },
            Self::TerminationAwareness(found) => verdict(found),
            Self::RoleProgress(_, found) => verdict(found),
            Self::LabelDeterminism(found) => verdict(found),
            Self::CommutationClosure(found) => verdict(found),
            Self::GloballyCooperative(found) => verdict(found),
            Self::StrongProgressSent(found) | Self::StrongProgressExpected(found) => match found {
                Finding::Unknown(Unknown::Projection | Unknown::Budget) => {
                    Verdict::Unknown(Reason::Undecidable)
                }
                found => verdict(found),
            },
        }
    }
}

impl ChoreographyFinding {
    /// Returns the system that the question is about; `None` if there is none.
    pub fn implementation(&self) -> Option<&Implementation> {
        match self {
            Self::Realisability(implementation, _)
            | Self::Judged(implementation, _)
            | Self::Named(implementation, _) => Some(implementation),
            Self::TooLarge | Self::Cut(_) | Self::Unmade(_) | Self::Outside(_) | Self::Empty => {
                None
            }
        }
    }

    /// Returns the run that shows a violation in the form that the checker knows, as [`witness`](Self::witness) does.
    pub fn checkable(&self) -> Option<(&Witness, Option<SafetyProperty>)> {
        match self {
            Self::Judged(_, found) => match &found.outcome {
                Outcome::Violated(found) => Some((found.not_completable.as_deref()?, None)),
                Outcome::Holds(()) | Outcome::Unknown(_) => None,
            },
            _ => self.witness(),
        }
    }

    /// Returns the run of the system that shows a violation, with the violated property where that differs from the
    /// property that was asked for.
    pub fn witness(&self) -> Option<(&Witness, Option<SafetyProperty>)> {
        match self {
            Self::Realisability(_, found) => match &found.outcome {
                Outcome::Violated(found) => Some((found.witness()?, None)),
                Outcome::Holds(_) | Outcome::Unknown(_) => None,
            },
            Self::Judged(_, found) => match &found.outcome {
                Outcome::Violated(found) => Some((&found.replayed, None)),
                Outcome::Holds(()) | Outcome::Unknown(_) => None,
            },
            Self::Named(_, found) => match &**found {
                NamedFinding::Deadlock(Outcome::Violated(witness)) => Some((witness, None)),
                NamedFinding::StrongProgressSent(Outcome::Violated(unmet))
                | NamedFinding::StrongProgressExpected(Outcome::Violated(unmet)) => {
                    Some((&unmet.witness, Some(unmet.property)))
                }
                _ => None,
            },
            Self::TooLarge | Self::Cut(_) | Self::Unmade(_) | Self::Outside(_) | Self::Empty => {
                None
            }
        }
    }
}

impl Counterexample {
    /// Returns the run that shows the violation; `None` if no run shows it.
    pub fn witness(&self) -> Option<&Witness> {
        match &self.violation {
            Violation::NotRsc(witness) => Some(witness),
            Violation::Execution(_) | Violation::Missing(_) | Violation::Incoherent(_) => {
                self.replayed.as_deref()
            }
        }
    }
}

fn verdict<V>(found: &Finding<V>) -> Verdict {
    found.verdict(|why| match why {
        Unknown::Projection => Reason::States,
        Unknown::Budget => Reason::Bound,
        Unknown::Limit(limit) => (*limit).into(),
    })
}
