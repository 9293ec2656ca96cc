//! Searches for a word that is seen as a multitrace: greedy, depth first, by layers.

use std::cmp::Ordering;
use std::collections::VecDeque;
use std::hash::BuildHasher as _;

use hashbrown::{HashSet, HashTable};
use rustc_hash::FxBuildHasher;

use super::budget::SearchBudget;
use super::problem::{Move, Problem, SEVERAL};
use super::projection::{SetId, contains, states, to_u32};
use kernel::automata::{FiniteStateId, SymbolId};
use kernel::base::{Field, Id as _, LayoutBuilder, Limit, RecordLayout, Words, with_words};
use model::trace::{LocalLetterId, LocationId};

/// Number of configurations between two checks of the limits.
const CHECK_INTERVAL: usize = 1_024;

/// Result of a completed search: the letters of a word, if there is one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct FoundWord(pub(super) Option<Vec<SymbolId>>);

/// Value of [`TraceHead::next`] if the trace has no local letter left.
const NO_HEAD: u32 = u32::MAX;

/// Maximum number of times that a greedy run returns to a choice, and of steps for each local letter.
const RETRIES: usize = 128;
const STEPS: usize = 4;

/// Position of a greedy run in a trace.
struct TraceHead<'a> {
    trace: &'a [LocalLetterId],
    masks: &'a [SetId],
    sets: &'a [u64],
    words: usize,
    position: usize,
    /// The next local letter, or [`NO_HEAD`].
    next: u32,
    /// Index of the current mask among the sets, and of the mask after the next local letter.
    row: usize,
    next_row: usize,
    /// The part of the trace that is read, and the part that one local letter is.
    progress: u64,
    share: u64,
}

impl TraceHead<'_> {
    /// Updates the head for a position.
    #[inline]
    fn look(&mut self, position: usize) {
        self.position = position;
        self.progress = position as u64 * self.share;
        self.row = self.masks[position] as usize * self.words;
        match self.trace.get(position) {
            Some(letter) => {
                self.next = to_u32(letter.index());
                self.next_row = self.masks[position + 1] as usize * self.words;
            }
            None => (self.next, self.next_row) = (NO_HEAD, self.row),
        }
    }

    /// Returns `true` if the mask has a state; if `is_read`, the mask after the next local letter.
    #[inline]
    fn has(&self, is_read: bool, word: usize, bit: usize) -> bool {
        let row = if is_read { self.next_row } else { self.row };
        self.sets[row + word] >> bit & 1 == 1
    }
}

/// A step of a greedy run.
struct Taken {
    /// The state in which it was taken.
    source: FiniteStateId,
    /// The number of the move among those of the source, and the position of its location.
    choice: (u64, usize),
    /// Whether there may have been other moves after it.
    has_others: bool,
}

/// Returns the heads at the beginnings of the traces; `None` if the masks do not admit the state.
fn heads<'a>(problem: &'a Problem<'_>, start: FiniteStateId) -> Option<Vec<TraceHead<'a>>> {
    let masks = &problem.masks;
    let head = |(location, trace): (usize, &'a Vec<LocalLetterId>)| TraceHead {
        trace,
        masks: masks.at[location],
        sets: masks.sets[location],
        words: masks.words,
        position: 0,
        next: NO_HEAD,
        row: 0,
        next_row: 0,
        progress: 0,
        share: (1 << 32) / (trace.len() as u64).max(1),
    };
    let mut heads: Vec<TraceHead<'a>> = problem.traces.iter().enumerate().map(head).collect();
    for head in &mut heads {
        head.look(0);
    }
    let (word, bit) = (start.index() / 64, start.index() % 64);
    heads.iter().all(|head| head.has(false, word, bit)).then_some(heads)
}

/// Follows one path, on which the location that lags most is served first; returns `None` if the path does
/// not end at a goal, or if several locations see a letter that is possible.
pub(super) fn greedy(problem: &Problem<'_>, start: FiniteStateId) -> Option<Vec<SymbolId>> {
    let mut heads = heads(problem, start)?;
    let total = problem.total();
    let mut word = Vec::with_capacity(total);
    let mut state = start;
    while word.len() < total {
        let mut best: Option<&Move> = None;
        let mut least = u64::MAX;
        for step in problem.moves.of(state) {
            // A letter of several locations is left to the search that tries all choices.
            let head = heads.get(step.place as usize)?;
            if head.next as usize != step.seen.index() || head.progress >= least {
                continue;
            }
            let (word, bit) = (step.target.index() / 64, step.target.index() % 64);
            let is_admitted = heads
                .iter()
                .enumerate()
                .all(|(place, head)| head.has(place == step.place as usize, word, bit));
            if is_admitted {
                (best, least) = (Some(step), head.progress);
            }
        }
        let step = best?;
        let head = &mut heads[step.place as usize];
        head.look(head.position + 1);
        word.push(step.symbol);
        state = step.target;
    }
    problem.is_goal(state).then_some(word)
}

/// Follows the path of [`greedy`], but where it ends changes the last choice, a few times; returns `None` if
/// no goal is reached.
pub(super) fn backtracking(problem: &Problem<'_>, start: FiniteStateId) -> Option<Vec<SymbolId>> {
    let mut heads = heads(problem, start)?;
    let total = problem.total();
    let mut taken: Vec<Taken> = Vec::with_capacity(total);
    let (mut state, mut read, mut retries, mut steps) = (start, 0, 0, 0);
    // Only moves after this one are tried when a choice is made again.
    let mut floor: Option<(u64, usize)> = None;
    loop {
        if read == total && problem.is_goal(state) {
            let letter = |step: &Taken| problem.moves.of(step.source)[step.choice.1].symbol;
            return Some(taken.iter().map(letter).collect());
        }
        let mut best: Option<(u64, usize)> = None;
        let mut has_others = false;
        for (number, step) in problem.moves.of(state).iter().enumerate() {
            let several;
            let (is_next, progress, parts) = if step.place == SEVERAL {
                several = problem.specification.parts(step.symbol);
                let of = |location: LocationId| &heads[location.index()];
                let is_next =
                    several.iter().all(|&(at, seen)| of(at).next as usize == seen.index());
                let progress = several.iter().map(|&(at, _)| of(at).progress).min().unwrap_or(0);
                (is_next, progress, several)
            } else {
                let head = &heads[step.place as usize];
                (head.next as usize == step.seen.index(), head.progress, &[][..])
            };
            let choice = (progress, number);
            if !is_next || floor.is_some_and(|floor| choice <= floor) {
                continue;
            }
            if best.is_some_and(|best| best < choice) {
                has_others = true;
                continue;
            }
            let (word, bit) = (step.target.index() / 64, step.target.index() % 64);
            let is_admitted = heads.iter().enumerate().all(|(place, head)| {
                let is_read = place == step.place as usize
                    || parts.iter().any(|(location, _)| location.index() == place);
                head.has(is_read, word, bit)
            });
            if is_admitted {
                has_others |= best.is_some();
                best = Some(choice);
            }
        }
        if let Some(choice) = best {
            let step = &problem.moves.of(state)[choice.1];
            read += shift(problem, &mut heads, step, true);
            taken.push(Taken { source: state, choice, has_others });
            (state, floor) = (step.target, None);
            steps += 1;
            continue;
        }
        retries += 1;
        if retries > RETRIES || steps > STEPS * total {
            return None;
        }
        loop {
            let last = taken.pop()?;
            let step = &problem.moves.of(last.source)[last.choice.1];
            read -= shift(problem, &mut heads, step, false);
            if last.has_others {
                (state, floor) = (last.source, Some(last.choice));
                break;
            }
        }
    }
}

/// Reads the local letters of a move, or takes them back, and returns their number.
#[inline]
fn shift(
    problem: &Problem<'_>,
    heads: &mut [TraceHead<'_>],
    step: &Move,
    is_forward: bool,
) -> usize {
    let look = |head: &mut TraceHead<'_>| {
        let position = head.position;
        head.look(if is_forward { position + 1 } else { position - 1 });
    };
    if step.place != SEVERAL {
        look(&mut heads[step.place as usize]);
        return 1;
    }
    let parts = problem.specification.parts(step.symbol);
    for (location, _) in parts {
        look(&mut heads[location.index()]);
    }
    parts.len()
}

/// How configurations are packed.
struct Packing {
    positions: Vec<Field>,
    state: Field,
    layout: RecordLayout,
}

impl Packing {
    fn new(problem: &Problem<'_>, with_state: bool) -> Self {
        let mut builder = LayoutBuilder::new();
        let lengths = problem.traces.iter().map(|trace| trace.len() as u64 + 1);
        // The first location has the highest bits, so that it is compared first.
        let mut positions: Vec<Field> = lengths.rev().map(|length| builder.field(length)).collect();
        positions.reverse();
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

/// Searches depth first; a configuration from which no goal was found is not visited again. After
/// `max_configurations` configurations the search is given up without a result.
///
/// # Errors
/// If a limit is reached.
pub(super) fn depth_first(
    problem: &Problem<'_>,
    max_configurations: usize,
    budget: &mut SearchBudget<'_>,
) -> Result<Option<FoundWord>, Limit> {
    let packing = Packing::new(problem, true);
    with_words!(packing.layout.words(), W => descend::<W>(problem, &packing, max_configurations, budget))
}

fn descend<W: Words>(
    problem: &Problem<'_>,
    packing: &Packing,
    max_configurations: usize,
    budget: &mut SearchBudget<'_>,
) -> Result<Option<FoundWord>, Limit> {
    let mut positions = vec![0; problem.traces.len()];
    let mut seen: HashSet<W, FxBuildHasher> = HashSet::default();
    // The untried successors of each configuration on the path, the best last.
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
        if seen.len().is_multiple_of(CHECK_INTERVAL) {
            let bytes = seen.capacity() * (size_of::<W>() + configuration.heap_bytes() + 1);
            let shown = (word.len(), waiting.len());
            budget.check(seen.len() as u64, bytes as u64, shown)?;
        }
        if seen.len() >= max_configurations {
            return Ok(None);
        }
        packing.unpack(&configuration, &mut positions);
        let state = FiniteStateId::from_index(packing.state.index(configuration.as_ref()));
        seen.insert(configuration);
        budget.stored += 1;
        word.push(symbol);
        let read: usize = positions.iter().map(|&position| position as usize).sum();
        if read == total && problem.is_goal(state) {
            word.remove(0);
            return Ok(Some(FoundWord(Some(word))));
        }
        problem.successors(&mut positions, state, |after, target, symbol, read| {
            // Letters outside the traces come last; of the others, that of the location that lags most comes
            // first.
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
    Ok(Some(FoundWord(None)))
}

/// Result of a search by layers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Layered {
    /// Whether a goal is reached.
    pub(super) is_found: bool,
    /// Positions of the traces in the last layer; of several, those that read most of the first location,
    /// then of the second one, and so on.
    pub(super) positions: Vec<u32>,
    /// The states in which the automaton may be at these positions.
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
        let hash = FxBuildHasher.hash_one(key);
        let place = match index.find(hash, |&place| &keys[place as usize] == key) {
            Some(&place) => place as usize,
            None => {
                let place = keys.len();
                keys.push(key.clone());
                self.sets.resize(self.sets.len() + words, 0);
                let hash_of = |&place: &u32| FxBuildHasher.hash_one(&keys[place as usize]);
                index.insert_unique(hash, to_u32(place), hash_of);
                place
            }
        };
        self.sets[place * words + state.index() / 64] |= 1 << (state.index() % 64);
    }
}

/// Compares positions of traces, at the first location first: it has the highest bits.
fn in_order<W: Words>(one: &W, other: &W) -> Ordering {
    one.as_ref().iter().rev().cmp(other.as_ref().iter().rev())
}

/// Searches by the number of local letters that are read. A layer stores only positions of the traces, each
/// with a set of states, and is dropped once no letter leads from it to a later layer.
///
/// # Errors
/// If a limit is reached.
pub(super) fn by_layers(
    problem: &Problem<'_>,
    budget: &mut SearchBudget<'_>,
) -> Result<Layered, Limit> {
    let packing = Packing::new(problem, false);
    with_words!(packing.layout.words(), W => layers::<W>(problem, &packing, budget))
}

fn layers<W: Words>(
    problem: &Problem<'_>,
    packing: &Packing,
    budget: &mut SearchBudget<'_>,
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
    let mut last = Layered { is_found: false, positions: Vec::new(), at: Vec::new() };
    let (total, before) = (problem.total(), budget.stored);
    let (mut read, mut taken) = (0, 0);
    let mut set = vec![0; words];
    let mut waiting: Vec<FiniteStateId> = Vec::new();
    while let Some(layer) = open.pop_front() {
        let mut first_place = usize::MAX;
        let first = layer.keys.iter().enumerate();
        let first = first.max_by(|one, other| in_order(one.1, other.1));
        if let Some((place, key)) = first {
            packing.unpack(key, &mut positions);
            last.positions.clone_from(&positions);
            last.at = states(&layer.sets[place * words..(place + 1) * words]).collect();
            first_place = place;
        }
        for (place, key) in layer.keys.iter().enumerate() {
            if taken % CHECK_INTERVAL == 0 {
                let kept: usize = open.iter().map(|layer| layer.sets.len()).sum();
                let bytes = (kept + layer.sets.len()) * 8 + layer.keys.len() * size_of::<W>();
                let stored = budget.stored - before;
                let shown = (read, layer.keys.len() - place);
                budget.check(stored, bytes as u64, shown)?;
            }
            taken += 1;
            packing.unpack(key, &mut positions);
            set.copy_from_slice(&layer.sets[place * words..(place + 1) * words]);
            waiting.extend(states(&set));
            let is_open = problem.has_open(&positions);
            while let Some(state) = waiting.pop() {
                budget.stored += 1;
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
            if place == first_place {
                last.at = states(&set).collect();
            }
        }
        read += 1;
    }
    Ok(last)
}
