//! The global views of `ChorGram`.

use rustc_hash::FxHashSet;

use super::arena::Arena;
use super::codes;
use super::describe::describe;
use super::draft::Draft;
use super::lexer::{Cursor, Dialect, Kind, Token, tokens};
use super::{Term, TermId};
use kernel::diagnostics::{Diagnostic, Sink};
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
pub(super) fn read(source: &Source, sink: &mut Sink) -> Draft {
    let (tokens, comments) = tokens(source, &DIALECT, sink);
    let mut draft = Draft { comments, ..Draft::default() };
    if let [end] = &*tokens {
        let mut arena = Arena::default();
        let root = arena.term(Term::Empty, end.span);
        describe(arena.finish(root), &mut draft, sink);
        return draft;
    }
    let whole = Block::new(Opening::Whole, Span::new(0, 0));
    let mut parser = Parser {
        cursor: Cursor::new(tokens),
        arena: Arena::default(),
        draft: &mut draft,
        blocks: vec![whole],
        sink,
    };
    parser.run();
    let Parser { mut arena, mut blocks, draft: found, sink, .. } = parser;
    let Some(whole) = blocks.pop().filter(|_| !sink.has_errors()) else { return draft };
    let part = whole.close(&mut arena, Span::new(0, source.text().len()), found, sink);
    describe(arena.finish(part.term), found, sink);
    draft
}

/// A term with its participants.
struct Part {
    term: TermId,
    participants: FxHashSet<ParticipantId>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Opening {
    Whole,
    Parenthesis,
    Brace,
    Choice(Option<ParticipantId>),
    Repeat,
}

/// An open block, with the parts that have been read so far.
struct Block {
    opening: Opening,
    place: Span,
    branches: Vec<Part>,
    operands: Vec<Part>,
    items: Vec<Part>,
}

impl Block {
    fn new(opening: Opening, place: Span) -> Self {
        let (branches, operands, items) = (Vec::new(), Vec::new(), Vec::new());
        Self { opening, place, branches, operands, items }
    }

    /// Combines the items into one operand.
    fn end_operand(&mut self, arena: &mut Arena) {
        let items = std::mem::take(&mut self.items);
        let place = place_of(&items, arena, self.place);
        let (terms, participants) = merged(items);
        let term = arena.sequence(terms, place);
        self.operands.push(Part { term, participants });
    }

    /// Combines the operands into one branch.
    fn end_branch(&mut self, arena: &mut Arena, draft: &Draft, sink: &mut Sink) {
        self.end_operand(arena);
        let operands = std::mem::take(&mut self.operands);
        let place = place_of(&operands, arena, self.place);
        if operands.len() == 1 {
            self.branches.extend(operands);
            return;
        }
        warn_of_shared(&operands, place, draft, sink);
        let (terms, participants) = merged(operands);
        let term = arena.term(Term::Parallel(terms), place);
        self.branches.push(Part { term, participants });
    }

    /// Combines the branches into one term.
    fn close(mut self, arena: &mut Arena, place: Span, draft: &Draft, sink: &mut Sink) -> Part {
        self.end_branch(arena, draft, sink);
        let (terms, participants) = merged(self.branches);
        let term = match self.opening {
            Opening::Choice(at) => arena.term(Term::Choice { at, branches: terms }, place),
            Opening::Repeat => {
                let body = arena.sequence(terms, place);
                arena.term(Term::Repeat(body), place)
            }
            Opening::Whole | Opening::Parenthesis | Opening::Brace => arena.sequence(terms, place),
        };
        Part { term, participants }
    }
}

fn place_of(parts: &[Part], arena: &Arena, otherwise: Span) -> Span {
    match (parts.first(), parts.last()) {
        (Some(first), Some(last)) => arena.place(first.term).to(arena.place(last.term)),
        _ => otherwise,
    }
}

/// Returns the terms, and the union of their participants: smaller sets are moved into the largest.
fn merged(parts: Vec<Part>) -> (Vec<TermId>, FxHashSet<ParticipantId>) {
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

fn warn_of_shared(operands: &[Part], place: Span, draft: &Draft, sink: &mut Sink) {
    let mut seen: FxHashSet<ParticipantId> = FxHashSet::default();
    let shared = operands.iter().flat_map(|operand| &operand.participants);
    let Some(&first) = shared.filter(|&&participant| !seen.insert(participant)).min() else {
        return;
    };
    let name = &draft.builder.participants.items()[first];
    let message = format!("`{name}` takes part in several parallel parts");
    sink.push(
        Diagnostic::new(codes::SHARED_PARTICIPANT, place, message)
            .help("all interleavings are meant, which are often not realisable"),
    );
}

struct Parser<'a, 'b> {
    cursor: Cursor<'a>,
    arena: Arena,
    draft: &'b mut Draft,
    /// The open blocks, the innermost last; the outermost is never closed.
    blocks: Vec<Block>,
    sink: &'b mut Sink,
}

impl<'a> Parser<'a, '_> {
    fn run(&mut self) {
        while !self.sink.is_full() {
            if self.item() {
                while self.close_one() {}
            }
            let is_separated = loop {
                if self.cursor.peek().kind == Kind::End {
                    break false;
                }
                if self.separator() {
                    break true;
                }
            };
            if !is_separated {
                break;
            }
        }
        for block in self.blocks.iter().skip(1) {
            let message = "this is never closed";
            self.sink.push(Diagnostic::new(codes::SYNTAX, block.place, message));
        }
    }

    fn block(&mut self) -> &mut Block {
        match self.blocks.last_mut() {
            Some(block) => block,
            None => unreachable!("the whole is never closed"),
        }
    }

    /// Reads one item and the blocks that open before it; returns `true` if it is well formed.
    fn item(&mut self) -> bool {
        loop {
            let token = self.cursor.peek();
            let is_participant = ["->", "=>"].iter().any(|sign| self.cursor.ahead(1).is(sign));
            let opening = if is_participant || token.kind == Kind::Quoted {
                return self.interaction(token);
            } else if token.is("(") && self.cursor.ahead(1).is("o") && self.cursor.ahead(2).is(")")
            {
                for _ in 0..3 {
                    self.cursor.take();
                }
                let place = token.span.to(self.cursor.last().span);
                let term = self.arena.term(Term::Empty, place);
                self.block().items.push(Part { term, participants: FxHashSet::default() });
                return true;
            } else if token.is("(") {
                Opening::Parenthesis
            } else if token.is("{") {
                Opening::Brace
            } else if token.is("sel") || token.is("repeat") {
                self.cursor.take();
                let decides = self.cursor.peek();
                let decides = (decides.kind == Kind::Word).then(|| {
                    self.cursor.take();
                    self.draft.builder.participants.id(decides.text)
                });
                if !self.cursor.peek().is("{") {
                    self.cursor.wrong("`{`", self.sink);
                    self.skip();
                    return false;
                }
                if token.is("sel") { Opening::Choice(decides) } else { Opening::Repeat }
            } else {
                self.no_item(token);
                return false;
            };
            self.cursor.take();
            self.blocks.push(Block::new(opening, token.span));
        }
    }

    fn no_item(&mut self, token: Token<'a>) {
        let message = format!("expected {ITEM}, found {}", token.shown());
        let mut diagnostic = Diagnostic::new(codes::SYNTAX, token.span, message);
        let last = self.cursor.last();
        if last.is(";") && [")", "}", "+", "|"].iter().any(|sign| token.is(sign)) {
            diagnostic = diagnostic.help("`;` stands between two parts: leave it out here");
        } else if token.is(")") || token.is("}") {
            diagnostic = diagnostic.help("what does nothing is written `(o)`");
        }
        self.sink.push(diagnostic);
        // The block is closed all the same, so that its end is not reported as another error.
        let place = token.span;
        let term = self.arena.term(Term::Empty, place);
        self.block().items.push(Part { term, participants: FxHashSet::default() });
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
        self.block().items.push(Part { term, participants });
        true
    }

    /// Reads an interaction; returns `None` if it is malformed or refused.
    fn exchange(&mut self) -> Option<DescribedInteraction> {
        let sender = self.cursor.word("a participant", self.sink)?;
        if self.cursor.peek().is("=>") {
            self.unsupported("`=>`, which sends to several receivers");
            return None;
        }
        self.cursor.expect("->", self.sink)?;
        let receiver = self.cursor.word("a participant", self.sink)?;
        self.cursor.expect(":", self.sink)?;
        let message = self.cursor.word("a message", self.sink)?;
        let names = [sender.text, receiver.text, message.text];
        self.draft.builder.exchange(names, None, receiver.span, self.sink)
    }

    fn unsupported(&mut self, what: &str) {
        let message = format!("{what} is not supported");
        let place = self.cursor.peek().span;
        self.sink.push(Diagnostic::new(codes::UNSUPPORTED, place, message));
    }

    /// Closes the innermost block if its end is the next token.
    fn close_one(&mut self) -> bool {
        let token = self.cursor.peek();
        let closing = match self.block().opening {
            Opening::Whole => return false,
            Opening::Parenthesis => ")",
            Opening::Brace | Opening::Choice(_) | Opening::Repeat => "}",
        };
        if !token.is(closing) {
            return false;
        }
        self.cursor.take();
        if let Some(block) = self.blocks.pop() {
            let place = block.place.to(token.span);
            let part = block.close(&mut self.arena, place, self.draft, self.sink);
            self.block().items.push(part);
        }
        true
    }

    /// Skips the separator between two items and returns `true`; without a separator, skips to the next one.
    fn separator(&mut self) -> bool {
        let token = self.cursor.peek();
        let is_choice = matches!(self.block().opening, Opening::Choice(_));
        if self.cursor.eat(";").is_some() {
        } else if self.cursor.eat("|").is_some() {
            let Some(block) = self.blocks.last_mut() else { return false };
            block.end_operand(&mut self.arena);
        } else if token.is("+") && is_choice {
            self.cursor.take();
            let Some(block) = self.blocks.last_mut() else { return false };
            block.end_branch(&mut self.arena, self.draft, self.sink);
        } else if token.is("+") {
            let message = "`+` stands between the branches of `sel {`";
            self.sink.push(Diagnostic::new(codes::SYNTAX, token.span, message));
            self.cursor.take();
        } else if token.is("unless") {
            self.unsupported("a guard by `unless`");
            self.cursor.take();
            self.skip();
            return false;
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
    [";", "|", "+"].iter().any(|sign| token.is(sign)) || token.kind == Kind::End
}
