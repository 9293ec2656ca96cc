//! Options for answering questions about systems.

use check::classes::Equivalence;
use check::{membership, reachability};
use model::evidence::EvidenceRequest;

/// How many messages a channel holds at most where a search does not see all runs, unless the user says otherwise.
pub const USUAL_BOUND: usize = 4;

/// Options for answering questions about systems.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SystemOptions {
    /// Engine for membership.
    pub membership: membership::Engine,
    /// Engine for reachability.
    pub reachability: reachability::Engine,
    /// Whether the user asserts that the system is eager.
    pub assume_eager: bool,
    /// How many messages a channel holds at most in searches for a class that do not see all runs.
    pub bound: usize,
    /// When the behaviours of stable systems are alike.
    pub equivalence: Equivalence,
    /// The evidence that the checks are asked for.
    pub wanted: EvidenceRequest,
    /// The violations that are explained.
    pub explains: Explains,
}

/// The violations that are explained: repairs of systems that are not RSC are tried, and answers are grouped by the
/// runs that show them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Explains {
    /// None.
    Nothing,
    /// Those that count.
    Answers,
    /// All, those of premises and facts included.
    Everything,
}

impl Default for SystemOptions {
    fn default() -> Self {
        Self {
            membership: membership::Engine::Auto,
            reachability: reachability::Engine::Auto,
            assume_eager: false,
            bound: USUAL_BOUND,
            equivalence: Equivalence::Branching,
            wanted: EvidenceRequest::Answer,
            explains: Explains::Nothing,
        }
    }
}
