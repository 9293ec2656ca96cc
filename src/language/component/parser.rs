//! Parsing of tokens into a tree.

use std::rc::Rc;

use super::ast::Package;
use super::builder::TreeBuilder;
use super::lexer::{Annotation, Lexer};
use crate::reading::{MAX_DIAGNOSTICS, ParserProgress};
use kernel::diagnostics::Sink;
use kernel::source::{Source, Span};

lalrpop_util::lalrpop_mod!(
    #[allow(warnings, reason = "the parser is generated")]
    grammar,
    "/component.rs"
);

/// A text as a tree, with the diagnostics so far.
#[derive(Debug)]
pub(super) struct Parse {
    pub(super) package: Package,
    /// Whether syntax errors may have swallowed parts.
    pub(super) is_damaged: bool,
    pub(super) comments: Vec<Span>,
    pub(super) annotations: Vec<Annotation>,
    pub(super) sink: Sink,
}

/// Reads `source`; errors are collected, and the readable parts are read nevertheless.
///
/// # Complexity
/// Linear in the text where it has no syntax errors; each error costs, for each token that it swallows, the square of
/// the nesting around it, which is bounded.
pub(super) fn parse(source: &Source) -> Parse {
    let progress = Rc::new(ParserProgress::default());
    let mut lexer = Lexer::new(source, Sink::new(MAX_DIAGNOSTICS));
    let mut builder = TreeBuilder::new(source, Sink::new(MAX_DIAGNOSTICS), Rc::clone(&progress));
    let tokens = std::iter::from_fn(|| {
        let token = progress.take_token().then(|| lexer.next()).flatten();
        if lexer.is_cut() {
            progress.stop();
        }
        token
    });
    let package = match grammar::FileParser::new().parse(&mut builder, tokens) {
        Ok(package) => package,
        Err(error) => {
            builder.failure(&error);
            Package::default()
        }
    };
    let is_damaged = builder.is_damaged || progress.is_cut();
    let found = builder.sink;
    let (mut sink, comments, annotations) = lexer.finish();
    sink.append(found);
    Parse { package, is_damaged, comments, annotations, sink }
}
