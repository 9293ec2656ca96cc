//! From trees to formulas and expressions over a composite: names and types.

use kernel::base::IndexVec;
use rustc_hash::FxHashMap;

use super::codes;
use super::syntax::{Kind, Node};
use super::{fired, names, print_predicate};
use crate::component::constants::constant_value;
use kernel::diagnostics::{Diagnostic, Sink};
use kernel::source::Span;
use model::component::{
    Binary, Builtin, Composite, Expression, Predicate, SiteId, StateVariable, Type, Unary,
};
use model::temporal::{BinaryOperator, Formula, PropositionId, UnaryOperator};

/// What a property is resolved against, and its propositions so far.
#[derive(Debug)]
pub(super) struct Scope<'s> {
    pub(super) composite: &'s Composite,
    pub(super) sites: &'s mut IndexVec<SiteId, Span>,
    pub(super) sink: &'s mut Sink,
    pub(super) predicates: IndexVec<PropositionId, Predicate>,
    /// The propositions by the texts of their predicates, which do not hold sites.
    known: FxHashMap<String, PropositionId>,
}

impl<'s> Scope<'s> {
    /// Returns a scope without propositions.
    pub(super) fn new(
        composite: &'s Composite,
        sites: &'s mut IndexVec<SiteId, Span>,
        sink: &'s mut Sink,
    ) -> Self {
        let (predicates, known) = (IndexVec::new(), FxHashMap::default());
        Self { composite, sites, sink, predicates, known }
    }

    /// Reports a diagnostic and returns nothing.
    pub(super) fn report<T>(&mut self, diagnostic: Diagnostic) -> Option<T> {
        self.sink.push(diagnostic);
        None
    }

    /// Returns a formula; `None` if something is wrong, which is reported.
    pub(super) fn formula(&mut self, node: &Node<'_>) -> Option<Formula> {
        match &node.kind {
            Kind::Unary(operator, _, operand) => {
                Some(Formula::unary(*operator, self.formula(operand)?))
            }
            Kind::Logic(operator, _, operands) => {
                let (left, right) = (self.formula(&operands[0]), self.formula(&operands[1]));
                Some(Formula::binary(*operator, left?, right?))
            }
            _ => Some(match self.truth(node)? {
                Expression::Constant(value) => Formula::Constant(value.truth()),
                predicate => Formula::Proposition(self.proposition(predicate)),
            }),
        }
    }

    /// Returns the proposition of a predicate.
    fn proposition(&mut self, predicate: Predicate) -> PropositionId {
        let text = print_predicate(&predicate, self.composite);
        *self.known.entry(text).or_insert_with(|| self.predicates.push(predicate))
    }

    /// Returns an expression that is a truth value.
    pub(super) fn truth(&mut self, node: &Node<'_>) -> Option<Predicate> {
        let (expression, kind) = self.value(node)?;
        if kind == Type::Bool {
            return Some(expression);
        }
        let message = format!("expected a truth value, found {}", a(kind));
        let wrong = codes::WRONG_TYPE.at(node.span, message);
        self.report(match kind {
            Type::Int | Type::Float => wrong.help("compare it with a value, such as `> 0`"),
            _ => wrong,
        })
    }

    /// Returns an expression with its type; `None` if something is wrong, which is reported.
    pub(super) fn value(&mut self, node: &Node<'_>) -> Option<(Predicate, Type)> {
        match &node.kind {
            Kind::Literal(value) => Some((Expression::Constant(value.clone()), value.kind())),
            Kind::Path(_) | Kind::At(..) | Kind::Fired(_) => self.variable(node),
            Kind::Minus(operand) => self.minus(node, operand),
            Kind::Unary(UnaryOperator::Not, _, operand) => {
                let operand = self.truth(operand)?;
                self.not(node.span, operand)
            }
            Kind::Unary(_, place, _) => self.temporal(*place),
            Kind::Logic(operator, place, operands) => self.logic(node, *operator, *place, operands),
            Kind::Value(operator, place, operands) => {
                self.binary(node, *operator, *place, operands)
            }
            Kind::Call(builtin, operands) => self.call(node, *builtin, operands),
        }
    }

    fn minus(&mut self, node: &Node<'_>, operand: &Node<'_>) -> Option<(Predicate, Type)> {
        let (operand, kind) = self.value(operand)?;
        if !matches!(kind, Type::Int | Type::Float) {
            let message = format!("`-` takes a number, found {}", a(kind));
            return self.report(codes::WRONG_TYPE.at(node.span, message));
        }
        let minus = |site| Expression::Unary(Unary::Minus, Box::new(operand), site);
        self.folded(node.span, kind, minus)
    }

    fn not(&mut self, span: Span, operand: Predicate) -> Option<(Predicate, Type)> {
        let not = |site| Expression::Unary(Unary::Not, Box::new(operand), site);
        self.folded(span, Type::Bool, not)
    }

    fn logic(
        &mut self,
        node: &Node<'_>,
        operator: BinaryOperator,
        place: Span,
        operands: &[Node<'_>; 2],
    ) -> Option<(Predicate, Type)> {
        let binary = match operator {
            BinaryOperator::And => Binary::And,
            BinaryOperator::Or | BinaryOperator::Implies => Binary::Or,
            _ => return self.temporal(place),
        };
        let (left, right) = (self.truth(&operands[0]), self.truth(&operands[1]));
        let (mut left, right) = (left?, right?);
        if operator == BinaryOperator::Implies {
            left = self.not(operands[0].span, left)?.0;
        }
        let both = |site| Expression::Binary(binary, Box::new([left, right]), site);
        self.folded(node.span, Type::Bool, both)
    }

    /// Returns `c.x`, `c@l` or `fired(a)`.
    fn variable(&mut self, node: &Node<'_>) -> Option<(Predicate, Type)> {
        let composite = self.composite;
        let found = match &node.kind {
            Kind::Path(path) => names::variable(composite, path)
                .map(|(component, variable)| StateVariable::Value(component, variable)),
            Kind::At(path, place) => names::at(composite, path, *place)
                .map(|(component, place)| StateVariable::At(component, place)),
            Kind::Fired(name) => fired::fired(composite, name),
            _ => unreachable!("only these nodes are variables"),
        };
        match found {
            Ok(variable) => {
                let kind = match variable {
                    StateVariable::Value(component, variable) => {
                        composite.atom(component).variables[variable].kind()
                    }
                    _ => Type::Bool,
                };
                Some((Expression::Variable(variable), kind))
            }
            Err(diagnostic) => self.report(*diagnostic),
        }
    }

    /// Reports a temporal operator in a predicate.
    pub(super) fn temporal<T>(&mut self, place: Span) -> Option<T> {
        let message = "a predicate about one state has a temporal operator";
        let temporal = codes::TEMPORAL_OPERATOR.at(place, message);
        self.report(temporal.label("this operator is about several states"))
    }

    fn binary(
        &mut self,
        node: &Node<'_>,
        operator: Binary,
        place: Span,
        operands: &[Node<'_>; 2],
    ) -> Option<(Predicate, Type)> {
        let (left, right) = (self.value(&operands[0]), self.value(&operands[1]));
        let (left, right) = (left?, right?);
        let types = [left.1, right.1];
        let spans = operands.each_ref().map(|operand| operand.span);
        let (operands, kind) = match self.unified(vec![left, right], &spans) {
            Some((operands, kind)) if operator.result(kind).is_some() => (operands, kind),
            _ => return self.report(wrong_operands(operator, place, operands, types)),
        };
        let result = operator.result(kind).expect("the type was found right above");
        let operands: [Predicate; 2] = operands.try_into().ok()?;
        self.folded(node.span, result, |site| {
            Expression::Binary(operator, Box::new(operands), site)
        })
    }

    fn call(
        &mut self,
        node: &Node<'_>,
        builtin: Builtin,
        operands: &[Node<'_>],
    ) -> Option<(Predicate, Type)> {
        let mut found = Vec::new();
        for operand in operands {
            found.push(self.value(operand));
        }
        let found = found.into_iter().collect::<Option<Vec<_>>>()?;
        if found.len() != builtin.arity() {
            let (name, arity) = (builtin.word(), builtin.arity());
            let plural = if arity == 1 { "value" } else { "values" };
            let message = format!("`{name}` takes {arity} {plural}, found {}", found.len());
            return self.report(codes::WRONG_COUNT.at(node.span, message));
        }
        let spans: Vec<Span> = operands.iter().map(|operand| operand.span).collect();
        let types: Vec<&str> = found.iter().map(|(_, kind)| a(*kind)).collect();
        let message = format!("`{}` takes numbers, found {}", builtin.word(), types.join(" and "));
        match self.unified(found, &spans) {
            Some((operands, kind @ (Type::Int | Type::Float))) => {
                self.folded(node.span, kind, |site| Expression::Call(builtin, operands, site))
            }
            _ => self.report(codes::WRONG_TYPE.at(node.span, message)),
        }
    }

    /// Returns operands of one type, where integers beside floating-point numbers are converted; `None` if there is
    /// no such type.
    fn unified(
        &mut self,
        found: Vec<(Predicate, Type)>,
        spans: &[Span],
    ) -> Option<(Vec<Predicate>, Type)> {
        let wider = found.iter().map(|(_, kind)| *kind).find(|kind| *kind != Type::Int);
        let kind = wider.unwrap_or(Type::Int);
        let converted = found.into_iter().zip(spans);
        let converted = converted.map(|(operand, &span)| self.converted(operand, kind, span));
        Some((converted.collect::<Option<Vec<_>>>()?, kind))
    }

    /// Returns an expression of the type `kind`; `None` if it is of another one to which it is not converted.
    pub(super) fn converted(
        &mut self,
        (expression, found): (Predicate, Type),
        kind: Type,
        span: Span,
    ) -> Option<Predicate> {
        if found == kind {
            return Some(expression);
        }
        if (found, kind) != (Type::Int, Type::Float) {
            return None;
        }
        let to_float = |site| Expression::Unary(Unary::ToFloat, Box::new(expression), site);
        Some(self.folded(span, kind, to_float)?.0)
    }

    /// Returns the expression that `make` makes at a new site, or its value if it has no variables.
    fn folded(
        &mut self,
        span: Span,
        kind: Type,
        make: impl FnOnce(SiteId) -> Predicate,
    ) -> Option<(Predicate, Type)> {
        let expression = make(self.sites.push(span));
        match constant_value(&expression) {
            None => Some((expression, kind)),
            Some(Ok(value)) => Some((Expression::Constant(value), kind)),
            Some(Err(failure)) => {
                let message = failure.cause.message();
                self.report(codes::NO_VALUE.at(span, message).label("this has no value"))
            }
        }
    }
}

/// Returns the type with its article.
pub(super) fn a(kind: Type) -> &'static str {
    match kind {
        Type::Int => "an `int`",
        Type::Bool => "a `bool`",
        Type::Float => "a `float`",
        Type::String => "a `string`",
    }
}

/// Reports the types of operands.
#[cold]
fn wrong_operands(
    operator: Binary,
    place: Span,
    operands: &[Node<'_>; 2],
    [left, right]: [Type; 2],
) -> Diagnostic {
    let wanted = match operator {
        Binary::Equal | Binary::NotEqual => "two values of one type",
        Binary::Remainder => "two integers",
        _ => "two numbers",
    };
    let message =
        format!("`{}` takes {wanted}, found {} and {}", operator.sign(), a(left), a(right));
    let wrong = codes::WRONG_TYPE.at(place, message);
    let wrong = wrong.also(operands[0].span, a(left)).also(operands[1].span, a(right));
    match &operands[0].kind {
        Kind::Value(inner, ..) if inner.result(Type::Int) == Some(Type::Bool) => {
            wrong.help("comparisons are not chained: write `a < b && b < c`")
        }
        _ => wrong,
    }
}
