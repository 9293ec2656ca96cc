//! The sections of a signature.

use super::lexer::{Cursor, Kind, Token};
use super::mistake::Mistake;
use super::names::check_name;
use crate::kernel::diagnostics::{Diagnostic, Sink};
use crate::kernel::source::Span;
use crate::language::scm::{nearest, shortened};
use crate::model::trace::Signature;

/// The kinds of names that a section declares.
const SECTIONS: [&str; 3] = ["message", "lifeline", "gate"];

/// Reads sections up to a token that begins none.
///
/// # Complexity
/// Linear in the tokens.
pub(super) fn read(cursor: &mut Cursor<'_>, sink: &mut Sink) -> Signature {
    let mut signature = Signature::new();
    let mut places: [Option<Span>; SECTIONS.len()] = [None; SECTIONS.len()];
    while let Some(at) = cursor.eat(Kind::At) {
        let Some(word) = cursor.eat(Kind::Word) else {
            cursor.wrong("`message`, `lifeline` or `gate`", "", sink);
            skip_section(cursor);
            continue;
        };
        let name = cursor.text(word);
        let place = at.span.to(word.span);
        let Some(section) = SECTIONS.iter().position(|known| *known == name) else {
            unknown(name, place, sink);
            skip_section(cursor);
            continue;
        };
        if let Some(first) = places[section] {
            let message = format!("`@{name}` stands twice");
            sink.push(
                Diagnostic::new(Mistake::SectionTwice.code(), place, message)
                    .also(first, "first here")
                    .help("list all names in one section"),
            );
        }
        places[section].get_or_insert(place);
        names(cursor, section, &mut signature, sink);
    }
    let both = |name: &&String| signature.gate(name).is_some();
    if let (Some(place), Some(name)) = (places[2], signature.lifelines().iter().find(both)) {
        let message = format!("`{name}` is a lifeline and a gate");
        sink.push(
            Diagnostic::new(Mistake::LifelineAndGate.code(), place, message)
                .help("arrows begin and end at the lifeline; give the gate another name"),
        );
    }
    signature
}

/// Reads the names of one section.
fn names(cursor: &mut Cursor<'_>, section: usize, signature: &mut Signature, sink: &mut Sink) {
    if cursor.expect(Kind::OpenBrace, sink).is_none() {
        skip_section(cursor);
        return;
    }
    while !matches!(cursor.kind(), Kind::CloseBrace | Kind::End) {
        match cursor.eat(Kind::Word) {
            Some(word) => declare(cursor, word, section, signature, sink),
            None => {
                cursor.wrong("a name", "", sink);
                cursor.skip_to(&[Kind::Semicolon, Kind::CloseBrace, Kind::At]);
            }
        }
        match cursor.kind() {
            Kind::Semicolon => {
                cursor.take();
            }
            Kind::CloseBrace => {}
            Kind::Word | Kind::Comma => {
                cursor.wrong("`;` or `}`", "semicolons separate names", sink);
                cursor.eat(Kind::Comma);
            }
            Kind::At | Kind::End => break,
            _ => {
                cursor.wrong("`;` or `}`", "", sink);
                cursor.skip_to(&[Kind::Semicolon, Kind::CloseBrace, Kind::At]);
                cursor.eat(Kind::Semicolon);
                if cursor.kind() == Kind::At {
                    return;
                }
            }
        }
    }
    cursor.expect(Kind::CloseBrace, sink);
}

fn declare(
    cursor: &Cursor<'_>,
    word: Token,
    section: usize,
    signature: &mut Signature,
    sink: &mut Sink,
) {
    let name = cursor.text(word);
    if !check_name(name, word.span, sink) {
        return;
    }
    let known = match section {
        0 => signature.message(name).is_some(),
        1 => signature.lifeline(name).is_some(),
        _ => signature.gate(name).is_some(),
    };
    if known {
        let message = format!("`{}` stands twice", shortened(name));
        sink.push(Diagnostic::new(Mistake::Repeated.code(), word.span, message));
    }
    match section {
        0 => {
            signature.add_message(name);
        }
        1 => {
            signature.add_lifeline(name);
        }
        _ => {
            signature.add_gate(name);
        }
    }
}

fn unknown(name: &str, place: Span, sink: &mut Sink) {
    if name.ends_with("_option") {
        let message = format!("`@{}` is not read", shortened(name));
        sink.push(
            Diagnostic::new(Mistake::IgnoredOptions.code(), place, message)
                .label("options of another tool"),
        );
        return;
    }
    let message = format!("unknown section `@{}`", shortened(name));
    let diagnostic = Diagnostic::new(Mistake::UnknownSection.code(), place, message);
    sink.push(match nearest(name, SECTIONS.into_iter()) {
        Some(meant) => diagnostic.help(format!("did you mean `@{meant}`?")),
        None => diagnostic.help("the sections are `@message`, `@lifeline` and `@gate`"),
    });
}

/// Skips what is left of a section: up to the end of its braces, or the next section.
fn skip_section(cursor: &mut Cursor<'_>) {
    cursor.skip_to(&[Kind::OpenBrace, Kind::At]);
    if cursor.eat(Kind::OpenBrace).is_some() {
        cursor.skip_to(&[Kind::CloseBrace]);
        cursor.eat(Kind::CloseBrace);
    }
}
