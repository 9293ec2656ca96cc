//! What is asked for, and what is answered.

use crate::completability::Level;
use crate::membership::Proof;
use crate::rsc::{Found, Run};
use kernel::base::Limit;
use kernel::search::Statistics;
use model::cfsm::{ChannelId, System};
use model::evidence::{Certificate, EvidenceRequest, Witness};

/// What is known of a system when its RSC executions are searched, and so what it means to find
/// nothing there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Premise {
    /// The system is RSC: whatever is reachable is reachable by an RSC execution.
    Rsc(Proof),
    /// Somebody vouches that the system is eager: that whatever is reachable is reachable by an
    /// RSC execution, though the system may have others that are not equivalent to any.
    AssumedEager,
    /// Nothing is known: what RSC executions reach is reachable, and that is all.
    BugsOnly,
}

impl Premise {
    /// Returns what this says of `system`: nothing, if it is a proof about another one.
    #[must_use]
    pub fn about(self, system: &System) -> Self {
        match self {
            Self::Rsc(proof) if !proof.is_about(system) => Self::BugsOnly,
            premise => premise,
        }
    }

    /// Returns what is wanted of the RSC executions, if that is wanted of the answer: states show nothing by an
    /// assumption.
    pub(crate) fn wanted(self, wanted: EvidenceRequest) -> EvidenceRequest {
        if matches!(self, Self::Rsc(_)) { wanted } else { EvidenceRequest::Answer }
    }

    /// Returns what a search of the RSC executions decides, with its run replayed; nothing if there is no run and
    /// that proves nothing.
    pub(crate) fn conclude(
        self,
        found: Found,
        replay: impl FnOnce(Run) -> Witness,
    ) -> Option<(Outcome, Option<Certificate>)> {
        Some(match (found, self) {
            (Found::Run(run), _) => (Outcome::Violated(Box::new(replay(run))), None),
            (Found::Cut(limit), _) => (Outcome::Unknown(UnknownReason::Limit(limit)), None),
            (Found::Nothing(certificate), Self::Rsc(proof)) => (
                Outcome::Holds(Justification::Rsc(proof)),
                certificate.map(Certificate::resting_on_rsc),
            ),
            (Found::Nothing(_), Self::AssumedEager) => {
                (Outcome::Holds(Justification::AssumedEager), None)
            }
            (Found::Nothing(_), Self::BugsOnly) => return None,
        })
    }
}

/// What a `holds` rests on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Justification {
    /// The system is RSC, and all its RSC executions were explored.
    Rsc(Proof),
    /// All RSC executions were explored, and the system is assumed to be eager.
    AssumedEager,
    /// No configuration of the system can be like that, whatever is reachable: a participant cannot
    /// get there even left to itself, or a channel can never hold such messages.
    Impossible,
    /// The system is RSC, and all its RSC executions can be completed to synchronous ones, as this level
    /// shows: from everywhere all channels can become empty again.
    Completable {
        /// The proof that it is RSC.
        proof: Proof,
        /// What shows the rest.
        level: Level,
    },
    /// All configurations were explored.
    Finite {
        /// How many there are.
        configurations: u64,
    },
}

/// Why there is no verdict.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UnknownReason {
    /// A limit came first.
    Limit(Limit),
    /// No RSC execution leads there, which proves nothing for this system, and its configurations
    /// are more than were explored.
    Undecided {
        /// How many configurations were explored.
        configurations: u64,
        /// Whether they are known to be infinitely many.
        infinite: bool,
    },
    /// The contents expression is too large for any automaton.
    TooLarge,
    /// The specification says what a bag holds, or may say so, which is not supported.
    BagConstrained {
        /// The bag.
        channel: ChannelId,
    },
}

/// The verdict: it cannot happen, or it can, as a run shows that ends there.
///
/// The run is replayed and tested, and a shortest one in the sense of the engine that found it.
pub type Outcome = kernel::verdict::Outcome<Justification, Box<Witness>, UnknownReason>;

/// The answer of a reachability check, or of one safety property.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// The verdict.
    pub outcome: Outcome,
    /// The name of the procedure that found it.
    pub engine: &'static str,
    /// What that procedure explored.
    pub statistics: Statistics,
}
