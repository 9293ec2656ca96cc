//! The core of Scribble, as nuScr reads it.
//!
//! Sequencing is strict, as in choreography automata: each part happens after the parts before
//! it, whichever participants take part. Types of payloads are part of the names of messages: `m(x: int)` is `m.x.int`.

mod blocks;
mod deciders;
mod instance;
mod parser;
mod syntax;

use super::Term;
use super::arena::Arena;
use super::codes;
use super::describe::describe;
use super::draft::ChoreographyDraft;
use super::lexer::{Dialect, lex};
use instance::Instances;
use kernel::diagnostics::Sink;
use kernel::source::{Source, Span};
use parser::Parser;

const DIALECT: Dialect = Dialect {
    line_comments: &["//"],
    block_comments: &[("/*", "*/"), ("(*", "*)")],
    signs: &[],
    is_word: |c| c.is_alphanumeric() || c == '_',
};

/// Reads a text: the first protocol that is not `aux`, with the protocols that it uses.
///
/// # Complexity
/// Linear in the text and in the automaton that it describes.
pub(super) fn read(source: &Source, sink: &mut Sink) -> ChoreographyDraft {
    let (cursor, comments) = lex(source, &DIALECT, sink);
    let mut draft = ChoreographyDraft { comments, ..ChoreographyDraft::default() };
    let protocols = Parser::new(cursor, sink).run();
    let Some(main) = protocols.iter().position(|protocol| !protocol.is_auxiliary) else {
        if !sink.has_errors() {
            let end = source.text().len();
            let message = "this file has no protocol to begin with";
            let help = "write `global protocol P(role A, role B) { ... }`, without `aux`";
            sink.push(codes::NO_PROTOCOL.at(Span::new(end, end), message).help(help));
        }
        return draft;
    };
    if sink.has_errors() {
        return draft;
    }
    deciders::warn(&protocols, sink);
    protocols[main].name.text.clone_into(&mut draft.builder.name);
    let mut arena = Arena::default();
    let place = protocols[main].name.span;
    let mut instances = Instances::new(&protocols, &mut arena, &mut draft.builder);
    if let Some(entry) = instances.all(main) {
        let root = arena.term(Term::Call(entry), place);
        describe(arena.finish(root), &mut draft, sink);
    } else {
        let message = "this choreography is too large to be written out";
        sink.push(codes::TOO_LARGE.at(place, message));
    }
    draft
}
