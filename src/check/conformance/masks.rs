//! Masks of searches: the states from which the rest of a trace can be read.

use smallvec::SmallVec;

use super::Specification;
use super::problem::Query;
use super::projection::{NONE, Projection, SetId, backwards, contains};
use kernel::automata::{FiniteAutomaton, FiniteStateId};
use kernel::base::{Id as _, IndexVec};
use model::trace::{LocalLetterId, LocationId};

/// Reads traces from their ends, on the reversed automaton.
#[derive(Clone, Debug)]
pub(super) struct BackwardReaders {
    reversed: FiniteAutomaton,
    /// The initial states.
    starts: Vec<FiniteStateId>,
    readers: IndexVec<LocationId, BackwardReader>,
}

#[derive(Clone, Debug)]
struct BackwardReader {
    projection: Projection,
    /// The set of the states from which acceptance is reached silently.
    ends: SetId,
    /// The set of all states.
    everything: SetId,
}

impl BackwardReaders {
    pub(super) fn new(specification: &Specification, most_entries: usize) -> Self {
        let reversed = specification.automaton().reversed();
        let locations = specification.alphabet().locations().ids();
        let readers = locations.map(|location| BackwardReader {
            projection: Projection::new(specification, location, most_entries),
            ends: NONE,
            everything: NONE,
        });
        let starts = specification.automaton().initial().to_vec();
        Self { readers: readers.collect(), reversed, starts }
    }

    /// Drops all sets if they take more than `bytes` bytes. Masks are then no longer valid.
    pub(super) fn shrink(&mut self, bytes: usize) {
        for reader in &mut self.readers {
            if reader.projection.bytes() > bytes {
                reader.projection.clear();
                (reader.ends, reader.everything) = (NONE, NONE);
            }
        }
    }

    /// Fills the masks of all locations. Returns `true` if each location alone can see its trace as the
    /// question asks; otherwise the masks are incomplete.
    pub(super) fn read(&mut self, query: &Query<'_>, masks: &mut [Vec<SetId>]) -> bool {
        let traces = query.traces;
        // The locations, and the number of letters that each has to read. The longest traces are read side by
        // side.
        let mut open: SmallVec<[(LocationId, usize); 8]> = SmallVec::new();
        for (place, masks) in masks.iter_mut().enumerate() {
            let (location, length) = (LocationId::from_index(place), traces[place].len());
            let set = self.end(location, query);
            masks.clear();
            masks.resize(length + 1, NONE);
            masks[length] = set;
            open.push((location, length));
        }
        open.sort_unstable_by_key(|&(_, length)| length);
        while !open.is_empty() {
            let from = open.len().saturating_sub(4);
            let read = match open[from..].len() {
                1 => self.retreat::<1>(traces, &open[from..], masks),
                2 => self.retreat::<2>(traces, &open[from..], masks),
                3 => self.retreat::<3>(traces, &open[from..], masks),
                _ => self.retreat::<4>(traces, &open[from..], masks),
            };
            for place in (from..open.len()).rev() {
                let (location, left) = &mut open[place];
                let (location, masks) = (*location, &mut masks[location.index()]);
                *left -= read;
                if *left == 0 {
                    if !self.is_begun(location, query, masks) {
                        return false;
                    }
                    open.remove(place);
                    continue;
                }
                let letter = traces[location.index()][*left - 1];
                let projection = &mut self.readers[location].projection;
                let next = projection.step(&self.reversed, masks[*left], letter);
                if next == NONE {
                    return false;
                }
                *left -= 1;
                masks[*left] = next;
            }
        }
        true
    }

    /// Reads traces side by side as long as all of them stay within known sets. Returns the number of letters
    /// read of each.
    fn retreat<const N: usize>(
        &self,
        traces: &[Vec<LocalLetterId>],
        open: &[(LocationId, usize)],
        masks: &mut [Vec<SetId>],
    ) -> usize {
        let open: [(LocationId, usize); N] = open.try_into().expect("there are so many");
        let masks = masks.get_disjoint_mut(open.map(|(location, _)| location.index()));
        let mut masks = masks.expect("each location stands there once").into_iter();
        backwards(open.map(|(location, left)| {
            let trace = &traces[location.index()][..left];
            let masks = masks.next().expect("each location has masks");
            (&self.readers[location].projection, trace, &mut masks[..=left])
        }))
    }

    /// Returns the set at the end of a trace.
    fn end(&mut self, location: LocationId, query: &Query<'_>) -> SetId {
        if query.is_open_at_end[location.index()] || query.ends_anywhere() {
            return self.everything(location);
        }
        let reader = &mut self.readers[location];
        if reader.ends == NONE {
            let last = self.reversed.initial().iter().copied();
            reader.ends = reader.projection.closed(&self.reversed, last);
        }
        reader.ends
    }

    /// Returns `true` if a trace may begin where its masks do; the masks are complete then.
    fn is_begun(&mut self, location: LocationId, query: &Query<'_>, masks: &mut [SetId]) -> bool {
        let set = masks[0];
        if query.question.is_open_at_start() {
            // Any letters may happen before the trace begins, so each state may have moved on to all it can
            // reach.
            masks[0] = self.everything(location);
            return set != NONE;
        }
        let bits = self.readers[location].projection.bits(set);
        self.starts.iter().any(|&state| contains(bits, state))
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
