//! Interactions: sequence diagrams as terms.
//!
//! An [`Interaction`] is a diagram as it was written: passings of messages under operators with any number of
//! operands. [`Semantics`] is its operational semantics on terms: the letters that a term can do next, each
//! with the remaining term. The [`RewriteRules`] simplify terms on the way.

mod addressed;
mod beginnings;
mod composition;
mod continuation;
mod erasure;
mod erasures;
mod expression;
mod extent;
mod internal_steps;
mod local_views;
mod losses;
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
pub use beginnings::{BeginningId, Beginnings, Unreadable};
pub use composition::{Incomposable, compose};
pub use continuation::continuations;
pub use expression::{
    Expression, ExpressionId, Interaction, Operator, Origin, Passing, Repetition, Target,
};
pub use extent::Features;
pub use internal_steps::OrderedByInternalStep;
pub use losses::takes_losses;
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
