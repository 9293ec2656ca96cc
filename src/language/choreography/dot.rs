//! Graphviz graphs with interactions on their edges.
//!
//! The states are the nodes; the initial state is the source of the first edge, or the target of an unlabelled
//! edge from a hidden node (`shape=point`). Double circles are final states. The attributes `arch`, `kind` and
//! `buffers` of the graph correspond to the lines of a choreography automaton.

use rustc_hash::{FxHashMap, FxHashSet};

use super::automaton::{ARCHITECTURES, KINDS, Named, known};
use super::codes;
use super::draft::ChoreographyDraft;
use super::lexer::{Cursor, Dialect, Token, TokenKind, lex};
use crate::reading::{meant, missing, shortened};
use kernel::diagnostics::Sink;
use kernel::source::{Source, Span};
use model::cfsm::StateId;
use model::choreography::DescribedEdge;

const DIALECT: Dialect = Dialect {
    line_comments: &["//", "#"],
    block_comments: &[("/*", "*/")],
    signs: &["->", "--"],
    is_word: |c| c.is_alphanumeric() || c == '_' || c == '.',
};

/// Reads a text.
///
/// # Complexity
/// Linear in the text.
pub(super) fn read(source: &Source, sink: &mut Sink) -> ChoreographyDraft {
    let (cursor, comments) = lex(source, &DIALECT, sink);
    let mut parser = Parser {
        cursor,
        draft: ChoreographyDraft { comments, ..ChoreographyDraft::default() },
        edges: Vec::new(),
        hidden: FxHashSet::default(),
        finals: Vec::new(),
        sink,
    };
    if parser.head().is_some() {
        parser.statements();
        parser.resolve();
    }
    parser.draft.builder.check_channels(parser.sink);
    parser.draft
}

/// An edge in the text.
struct WrittenEdge<'a> {
    source: String,
    target: String,
    label: Option<Token<'a>>,
    place: Span,
}

/// The attributes in brackets, by name.
type Attributes<'a> = FxHashMap<String, Token<'a>>;

struct Parser<'a, 'b> {
    cursor: Cursor<'a>,
    draft: ChoreographyDraft,
    edges: Vec<WrittenEdge<'a>>,
    /// The nodes that are not states.
    hidden: FxHashSet<String>,
    finals: Vec<String>,
    sink: &'b mut Sink,
}

impl<'a> Parser<'a, '_> {
    fn head(&mut self) -> Option<()> {
        self.cursor.eat("strict");
        if self.cursor.peek().is("graph") {
            self.cursor.misspelt("digraph", self.sink);
            self.cursor.take();
        } else {
            self.cursor.expect("digraph", self.sink)?;
        }
        if !self.cursor.peek().is("{") {
            let name = self.identifier()?;
            self.draft.builder.name = text_of(name);
        }
        self.cursor.expect("{", self.sink)?;
        Some(())
    }

    fn statements(&mut self) {
        let opening = self.cursor.last().span;
        let mut depth = 1_usize;
        while depth > 0 && !self.sink.is_full() {
            let token = self.cursor.peek();
            if token.kind == TokenKind::End {
                if !self.cursor.is_cut() {
                    let last = self.cursor.last().span.end();
                    let unclosed = missing(codes::SYNTAX, "}", last, &token.shown());
                    self.sink.push(unclosed.also(opening, "opened here"));
                }
                return;
            } else if self.cursor.eat("}").is_some() {
                depth -= 1;
            } else if self.cursor.eat("{").is_some() {
                depth += 1;
            } else if self.cursor.eat("subgraph").is_some() {
                if !self.cursor.peek().is("{") {
                    self.identifier();
                }
            } else if self.cursor.eat(";").is_none()
                && self.cursor.eat(",").is_none()
                && self.statement().is_none()
            {
                self.skip();
            }
        }
    }

    /// Skips a malformed statement, which ends at a `;` or before a brace.
    fn skip(&mut self) {
        let mut depth = 0_usize;
        loop {
            let token = self.cursor.peek();
            if token.kind == TokenKind::End || depth == 0 && token.is("}") {
                return;
            }
            self.cursor.take();
            depth += usize::from(token.is("{"));
            depth -= usize::from(token.is("}"));
            if depth == 0 && token.is(";") {
                return;
            }
        }
    }

    fn identifier(&mut self) -> Option<Token<'a>> {
        self.cursor.eat("-");
        if matches!(self.cursor.peek().kind, TokenKind::Word | TokenKind::Quoted) {
            return Some(self.cursor.take());
        }
        self.cursor.wrong("a name", self.sink);
        None
    }

    fn statement(&mut self) -> Option<()> {
        let first = self.cursor.peek();
        let opens = self.cursor.ahead(1).is("[");
        if opens && ["graph", "node", "edge"].iter().any(|word| first.is(word)) {
            self.cursor.take();
            let attributes = self.attributes()?;
            if first.is("graph") {
                self.graph(&attributes);
            } else if let Some(label) = attributes.get("label").filter(|_| first.is("edge")) {
                let message = "a label for all edges is not supported";
                self.sink.push(codes::UNSUPPORTED.at(label.span, message));
            }
            return Some(());
        }
        let node = self.node()?;
        if self.cursor.eat("=").is_some() {
            let value = self.identifier()?;
            let attributes = FxHashMap::from_iter([(node, value)]);
            self.graph(&attributes);
            return Some(());
        }
        let mut path = vec![node];
        while self.cursor.eat("->").is_some()
            || self.cursor.peek().is("--") && self.cursor.expect("->", self.sink).is_some()
        {
            if self.cursor.peek().is("{") || self.cursor.peek().is("subgraph") {
                self.cursor.unsupported("an edge to several nodes", self.sink);
                return None;
            }
            path.push(self.node()?);
        }
        let attributes = self.attributes()?;
        let place = first.span.to(self.cursor.last().span);
        if let [node] = &*path {
            self.shape(node, &attributes);
        }
        for pair in path.windows(2) {
            let [source, target] = [&pair[0], &pair[1]].map(Clone::clone);
            let label = attributes.get("label").copied();
            self.edges.push(WrittenEdge { source, target, label, place });
        }
        Some(())
    }

    /// Reads the name of a node; a port behind it is ignored.
    fn node(&mut self) -> Option<String> {
        let name = self.identifier()?;
        while self.cursor.eat(":").is_some() {
            self.identifier()?;
        }
        Some(text_of(name))
    }

    fn attributes(&mut self) -> Option<Attributes<'a>> {
        let mut found = Attributes::default();
        while self.cursor.eat("[").is_some() {
            while self.cursor.eat("]").is_none() {
                let name = self.identifier()?;
                if name.text != "xlabel" && strsim::osa_distance(name.text, "label") == 1 {
                    let message = format!("unknown attribute {}", name.shown());
                    let unknown = codes::UNKNOWN_WORD.at(name.span, message);
                    self.sink.push(unknown.did_you_mean("label"));
                }
                self.cursor.expect("=", self.sink)?;
                let value = self.identifier()?;
                found.insert(text_of(name), value);
                if self.cursor.eat(",").is_none() {
                    self.cursor.eat(";");
                }
            }
        }
        Some(found)
    }

    fn shape(&mut self, node: &str, attributes: &Attributes<'a>) {
        let value = |name: &str| attributes.get(name).map(|&token| text_of(token));
        let shape = value("shape").unwrap_or_default();
        let is_hidden = ["point", "none", "plain", "plaintext"].contains(&&*shape);
        if is_hidden || value("style").as_deref() == Some("invis") {
            self.hidden.insert(node.to_owned());
        } else if shape == "doublecircle" || value("peripheries").as_deref() == Some("2") {
            self.finals.push(node.to_owned());
        }
    }

    fn graph(&mut self, attributes: &Attributes<'a>) {
        if let Some(&token) = attributes.get("arch") {
            self.draft.builder.architecture = self.known(token, &text_of(token), ARCHITECTURES);
        }
        if let Some(&token) = attributes.get("kind") {
            self.draft.builder.kind = self.known(token, &text_of(token), KINDS);
        }
        let Some(&token) = attributes.get("buffers") else { return };
        for buffer in text_of(token).split(',') {
            let words: Vec<&str> = buffer.split_whitespace().collect();
            let [name, kind] = *words else {
                let message = "expected channels with their kinds, such as `b bag, c fifo`";
                self.sink.push(codes::SYNTAX.at(token.span, message));
                return;
            };
            let Some(kind) = self.known(token, kind, KINDS) else { return };
            let builder = &mut self.draft.builder;
            let id = builder.buffers.id(name);
            builder.declared.push((id, token.span));
            if builder.kinds.insert(id, kind).is_some() {
                let message = format!("channel `{}` is declared twice", shortened(name));
                self.sink.push(codes::CHANNEL_TWICE.at(token.span, message));
            }
        }
    }

    fn known<T: Copy>(&mut self, at: Token<'a>, word: &str, named: Named<T>) -> Option<T> {
        let report = |message| {
            let names = named.0.iter().copied().map(named.1);
            self.sink.push(codes::SYNTAX.at(at.span, message).help_if(meant(word, names)));
        };
        known(word, named).map_err(report).ok()
    }

    /// Converts the edges to transitions, once the states are known.
    fn resolve(&mut self) {
        let mut begin: Option<(String, Span)> = None;
        for line in std::mem::take(&mut self.edges) {
            let label = line.label.map(text_of).filter(|label| !label.trim().is_empty());
            if self.hidden.contains(&line.source) && label.is_none() {
                if let Some((_, first)) = begin.filter(|(state, _)| *state != line.target) {
                    let again = codes::SAID_AGAIN.at(line.place, "the initial state is said again");
                    self.sink.push(again.also(first, "first here"));
                }
                begin = Some((line.target, line.place));
                continue;
            }
            let states = &mut self.draft.builder.states;
            let ends = (states.id(&line.source), states.id(&line.target));
            if let (Some(label), Some(token)) = (label, line.label) {
                self.interaction(&line, ends, &label, token);
            } else {
                let edge = DescribedEdge { source: ends.0, exchange: None, target: ends.1 };
                self.draft.builder.edge(edge, line.place);
            }
        }
        let builder = &mut self.draft.builder;
        builder.initial = match begin {
            Some((name, _)) => Some(builder.states.id(&name)),
            None => builder.edges.iter().next().map(|edge| edge.source),
        };
        for name in &self.finals {
            let Some(state) = builder.states.known(name) else { continue };
            if !builder.finals.contains(&state) {
                builder.finals.push(state);
            }
        }
    }

    fn interaction(
        &mut self,
        line: &WrittenEdge<'a>,
        ends: (StateId, StateId),
        label: &str,
        token: Token<'a>,
    ) {
        let Some(([sender, receiver, message], via)) = parts(label) else {
            if token.kind == TokenKind::Quoted && !token.text.ends_with('"') {
                return;
            }
            let unread = codes::SYNTAX.at(token.span, "expected an interaction as the label");
            self.sink.push(unread.help("write `label=\"A->B:m\"`, or `label=\"A->B:m via b\"`"));
            return;
        };
        let names = [sender, receiver, message];
        self.draft.builder.interaction(ends, names, via, (line.place, token.span), self.sink);
    }
}

/// Returns the names in `A->B:m via b`; blanks may separate them.
fn parts(label: &str) -> Option<([&str; 3], Option<&str>)> {
    let label = label.trim();
    let named = label.rsplit_once(char::is_whitespace).and_then(|(before, channel)| {
        let (before, word) = before.trim_end().rsplit_once(char::is_whitespace)?;
        let before = before.trim_end();
        (word == "via" && !before.ends_with(':')).then_some((before, channel))
    });
    let (label, via) = named.map_or((label, None), |(before, channel)| (before, Some(channel)));
    let (sender, rest) = label.split_once("->")?;
    let (receiver, message) = rest.split_once(':')?;
    let names = [sender.trim(), receiver.trim(), message.trim()];
    let is_name = |name: &&str| !name.is_empty() && !name.contains(char::is_whitespace);
    names.iter().all(is_name).then_some((names, via))
}

/// Returns the text of a name or a quotation.
fn text_of(token: Token<'_>) -> String {
    let TokenKind::Quoted = token.kind else { return token.text.to_owned() };
    let inner = token.text.strip_prefix('"').unwrap_or(token.text);
    let inner = inner.strip_suffix('"').unwrap_or(inner);
    let mut characters = inner.chars();
    let unescaped = std::iter::from_fn(|| match characters.next()? {
        '\\' => match characters.next()? {
            'n' | 'l' | 'r' => Some(' '),
            other => Some(other),
        },
        other => Some(other),
    });
    unescaped.collect()
}
