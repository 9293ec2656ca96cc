//! Is a choreography realisable: do its projections together do exactly its words?
//!
//! There are two readings (section 6.2 of [RSC](crate#bibliography)). *Well-formed*, the literal one: the
//! implementation is RSC, and every RSC execution of it is a partial execution of the choreography. *Realisable*: the
//! implementation is RSC, and every RSC execution is one up to the order of independent actions; this does
//! not depend on the order in which independent interactions were written down. Well-formed implies
//! realisable, and an execution that shows that a choreography is not realisable shows that it is not
//! well-formed.
//!
//! Well-formedness is decided. For realisability no terminating procedure is known: [`check`] asks first whether
//! the choreography is in a class in which simple conditions decide, and whether they hold, which is cheap; then
//! [`completability`].

mod blame;
mod coherence;
mod evidence;
mod given;
mod parts;
mod synchronous;

pub(crate) use blame::occurrences;
pub use blame::{Blame, blame, blame_for};
pub use coherence::{Condition, Incoherence, Occurrence, incoherences};
pub use evidence::{run_of, witness};
pub use given::check_given;

use std::cmp::Reverse;

use crate::completability::{self, Completable, Incompletable, Level};
use crate::membership::{self, Engine};
use kernel::base::{Control, Limit};
use kernel::search::Statistics;
use model::cfsm::{Exchange, System};
use model::choreography::{Choreography, Interaction};
use model::evidence::Witness;

/// The reading of well-formedness.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Question {
    /// The literal one.
    WellFormed,
    /// Up to the order of independent actions.
    Realisable,
}

/// The justification of a positive answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Justification {
    /// Every RSC execution is one of the choreography up to the order of independent actions, as the level
    /// shows. By [`Level::Partials`] each is a partial execution: the choreography is well-formed.
    Executions(Level),
    /// The choreography is in the class in which the coherence conditions decide, and they hold.
    Coherence,
    /// The synchronous executions of the implementation are words of the choreography, and from each of its
    /// configurations, which are finitely many, all channels can become empty.
    Synchronous,
    /// There is no choice, and every channel key has one sender and one receiver.
    NoChoice,
    /// The choreography is the interleavings of this number of independent parts, and each of them has the
    /// property.
    Parts(usize),
    /// The choreography has no interactions.
    Empty,
}

/// Why the answer is no.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Violation {
    /// The implementation is not RSC.
    NotRsc(Box<Witness>),
    /// This RSC execution of the implementation is none of the choreography, in the reading of the question.
    Execution(Vec<Exchange>),
    /// The given automata cannot do this word of the choreography.
    Missing(Vec<Interaction>),
    /// The coherence conditions decide, and these are violated; no execution was found that shows it.
    Incoherent(Vec<Incoherence>),
}

/// The reason why there is no verdict.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UnknownReason {
    /// A limit was reached first, in the search for borderline violations or on the last level.
    Limit(Limit),
    /// Every level up to the last one leaves executions unread that the choreography allows.
    Undecided,
}

impl From<Option<Limit>> for UnknownReason {
    /// Returns the reason for a search that this limit ended, if one did.
    fn from(limit: Option<Limit>) -> Self {
        limit.map_or(Self::Undecided, Self::Limit)
    }
}

/// The verdict.
pub type Outcome = kernel::verdict::Outcome<Justification, Violation, UnknownReason>;

/// An answer, and the statistics of its searches.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// The answer.
    pub outcome: Outcome,
    /// Whether it is known that no violation of this kind has fewer communications. For an execution this
    /// requires that no budget was exceeded in the search for a shorter one.
    pub is_shortest: bool,
    /// Statistics over all searches.
    pub statistics: Statistics,
}

/// Decides whether a choreography, whose implementation is `system`, is well-formed or realisable.
///
/// Independent parts that are interleaved are checked one by one.
///
/// # Complexity
/// For each part that of [`membership::check`], and for each level exponential in the number of its states; the
/// limits of `control` count for each search.
pub fn check(
    choreography: &Choreography,
    system: &System,
    question: Question,
    control: &Control,
) -> Answer {
    let Some(parts) = parts::parts(choreography, system) else {
        return whole(choreography, system, question, control);
    };
    let (mut statistics, mut is_decided) = (Statistics::default(), true);
    let (mut worst, mut is_shortest) = (Outcome::Holds(Justification::Parts(parts.len())), false);
    for part in parts {
        let answer = whole(&part.choreography, &part.system, question, control);
        statistics.include(answer.statistics);
        is_decided &= !matches!(answer.outcome, Outcome::Unknown(_));
        if rank(&answer.outcome) > rank(&worst) {
            (worst, is_shortest) = (in_whole(answer.outcome, system), answer.is_shortest);
        }
    }
    // A part with an unknown answer may have a shorter violation.
    Answer { outcome: worst, is_shortest: is_shortest && is_decided, statistics }
}

/// Returns the rank of an answer about a part for the whole: a shorter violation before a longer one, any
/// violation before no verdict, and no verdict before `holds`.
fn rank(outcome: &Outcome) -> (u8, Reverse<usize>) {
    match outcome {
        Outcome::Holds(_) => (0, Reverse(0)),
        Outcome::Unknown(UnknownReason::Undecided) => (1, Reverse(0)),
        Outcome::Unknown(UnknownReason::Limit(_)) => (2, Reverse(0)),
        Outcome::Violated(Violation::Incoherent(_)) => (3, Reverse(0)),
        Outcome::Violated(Violation::Missing(word)) => (3, Reverse(word.len())),
        Outcome::Violated(Violation::Execution(word)) => (4, Reverse(word.len())),
        Outcome::Violated(Violation::NotRsc(witness)) => (5, Reverse(witness.communications())),
    }
}

/// Returns the answer about the whole that follows from one about a part: a run of a part is one of the
/// whole.
fn in_whole(outcome: Outcome, system: &System) -> Outcome {
    let Outcome::Violated(Violation::NotRsc(witness)) = outcome else { return outcome };
    let replay = witness.replay();
    let (initial, steps) = (replay.initial().control.clone(), replay.steps().iter().copied());
    let witness = Witness::borderline_violation(system, initial, steps)
        .expect("the other participants do nothing");
    Outcome::Violated(Violation::NotRsc(Box::new(witness)))
}

fn whole(
    choreography: &Choreography,
    system: &System,
    question: Question,
    control: &Control,
) -> Answer {
    let is_realisable = || coherence::is_coherent(choreography, control);
    if question == Question::Realisable && !choreography.is_empty() && is_realisable() {
        let outcome = Outcome::Holds(Justification::Coherence);
        return Answer { outcome, is_shortest: false, statistics: Statistics::default() };
    }
    on_executions(choreography, system, question, control, |found, statistics| {
        match (found, question) {
            _ if choreography.is_empty() => (Outcome::Holds(Justification::Empty), false),
            (Completable::Unknown(limit), Question::Realisable) => {
                without_levels(choreography, system, control, limit, statistics)
            }
            (found, _) => outcome(found),
        }
    })
}

/// Decides whether the system is RSC and, if it is, returns the result of `conclude` on its executions: an
/// answer, and whether it is a shortest violation.
fn on_executions(
    choreography: &Choreography,
    system: &System,
    question: Question,
    control: &Control,
    conclude: impl FnOnce(Completable, &mut Statistics) -> (Outcome, bool),
) -> Answer {
    let member = membership::check(system, Engine::Auto, control);
    let mut statistics = member.statistics;
    let (outcome, is_shortest) = match member.outcome {
        membership::Outcome::Violated(witness) => {
            (Outcome::Violated(Violation::NotRsc(witness)), true)
        }
        membership::Outcome::Unknown(limit) => {
            (Outcome::Unknown(UnknownReason::Limit(limit)), false)
        }
        membership::Outcome::Holds(_) => {
            let (found, counts) = match question {
                Question::WellFormed => completability::included(choreography, system, control),
                Question::Realisable => completability::completable(choreography, system, control),
            };
            statistics.include(counts);
            conclude(found, &mut statistics)
        }
    };
    Answer { outcome, is_shortest, statistics }
}

/// Returns the outcome of the executions, and whether it is a shortest violation.
fn outcome(found: Completable) -> (Outcome, bool) {
    match found {
        Completable::Holds(level) => (Outcome::Holds(Justification::Executions(level)), false),
        Completable::Violated(Incompletable { word, is_shortest }) => {
            (Outcome::Violated(Violation::Execution(word)), is_shortest)
        }
        Completable::Unknown(limit) => (Outcome::Unknown(limit.into()), false),
    }
}

/// Decides whether a choreography is realisable if no level does.
fn without_levels(
    choreography: &Choreography,
    system: &System,
    control: &Control,
    limit: Option<Limit>,
    statistics: &mut Statistics,
) -> (Outcome, bool) {
    if let Some(limit) = control.limit(0, 0) {
        return (Outcome::Unknown(UnknownReason::Limit(limit)), false);
    }
    let incoherences = incoherences(choreography);
    if incoherences.as_ref().is_some_and(Vec::is_empty) {
        return (Outcome::Holds(Justification::Coherence), false);
    }
    if incoherences.is_none() && has_no_choice(choreography, system) {
        return (Outcome::Holds(Justification::NoChoice), false);
    }
    match (completability::one_by_one(choreography, system, control), incoherences) {
        (Some(found), _) => outcome(found),
        (None, Some(incoherences)) => {
            (Outcome::Violated(Violation::Incoherent(incoherences)), false)
        }
        (None, None) => {
            let found = (Completable::Unknown(limit), Question::Realisable);
            at_length(choreography, system, found, control, statistics)
        }
    }
}

/// Returns the outcome of the executions, or that of the synchronous ones, after a longer search if a level
/// exceeded its budget.
fn at_length(
    choreography: &Choreography,
    system: &System,
    (found, question): (Completable, Question),
    control: &Control,
    statistics: &mut Statistics,
) -> (Outcome, bool) {
    let Completable::Unknown(limit) = found else { return outcome(found) };
    if question == Question::WellFormed {
        return outcome(found);
    }
    if synchronous::is_decided(choreography, system, control, statistics) {
        return (Outcome::Holds(Justification::Synchronous), false);
    }
    if limit != Some(Limit::States) || control.limit(0, 0).is_some() {
        return outcome(found);
    }
    let (found, counts) = completability::completable_at_length(choreography, system, control);
    statistics.include(counts);
    outcome(found)
}

/// Returns `true` if no state of the choreography has two transitions, and every key has one sender and one
/// receiver: RSC systems of such choreographies are realisable.
fn has_no_choice(choreography: &Choreography, system: &System) -> bool {
    let language = choreography.language();
    let is_straight = language.states().all(|state| language.transitions(state).len() <= 1);
    let mut ends = std::collections::BTreeMap::new();
    let one_each = system.actions().all(|action| {
        let key = (action.direction, system.key(action.channel, action.message));
        *ends.entry(key).or_insert(action.participant) == action.participant
    });
    is_straight && one_each
}
