//! From a term to a description.

use super::Structured;
use super::draft::ChoreographyDraft;
use super::unfold::{NodeId, unfold};
use kernel::base::Id as _;
use kernel::diagnostics::Sink;
use model::choreography::{Architecture, DescribedEdge};

/// Adds the automaton of a term to a draft that has the same participants and messages.
///
/// # Complexity
/// That of [`unfold`].
pub(super) fn describe(structure: Structured, draft: &mut ChoreographyDraft, sink: &mut Sink) {
    let Some(fragment) = unfold(&structure, sink) else { return };
    let (fragment, finals) = fragment.voiced();
    let builder = &mut draft.builder;
    builder.architecture = Some(Architecture::PeerToPeer);
    let mut state = |node: NodeId| builder.states.id(&node.index().to_string());
    builder.initial = Some(state(fragment.begin));
    for arrow in &fragment.arrows {
        let (source, target) = (state(arrow.source), state(arrow.target));
        builder.edges.push(DescribedEdge { source, exchange: arrow.exchange, target });
        builder.places.push(arrow.place);
    }
    builder.finals = finals.into_iter().map(state).collect();
    draft.structure = Some(structure);
}
