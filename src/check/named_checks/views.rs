//! States of a participant's projection after the runs of a choreography.

use crate::realisability::Occurrence;
use kernel::automata::{DfaStateId, PrefixClosedDfa};
use kernel::base::Control;
use kernel::search::{reachable, shortest_path};
use model::cfsm::{Action, ParticipantId};
use model::choreography::Choreography;

/// The pairs of a state of a choreography and one of a participant's projection that some word leads to.
///
/// Both automata are deterministic, so there are finitely many pairs.
pub(super) struct Views<'a> {
    choreography: &'a Choreography,
    pub(super) participant: ParticipantId,
    pub(super) projection: PrefixClosedDfa<Action>,
    /// The pairs, the nearest first.
    pub(super) pairs: Vec<View>,
}

/// A state of the choreography and one of the projection.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct View {
    pub(super) state: DfaStateId,
    pub(super) local: DfaStateId,
}

impl<'a> Views<'a> {
    /// Returns the views of a participant; `None` if determinising its projection takes more than
    /// `max_states` states, or a limit of `control` is reached.
    pub(super) fn new(
        choreography: &'a Choreography,
        participant: ParticipantId,
        max_states: usize,
        control: &Control,
    ) -> Option<Self> {
        let projection = choreography.projection(participant, max_states, control)?;
        let mut views = Self { choreography, participant, projection, pairs: Vec::new() };
        views.pairs = reachable([views.start()], |&view| {
            let goes_on = control.limit(0, 0).is_none();
            views.steps(view).take_while(move |_| goes_on).map(|(_, next)| next)
        });
        (control.limit(0, 0).is_none()).then_some(views)
    }

    fn start(&self) -> View {
        View { state: self.choreography.language().initial(), local: self.projection.initial() }
    }

    fn steps(&self, view: View) -> impl Iterator<Item = (Occurrence, View)> {
        let View { state, local } = view;
        self.choreography.language().transitions(state).iter().map(move |&(exchange, target)| {
            let local = match exchange.action_of(self.participant) {
                Some(action) => self.projection.after(local, action).expect("it is projected"),
                None => local,
            };
            (Occurrence { state, exchange }, View { state: target, local })
        })
    }

    /// Returns a run with the fewest interactions that leads to a pair.
    pub(super) fn run_to(&self, view: View) -> Vec<Occurrence> {
        let path = shortest_path([self.start()], |&at| self.steps(at), |&at| at == view);
        path.expect("each pair is reached").into_labels().collect()
    }
}
