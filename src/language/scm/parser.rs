//! Parsing of tokens into a tree.

use std::rc::Rc;

use super::ast::Tree;
use super::builder::{LostItems, TreeBuilder};
use super::lexer::{Grain, Lexer};
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
/// A text without syntax errors is read in tokens that are whole lines where these have their usual form: such a token
/// costs little more than a word. Any other text is read again word by word, so that its errors have places in lines.
///
/// # Complexity
/// Linear in the text where it has no syntax errors; each error costs, for each token that it
/// swallows, the square of the nesting around it, which is bounded.
pub(super) fn parse(source: &Source) -> Parse<'_> {
    match read(source, Grain::Lines) {
        Parse { lost, sink, .. } if lost != LostItems::default() || sink.has_errors() => {
            read(source, Grain::Words)
        }
        parse => parse,
    }
}

/// Reads `source` in tokens of one size; with [`Grain::Lines`] up to the first syntax error.
fn read(source: &Source, grain: Grain) -> Parse<'_> {
    let progress = Rc::new(ParserProgress::default());
    let sink = || Sink::new(MAX_DIAGNOSTICS);
    let mut lexer = Lexer::new(source, grain, sink());
    let mut builder = TreeBuilder::new(source, grain, sink(), Rc::clone(&progress));
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
