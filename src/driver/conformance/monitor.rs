//! Open sessions, watched event by event: each location by itself.

use rustc_hash::FxHashMap;

use super::engines::Engine;
use check::conformance::{LocalError, LocalReason, LocalState, LocalVerifiers};
use kernel::base::Id as _;
use language::log::Seen;

/// So many bytes are kept of what locations can be in, for each of them.
const KEPT_BYTES: usize = 1 << 26;

/// Watches open sessions.
#[derive(Debug)]
pub(super) struct Monitor {
    verifiers: LocalVerifiers,
    open: FxHashMap<u64, Vec<Watched>>,
}

/// A location of a session.
#[derive(Clone, Copy, Debug)]
enum Watched {
    /// Nothing was seen.
    Fresh,
    /// So many local letters were right.
    Right(LocalState, usize),
    /// One was wrong, or what was read is forgotten.
    StateSpace,
}

impl Monitor {
    /// Returns a monitor; `None` where there is no automaton that locations could follow.
    pub(super) fn new(engine: &Engine) -> Option<Self> {
        let Engine::Automaton(checker) = engine else { return None };
        let verifiers = checker.clone().verifiers().clone();
        Some(Self { verifiers, open: FxHashMap::default() })
    }

    /// Takes an event; returns its error, if it is the first of its location that is wrong.
    pub(super) fn see(&mut self, seen: Seen, locations: usize) -> Option<LocalError> {
        let session = self.open.entry(seen.session);
        let session = session.or_insert_with(|| vec![Watched::Fresh; locations]);
        let location = seen.location;
        let watched = &mut session[location.index()];
        let (state, position) = match *watched {
            Watched::Fresh => (self.verifiers.start(location), 0),
            Watched::Right(state, position) => (state, position),
            Watched::StateSpace => return None,
        };
        if let Some(next) = self.verifiers.read(location, state, seen.letter) {
            *watched = Watched::Right(next, position + 1);
            return None;
        }
        *watched = Watched::StateSpace;
        let expected = self.verifiers.expected(location, state);
        let may_end = self.verifiers.may_end(location, state);
        let reason = LocalReason::Unexpected;
        Some(LocalError { location, position, reason, expected, may_end })
    }

    /// Forgets a session that ended. Where that of others takes very much memory it is forgotten, too: then what is
    /// wrong with sessions that are open is reported at their ends.
    pub(super) fn forget(&mut self, session: u64) {
        self.open.remove(&session);
        if self.verifiers.shrink(KEPT_BYTES) {
            self.open.values_mut().for_each(|session| session.fill(Watched::StateSpace));
        }
    }
}
