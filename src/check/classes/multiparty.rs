//! k-multiparty compatibility.

use super::{
    ClassAnswer, ClassGround, ClassOutcome, ClassQuestion, ClassScope, Conditions, Decided,
    InClass, Independence, OpenClass,
};
use crate::EngineName;
use crate::compatibility::{Compatibility, Inapplicable, applies};
use crate::reachability::{Configurations, Explored};
use crate::rsc::Run;
use kernel::base::{Control, Limit};
use kernel::search::{NodeId, Statistics};
use model::cfsm::{Direction, SafetyProperty, System};

/// Decides whether a system is multiparty compatible for the bound `k` of the class on the messages in each channel:
/// k-exhaustive and k-safe ([`compatibility`](crate::compatibility)).
///
/// # Complexity
/// Linear in the number of configurations within the bound, and of the steps between them, times the numbers of
/// participants, channels and messages; for systems that are not directed, exponential in the numbers of
/// participants and channels, but bounded.
///
/// # Errors
/// If it is not defined for the system.
pub(super) fn decide(question: &ClassQuestion<'_, '_>) -> Decided {
    let system = question.configurations.system();
    applies(system).map_err(|why| inapplicable(system, why))?;
    let bound = question.class.bound();
    let (found, statistics) = for_bound(question, bound);
    Ok(match found {
        Ok(found) => answer(question, found, bound, statistics),
        Err(limit) => open(OpenClass::Limit(limit), statistics),
    })
}

/// Returns the answer for a bound.
fn answer(
    question: &ClassQuestion<'_, '_>,
    Found { outside, conditions }: Found,
    bound: usize,
    statistics: Statistics,
) -> ClassAnswer {
    let in_class = InClass::decided(ClassGround::Bounded, statistics.states);
    // A system that is independent, too, has all its executions within the bound, up to their order.
    let outcome = match outside {
        Some(run) => question.outside(run, statistics.states),
        None if conditions.are_sound() => {
            ClassOutcome::Holds(InClass { least: Some(bound), ..in_class })
        }
        None => ClassOutcome::Holds(InClass { scope: ClassScope::UpToBound, ..in_class }),
    };
    let conditions = Some(conditions);
    ClassAnswer { conditions, ..ClassAnswer::new(EngineName::Multiparty, outcome, statistics) }
}

fn open(why: OpenClass, statistics: Statistics) -> ClassAnswer {
    ClassAnswer::new(EngineName::Multiparty, ClassOutcome::Unknown(why), statistics)
}

/// Searches for the least bound, up to the largest one that is tried, for which a system is multiparty compatible and that
/// says something about all bounds. A bound for which it is so, but says nothing about others, does not end the search, nor
/// does one for which it is not: compatibility for one bound implies nothing about the next.
///
/// # Complexity
/// That of [`decide`] for each bound.
///
/// # Errors
/// If it is not defined for the system.
pub(super) fn least(question: &ClassQuestion<'_, '_>) -> Decided {
    let system = question.configurations.system();
    applies(system).map_err(|why| inapplicable(system, why))?;
    let mut work = Statistics::default();
    for bound in 1..=question.most {
        let (found, statistics) = for_bound(question, bound);
        work.include(statistics);
        match found {
            Ok(found) if found.outside.is_none() && found.conditions.are_sound() => {
                return Ok(answer(question, found, bound, work));
            }
            Ok(_) => {}
            Err(limit) => return Ok(open(OpenClass::Limit(limit), work)),
        }
    }
    Ok(open(OpenClass::NoBound(question.most), work))
}

/// Whether a system is multiparty compatible for a bound.
struct Found {
    /// A run within the bound that shows that it is not.
    outside: Option<Run>,
    /// Which of the conditions it meets.
    conditions: Conditions,
}

impl Conditions {
    /// Returns the conditions that both of two parts meet.
    fn and(self, other: Self) -> Self {
        let independence = self.independence.zip(other.independence);
        Self {
            is_exhaustive: self.is_exhaustive && other.is_exhaustive,
            is_safe: self.is_safe && other.is_safe,
            independence: independence.map(|(one, other)| Independence {
                is_directed: one.is_directed && other.is_directed,
                of_sends: one.of_sends && other.of_sends,
                of_receptions: one.of_receptions && other.of_receptions,
            }),
        }
    }

    /// Returns `true` if the configurations within the bound say something about all.
    fn are_sound(self) -> bool {
        self.independence.is_some_and(Independence::is_complete)
    }
}

/// Decides whether a system is multiparty compatible for a bound. Parts of it that share no channel are looked at one by one:
/// neither what makes room nor what receives is in another part.
///
/// # Errors
/// The limit that was reached first.
fn for_bound(question: &ClassQuestion<'_, '_>, bound: usize) -> (Result<Found, Limit>, Statistics) {
    let ClassQuestion { configurations, control, .. } = *question;
    let system = configurations.system();
    let parts = system.connected_components();
    if let [_] = parts[..] {
        return within(&configurations.bounded_as_asked(bound, control), control);
    }
    let (mut all, mut work): (Option<Found>, Statistics) = Default::default();
    for part in parts {
        let alone = system.with_idle(|participant| !part.contains(&participant));
        let configurations = Configurations::new(&alone);
        let explored = configurations.bounded_as_asked(bound, control);
        let (found, statistics) = within(&explored, control);
        work.include(statistics);
        let found = match found {
            Ok(found) => found,
            Err(limit) => return (Err(limit), work),
        };
        all = Some(match all {
            None => found,
            Some(before) => Found {
                outside: before.outside.or(found.outside),
                conditions: before.conditions.and(found.conditions),
            },
        });
    }
    (Ok(all.expect("a system has a participant")), work)
}

/// Decides it by the configurations within the bound.
fn within(explored: &Explored<'_>, control: &Control) -> (Result<Found, Limit>, Statistics) {
    let (system, statistics) = (explored.system(), explored.statistics());
    let decide = || {
        let compatibility = explored.compatibility(control)?;
        let stuck = system.automata().ids().map(SafetyProperty::Stuck);
        let unreceived = system.messages().ids().map(SafetyProperty::Unreceived);
        let mut unsafe_at: Option<NodeId> = None;
        for property in stuck.chain(unreceived) {
            let found = explored.first_violation(property, control)?;
            unsafe_at = unsafe_at.into_iter().chain(found).min();
        }
        let (misfit, independence) = match *compatibility {
            Compatibility::NotExhaustive(ref misfit) => (Some(misfit.node), None),
            Compatibility::Exhaustive(found) | Compatibility::Extends(found) => (None, Some(found)),
        };
        let is_exhaustive = misfit.is_none();
        let conditions = Conditions { is_exhaustive, is_safe: unsafe_at.is_none(), independence };
        if let Some(node) = misfit.or(unsafe_at) {
            return Ok(Found { outside: Some(explored.run_to(node)), conditions });
        }
        Ok(Found { outside: None, conditions })
    };
    (decide(), statistics)
}

/// Returns why multiparty compatibility is not defined for a system, as the rest of a sentence.
fn inapplicable(system: &System, why: Inapplicable) -> String {
    match why {
        Inapplicable::Bag(channel) => {
            format!("only for FIFO channels, and channel {} is a bag", system.channel_name(channel))
        }
        Inapplicable::Shared(channel, direction) => {
            let does = match direction {
                Direction::Send => "send to",
                Direction::Receive => "receive from",
            };
            let channel = system.channel_name(channel);
            format!(
                "only for channels between two participants, and several {does} channel {channel}"
            )
        }
        Inapplicable::Mixed(participant, state) => {
            let automaton = &system.automata()[participant];
            let (name, state) = (automaton.name(), &automaton.states()[state]);
            format!(
                "only where nobody can receive or do something else in the same state, and `{name}` can in \
                 state {state}"
            )
        }
    }
}
