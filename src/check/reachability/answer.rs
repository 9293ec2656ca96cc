//! Premises and answers of reachability checks.

use crate::EngineName;
use crate::completability::Level;
use crate::invariant::Round;
use crate::membership::Proof;
use crate::rsc::{Run, RunFinding};
use kernel::base::{Control, Limit};
use kernel::search::Statistics;
use model::cfsm::{ChannelId, ParticipantId, System};
use model::evidence::{Certificate, EvidenceRequest, LanguageInvariant, Witness};
use std::sync::Arc;

/// Maximum number of states of a search that can only find violations, before others are tried.
pub(super) const FEW: u64 = 100_000;

/// What is known of a system whose RSC executions are searched; it determines the conclusion if the search
/// finds nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Premise {
    /// The system is RSC: every reachable configuration is reachable by an RSC execution.
    Rsc(Proof),
    /// The user asserts that the system is eager: every reachable configuration is reachable by an RSC
    /// execution, although the system may have executions that are not equivalent to any.
    AssumedEager,
    /// No property of the system is known: a configuration that RSC executions reach is reachable, and no other
    /// conclusion is drawn.
    BugsOnly,
}

impl Answer {
    /// Returns an answer of the first procedure that was tried.
    pub(crate) fn new(outcome: Outcome, engine: EngineName, statistics: Statistics) -> Self {
        Self { outcome, engine, statistics, tried: Vec::new() }
    }

    /// Returns this answer with what was tried before.
    #[must_use]
    pub(crate) fn after(self, tried: Vec<Tried>) -> Self {
        Self { tried, ..self }
    }

    /// Returns `true` if other procedures may still decide.
    pub(crate) fn is_open(&self) -> bool {
        matches!(
            self.outcome,
            Outcome::Unknown(UnknownReason::Undecided { .. } | UnknownReason::Limit(Limit::Memory))
        )
    }
}

impl Premise {
    /// Returns this premise for `system`: [`Premise::BugsOnly`] if it is a proof about another system.
    #[must_use]
    pub fn about(self, system: &System) -> Self {
        match self {
            Self::Rsc(proof) if !proof.is_about(system) => Self::BugsOnly,
            premise => premise,
        }
    }

    /// Returns the evidence to request from the search of the RSC executions: no certificate for an
    /// assumption.
    pub(crate) fn wanted(self, wanted: EvidenceRequest) -> EvidenceRequest {
        if matches!(self, Self::Rsc(_)) { wanted } else { EvidenceRequest::Answer }
    }

    /// Returns the control of a first search of the RSC executions, which ends after few states where it is a proof of
    /// nothing; `None` if there is only one search.
    pub(crate) fn first_search(self, control: &Control) -> Option<Control> {
        let is_first = self == Self::BugsOnly && control.max_states.is_none_or(|most| most > FEW);
        is_first.then(|| control.part(FEW))
    }

    /// Returns the conclusion of a search of the RSC executions, with its run replayed; `None` if there is no
    /// run and the premise allows no conclusion.
    pub(crate) fn conclude(
        self,
        found: RunFinding,
        replay: impl FnOnce(Run) -> Witness,
    ) -> Option<(Outcome, Option<Certificate>)> {
        Some(match (found, self) {
            (RunFinding::Run(run), _) => (Outcome::Violated(Box::new(replay(run))), None),
            (RunFinding::Cut(limit), _) => (Outcome::Unknown(UnknownReason::Limit(limit)), None),
            (RunFinding::Nothing(certificate), Self::Rsc(proof)) => (
                Outcome::Holds(Justification::Rsc(proof)),
                certificate.map(|explicit| explicit.resting_on_rsc().into()),
            ),
            (RunFinding::Nothing(_), Self::AssumedEager) => {
                (Outcome::Holds(Justification::AssumedEager), None)
            }
            (RunFinding::Nothing(_), Self::BugsOnly) => return None,
        })
    }
}

/// The justification of a `holds`; cheap to clone.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Justification {
    /// The system is RSC, and all its RSC executions were explored.
    Rsc(Proof),
    /// All RSC executions were explored, and the system is assumed to be eager.
    AssumedEager,
    /// No configuration of the system, reachable or not, is in the set: a participant cannot reach its state
    /// even alone, or a channel can never hold such messages.
    Impossible,
    /// The system is RSC, and all its RSC executions can be completed to synchronous ones, as the level
    /// shows: from every reachable configuration all channels can become empty again.
    Completable {
        /// The proof that the system is RSC.
        proof: Proof,
        /// The level that reads all executions.
        level: Level,
    },
    /// All configurations were explored.
    Finite {
        /// Number of configurations.
        configurations: u64,
    },
    /// Configurations that suffice were explored, many of them by the steps of one participant alone.
    Persistent {
        /// Number of configurations.
        configurations: u64,
        /// Number of those that were explored by the steps of one participant alone.
        reduced: u64,
    },
    /// Counting messages excludes the set: sums of weights that no step makes larger.
    Linear {
        /// Number of such sums.
        invariants: u64,
    },
    /// All configurations from which the set may be reached were found, backwards from it, and none is initial.
    Backward {
        /// Number of least configurations: all that hold more are meant, too.
        elements: u64,
    },
    /// Every execution extends to one that is equivalent to one within a bound, and the property holds for the
    /// configurations within it.
    Compatible {
        /// Maximum number of messages in each channel.
        bound: usize,
        /// Number of configurations.
        configurations: u64,
    },
    /// A connected component of the topology suffices, taken as a system of its own.
    Component {
        /// Its participants, in order; participants of the ground are numbered by their places here.
        participants: Vec<ParticipantId>,
        /// Why the property holds for it.
        ground: Box<Justification>,
    },
    /// An invariant over the contents of the channels excludes the set.
    Invariant {
        /// How precisely contents were kept.
        round: Round,
        /// The invariant.
        invariant: Arc<LanguageInvariant>,
    },
}

impl Justification {
    /// Returns the word for the justification in reports; for a component that of its ground.
    pub fn word(&self) -> &'static str {
        match self {
            Self::Rsc(_) => "rsc",
            Self::AssumedEager => "assumption",
            Self::Impossible => "impossible",
            Self::Completable { .. } => "completable",
            Self::Finite { .. } => "finite",
            Self::Persistent { .. } => "persistent",
            Self::Linear { .. } => "linear",
            Self::Backward { .. } => "backward",
            Self::Compatible { .. } => "multiparty",
            Self::Component { ground, .. } => ground.word(),
            Self::Invariant { .. } => "invariant",
        }
    }
}

/// The reason why there is no verdict.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UnknownReason {
    /// A limit was reached first.
    Limit(Limit),
    /// No RSC execution reaches a configuration of the set, which proves nothing for this system, and it has
    /// more configurations than were explored.
    Undecided {
        /// Number of explored configurations.
        configurations: u64,
        /// Whether there are known to be infinitely many.
        infinite: bool,
        /// The bound on the messages in each channel within which all configurations were explored, if there is one.
        bound: Option<usize>,
    },
    /// The contents expression is too large for any automaton.
    TooLarge,
    /// The specification constrains the contents of a bag, or may do so, which is not supported.
    BagConstrained {
        /// The bag.
        channel: ChannelId,
    },
}

/// The verdict: no configuration of the set is reachable, or a run ends in one.
///
/// The run is replayed and tested, and is a shortest one in the sense of the engine that found it.
pub type Outcome = kernel::verdict::Outcome<Justification, Box<Witness>, UnknownReason>;

/// The answer of a reachability check, or of one safety property.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// The verdict.
    pub outcome: Outcome,
    /// The name of the procedure that found the verdict.
    pub engine: EngineName,
    /// Statistics of that procedure.
    pub statistics: Statistics,
    /// The procedures that were tried before and left the question open, in order.
    pub tried: Vec<Tried>,
}

/// A procedure that left a question open.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tried {
    /// Its name.
    pub engine: EngineName,
    /// Its parameters, with their names.
    pub parameters: Vec<(&'static str, u64)>,
    /// Number of states that it explored, as far as that is known.
    pub states: u64,
}
