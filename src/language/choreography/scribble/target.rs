//! Parsing of `do` and `calls`.

use super::parser::Parser;
use super::skipped::Skipped;
use super::syntax::{Node, ParameterKind, Role, Word};
use super::uses::{Argument, ProtocolUse, Verb};
use crate::choreography::codes;
use crate::choreography::lexer::Token;
use kernel::source::Span;

impl<'a> Parser<'a, '_> {
    /// Reads a use of a protocol behind `do`.
    pub(super) fn uses(&mut self, first: Span) -> Option<()> {
        self.target(Verb::Do, first)
    }

    /// Reads a use of a nested protocol behind `calls`.
    pub(super) fn calls(&mut self, calls: Token<'a>) -> Option<()> {
        if self.scopes.last()?.parallel > 0 {
            let message = "`calls` in a parallel part is not supported";
            let help = "each call makes roles of its own: write the protocol here";
            self.sink.push(codes::UNSUPPORTED.at(calls.span, message).help(help));
        }
        self.skip_once(Skipped::Invitation, calls.span);
        self.target(Verb::Calls, calls.span)
    }

    /// Reads `scope: module.P<m(T)>(A, B as C);`.
    fn target(&mut self, verb: Verb, first: Span) -> Option<()> {
        const NAME: &str = "the name of a protocol";
        let mut name = self.cursor.word(NAME, self.sink)?;
        if self.cursor.eat(":").is_some() {
            name = self.cursor.word(NAME, self.sink)?;
        }
        let mut module: Option<(String, Span)> = None;
        while self.cursor.eat(".").is_some() {
            module = Some(match module {
                None => (name.text.to_owned(), name.span),
                Some((path, place)) => (format!("{path}.{}", name.text), place.to(name.span)),
            });
            name = self.cursor.word(NAME, self.sink)?;
        }
        let (arguments, words) = self.arguments()?;
        self.cursor.expect("(", self.sink)?;
        let mut roles: Vec<Role> = Vec::new();
        let mut named = Vec::new();
        loop {
            let (role, token) = self.role()?;
            if role != usize::MAX && roles.contains(&role) {
                let message = format!("role `{}` is handed over twice", token.text);
                self.sink.push(codes::WRONG_ROLES.at(token.span, message));
            }
            roles.push(role);
            named.push(match self.cursor.eat("as") {
                Some(_) => Some(self.cursor.word("a role of the protocol", self.sink)?),
                None => None,
            });
            if self.cursor.eat(",").is_none() {
                break;
            }
        }
        let closing = self.cursor.expect(")", self.sink)?;
        // The protocol may be declared later, so its number is not known yet.
        let is_parallel = self.scopes.last()?.parallel > 0;
        let node = Node::Do { protocol: usize::MAX, roles, arguments: words, is_parallel };
        let node = self.push(node, first.to(closing.span));
        self.item(node);
        let protocol = self.scopes.last()?.protocol;
        self.uses.push(ProtocolUse { protocol, node, verb, module, name, named, arguments });
        self.end()
    }

    /// Reads what is given for the parameters of a protocol.
    fn arguments(&mut self) -> Option<(Vec<Argument>, Vec<Vec<Word<'a>>>)> {
        let (mut arguments, mut words) = (Vec::new(), Vec::new());
        if self.cursor.eat("<").is_none() {
            return Some((arguments, words));
        }
        loop {
            let first = self.cursor.peek();
            let mut name = self.signature()?;
            let place = first.span.to(self.cursor.last().span);
            let is_name = self.cursor.last().span == first.span;
            let mut kind = (!is_name).then_some(ParameterKind::Signature);
            if is_name {
                let protocol = self.protocol()?;
                let number = protocol.parameter_numbers.get(first.text).copied();
                kind = number.map(|number| protocol.parameters[number].kind);
                if let Some(number) = number {
                    name = vec![Word::Parameter(number)];
                }
            }
            arguments.push(Argument { kind, place });
            words.push(name);
            if self.cursor.eat(",").is_none() {
                break;
            }
        }
        self.cursor.expect(">", self.sink)?;
        Some((arguments, words))
    }
}
