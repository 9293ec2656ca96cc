//! Searches for a word that is seen as a multitrace: greedy, depth first, by layers.

use std::collections::VecDeque;
use std::hash::{Hash, Hasher as _};

use hashbrown::{HashSet, HashTable};
use rustc_hash::{FxBuildHasher, FxHasher};
use smallvec::{SmallVec, smallvec};

use super::problem::{Move, Problem, SEVERAL};
use super::projection::{contains, states, to_u32};
use crate::kernel::automata::{FiniteStateId, SymbolId};
use crate::kernel::base::{Control, Field, Id as _, Layout, LayoutBuilder, Limit, Words};
use crate::model::trace::{LocalLetterId, LocationId};

/// How many configurations are taken between two looks at the limits.
const STRETCH: usize = 1_024;

/// What a search found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Found {
    /// The letters of a word, where there is one.
    pub(super) word: Option<Vec<SymbolId>>,
    /// How many configurations were stored.
    pub(super) states: u64,
}

/// The local letter that stands where a trace has none left.
const NO_HEAD: u32 = u32::MAX;

/// Where a greedy run is with each trace.
struct Heads<'a, 'b> {
    problem: &'a Problem<'b>,
    positions: SmallVec<[u32; 8]>,
    /// The next local letter of each trace, or [`NO_HEAD`].
    heads: SmallVec<[u32; 8]>,
    /// Where the mask of each location stands among its sets.
    rows: SmallVec<[usize; 8]>,
    /// How much of each trace is read, and how much one local letter is.
    progress: SmallVec<[u64; 8]>,
    shares: SmallVec<[u64; 8]>,
}

impl<'a, 'b> Heads<'a, 'b> {
    fn new(problem: &'a Problem<'b>) -> Self {
        let locations = problem.traces.len();
        let share = |trace: &Vec<_>| (1 << 32) / (trace.len() as u64).max(1);
        let mut heads = Self {
            problem,
            positions: smallvec![0; locations],
            heads: smallvec![NO_HEAD; locations],
            rows: smallvec![0; locations],
            progress: smallvec![0; locations],
            shares: problem.traces.iter().map(share).collect(),
        };
        (0..locations).for_each(|location| heads.look(location));
        heads
    }

    /// Sees what comes next in a trace.
    #[inline]
    fn look(&mut self, location: usize) {
        let position = self.positions[location] as usize;
        let head = self.problem.traces[location].get(position);
        self.heads[location] = head.map_or(NO_HEAD, |letter| to_u32(letter.index()));
        let masks = &self.problem.masks;
        self.rows[location] = masks.at[location][position] as usize * masks.words;
    }

    #[inline]
    fn advance(&mut self, location: usize) {
        self.positions[location] += 1;
        self.progress[location] += self.shares[location];
        self.look(location);
    }

    /// Tells whether the masks admit a state, once the next local letters of some locations are read.
    #[inline]
    fn admit(&self, state: FiniteStateId, is_read: impl Fn(usize) -> bool) -> bool {
        let masks = &self.problem.masks;
        let (word, bit) = (state.index() / 64, state.index() % 64);
        (0..self.rows.len()).all(|location| {
            let row = if is_read(location) {
                masks.at[location][self.positions[location] as usize + 1] as usize * masks.words
            } else {
                self.rows[location]
            };
            masks.sets[location][row + word] >> bit & 1 == 1
        })
    }
}

/// Follows one way, on which the location that lags is served first; nothing if it does not come to a goal.
pub(super) fn greedy(problem: &Problem<'_>, start: FiniteStateId) -> Option<Vec<SymbolId>> {
    let mut heads = Heads::new(problem);
    if !heads.admit(start, |_| false) {
        return None;
    }
    let total = problem.total();
    let mut word = Vec::with_capacity(total);
    let (mut state, mut read) = (start, 0);
    while read < total {
        let mut best: Option<(u64, &Move)> = None;
        for step in problem.moves.of(state) {
            let (score, is_admitted) = if step.place == SEVERAL {
                let parts = problem.specification.parts(step.symbol);
                let is_next = |&(location, seen): &(LocationId, LocalLetterId)| {
                    heads.heads[location.index()] as usize == seen.index()
                };
                if !parts.iter().all(is_next) {
                    continue;
                }
                let progress = parts.iter().map(|(location, _)| heads.progress[location.index()]);
                let is_read = |place| parts.iter().any(|(other, _)| other.index() == place);
                (progress.min().unwrap_or(0), heads.admit(step.target, is_read))
            } else {
                let place = step.place as usize;
                if heads.heads[place] as usize != step.seen.index() {
                    continue;
                }
                let score = heads.progress[place];
                if best.is_some_and(|(other, _)| other <= score) {
                    continue;
                }
                (score, heads.admit(step.target, |location| location == place))
            };
            if is_admitted && best.is_none_or(|(other, _)| score < other) {
                best = Some((score, step));
            }
        }
        let (_, step) = best?;
        if step.place == SEVERAL {
            for (location, _) in problem.specification.parts(step.symbol) {
                heads.advance(location.index());
                read += 1;
            }
        } else {
            heads.advance(step.place as usize);
            read += 1;
        }
        word.push(step.symbol);
        state = step.target;
    }
    problem.is_goal(state).then_some(word)
}

/// How configurations are packed.
struct Packing {
    positions: Vec<Field>,
    state: Field,
    layout: Layout,
}

impl Packing {
    fn new(problem: &Problem<'_>, with_state: bool) -> Self {
        let mut builder = LayoutBuilder::new();
        let lengths = problem.traces.iter().map(|trace| trace.len() as u64 + 1);
        let positions = lengths.map(|length| builder.field(length)).collect();
        let states = problem.specification.automaton().len() as u64;
        let state = builder.field(if with_state { states } else { 1 });
        Self { positions, state, layout: builder.finish() }
    }

    #[inline]
    fn pack<W: Words>(&self, positions: &[u32], state: FiniteStateId) -> W {
        let mut words = W::zeroed(self.layout.words());
        for (field, &position) in self.positions.iter().zip(positions) {
            field.set(words.as_mut(), u64::from(position));
        }
        self.state.set(words.as_mut(), state.index() as u64);
        words
    }

    #[inline]
    fn unpack<W: Words>(&self, words: &W, positions: &mut [u32]) {
        for (field, position) in self.positions.iter().zip(positions) {
            *position = to_u32(field.index(words.as_ref()));
        }
    }
}

/// Calls a function with the type of words that configurations fit into.
macro_rules! with_words {
    ($layout:expr, $function:ident, $($argument:expr),*) => {
        match $layout.words() {
            1 => $function::<[u64; 1]>($($argument),*),
            2 => $function::<[u64; 2]>($($argument),*),
            3 | 4 => $function::<[u64; 4]>($($argument),*),
            5..=8 => $function::<[u64; 8]>($($argument),*),
            _ => $function::<Box<[u64]>>($($argument),*),
        }
    };
}

/// Searches depth first; what was left without success is not visited again. After `most` configurations
/// the search is given up, and nothing is known.
///
/// # Errors
/// If a limit is reached.
pub(super) fn depth_first(
    problem: &Problem<'_>,
    most: usize,
    control: &Control,
) -> Result<Option<Found>, Limit> {
    let packing = Packing::new(problem, true);
    with_words!(packing.layout, descend, problem, &packing, most, control)
}

fn descend<W: Words>(
    problem: &Problem<'_>,
    packing: &Packing,
    most: usize,
    control: &Control,
) -> Result<Option<Found>, Limit> {
    let mut positions = vec![0; problem.traces.len()];
    let mut seen: HashSet<W, FxBuildHasher> = HashSet::default();
    // What is left to try of each configuration on the way, the best last.
    let mut waiting: Vec<(W, SymbolId)> = Vec::new();
    let mut firsts = vec![0];
    let mut word = Vec::new();
    let no_letter = SymbolId::from_index(0);
    for &state in problem.specification.automaton().initial().iter().rev() {
        if problem.masks.admit(&positions, state) {
            waiting.push((packing.pack(&positions, state), no_letter));
        }
    }
    let shares: Vec<u64> =
        problem.traces.iter().map(|trace| (1 << 32) / (trace.len() as u64).max(1)).collect();
    let mut next: Vec<(u64, W, SymbolId)> = Vec::new();
    let total = problem.total();
    while let Some(&first) = firsts.last() {
        if waiting.len() == first {
            firsts.pop();
            word.pop();
            continue;
        }
        let (configuration, symbol) = waiting.pop().expect("something is left");
        if seen.contains(&configuration) {
            continue;
        }
        if seen.len().is_multiple_of(STRETCH) {
            let bytes = seen.capacity() * (size_of::<W>() + configuration.heap_bytes() + 1);
            if let Some(limit) = control.limit(seen.len() as u64, bytes as u64) {
                return Err(limit);
            }
        }
        if seen.len() >= most {
            return Ok(None);
        }
        packing.unpack(&configuration, &mut positions);
        let state = FiniteStateId::from_index(packing.state.index(configuration.as_ref()));
        seen.insert(configuration);
        word.push(symbol);
        let read: usize = positions.iter().map(|&position| position as usize).sum();
        if read == total && problem.is_goal(state) {
            word.remove(0);
            return Ok(Some(Found { word: Some(word), states: seen.len() as u64 }));
        }
        problem.successors(&mut positions, state, |after, target, symbol, read| {
            // Letters outside the traces come last; of the others, that of the location which lags first.
            let parts = problem.specification.parts(symbol).iter();
            let lag =
                parts.map(|(place, _)| u64::from(after[place.index()]) * shares[place.index()]);
            let score = if read == 0 { u64::MAX } else { lag.min().unwrap_or(0) };
            next.push((score, packing.pack(after, target), symbol));
        });
        next.sort_by_key(|&(score, ..)| std::cmp::Reverse(score));
        firsts.push(waiting.len());
        waiting.extend(next.drain(..).map(|(_, configuration, symbol)| (configuration, symbol)));
    }
    Ok(Some(Found { word: None, states: seen.len() as u64 }))
}

/// How far a search by layers came.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Layered {
    /// Whether a goal is reached.
    pub(super) is_found: bool,
    /// How many pairs of positions and a state there were.
    pub(super) states: u64,
    /// How far the traces are read in the last layer; of several ways the first in order.
    pub(super) positions: Vec<u32>,
    /// In which states the automaton may be there.
    pub(super) at: Vec<FiniteStateId>,
}

/// Sets of states by the positions of the traces.
struct Layer<W> {
    keys: Vec<W>,
    sets: Vec<u64>,
    index: HashTable<u32>,
}

impl<W: Words> Layer<W> {
    fn new() -> Self {
        Self { keys: Vec::new(), sets: Vec::new(), index: HashTable::new() }
    }

    #[inline]
    fn add(&mut self, key: &W, words: usize, state: FiniteStateId) {
        let Self { keys, index, .. } = self;
        let hash = hash_of(key);
        let place = match index.find(hash, |&place| &keys[place as usize] == key) {
            Some(&place) => place as usize,
            None => {
                let place = keys.len();
                keys.push(key.clone());
                self.sets.resize(self.sets.len() + words, 0);
                index.insert_unique(hash, to_u32(place), |&place| hash_of(&keys[place as usize]));
                place
            }
        };
        self.sets[place * words + state.index() / 64] |= 1 << (state.index() % 64);
    }
}

fn hash_of(key: &impl Hash) -> u64 {
    let mut hasher = FxHasher::default();
    key.hash(&mut hasher);
    hasher.finish()
}

/// Searches by the number of local letters that are read. Of each layer only the positions of the traces are
/// stored, each with a set of states, and no layer is kept longer than one letter leads beyond it.
///
/// # Errors
/// If a limit is reached.
pub(super) fn by_layers(problem: &Problem<'_>, control: &Control) -> Result<Layered, Limit> {
    let packing = Packing::new(problem, false);
    with_words!(packing.layout, layers, problem, &packing, control)
}

fn layers<W: Words>(
    problem: &Problem<'_>,
    packing: &Packing,
    control: &Control,
) -> Result<Layered, Limit> {
    let words = problem.masks.words;
    let mut positions = vec![0; problem.traces.len()];
    let nowhere = FiniteStateId::from_index(0);
    let mut open: VecDeque<Layer<W>> = VecDeque::from([Layer::new()]);
    let start: W = packing.pack(&positions, nowhere);
    for &state in problem.specification.automaton().initial() {
        if problem.masks.admit(&positions, state) {
            open[0].add(&start, words, state);
        }
    }
    let mut last = Layered { is_found: false, states: 0, positions: Vec::new(), at: Vec::new() };
    let total = problem.total();
    let (mut read, mut taken) = (0, 0);
    let mut set = vec![0; words];
    let mut waiting: Vec<FiniteStateId> = Vec::new();
    while let Some(layer) = open.pop_front() {
        let least = layer.keys.iter().enumerate().min_by(|one, other| one.1.cmp(other.1));
        if let Some((place, key)) = least {
            packing.unpack(key, &mut positions);
            last.positions.clone_from(&positions);
            last.at = states(&layer.sets[place * words..(place + 1) * words]).collect();
        }
        for (place, key) in layer.keys.iter().enumerate() {
            if taken % STRETCH == 0 {
                let kept: usize = open.iter().map(|layer| layer.sets.len()).sum();
                let bytes = (kept + layer.sets.len()) * 8 + layer.keys.len() * size_of::<W>();
                if let Some(limit) = control.limit(last.states, bytes as u64) {
                    return Err(limit);
                }
            }
            taken += 1;
            packing.unpack(key, &mut positions);
            set.copy_from_slice(&layer.sets[place * words..(place + 1) * words]);
            waiting.extend(states(&set));
            let is_open = problem.has_open(&positions);
            while let Some(state) = waiting.pop() {
                last.states += 1;
                if read == total && problem.is_goal(state) {
                    last.is_found = true;
                    return Ok(last);
                }
                problem.successors(&mut positions, state, |after, target, _, steps| {
                    if steps == 0 {
                        if is_open && !contains(&set, target) {
                            set[target.index() / 64] |= 1 << (target.index() % 64);
                            waiting.push(target);
                        }
                        return;
                    }
                    while open.len() < steps {
                        open.push_back(Layer::new());
                    }
                    open[steps - 1].add(&packing.pack(after, nowhere), words, target);
                });
            }
        }
        read += 1;
    }
    Ok(last)
}
