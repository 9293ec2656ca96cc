//! Monitors open sessions event by event, each location by itself.

use rustc_hash::FxHashMap;

use crate::conformance::model::engines::Engine;
use check::conformance::{LocalError, LocalReason, LocalState, LocalVerifiers};
use kernel::base::Id as _;
use language::log::Seen;

/// Maximum memory in bytes for the states of the verifiers.
const KEPT_BYTES: usize = 1 << 26;

/// Monitor of open sessions.
#[derive(Debug)]
pub(in crate::conformance) struct Monitor {
    verifiers: LocalVerifiers,
    open: FxHashMap<u64, Vec<TraceState>>,
}

/// State of a location of a session.
#[derive(Clone, Copy, Debug)]
enum TraceState {
    /// No event was read.
    Fresh,
    /// All events so far were right: the state of the verifier, and the number of local letters.
    Right(LocalState, usize),
    /// An event was wrong, or the state was discarded to save memory.
    Over,
}

impl Monitor {
    /// Returns a monitor; `None` if there is no automaton for local checks.
    pub(in crate::conformance) fn new(engine: &Engine) -> Option<Self> {
        let Engine::Automaton(checker) = engine else { return None };
        let verifiers = checker.clone().verifiers().clone();
        Some(Self { verifiers, open: FxHashMap::default() })
    }

    /// Reads an event; returns its error if it is the first wrong one of its location.
    pub(in crate::conformance) fn see(
        &mut self,
        seen: Seen,
        locations: usize,
    ) -> Option<LocalError> {
        let session = self.open.entry(seen.session);
        let session = session.or_insert_with(|| vec![TraceState::Fresh; locations]);
        let location = seen.location;
        let watched = &mut session[location.index()];
        let (state, position) = match *watched {
            TraceState::Fresh => (self.verifiers.start(location), 0),
            TraceState::Right(state, position) => (state, position),
            TraceState::Over => return None,
        };
        if let Some(next) = self.verifiers.read(location, state, seen.letter) {
            *watched = TraceState::Right(next, position + 1);
            return None;
        }
        *watched = TraceState::Over;
        let expected = self.verifiers.expected(location, state);
        let may_end = self.verifiers.may_end(location, state);
        let reason = LocalReason::Unexpected;
        Some(LocalError { location, position, reason, expected, may_end })
    }

    /// Removes a session that ended. If the states of other sessions take too much memory, they are discarded; errors
    /// of the sessions open at that time are then reported when the sessions end.
    pub(in crate::conformance) fn forget(&mut self, session: u64) {
        self.open.remove(&session);
        if self.verifiers.shrink(KEPT_BYTES) {
            self.open.values_mut().for_each(|session| session.fill(TraceState::Over));
        }
    }
}
