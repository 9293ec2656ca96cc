//! Reading a signature, or an interaction.

use rustc_hash::FxHashSet;

use super::codes;
use super::lexer::{Cursor, Kind, Token, lex};
use super::names::{Declaration, Names};
use super::{Model, expectation, likely_mistakes, parser};
use crate::reading::{self, Reading};
use kernel::diagnostics::Sink;
use kernel::source::Source;
use model::interaction::Interaction;
use model::trace::Signature;

/// Reads a signature: `@message{..} @lifeline{..} @gate{..}`, each at most once, in any order.
///
/// There is a signature iff there is no error; one run reports as many errors as can be found, in the order of
/// their places. An interaction behind the sections is ignored.
///
/// ```
/// use kernel::source::Source;
/// use language::interaction::read_signature;
///
/// let source = Source::new("ping.hsf", "@lifeline{ l; k } @message{ ping }");
/// let signature = read_signature(&source).model;
/// assert_eq!(signature.expect("the text is right").lifelines().len(), 2);
/// ```
///
/// # Complexity
/// Linear in the text.
pub fn read_signature(source: &Source) -> Reading<Signature> {
    reading::read(source, &["signature"], |sink| {
        let lexed = lex(source, sink);
        let mut cursor = Cursor::new(source, &lexed.tokens);
        if cursor.kind() != Kind::At {
            let help = "a signature declares names: `@message{..}`, `@lifeline{..}`, `@gate{..}`";
            cursor.wrong("`@`", help, sink);
        }
        Some(parser::sections(&mut cursor, sink).signature)
    })
}

/// Reads an interaction over the names of `signature`.
///
/// If the text begins with sections, these are its signature, and `signature` must be `None`.
/// Without any signature, names are declared by their use, in the order of the text, with a warning.
/// There is a model iff there is no error; one run reports as many errors as can be found, in the order of
/// their places. Operators may be nested to any depth.
///
/// ```
/// use kernel::source::Source;
/// use language::interaction::read;
///
/// let text = "@lifeline{ l; k } @message{ ping } loopS(l -- ping -> k)";
/// let model = read(&Source::new("ping.hsf", text), None).model.expect("the text is right");
/// assert_eq!(model.interaction.parts.len(), 2);
/// ```
///
/// # Complexity
/// Linear in the text.
pub fn read(source: &Source, signature: Option<&Signature>) -> Reading<Model> {
    reading::read(source, &["interaction", "signature"], |sink| {
        let lexed = lex(source, sink);
        let mut cursor = Cursor::new(source, &lexed.tokens);
        let mut names = names(&mut cursor, signature, sink);
        if names.declaration == Declaration::ByUse {
            let message = "there is no signature: names are declared by their use";
            let help = "a file with the extension .hsf beside this one declares them";
            sink.push(codes::UNDECLARED.at(cursor.peek().span, message).help(help));
        }
        let begin = cursor.peek().span.start();
        let (parts, root) = parser::term(&mut cursor, &mut names, sink);
        likely_mistakes::warn_of_parts(source, (&parts, &names.signature), sink);
        warn_of_lifelines(source, &lexed.tokens, begin, &names.signature, sink);
        let expectations = expectation::read(source, &lexed.comments, expectation::OPENING, sink);
        let interaction = Interaction { signature: names.signature, parts: parts.all, root: root? };
        Some(Model { interaction, spans: parts.spans, expectations })
    })
}

/// Warns about lifelines that the term, which begins at `begin`, does not name, where they are declared or else where the
/// text begins.
fn warn_of_lifelines(
    source: &Source,
    tokens: &[Token],
    begin: usize,
    signature: &Signature,
    sink: &mut Sink,
) {
    let (declared, used) = tokens.split_at(tokens.partition_point(|one| one.span.start() < begin));
    let used: FxHashSet<&str> = used.iter().map(|token| source.slice(token.span)).collect();
    let is_idle = |name: &&String| !used.contains(name.as_str());
    if signature.lifelines().iter().all(|name| is_idle(&name)) {
        return;
    }
    for name in signature.lifelines().iter().filter(is_idle) {
        let found = declared.iter().find(|token| source.slice(token.span) == name);
        let Some(token) = found.or(tokens.first()) else { continue };
        sink.push(likely_mistakes::idle(name, token.span));
    }
}

/// Returns the names of a text: those of the sections at its beginning, or else the given ones.
fn names(cursor: &mut Cursor<'_>, given: Option<&Signature>, sink: &mut Sink) -> Names {
    if cursor.kind() == Kind::At {
        let place = cursor.peek().span;
        let names = parser::sections(cursor, sink);
        if given.is_some() {
            let message = "the names are declared here and in a signature of their own";
            sink.push(codes::SECTION_TWICE.at(place, message).help("leave out one of both"));
        }
        return names;
    }
    match given {
        Some(signature) => Names { signature: signature.clone(), declaration: Declaration::Before },
        None => Names { signature: Signature::new(), declaration: Declaration::ByUse },
    }
}
