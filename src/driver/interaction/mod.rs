//! Questions about interactions.

mod acceptance;
mod execution_tree;
mod traces;

pub use acceptance::{
    Acceptance, AcceptanceAnswer, AcceptanceFinding, AcceptanceOptions, AcceptanceSession, ReadBy,
};
pub use execution_tree::{ExecutionTree, TreeNode};
pub use traces::{TraceKind, TraceOptions, Traces, traces};

use kernel::verdict::Reason;
use model::interaction::Refusal;

/// Returns the reason for which there is no verdict where no automaton was made.
pub fn refusal_reason(refusal: Refusal) -> Reason {
    match refusal {
        Refusal::Unbounded(..) => Reason::Bound,
        Refusal::TooMany(_) => Reason::States,
        Refusal::Limit(limit) => limit.into(),
    }
}
