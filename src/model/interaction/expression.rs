//! Interactions as they are written.

use crate::trace::{Action, GateId, LifelineId, Signature, SignatureMessageId};
use kernel::base::{IndexVec, typed_id};

typed_id! {
    /// A part of an interaction as it was written.
    pub struct ExpressionId;
}

/// Start of an arrow.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Origin {
    /// In the environment, without a name.
    Environment,
    /// At a gate, which is the environment too.
    Gate(GateId),
    /// On a lifeline.
    Lifeline(LifelineId),
}

/// End of an arrow.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Target {
    /// At a gate, which is the environment.
    Gate(GateId),
    /// On a lifeline.
    Lifeline(LifelineId),
    /// Before a lifeline that the arrow points at, which the message does not reach: it is lost.
    Lost(LifelineId),
    /// At a lifeline that does not show that the message arrives: it has no action there.
    Unshown(LifelineId),
}

/// A message from one sender to any number of receivers.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Passing {
    /// The start of the arrow.
    pub origin: Origin,
    /// Whether sending and receiving are a single letter.
    pub synchronous: bool,
    /// The message.
    pub message: SignatureMessageId,
    /// The ends of the arrow, in the order of the text; without any, the message goes to the environment.
    pub targets: Vec<Target>,
}

/// How the operands of a part are composed.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Operator {
    /// One operand completely after the other.
    Strict,
    /// One operand after the other on each lifeline: weak sequencing.
    Seq,
    /// Interleaving of the operands.
    Par,
    /// Choice of one operand.
    Alt,
    /// Weak sequencing, but interleaving on these lifelines: a coregion.
    Coreg(Vec<LifelineId>),
    /// Interleaving, but letters with one of these actions occur in all operands at once.
    Sync(Vec<Action>),
}

/// The composition of the rounds of a loop.
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
    /// The empty interaction.
    Empty,
    /// A message.
    Passing(Passing),
    /// Two or more operands; more than two are folded to the right.
    Compound(Operator, Vec<ExpressionId>),
    /// The operand or the empty interaction.
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

    /// Returns this part with the operands that `new` returns for its own.
    #[must_use]
    pub fn with_operands(mut self, new: impl Fn(ExpressionId) -> ExpressionId) -> Self {
        let operands = match &mut self {
            Self::Empty | Self::Passing(_) => &mut [],
            Self::Optional(body) | Self::Loop(_, body) => std::slice::from_mut(body),
            Self::Compound(_, operands) => operands,
        };
        for operand in operands {
            *operand = new(*operand);
        }
        self
    }
}

/// An interaction: a whole sequence diagram, as it was written. A single message of a choreography is a
/// different type, [`Interaction`](crate::choreography::Interaction).
///
/// # Invariants
/// The operands of a part precede it in `parts`, so that one pass from the first to the last visits operands
/// before the parts that contain them. All ids are of `signature`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Interaction {
    /// The names.
    pub signature: Signature,
    /// The parts.
    pub parts: IndexVec<ExpressionId, Expression>,
    /// The root of the tree of parts.
    pub root: ExpressionId,
}

impl Interaction {
    /// Returns the messages, each with its part.
    pub fn passings(&self) -> impl Iterator<Item = (ExpressionId, &Passing)> {
        self.parts.enumerate().filter_map(|(id, part)| match part {
            Expression::Passing(passing) => Some((id, passing)),
            _ => None,
        })
    }
}
