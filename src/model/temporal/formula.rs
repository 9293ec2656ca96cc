//! Formulas as trees.

use kernel::typed_id;

typed_id! {
    /// A proposition of a formula.
    pub struct PropositionId;
}

/// A formula of linear temporal logic over numbered propositions.
///
/// # Examples
///
/// Each request is granted at some later position:
/// ```
/// use kernel::base::Id as _;
/// use model::temporal::{BinaryOperator, Formula, PropositionId, UnaryOperator};
///
/// let [request, grant] = [0, 1].map(|index| Formula::Proposition(PropositionId::from_index(index)));
/// let later = Formula::unary(UnaryOperator::Finally, grant);
/// let each = Formula::binary(BinaryOperator::Implies, request, later);
/// let formula = Formula::unary(UnaryOperator::Globally, each);
/// assert!(matches!(formula, Formula::Unary(UnaryOperator::Globally, _)));
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Formula {
    /// A constant.
    Constant(bool),
    /// A proposition: true at a position iff the letter there says so.
    Proposition(PropositionId),
    /// An operator with one operand.
    Unary(UnaryOperator, Box<Self>),
    /// An operator with two operands.
    Binary(BinaryOperator, Box<Self>, Box<Self>),
}

/// Operators with one operand. At position `i` of a trace:
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum UnaryOperator {
    /// Negation.
    Not,
    /// `X`: there is a position `i + 1`, and the operand holds there.
    Next,
    /// `N`: there is no position `i + 1`, or the operand holds there.
    WeakNext,
    /// `F`: the operand holds at some position from `i` on.
    Finally,
    /// `G`: the operand holds at each position from `i` on.
    Globally,
    /// `Y`: there is a position `i - 1`, and the operand holds there.
    Yesterday,
    /// `O`: the operand holds at some position up to `i`.
    Once,
    /// `H`: the operand holds at each position up to `i`.
    Historically,
}

/// Operators with two operands. At position `i` of a trace:
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum BinaryOperator {
    /// Conjunction.
    And,
    /// Disjunction.
    Or,
    /// Implication.
    Implies,
    /// `U`: the right operand holds at some position `j` from `i` on, and the left one at each position from `i` to
    /// `j - 1`.
    Until,
    /// `R`: the right operand holds at each position from `i` on, or up to and including one at which the left operand
    /// holds, too.
    Release,
    /// `W`: `U`, or the left operand holds at each position from `i` on.
    WeakUntil,
    /// `S`: the right operand holds at some position `j` up to `i`, and the left one at each position from `j + 1` to
    /// `i`.
    Since,
}

impl UnaryOperator {
    /// All operators, in the order of their declaration.
    pub const ALL: [Self; 8] = [
        Self::Not,
        Self::Next,
        Self::WeakNext,
        Self::Finally,
        Self::Globally,
        Self::Yesterday,
        Self::Once,
        Self::Historically,
    ];

    /// Returns the sign of the language.
    pub const fn sign(self) -> &'static str {
        match self {
            Self::Not => "!",
            Self::Next => "X",
            Self::WeakNext => "N",
            Self::Finally => "F",
            Self::Globally => "G",
            Self::Yesterday => "Y",
            Self::Once => "O",
            Self::Historically => "H",
        }
    }
}

impl BinaryOperator {
    /// All operators, in the order of their declaration.
    pub const ALL: [Self; 7] = [
        Self::And,
        Self::Or,
        Self::Implies,
        Self::Until,
        Self::Release,
        Self::WeakUntil,
        Self::Since,
    ];
}

impl Formula {
    /// Returns the formula with an operator in front of `operand`.
    #[must_use]
    pub fn unary(operator: UnaryOperator, operand: Self) -> Self {
        Self::Unary(operator, Box::new(operand))
    }

    /// Returns the formula with an operator between two operands.
    #[must_use]
    pub fn binary(operator: BinaryOperator, left: Self, right: Self) -> Self {
        Self::Binary(operator, Box::new(left), Box::new(right))
    }
}
