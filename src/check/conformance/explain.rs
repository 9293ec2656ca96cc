//! Why a multitrace does not conform: how far it can be read, and which locations are in conflict.

use std::collections::BTreeSet;

use super::budget::SearchBudget;
use super::problem::Query;
use super::search::by_layers;
use super::{Checker, Question};
use kernel::automata::FiniteStateId;
use kernel::base::{Control, Id as _, Limit};
use model::trace::{LetterId, LocalLetterId, LocationId};

/// The furthest point to which traces can be read together; its hypotheses are states of an automaton, or
/// terms.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Furthest<State = FiniteStateId> {
    /// Number of local letters of each trace that are read. No other way reads more in total; of several ways
    /// it is the one that reads most of the first location, then of the second one, and so on.
    pub positions: Vec<usize>,
    /// The states in which the automaton may be there: the remaining hypotheses.
    pub states: Vec<State>,
    /// The letters that are possible next, in order.
    pub enabled: Vec<LetterId>,
    /// Whether a word may end there.
    pub may_end: bool,
}

impl Checker {
    /// Returns the furthest point to which traces can be read together as a question asks, whatever comes
    /// after.
    ///
    /// # Errors
    /// If a limit is reached.
    ///
    /// # Complexity
    /// The product of the lengths of the traces, each with one more, times the transitions.
    pub fn furthest(
        &mut self,
        traces: &[Vec<LocalLetterId>],
        question: Question,
        control: &Control,
    ) -> Result<Furthest, Limit> {
        let query = Query::new(traces, question);
        self.unmask(traces);
        let layered = by_layers(&self.problem(&query), &mut SearchBudget::new(control))?;
        let automaton = self.specification().automaton();
        let steps = layered.at.iter().flat_map(|&state| automaton.transitions(state));
        let enabled: BTreeSet<LetterId> =
            steps.map(|(symbol, _)| LetterId::from_index(symbol.index())).collect();
        let enabled = enabled.into_iter().collect();
        // Without any state nothing is read.
        let mut positions: Vec<usize> = layered.positions.iter().map(|&at| at as usize).collect();
        positions.resize(traces.len(), 0);
        let may_end = layered.at.iter().any(|&state| automaton.is_accepting(state));
        Ok(Furthest { positions, states: layered.at, enabled, may_end })
    }

    /// Returns a minimal set of locations that are in conflict: no word is seen by them as the question asks,
    /// whatever the others see, but without any one of them there is such a word. If the answer to the
    /// question is yes there is no conflict, and the set is that of all locations.
    ///
    /// # Errors
    /// If a limit is reached.
    ///
    /// # Complexity
    /// That of as many searches as there are locations.
    pub fn conflict(
        &mut self,
        traces: &[Vec<LocalLetterId>],
        question: Question,
        control: &Control,
    ) -> Result<Vec<LocationId>, Limit> {
        let query = Query::new(traces, question);
        let locations = self.specification().alphabet().locations().ids().collect();
        let mut budget = SearchBudget::new(control);
        minimal_conflict(locations, |kept| Ok(!self.refute(&query, kept, &mut budget)?))
    }
}

/// Returns a minimal subset of `locations` in conflict: locations are removed one after the other, the last
/// first, unless the rest is without conflict.
pub(super) fn minimal_conflict(
    locations: Vec<LocationId>,
    mut fit: impl FnMut(&[LocationId]) -> Result<bool, Limit>,
) -> Result<Vec<LocationId>, Limit> {
    let mut kept = locations;
    for location in kept.clone().into_iter().rev() {
        let others: Vec<LocationId> =
            kept.iter().copied().filter(|&other| other != location).collect();
        if !fit(&others)? {
            kept = others;
        }
    }
    Ok(kept)
}
