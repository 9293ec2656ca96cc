//! Interactions as they are written.

use crate::trace::{Action, GateId, LifelineId, Signature, SignatureMessageId};
use kernel::base::{IndexVec, typed_id};

typed_id! {
    /// A part of an interaction as it was written.
    pub struct ExpressionId;
}

/// Where an arrow begins.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Origin {
    /// In the environment, without a name.
    Environment,
    /// At a gate, which is the environment too.
    Gate(GateId),
    /// On a lifeline.
    Lifeline(LifelineId),
}

/// Where an arrow ends.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Target {
    /// At a gate: in the environment.
    Gate(GateId),
    /// On a lifeline.
    Lifeline(LifelineId),
}

/// A message that goes from one to others.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Passing {
    /// Where it comes from.
    pub origin: Origin,
    /// Whether sending and receiving are one: a single letter.
    pub synchronous: bool,
    /// The message.
    pub message: SignatureMessageId,
    /// Where it goes, in the order of the text; without any it goes to the environment.
    pub targets: Vec<Target>,
}

/// How the operands of a part are composed.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Operator {
    /// One wholly after the other.
    Strict,
    /// One after the other on each lifeline: weak sequencing.
    Seq,
    /// Interleaved.
    Par,
    /// One of them.
    Alt,
    /// Weak sequencing, but interleaved on these lifelines: a coregion.
    Coreg(Vec<LifelineId>),
    /// Interleaved, but letters with one of these actions occur in all operands at once.
    Sync(Vec<Action>),
}

/// What a loop closes under.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Repetition {
    /// Strict sequencing: `loopS`.
    Strict,
    /// Weak sequencing in which each round starts with its own first action: `loopH`.
    Head,
    /// Weak sequencing: `loopW`.
    Weak,
    /// Interleaving: `loopP`.
    Parallel,
}

/// One part of an interaction.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Expression {
    /// Nothing happens.
    Empty,
    /// A message.
    Passing(Passing),
    /// Two or more operands; more than two are folded to the right.
    Compound(Operator, Vec<ExpressionId>),
    /// Nothing, or the operand.
    Optional(ExpressionId),
    /// Any number of rounds.
    Loop(Repetition, ExpressionId),
}

impl Expression {
    /// Returns the operands, in the order of the text.
    pub fn operands(&self) -> &[ExpressionId] {
        match self {
            Self::Empty | Self::Passing(_) => &[],
            Self::Optional(body) | Self::Loop(_, body) => std::slice::from_ref(body),
            Self::Compound(_, operands) => operands,
        }
    }
}

/// An interaction: a whole sequence diagram, as it was written. A single message of a choreography is an
/// [`Interaction`](crate::choreography::Interaction) of another kind.
///
/// # Invariants
/// The operands of a part stand before it in `parts`, so that one pass from the first to the last sees
/// operands before what they are operands of. All ids are of `signature`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Interaction {
    /// The names.
    pub signature: Signature,
    /// The parts.
    pub parts: IndexVec<ExpressionId, Expression>,
    /// The whole.
    pub root: ExpressionId,
}
