//! Connectors for the interactions of the original system, with the reconstruction atom as a participant.

use kernel::base::IndexVec;
use model::component::{
    ComponentId, Composite, Connector, ConnectorId, EndId, Transfer, TransferVariable,
};
use rustc_hash::FxHashMap;

use super::names::Names;
use super::reconstruction_atom::Reconstruction;
use super::terms::joined;

/// Returns a connector for each interaction, in their order: without triggers, with the same guard and transfer.
pub(super) fn starts(
    composite: &Composite,
    rgt: (ComponentId, &Reconstruction),
    names: &mut Names,
    kinds: &mut Names,
) -> IndexVec<ConnectorId, Connector> {
    let mut known: FxHashMap<(String, Vec<EndId>), String> = FxHashMap::default();
    let mut starts = IndexVec::new();
    for (id, interaction) in composite.interactions().enumerate() {
        let original = interaction.connector.map(|id| &composite.connectors()[id]);
        // The participants' ends come first, in their order.
        let participants = interaction.participants.iter().copied();
        let ends = joined(participants.chain([(rgt.0, rgt.1.starts[id])]));
        let is_whole = original.is_some_and(|one| one.ends.len() == interaction.ends.len());
        let kind = if let Some(original) = original
            && is_whole
        {
            original.kind.clone()
        } else {
            let (component, port) = interaction.participants[0];
            let wanted = match original {
                Some(original) => original.kind.clone(),
                None => format!("Alone_{}", composite.atom(component).ports[port].kind),
            };
            let key = (wanted.clone(), interaction.ends.clone());
            known.entry(key).or_insert_with(|| kinds.fresh(&wanted)).clone()
        };
        starts.push(Connector {
            name: if is_whole { interaction.name.clone() } else { names.fresh(&interaction.name) },
            kind,
            data: original.map(|one| one.data.clone()).unwrap_or_default(),
            transfers: composite
                .transfer(id)
                .map(|transfer| moved(transfer, &interaction.ends, ends.ids().collect()))
                .into_iter()
                .collect(),
            ends,
        });
    }
    starts
}

/// Returns a transfer of the ends `from` as one of the first ends of `to`, all of which take part.
fn moved(transfer: &Transfer, from: &[EndId], to: Vec<EndId>) -> Transfer {
    let rename = |variable| match variable {
        TransferVariable::Datum(_) => variable,
        TransferVariable::Exported(end, variable) => {
            let position = from.iter().position(|&one| one == end);
            TransferVariable::Exported(to[position.expect("the end takes part")], variable)
        }
    };
    Transfer {
        guard: transfer.guard.as_ref().map(|guard| guard.renamed(&rename)),
        actions: transfer.actions.iter().map(|one| one.renamed(&rename)).collect(),
        ends: to,
    }
}
