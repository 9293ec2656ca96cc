//! Classes of systems against the definitions, on random systems of all architectures.
//!
//! The settings are those of `cases.rs`. What engines say is in [`Found`], so that a class is compared in the words of its
//! definition.

mod bounds;
mod fully_bag;
mod half_duplex;
mod laws;
mod synchronous;

use std::collections::BTreeMap;

use crate::support::cases::{are_many, seeds, system_of};
use crate::support::effort::required;
use crate::support::small_systems::{BAG, FIFO, describe, system};
use oracle::configurations::{Answer, Configuration};
use oracle::membership::Verdict;
use scm_check::internals::check::classes::{
    ClassOutcome, ClassQuestion, ClassScope, Equivalence, InClass, Outside, decide,
};
use scm_check::internals::check::reachability::Configurations;
use scm_check::internals::kernel::base::{Control, Random};
use scm_check::internals::model::cfsm::{Action, Channel, Direction, System};
use scm_check::internals::model::evidence::{Class, Witness};
use scm_check::internals::model::generate::{
    Architecture, Kinds, RandomParameters, Shape, Style, random,
};

/// The most states of a search of an engine.
const STATES: u64 = 3_000;

/// The most messages in a channel where an engine does not see all runs.
const MOST: usize = 4;

/// What an engine says of a class.
enum Found {
    /// The system is in it, for channels without bound.
    Holds(InClass),
    /// The system is in it as far as was tried.
    HoldsWithin,
    /// It is not, as a run shows.
    Violated(Box<Witness>),
    /// It is not, and no run shows it.
    Differs,
    /// A limit came first, or nothing is known.
    Unknown,
    /// The class is not defined for the system.
    Undefined,
}

/// What the engine says of a class.
fn asked(system: &System, name: &str) -> Found {
    asked_about(system, name, Equivalence::Branching)
}

/// What the engine says of a class, with this equivalence of behaviours.
fn asked_about(system: &System, name: &str, equivalence: Equivalence) -> Found {
    let class = Class::named(name).unwrap_or_else(|| panic!("{name} is no class"));
    let control = &Control { max_states: Some(STATES), ..Control::unlimited() };
    let configurations = &Configurations::new(system);
    let question = ClassQuestion { class, configurations, most: MOST, equivalence, control };
    let Ok(answer) = decide(&question) else { return Found::Undefined };
    match answer.outcome {
        ClassOutcome::Holds(found) if found.scope == ClassScope::Decided => Found::Holds(found),
        ClassOutcome::Holds(_) => Found::HoldsWithin,
        ClassOutcome::Violated(Outside::Run(witness)) => Found::Violated(witness),
        ClassOutcome::Violated(_) => Found::Differs,
        ClassOutcome::Unknown(_) => Found::Unknown,
    }
}

/// What is right about an answer, in a word that is counted, or what is wrong.
type Comparison = Result<&'static str, String>;

/// The actions of a witness.
fn actions(witness: &Witness) -> Vec<Action> {
    witness.replay().execution().actions().iter().copied().collect()
}

/// The configuration that a witness leads to, by the oracle's semantics.
fn end(system: &System, witness: &Witness) -> Configuration {
    let control = witness.replay().initial().control.iter().copied().collect();
    let start = Configuration::initial(system, control);
    let steps = witness.replay().steps().iter();
    steps.fold(start, |here, &step| here.after(system, step).expect("the witness is a run"))
}

/// Compares an answer with what is known about the sends that it takes to reach a configuration of a set.
fn by_configurations(
    system: &System,
    found: Found,
    expected: Answer,
    is_in: impl Fn(&Configuration) -> bool,
) -> Comparison {
    match (&found, expected) {
        (Found::Undefined, _) => return Ok("undefined"),
        (Found::Differs, _) => return Err("no run shows it".to_owned()),
        (Found::Unknown | Found::HoldsWithin, Answer::Reachable { .. }) => return Ok("missed"),
        (Found::Unknown | Found::HoldsWithin, _) => return Ok("unknown"),
        (Found::Violated(witness), _) if !is_in(&end(system, witness)) => {
            return Err("the run of the witness shows nothing".to_owned());
        }
        _ => {}
    }
    match (found, expected) {
        (Found::Holds(_), Answer::Unreachable) => Ok("holds"),
        (Found::Holds(_), Answer::NotWithinBounds { .. }) => Ok("holds within bounds"),
        (Found::Violated(witness), Answer::Reachable { least, most, .. }) => {
            let sends = witness.communications();
            match sends {
                _ if sends < least => Err(format!("{sends} sends, and it takes {least}")),
                _ if sends > most => Ok("violated, not by the fewest sends"),
                _ => Ok("violated"),
            }
        }
        (Found::Violated(witness), Answer::NotWithinBounds { least })
            if witness.communications() >= least =>
        {
            Ok("violated beyond bounds")
        }
        (Found::Violated(_), _) => Err(format!("violated instead of {expected:?}")),
        _ => Err(format!("holds instead of {expected:?}")),
    }
}

/// Compares an answer with the shortest execution that shows something, in actions, where each execution that shows it is a
/// violation.
fn by_executions(
    found: Found,
    expected: &Verdict,
    shows: impl Fn(&[Action]) -> bool,
) -> Comparison {
    let witness = match (&found, expected) {
        (Found::Undefined, _) => return Ok("undefined"),
        (Found::Unknown | Found::HoldsWithin, Verdict::Violated { .. }) => return Ok("missed"),
        (Found::Unknown | Found::HoldsWithin, _) => return Ok("unknown"),
        (Found::Holds(_), Verdict::Holds) => return Ok("holds"),
        (Found::Holds(_), Verdict::HoldsUpTo { .. }) => return Ok("holds within bounds"),
        (Found::Holds(_), Verdict::Violated { shortest, .. }) => {
            return Err(format!("holds, and {shortest:?}"));
        }
        (Found::Violated(witness), _) => witness,
        (Found::Differs, _) => return Err("no run shows it".to_owned()),
    };
    let found = actions(witness);
    if !shows(&found) {
        return Err(format!("the run of the witness shows nothing: {found:?}"));
    }
    match expected {
        Verdict::Holds => Err(format!("violated by {found:?}")),
        Verdict::HoldsUpTo { length } if found.len() <= *length => {
            Err(format!("nothing up to {length}, and {found:?}"))
        }
        Verdict::HoldsUpTo { .. } => Ok("violated beyond bounds"),
        Verdict::Violated { length, .. } if found.len() < *length => {
            Err(format!("{found:?}, and it takes {length}"))
        }
        Verdict::Violated { length, .. } if found.len() == *length => Ok("violated"),
        Verdict::Violated { shortest, .. } if sends(&found) <= sends(shortest) => {
            Ok("violated, by as few sends")
        }
        Verdict::Violated { .. } => Ok("violated, not by the fewest sends"),
    }
}

/// Whether an action is a send.
fn is_send(action: &Action) -> bool {
    action.direction == Direction::Send
}

/// The number of sends.
fn sends(execution: &[Action]) -> usize {
    execution.iter().filter(|one| is_send(one)).count()
}

/// What random systems are like.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Like {
    /// Anything.
    Any,
    /// Two to four participants with FIFO channels from each to each.
    PeerToPeer,
    /// Two participants with a FIFO channel in each direction.
    Two,
    /// Two to four participants with a FIFO channel each.
    Mailbox,
    /// Bags, and FIFO channels among them.
    Bags,
}

/// The random system of a seed.
fn system_like(like: Like, seed: u64) -> System {
    if like == Like::Any {
        return system_of(seed);
    }
    let mut numbers = Random::new(seed);
    let drawn = RandomParameters::draw(&mut numbers);
    let participants = drawn.participants.max(2);
    let parameters = match like {
        Like::Any => drawn,
        Like::PeerToPeer => RandomParameters {
            participants,
            architecture: Architecture::PeerToPeer,
            kinds: Kinds::Fifo,
            ..drawn
        },
        Like::Two => RandomParameters {
            participants: 2,
            architecture: Architecture::PeerToPeer,
            kinds: Kinds::Fifo,
            ..drawn
        },
        Like::Mailbox => RandomParameters {
            participants,
            architecture: Architecture::Mailbox,
            kinds: Kinds::Fifo,
            ..drawn
        },
        Like::Bags => RandomParameters {
            kinds: if numbers.percent(70) { Kinds::Bag } else { Kinds::Mixed },
            ..drawn
        },
    };
    random(&parameters, numbers.bits())
}

/// As [`system_like`], with few executions: without internal steps, and two times in three without cycles.
fn small_like(like: Like, seed: u64) -> System {
    let mut numbers = Random::new(seed);
    let participants = numbers.between(2, 3);
    let parameters = RandomParameters {
        participants,
        states: numbers.between(2, 4),
        transitions: numbers.between(2, 5),
        messages: numbers.between(1, 2),
        architecture: match like {
            Like::Mailbox => Architecture::Mailbox,
            Like::PeerToPeer | Like::Two => Architecture::PeerToPeer,
            Like::Any | Like::Bags => [
                Architecture::PeerToPeer,
                Architecture::Mailbox,
                Architecture::OneBuffer,
                Architecture::Shared(2),
            ][numbers.below(4)],
        },
        kinds: match like {
            Like::Any => [Kinds::Fifo, Kinds::Bag, Kinds::Mixed][numbers.below(3)],
            Like::Bags => Kinds::Bag,
            _ => Kinds::Fifo,
        },
        shape: if numbers.percent(66) { Shape::Acyclic } else { Shape::Cyclic },
        style: if numbers.percent(75) {
            Style::Protocol { changes: numbers.below(3) }
        } else {
            Style::Arbitrary
        },
        internal_percent: 0,
        second_initial_percent: 0,
        lossy_percent: 0,
    };
    let participants = if like == Like::Two { 2 } else { participants };
    random(&RandomParameters { participants, ..parameters }, numbers.bits())
}

/// Counts what comparisons find.
#[derive(Default)]
struct Tally {
    counts: BTreeMap<String, usize>,
    wrong: Vec<String>,
}

impl Tally {
    /// Counts what a comparison found for a class; a difference is kept.
    fn add(&mut self, class: &str, seed: u64, system: &System, comparison: Comparison) {
        let word = comparison.as_ref().map_or("wrong", |word| word);
        *self.counts.entry(format!("{class}: {word}")).or_default() += 1;
        if let Err(why) = comparison {
            self.wrong.push(format!("{class}, seed {seed}: {why}\n{}", describe(system)));
        }
    }

    /// How often a comparison found something.
    fn count(&self, name: &str) -> usize {
        self.counts.get(name).copied().unwrap_or(0)
    }

    /// Fails if there is a difference, or something was found less often than it must be in the full run.
    fn finish(self, often: &[(&str, usize)]) {
        println!("{:#?}", self.counts);
        // The smallest system that shows a difference.
        let least = self.wrong.iter().min_by_key(|text| text.len());
        assert!(least.is_none(), "{} wrong; {}", self.wrong.len(), least.expect("there is one"));
        if are_many() {
            for &(name, least) in often {
                assert!(self.count(name) >= required(least), "{name}: {:#?}", self.counts);
            }
        }
    }
}

/// Systems that are in some classes and not in others: those of chapters 3 and 5 of the thesis, and smaller ones.
const SHAPES: &[(&[Channel], &[&str])] = &[
    // Messages cross; a request and its answer; messages that nobody receives cross.
    (&[FIFO; 2], &["0 0!v 1, 1 1?w 2", "0 1!w 1, 1 0?v 2"]),
    (&[FIFO; 2], &["0 0!v 1, 1 1?w 0", "0 0?v 1, 1 1!w 0"]),
    (&[FIFO; 2], &["0 0!v 1, 1 1?x 2", "0 1!w 1, 1 0?x 2"]),
    (&[FIFO; 2], &["0 0!v 1, 1 1?w 2, 0 1?w 3, 3 0!v 2", "0 1!w 1, 1 0?v 2"]),
    // Messages to two others; a stream; a copy that is left.
    (&[FIFO; 2], &["0 0!a 1, 1 1!b 2", "0 0?a 1", "0 1?b 1"]),
    (&[FIFO], &["0 0!a 0", "0 0?a 0"]),
    (&[FIFO; 2], &["0 0!a 1, 1 0!a 2, 2 1?b 0", "0 0?a 1, 1 1!b 0"]),
    // A ring, with channels of two and with mailboxes; a chain that overtakes.
    (&[FIFO; 3], &["0 1!m 1, 1 0?m 2", "0 2!m 1, 1 1?m 2", "0 0!m 1, 1 2?m 2"]),
    (&[FIFO; 3], &["0 1!m 1, 1 0?m 0", "0 1?m 1, 1 2!m 0", "0 2?m 1, 1 0!m 0"]),
    (&[FIFO; 3], &["0 0!a 1, 1 1!b 2", "0 1?b 1, 1 2!c 2", "0 2?c 1, 1 0?a 2"]),
    (&[FIFO; 2], &["0 0!a 1, 1 1!m 2", "0 1?m 1, 1 0!b 2", "0 0?a 1, 1 0?b 2"]),
    // The chain before a message that nobody reads: whoever sends it has a message waiting.
    (&[FIFO; 4], &["0 2?c 1, 1 3!x 2, 2 0?a 3", "0 0!a 1, 1 1!b 2", "0 1?b 1, 1 2!c 2"]),
    (&[BAG; 2], &["0 0!a 1, 1 1!m 2", "0 1?m 1, 1 0!b 2", "0 0?b 1, 1 0?a 2"]),
    (&[BAG; 2], &["0 0!v1 1, 1 1?v2 2", "0 1!v2 1, 1 0!v3 2", "0 0?v3 1"]),
    // Copies in a bag; messages to oneself.
    (&[BAG], &["0 0!v 1", "0 0!v 1, 1 0?v 2"]),
    (&[BAG], &["0 0!v 1, 1 0!v 2", "0 0?v 1, 1 0?v 2"]),
    (&[BAG], &["0 0!v 1, 1 0!v 2, 2 0?v 3"]),
    (&[BAG], &["0 0!m 1, 1 0?m 0"]),
    (&[FIFO; 2], &["0 0!a 1, 1 tau 2, 2 0?a 3", "0 1!b 0"]),
];

/// Calls `compare` with each of the shapes, and with each seed and its system, which are like these in turn.
fn each(share: u64, likes: &[Like], mut compare: impl FnMut(u64, &System)) {
    for (place, (channels, automata)) in (0..).zip(SHAPES) {
        compare(place, &system(channels, automata));
    }
    for seed in seeds(share) {
        let like = likes[usize::try_from(seed).expect("it fits") % likes.len()];
        compare(seed, &system_like(like, seed));
    }
}
