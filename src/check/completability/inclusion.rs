//! Inclusion of the RSC executions of a system in the language of a reader.

use std::collections::VecDeque;

use rustc_hash::FxHashMap;

use super::Incompletable;
use super::reader::{CommunicationReader, Exceeded};
use super::waiting::Waiting;
use crate::rsc::RscAutomaton;
use kernel::base::{Control, Words, with_words};
use kernel::search::Statistics;
use kernel::transition_system::TransitionSystem as _;
use model::cfsm::{Action, Exchange, System};
use model::choreography::{Choreography, Completion, completion};

/// Bounds on the work of one level, since a higher level may be cheaper.
#[derive(Clone, Copy)]
pub(super) struct LevelBudget {
    /// Maximum number of pairs to explore.
    pairs: u64,
    /// Maximum number of states of the reader, over all pairs.
    readers: usize,
    /// Maximum number of states of the reader in one pair.
    at_once: usize,
    /// Maximum number of words that are not read but are no violations.
    spurious: usize,
}

impl LevelBudget {
    /// Budget of a first attempt, to find a level that reads all executions: none that leaves one unread.
    pub(super) const QUICK: Self =
        Self { pairs: 10_000, readers: 30_000, at_once: 1_500, spurious: 0 };

    /// Budget of the second attempt.
    pub(super) const FIRST: Self =
        Self { pairs: 100_000, readers: 300_000, at_once: 1_500, spurious: 2_000 };

    /// No bounds but those of the user.
    const NONE: Self =
        Self { pairs: u64::MAX, readers: usize::MAX, at_once: usize::MAX, spurious: usize::MAX };

    /// Returns a budget several times as large.
    pub(super) fn grown(self) -> Self {
        const TIMES: usize = 8;
        let Self { pairs, readers, at_once, spurious } = self;
        Self {
            pairs: pairs.saturating_mul(TIMES as u64),
            readers: readers.saturating_mul(TIMES),
            at_once: at_once.saturating_mul(TIMES),
            spurious: spurious.saturating_mul(TIMES),
        }
    }
}

/// How a word that is not read is judged.
#[derive(Clone, Copy)]
pub(super) enum WordTest<'a> {
    /// The word is a violation, whatever number of states the search takes.
    Literally,
    /// The word is a violation unless this choreography allows it up to the order of independent actions.
    Causally(&'a Choreography, LevelBudget),
}

impl WordTest<'_> {
    fn budget(self) -> LevelBudget {
        match self {
            Self::Literally => LevelBudget::NONE,
            Self::Causally(_, budget) => budget,
        }
    }
}

/// Result of a level that was read within its budget.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Inclusion {
    /// All RSC executions are read.
    Holds,
    /// This execution is a violation.
    Fails(Incompletable),
    /// Some executions are not read, and none of those found is a violation.
    Open,
}

/// Explores the RSC executions of `system`, paired with the states that `reader` can be in after each.
///
/// Pairs are visited in the order of the lengths of their words, so a violation has the fewest communications
/// among the words all of whose prefixes are read; it has the fewest of all unless an earlier word was not
/// read and was no violation. A pair whose set contains that of an earlier pair with the same state of the
/// system is skipped, since it reads more. States of the system with the same executions ahead are one.
///
/// # Complexity
/// Exponential in the number of states of the reader, linear in that of the RSC automaton.
pub(super) fn level<R: CommunicationReader>(
    system: &System,
    reader: &R,
    test: WordTest<'_>,
    control: &Control,
) -> (Result<Inclusion, Exceeded>, Statistics) {
    let automaton = RscAutomaton::<Box<[u64]>>::new(system);
    with_words!(automaton.state_words(), W => {
        let mut search = InclusionSearch::new(system, automaton.packed::<W>(), reader, test, control);
        let found = search.run();
        (found, search.statistics)
    })
}

/// A pair of states, and the path to it.
struct StatePair<W, S> {
    state: W,
    readers: Vec<S>,
    /// The number of the pair before, and the letter that led here.
    before: Option<(usize, Exchange)>,
    depth: u64,
}

struct InclusionSearch<'a, W, R: CommunicationReader> {
    automaton: RscAutomaton<W>,
    reader: &'a R,
    test: WordTest<'a>,
    control: &'a Control,
    waiting: Waiting,
    pairs: Vec<StatePair<W, R::State>>,
    /// The pairs with each state of the system.
    known: FxHashMap<W, Vec<usize>>,
    open: VecDeque<usize>,
    /// Number of states of the reader, over all pairs.
    readers: usize,
    statistics: Statistics,
}

impl<'a, W: Words, R: CommunicationReader> InclusionSearch<'a, W, R> {
    fn new(
        system: &System,
        automaton: RscAutomaton<W>,
        reader: &'a R,
        test: WordTest<'a>,
        control: &'a Control,
    ) -> Self {
        Self {
            waiting: Waiting::new(system, automaton.space()),
            automaton,
            reader,
            test,
            control,
            pairs: Vec::new(),
            known: FxHashMap::default(),
            open: VecDeque::new(),
            readers: 0,
            statistics: Statistics::default(),
        }
    }

    fn run(&mut self) -> Result<Inclusion, Exceeded> {
        let LevelBudget { pairs, readers: max_readers, at_once, spurious: max_spurious } =
            self.test.budget();
        let start = self.reader.closed(vec![self.reader.start()], at_once, self.control)?;
        let initial: Vec<W> = self.automaton.initial_states().collect();
        for state in initial {
            self.meet(StatePair { state, readers: start.clone(), before: None, depth: 0 });
        }
        let mut spurious = 0;
        while let Some(number) = self.open.pop_front() {
            let mut next = Vec::new();
            let space = self.automaton.space();
            self.automaton.successors(&self.pairs[number].state, &mut (), &mut |step, state| {
                next.push((space.exchange(step), state));
            });
            for (letter, state) in next {
                self.statistics.transitions += 1;
                let mut readers = Vec::new();
                for reader in &self.pairs[number].readers {
                    self.reader.read(reader, letter, &mut |next| readers.push(next));
                }
                if readers.is_empty() {
                    let word = self.word(number, letter);
                    if self.is_violation(&word)? {
                        let is_shortest = spurious == 0;
                        return Ok(Inclusion::Fails(Incompletable { word, is_shortest }));
                    }
                    spurious += 1;
                    if spurious > max_spurious {
                        return Err(Exceeded::Budget);
                    }
                    continue;
                }
                self.readers += readers.len();
                if self.readers > max_readers || readers.len() > at_once {
                    return Err(Exceeded::Budget);
                }
                let readers = self.reader.closed(readers, at_once, self.control)?;
                self.readers += readers.len();
                let depth = self.pairs[number].depth + 1;
                self.meet(StatePair { state, readers, before: Some((number, letter)), depth });
            }
            let states = self.statistics.states;
            if states > pairs {
                return Err(Exceeded::Budget);
            }
            let bytes = self.statistics.bytes;
            self.control.within(states, bytes).map_err(Exceeded::Limit)?;
        }
        Ok(if spurious > 0 { Inclusion::Open } else { Inclusion::Holds })
    }

    /// Stores a pair, unless one that reads less is stored already.
    fn meet(&mut self, mut pair: StatePair<W, R::State>) {
        self.waiting.settle(self.automaton.space(), pair.state.as_mut());
        let known = self.known.entry(pair.state.clone()).or_default();
        let reads_less = |&other: &usize| {
            let readers = &self.pairs[other].readers;
            readers.len() <= pair.readers.len()
                && readers.iter().all(|reader| pair.readers.binary_search(reader).is_ok())
        };
        if known.iter().any(reads_less) {
            return;
        }
        let number = self.pairs.len();
        known.push(number);
        self.statistics.states += 1;
        self.statistics.depth = self.statistics.depth.max(pair.depth);
        let inside = pair.readers.iter().map(|reader| self.reader.heap_bytes(reader));
        let heap = pair.readers.capacity() * size_of::<R::State>()
            + inside.sum::<usize>()
            + 2 * (pair.state.heap_bytes() + size_of::<W>());
        self.statistics.bytes += (size_of::<StatePair<W, R::State>>() + heap) as u64;
        self.pairs.push(pair);
        self.open.push_back(number);
    }

    /// Returns the word that leads to a pair, followed by one more letter.
    fn word(&self, mut number: usize, last: Exchange) -> Vec<Exchange> {
        let mut word = vec![last];
        while let Some((before, letter)) = self.pairs[number].before {
            word.push(letter);
            number = before;
        }
        word.reverse();
        word
    }

    /// Returns `true` if a word that is not read is a violation.
    fn is_violation(&self, word: &[Exchange]) -> Result<bool, Exceeded> {
        let WordTest::Causally(choreography, _) = self.test else { return Ok(true) };
        let actions: Vec<Action> = word.iter().flat_map(|letter| letter.actions()).collect();
        match completion(choreography, &actions, self.control) {
            Completion::Holds(_) => Ok(false),
            Completion::Violated(()) => Ok(true),
            Completion::Unknown(limit) => Err(Exceeded::Limit(limit)),
        }
    }
}
