//! What is found about a choreography.

use std::sync::Arc;

use crate::system::reason;
use check::named_checks::{
    AfterEnd, Ambiguity, Apart, DeadlockOutcome, Fairness, Finding, LeftOut, Square, Unknown, Unmet,
};
use check::realisability::{Blame, Incoherence, Justification, Question, UnknownReason, Violation};
use kernel::base::Limit;
use kernel::verdict::{Outcome, Reason, Verdict};
use model::cfsm::{MessageId, ParticipantId, System};
use model::choreography::{Choreography, Interaction, Projections};
use model::evidence::{Lines, Witness};

/// What a session finds about a choreography in one reading of its channels.
#[derive(Clone, Debug)]
pub enum ChoreographyFinding {
    /// To make the choreography or its projections deterministic takes too many states.
    TooLarge,
    /// A limit came before that was done.
    Cut(Limit),
    /// Nothing ever happens.
    Empty,
    /// Whether it is realisable, or well-formed.
    Realisability(Arc<Implementation>, Box<Realisability>),
    /// The answer to a question of other tools.
    Named(Arc<Implementation>, Box<NamedFinding>),
}

/// A choreography, and the system that is compared with it.
#[derive(Clone, Debug)]
pub enum Implementation {
    /// Its projections, with the source lines of their transitions.
    Projections(Projections, Lines),
    /// Automata that somebody gives instead of them, with the same ids.
    Given(Choreography, System),
}

impl Implementation {
    /// Returns the choreography.
    pub fn choreography(&self) -> &Choreography {
        match self {
            Self::Projections(projections, _) => projections.choreography(),
            Self::Given(choreography, _) => choreography,
        }
    }

    /// Returns the system.
    pub fn system(&self) -> &System {
        match self {
            Self::Projections(projections, _) => projections.system(),
            Self::Given(_, system) => system,
        }
    }

    /// Returns the source lines of the transitions, as far as they are known.
    pub fn lines(&self) -> Lines {
        match self {
            Self::Projections(_, lines) => lines.clone(),
            Self::Given(..) => Lines::default(),
        }
    }

    /// Returns `true` if somebody gave the system.
    pub fn is_given(&self) -> bool {
        matches!(self, Self::Given(..))
    }
}

/// The answer to whether a choreography is realisable, or well-formed.
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
    /// What was found.
    pub violation: Violation,
    /// Whether no violation of the same kind has fewer communications, as far as is known.
    pub is_shortest: bool,
    /// The execution that was found, replayed.
    pub replayed: Option<Box<Witness>>,
    /// Whether the run is allowed up to the order of independent actions, where well-formedness was asked for.
    pub is_allowed_reordered: bool,
    /// Who is to blame.
    pub blame: Option<Blame>,
    /// The coherence conditions that are broken, where they mean something.
    pub incoherences: Vec<Incoherence>,
    /// The limit that came before the explanation was complete, if one did.
    pub cut: Option<Limit>,
    /// What may repair the choreography.
    pub repair: Option<Repair>,
}

/// What may repair a choreography that is not realisable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Repair {
    /// One side waits for an acknowledgement before it goes on.
    Acknowledge,
    /// The message has another name for each of its senders, since a bag does not tell them apart.
    NameBySender(MessageId),
    /// This participant waits for an acknowledgement of the interaction.
    AcknowledgeInteraction(ParticipantId, Interaction),
    /// The branches that begin with the interaction share it, or its message is named by the branch.
    ShareInteraction(Interaction),
    /// This participant learns by a message of its own which way was taken, or an acknowledgement comes first.
    Announce(ParticipantId),
    /// Nothing is known that would help.
    None,
}

/// The answer to a question of other tools.
#[derive(Clone, Debug)]
pub enum NamedFinding {
    /// Whether all channels can become empty, from everywhere.
    Deadlock(DeadlockOutcome),
    /// The coherence conditions that are broken; `None` where the conditions decide nothing.
    Coherence(Option<Vec<Incoherence>>),
    /// Whether everybody knows when the protocol is over.
    TerminationAwareness(Finding<AfterEnd>),
    /// Whether whoever can only receive goes on.
    RoleProgress(Fairness, Finding<LeftOut>),
    /// Whether no interaction leads from one state to two places.
    LabelDeterminism(Finding<Ambiguity>),
    /// Whether independent interactions may happen in any order.
    CommutationClosure(Finding<Square>),
    /// Whether what happens in a loop hangs together.
    GloballyCooperative(Finding<Apart>),
    /// Whether every message that is sent can be received.
    StrongProgressSent(Finding<Unmet>),
    /// Whether whoever may receive a message can receive one some time.
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
    /// Returns the system that was asked about, where there is one.
    pub fn implementation(&self) -> Option<&Implementation> {
        match self {
            Self::Realisability(implementation, _) | Self::Named(implementation, _) => {
                Some(implementation)
            }
            Self::TooLarge | Self::Cut(_) | Self::Empty => None,
        }
    }

    /// Returns the run of the system that shows a violation, with the name of the property that it violates where
    /// that is another one than was asked for.
    pub fn witness(&self) -> Option<(&Witness, Option<String>)> {
        match self {
            Self::Realisability(_, found) => match &found.outcome {
                Outcome::Violated(found) => Some((found.witness()?, None)),
                Outcome::Holds(_) | Outcome::Unknown(_) => None,
            },
            Self::Named(implementation, found) => match &**found {
                NamedFinding::Deadlock(Outcome::Violated(witness)) => Some((witness, None)),
                NamedFinding::StrongProgressSent(Outcome::Violated(unmet))
                | NamedFinding::StrongProgressExpected(Outcome::Violated(unmet)) => {
                    Some((&unmet.witness, Some(unmet.property.name(implementation.system()))))
                }
                _ => None,
            },
            Self::TooLarge | Self::Cut(_) | Self::Empty => None,
        }
    }
}

impl Counterexample {
    /// Returns the run that shows the violation; `None` where no run does.
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
