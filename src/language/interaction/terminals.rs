//! Terminals of the grammar from tokens, with parentheses and braces balanced.
//!
//! Words are not keywords: `seq` may be the name of a message, and `o` that of a lifeline. The context
//! of a word determines its terminal, so that the grammar needs no lookahead.

use std::cell::Cell;

use super::codes;
use super::lexer::{Cursor, Kind, Token};
use crate::reading::MAX_DIAGNOSTICS;
use kernel::diagnostics::Sink;
use kernel::source::Span;

/// A token of the grammar.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Terminal {
    /// A word that names something.
    Word,
    /// A word behind the sign of a direction.
    Message,
    /// The empty interaction.
    Empty,
    Strict,
    Seq,
    Par,
    Alt,
    Coreg,
    Sync,
    Opt,
    LoopStrict,
    LoopHead,
    LoopWeak,
    LoopParallel,
    /// A word before operands that is no operator.
    UnknownOperator,
    Synch,
    Asynch,
    MessageSection,
    LifelineSection,
    GateSection,
    /// A sign of the grammar.
    Sign(Kind),
    /// A token without a meaning at its place.
    Other,
}

/// A terminal between its ends, in the form that the parser takes.
pub(super) type Placed = (usize, Terminal, usize);

/// The operators, without the arguments of some of them.
const OPERATORS: [(&str, Terminal); 11] = [
    ("strict", Terminal::Strict),
    ("seq", Terminal::Seq),
    ("par", Terminal::Par),
    ("alt", Terminal::Alt),
    ("coreg", Terminal::Coreg),
    ("sync", Terminal::Sync),
    ("opt", Terminal::Opt),
    ("loopS", Terminal::LoopStrict),
    ("loopH", Terminal::LoopHead),
    ("loopW", Terminal::LoopWeak),
    ("loopP", Terminal::LoopParallel),
];

/// Returns the words of the operators.
pub(super) fn operators() -> impl Iterator<Item = &'static str> {
    OPERATORS.into_iter().map(|(word, _)| word)
}

/// State that the source of terminals and the parser share.
#[derive(Debug, Default)]
pub(super) struct Progress {
    /// Whether the limit of diagnostics is reached.
    pub(super) stopped: Cell<bool>,
    /// Whether the text ends within names, which was reported.
    pub(super) cut: Cell<bool>,
}

/// The position of the next token in a section.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Section {
    Outside,
    /// Behind `@`.
    Begun,
    /// Behind the kind of names.
    Named,
    /// In braces, with this many open inside.
    Names(usize),
    /// At the place where the braces should have begun.
    Lost,
}

/// The terminals of the sections that a text begins with. Each section ends with a brace: a missing one
/// is reported and inserted.
#[derive(Debug)]
pub(super) struct SectionTerminals<'r, 'a> {
    cursor: &'r mut Cursor<'a>,
    progress: &'r Progress,
    section: Section,
    pub(super) sink: Sink,
}

impl<'r, 'a> SectionTerminals<'r, 'a> {
    pub(super) fn new(cursor: &'r mut Cursor<'a>, progress: &'r Progress) -> Self {
        Self { cursor, progress, section: Section::Outside, sink: Sink::new(MAX_DIAGNOSTICS) }
    }

    pub(super) fn next(&mut self) -> Option<Placed> {
        let token = self.cursor.peek();
        let is_end = matches!(token.kind, Kind::At | Kind::End);
        if self.progress.stopped.get() || (is_end && self.section != Section::Outside) {
            return self.end(token);
        }
        let (terminal, section) = match (self.section, token.kind) {
            (Section::Outside, Kind::At) => (Terminal::Sign(Kind::At), Section::Begun),
            (Section::Outside, _) => return None,
            (Section::Begun, Kind::Word) => {
                let terminal = match self.cursor.text(token) {
                    "message" => Terminal::MessageSection,
                    "lifeline" => Terminal::LifelineSection,
                    "gate" => Terminal::GateSection,
                    _ => Terminal::Word,
                };
                (terminal, Section::Named)
            }
            (Section::Names(depth), kind) if depth > 0 || kind != Kind::CloseBrace => match kind {
                Kind::OpenBrace => (Terminal::Other, Section::Names(depth + 1)),
                Kind::CloseBrace => (Terminal::Other, Section::Names(depth - 1)),
                Kind::Word => (Terminal::Word, self.section),
                Kind::Comma | Kind::Semicolon => (Terminal::Sign(kind), self.section),
                _ => (Terminal::Other, self.section),
            },
            (_, Kind::CloseBrace) => (Terminal::Sign(Kind::CloseBrace), Section::Outside),
            (_, Kind::OpenBrace) => (Terminal::Sign(Kind::OpenBrace), Section::Names(0)),
            (_, _) => (Terminal::Other, Section::Lost),
        };
        self.section = section;
        self.cursor.take();
        Some((token.span.start(), terminal, token.span.end()))
    }

    /// Ends a section whose brace is missing before `token`.
    fn end(&mut self, token: Token) -> Option<Placed> {
        match std::mem::replace(&mut self.section, Section::Outside) {
            Section::Outside => return None,
            Section::Names(_) => self.cursor.wrong("`}`", "", &mut self.sink),
            Section::Begun | Section::Named | Section::Lost => {}
        }
        Some(inserted(token.span, Terminal::Sign(Kind::CloseBrace)))
    }
}

/// The contents of parentheses or braces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Inside {
    Operands,
    Names,
    /// Names in braces.
    Braces,
    /// Contents that may not be in braces, which the grammar reports.
    Skipped,
}

/// The terminals of a term. Parentheses and braces are balanced: a missing closing one is reported and
/// inserted, and an unmatched closing one has no meaning.
#[derive(Debug)]
pub(super) struct TermTerminals<'r, 'a> {
    cursor: &'r mut Cursor<'a>,
    progress: &'r Progress,
    open: Vec<(Inside, Span)>,
    previous: Terminal,
    is_end_reported: bool,
    pub(super) sink: Sink,
}

impl<'r, 'a> TermTerminals<'r, 'a> {
    pub(super) fn new(cursor: &'r mut Cursor<'a>, progress: &'r Progress) -> Self {
        let sink = Sink::new(MAX_DIAGNOSTICS);
        let previous = Terminal::Sign(Kind::Comma);
        Self { cursor, progress, open: Vec::new(), previous, is_end_reported: false, sink }
    }

    pub(super) fn next(&mut self) -> Option<Placed> {
        let token = self.cursor.peek();
        let innermost = self.open.last().map(|&(inside, _)| inside);
        match (innermost, token.kind) {
            _ if self.progress.stopped.get() => return self.insert(token),
            (_, Kind::End) => {
                self.unclosed(token);
                return self.insert(token);
            }
            (Some(Inside::Braces), Kind::Open | Kind::Close) => {
                self.cursor.wrong("`}`", "", &mut self.sink);
                return self.insert(token);
            }
            (Some(Inside::Skipped), Kind::Close) => return self.insert(token),
            _ => {}
        }
        let terminal = match token.kind {
            Kind::Word => self.word(token),
            Kind::Open => {
                let names = [Terminal::Coreg, Terminal::Sync, Terminal::Sign(Kind::Arrow)];
                let named = names.contains(&self.previous);
                let inside = if named { Inside::Names } else { Inside::Operands };
                self.open.push((inside, token.span));
                Terminal::Sign(Kind::Open)
            }
            Kind::Close if self.open.pop().is_some() => Terminal::Sign(Kind::Close),
            Kind::OpenBrace => {
                let named = self.previous == Terminal::Sync;
                let inside = if named { Inside::Braces } else { Inside::Skipped };
                self.open.push((inside, token.span));
                Terminal::Sign(Kind::OpenBrace)
            }
            Kind::CloseBrace if matches!(innermost, Some(Inside::Braces | Inside::Skipped)) => {
                self.open.pop();
                Terminal::Sign(Kind::CloseBrace)
            }
            Kind::Comma
            | Kind::Bang
            | Kind::Query
            | Kind::Bar
            | Kind::Less
            | Kind::Greater
            | Kind::Dashes
            | Kind::Arrow => Terminal::Sign(token.kind),
            Kind::Nothing => Terminal::Empty,
            Kind::Semicolon if innermost == Some(Inside::Operands) => {
                let message = "expected `,` or `)`, found `;`";
                let wrong = codes::SYNTAX.at(token.span, message).help("commas separate operands");
                self.sink.push(wrong.fix(token.span, ","));
                Terminal::Sign(Kind::Comma)
            }
            _ => Terminal::Other,
        };
        self.previous = terminal;
        self.cursor.take();
        Some((token.span.start(), terminal, token.span.end()))
    }

    /// Returns the terminal of a word.
    fn word(&self, token: Token) -> Terminal {
        let text = self.cursor.text(token);
        let is_named = matches!(self.open.last(), Some((Inside::Names | Inside::Braces, _)));
        match (self.previous, self.cursor.ahead(1).kind) {
            (Terminal::Sign(Kind::Bang | Kind::Query), _) => Terminal::Message,
            (Terminal::Sign(Kind::Less), _) => match text {
                "synch" => Terminal::Synch,
                "asynch" => Terminal::Asynch,
                _ => Terminal::Word,
            },
            (Terminal::Sign(Kind::Dashes | Kind::Arrow | Kind::Greater), _) => Terminal::Word,
            _ if is_named => Terminal::Word,
            (_, Kind::Open) => {
                let known = OPERATORS.into_iter().find(|&(word, _)| word == text);
                known.map_or(Terminal::UnknownOperator, |(_, terminal)| terminal)
            }
            (_, Kind::OpenBrace) if text == "sync" => Terminal::Sync,
            (_, Kind::Comma | Kind::Close | Kind::End) if matches!(text, "o" | "0") => {
                Terminal::Empty
            }
            _ => Terminal::Word,
        }
    }

    /// Reports, once, an unclosed parenthesis or brace at the end of the text.
    fn unclosed(&mut self, end: Token) {
        let Some(&(inside, place)) = self.open.last() else { return };
        if std::mem::replace(&mut self.is_end_reported, true) || inside == Inside::Skipped {
            return;
        }
        self.progress.cut.set(inside != Inside::Operands);
        let sign = if inside == Inside::Braces { '}' } else { ')' };
        let message = format!("expected `{sign}`, found the end of the file");
        let diagnostic = codes::SYNTAX.at(end.span, message).also(place, "opened here");
        self.sink.push(match self.open.len() {
            1 => diagnostic.help(format!("close it by `{sign}`")).fix(end.span, sign),
            number => diagnostic.help(format!("{number} parentheses are open")),
        });
    }

    /// Inserts the closing of the innermost parenthesis or brace, before `token`.
    fn insert(&mut self, token: Token) -> Option<Placed> {
        let (inside, _) = self.open.pop()?;
        let is_brace = matches!(inside, Inside::Braces | Inside::Skipped);
        let sign = if is_brace { Kind::CloseBrace } else { Kind::Close };
        self.previous = Terminal::Sign(sign);
        Some(inserted(token.span, self.previous))
    }
}

/// Returns a terminal that is missing at the beginning of a place.
fn inserted(before: Span, terminal: Terminal) -> Placed {
    (before.start(), terminal, before.start())
}
