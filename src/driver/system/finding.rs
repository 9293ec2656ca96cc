//! Results of the checks of systems.

use std::sync::Arc;

use crate::Answer;
use check::classes::{ClassAnswer, ClassOutcome, Outside};
use check::membership::{self, Proof};
use check::reachability::{Outcome, Premise, Tried, UnknownReason};
use check::repair::Repairs;
use kernel::base::Limit;
use kernel::verdict::{Reason, Verdict};
use language::scm;
use model::cfsm::{ParticipantId, StateId, System};
use model::evidence::{Class, Witness};

/// The answer to a question about a system; cheap to clone.
pub type SystemAnswer = Answer<Arc<SystemFinding>>;

/// Knowledge about the membership of a system, for the answers that rest on it: of a violation, the number of
/// communications of its borderline violation.
pub type Membership = kernel::verdict::Outcome<Proof, usize, Limit>;

/// Result of a check of a system.
#[derive(Clone, PartialEq, Debug)]
pub enum SystemFinding {
    /// Whether the system is RSC.
    Membership(MembershipFinding),
    /// Whether a bad configuration is reachable, or a safety property is violated.
    Configurations(ConfigurationsFinding),
    /// Whether the system is in a class.
    Class(Class, Box<ClassAnswer>),
    /// The model states no bad states, so none is reachable.
    NoBadStates,
    /// The system is the projections of a realisable choreography, which have the property.
    Realisable,
}

/// Result of a check whether a system is RSC.
#[derive(Clone, PartialEq, Debug)]
pub struct MembershipFinding {
    /// The outcome of the check.
    pub outcome: membership::Outcome,
    /// What is known of the lanes of the system, if they were looked at.
    pub lanes: Option<membership::Lanes>,
    /// The repairs that were found, if they are wanted.
    pub repairs: Repairs,
}

impl SystemFinding {
    /// Returns the witness of a violation.
    pub fn witness(&self) -> Option<&Witness> {
        match self {
            Self::Membership(MembershipFinding {
                outcome: membership::Outcome::Violated(witness),
                ..
            })
            | Self::Configurations(ConfigurationsFinding {
                outcome: Outcome::Violated(witness),
                ..
            }) => Some(witness),
            Self::Class(_, answer) => match &answer.outcome {
                ClassOutcome::Violated(Outside::Run(witness)) => Some(witness),
                _ => None,
            },
            Self::Membership(_)
            | Self::Configurations(_)
            | Self::NoBadStates
            | Self::Realisable => None,
        }
    }
}

/// Result of a check that searches RSC executions, or all configurations.
#[derive(Clone, PartialEq, Debug)]
pub struct ConfigurationsFinding {
    /// The outcome of the check.
    pub outcome: Outcome,
    /// The knowledge about the system when the check began.
    pub premise: Premise,
    /// Whether the system is RSC.
    pub membership: Membership,
    /// The procedures that left the question open, in order.
    pub tried: Vec<Tried>,
    /// Whether configurations were explored, but not all.
    pub is_partly_explored: bool,
    /// The states that the model may declare final: then it has the property, as was tried
    /// ([`final_states`](check::repair::final_states)).
    pub offered: Vec<(ParticipantId, StateId)>,
}

impl ConfigurationsFinding {
    /// Returns the verdict.
    pub fn verdict(&self) -> Verdict {
        let came_first = match self.membership {
            Membership::Unknown(limit) => Some(limit),
            Membership::Holds(_) | Membership::Violated(_) => None,
        };
        self.outcome.verdict(|gap| reason(*gap, came_first))
    }

    /// Returns the lines that declare the [offered](Self::offered) final states, which are states of `system`.
    pub fn offered_lines(&self, system: &System) -> Vec<String> {
        let by_participant = self.offered.chunk_by(|one, other| one.0 == other.0);
        let line = |all: &[(ParticipantId, StateId)]| {
            scm::final_line(system, all[0].0, all.iter().map(|&(_, state)| state))
        };
        by_participant.filter_map(line).collect()
    }
}

/// Returns the reason for the verdict `unknown`; `came_first` is the limit that prevented the proof that the system is
/// RSC, if one did.
///
/// If no configuration was found, the question is undecidable if the configurations are known to be infinitely many.
/// Otherwise the search was cut short by a bound or by `came_first`.
pub fn reason(gap: UnknownReason, came_first: Option<Limit>) -> Reason {
    match gap {
        UnknownReason::Limit(limit) => limit.into(),
        UnknownReason::Undecided { infinite, .. } => match came_first {
            Some(limit) => limit.into(),
            None if infinite => Reason::Undecidable,
            None => Reason::Bound,
        },
        UnknownReason::BagConstrained { .. } | UnknownReason::TooLarge => Reason::Unsupported,
    }
}
