//! Parsing of formulas, predicates and arithmetic by precedence.

use super::codes;
use super::notation;
use super::syntax::{
    COMPARISON, Fired, FiredParts, Kind, Name, Node, Path, infix, prefix_operator,
};
use super::token::{Lexeme, Token};
use crate::reading::{shortened, with_nearest_or};
use kernel::diagnostics::{Diagnostic, Sink};
use kernel::source::{Source, Span};
use model::component::{Binary, Builtin, Value};
use model::temporal::{BinaryOperator, UnaryOperator};

/// Maximum nesting depth of parentheses and of operators to the right.
pub(super) const MAXIMAL_DEPTH: usize = 128;

/// Maximum height of a tree: also a row of `&&` makes one.
pub(super) const MAXIMAL_HEIGHT: usize = 500;

/// An error that has been reported.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reported;

pub(super) type Parsed<T> = Result<T, Reported>;

/// An operator between two operands.
#[derive(Clone, Copy, Debug)]
enum Infix {
    Logic(BinaryOperator),
    Value(Binary),
}

/// Lexemes, and how far they are read.
#[derive(Debug)]
pub(super) struct Parser<'a, 's> {
    source: &'a Source,
    lexemes: &'s [Lexeme],
    at: usize,
    depth: usize,
    pub(super) sink: &'s mut Sink,
}

impl<'a, 's> Parser<'a, 's> {
    /// Starts at the first of the `lexemes`.
    pub(super) fn new(source: &'a Source, lexemes: &'s [Lexeme], sink: &'s mut Sink) -> Self {
        Self { source, lexemes, at: 0, depth: 0, sink }
    }

    /// Returns the lexeme `ahead` lexemes from here.
    pub(super) fn ahead(&self, ahead: usize) -> Lexeme {
        let end = || {
            let end = self.lexemes.last().map_or(0, |last| last.span.end());
            Lexeme { token: Token::End, span: Span::new(end, end) }
        };
        self.lexemes.get(self.at + ahead).copied().unwrap_or_else(end)
    }

    pub(super) fn token(&self) -> Token {
        self.ahead(0).token
    }

    /// Returns the next lexeme and goes on behind it.
    pub(super) fn advance(&mut self) -> Lexeme {
        let lexeme = self.ahead(0);
        self.at = (self.at + 1).min(self.lexemes.len());
        lexeme
    }

    pub(super) fn text(&self, lexeme: Lexeme) -> &'a str {
        self.source.slice(lexeme.span)
    }

    /// Returns `true` if this word stands here.
    pub(super) fn is_word(&self, word: &str) -> bool {
        self.token() == Token::Name && self.text(self.ahead(0)) == word
    }

    /// Goes on behind this token, if it stands here.
    pub(super) fn skip(&mut self, token: Token) -> bool {
        let is_here = self.token() == token;
        if is_here {
            self.advance();
        }
        is_here
    }

    /// Goes on behind this token; `expected` names it if it does not stand here.
    pub(super) fn expect(&mut self, token: Token, expected: &str) -> Parsed<Lexeme> {
        if self.token() == token { Ok(self.advance()) } else { Err(self.unexpected(expected)) }
    }

    /// Reports a diagnostic.
    pub(super) fn report(&mut self, diagnostic: Diagnostic) -> Reported {
        self.sink.push(diagnostic);
        Reported
    }

    /// Reports that something else was expected here.
    #[cold]
    pub(super) fn unexpected(&mut self, expected: &str) -> Reported {
        let Lexeme { token, span } = self.ahead(0);
        if token == Token::Error {
            return Reported;
        }
        let text = self.source.slice(span);
        let found = match token {
            Token::End => "the end".to_owned(),
            _ => format!("`{}`", shortened(text)),
        };
        let message = format!("expected {expected}, found {found}");
        self.report(codes::SYNTAX.at(span, message).label("unexpected"))
    }

    /// Reports that an operand was expected here.
    #[cold]
    fn no_operand(&mut self) -> Reported {
        let here = self.ahead(0);
        match notation::prefix(self.text(here), here.span) {
            Some(diagnostic) => self.report(diagnostic),
            None => self.unexpected("a formula or a value"),
        }
    }

    /// Reports that an operator was expected here, or what `or` names.
    #[cold]
    pub(super) fn no_operator(&mut self, or: &str) -> Reported {
        let here = self.ahead(0);
        match notation::infix(self.text(here), here.span) {
            Some(diagnostic) => self.report(diagnostic),
            None => self.unexpected(&format!("an operator or {or}")),
        }
    }

    /// Goes on behind this token, which ends a formula.
    pub(super) fn expect_behind_formula(&mut self, token: Token, expected: &str) -> Parsed<Lexeme> {
        if self.token() == token { Ok(self.advance()) } else { Err(self.no_operator(expected)) }
    }

    /// Reads a name; `expected` says of what.
    pub(super) fn name(&mut self, expected: &str) -> Parsed<Name<'a>> {
        let lexeme = self.expect(Token::Name, expected)?;
        Ok(Name { text: self.text(lexeme), span: lexeme.span })
    }

    /// Reads names with dots between; `expected` says of what.
    pub(super) fn path(&mut self, expected: &str) -> Parsed<Path<'a>> {
        let mut names = vec![self.name(expected)?];
        while self.skip(Token::Dot) {
            names.push(self.name("a name behind `.`")?);
        }
        Ok(Path(names))
    }

    /// Reads elements with commas between up to a `)`, which may follow at once.
    pub(super) fn arguments(&mut self) -> Parsed<Vec<Node<'a>>> {
        let mut arguments = Vec::new();
        if self.skip(Token::Close) {
            return Ok(arguments);
        }
        loop {
            arguments.push(self.formula()?);
            if !self.skip(Token::Comma) {
                self.expect_behind_formula(Token::Close, "`)`")?;
                return Ok(arguments);
            }
        }
    }

    /// Reads a formula or an arithmetic expression, as far as it goes.
    pub(super) fn formula(&mut self) -> Parsed<Node<'a>> {
        self.operators(0)
    }

    /// Reads operands with operators that bind at least as strongly as `weakest` between.
    fn operators(&mut self, weakest: u8) -> Parsed<Node<'a>> {
        let mut left = self.prefixed(weakest < COMPARISON)?;
        while let Some((infix, strength, is_right)) =
            self.infix().filter(|&(_, strength, _)| strength >= weakest)
        {
            let place = self.advance().span;
            self.enter(place)?;
            let right = self.operators(if is_right { strength } else { strength + 1 });
            self.depth -= 1;
            left = self.joined(infix, place, left, right?)?;
        }
        Ok(left)
    }

    fn joined(
        &mut self,
        infix: Infix,
        place: Span,
        left: Node<'a>,
        right: Node<'a>,
    ) -> Parsed<Node<'a>> {
        let (span, height) = (left.span.to(right.span), left.height.max(right.height));
        let operands = Box::new([left, right]);
        let kind = match infix {
            Infix::Logic(operator) => Kind::Logic(operator, place, operands),
            Infix::Value(operator) => Kind::Value(operator, place, operands),
        };
        self.node(kind, span, height)
    }

    /// Returns a node above nodes of this height.
    pub(super) fn node(&mut self, kind: Kind<'a>, span: Span, below: usize) -> Parsed<Node<'a>> {
        if below >= MAXIMAL_HEIGHT {
            let message = format!("more than {MAXIMAL_HEIGHT} operators within each other");
            let help = "put parentheses around parts of a long row of operators";
            return Err(self.report(codes::TOO_DEEP.at(span, message).help(help)));
        }
        Ok(Node { kind, span, height: below + 1 })
    }

    /// Goes one level down.
    fn enter(&mut self, place: Span) -> Parsed<()> {
        if self.depth >= MAXIMAL_DEPTH {
            let message = format!("nested deeper than {MAXIMAL_DEPTH} levels");
            return Err(self.report(codes::TOO_DEEP.at(place, message)));
        }
        self.depth += 1;
        Ok(())
    }

    /// Returns the operator between operands that stands here, how strongly it binds, and whether it takes the
    /// longest right operand.
    fn infix(&self) -> Option<(Infix, u8, bool)> {
        let text = self.text(self.ahead(0));
        for operator in BinaryOperator::ALL {
            let (sign, strength, is_right) = infix(operator);
            if sign == text {
                return Some((Infix::Logic(operator), strength, is_right));
            }
        }
        let values = Binary::ALL.into_iter().filter(|one| one.precedence() >= COMPARISON);
        let operator = values.into_iter().find(|one| one.sign() == text)?;
        Some((Infix::Value(operator), operator.precedence(), false))
    }

    /// Reads operators before an operand, and the operand: before a formula this is a whole comparison.
    fn prefixed(&mut self, is_formula: bool) -> Parsed<Node<'a>> {
        let mut prefixes = Vec::new();
        loop {
            let lexeme = self.ahead(0);
            let operator = match lexeme.token {
                Token::Not => Some(UnaryOperator::Not),
                Token::Minus if !is_formula => {
                    let behind = self.ahead(1).token;
                    if matches!(behind, Token::Integer | Token::Float) {
                        break;
                    }
                    None
                }
                Token::Name if !matches!(self.ahead(1).token, Token::Dot | Token::At) => {
                    match prefix_operator(self.text(lexeme)) {
                        None => break,
                        operator => operator,
                    }
                }
                _ => break,
            };
            prefixes.push((operator, self.advance().span));
        }
        let mut operand = match (is_formula, prefixes.len()) {
            (true, 1..) => self.operators(COMPARISON)?,
            (true, 0) if self.token() == Token::Minus => self.prefixed(false)?,
            _ => self.operand()?,
        };
        for (operator, place) in prefixes.into_iter().rev() {
            let (span, height) = (place.to(operand.span), operand.height);
            let inner = Box::new(operand);
            let kind = match operator {
                Some(operator) => Kind::Unary(operator, place, inner),
                None => Kind::Minus(inner),
            };
            operand = self.node(kind, span, height)?;
        }
        Ok(operand)
    }

    /// Reads an operand without operators before it.
    fn operand(&mut self) -> Parsed<Node<'a>> {
        match self.token() {
            Token::Minus | Token::Integer | Token::Float | Token::Text => self.literal(),
            Token::Open => self.parenthesis(),
            Token::Name => match self.ahead(1).token {
                Token::Dot | Token::At => self.of_component(),
                _ => self.word(),
            },
            _ => Err(self.no_operand()),
        }
    }

    /// Reads a formula in parentheses.
    fn parenthesis(&mut self) -> Parsed<Node<'a>> {
        let start = self.advance().span;
        self.enter(start)?;
        let inner = self.formula();
        self.depth -= 1;
        let inner = inner?;
        let end = self.expect_behind_formula(Token::Close, "`)`")?;
        Ok(Node { span: start.to(end.span), ..inner })
    }

    /// Reads `c.x` or `c@l`.
    fn of_component(&mut self) -> Parsed<Node<'a>> {
        let path = self.path("a component")?;
        if !self.skip(Token::At) {
            let span = path.span();
            return self.node(Kind::Path(path), span, 0);
        }
        let place = self.name("a place behind `@`")?;
        let span = path.span().to(place.span);
        self.node(Kind::At(path, place), span, 0)
    }

    /// Reads an operand that begins with a word without component.
    fn word(&mut self) -> Parsed<Node<'a>> {
        let lexeme = self.ahead(0);
        let (text, span) = (self.text(lexeme), lexeme.span);
        let is_called = self.ahead(1).token == Token::Open;
        let truth = match text {
            "true" => Some(true),
            "false" => Some(false),
            _ => None,
        };
        if let Some(truth) = truth {
            self.advance();
            return self.node(Kind::Literal(Value::Bool(truth)), span, 0);
        }
        if is_called && text == "fired" {
            return self.fired();
        }
        if let Some(&builtin) = Builtin::ALL.iter().find(|one| is_called && one.word() == text) {
            return self.call(builtin);
        }
        if begins_operand(self.ahead(1).token)
            && !self.is_infix_word(1)
            && let Some(diagnostic) = notation::prefix(text, span)
        {
            return Err(self.report(diagnostic));
        }
        if is_called {
            let unknown = codes::UNKNOWN_FUNCTION.at(span, format!("no function `{text}`"));
            let known = Builtin::ALL.iter().map(|one| one.word()).chain(["fired"]);
            let help = || {
                "there are the functions `abs`, `min`, `max`, `fired` and the operators `X N F G Y O H`"
                    .to_owned()
            };
            return Err(self.report(with_nearest_or(unknown, text, known, help)));
        }
        let name = self.name("a name")?;
        self.node(Kind::Path(Path(vec![name])), span, 0)
    }

    /// Reads a call of a function.
    fn call(&mut self, builtin: Builtin) -> Parsed<Node<'a>> {
        let start = self.advance().span;
        self.advance();
        self.enter(start)?;
        let arguments = self.arguments();
        self.depth -= 1;
        let arguments = arguments?;
        let end = self.lexemes[self.at - 1].span;
        let height = arguments.iter().map(|argument| argument.height).max();
        let kind = Kind::Call(builtin, arguments);
        self.node(kind, start.to(end), height.unwrap_or_default())
    }

    /// Returns `true` if the lexeme `ahead` lexemes from here is a word between operands, also of another language.
    fn is_infix_word(&self, ahead: usize) -> bool {
        let lexeme = self.ahead(ahead);
        let text = self.text(lexeme);
        lexeme.token == Token::Name
            && (matches!(text, "U" | "R" | "W" | "S")
                || notation::infix(text, lexeme.span).is_some())
    }

    /// Reads `fired(..)`.
    fn fired(&mut self) -> Parsed<Node<'a>> {
        let start = self.advance().span;
        self.advance();
        let name = self.path("an interaction, such as `c1` or `c1{*}`")?;
        let mut span = name.span();
        let parts = if self.skip(Token::OpenBrace) {
            let parts = if self.skip(Token::Star) {
                FiredParts::Any
            } else {
                let mut ports = vec![self.path("a port, such as `w1.exec`, or `*`")?];
                while self.skip(Token::Comma) {
                    ports.push(self.path("a port, such as `w1.exec`")?);
                }
                FiredParts::Ports(ports)
            };
            span = span.to(self.expect(Token::CloseBrace, "`,` or `}`")?.span);
            parts
        } else {
            FiredParts::None
        };
        let end = self.expect(Token::Close, "`)`")?.span;
        self.node(Kind::Fired(Fired { name, parts, span }), start.to(end), 0)
    }
}

fn begins_operand(token: Token) -> bool {
    use Token::{Float, Foreign, Integer, Name, Not, Open, Text};
    matches!(token, Name | Integer | Float | Text | Open | Not | Foreign)
}
