//! Is a choreography realisable: do its projections together do what it says, and nothing else?
//!
//! Two readings (section 6.2 of [RSC](crate#bibliography)). *Well-formed*, literally: the implementation is
//! RSC, and every RSC execution of it is a partial execution of the choreography. *Realisable*: the
//! implementation is RSC, and every RSC execution is one up to the order of independent actions; this does
//! not depend on the order in which independent interactions were written down. Well-formed implies
//! realisable, and an execution that shows that a choreography is not realisable shows that it is not
//! well-formed.
//!
//! Well-formedness is decided. For realisability no terminating procedure is known: [`check`] reads the RSC
//! executions with ever larger parts of the causal closure (the *levels*), and tests exactly each
//! execution that a level does not read.

mod by_length;
mod coherence;
mod evidence;
mod inclusion;
mod lag;
mod reader;

pub use coherence::{Condition, Incoherence, Occurrence, incoherences};
pub use evidence::witness;

use crate::check::membership::{self, Engine};
use crate::kernel::base::{Control, Limit};
use crate::kernel::search::Statistics;
use crate::model::cfsm::{ChannelKind, Direction, Exchange, Label, System};
use crate::model::choreography::{Choreography, Partials};
use crate::model::witness::Witness;
use by_length::shortest_violation;
use inclusion::{Level, Test, level};
use lag::Lagging;

/// The largest lag that is tried.
const LAGS: usize = 2;

/// So many executions are tested one by one where no level decides.
const EXECUTIONS: usize = 2_000;

/// Which reading of well-formedness is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Question {
    /// The literal one.
    WellFormed,
    /// Up to the order of independent actions.
    Realisable,
}

/// What the answer rests on where the question holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ground {
    /// Every RSC execution is a partial execution: the choreography is well-formed.
    Inclusion,
    /// Every RSC execution is one up to the order of independent actions, of which at most so many
    /// communications are put off at a time.
    Lag(usize),
    /// The choreography is in the class in which the coherence conditions decide, and they hold.
    Coherence,
    /// There is no choice, and every channel key has one sender and one receiver.
    NoChoice,
    /// Nothing ever happens.
    Empty,
}

/// Why the question does not hold.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Violation {
    /// The implementation is not RSC.
    NotRsc(Box<Witness>),
    /// This RSC execution of the implementation is none of the choreography, in the reading that was asked
    /// for.
    Execution(Vec<Exchange>),
    /// The coherence conditions decide, and these are broken; no execution was found that shows it.
    Incoherent(Vec<Incoherence>),
}

/// The answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// It holds.
    Holds(Ground),
    /// It does not.
    Violated(Violation),
    /// A limit came first, in the search for borderline violations or on the last level.
    Unknown(Limit),
    /// Every level up to the last one leaves executions unread that the choreography allows.
    Undecided,
}

/// An answer, and what it took.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// The answer.
    pub outcome: Outcome,
    /// What was explored, over all searches.
    pub statistics: Statistics,
}

/// Decides whether a choreography, whose implementation is `system`, is well-formed or realisable.
///
/// # Complexity
/// That of [`membership::check`], and for each level exponential in the number of its states; the limits
/// of `control` count for each search.
pub fn check(
    choreography: &Choreography,
    system: &System,
    question: Question,
    control: &Control,
) -> Answer {
    let member = membership::check(system, Engine::Plain, control);
    let mut statistics = member.statistics;
    let outcome = match member.outcome {
        membership::Outcome::Violated(witness) => Outcome::Violated(Violation::NotRsc(witness)),
        membership::Outcome::Unknown(limit) => Outcome::Unknown(limit),
        membership::Outcome::Holds(_) => {
            by_levels(choreography, system, question, control, &mut statistics)
        }
    };
    Answer { outcome, statistics }
}

fn by_levels(
    choreography: &Choreography,
    system: &System,
    question: Question,
    control: &Control,
    statistics: &mut Statistics,
) -> Outcome {
    if choreography.is_empty() {
        return Outcome::Holds(Ground::Empty);
    }
    let partials = Partials::of(choreography);
    let mut count = |one: Statistics| {
        statistics.states += one.states;
        statistics.transitions += one.transitions;
        statistics.depth = statistics.depth.max(one.depth);
        statistics.bytes = statistics.bytes.max(one.bytes);
    };
    let test = match question {
        Question::WellFormed => Test::Literally,
        Question::Realisable => Test::Causally(choreography),
    };
    let (mut last, counts) = level(system, &partials, test, control);
    count(counts);
    if last == Level::Included {
        return Outcome::Holds(Ground::Inclusion);
    }
    for lag in 1..=LAGS {
        if matches!(last, Level::Violated(_)) || question == Question::WellFormed {
            break;
        }
        let lagging = Lagging { partials: &partials, most: lag };
        let counts;
        (last, counts) = level(system, &lagging, test, control);
        count(counts);
        if last == Level::Included {
            return Outcome::Holds(Ground::Lag(lag));
        }
    }
    match last {
        Level::Violated(word) => Outcome::Violated(Violation::Execution(word)),
        Level::Included => unreachable!("it was returned"),
        Level::Cut(limit) if question == Question::WellFormed => Outcome::Unknown(limit),
        Level::Cut(_) | Level::Open => without_levels(choreography, system, control, last),
    }
}

/// Answers whether a choreography is realisable where no level does.
fn without_levels(
    choreography: &Choreography,
    system: &System,
    control: &Control,
    last: Level,
) -> Outcome {
    let incoherences = incoherences(choreography);
    if incoherences.as_ref().is_some_and(Vec::is_empty) {
        return Outcome::Holds(Ground::Coherence);
    }
    if incoherences.is_none() && has_no_choice(choreography, system) {
        return Outcome::Holds(Ground::NoChoice);
    }
    if let Some(word) = shortest_violation(choreography, system, EXECUTIONS, control) {
        return Outcome::Violated(Violation::Execution(word));
    }
    match (incoherences, last) {
        (Some(incoherences), _) => Outcome::Violated(Violation::Incoherent(incoherences)),
        (None, Level::Cut(limit)) => Outcome::Unknown(limit),
        (None, _) => Outcome::Undecided,
    }
}

/// Tells whether no state of the choreography has two transitions, and every key has one sender and one
/// receiver: RSC systems of such choreographies are realisable.
fn has_no_choice(choreography: &Choreography, system: &System) -> bool {
    let language = choreography.language();
    let is_straight = language.states().all(|state| language.transitions(state).len() <= 1);
    let mut ends = std::collections::BTreeMap::new();
    let one_each = system.automata().enumerate().all(|(participant, automaton)| {
        automaton.transitions().iter().all(|transition| {
            let Label::Action(direction, channel, message) = transition.label else { return true };
            let is_send = direction == Direction::Send;
            let bag = system.channels()[channel].kind == ChannelKind::Bag;
            let key = (is_send, channel, bag.then_some(message));
            *ends.entry(key).or_insert(participant) == participant
        })
    });
    is_straight && one_each
}
