//! What a participant may have seen of the runs of a choreography.

use std::collections::VecDeque;

use rustc_hash::FxHashSet;

use crate::realisability::Occurrence;
use kernel::automata::{DfaStateId, PrefixClosed};
use kernel::base::Control;
use model::cfsm::{Action, ParticipantId};
use model::choreography::Choreography;

/// The states of a choreography with those of a participant's projection, after each of its words.
///
/// Both automata are deterministic, so that these are finitely many pairs.
pub(super) struct Views<'a> {
    choreography: &'a Choreography,
    pub(super) participant: ParticipantId,
    pub(super) projection: PrefixClosed<Action>,
    /// The pairs, the nearest first.
    pub(super) pairs: Vec<View>,
}

/// A state of the choreography and one of the projection.
pub(super) struct View {
    pub(super) state: DfaStateId,
    pub(super) local: DfaStateId,
    /// The number of the pair before, and what happened there.
    before: Option<(usize, Occurrence)>,
}

impl<'a> Views<'a> {
    /// Returns the views of a participant; nothing if determinising its projection takes more than
    /// `most` states, or a limit of `control` is reached.
    pub(super) fn of(
        choreography: &'a Choreography,
        participant: ParticipantId,
        most: usize,
        control: &Control,
    ) -> Option<Self> {
        let projection = choreography.projection(participant, most, control)?;
        let mut views = Self { choreography, participant, projection, pairs: Vec::new() };
        views.explore(control)?;
        Some(views)
    }

    fn explore(&mut self, control: &Control) -> Option<()> {
        let language = self.choreography.language();
        let mut known = FxHashSet::default();
        let start = (language.initial(), self.projection.initial());
        known.insert(start);
        self.pairs.push(View { state: start.0, local: start.1, before: None });
        let mut open = VecDeque::from([0]);
        while let Some(number) = open.pop_front() {
            if control.limit(0, 0).is_some() {
                return None;
            }
            let View { state, local, .. } = self.pairs[number];
            for &(exchange, target) in language.transitions(state) {
                let next = match exchange.action_of(self.participant) {
                    Some(action) => self.projection.after(local, action).expect("it is projected"),
                    None => local,
                };
                if known.insert((target, next)) {
                    open.push_back(self.pairs.len());
                    let before = Some((number, Occurrence { state, exchange }));
                    self.pairs.push(View { state: target, local: next, before });
                }
            }
        }
        Some(())
    }

    /// Returns a run with the fewest interactions that leads to a pair.
    pub(super) fn run_to(&self, mut number: usize) -> Vec<Occurrence> {
        let mut run = Vec::new();
        while let Some((before, occurrence)) = self.pairs[number].before {
            run.push(occurrence);
            number = before;
        }
        run.reverse();
        run
    }
}
