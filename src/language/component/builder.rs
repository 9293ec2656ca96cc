//! State of the grammar's actions: names and expressions are made here, and errors collected.

use std::rc::Rc;

use lalrpop_util::ParseError;

use super::ast::{Expression, Name, Node, Path};
use super::codes;
use super::syntax;
use super::token::Token;
use crate::reading::{Failure, ParserProgress, Recovery, TokenBound};
use kernel::diagnostics::{Code, Sink};
use kernel::source::{Source, Span};
use model::component::{Binary, Unary};

/// Maximum number of operators and calls around each other.
///
/// A sum of that many parts is nested so deeply. Functions that walk through expressions call themselves.
const MAXIMAL_OPERATORS: usize = 500;

/// Collects errors while the parser runs.
#[derive(Debug)]
pub(super) struct TreeBuilder<'input> {
    source: &'input Source,
    progress: Rc<ParserProgress>,
    pub(super) sink: Sink,
    /// Whether a syntax error may have swallowed something.
    pub(super) is_damaged: bool,
}

impl<'input> TreeBuilder<'input> {
    pub(super) fn new(source: &'input Source, sink: Sink, progress: Rc<ParserProgress>) -> Self {
        Self { source, progress, sink, is_damaged: false }
    }

    /// Records a syntax error from which the parser recovered.
    pub(super) fn syntax(&mut self, recovery: Recovery<Token>) {
        self.failure(&recovery.error);
    }

    /// Records a syntax error.
    pub(super) fn failure(&mut self, error: &Failure<Token>) {
        self.is_damaged = true;
        let is_end = matches!(error, ParseError::UnrecognizedEof { .. });
        if is_end && self.progress.is_cut() {
            return;
        }
        if let Some(diagnostic) = syntax::diagnostic(self.source, error) {
            self.sink.push(diagnostic);
        }
        if self.sink.is_full() {
            self.progress.stop();
        }
    }

    pub(super) fn name(&self, span: Span) -> Name {
        self.progress.made();
        Name { text: self.source.slice(span).to_owned(), span }
    }

    fn refused(&mut self, code: Code, span: Span, what: &str, help: &str) {
        let message = format!("{what} not supported");
        self.sink.push(code.at(span, message).label("refused").help(help));
    }

    /// Returns the only place of a list, or reports that there are several.
    pub(super) fn one_place(&mut self, mut places: Vec<Name>) -> Name {
        let first = places.swap_remove(0);
        if let Some(second) = places.first() {
            let span = first.span.to(second.span);
            let help = "an atom is in one place at a time: write one place";
            self.refused(codes::SEVERAL_PLACES, span, "several places at once are", help);
        }
        first
    }

    /// Returns the only port of a list, or reports that there are several.
    pub(super) fn one_port(&mut self, mut ports: Vec<Path>) -> Path {
        let first = ports.swap_remove(0);
        if let Some(second) = ports.first() {
            self.merged_ports(first.span.to(second.span));
        }
        first
    }

    /// Reports ports that are exported under one name.
    pub(super) fn merged_ports(&mut self, span: Span) {
        let help = "export each port under a name of its own";
        self.refused(codes::MERGED_PORTS, span, "merged ports are", help);
    }

    /// Reports a connector that exports a port.
    pub(super) fn exporting_connector(&mut self, span: Span) {
        // Its port cannot be found where others use it.
        self.is_damaged = true;
        let help = "a connector joins ports of components: write one connector over all of them";
        self.refused(codes::CONNECTOR_OF_CONNECTORS, span, "connectors of connectors are", help);
    }

    /// Reports parentheses in `define`.
    pub(super) fn nested_define(&mut self, span: Span) {
        let help = "write several connectors, each with a `define` without parentheses";
        self.refused(codes::NESTED_DEFINE, span, "a nested `define` is", help);
    }

    /// Returns the guard of a rule, which may stand before or behind the pair.
    pub(super) fn one_guard(
        &mut self,
        before: Option<Expression>,
        behind: Option<Expression>,
    ) -> Option<Expression> {
        if let (Some(first), Some(second)) = (&before, &behind) {
            let twice = codes::DUPLICATE.at(second.span, "this rule has two conditions");
            self.sink.push(twice.also(first.span, "the first one").help("write one, with `&&`"));
        }
        before.or(behind)
    }

    pub(super) fn leaf(&self, span: Span, node: Node) -> Expression {
        self.progress.made();
        Expression { span, depth: 0, node }
    }

    /// Returns an expression with its parentheses; literals, which are read from their places, stay without.
    pub(super) fn parenthesised(&self, span: Span, inner: Expression) -> Expression {
        self.progress.made();
        match inner.node {
            Node::Integer | Node::Decimal | Node::Text => inner,
            _ => Expression { span, ..inner },
        }
    }

    pub(super) fn unary(
        &mut self,
        start: TokenBound<Token>,
        operator: Unary,
        operand: Expression,
    ) -> Expression {
        let span = Span::new(start.offset as usize, operand.span.end());
        self.node(span, operand.depth, Node::Unary(operator, Box::new(operand)))
    }

    pub(super) fn binary(
        &mut self,
        operator: Binary,
        left: Expression,
        right: Expression,
    ) -> Expression {
        let depth = left.depth.max(right.depth);
        self.node(left.span.to(right.span), depth, Node::Binary(operator, Box::new([left, right])))
    }

    pub(super) fn conditional(
        &mut self,
        condition: Expression,
        yes: Expression,
        no: Expression,
    ) -> Expression {
        let depth = condition.depth.max(yes.depth).max(no.depth);
        let span = condition.span.to(no.span);
        self.node(span, depth, Node::Conditional(Box::new([condition, yes, no])))
    }

    pub(super) fn call(
        &mut self,
        function: Path,
        arguments: Vec<Expression>,
        end: TokenBound<Token>,
    ) -> Expression {
        let depth = arguments.iter().map(|argument| argument.depth).max().unwrap_or(0);
        let span = Span::new(function.span.start(), end.offset as usize);
        self.node(span, depth, Node::Call(function, arguments))
    }

    fn node(&mut self, span: Span, depth: usize, node: Node) -> Expression {
        let depth = depth + 1;
        if depth <= MAXIMAL_OPERATORS {
            return Expression { span, depth, node };
        }
        let message = format!("more than {MAXIMAL_OPERATORS} operators around each other");
        self.sink.push(
            codes::TOO_DEEP.at(span, message).help("split the expression into several statements"),
        );
        Expression { span, depth: 0, node: Node::Lost }
    }
}
