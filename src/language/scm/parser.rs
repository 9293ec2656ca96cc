//! Parsing of tokens into a tree.

use std::rc::Rc;

use super::ast::Tree;
use super::builder::{LostItems, TreeBuilder};
use super::lexer::Lexer;
use crate::reading::{MAX_DIAGNOSTICS, ParserProgress};
use kernel::diagnostics::Sink;
use kernel::source::{Source, Span};

lalrpop_util::lalrpop_mod!(
    #[allow(warnings, reason = "the parser is generated")]
    grammar,
    "/scm.rs"
);

/// A text as a tree, with the diagnostics so far.
#[derive(Debug)]
pub(super) struct Parse<'input> {
    pub(super) tree: Tree<'input>,
    pub(super) lost: LostItems,
    pub(super) comments: Vec<Span>,
    pub(super) sink: Sink,
}

/// Reads `source`; errors are collected, and the readable parts are read nevertheless.
///
/// # Complexity
/// Linear in the text where it has no syntax errors; each error costs, for each token that it
/// swallows, the square of the nesting around it, which is bounded.
pub(super) fn parse(source: &Source) -> Parse<'_> {
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
    match grammar::FileParser::new().parse(&mut builder, tokens) {
        Ok(file) => builder.tree.file = file,
        Err(error) => {
            builder.lost = LostItems::ALL;
            builder.failure(&error);
        }
    }
    if progress.is_cut() {
        builder.lost = LostItems::ALL;
    }
    let (tree, lost, found) = (builder.tree, builder.lost, builder.sink);
    let (mut sink, comments) = lexer.finish();
    sink.append(found);
    Parse { tree, lost, comments, sink }
}
