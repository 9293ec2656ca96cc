//! Interactions: sequence diagrams as terms.
//!
//! An [`Interaction`] is a diagram as it was written: passings of messages under operators with any
//! number of operands.

mod expression;
mod picture;

pub use expression::{
    Expression, ExpressionId, Interaction, Operator, Origin, Passing, Repetition, Target,
};
pub use picture::sequence_diagram;
