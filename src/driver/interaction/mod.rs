//! Questions about interactions: their automata, traces and executions.

mod acceptance;
mod execution_tree;
mod lifelines;
mod session;
mod synthesis;
mod traces;

pub use acceptance::{Acceptance, AcceptanceAnswer, AcceptanceFinding, AcceptanceSession, ReadBy};
pub use execution_tree::{ExecutionTree, TreeNode};
pub use lifelines::{PreparationError, UnknownLifeline, lifelines, without_lifelines};
pub use session::{
    AutomatonOptions, InteractionFinding, SynthesisFinding, automaton_answers,
    automaton_properties, is_about_messages, lacks, stated_of_messages,
};
pub use synthesis::{
    Construction, DfaAlgorithm, Minimisation, Simplification, Synthesis, SynthesisError,
    SynthesisOptions, TermOptions,
};
pub use traces::{GeneratedTraces, TraceKind, TraceOptions, traces};

use kernel::verdict::Reason;
use model::interaction::Refusal;

/// Returns the reason for the verdict `unknown` where no automaton was made.
pub fn refusal_reason(refusal: Refusal) -> Reason {
    match refusal {
        Refusal::Unbounded(..) => Reason::Bound,
        Refusal::TooMany(_) => Reason::States,
        Refusal::Limit(limit) => limit.into(),
    }
}
