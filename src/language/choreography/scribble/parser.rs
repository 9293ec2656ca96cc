//! Parsing of tokens into protocols.

use rustc_hash::{FxHashMap, FxHashSet};

use super::blocks::{Block, BlockKind};
use super::syntax::{Node, Protocol, Role, is_unsupported};
use crate::choreography::builder::self_message;
use crate::choreography::codes;
use crate::choreography::lexer::{Cursor, Token, TokenKind};
use crate::reading::{missing, with_nearest, with_nearest_or};
use kernel::diagnostics::Sink;
use kernel::source::Span;

/// A use of a protocol, which may be declared after it.
struct ProtocolUse<'a> {
    protocol: usize,
    node: usize,
    name: Token<'a>,
    roles: usize,
}

pub(super) struct Parser<'a, 'b> {
    cursor: Cursor<'a>,
    sink: &'b mut Sink,
    protocols: Vec<Protocol<'a>>,
    uses: Vec<ProtocolUse<'a>>,
    roles: FxHashMap<&'a str, Role>,
    open: Vec<Block<'a>>,
    has_annotation: bool,
    /// The roles that the protocol has used.
    used: FxHashSet<Role>,
    /// The recursions of the protocol that are continued.
    continued: FxHashSet<usize>,
}

impl<'a, 'b> Parser<'a, 'b> {
    pub(super) fn new(cursor: Cursor<'a>, sink: &'b mut Sink) -> Self {
        Self {
            cursor,
            sink,
            protocols: Vec::new(),
            uses: Vec::new(),
            roles: FxHashMap::default(),
            open: Vec::new(),
            has_annotation: false,
            used: FxHashSet::default(),
            continued: FxHashSet::default(),
        }
    }

    /// Reads all protocols of a file.
    pub(super) fn run(mut self) -> Vec<Protocol<'a>> {
        while self.cursor.peek().kind != TokenKind::End && !self.sink.is_full() {
            let token = self.cursor.peek();
            if ["module", "import", "type", "data", "sig"].iter().any(|word| token.is(word)) {
                self.skip_statement();
            } else if self.head().is_some() {
                self.body();
            } else {
                self.skip_protocol();
            }
        }
        self.resolve_uses();
        self.protocols
    }

    fn push(&mut self, node: Node, place: Span) -> usize {
        let protocol = self.protocols.last_mut().expect("statements stand in protocols");
        protocol.nodes.push((node, place));
        protocol.nodes.len() - 1
    }

    /// Reads `aux global protocol P(role A, role B) {`.
    fn head(&mut self) -> Option<()> {
        let is_auxiliary = self.cursor.eat("aux").is_some();
        let names_kind = self.cursor.ahead(1).is("protocol") && !self.cursor.peek().is("local");
        let is_global = self.cursor.peek().is("global")
            || names_kind && self.cursor.keyword(&["global"], self.sink).is_some();
        if is_global {
            self.cursor.take();
        }
        let token = self.cursor.peek();
        if is_unsupported(token) {
            self.cursor.unsupported(&token.shown(), self.sink);
            return None;
        }
        if is_global || is_auxiliary || self.cursor.ahead(2).is("(") {
            self.cursor.expect("protocol", self.sink)?;
        } else {
            let help = "a protocol begins by `global protocol P(role A, role B) {`";
            self.cursor.wrong_with("a protocol", help, self.sink);
            return None;
        }
        let name = self.cursor.word("the name of the protocol", self.sink)?;
        if self.cursor.peek().is("<") {
            self.cursor.unsupported("a protocol with parameters", self.sink);
            return None;
        }
        self.cursor.expect("(", self.sink)?;
        self.roles.clear();
        let mut roles: Vec<Token<'a>> = Vec::new();
        loop {
            self.cursor.expect("role", self.sink)?;
            let role = self.cursor.word("the name of a role", self.sink)?;
            if let Some(&first) = self.roles.get(role.text) {
                self.twice("role", role, roles[first].span);
            } else {
                self.roles.insert(role.text, roles.len());
                roles.push(role);
            }
            if self.cursor.eat(",").is_none() {
                break;
            }
        }
        if self.cursor.peek().is(";") {
            self.cursor.unsupported("a role that is made on the way", self.sink);
            return None;
        }
        self.cursor.expect(")", self.sink)?;
        let opening = self.cursor.expect("{", self.sink)?;
        if let Some(first) = self.protocols.iter().find(|one| one.name.text == name.text) {
            let first = first.name.span;
            self.twice("protocol", name, first);
        }
        let (recursions, nodes) = (Vec::new(), Vec::new());
        self.protocols.push(Protocol { name, is_auxiliary, roles, recursions, nodes });
        self.open.clear();
        self.continued.clear();
        self.used.clear();
        self.open.push(Block::new(BlockKind::Body, opening.span));
        Some(())
    }

    fn twice(&mut self, what: &str, name: Token<'a>, first: Span) {
        let message = format!("{what} `{}` is declared twice", name.text);
        self.sink.push(codes::DUPLICATE.at(name.span, message).also(first, "first here"));
    }

    /// Reads the text between the braces of a protocol.
    fn body(&mut self) {
        while let Some(block) = self.open.last() {
            let token = self.cursor.peek();
            let begins = token.is("aux") || token.is("global") || token.is("protocol");
            let is_new =
                begins && !self.cursor.ahead(1).is("from") && !self.cursor.ahead(1).is("(");
            if token.kind == TokenKind::End || is_new || self.sink.is_full() {
                let last = self.cursor.last().span.end();
                let unclosed = codes::SYNTAX.at(block.place, "this block is never closed");
                let unclosed = unclosed.also(token.span, "expected `}` before this");
                self.sink.push(unclosed.help("close it by `}`").fix(Span::new(last, last), " }"));
                return;
            }
            if token.is("}") {
                self.close();
            } else if self.statement().is_none() {
                self.recover();
            }
        }
    }

    /// Skips a malformed statement.
    fn recover(&mut self) {
        loop {
            let token = self.cursor.peek();
            if token.kind == TokenKind::End || token.is("}") {
                return;
            }
            self.cursor.take();
            if token.is("{") {
                self.open.push(Block::new(BlockKind::Lost, token.span));
                return;
            }
            if token.is(";") {
                self.annotation();
                return;
            }
        }
    }

    fn skip_statement(&mut self) {
        while self.cursor.peek().kind != TokenKind::End && !self.cursor.take().is(";") {}
    }

    /// Skips a protocol whose head is malformed.
    fn skip_protocol(&mut self) {
        let mut depth = 0_usize;
        loop {
            let token = self.cursor.take();
            if token.kind == TokenKind::End {
                return;
            } else if token.is("{") {
                depth += 1;
            } else if token.is("}") {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return;
                }
            }
        }
    }

    fn close(&mut self) {
        let closing = self.cursor.take();
        self.close_block(closing.span);
    }

    /// Closes the innermost block, which ends at a place.
    fn close_block(&mut self, closing: Span) {
        let Some(block) = self.open.pop() else { return };
        let place = block.place.to(closing);
        let node = match *block.items {
            [] => self.push(Node::Empty, place),
            [one] => one,
            _ => self.push(Node::Sequence(block.items), place),
        };
        let whole = match block.kind {
            BlockKind::Body => {
                // The root is last, even if it is a single part.
                self.push(Node::Sequence(vec![node]), place);
                self.warn_of_roles();
                return;
            }
            BlockKind::Lost => {
                // Such as `and {` behind `par { .. }`.
                if self.cursor.peek().kind == TokenKind::Word && self.cursor.ahead(1).is("{") {
                    self.cursor.take();
                    let opening = self.cursor.take();
                    self.open.push(Block::new(BlockKind::Lost, opening.span));
                }
                node
            }
            BlockKind::Recursion { number, name } => {
                if !self.continued.contains(&number) {
                    let message = format!("`{name}` is never continued: its body happens once");
                    let once = codes::WITHOUT_EFFECT.at(block.place, message);
                    self.sink.push(once.help(format!("write `continue {name};` where it repeats")));
                }
                self.push(Node::Recursion { number, body: node }, place)
            }
            BlockKind::Choice { at, mut branches } => {
                branches.push(node);
                if self.eat_or().is_some() {
                    let kind = BlockKind::Choice { at, branches };
                    if self.cursor.expect("{", self.sink).is_some() {
                        self.open.push(Block::new(kind, block.place));
                    } else {
                        self.recover();
                    }
                    return;
                }
                self.push(Node::Choice { at, branches }, place)
            }
        };
        self.item(whole);
    }

    /// Advances behind `or`, or behind another word in its place, which is reported.
    fn eat_or(&mut self) -> Option<Token<'a>> {
        let token = self.cursor.peek();
        let is_other = token.kind == TokenKind::Word && !is_unsupported(token);
        if is_other && !token.is("or") && self.cursor.ahead(1).is("{") {
            let message = format!("expected `or`, found {}", token.shown());
            let wrong = codes::SYNTAX.at(token.span, message).help("branches are joined by `or`");
            self.sink.push(wrong.fix(token.span, "or"));
            return Some(self.cursor.take());
        }
        self.cursor.eat("or")
    }

    /// Warns about roles that a protocol with messages does not use.
    fn warn_of_roles(&mut self) {
        let roles = self.protocols.last().map_or(&[][..], |protocol| &protocol.roles);
        for (number, role) in roles.iter().enumerate() {
            if !self.used.is_empty() && !self.used.contains(&number) {
                let message = format!("role `{}` takes part in nothing", role.text);
                self.sink.push(codes::UNUSED_ROLE.at(role.span, message));
            }
        }
    }

    fn item(&mut self, node: usize) {
        if let Some(block) = self.open.last_mut() {
            block.items.push(node);
        }
    }

    fn statement(&mut self) -> Option<()> {
        let token = self.cursor.peek();
        let next = self.cursor.ahead(1);
        let is_label = next.is("(") || next.is("from");
        let begins_choice = next.is("at") || !is_label && self.cursor.ahead(2).is("{");
        let innermost = self.open.last().map(|block| &block.kind);
        let is_choice = next.is("at") && self.cursor.ahead(3).is("{");
        if token.is("choice") && begins_choice {
            self.choice()
        } else if token.kind == TokenKind::Word && is_choice {
            self.cursor.misspelt("choice", self.sink);
            self.choice()
        } else if token.is("or")
            && next.is("{")
            && matches!(innermost, Some(BlockKind::Choice { .. }))
        {
            let last = self.cursor.last().span;
            self.sink.push(missing(codes::SYNTAX, "}", last.end(), "`or`"));
            self.close_block(last);
            Some(())
        } else if token.is("rec") && !is_label {
            self.recursion()
        } else if token.is("continue") && !is_label {
            self.again()
        } else if token.is("do") && !is_label {
            self.call()
        } else if !is_label && is_unsupported(token) {
            self.cursor.unsupported(&token.shown(), self.sink);
            self.cursor.take();
            None
        } else if token.kind == TokenKind::Word && next.is("calls") {
            self.cursor.take();
            self.cursor.unsupported("a nested protocol by `calls`", self.sink);
            None
        } else {
            self.message()
        }
    }

    fn role(&mut self) -> Option<(Role, Token<'a>)> {
        let role = self.cursor.word("a role", self.sink)?;
        if let Some(&number) = self.roles.get(role.text) {
            self.used.insert(number);
            return Some((number, role));
        }
        let message = format!("role `{}` is not declared", role.text);
        let mut diagnostic = codes::UNKNOWN_ROLE.at(role.span, message);
        if let Some(protocol) = self.protocols.last() {
            let names = || protocol.roles.iter().map(|role| role.text);
            diagnostic = with_nearest(diagnostic, role.text, names())
                .also(protocol.name.span, "the roles of this protocol");
            if let (true, Some(last)) = (diagnostic.help.is_empty(), protocol.roles.last()) {
                let all = names().collect::<Vec<_>>().join(", ");
                let end = Span::new(last.span.end(), last.span.end());
                let help = format!("the roles are {all}; declare it: `role {}`", role.text);
                diagnostic = diagnostic.help(help).fix(end, format!(", role {}", role.text));
            }
        }
        self.sink.push(diagnostic);
        // Reading continues, so that the next error in the statement is also reported.
        Some((usize::MAX, role))
    }

    fn choice(&mut self) -> Option<()> {
        let first = self.cursor.take();
        self.cursor.expect("at", self.sink)?;
        let (role, token) = self.role()?;
        self.cursor.expect("{", self.sink)?;
        let kind = BlockKind::Choice { at: (role, token.span), branches: Vec::new() };
        self.open.push(Block::new(kind, first.span));
        Some(())
    }

    fn recursion(&mut self) -> Option<()> {
        let first = self.cursor.take();
        let name = self.cursor.word("a variable", self.sink)?;
        if self.cursor.peek().is("[") {
            self.cursor.unsupported("a recursion with values", self.sink);
            return None;
        }
        self.cursor.expect("{", self.sink)?;
        let protocol = self.protocols.last_mut()?;
        let number = protocol.recursions.len();
        protocol.recursions.push(name.text);
        let kind = BlockKind::Recursion { number, name: name.text };
        self.open.push(Block::new(kind, first.span));
        Some(())
    }

    fn again(&mut self) -> Option<()> {
        let first = self.cursor.take();
        let name = self.cursor.word("a variable", self.sink)?;
        let place = first.span.to(name.span);
        let bound = || {
            self.open.iter().rev().filter_map(|block| match block.kind {
                BlockKind::Recursion { number, name } => Some((number, name)),
                _ => None,
            })
        };
        let found = bound().find(|&(_, other)| other == name.text);
        if let Some((number, _)) = found {
            self.continued.insert(number);
            let node = self.push(Node::Continue(number), place);
            self.item(node);
        } else {
            let message = format!("no recursion `{}` is open here", name.text);
            let diagnostic = codes::UNKNOWN_RECURSION.at(name.span, message);
            let help = || format!("write `rec {} {{ .. }}` around it", name.text);
            let known = bound().map(|(_, name)| name);
            self.sink.push(with_nearest_or(diagnostic, name.text, known, help));
        }
        self.end()
    }

    fn call(&mut self) -> Option<()> {
        let first = self.cursor.take();
        let name = self.cursor.word("the name of a protocol", self.sink)?;
        self.cursor.expect("(", self.sink)?;
        let mut roles = Vec::new();
        loop {
            let (role, token) = self.role()?;
            if role != usize::MAX && roles.contains(&role) {
                let message = format!("role `{}` is handed over twice", token.text);
                self.sink.push(codes::WRONG_ROLES.at(token.span, message));
            }
            roles.push(role);
            if self.cursor.eat(",").is_none() {
                break;
            }
        }
        let closing = self.cursor.expect(")", self.sink)?;
        let number = roles.len();
        // The protocol may be declared later, so its number is not known yet.
        let node = self.push(Node::Do { protocol: usize::MAX, roles }, first.span.to(closing.span));
        self.item(node);
        let protocol = self.protocols.len() - 1;
        self.uses.push(ProtocolUse { protocol, node, name, roles: number });
        self.end()
    }

    /// Resolves the names of the used protocols.
    fn resolve_uses(&mut self) {
        let names = self.protocols.iter().enumerate().rev();
        let numbers: FxHashMap<&str, usize> =
            names.map(|(number, protocol)| (protocol.name.text, number)).collect();
        for ProtocolUse { protocol, node, name, roles } in std::mem::take(&mut self.uses) {
            let Some(&number) = numbers.get(name.text) else {
                let message = format!("there is no protocol `{}`", name.text);
                let diagnostic = codes::UNKNOWN_PROTOCOL.at(name.span, message);
                let names = self.protocols.iter().map(|protocol| protocol.name.text);
                let help = || "`do` names a protocol of this file".to_owned();
                self.sink.push(with_nearest_or(diagnostic, name.text, names, help));
                continue;
            };
            let used = &self.protocols[number];
            let expected = used.roles.len();
            if expected != roles {
                let message = format!("`{}` has {expected} roles, not {roles}", name.text);
                let wrong = codes::WRONG_ROLES.at(name.span, message);
                self.sink.push(wrong.also(used.name.span, "declared here"));
            }
            if let Node::Do { protocol, .. } = &mut self.protocols[protocol].nodes[node].0 {
                *protocol = number;
            }
        }
    }

    fn message(&mut self) -> Option<()> {
        let first = self.cursor.peek();
        let mut words = Vec::new();
        if first.kind == TokenKind::Word {
            words.push(self.cursor.take().text);
        } else if !first.is("(") {
            self.cursor.wrong("a message, `choice`, `rec`, `continue`, `do` or `}`", self.sink);
            return None;
        }
        if self.cursor.peek().is("-") {
            let help = "a message is written `m() from A to B;`";
            self.cursor.wrong_with("`from`", help, self.sink);
            return None;
        }
        if self.cursor.eat("(").is_some() {
            self.payload(&mut words)?;
        }
        self.cursor.expect("from", self.sink)?;
        let (sender, by) = self.role()?;
        self.cursor.expect("to", self.sink)?;
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
                break;
            }
        }
        let place = first.span.to(self.cursor.last().span);
        let name = if words.is_empty() { "_".to_owned() } else { words.join(".") };
        let node = self.push(Node::Message { name, sender, receivers }, place);
        self.item(node);
        self.end()
    }

    /// Reads the types of a payload, and appends their words.
    fn payload(&mut self, words: &mut Vec<&'a str>) -> Option<()> {
        loop {
            let token = self.cursor.peek();
            if token.is(")") {
                self.cursor.take();
                return Some(());
            }
            if token.is("{") {
                self.cursor.unsupported("a type with a condition", self.sink);
                while !self.cursor.peek().is("}") && self.cursor.peek().kind != TokenKind::End {
                    self.cursor.take();
                }
                self.cursor.take();
                continue;
            }
            if token.is("from") && self.cursor.ahead(2).is("to") {
                self.cursor.expect(")", self.sink);
                return Some(());
            }
            let is_between = [",", ":", ".", "<", ">", "[", "]"].iter().any(|one| token.is(one));
            if token.kind == TokenKind::Word {
                words.push(token.text);
            } else if !is_between {
                self.cursor.wrong("a type or `)`", self.sink);
                return None;
            }
            self.cursor.take();
        }
    }

    /// Reads the end of a statement.
    fn end(&mut self) -> Option<()> {
        self.cursor.expect(";", self.sink)?;
        self.annotation();
        Some(())
    }

    /// Skips an annotation, and warns about the first one.
    fn annotation(&mut self) {
        if !self.cursor.peek().is("@") || self.cursor.ahead(1).kind != TokenKind::Quoted {
            return;
        }
        let place = self.cursor.take().span.to(self.cursor.take().span);
        if !std::mem::replace(&mut self.has_annotation, true) {
            let ignored = codes::IGNORED_ANNOTATION.at(place, "conditions on values are not read");
            self.sink.push(ignored.help("neither are those that follow in this file"));
        }
    }
}
