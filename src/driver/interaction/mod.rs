//! Questions about interactions: their automata, their traces, what can happen.

mod acceptance;
mod execution_tree;
mod lifelines;
mod session;
mod synthesis;
mod traces;

pub use acceptance::{Acceptance, AcceptanceFinding, AcceptanceSession, ReadBy, reason};
pub use execution_tree::{ExecutionTree, TreeNode, TreeOptions};
pub use lifelines::{PreparationError, UnknownLifeline, lifelines, without_lifelines};
pub use session::{AutomatonOptions, InteractionFinding, SynthesisFinding, automaton_answers};
pub use synthesis::{
    Construction, DfaAlgorithm, Minimisation, Simplification, Synthesis, SynthesisError,
    SynthesisOptions, TermOptions,
};
pub use traces::{TraceKind, TraceOptions, Traces, traces};
