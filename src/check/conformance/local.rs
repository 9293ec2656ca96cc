//! One location alone: its errors, and the area of the automaton that its trace passes through.

use smallvec::SmallVec;

use super::projection::{NONE, Projection, SetId, contains, meet, side_by_side};
use super::{LocalError, LocalReason, Specification};
use kernel::automata::FiniteStateId;
use kernel::base::{Id as _, IndexVec, hexadecimal};
use model::trace::{LocalLetterId, LocationId};

/// Transitions of the automaton of a [`Specification`], numbered in the order of its edges.
///
/// The area of a trace contains all transitions of all words whose projection is the trace, and maybe more.
///
/// Source: \[RVA\] Definition 8.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TransitionArea {
    bits: Vec<u64>,
    transitions: usize,
}

impl TransitionArea {
    /// Returns the area of all transitions.
    pub(super) fn everything(transitions: usize) -> Self {
        let mut bits = vec![u64::MAX; transitions.div_ceil(64)];
        if let Some(last) = bits.last_mut() {
            *last >>= (64 - transitions % 64) % 64;
        }
        Self { bits, transitions }
    }

    fn remove(&mut self, transition: usize) {
        self.bits[transition / 64] &= !(1 << (transition % 64));
    }

    /// Returns `true` if a transition is in the area.
    pub fn contains(&self, transition: usize) -> bool {
        self.bits[transition / 64] >> (transition % 64) & 1 == 1
    }

    /// Keeps the transitions that are also in the other area.
    pub fn intersect(&mut self, other: &Self) {
        for (word, other) in self.bits.iter_mut().zip(&other.bits) {
            *word &= other;
        }
    }

    /// Returns the area as text: two hexadecimal digits for each eight transitions, the first of them the
    /// lowest bit.
    pub fn to_hex(&self) -> String {
        let bytes: Vec<u8> = self.bits.iter().flat_map(|word| word.to_le_bytes()).collect();
        hexadecimal(&bytes[..self.transitions.div_ceil(8)])
    }

    /// Parses the text that [`to_hex`](Self::to_hex) returns for an area of an automaton with `transitions`
    /// transitions.
    pub fn from_hex(text: &str, transitions: usize) -> Option<Self> {
        let bytes = transitions.div_ceil(8);
        if text.len() != 2 * bytes {
            return None;
        }
        let mut area = Self { bits: vec![0; transitions.div_ceil(64)], transitions };
        for place in 0..bytes {
            let byte = u8::from_str_radix(text.get(2 * place..2 * place + 2)?, 16).ok()?;
            area.bits[place / 8] |= u64::from(byte) << (8 * (place % 8));
        }
        let rest = area.bits.last().map_or(0, |word| word >> ((transitions + 63) % 64) >> 1);
        (rest == 0).then_some(area)
    }
}

/// The local verifiers of a specification, one for each location.
///
/// A verifier reads the trace of its location on the projection of the automaton, which is determinised as
/// far as traces need it. The part that was read is represented by a number, so that many traces can be
/// followed at once.
///
/// Source: \[RVA\] section 4.1.
#[derive(Clone, Debug)]
pub struct LocalVerifiers {
    specification: Specification,
    projections: IndexVec<LocationId, Projection>,
    /// The set before any letter is read; 0 if it is not computed yet.
    starts: IndexVec<LocationId, SetId>,
    /// A bit for each state that accepts.
    accepting: Vec<u64>,
    path: Vec<(SetId, LocalLetterId)>,
}

/// A trace that is being read.
#[derive(Clone, Copy, Debug)]
struct OpenTrace {
    location: LocationId,
    /// The set of states after the letters read so far.
    set: SetId,
    /// Number of letters read so far.
    position: usize,
}

/// State of a local verifier within a trace.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct LocalState(SetId);

impl LocalVerifiers {
    /// Returns the verifiers of all locations, each with a table of at most `max_entries` entries. Their
    /// memory grows with the sets of states that traces reach.
    pub(super) fn with_entries(specification: Specification, max_entries: usize) -> Self {
        let locations = specification.alphabet().locations().ids();
        let projections =
            locations.map(|location| Projection::new(&specification, location, max_entries));
        let projections: IndexVec<LocationId, Projection> = projections.collect();
        let starts = IndexVec::filled(NONE, projections.len());
        let automaton = specification.automaton();
        let mut accepting = vec![0; automaton.len().div_ceil(64).max(1)];
        for state in automaton.states().filter(|&state| automaton.is_accepting(state)) {
            accepting[state.index() / 64] |= 1 << (state.index() % 64);
        }
        Self { specification, projections, starts, accepting, path: Vec::new() }
    }

    /// Returns the specification.
    pub fn specification(&self) -> &Specification {
        &self.specification
    }

    /// Drops all sets of states if they take more than `bytes` bytes at some location. Returns `true` if it
    /// did: earlier states are then invalid.
    ///
    /// # Complexity
    /// Linear in the number of locations.
    pub fn shrink(&mut self, bytes: usize) -> bool {
        let mut has_forgotten = false;
        for (projection, start) in self.projections.iter_mut().zip(self.starts.iter_mut()) {
            if projection.bytes() > bytes {
                projection.clear();
                *start = NONE;
                has_forgotten = true;
            }
        }
        has_forgotten
    }

    /// Returns the state before any letter is read.
    pub fn start(&mut self, location: LocationId) -> LocalState {
        if self.starts[location] == NONE {
            let automaton = self.specification.automaton();
            let initial = automaton.initial().iter().copied();
            self.starts[location] = self.projections[location].closed(automaton, initial);
        }
        LocalState(self.starts[location])
    }

    /// Reads a local letter; `None` if the trace is then a prefix of the projection of no word.
    #[inline]
    pub fn read(
        &mut self,
        location: LocationId,
        state: LocalState,
        letter: LocalLetterId,
    ) -> Option<LocalState> {
        let automaton = self.specification.automaton();
        let next = self.projections[location].step(automaton, state.0, letter);
        (next != NONE).then_some(LocalState(next))
    }

    /// Returns `true` if the letters read so far are the projection of a word.
    pub fn may_end(&self, location: LocationId, state: LocalState) -> bool {
        meet(self.projections[location].bits(state.0), &self.accepting)
    }

    /// Returns the local letters that may come next, in order.
    pub fn expected(&self, location: LocationId, state: LocalState) -> Vec<LocalLetterId> {
        self.projections[location].expected(self.specification.automaton(), state.0)
    }

    /// Returns the states in which the automaton may be, in order. Source: \[RVA\] Definition 5.
    pub fn members(&self, location: LocationId, state: LocalState) -> Vec<FiniteStateId> {
        super::projection::states(self.projections[location].bits(state.0)).collect()
    }

    /// Reads a whole trace.
    ///
    /// # Errors
    /// If the trace is the projection of no word.
    pub fn verify(
        &mut self,
        location: LocationId,
        trace: &[LocalLetterId],
    ) -> Result<(), LocalError> {
        let start = self.start(location).0;
        let automaton = self.specification.automaton();
        let (set, position) = self.projections[location].run(automaton, start, trace);
        if position == trace.len() && self.may_end(location, LocalState(set)) {
            return Ok(());
        }
        Err(self.error(&OpenTrace { location, set, position }, trace))
    }

    /// Reads the trace of each location, and returns the errors in the order of the locations.
    pub(super) fn verify_all(&mut self, traces: &[Vec<LocalLetterId>]) -> Vec<LocalError> {
        let mut wrong = self.wrong(traces);
        wrong.sort_unstable_by_key(|trace| trace.location);
        wrong.iter().map(|trace| self.error(trace, &traces[trace.location.index()])).collect()
    }

    /// Reads the trace of each location. Returns the wrong traces, each with the position reached.
    fn wrong(&mut self, traces: &[Vec<LocalLetterId>]) -> SmallVec<[OpenTrace; 8]> {
        let mut wrong = SmallVec::new();
        let locations = (0..traces.len()).map(LocationId::from_index);
        let mut open: SmallVec<[OpenTrace; 8]> = locations
            .map(|location| OpenTrace { location, set: self.start(location).0, position: 0 })
            .collect();
        // Traces of about the same length are read side by side, the longest first.
        open.sort_unstable_by_key(|trace| traces[trace.location.index()].len());
        while !open.is_empty() {
            let from = open.len().saturating_sub(4);
            match open[from..].len() {
                1 => self.advance::<1>(traces, &mut open[from..]),
                2 => self.advance::<2>(traces, &mut open[from..]),
                3 => self.advance::<3>(traces, &mut open[from..]),
                _ => self.advance::<4>(traces, &mut open[from..]),
            }
            for place in (from..open.len()).rev() {
                let trace = &mut open[place];
                let location = trace.location;
                let is_right = match traces[location.index()].get(trace.position) {
                    Some(&letter) => match self.read(location, LocalState(trace.set), letter) {
                        Some(LocalState(next)) => {
                            (trace.set, trace.position) = (next, trace.position + 1);
                            continue;
                        }
                        None => false,
                    },
                    None => self.may_end(location, LocalState(trace.set)),
                };
                let trace = open.remove(place);
                if !is_right {
                    wrong.push(trace);
                }
            }
        }
        wrong
    }

    /// Reads traces side by side as long as all of them stay within known sets.
    fn advance<const N: usize>(&self, traces: &[Vec<LocalLetterId>], open: &mut [OpenTrace]) {
        let open: &mut [OpenTrace; N] = open.try_into().expect("there are so many");
        let (sets, read) = side_by_side(open.map(|OpenTrace { location, set, position }| {
            (&self.projections[location], set, &traces[location.index()][position..])
        }));
        for (trace, set) in open.iter_mut().zip(sets) {
            (trace.set, trace.position) = (set, trace.position + read);
        }
    }

    /// Returns the error at the position where a trace cannot be read further.
    fn error(
        &self,
        &OpenTrace { location, set, position }: &OpenTrace,
        trace: &[LocalLetterId],
    ) -> LocalError {
        let reason =
            if position < trace.len() { LocalReason::Unexpected } else { LocalReason::Incomplete };
        let expected = self.expected(location, LocalState(set));
        let may_end = self.may_end(location, LocalState(set));
        LocalError { location, position, reason, expected, may_end }
    }

    /// Returns the area of a trace, as far as the trace can be read.
    ///
    /// # Complexity
    /// Linear in the trace, in the transitions, and in the different sets of states on the way.
    pub fn area(&mut self, location: LocationId, trace: &[LocalLetterId]) -> TransitionArea {
        let mut area =
            TransitionArea::everything(self.specification.automaton().transition_count());
        self.restrict(location, trace, &mut area);
        area
    }

    /// Returns the transitions that may be taken when a local letter is read, and after it until the next
    /// one. The area of a trace is that of the empty trace, united with those of its steps. Source: \[RVA\]
    /// Definition 6.
    ///
    /// # Complexity
    /// Linear in the transitions.
    pub fn area_of_step(
        &mut self,
        location: LocationId,
        state: LocalState,
        letter: LocalLetterId,
    ) -> TransitionArea {
        let automaton = self.specification.automaton();
        let projection = &mut self.projections[location];
        let next = projection.step(automaton, state.0, letter);
        let (before, after) = (projection.bits(state.0), projection.bits(next));
        let seen = projection.seen();
        let mut area = TransitionArea::everything(automaton.transition_count());
        for (transition, (source, symbol, _)) in automaton.edges().enumerate() {
            let is_taken = match seen(symbol) {
                None => contains(after, source),
                Some(other) => other == letter && contains(before, source),
            };
            if !is_taken {
                area.remove(transition);
            }
        }
        area
    }

    /// Keeps those transitions of `common` that are in the area of a trace, as far as the trace can be read.
    pub(super) fn restrict(
        &mut self,
        location: LocationId,
        trace: &[LocalLetterId],
        common: &mut TransitionArea,
    ) {
        let start = self.start(location);
        let words = self.projections[location].words();
        let letters = self.specification.alphabet().locations()[location].letters().len();
        // The states in which the trace may have been before each of its local letters, and at any position.
        let mut passed = vec![0; words * (letters + 1)];
        let automaton = self.specification.automaton();
        let projection = &mut self.projections[location];
        let last = projection.pass(automaton, start.0, trace, &mut self.path);
        for &(set, letter) in &self.path {
            let bits = projection.bits(set);
            join(&mut passed[words * letter.index()..], bits);
            join(&mut passed[words * letters..], bits);
        }
        join(&mut passed[words * letters..], projection.bits(last));
        let seen = self.projections[location].seen();
        let mut transition = 0;
        for source in automaton.states() {
            for (symbol, _) in automaton.transitions(source) {
                let row = seen(*symbol).map_or(letters, LocalLetterId::index);
                if !contains(&passed[words * row..], source) {
                    common.remove(transition);
                }
                transition += 1;
            }
        }
    }
}

fn join(bits: &mut [u64], more: &[u64]) {
    for (word, more) in bits.iter_mut().zip(more) {
        *word |= more;
    }
}
