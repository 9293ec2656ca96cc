//! Which interactions are preferred to which: priorities and maximal progress.

use fixedbitset::FixedBitSet;
use kernel::base::{Id as _, IndexVec};

use super::{CompositeParts, Expression, Interaction, InteractionId, Side, StateVariable};

/// The rules of a composite about its interactions.
///
/// An interaction is lower than another one where a rule says so whose guard holds, or where the other one is of the
/// same connector and has the same participants and more (maximal progress); and what is lower than a lower one is
/// lower, too.
#[derive(Clone, Debug)]
pub(super) struct Preference {
    /// The guards of the rules that have one.
    guards: Vec<Expression<StateVariable>>,
    /// For each interaction, the higher ones of single rules, each with the index of the guard of the rule.
    direct: IndexVec<InteractionId, Vec<(InteractionId, Option<usize>)>>,
    /// An interaction that rules without guards make higher than itself.
    circular: Option<InteractionId>,
    /// The closure, where no rule has a guard: for each interaction all higher ones in order.
    closed: Option<IndexVec<InteractionId, Vec<InteractionId>>>,
}

impl Preference {
    pub(super) fn new(
        parts: &CompositeParts,
        interactions: &IndexVec<InteractionId, Interaction>,
    ) -> Self {
        let mut direct: IndexVec<InteractionId, Vec<(InteractionId, Option<usize>)>> =
            IndexVec::filled(Vec::new(), interactions.len());
        let by_connector = IndexVec::grouped(
            parts.connectors.len(),
            interactions.enumerate().filter_map(|(id, one)| Some((one.connector?, id))),
        );
        for (id, interaction) in interactions.enumerate() {
            let Some(connector) = interaction.connector else { continue };
            let more = by_connector[connector].iter().filter(|&&other| {
                let ends = &interactions[other].ends;
                ends.len() == interaction.ends.len() + 1
                    && interaction.ends.iter().all(|end| ends.contains(end))
            });
            // Each larger set is reached by adding one end at a time, since a trigger stays in it.
            direct[id].extend(more.map(|&other| (other, None)));
        }
        let mut guards = Vec::new();
        for rule in &parts.priorities {
            let guard = rule.guard.clone().map(|guard| {
                guards.push(guard);
                guards.len() - 1
            });
            let named = |side: &Side| -> Vec<InteractionId> {
                let of = |id: &super::ConnectorId| by_connector[*id].iter().copied();
                match side {
                    Side::All(connectors) => connectors.iter().flat_map(of).collect(),
                    Side::Connector(connector) => of(connector).collect(),
                    Side::Interaction(connector, ends) => {
                        of(connector).filter(|&id| interactions[id].ends == *ends).collect()
                    }
                }
            };
            let (mut lower, mut higher) = (named(&rule.lower), named(&rule.higher));
            if matches!(rule.lower, Side::All(_)) {
                lower.retain(|id| !higher.contains(id));
            } else if matches!(rule.higher, Side::All(_)) {
                higher.retain(|id| !lower.contains(id));
            }
            for &low in &lower {
                direct[low].extend(higher.iter().map(|&high| (high, guard)));
            }
        }
        let mut preference = Self { guards, direct, circular: None, closed: None };
        preference.circular = preference.cycle(&|_| false);
        if preference.guards.is_empty() {
            let ids = interactions.ids();
            preference.closed = Some(ids.map(|id| preference.above(id, &|_| true)).collect());
        }
        preference
    }

    /// Returns the guards of the rules, in the order of their numbers.
    pub(super) fn guards(&self) -> &[Expression<StateVariable>] {
        &self.guards
    }

    /// Returns the pairs of single rules: the lower and the higher interaction, and the guard.
    pub(super) fn pairs(
        &self,
    ) -> impl Iterator<Item = (InteractionId, InteractionId, Option<&Expression<StateVariable>>)>
    {
        self.direct.enumerate().flat_map(|(low, higher)| {
            let guard = |index: Option<usize>| index.map(|index| &self.guards[index]);
            higher.iter().map(move |&(high, index)| (low, high, guard(index)))
        })
    }

    /// Returns the interactions that are higher than `id` by the rules whose guards `counts` selects by number, in
    /// order: `id` itself among them if the rules are circular.
    ///
    /// # Complexity
    /// Linear in the number of pairs that the rules name.
    pub(super) fn above(
        &self,
        id: InteractionId,
        counts: &dyn Fn(usize) -> bool,
    ) -> Vec<InteractionId> {
        let mut found = FixedBitSet::with_capacity(self.direct.len());
        let mut open = vec![id];
        while let Some(next) = open.pop() {
            for &(high, guard) in &self.direct[next] {
                if guard.is_none_or(counts) && !found.put(high.index()) {
                    open.push(high);
                }
            }
        }
        found.ones().map(InteractionId::from_index).collect()
    }

    /// Returns the interactions that are higher than `id` where no rule has a guard.
    #[inline]
    pub(super) fn closed(&self, id: InteractionId) -> Option<&[InteractionId]> {
        self.closed.as_ref().map(|closed| &*closed[id])
    }

    /// Returns an interaction that rules without guards make higher than itself.
    pub(super) fn circular(&self) -> Option<InteractionId> {
        self.circular
    }

    /// Returns an interaction that the rules whose guards `counts` selects make higher than itself.
    pub(super) fn cycle(&self, counts: &dyn Fn(usize) -> bool) -> Option<InteractionId> {
        self.direct.ids().find(|&id| self.above(id, counts).contains(&id))
    }
}
