//! Parsing of messages.

use super::parser::Parser;
use super::skipped::Skipped;
use super::syntax::{Node, ParameterKind, Role, Word};
use crate::choreography::builder::self_message;
use crate::choreography::codes;
use crate::choreography::lexer::{Token, TokenKind};
use crate::reading::missing;
use kernel::source::Span;

impl<'a> Parser<'a, '_> {
    /// Reads `m(T) from A to B;`, `m(T) connect A to B;` or `A -> B: m(T);`.
    pub(super) fn message(&mut self) -> Option<()> {
        let first = self.cursor.peek();
        let next = self.cursor.ahead(1);
        if first.kind != TokenKind::Word && !first.is("(") {
            self.cursor.wrong("a message, `choice`, `rec`, `continue`, `do` or `}`", self.sink);
            return None;
        }
        let has_arrow = ["->", "-", "=", "--"].iter().any(|sign| next.is(sign));
        if first.kind == TokenKind::Word && has_arrow {
            let (sender, by) = self.role()?;
            self.cursor.expect("->", self.sink)?;
            let receivers = self.receivers(by)?;
            self.cursor.expect(":", self.sink)?;
            let name = self.signature()?;
            return self.sent(first, name, sender, receivers);
        }
        let name = if first.is("connect") && self.cursor.ahead(2).is("to") {
            vec![Word::Text(first.text)]
        } else {
            self.signature()?
        };
        if self.cursor.eat("connect").is_none() {
            self.cursor.expect("from", self.sink)?;
        }
        let (sender, by) = self.role()?;
        self.cursor.expect("to", self.sink)?;
        let receivers = self.receivers(by)?;
        self.sent(first, name, sender, receivers)
    }

    /// Adds a message, and reads what stands behind it.
    fn sent(
        &mut self,
        first: Token<'a>,
        name: Vec<Word<'a>>,
        sender: Role,
        receivers: Vec<Role>,
    ) -> Option<()> {
        let place = first.span.to(self.cursor.last().span);
        let node = self.push(Node::Message { name, sender, receivers }, place);
        self.item(node);
        self.end()
    }

    /// Reads the receivers of a message of a role.
    fn receivers(&mut self, by: Token<'a>) -> Option<Vec<Role>> {
        let mut receivers: Vec<Role> = Vec::new();
        loop {
            let (receiver, token) = self.role()?;
            if receiver != usize::MAX && receivers.contains(&receiver) {
                let message = format!("`{}` is named twice as a receiver", token.text);
                self.sink.push(codes::DUPLICATE.at(token.span, message));
            } else if token.text == by.text {
                self.sink.push(self_message(by.text, token.span));
            }
            receivers.push(receiver);
            if self.cursor.eat(",").is_none() {
                return Some(receivers);
            }
        }
    }

    /// Reads the name of a message with the types of its values.
    pub(super) fn signature(&mut self) -> Option<Vec<Word<'a>>> {
        let mut words = Vec::new();
        if !self.cursor.peek().is("(") {
            let name = self.cursor.word("the name of a message", self.sink)?;
            let is_plain = !self.cursor.peek().is("(");
            words.push(if is_plain {
                self.named(name.text, ParameterKind::Signature)
            } else {
                Word::Text(name.text)
            });
        }
        if let Some(opening) = self.cursor.eat("(") {
            self.payload(opening.span, &mut words)?;
        }
        Some(words)
    }

    /// Returns what a name stands for: a parameter of a kind, or the first name of a type.
    pub(super) fn named(&mut self, name: &'a str, kind: ParameterKind) -> Word<'a> {
        let protocol = self.protocol();
        let number = protocol.as_ref().and_then(|one| one.parameter_numbers.get(name).copied());
        match number {
            Some(number) if protocol.is_some_and(|one| one.parameters[number].kind == kind) => {
                Word::Parameter(number)
            }
            _ => Word::Text(self.declarations.first_name(name)),
        }
    }

    /// Reads the types of a payload, and appends their words.
    fn payload(&mut self, opening: Span, words: &mut Vec<Word<'a>>) -> Option<()> {
        const BETWEEN: [&str; 12] = [",", ":", ".", "<", ">", "[", "]", "@", "&", "?", "*", "("];
        let mut depth = 1_usize;
        while depth > 0 {
            let token = self.cursor.peek();
            if token.is("{") {
                self.refinement();
                continue;
            }
            if token.is("from") && self.cursor.ahead(2).is("to") {
                self.cursor.expect(")", self.sink);
                return Some(());
            }
            if token.is(")") {
                depth -= 1;
            } else if token.kind == TokenKind::Word && self.cursor.ahead(1).is(":") {
                words.push(Word::Text(token.text));
            } else if token.kind == TokenKind::Word {
                words.push(self.named(token.text, ParameterKind::Type));
            } else if token.is("@") {
                self.skip_once(Skipped::Delegation, opening);
            } else if !BETWEEN.iter().any(|one| token.is(one)) {
                self.cursor.wrong("a type or `)`", self.sink);
                return None;
            }
            depth += usize::from(token.is("("));
            self.cursor.take();
        }
        Some(())
    }

    /// Reads a condition on a value.
    fn refinement(&mut self) {
        let opening = self.cursor.take().span;
        while !self.cursor.peek().is("}") && self.cursor.peek().kind != TokenKind::End {
            self.cursor.take();
        }
        let closing = self.cursor.take().span;
        self.guard("a type with a condition", opening.to(closing));
    }

    /// Reads the values of a recursion, if there are some.
    pub(super) fn values(&mut self) -> Option<()> {
        let Some(opening) = self.cursor.eat("[") else { return Some(()) };
        let mut depth = 1_usize;
        loop {
            let token = self.cursor.peek();
            depth += usize::from(token.is("["));
            depth -= usize::from(token.is("]"));
            if depth == 0 || token.is(";") || token.kind == TokenKind::End {
                break;
            }
            self.cursor.take();
        }
        let closing = self.cursor.expect("]", self.sink)?;
        self.guard("a recursion with values", opening.span.to(closing.span));
        Some(())
    }

    /// Reads the end of a statement.
    pub(super) fn end(&mut self) -> Option<()> {
        if let Some(within) = self.cursor.eat("within") {
            self.clocks(within.span);
        }
        let token = self.cursor.peek();
        if token.is("throws") || token.is("catches") {
            let refused = codes::UNSUPPORTED
                .at(token.span, format!("{} is not supported", token.shown()))
                .help("write what happens then as another branch of a `choice`");
            self.sink.push(refused);
            self.skip_construct();
            return Some(());
        }
        if self.cursor.peek().is("}") {
            // What ends a block ends its last statement.
            let end = self.cursor.last().span.end();
            let missing = missing(codes::MISSING_SEMICOLON, ";", end, "`}`");
            self.sink.push(missing);
            return Some(());
        }
        self.cursor.expect(";", self.sink)?;
        self.annotation();
        Some(())
    }

    /// Skips `[0;1] using a and resetting (b)` behind `within`.
    fn clocks(&mut self, within: Span) {
        self.skip_once(Skipped::Time, within);
        self.cursor.take();
        let is_over = |token: Token<'_>| token.is("}") || token.kind == TokenKind::End;
        let closes = |token: Token<'_>| ["]", ")", "["].iter().any(|sign| token.is(sign));
        while !is_over(self.cursor.peek()) && !closes(self.cursor.take()) {}
        while !is_over(self.cursor.peek()) && !self.cursor.peek().is(";") {
            self.cursor.take();
        }
    }

    /// Skips an annotation, and warns about the first one.
    pub(super) fn annotation(&mut self) {
        if self.cursor.peek().is("@") && self.cursor.ahead(1).kind == TokenKind::Quoted {
            let place = self.cursor.take().span.to(self.cursor.take().span);
            self.skip_once(Skipped::Condition, place);
        }
    }
}
