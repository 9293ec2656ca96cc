//! Interactions: sequence diagrams as terms.
//!
//! An [`Interaction`] is a diagram as it was written: passings of messages under operators with any
//! number of operands. [`Semantics`] gives it a meaning as a term: what it can do at once, and what is
//! left then. The laws that make terms simpler on the way are [`RewriteRules`].

mod addressed;
mod composition;
mod continuation;
mod erasure;
mod erasures;
mod expression;
mod extent;
mod lowering;
mod metrics;
mod persistent_steps;
mod projection;
mod raising;
mod reader;
mod removal;
mod rewrite_rules;
mod semantics;
mod simplifier;
mod simplifier_choice;
mod simplifier_seq;
mod synthesis;
mod terms;
mod text;
mod weakening;

pub use addressed::Unprojectable;
pub use composition::{Incomposable, compose};
pub use continuation::continuations;
pub use expression::{
    Expression, ExpressionId, Interaction, Operator, Origin, Passing, Repetition, Target,
};
pub use extent::Features;
pub use metrics::Metrics;
pub use persistent_steps::{Idle, PersistentSteps};
pub use projection::ProjectionRefusal;
pub use reader::TermReader;
pub use removal::Synchronised;
pub use rewrite_rules::{RewriteRule, RewriteRules};
pub use semantics::{Choice, Ending, Semantics, Steps};
pub use synthesis::{Refusal, Synthesis, Synthesised, synthesise, unfold};
pub use terms::{RegionId, TermId};
pub use weakening::weakened;
