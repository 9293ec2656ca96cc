//! Parsing of tokens into protocols.

use rustc_hash::{FxHashMap, FxHashSet};

use super::blocks::{Block, BlockKind, Scope};
use super::constructs::{is_block, refusal};
use super::declarations::{self, Declarations};
use super::skipped::Skipped;
use super::syntax::{Node, Protocol, Role};
use super::uses::{ProtocolUse, resolve};
use crate::choreography::Guards;
use crate::choreography::codes;
use crate::choreography::lexer::{Cursor, Token, TokenKind};
use crate::reading::{missing, with_nearest, with_nearest_or};
use kernel::diagnostics::{Remedy, Sink};
use kernel::source::Span;

/// Reads all protocols of a file.
pub(super) struct Parser<'a, 'b> {
    pub(super) cursor: Cursor<'a>,
    pub(super) sink: &'b mut Sink,
    guards: Guards,
    pub(super) protocols: Vec<Protocol<'a>>,
    /// The protocols by their names and the protocols that they stand in.
    pub(super) names: FxHashMap<(Option<usize>, &'a str), usize>,
    pub(super) uses: Vec<ProtocolUse<'a>>,
    pub(super) declarations: Declarations<'a>,
    /// The protocols that are being read, the innermost last.
    pub(super) scopes: Vec<Scope<'a>>,
    skipped: FxHashSet<Skipped>,
    /// The first local protocol.
    pub(super) local: Option<Token<'a>>,
}

impl<'a, 'b> Parser<'a, 'b> {
    pub(super) fn new(cursor: Cursor<'a>, guards: Guards, sink: &'b mut Sink) -> Self {
        Self {
            cursor,
            sink,
            guards,
            protocols: Vec::new(),
            names: FxHashMap::default(),
            uses: Vec::new(),
            declarations: Declarations::default(),
            scopes: Vec::new(),
            skipped: FxHashSet::default(),
            local: None,
        }
    }

    /// Reads all protocols of a file, and returns them with what was read over.
    pub(super) fn run(mut self) -> (Vec<Protocol<'a>>, FxHashSet<Skipped>) {
        while self.cursor.peek().kind != TokenKind::End && !self.sink.is_full() {
            if declarations::begins(self.cursor.peek()) {
                self.declarations.read(&mut self.cursor, self.sink);
            } else if self.head().is_some() {
                self.body();
            } else {
                self.skip_protocol();
            }
        }
        if let Some(local) = self.local {
            if self.protocols.is_empty() {
                let message = format!("`{}` is a local protocol: what one role does", local.text);
                let help = "write the global protocol that it is a part of";
                self.sink.push(codes::UNSUPPORTED.at(local.span, message).help(help));
            } else {
                self.skip_once(Skipped::Local, local.span);
            }
        }
        resolve(&mut self.protocols, self.uses, &self.names, &self.declarations, self.sink);
        (self.protocols, self.skipped)
    }

    /// Warns about the first part of a kind that is read over.
    pub(super) fn skip_once(&mut self, what: Skipped, place: Span) {
        if self.skipped.insert(what) {
            self.sink.push(what.at(place));
        }
    }

    /// Refuses a condition on values, or drops it.
    pub(super) fn guard(&mut self, what: &str, place: Span) {
        if self.guards == Guards::Dropped {
            self.skip_once(Skipped::Guard, place);
            return;
        }
        let refused = codes::UNSUPPORTED.at(place, format!("{what} is not supported"));
        let refused = refused.label("which values are allowed is not followed");
        self.sink.push(refused.remedy(Remedy::DropGuards));
    }

    pub(super) fn protocol(&mut self) -> Option<&mut Protocol<'a>> {
        let number = self.scopes.last()?.protocol;
        self.protocols.get_mut(number)
    }

    pub(super) fn push(&mut self, node: Node<'a>, place: Span) -> usize {
        let protocol = self.protocol().expect("statements stand in protocols");
        protocol.nodes.push((node, place));
        protocol.nodes.len() - 1
    }

    pub(super) fn twice(&mut self, what: &str, name: Token<'a>, first: Span) {
        let message = format!("{what} `{}` is declared twice", name.text);
        self.sink.push(codes::DUPLICATE.at(name.span, message).also(first, "first here"));
    }

    /// Reads the text between the braces of a protocol, and the protocols in it.
    fn body(&mut self) {
        while let Some(place) = self.innermost().map(|block| block.place) {
            let token = self.cursor.peek();
            let is_nested = token.is("nested") && self.cursor.ahead(1).is("protocol");
            let is_new = !is_nested && self.begins_protocol();
            if token.kind == TokenKind::End || is_new || self.sink.is_full() {
                let last = self.cursor.last().span.end();
                let unclosed = codes::SYNTAX.at(place, "this block is never closed");
                let unclosed = unclosed.also(token.span, "expected `}` before this");
                self.sink.push(unclosed.help("close it by `}`").fix(Span::new(last, last), " }"));
                self.scopes.clear();
                return;
            }
            if is_nested {
                if self.head().is_none() {
                    self.skip_protocol();
                }
            } else if token.is("}") {
                let closing = self.cursor.take();
                self.close_block(closing.span);
            } else if self.statement().is_none() {
                self.recover();
            }
        }
    }

    fn innermost(&self) -> Option<&Block<'a>> {
        self.scopes.last()?.open.last()
    }

    fn open(&mut self, kind: BlockKind<'a>, place: Span) {
        if let Some(scope) = self.scopes.last_mut() {
            scope.parallel += usize::from(kind.is_parallel());
            if let BlockKind::Recursion { number, name } = kind {
                scope.recursions.entry(name).or_default().push((number, scope.parallel));
            }
            scope.open.push(Block::new(kind, place));
        }
    }

    /// Skips a malformed statement.
    pub(super) fn recover(&mut self) {
        loop {
            let token = self.cursor.peek();
            if token.kind == TokenKind::End || token.is("}") {
                return;
            }
            self.cursor.take();
            if token.is("{") {
                self.open(BlockKind::Lost, token.span);
                return;
            }
            if token.is(";") {
                self.annotation();
                return;
            }
        }
    }

    /// Closes the innermost block, which ends at a place.
    pub(super) fn close_block(&mut self, closing: Span) {
        let Some(scope) = self.scopes.last_mut() else { return };
        let Some(block) = scope.open.pop() else { return };
        scope.parallel -= usize::from(block.kind.is_parallel());
        let place = block.place.to(closing);
        let node = match *block.items {
            [] => self.push(Node::Empty, place),
            [one] => one,
            _ if matches!(block.kind, BlockKind::Unordered) => {
                self.push(Node::Parallel(block.items), place)
            }
            _ => self.push(Node::Sequence(block.items), place),
        };
        let joiner = block.kind.joiner();
        let whole = match block.kind {
            BlockKind::Body => {
                // The root is last, even if it is a single part.
                self.push(Node::Sequence(vec![node]), place);
                self.warn_of_roles();
                self.scopes.pop();
                return;
            }
            BlockKind::Lost => {
                // Such as `or {` behind a malformed `choice`.
                if self.cursor.peek().kind == TokenKind::Word && self.cursor.ahead(1).is("{") {
                    self.cursor.take();
                    let opening = self.cursor.take();
                    self.open(BlockKind::Lost, opening.span);
                }
                node
            }
            BlockKind::Unordered => node,
            BlockKind::Recursion { number, name } => {
                let is_continued = self.scopes.last_mut().is_some_and(|scope| {
                    scope.recursions.get_mut(name).and_then(Vec::pop);
                    scope.continued.contains(&number)
                });
                if !is_continued {
                    let message = format!("`{name}` is never continued: its body happens once");
                    let once = codes::WITHOUT_EFFECT.at(block.place, message);
                    self.sink.push(once.help(format!("write `continue {name};` where it repeats")));
                }
                self.push(Node::Recursion { number, body: node }, place)
            }
            BlockKind::Choice { at, mut branches } => {
                branches.push(node);
                if self.eat_joiner(joiner) {
                    self.open_branch(BlockKind::Choice { at, branches }, block.place);
                    return;
                }
                self.push(Node::Choice { at, branches }, place)
            }
            BlockKind::Parallel { mut branches } => {
                branches.push(node);
                if self.eat_joiner(joiner) {
                    self.open_branch(BlockKind::Parallel { branches }, block.place);
                    return;
                }
                self.push(Node::Parallel(branches), place)
            }
        };
        self.item(whole);
    }

    /// Reads the brace before the next branch of a block.
    fn open_branch(&mut self, kind: BlockKind<'a>, place: Span) {
        if self.cursor.expect("{", self.sink).is_some() {
            self.open(kind, place);
        } else {
            self.recover();
        }
    }

    /// Advances behind the word between two branches, or behind another word in its place, which is reported;
    /// returns `true` if there is one.
    fn eat_joiner(&mut self, joiner: Option<&'static str>) -> bool {
        let Some(joiner) = joiner else { return false };
        let token = self.cursor.peek();
        let is_other = token.kind == TokenKind::Word && !is_block(token);
        if is_other && !token.is(joiner) && self.cursor.ahead(1).is("{") {
            let message = format!("expected `{joiner}`, found {}", token.shown());
            let wrong = codes::SYNTAX.at(token.span, message);
            let help = format!("branches are joined by `{joiner}`");
            self.sink.push(wrong.help(help).fix(token.span, joiner));
            self.cursor.take();
            return true;
        }
        self.cursor.eat(joiner).is_some()
    }

    /// Warns about roles that a protocol with messages does not use.
    fn warn_of_roles(&mut self) {
        let Some(scope) = self.scopes.last() else { return };
        for (number, role) in self.protocols[scope.protocol].roles.iter().enumerate() {
            if !scope.used.is_empty() && !scope.used.contains(&number) {
                let message = format!("role `{}` takes part in nothing", role.text);
                self.sink.push(codes::UNUSED_ROLE.at(role.span, message));
            }
        }
    }

    pub(super) fn item(&mut self, node: usize) {
        if let Some(block) = self.scopes.last_mut().and_then(|scope| scope.open.last_mut()) {
            block.items.push(node);
        }
    }

    fn statement(&mut self) -> Option<()> {
        let token = self.cursor.peek();
        let next = self.cursor.ahead(1);
        let is_label = ["(", "from", "->", "connect"].iter().any(|word| next.is(word));
        let begins_choice = next.is("at") || !is_label && self.cursor.ahead(2).is("{");
        let joiner = self.innermost().and_then(|block| block.kind.joiner());
        let is_choice = next.is("at") && self.cursor.ahead(3).is("{");
        if let Some(refusal) = refusal(token, next).filter(|_| !is_label) {
            self.sink.push(refusal);
            self.skip_construct();
            Some(())
        } else if token.is("choice") && begins_choice {
            self.choice()
        } else if token.kind == TokenKind::Word && is_choice {
            self.cursor.misspelt("choice", self.sink);
            self.choice()
        } else if let Some(joiner) = joiner
            && token.is(joiner)
            && next.is("{")
        {
            let last = self.cursor.last().span;
            self.sink.push(missing(codes::SYNTAX, "}", last.end(), &token.shown()));
            self.close_block(last);
            Some(())
        } else if is_label {
            self.message()
        } else if next.is("calls") {
            self.role()?;
            let calls = self.cursor.take();
            self.calls(calls)
        } else if token.is("par") || token.is("unordered") {
            self.cursor.take();
            self.cursor.expect("{", self.sink)?;
            let parallel = BlockKind::Parallel { branches: Vec::new() };
            self.open(if token.is("par") { parallel } else { BlockKind::Unordered }, token.span);
            Some(())
        } else if token.is("rec") {
            self.recursion()
        } else if token.is("continue") {
            self.again()
        } else if token.is("do") {
            self.cursor.take();
            self.uses(token.span)
        } else if token.is("disconnect") || token.is("wrap") {
            self.unheard()
        } else {
            self.message()
        }
    }

    /// Skips a construct that was refused, with its blocks.
    pub(super) fn skip_construct(&mut self) {
        let mut depth = 0_usize;
        loop {
            let token = self.cursor.peek();
            if token.kind == TokenKind::End || depth == 0 && token.is("}") {
                return;
            }
            self.cursor.take();
            depth += usize::from(token.is("{"));
            depth = depth.saturating_sub(usize::from(token.is("}")));
            let next = self.cursor.peek();
            let goes_on = ["with", "and", "or", "catch", "catches", "but"];
            let is_over =
                token.is(";") || token.is("}") && !goes_on.iter().any(|word| next.is(word));
            if depth == 0 && is_over {
                return;
            }
        }
    }

    /// Reads a role of the protocol.
    pub(super) fn role(&mut self) -> Option<(Role, Token<'a>)> {
        let role = self.cursor.word("a role", self.sink)?;
        let scope = self.scopes.last_mut()?;
        let protocol = &self.protocols[scope.protocol];
        if let Some(&number) = protocol.role_numbers.get(role.text) {
            scope.used.insert(number);
            return Some((number, role));
        }
        let message = format!("role `{}` is not declared", role.text);
        let diagnostic = codes::UNKNOWN_ROLE.at(role.span, message);
        let names = || protocol.roles.iter().map(|role| role.text);
        let mut diagnostic = with_nearest(diagnostic, role.text, names())
            .also(protocol.name.span, "the roles of this protocol");
        if let (true, Some(last)) = (diagnostic.help.is_empty(), protocol.roles.last()) {
            let all = names().collect::<Vec<_>>().join(", ");
            let end = Span::new(last.span.end(), last.span.end());
            let help = format!("the roles are {all}; declare it: `role {}`", role.text);
            diagnostic = diagnostic.help(help).fix(end, format!(", role {}", role.text));
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
        self.open(BlockKind::Choice { at: (role, token.span), branches: Vec::new() }, first.span);
        Some(())
    }

    fn recursion(&mut self) -> Option<()> {
        let first = self.cursor.take();
        let name = self.cursor.word("a variable", self.sink)?;
        self.values()?;
        self.cursor.expect("{", self.sink)?;
        let protocol = self.protocol()?;
        let number = protocol.recursions.len();
        protocol.recursions.push(name.text);
        self.open(BlockKind::Recursion { number, name: name.text }, first.span);
        Some(())
    }

    fn again(&mut self) -> Option<()> {
        let first = self.cursor.take();
        let name = self.cursor.word("a variable", self.sink)?;
        let place = first.span.to(name.span);
        self.values()?;
        let scope = self.scopes.last_mut()?;
        let found = scope.recursions.get(name.text).and_then(|open| open.last());
        if let Some(&(number, parallel)) = found {
            if scope.parallel > parallel {
                let message = format!("`continue {}` leads out of a parallel part", name.text);
                let help = "the other parts would go on: put `rec` around this part only";
                self.sink.push(codes::UNSUPPORTED.at(place, message).help(help));
            }
            scope.continued.insert(number);
            let node = self.push(Node::Continue(number), place);
            self.item(node);
        } else {
            let message = format!("no recursion `{}` is open here", name.text);
            let diagnostic = codes::UNKNOWN_RECURSION.at(name.span, message);
            let help = || format!("write `rec {} {{ .. }}` around it", name.text);
            let known = scope.open.iter().rev().filter_map(|block| match block.kind {
                BlockKind::Recursion { name, .. } => Some(name),
                _ => None,
            });
            self.sink.push(with_nearest_or(diagnostic, name.text, known, help));
        }
        self.end()
    }

    /// Reads what says something about connections and is no message.
    fn unheard(&mut self) -> Option<()> {
        let token = self.cursor.take();
        self.role()?;
        if self.cursor.eat(",").is_none() {
            let joiner = if token.is("wrap") { "to" } else { "and" };
            self.cursor.expect(joiner, self.sink)?;
        }
        self.role()?;
        let what = if token.is("wrap") { Skipped::Wrap } else { Skipped::Disconnect };
        self.skip_once(what, token.span);
        self.end()
    }
}
