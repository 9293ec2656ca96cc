//! Can all RSC executions of a system be completed to words of a choreography, up to the order of
//! independent actions: are they in the prefix closure of its causal closure?
//!
//! The prefix closure of a causal closure is no regular language, and no terminating procedure for this
//! question is known. [`completable`] reads the executions with ever larger regular parts of the closure (the
//! *levels*), and tests exactly, with [`completion`], each execution that a level does not read. So both a
//! "no" and a "yes" are always right. Other checks use this module: realisability applies it to the
//! implementation of a choreography, deadlock freedom to an RSC system and its synchronous executions.

mod by_length;
mod deadlock;
mod determined;
mod gaps;
mod inclusion;
mod lag;
mod reader;
mod waiting;

pub use by_length::{Tested, shortest_incompletable};
pub use deadlock::{CompletionOutcome, Deadlock, deadlock_freedom};

use gaps::Gapped;
use inclusion::{Inclusion, LevelBudget, WordTest, level};
use kernel::base::{Control, Limit};
use kernel::search::Statistics;
use kernel::verdict::Outcome;
use lag::Lagging;
use model::cfsm::{Exchange, System};
use model::choreography::{Choreography, Partials};
use reader::Exceeded;

#[cfg(doc)]
use model::choreography::completion;

/// The largest lag that is tried.
const LAGS: usize = 2;

/// The largest number of gaps that is tried.
pub const GAPS: usize = 2;

/// Maximum number of executions that are tested one by one if no level decides, or to find out whether a
/// violation is a shortest one.
pub const EXECUTIONS: usize = 2_000;

/// A part of the causal closure that reads all executions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Level {
    /// The partial executions, in the order of the choreography.
    Partials,
    /// At most this number of communications of a word of the choreography are postponed at a time.
    Lag(usize),
    /// At most this number of stretches, of any length, of a word of the choreography are postponed at a
    /// time.
    Gaps(usize),
    /// The executions are finitely many, and each was tested.
    OneByOne,
}

/// Whether all RSC executions of a system can be completed: all can, as the level shows, or this one cannot.
///
/// The result is unknown if every level leaves executions unread that can be completed, or if the last level
/// reached the limit, or a budget, which counts as a limit of states.
pub type Completable = Outcome<Level, Incompletable, Option<Limit>>;

/// An execution that cannot be completed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Incompletable {
    /// Communications of the execution.
    pub word: Vec<Exchange>,
    /// Whether it is known that no such execution has fewer communications.
    pub is_shortest: bool,
}

/// Decides whether every RSC execution of `system` can be completed, up to the order of independent
/// actions, to a word of `choreography`.
///
/// Participants, messages and channels must have the same ids in both.
///
/// # Complexity
/// For each level exponential in the number of its states; the limits of `control` count for each
/// search.
pub fn completable(
    choreography: &Choreography,
    system: &System,
    control: &Control,
) -> (Completable, Statistics) {
    let mut search = Levels::new(choreography, system, control);
    let mut answer = search.run(LevelBudget::QUICK);
    if matches!(answer, Completable::Unknown(_)) && control.limit(0, 0).is_none() {
        answer = search.run(LevelBudget::FIRST);
    }
    (answer, search.statistics)
}

/// Decides what [`completable`] decides, with ever larger budgets for the levels that exceeded theirs, until
/// a limit of `control` is reached. Without a limit of the memory, budgets do not grow.
///
/// # Complexity
/// That of [`completable`], without its budgets.
pub fn completable_at_length(
    choreography: &Choreography,
    system: &System,
    control: &Control,
) -> (Completable, Statistics) {
    let mut search = Levels::new(choreography, system, control);
    let mut budget = LevelBudget::FIRST;
    loop {
        let answer = search.run(budget);
        let is_open = matches!(answer, Completable::Unknown(_)) && control.limit(0, 0).is_none();
        if !is_open || search.open.is_empty() || control.max_bytes.is_none() {
            return (answer, search.statistics);
        }
        budget = budget.grown();
    }
}

/// The levels, which are tried one after the other.
struct Levels<'a> {
    choreography: &'a Choreography,
    system: &'a System,
    control: &'a Control,
    partials: Partials<'a>,
    /// The levels whose budget did not suffice so far.
    open: Vec<Level>,
    /// The limit that cut the last of the levels that are not open.
    last: Option<Limit>,
    statistics: Statistics,
}

impl<'a> Levels<'a> {
    fn new(choreography: &'a Choreography, system: &'a System, control: &'a Control) -> Self {
        let partials = Partials::new(choreography);
        let open = std::iter::once(Level::Partials)
            .chain((1..=LAGS).map(Level::Lag))
            .chain((1..=GAPS).map(Level::Gaps))
            .collect();
        let statistics = Statistics::default();
        Self { choreography, system, control, partials, open, last: None, statistics }
    }

    /// Tries the levels that are open.
    fn run(&mut self, budget: LevelBudget) -> Completable {
        for tried in std::mem::take(&mut self.open) {
            match self.level(tried, budget) {
                Ok(Inclusion::Holds) => return Completable::Holds(tried),
                Ok(Inclusion::Fails(found)) => {
                    let Self { choreography, system, control, .. } = *self;
                    return Completable::Violated(shortened(choreography, system, found, control));
                }
                Ok(Inclusion::Open) => self.last = None,
                Err(Exceeded::Budget) => self.open.push(tried),
                Err(Exceeded::Limit(limit)) => self.last = Some(limit),
            }
            if let Some(limit) = self.control.limit(0, 0) {
                return Completable::Unknown(Some(limit));
            }
        }
        let is_last = self.open.last() == Some(&Level::Gaps(GAPS));
        Completable::Unknown(if is_last { Some(Limit::States) } else { self.last })
    }

    fn level(&mut self, tried: Level, budget: LevelBudget) -> Result<Inclusion, Exceeded> {
        let (system, control, partials) = (self.system, self.control, &self.partials);
        let test = WordTest::Causally(self.choreography, budget);
        let (inclusion, counts) = match tried {
            Level::Lag(max_lag) => level(system, &Lagging { partials, max_lag }, test, control),
            Level::Gaps(max) => {
                level(system, &Gapped::new(self.choreography, partials, max), test, control)
            }
            _ => level(system, partials, test, control),
        };
        self.statistics.include(counts);
        inclusion
    }
}

/// Decides whether every RSC execution of `system` is a partial execution of a word of `choreography`, in the
/// order of that word; a violation has the fewest communications.
///
/// # Complexity
/// Exponential in the number of states of the choreography.
pub fn included(
    choreography: &Choreography,
    system: &System,
    control: &Control,
) -> (Completable, Statistics) {
    let (inclusion, counts) =
        level(system, &Partials::new(choreography), WordTest::Literally, control);
    let answer = match inclusion {
        Ok(Inclusion::Holds) => Completable::Holds(Level::Partials),
        Ok(Inclusion::Fails(found)) => Completable::Violated(found),
        Ok(Inclusion::Open) | Err(Exceeded::Budget) => {
            unreachable!("what is not read violates, and there is no budget")
        }
        Err(Exceeded::Limit(limit)) => Completable::Unknown(Some(limit)),
    };
    (answer, counts)
}

/// Tests the RSC executions of `system` one by one, the shortest first, within a budget, as [`completable`]
/// does; returns `None` if the budget does not suffice.
///
/// # Complexity
/// That of a bounded number of calls of [`completion`].
pub fn one_by_one(
    choreography: &Choreography,
    system: &System,
    control: &Control,
) -> Option<Completable> {
    match shortest_incompletable(choreography, system, usize::MAX, EXECUTIONS, control) {
        Tested::Found(word) => {
            Some(Completable::Violated(Incompletable { word, is_shortest: true }))
        }
        Tested::All => Some(Completable::Holds(Level::OneByOne)),
        Tested::Some => None,
    }
}

/// Searches for a shorter execution of the same kind if there may be one.
fn shortened(
    choreography: &Choreography,
    system: &System,
    found: Incompletable,
    control: &Control,
) -> Incompletable {
    if found.is_shortest {
        return found;
    }
    let length = found.word.len();
    match shortest_incompletable(choreography, system, length - 1, EXECUTIONS, control) {
        Tested::Found(word) => Incompletable { word, is_shortest: true },
        Tested::All => Incompletable { is_shortest: true, ..found },
        Tested::Some => found,
    }
}
