//! Expressions: names are resolved, types checked, conversions put in.

use super::program::Program;
use super::reports::Reported;
use super::scope::{Found, Scope};
use crate::component::ast::{self, Node, Path};
use crate::component::codes;
use crate::component::constants::{first_failure, simplified};
use kernel::source::Span;
use model::component::{Binary, Expression, Type, Unary, Value, VariableId};

/// An expression with its type.
pub(super) type Typed<V> = (Expression<V>, Type);

impl Program<'_> {
    /// Returns the expression as one of type `expected`, or reports errors.
    pub(super) fn expression<V: Copy>(
        &mut self,
        package: usize,
        expression: &ast::Expression,
        expected: Type,
        scope: &dyn Scope<V>,
    ) -> Option<Expression<V>> {
        let (lowered, kind) = self.typed(package, expression, scope)?;
        let converted = self.converted(package, lowered, kind, expected, expression.span);
        if converted.is_none() {
            self.wrong_type(package, expression.span, expected, kind);
        }
        converted.map(simplified)
    }

    /// Returns the guard, if there is one, as a condition, or reports errors.
    pub(super) fn guard<V: Copy>(
        &mut self,
        package: usize,
        guard: Option<&ast::Expression>,
        scope: &dyn Scope<V>,
    ) -> Result<Option<Expression<V>>, Reported> {
        let lowered = |guard| self.expression(package, guard, Type::Bool, scope).ok_or(Reported);
        guard.map(lowered).transpose()
    }

    // Errors are reported in functions of their own, so that the stack of those that call themselves stays small.

    fn wrong_type(&mut self, package: usize, span: Span, expected: Type, found: Type) {
        let message = format!("expected {}, found {}", a(expected), a(found));
        let wrong = codes::WRONG_TYPE.at(span, message);
        let wrong = wrong.label(format!("of the type `{}`", found.word()));
        let help = match (found, expected) {
            (Type::Float, Type::Int) => {
                Some("a `float` is not converted: declare the variable as `float`")
            }
            (Type::Int, Type::Bool) => Some("compare the number: `x != 0`"),
            (Type::Bool, Type::Int | Type::Float) => Some("choose a number: `(x ? 1 : 0)`"),
            _ => None,
        };
        self.reports.push(package, wrong.help_if(help.map(str::to_owned)));
    }

    fn wrong_operand(&mut self, package: usize, span: Span, sign: &str, takes: &str, found: Type) {
        let message = format!("`{sign}` takes {takes}, found {}", a(found));
        let wrong = codes::WRONG_TYPE.at(span, message);
        self.reports.push(package, wrong.label(format!("of the type `{}`", found.word())));
    }

    /// Returns the value of an expression that is known when it is read, or reports errors.
    pub(super) fn value(
        &mut self,
        package: usize,
        expression: &ast::Expression,
        expected: Type,
        scope: &dyn Scope<VariableId>,
    ) -> Option<Value> {
        match self.expression(package, expression, expected, scope)? {
            Expression::Constant(value) => Some(value),
            failing => {
                let failure = first_failure(&failing);
                let cause = failure.map_or("an operation fails", |one| one.cause.message());
                let span = failure.map_or(expression.span, |one| self.sites[one.site]);
                let message = format!("this constant has no value: {cause}");
                self.error(package, codes::NO_VALUE, span, message);
                None
            }
        }
    }

    /// Returns an expression as one of another type; `None` if it is not converted to that.
    pub(super) fn converted<V>(
        &mut self,
        package: usize,
        expression: Expression<V>,
        from: Type,
        to: Type,
        span: Span,
    ) -> Option<Expression<V>> {
        match (from, to) {
            _ if from == to => Some(expression),
            (Type::Int, Type::Float) => {
                let site = self.site(package, span);
                Some(Expression::Unary(Unary::ToFloat, Box::new(expression), site))
            }
            _ => None,
        }
    }

    /// Returns the expression with its type, or reports errors.
    pub(super) fn typed<V: Copy>(
        &mut self,
        package: usize,
        expression: &ast::Expression,
        scope: &dyn Scope<V>,
    ) -> Option<Typed<V>> {
        let span = expression.span;
        match &expression.node {
            Node::Integer | Node::Decimal | Node::Text => {
                self.literal(package, expression).map(constant)
            }
            Node::Truth(value) => Some(constant(Value::Bool(*value))),
            Node::Path(path) => self.named(package, path, scope),
            Node::Call(function, arguments) => {
                let mut typed = Vec::with_capacity(arguments.len());
                for argument in arguments {
                    typed.push(self.typed(package, argument, scope));
                }
                self.call(package, function, arguments, typed, span)
            }
            Node::Unary(Unary::Minus, operand) if self.is_least(package, operand) => {
                Some(constant(Value::Int(i64::MIN)))
            }
            Node::Unary(operator, operand) => {
                let typed = self.typed(package, operand, scope)?;
                self.unary(package, *operator, typed, span, operand.span)
            }
            Node::Binary(operator, operands) => {
                let left = self.typed(package, &operands[0], scope);
                let right = self.typed(package, &operands[1], scope);
                self.binary(package, *operator, operands, left?, right?, span)
            }
            Node::Conditional(parts) => {
                let [condition, yes, no] = &**parts;
                let condition = self.expression(package, condition, Type::Bool, scope);
                let left = self.typed(package, yes, scope);
                let right = self.typed(package, no, scope);
                let (condition, left, right) = (condition?, left?, right?);
                let (left, right, kind) = self.alike(package, left, right, [yes.span, no.span])?;
                Some((Expression::Conditional(Box::new([condition, left, right])), kind))
            }
            Node::Lost => None,
        }
    }

    fn named<V>(&mut self, package: usize, path: &Path, scope: &dyn Scope<V>) -> Option<Typed<V>> {
        Some(match self.found(package, path, scope)? {
            Found::Value(value) => constant(value),
            Found::Variable(variable, kind) | Found::Fixed(variable, kind, _) => {
                (Expression::Variable(variable), kind)
            }
        })
    }

    /// Returns what a name stands for, or reports that it stands for nothing.
    pub(super) fn found<V>(
        &mut self,
        package: usize,
        path: &Path,
        scope: &dyn Scope<V>,
    ) -> Option<Found<V>> {
        match (scope.find(path), self.packages[package].constant(path)) {
            (Ok(found), _) => Some(found),
            (Err(_), Some(value)) => Some(Found::Value(value.clone())),
            (Err(unknown), None) => {
                if !scope.is_lost(path) {
                    self.reports.absent(package, *unknown);
                }
                None
            }
        }
    }

    /// Returns `true` if `-` before an operand is the least integer, which has no positive counterpart.
    fn is_least(&self, package: usize, operand: &ast::Expression) -> bool {
        matches!(operand.node, Node::Integer)
            && self.packages[package].source.slice(operand.span) == "9223372036854775808"
    }

    fn unary<V>(
        &mut self,
        package: usize,
        operator: Unary,
        (operand, kind): Typed<V>,
        span: Span,
        place: Span,
    ) -> Option<Typed<V>> {
        let (takes, fits) = match operator {
            Unary::Not => ("a `bool`", kind == Type::Bool),
            Unary::Complement => ("an `int`", kind == Type::Int),
            Unary::Minus | Unary::ToFloat => ("a number", is_number(kind)),
        };
        if !fits {
            self.wrong_operand(package, place, operator.sign(), takes, kind);
            return None;
        }
        let site = self.site(package, span);
        Some((Expression::Unary(operator, Box::new(operand), site), kind))
    }

    /// Returns two expressions as those of one type, or reports that they are of different types.
    fn alike<V>(
        &mut self,
        package: usize,
        (left, left_kind): Typed<V>,
        (right, right_kind): Typed<V>,
        [left_span, right_span]: [Span; 2],
    ) -> Option<(Expression<V>, Expression<V>, Type)> {
        let kind = match (left_kind, right_kind) {
            (Type::Int, Type::Float) | (Type::Float, Type::Int) => Type::Float,
            _ => left_kind,
        };
        if kind != right_kind && kind != Type::Float
            || kind == Type::Float && !is_number(right_kind)
        {
            let message =
                format!("these are of different types, {} and {}", a(left_kind), a(right_kind));
            let wrong = codes::WRONG_TYPE.at(left_span.to(right_span), message);
            let wrong = wrong.also(left_span, format!("of the type `{}`", left_kind.word()));
            self.reports.push(
                package,
                wrong.also(right_span, format!("of the type `{}`", right_kind.word())),
            );
            return None;
        }
        let left = self.converted(package, left, left_kind, kind, left_span)?;
        let right = self.converted(package, right, right_kind, kind, right_span)?;
        Some((left, right, kind))
    }

    fn binary<V>(
        &mut self,
        package: usize,
        operator: Binary,
        operands: &[ast::Expression; 2],
        left: Typed<V>,
        right: Typed<V>,
        span: Span,
    ) -> Option<Typed<V>> {
        let spans = operands.each_ref().map(|operand| operand.span);
        let kinds = [left.1, right.1];
        for (kind, place) in kinds.into_iter().zip(spans) {
            if operator.result(kind).is_none() {
                let takes = match operator {
                    Binary::Or | Binary::And => "`bool`s",
                    Binary::BitOr
                    | Binary::BitXor
                    | Binary::BitAnd
                    | Binary::ShiftLeft
                    | Binary::ShiftRight
                    | Binary::Remainder => "`int`s",
                    _ => "numbers",
                };
                self.wrong_operand(package, place, operator.sign(), takes, kind);
                return None;
            }
        }
        let (left, right, kind) = self.alike(package, left, right, spans)?;
        let result = operator.result(kind)?;
        let site = self.site(package, span);
        Some((Expression::Binary(operator, Box::new([left, right]), site), result))
    }

    fn literal(&mut self, package: usize, expression: &ast::Expression) -> Option<Value> {
        let text = self.packages[package].source.slice(expression.span);
        let value = match expression.node {
            Node::Integer => text.parse().ok().map(Value::Int),
            Node::Decimal => {
                let value: Option<f64> = text.parse().ok();
                value.filter(|value| value.is_finite()).map(Value::Float)
            }
            _ => Some(Value::String(unquoted(text).into())),
        };
        if value.is_none() {
            let kind =
                if matches!(expression.node, Node::Integer) { "an `int`" } else { "a `float`" };
            let message = format!("this number does not fit into {kind} of 64 bits");
            self.error(package, codes::NUMBER_TOO_LARGE, expression.span, message);
        }
        value
    }
}

/// Returns the text between the quotes of a literal.
fn unquoted(text: &str) -> String {
    let mut characters = text[1..text.len() - 1].chars();
    let mut value = String::new();
    while let Some(character) = characters.next() {
        value.push(match character {
            '\\' => match characters.next() {
                Some('n') => '\n',
                Some('t') => '\t',
                Some('r') => '\r',
                Some(other) => other,
                None => '\\',
            },
            other => other,
        });
    }
    value
}

/// Returns a constant with its type.
fn constant<V>(value: Value) -> Typed<V> {
    let kind = value.kind();
    (Expression::Constant(value), kind)
}

fn is_number(kind: Type) -> bool {
    matches!(kind, Type::Int | Type::Float)
}

/// Returns the type with its article.
pub(super) fn a(kind: Type) -> String {
    let article = if kind == Type::Int { "an" } else { "a" };
    format!("{article} `{}`", kind.word())
}
