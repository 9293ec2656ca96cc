//! Parsing of the heads of protocols.

use rustc_hash::{FxHashMap, FxHashSet};

use super::blocks::{Block, BlockKind, Scope};
use super::declarations::{self, MODIFIERS};
use super::parser::Parser;
use super::skipped::Skipped;
use super::syntax::{Parameter, ParameterKind, Protocol, ProtocolKind};
use crate::choreography::codes;
use crate::choreography::lexer::{Token, TokenKind};

/// Maximum number of protocols around a nested one.
const MAX_DEPTH: usize = 64;

impl<'a> Parser<'a, '_> {
    /// Returns `true` if a protocol begins here, rather than a message.
    pub(super) fn begins_protocol(&self) -> bool {
        let is_modifier = |number: usize| {
            let token = self.cursor.ahead(number);
            MODIFIERS.iter().any(|word| token.is(word))
        };
        let first = (0..MODIFIERS.len()).take_while(|&number| is_modifier(number)).count();
        let next = self.cursor.ahead(first + 1);
        if self.cursor.ahead(first).is("protocol") {
            return !["from", "(", "->"].iter().any(|word| next.is(word));
        }
        let begins = self.cursor.peek().is("aux") || self.cursor.peek().is("global");
        let next = self.cursor.ahead(1);
        begins && !["from", "(", "->"].iter().any(|word| next.is(word))
    }

    /// Reads `aux global protocol P(role A, role B) {`.
    pub(super) fn head(&mut self) -> Option<()> {
        let mut kind = None;
        loop {
            let token = self.cursor.peek();
            match token.text {
                "aux" => kind = Some(ProtocolKind::Auxiliary),
                "global" => kind = kind.or(Some(ProtocolKind::Global)),
                "nested" => kind = Some(ProtocolKind::Nested),
                "timed" => self.skip_once(Skipped::Time, token.span),
                "explicit" => self.skip_once(Skipped::Explicit, token.span),
                "local" => {
                    self.cursor.take();
                    let name = self.cursor.ahead(1);
                    let name = if name.kind == TokenKind::Word { name } else { token };
                    self.local.get_or_insert(name);
                    return None;
                }
                _ if kind.is_none() && self.cursor.ahead(1).is("protocol") => {
                    if self.cursor.keyword(&["global"], self.sink).is_none() {
                        break;
                    }
                    kind = Some(ProtocolKind::Global);
                }
                _ => break,
            }
            self.cursor.take();
        }
        let opens =
            |number: usize| self.cursor.ahead(number).is("(") || self.cursor.ahead(number).is("<");
        if kind.is_none() && !opens(2) {
            let help = "a protocol begins by `global protocol P(role A, role B) {`";
            self.cursor.wrong_with("a protocol", help, self.sink);
            return None;
        }
        self.cursor.expect("protocol", self.sink)?;
        let name = self.cursor.word("the name of the protocol", self.sink)?;
        if self.scopes.len() >= MAX_DEPTH {
            let message = format!("`{}` stands in more than {MAX_DEPTH} protocols", name.text);
            let deep = codes::TOO_LARGE.at(name.span, message);
            self.sink.push(deep.help("move it out of the protocols around it"));
            return None;
        }
        let kind = kind.unwrap_or(ProtocolKind::Global);
        let mut protocol = Protocol {
            name,
            kind,
            outer: self.scopes.last().map(|scope| scope.protocol),
            parameters: Vec::new(),
            parameter_numbers: FxHashMap::default(),
            roles: Vec::new(),
            role_numbers: FxHashMap::default(),
            new_roles: 0,
            recursions: Vec::new(),
            nodes: Vec::new(),
        };
        if self.cursor.eat("<").is_some() {
            self.parameters(&mut protocol)?;
        }
        self.cursor.expect("(", self.sink)?;
        self.roles(&mut protocol)?;
        if let Some(sign) = self.cursor.eat(";") {
            if kind != ProtocolKind::Nested {
                let message = "only a nested protocol makes new roles";
                let help = "write `nested protocol`, which a role `calls`, or name all roles";
                self.sink.push(codes::UNSUPPORTED.at(sign.span, message).help(help));
            }
            self.cursor.expect("new", self.sink)?;
            let given = protocol.roles.len();
            self.roles(&mut protocol)?;
            protocol.new_roles = protocol.roles.len() - given;
        }
        self.cursor.expect(")", self.sink)?;
        let instantiates = self.cursor.eat("instantiates");
        let opening = match instantiates {
            Some(instantiates) => instantiates,
            None => self.cursor.expect("{", self.sink)?,
        };
        let number = self.protocols.len();
        let first = *self.names.entry((protocol.outer, name.text)).or_insert(number);
        if first < number {
            self.twice("protocol", name, self.protocols[first].name.span);
        }
        self.protocols.push(protocol);
        self.scopes.push(Scope {
            protocol: number,
            open: vec![Block::new(BlockKind::Body, opening.span)],
            parallel: 0,
            recursions: FxHashMap::default(),
            used: FxHashSet::default(),
            continued: FxHashSet::default(),
        });
        if instantiates.is_some() {
            if self.uses(opening.span).is_none() {
                self.recover();
            }
            self.close_block(self.cursor.last().span);
        }
        Some(())
    }

    /// Reads the parameters of a protocol behind `<`.
    fn parameters(&mut self, protocol: &mut Protocol<'a>) -> Option<()> {
        loop {
            let kind = match self.cursor.keyword(&["sig", "type", "data"], self.sink) {
                Some("sig") => ParameterKind::Signature,
                Some(_) => ParameterKind::Type,
                None => {
                    self.cursor.wrong("`sig M` or `type T`", self.sink);
                    return None;
                }
            };
            self.cursor.take();
            let names = self.names("the name of a parameter")?;
            for name in &names {
                let number = protocol.parameters.len();
                if protocol.parameter_numbers.insert(name.text, number).is_some() {
                    let message = format!("parameter `{}` is declared twice", name.text);
                    let help = "parameters are told apart by their names";
                    self.sink.push(codes::DUPLICATE.at(name.span, message).help(help));
                }
            }
            protocol.parameters.push(Parameter { kind, name: names[0].text });
            if self.cursor.eat(",").is_none() {
                break;
            }
        }
        self.cursor.expect(">", self.sink).map(|_| ())
    }

    /// Reads `role A, role B`.
    fn roles(&mut self, protocol: &mut Protocol<'a>) -> Option<()> {
        loop {
            if let Some(reliable) = self.cursor.eat("reliable") {
                self.skip_once(Skipped::Crash, reliable.span);
            }
            self.cursor.expect("role", self.sink)?;
            let names = self.names("the name of a role")?;
            let number = protocol.roles.len();
            for (at, &name) in names.iter().enumerate() {
                if let Some(&first) = protocol.role_numbers.get(name.text) {
                    let place = protocol.roles.get(first).map_or(name.span, |role| role.span);
                    self.twice("role", name, place);
                    continue;
                }
                protocol.role_numbers.insert(name.text, number);
                if at == 0 {
                    protocol.roles.push(name);
                }
            }
            if self.cursor.eat(",").is_none() {
                return Some(());
            }
        }
    }

    /// Reads a name, and another one behind `as`.
    fn names(&mut self, what: &str) -> Option<Vec<Token<'a>>> {
        let mut names = vec![self.cursor.word(what, self.sink)?];
        if self.cursor.eat("as").is_some() {
            names.push(self.cursor.word(what, self.sink)?);
        }
        Some(names)
    }

    /// Skips a protocol whose head is malformed.
    pub(super) fn skip_protocol(&mut self) {
        let (mut depth, mut is_first) = (0_usize, true);
        loop {
            let token = self.cursor.peek();
            let is_next = token.begins_line
                && (declarations::begins(token) || self.begins_protocol())
                && !is_first;
            if token.kind == TokenKind::End || depth == 0 && is_next {
                return;
            }
            self.cursor.take();
            is_first = false;
            depth += usize::from(token.is("{") || token.is("("));
            depth = depth.saturating_sub(usize::from(token.is("}") || token.is(")")));
            if depth == 0 && (token.is("}") || token.is(";")) {
                return;
            }
        }
    }
}
