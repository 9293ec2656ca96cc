//! Lowering of a tree to a model: names are resolved, and the rules beyond the grammar are
//! checked.
//!
//! Lowering always runs, also after syntax errors, so that one run reports as many errors as
//! possible; unknown names of a kind that a syntax error may have swallowed are then not reported.

mod automata;
mod bad;
mod bag;
mod by_channel;
mod channels;
mod condition;
mod contents;
mod contents_nodes;
mod declarations;
mod expansion;
mod final_states;
mod impossible;
mod likely_mistakes;
mod scope;
mod sections;
mod unused;

use rustc_hash::FxHashMap;

use super::directive::Directives;
use super::parser::Parse;
use super::token::Token;
use crate::reading::StatedAnswers;
use crate::system::{Model, Places};
use kernel::base::IndexVec;
use kernel::diagnostics::Sink;
use kernel::source::Source;
use likely_mistakes::Written;
use model::cfsm::SystemBuilder;
use scope::Scope;

/// Returns the model of a parsed text unless there is an error, and all diagnostics.
///
/// # Complexity
/// Linear in the tree, but for the contents expressions of systems with bags: they take up to a
/// fixed number of steps more.
pub(super) fn lower(
    source: &Source,
    parse: Parse<'_>,
    directives: Directives<'_>,
) -> (Option<Model>, Sink) {
    let Parse { tree, lost, mut sink, .. } = parse;
    sections::check(&tree.file, lost, &mut sink);
    let name = tree.file.name.map_or("", |name| name.text);
    let mut scope = Scope {
        source,
        tree: &tree,
        lost,
        sink,
        builder: SystemBuilder::new(name),
        places: Places::default(),
        communications: Vec::new(),
        channels: None,
        parameters: tree.file.place(Token::Parameters),
        messages: IndexVec::new(),
        message_ids: FxHashMap::default(),
        automata: IndexVec::new(),
        automaton_ids: FxHashMap::default(),
    };
    channels::lower(&mut scope, &directives.bags);
    declarations::lower(&mut scope);
    automata::lower(&mut scope);
    let finals = final_states::lower(&mut scope, &directives.finals);
    let bad = bad::lower(&mut scope, &directives.bags);
    let Scope { mut sink, builder, mut places, communications, .. } = scope;
    if sink.has_errors() {
        return (None, sink);
    }
    let system = builder.finish();
    unused::warn(&system, &tree, &places, &mut sink);
    impossible::warn(&system, &tree, &mut sink);
    let written = Written { tree: &tree, transitions: &communications };
    likely_mistakes::warn(&system, &bad, written, &places, &mut sink);
    final_states::warn(&system, &finals, &mut sink);
    let StatedAnswers { expectations, verdicts, lines, .. } = directives.answers;
    places.expectations = verdicts;
    places.expectation_lines = lines;
    let model = Model { system, bad, expectations, places, is_scm: true };
    (Some(model), sink)
}
