//! From which states the rest of a trace can be read: the masks of searches.

use super::Specification;
use super::problem::Manner;
use super::projection::{NONE, Projection, SetId, contains};
use crate::kernel::automata::{FiniteAutomaton, FiniteStateId};
use crate::kernel::base::{Id as _, IndexVec};
use crate::model::trace::{LocalLetterId, LocationId};

/// Reads traces from their ends, on the reversed automaton.
#[derive(Clone, Debug)]
pub(super) struct BackwardReaders {
    reversed: FiniteAutomaton,
    /// The initial states.
    starts: Vec<FiniteStateId>,
    readers: IndexVec<LocationId, Reader>,
}

#[derive(Clone, Debug)]
struct Reader {
    projection: Projection,
    /// The set of the states from which acceptance is reached silently.
    ends: SetId,
    /// The set of all states.
    everything: SetId,
}

impl BackwardReaders {
    pub(super) fn new(specification: &Specification) -> Self {
        let reversed = specification.automaton().reversed();
        let locations = specification.alphabet().locations().ids();
        let readers = locations.map(|location| Reader {
            projection: Projection::new(specification, location),
            ends: NONE,
            everything: NONE,
        });
        let starts = specification.automaton().initial().to_vec();
        Self { readers: readers.collect(), reversed, starts }
    }

    /// Forgets what was met, if that takes more than so many bytes. Masks are then no longer valid.
    pub(super) fn shrink(&mut self, bytes: usize) {
        for reader in &mut self.readers {
            if reader.projection.bytes() > bytes {
                reader.projection.clear();
                (reader.ends, reader.everything) = (NONE, NONE);
            }
        }
    }

    /// Fills `masks` with the set at each position of a trace. Tells whether the location alone can see it as
    /// is asked; the masks are not whole if not.
    pub(super) fn read(
        &mut self,
        location: LocationId,
        trace: &[LocalLetterId],
        manner: &Manner,
        masks: &mut Vec<SetId>,
    ) -> bool {
        let Self { reversed, starts, readers } = self;
        let reader = &mut readers[location];
        let is_open = manner.is_open_at_end[location.index()];
        let projection = &mut reader.projection;
        let mut set = if is_open || manner.ends_anywhere {
            if reader.everything == NONE {
                reader.everything = projection.everything(reversed);
            }
            reader.everything
        } else {
            if reader.ends == NONE {
                reader.ends = projection.closed(reversed, reversed.initial().iter().copied());
            }
            reader.ends
        };
        masks.clear();
        masks.resize(trace.len() + 1, NONE);
        masks[trace.len()] = set;
        for (position, &letter) in trace.iter().enumerate().rev() {
            set = projection.step(reversed, set, letter);
            if set == NONE {
                return false;
            }
            masks[position] = set;
        }
        if manner.is_open_at_start {
            // Whatever happens before the trace begins, each state comes to where it can.
            if reader.everything == NONE {
                reader.everything = projection.everything(reversed);
            }
            masks[0] = reader.everything;
            return set != NONE;
        }
        let bits = projection.bits(set);
        starts.iter().any(|&state| contains(bits, state))
    }

    /// Returns all sets of a location, one after the other.
    pub(super) fn sets(&self, location: LocationId) -> &[u64] {
        self.readers[location].projection.sets()
    }

    /// Returns the set of all states, as a set of the location.
    pub(super) fn everything(&mut self, location: LocationId) -> SetId {
        let reader = &mut self.readers[location];
        if reader.everything == NONE {
            reader.everything = reader.projection.everything(&self.reversed);
        }
        reader.everything
    }

    /// Returns the number of words of a set.
    pub(super) fn words(&self) -> usize {
        self.readers.iter().next().map_or(1, |reader| reader.projection.words())
    }
}
