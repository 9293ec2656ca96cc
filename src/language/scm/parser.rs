//! From tokens to a tree.

use super::ast::Tree;
use super::builder::{Builder, Lost};
use super::lexer::Lexer;
use crate::kernel::diagnostics::Sink;
use crate::kernel::source::{Source, Span};

lalrpop_util::lalrpop_mod!(
    #[allow(
        unreachable_pub,
        unused_qualifications,
        missing_docs,
        missing_debug_implementations,
        unused_lifetimes,
        elided_lifetimes_in_paths,
        explicit_outlives_requirements,
        unused_imports,
        clippy::unwrap_used,
        clippy::all,
        clippy::pedantic,
        clippy::allow_attributes_without_reason,
        reason = "the parser is generated"
    )]
    grammar,
    "/scm.rs"
);

/// A text as a tree, with everything that is wrong with it so far.
#[derive(Debug)]
pub(super) struct Parse<'input> {
    pub(super) tree: Tree<'input>,
    pub(super) lost: Lost,
    pub(super) comments: Vec<Span>,
    pub(super) sink: Sink,
}

/// Reads `source`; mistakes are collected, and what they leave readable is read.
///
/// # Complexity
/// Linear in the text where it has no syntax errors; each error costs, for each token that it
/// swallows, the square of the nesting around it, which is bounded.
pub(super) fn parse(source: &Source, room: usize) -> Parse<'_> {
    let mut lexer = Lexer::new(source, Sink::new(room));
    let mut builder = Builder::new(source, Sink::new(room));
    match grammar::FileParser::new().parse(&mut builder, &mut lexer) {
        Ok(file) => builder.tree.file = file,
        Err(error) => {
            builder.lost = Lost { declarations: true, automata: true, sections: true };
            builder.failure(&error);
        }
    }
    let (mut sink, comments) = lexer.finish();
    sink.append(builder.sink);
    Parse { tree: builder.tree, lost: builder.lost, comments, sink }
}
