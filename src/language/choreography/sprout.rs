//! Protocols of Sprout, without guards.
//!
//! A guard restricts the values that a message may carry, and registers store such values. Without guards, registers
//! have no influence; with guards the text has another meaning, so guards are refused unless the caller asks for
//! dropping them.

use super::codes;
use super::draft::{ChoreographyDraft, Guards};
use super::lexer::{Cursor, Dialect, Token, TokenKind, lex};
use crate::reading::nearest;
use kernel::diagnostics::{Remedy, Sink};
use kernel::source::{Source, Span};
use model::choreography::Architecture;

const DIALECT: Dialect = Dialect {
    line_comments: &["//"],
    block_comments: &[],
    signs: &["->"],
    is_word: |c| c.is_alphanumeric() || c == '_',
};

/// Reads a text.
///
/// # Complexity
/// Linear in the text.
pub(super) fn read(source: &Source, guards: Guards, sink: &mut Sink) -> ChoreographyDraft {
    let (cursor, comments) = lex(source, &DIALECT, sink);
    let mut draft = ChoreographyDraft { comments, ..ChoreographyDraft::default() };
    draft.builder.architecture = Some(Architecture::PeerToPeer);
    let finals = Vec::new();
    let mut parser = Parser { source, cursor, draft, guards, initial: None, finals, sink };
    parser.run();
    parser.resolve();
    parser.draft
}

struct Parser<'a, 'b> {
    source: &'a Source,
    cursor: Cursor<'a>,
    draft: ChoreographyDraft,
    guards: Guards,
    initial: Option<Token<'a>>,
    finals: Vec<Token<'a>>,
    sink: &'b mut Sink,
}

impl<'a> Parser<'a, '_> {
    fn run(&mut self) {
        while self.cursor.peek().kind != TokenKind::End && !self.sink.is_full() {
            let token = self.cursor.peek();
            let word = match token.text.to_lowercase().as_str() {
                _ if token.kind != TokenKind::Word => None,
                lower => nearest(lower, ["initial", "final"].into_iter()),
            };
            let read = if token.is("(") {
                self.edge()
            } else if token.is("Initial") && self.cursor.ahead(1).is("register") {
                self.cursor.take();
                self.skip();
                Some(())
            } else if word == Some("initial") {
                self.initial()
            } else if word == Some("final") {
                self.finals()
            } else {
                let expected = "`(0) p->q:m (1)`, `Initial state:` or `Final states:`";
                self.cursor.wrong(expected, self.sink);
                None
            };
            if read.is_none() {
                if self.cursor.peek().span == token.span {
                    self.cursor.take();
                }
                self.skip();
            }
        }
    }

    /// Skips to the next line.
    fn skip(&mut self) {
        loop {
            let token = self.cursor.peek();
            let start = token.span.start();
            let line = self.source.line_span(self.source.line_of(start));
            let before = self.source.slice(Span::new(line.start(), start));
            if token.kind == TokenKind::End || before.trim().is_empty() {
                return;
            }
            self.cursor.take();
        }
    }

    fn state(&mut self) -> Option<Token<'a>> {
        self.cursor.expect("(", self.sink)?;
        let name = self.cursor.word("a state", self.sink)?;
        self.cursor.expect(")", self.sink)?;
        Some(name)
    }

    fn initial(&mut self) -> Option<()> {
        self.cursor.expect("Initial", self.sink)?;
        self.cursor.expect("state", self.sink)?;
        self.cursor.expect(":", self.sink)?;
        let state = self.state()?;
        if let Some(first) = self.initial {
            let again = codes::SAID_AGAIN.at(state.span, "the initial state is said again");
            self.sink.push(again.also(first.span, "first here"));
        }
        self.initial.get_or_insert(state);
        Some(())
    }

    fn finals(&mut self) -> Option<()> {
        self.cursor.expect("Final", self.sink)?;
        self.cursor.expect("states", self.sink)?;
        self.cursor.expect(":", self.sink)?;
        // A list may be empty, and a transition may follow it.
        while self.cursor.peek().is("(") && !self.cursor.ahead(4).is("->") {
            let state = self.state()?;
            self.finals.push(state);
            self.cursor.eat(",");
        }
        Some(())
    }

    fn edge(&mut self) -> Option<()> {
        let place = self.cursor.peek().span;
        let source = self.state()?;
        // A state is known also where the rest of its line is wrong.
        self.draft.builder.states.id(source.text);
        let sender = self.cursor.word("a participant", self.sink)?;
        self.cursor.expect("->", self.sink)?;
        let receiver = self.cursor.word("a participant", self.sink)?;
        self.cursor.expect(":", self.sink)?;
        let message = self.cursor.word("a message", self.sink)?;
        self.guard()?;
        let target = self.state()?;
        let place = place.to(self.cursor.last().span);
        let builder = &mut self.draft.builder;
        let ends = (builder.states.id(source.text), builder.states.id(target.text));
        let names = [sender.text, receiver.text, message.text];
        builder.interaction(ends, names, None, (place, receiver.span), self.sink);
        Some(())
    }

    /// Refuses a guard, or warns that it is dropped, unless it is empty or always true.
    fn guard(&mut self) -> Option<()> {
        let Some(opening) = self.cursor.eat("{") else { return Some(()) };
        let token = self.cursor.peek();
        let is_true = (token.is("true") || token.is("True")) && self.cursor.ahead(1).is("}");
        let says_something = !is_true && !token.is("}");
        let mut depth = 1_usize;
        while depth > 0 {
            let token = self.cursor.take();
            if token.kind == TokenKind::End {
                let message = "this guard does not end";
                let open = codes::UNTERMINATED.at(opening.span, message);
                self.sink.push(open.label("opened here").help("close it by `}`"));
                return None;
            }
            depth += usize::from(token.is("{"));
            depth -= usize::from(token.is("}"));
        }
        if says_something {
            let place = opening.span.to(self.cursor.last().span);
            let diagnostic = match self.guards {
                Guards::Refused => codes::UNSUPPORTED
                    .at(place, "guards are not supported")
                    .remedy(Remedy::DropGuards),
                Guards::Dropped => codes::IGNORED_ANNOTATION.at(place, "this guard is dropped"),
            };
            self.sink.push(diagnostic.label("which values are allowed is not followed"));
        }
        Some(())
    }

    fn resolve(&mut self) {
        let builder = &mut self.draft.builder;
        let initial = self.initial.map(|state| (state.text, state.span));
        builder.resolve_initial(initial, self.sink);
        let finals = self.finals.iter().map(|state| (state.text, state.span));
        builder.resolve_finals(finals, |diagnostic, _| diagnostic, self.sink);
    }
}
