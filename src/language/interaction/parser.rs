//! Parsing of tokens into a signature, or into a term.

use super::builder::{Builder, ErrorPlace};
use super::lexer::Cursor;
use super::names::{Declaration, Names};
use super::parts::Parts;
use super::terminals::{Progress, SectionTerminals, TermTerminals};
use kernel::diagnostics::Sink;
use model::interaction::ExpressionId;
use model::trace::Signature;

lalrpop_util::lalrpop_mod!(
    #[allow(warnings, reason = "the parser is generated")]
    grammar,
    "/interaction.rs"
);

/// Reads sections up to a token that begins no section. Names are declared in the sections; if a section cannot be
/// read, which is reported, missing names are declared by their use.
///
/// # Complexity
/// Linear in the tokens.
pub(super) fn sections(cursor: &mut Cursor<'_>, sink: &mut Sink) -> Names {
    let mut names = Names { signature: Signature::new(), declaration: Declaration::Before };
    let progress = Progress::default();
    let mut builder = Builder::new(cursor.clone(), &mut names, sink, &progress);
    let mut terminals = SectionTerminals::new(cursor, &progress);
    let tokens = std::iter::from_fn(|| terminals.next());
    if let Err(error) = grammar::SectionsParser::new().parse(&mut builder, tokens) {
        builder.wrong(&error, ErrorPlace::Section);
    }
    builder.end_sections();
    sink.append(terminals.sink);
    names
}

/// Reads the term that forms the rest of a file. There is a term iff no error is reported.
///
/// # Complexity
/// Linear in the tokens where there are no syntax errors. Each error, of which there is a bounded number,
/// costs the nesting around it.
pub(super) fn term(
    cursor: &mut Cursor<'_>,
    names: &mut Names,
    sink: &mut Sink,
) -> (Parts, Option<ExpressionId>) {
    let progress = Progress::default();
    let mut builder = Builder::new(cursor.clone(), names, sink, &progress);
    let mut terminals = TermTerminals::new(cursor, &progress);
    let tokens = std::iter::from_fn(|| terminals.next());
    if let Err(error) = grammar::TermParser::new().parse(&mut builder, tokens) {
        builder.wrong(&error, ErrorPlace::Operand);
    }
    let term = builder.finish();
    sink.append(terminals.sink);
    term
}
