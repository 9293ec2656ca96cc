//! The language of a choreography as some of its participants see it.

use super::Interaction;
use crate::cfsm::ParticipantId;
use kernel::automata::{DfaStateId, PrefixClosedDfa};
use kernel::base::{Id as _, IndexVec};
use kernel::search::path_ends;

/// The language of a choreography, in which interactions of other participants may be silent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct View {
    /// The state in which reading starts.
    pub initial: DfaStateId,
    /// The transitions, silent or by an interaction.
    pub steps: Vec<(DfaStateId, Option<Interaction>, DfaStateId)>,
    /// Whether the protocol may end in each state.
    pub ends: IndexVec<DfaStateId, bool>,
    /// The state of the language that each state is.
    pub origins: IndexVec<DfaStateId, DfaStateId>,
}

impl View {
    /// Returns the view of all participants together.
    pub fn whole(
        language: &PrefixClosedDfa<Interaction>,
        may_end: impl Fn(DfaStateId) -> bool,
    ) -> Self {
        let steps = language.states().flat_map(|state| {
            let steps = language.transitions(state).iter();
            steps.map(move |&(exchange, target)| (state, Some(exchange), target))
        });
        Self {
            initial: language.initial(),
            steps: steps.collect(),
            ends: language.states().map(may_end).collect(),
            origins: language.states().collect(),
        }
    }

    /// Returns for each of the first `participants` a view with at least its interactions, in order.
    ///
    /// The views of halves of the participants are made of those of twice as many, so that silent steps between states
    /// that look the same are dropped once for many participants.
    ///
    /// # Complexity
    /// Linear in the transitions times a logarithm, for all participants together, if each silent step that remains is
    /// one of several from a state; else up to the transitions times the participants.
    pub fn of_each(self, participants: usize) -> impl Iterator<Item = (ParticipantId, Self)> {
        let mut open = vec![(self, 0..participants)];
        std::iter::from_fn(move || {
            loop {
                let (view, participants) = open.pop()?;
                if participants.len() < 2 {
                    return Some((ParticipantId::from_index(participants.start), view));
                }
                let middle = participants.start.midpoint(participants.end);
                for half in [middle..participants.end, participants.start..middle] {
                    let takes_part = |one: Interaction| {
                        half.contains(&one.sender.index()) || half.contains(&one.receiver.index())
                    };
                    open.push((view.narrowed(takes_part), half));
                }
            }
        })
    }

    /// Returns the view in which other interactions are silent, too. A state whose only step is a silent one is replaced
    /// by the target, unless the protocol may end in the state alone.
    fn narrowed(&self, is_seen: impl Fn(Interaction) -> bool) -> Self {
        let steps =
            self.steps.iter().map(|&(from, what, to)| (from, what.filter(|&one| is_seen(one)), to));
        let mut steps: Vec<_> =
            steps.filter(|&(from, what, to)| what.is_some() || from != to).collect();
        steps.sort_unstable();
        steps.dedup();
        let mut next: IndexVec<DfaStateId, Option<DfaStateId>> =
            IndexVec::filled(None, self.ends.len());
        for steps in steps.chunk_by(|one, other| one.0 == other.0) {
            if let &[(from, None, to)] = steps {
                next[from] = (!self.ends[from] || self.ends[to]).then_some(to);
            }
        }
        // Each state that is replaced, by the last state of its path; a cycle of such states is one state.
        let leader = path_ends(|state| next[state], self.ends.len());
        let mut ids: IndexVec<DfaStateId, Option<DfaStateId>> =
            IndexVec::filled(None, self.ends.len());
        let (mut ends, mut origins) = (IndexVec::new(), IndexVec::new());
        let mut number = |state: DfaStateId| {
            let state = leader[state];
            *ids[state].get_or_insert_with(|| {
                origins.push(self.origins[state]);
                ends.push(self.ends[state])
            })
        };
        let initial = number(self.initial);
        let is_kept = |from: DfaStateId, what: Option<_>, to| {
            leader[from] == from && (what.is_some() || leader[to] != from)
        };
        steps.retain(|&(from, what, to)| is_kept(from, what, to));
        for (from, _, to) in &mut steps {
            (*from, *to) = (number(*from), number(*to));
        }
        Self { initial, steps, ends, origins }
    }
}
