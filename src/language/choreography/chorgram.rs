//! The global views of `ChorGram`.

use rustc_hash::FxHashSet;

use super::arena::Arena;
use super::codes;
use super::describe::describe;
use super::draft::ChoreographyDraft;
use super::lexer::{Cursor, Dialect, Token, TokenKind, lex};
use super::{Term, TermId};
use crate::reading::missing;
use kernel::diagnostics::Sink;
use kernel::source::{Source, Span};
use model::cfsm::ParticipantId;
use model::choreography::DescribedInteraction;

const DIALECT: Dialect = Dialect {
    line_comments: &["..", "#!"],
    block_comments: &[("[", "]")],
    signs: &["->", "=>"],
    is_word: |c| c.is_alphanumeric() || c == '_' || c == '\'',
};

const ITEM: &str = "an interaction `A -> B : m`, `sel {`, `repeat {`, `(` or `(o)`";

/// Reads a text. `;` binds tighter than `|`, and `|` tighter than `+`.
///
/// # Complexity
/// Linear in the text and in the automaton that it describes.
pub(super) fn read(source: &Source, sink: &mut Sink) -> ChoreographyDraft {
    let (cursor, comments) = lex(source, &DIALECT, sink);
    let first = cursor.peek();
    let mut parser = Parser {
        cursor,
        arena: Arena::default(),
        draft: ChoreographyDraft { comments, ..ChoreographyDraft::default() },
        blocks: vec![Block::new(Opening::Whole, first.span)],
        sink,
    };
    if first.kind != TokenKind::End {
        parser.run();
    }
    if !parser.sink.has_errors() {
        let whole = parser.close(Span::new(0, source.text().len()));
        describe(parser.arena.finish(whole.term), &mut parser.draft, parser.sink);
    }
    parser.draft
}

/// A term with its participants.
struct TermPart {
    term: TermId,
    participants: FxHashSet<ParticipantId>,
}

/// What opens a block.
enum Opening {
    Whole,
    Parenthesis,
    Brace,
    Choice(Option<ParticipantId>),
    Repeat,
}

impl Opening {
    /// Returns the sign that closes a block.
    fn closing(&self) -> &'static str {
        match self {
            Self::Whole => "",
            Self::Parenthesis => ")",
            Self::Brace | Self::Choice(_) | Self::Repeat => "}",
        }
    }
}

/// An open block, with the parts that have been read so far.
struct Block {
    opening: Opening,
    place: Span,
    branches: Vec<TermPart>,
    operands: Vec<TermPart>,
    items: Vec<TermPart>,
}

impl Block {
    fn new(opening: Opening, place: Span) -> Self {
        let (branches, operands, items) = (Vec::new(), Vec::new(), Vec::new());
        Self { opening, place, branches, operands, items }
    }
}

/// Returns the terms, and the union of their participants: smaller sets are moved into the largest.
fn merged(parts: Vec<TermPart>) -> (Vec<TermId>, FxHashSet<ParticipantId>) {
    let mut all: FxHashSet<ParticipantId> = FxHashSet::default();
    let mut terms = Vec::with_capacity(parts.len());
    for mut part in parts {
        terms.push(part.term);
        if part.participants.len() > all.len() {
            std::mem::swap(&mut part.participants, &mut all);
        }
        all.extend(part.participants);
    }
    (terms, all)
}

struct Parser<'a, 'b> {
    cursor: Cursor<'a>,
    arena: Arena,
    draft: ChoreographyDraft,
    /// The open blocks, the innermost last; the outermost is the whole text.
    blocks: Vec<Block>,
    sink: &'b mut Sink,
}

impl<'a> Parser<'a, '_> {
    fn run(&mut self) {
        'items: while !self.sink.is_full() {
            if self.item() {
                while self.close_one() {}
            }
            loop {
                if self.cursor.peek().kind == TokenKind::End {
                    break 'items;
                }
                if self.separator() {
                    break;
                }
            }
        }
        let end = self.cursor.last().span;
        for block in self.blocks.iter().skip(1) {
            let closing = block.opening.closing();
            let unclosed = codes::SYNTAX.at(block.place, "this is never closed");
            let help = format!("close it by `{closing}`");
            self.sink.push(unclosed.help(help).fix(Span::new(end.end(), end.end()), closing));
        }
    }

    fn block(&mut self) -> &mut Block {
        self.blocks.last_mut().expect("the whole is closed last")
    }

    /// Adds an item without interactions.
    fn nothing(&mut self, place: Span) {
        let term = self.arena.term(Term::Empty, place);
        self.block().items.push(TermPart { term, participants: FxHashSet::default() });
    }

    /// Combines the items of the innermost block into one operand.
    fn end_operand(&mut self) {
        let items = std::mem::take(&mut self.block().items);
        let place = self.place_of(&items);
        let (terms, participants) = merged(items);
        let term = self.arena.sequence(terms, place);
        self.block().operands.push(TermPart { term, participants });
    }

    /// Combines the operands of the innermost block into one branch.
    fn end_branch(&mut self) {
        self.end_operand();
        let operands = std::mem::take(&mut self.block().operands);
        if operands.len() == 1 {
            self.block().branches.extend(operands);
            return;
        }
        let place = self.place_of(&operands);
        self.warn_of_shared(&operands, place);
        let (terms, participants) = merged(operands);
        let term = self.arena.term(Term::Parallel(terms), place);
        self.block().branches.push(TermPart { term, participants });
    }

    /// Closes the innermost block, and combines its branches into one term.
    fn close(&mut self, place: Span) -> TermPart {
        self.end_branch();
        let Block { opening, branches, .. } =
            self.blocks.pop().expect("only an open block is closed");
        let (terms, participants) = merged(branches);
        let term = match opening {
            Opening::Choice(at) => self.arena.term(Term::Choice { at, branches: terms }, place),
            Opening::Repeat => {
                let body = self.arena.sequence(terms, place);
                self.arena.term(Term::Repeat(body), place)
            }
            Opening::Whole | Opening::Parenthesis | Opening::Brace => {
                self.arena.sequence(terms, place)
            }
        };
        TermPart { term, participants }
    }

    /// Returns the place of parts of the innermost block; that of the block if there are none.
    fn place_of(&mut self, parts: &[TermPart]) -> Span {
        match (parts.first(), parts.last()) {
            (Some(first), Some(last)) => {
                self.arena.place(first.term).to(self.arena.place(last.term))
            }
            _ => self.block().place,
        }
    }

    fn warn_of_shared(&mut self, operands: &[TermPart], place: Span) {
        let mut seen: FxHashSet<ParticipantId> = FxHashSet::default();
        let shared = operands.iter().flat_map(|operand| &operand.participants);
        let Some(&first) = shared.filter(|&&participant| !seen.insert(participant)).min() else {
            return;
        };
        let name = &self.draft.builder.participants.items()[first];
        let message = format!("`{name}` takes part in several parallel parts");
        let help = "all interleavings are meant, which are often not realisable";
        self.sink.push(codes::SHARED_PARTICIPANT.at(place, message).help(help));
    }

    /// Reads one item and the blocks that open before it; returns `true` if it is well formed.
    fn item(&mut self) -> bool {
        loop {
            let (token, next) = (self.cursor.peek(), self.cursor.ahead(1));
            let is_word = token.kind == TokenKind::Word;
            let is_arrow = ["->", "=>"].iter().any(|sign| next.is(sign));
            let opens =
                next.is("{") || next.kind == TokenKind::Word && self.cursor.ahead(2).is("{");
            let opening = if is_arrow || token.kind == TokenKind::Quoted {
                return self.interaction(token);
            } else if token.is("(") && next.is("o") && self.cursor.ahead(2).is(")") {
                for _ in 0..3 {
                    self.cursor.take();
                }
                self.nothing(token.span.to(self.cursor.last().span));
                return true;
            } else if token.is("(") {
                Opening::Parenthesis
            } else if token.is("{") {
                Opening::Brace
            } else if is_word && (opens || token.is("sel") || token.is("repeat")) {
                let known = self.cursor.keyword(&["sel", "repeat"], self.sink);
                if known.is_none() {
                    let help = "the words before braces are `sel` and `repeat`";
                    self.cursor.wrong_with(ITEM, help, self.sink);
                }
                self.cursor.take();
                let decides = self.cursor.peek();
                let decides = (decides.kind == TokenKind::Word).then(|| {
                    self.cursor.take();
                    self.draft.builder.participants.id(decides.text)
                });
                if !self.cursor.peek().is("{") {
                    self.cursor.wrong("`{`", self.sink);
                    self.skip();
                    return false;
                }
                if known == Some("repeat") { Opening::Repeat } else { Opening::Choice(decides) }
            } else if is_word {
                return self.interaction(token);
            } else {
                self.no_item(token);
                return false;
            };
            self.cursor.take();
            self.blocks.push(Block::new(opening, token.span));
        }
    }

    fn no_item(&mut self, token: Token<'a>) {
        let last = self.cursor.last();
        let closes = [")", "}", "+", "|"].iter().any(|sign| token.is(sign));
        if last.is(";") && (closes || token.kind == TokenKind::End) {
            let message = format!("nothing stands between this `;` and {}", token.shown());
            let help = "`;` stands between two parts: leave it out here";
            self.sink.push(codes::SYNTAX.at(last.span, message).help(help).fix(last.span, ""));
        } else if token.is(")") || token.is("}") {
            let message = format!("expected {ITEM}, found {}", token.shown());
            let wrong = codes::SYNTAX.at(token.span, message);
            let start = Span::new(token.span.start(), token.span.start());
            self.sink.push(wrong.help("what does nothing is written `(o)`").fix(start, "(o) "));
        } else {
            self.cursor.wrong(ITEM, self.sink);
        }
        // The block is closed all the same, so that its end is not reported as another error.
        self.nothing(token.span);
        while self.close_one() {}
        if !separates(self.cursor.peek()) {
            self.skip();
        }
    }

    fn interaction(&mut self, sender: Token<'a>) -> bool {
        let exchange = self.exchange();
        let place = sender.span.to(self.cursor.last().span);
        let Some(exchange) = exchange else {
            self.skip();
            return false;
        };
        let term = self.arena.term(Term::Interaction(exchange), place);
        let participants = FxHashSet::from_iter([exchange.sender, exchange.receiver]);
        self.block().items.push(TermPart { term, participants });
        true
    }

    /// Reads an interaction; returns `None` if it is malformed or refused.
    fn exchange(&mut self) -> Option<DescribedInteraction> {
        let sender = self.cursor.word("a participant", self.sink)?;
        if self.cursor.peek().is("=>") {
            self.cursor.unsupported("`=>`, which sends to several receivers", self.sink);
            return None;
        }
        self.cursor.expect("->", self.sink)?;
        let receiver = self.cursor.word("a participant", self.sink)?;
        self.cursor.expect(":", self.sink)?;
        let message = self.cursor.word("a message", self.sink)?;
        let names = [sender.text, receiver.text, message.text];
        self.draft.builder.exchange(names, None, receiver.span, self.sink)
    }

    /// Closes the innermost block if its end is the next token.
    fn close_one(&mut self) -> bool {
        let token = self.cursor.peek();
        let closing = self.block().opening.closing();
        if closing.is_empty() || !token.is(closing) {
            return false;
        }
        self.cursor.take();
        let place = self.block().place.to(token.span);
        let part = self.close(place);
        self.block().items.push(part);
        true
    }

    /// Skips the separator between two items and returns `true`; without a separator, skips to the next one.
    fn separator(&mut self) -> bool {
        let token = self.cursor.peek();
        let is_choice = matches!(self.block().opening, Opening::Choice(_));
        if self.cursor.eat(";").is_some() {
        } else if self.cursor.eat("|").is_some() {
            self.end_operand();
        } else if token.is("+") {
            self.cursor.take();
            if is_choice {
                self.end_branch();
            } else {
                let message = "`+` stands between the branches of `sel {`";
                let help = "write `sel { G + G }` around the branches";
                self.sink.push(codes::SYNTAX.at(token.span, message).help(help));
            }
        } else if token.is("unless") {
            self.cursor.unsupported("a guard by `unless`", self.sink);
            self.cursor.take();
            self.skip();
            return false;
        } else if token.is(")") || token.is("}") {
            let message = format!("nothing is open that {} closes", token.shown());
            let stray = codes::SYNTAX.at(token.span, message).help("leave it out");
            self.sink.push(stray.fix(token.span, ""));
            self.cursor.take();
            while self.close_one() {}
            return false;
        } else if token.begins_line && token.kind == TokenKind::Word {
            let last = self.cursor.last().span.end();
            self.sink.push(missing(codes::SYNTAX, ";", last, &token.shown()));
        } else {
            self.cursor.wrong("`;`, `|`, `+` or what closes this part", self.sink);
            self.cursor.take();
            self.skip();
            return false;
        }
        true
    }

    /// Skips to the next token that separates or closes parts.
    fn skip(&mut self) {
        loop {
            let token = self.cursor.peek();
            if separates(token) || token.is(")") || token.is("}") {
                break;
            }
            self.cursor.take();
        }
        while self.close_one() {}
    }
}

/// Returns `true` if a token stands between two items, or at the end.
fn separates(token: Token<'_>) -> bool {
    [";", "|", "+"].iter().any(|sign| token.is(sign)) || token.kind == TokenKind::End
}
