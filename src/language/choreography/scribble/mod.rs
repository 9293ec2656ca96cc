//! The core of Scribble, as nuScr reads it, and what people write around it.
//!
//! Sequencing is strict, as in choreography automata: each part happens after the parts before
//! it, whichever participants take part. Types of payloads are part of the names of messages: `m(x: int)` is `m.x.int`;
//! of several names of one type the first one is meant, since what is sent is the same.
//!
//! A message may also be written `A -> B: m(x: int);`, and `m() connect A to B` is the message that opens a connection.
//! The parts of `par` and the statements of `unordered` happen in all interleavings. `do P<m()>(A, B)` goes on as `P`
//! with these names for its parameters. `A calls P(B)` does the nested protocol `P` in its place: the new roles of `P`
//! are participants of their own for each list of given roles, and no message invites them. A call that leads to itself
//! would need new participants without end, of which nothing is known.
//!
//! What says nothing about the order of messages is read over, and named once: times, conditions behind messages, which
//! roles cannot crash, the ends of connections, local protocols beside a global one. Conditions on values forbid
//! runs and are refused unless they are to be dropped. What could stop a block at any point is refused.

mod blocks;
mod calls;
mod constructs;
mod deciders;
mod declarations;
mod head;
mod instance;
mod message;
mod parser;
mod skipped;
mod syntax;
mod target;
mod uses;

use super::Term;
use super::arena::Arena;
use super::codes;
use super::describe::describe;
use super::draft::{ChoreographyDraft, Guards};
use super::lexer::{Dialect, lex};
use instance::Instances;
use kernel::diagnostics::{Diagnostic, Sink};
use kernel::source::{Source, Span};
use parser::Parser;
use skipped::{Skipped, asked_by_pragma};
use syntax::{Protocol, ProtocolKind};

const DIALECT: Dialect = Dialect {
    line_comments: &["//", "(*)"],
    block_comments: &[("/*", "*/"), ("(*", "*)")],
    signs: &["->"],
    is_word: |c| c.is_alphanumeric() || c == '_',
};

/// What is told of a text in which roles may crash.
const NO_CRASHES: &str =
    "crashes are not followed, so nothing is known about the protocol with them";

/// Reads a text: the first protocol that is not `aux`, with the protocols that it uses.
///
/// # Complexity
/// Linear in the text and in the automaton that it describes.
pub(super) fn read(source: &Source, guards: Guards, sink: &mut Sink) -> ChoreographyDraft {
    let (cursor, comments) = lex(source, &DIALECT, sink);
    let mut draft = ChoreographyDraft { comments, ..ChoreographyDraft::default() };
    let mut parser = Parser::new(cursor, guards, sink);
    for &comment in &draft.comments {
        if let Some(asked) = asked_by_pragma(source.slice(comment)) {
            parser.skip_once(asked, comment);
        }
    }
    let (protocols, skipped) = parser.run();
    draft.not_followed = skipped.contains(&Skipped::Crash).then(|| NO_CRASHES.to_owned());
    let Some(main) = protocols.iter().position(|protocol| protocol.kind == ProtocolKind::Global)
    else {
        if !sink.has_errors() {
            sink.push(without_main(&protocols, source));
        }
        return draft;
    };
    if sink.has_errors() {
        return draft;
    }
    draft.endless = calls::refuse_endless(&protocols, main, sink);
    if sink.has_errors() {
        return draft;
    }
    deciders::warn(&protocols, sink);
    protocols[main].name.text.clone_into(&mut draft.builder.name);
    if draft.endless.is_some() {
        return draft;
    }
    let mut arena = Arena::default();
    let place = protocols[main].name.span;
    let mut instances = Instances::new(&protocols, &mut arena, &mut draft.builder);
    if let Some(entry) = instances.all(main) {
        let root = arena.term(Term::Call(entry), place);
        describe(arena.finish(root), &mut draft, sink);
    } else {
        let message = "this choreography is too large to be written out";
        let help = "protocols that use each other with many lists of roles are written out";
        sink.push(codes::TOO_LARGE.at(place, message).help(help));
    }
    draft
}

/// Returns the report that no protocol is global.
fn without_main(protocols: &[Protocol<'_>], source: &Source) -> Diagnostic {
    let nested = protocols.iter().find(|protocol| protocol.kind == ProtocolKind::Nested);
    if let Some(nested) = nested {
        let name = nested.name;
        let message = format!("no global protocol of this file calls the nested `{}`", name.text);
        let help = "write `global protocol P(role A, role B) { ... }` that calls it";
        return codes::NO_PROTOCOL.at(name.span, message).help(help);
    }
    let end = source.text().len();
    let message = "this file has no protocol to begin with";
    let help = "write `global protocol P(role A, role B) { ... }`, without `aux`";
    codes::NO_PROTOCOL.at(Span::new(end, end), message).help(help)
}
