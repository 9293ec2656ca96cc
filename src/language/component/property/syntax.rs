//! Texts as trees.

use kernel::source::Span;
use model::component::{Binary, Builtin, Value};
use model::temporal::{BinaryOperator, UnaryOperator};

/// A name with its place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Name<'a> {
    pub(super) text: &'a str,
    pub(super) span: Span,
}

/// Names with dots between, at least one.
#[derive(Clone, Debug)]
pub(super) struct Path<'a>(pub(super) Vec<Name<'a>>);

impl<'a> Path<'a> {
    /// Returns the path as it is written without blanks.
    pub(super) fn text(&self) -> String {
        joined(&self.0)
    }

    pub(super) fn span(&self) -> Span {
        self.0[0].span.to(self.last().span)
    }

    pub(super) fn last(&self) -> Name<'a> {
        self.0[self.0.len() - 1]
    }

    /// Returns what stands before the last name, and its place; `None` if the path is one name.
    pub(super) fn owner(&self) -> Option<(String, Span)> {
        let owner = &self.0[..self.0.len() - 1];
        Some((joined(owner), owner.first()?.span.to(owner.last()?.span)))
    }
}

fn joined(names: &[Name<'_>]) -> String {
    names.iter().map(|name| name.text).collect::<Vec<_>>().join(".")
}

/// A formula or an arithmetic expression.
#[derive(Debug)]
pub(super) struct Node<'a> {
    pub(super) kind: Kind<'a>,
    pub(super) span: Span,
    /// Number of nodes on the longest way down.
    pub(super) height: usize,
}

#[derive(Debug)]
pub(super) enum Kind<'a> {
    Literal(Value),
    /// `c.x`, or names that are no predicate.
    Path(Path<'a>),
    /// `c@l`.
    At(Path<'a>, Name<'a>),
    Fired(Fired<'a>),
    Call(Builtin, Vec<Node<'a>>),
    Minus(Box<Node<'a>>),
    /// `!` or a temporal operator, with its place.
    Unary(UnaryOperator, Span, Box<Node<'a>>),
    /// A logical or temporal operator, with its place.
    Logic(BinaryOperator, Span, Box<[Node<'a>; 2]>),
    /// A comparison or an arithmetic operator, with its place.
    Value(Binary, Span, Box<[Node<'a>; 2]>),
}

/// What stands in the parentheses of `fired`.
#[derive(Debug)]
pub(super) struct Fired<'a> {
    /// The connector, or an interaction without braces.
    pub(super) name: Path<'a>,
    pub(super) parts: FiredParts<'a>,
    pub(super) span: Span,
}

#[derive(Debug)]
pub(super) enum FiredParts<'a> {
    /// There are no braces.
    None,
    /// `{*}`.
    Any,
    /// `{a.p,b.q}`.
    Ports(Vec<Path<'a>>),
}

impl Node<'_> {
    /// Returns the first temporal operator with its place.
    pub(super) fn temporal(&self) -> Option<Span> {
        match &self.kind {
            Kind::Literal(_) | Kind::Path(_) | Kind::At(..) | Kind::Fired(_) => None,
            Kind::Call(_, operands) => operands.iter().find_map(Self::temporal),
            Kind::Minus(operand) => operand.temporal(),
            Kind::Unary(operator, place, operand) => match operator {
                UnaryOperator::Not => operand.temporal(),
                _ => Some(*place),
            },
            Kind::Logic(operator, place, operands) => match operator {
                BinaryOperator::And | BinaryOperator::Or | BinaryOperator::Implies => {
                    operands.iter().find_map(Self::temporal)
                }
                _ => Some(*place),
            },
            Kind::Value(_, _, operands) => operands.iter().find_map(Self::temporal),
        }
    }
}

/// How strongly `==` binds, the weakest of the operators on values, which are ordered by
/// [`Binary::precedence`](model::component::Binary::precedence): operators of formulas bind weaker.
pub(super) const COMPARISON: u8 = 6;

/// Returns the operator before an operand that a text is.
pub(super) fn prefix_operator(text: &str) -> Option<UnaryOperator> {
    UnaryOperator::ALL.into_iter().find(|operator| operator.sign() == text)
}

/// Returns the sign of an operator of formulas, how strongly it binds, and whether it takes the longest right operand.
pub(super) const fn infix(operator: BinaryOperator) -> (&'static str, u8, bool) {
    match operator {
        BinaryOperator::Implies => ("->", 1, true),
        BinaryOperator::Or => ("||", 2, false),
        BinaryOperator::And => ("&&", 3, false),
        BinaryOperator::Until => ("U", 4, true),
        BinaryOperator::Release => ("R", 4, true),
        BinaryOperator::WeakUntil => ("W", 4, true),
        BinaryOperator::Since => ("S", 4, true),
    }
}

/// An automaton.
#[derive(Debug)]
pub(super) struct Monitor<'a> {
    pub(super) name: Name<'a>,
    pub(super) states: Vec<State<'a>>,
    pub(super) transitions: Vec<Transition<'a>>,
    /// Whether a syntax error may have swallowed states or transitions.
    pub(super) is_damaged: bool,
}

#[derive(Debug)]
pub(super) struct State<'a> {
    pub(super) name: Name<'a>,
    pub(super) is_initial: bool,
    pub(super) is_accepting: bool,
}

#[derive(Debug)]
pub(super) struct Transition<'a> {
    pub(super) from: Name<'a>,
    pub(super) to: Name<'a>,
    pub(super) condition: Option<Node<'a>>,
    pub(super) span: Span,
}

/// An atom that watches.
#[derive(Debug)]
pub(super) struct Watch<'a> {
    pub(super) atom: Path<'a>,
    pub(super) arguments: Vec<Node<'a>>,
    pub(super) places: Vec<Name<'a>>,
}
