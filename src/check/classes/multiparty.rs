//! k-multiparty compatibility.

use super::{
    ClassAnswer, ClassGround, ClassOutcome, ClassQuestion, ClassScope, Decided, InClass, OpenClass,
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
    let (outcome, statistics) = for_bound(question, question.class.bound());
    let outcome = match outcome {
        Ok(Found::In(found)) => ClassOutcome::Holds(found),
        Ok(Found::Outside(run)) => question.outside(run, statistics.states),
        Err(limit) => ClassOutcome::Unknown(OpenClass::Limit(limit)),
    };
    Ok(ClassAnswer { engine: EngineName::Multiparty, outcome, statistics })
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
    let mut open = OpenClass::NoBound(question.most);
    for bound in 1..=question.most {
        let (outcome, statistics) = for_bound(question, bound);
        work.include(statistics);
        match outcome {
            Ok(Found::In(found)) if found.scope == ClassScope::Decided => {
                let outcome = ClassOutcome::Holds(found);
                let engine = EngineName::Multiparty;
                return Ok(ClassAnswer { engine, outcome, statistics: work });
            }
            Ok(_) => {}
            Err(limit) => {
                open = OpenClass::Limit(limit);
                break;
            }
        }
    }
    let outcome = ClassOutcome::Unknown(open);
    Ok(ClassAnswer { engine: EngineName::Multiparty, outcome, statistics: work })
}

/// Whether a system is multiparty compatible for a bound.
enum Found {
    /// It is.
    In(InClass),
    /// It is not, as a run within the bound shows.
    Outside(Run),
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
        return within(&configurations.bounded_as_asked(bound, control), bound, control);
    }
    let mut all = (InClass::decided(ClassGround::Bounded, 0), Statistics::default());
    for part in parts {
        let alone = system.with_idle(|participant| !part.contains(&participant));
        let configurations = Configurations::new(&alone);
        let explored = configurations.bounded_as_asked(bound, control);
        let (found, statistics) = within(&explored, bound, control);
        all.1.include(statistics);
        match found {
            Ok(Found::In(found)) => {
                all.0.configurations += found.configurations;
                if found.scope == ClassScope::UpToBound {
                    all.0.scope = ClassScope::UpToBound;
                }
            }
            other => return (other, all.1),
        }
    }
    let least = (all.0.scope == ClassScope::Decided).then_some(bound);
    (Ok(Found::In(InClass { least, ..all.0 })), all.1)
}

/// Decides it by the configurations within the bound.
fn within(
    explored: &Explored<'_>,
    bound: usize,
    control: &Control,
) -> (Result<Found, Limit>, Statistics) {
    let (system, statistics) = (explored.system(), explored.statistics());
    let decide = || {
        let compatibility = explored.compatibility(control)?;
        let node = match compatibility {
            Compatibility::NotExhaustive(misfit) => Some(misfit.node),
            Compatibility::Exhaustive | Compatibility::Extends => {
                let stuck = system.automata().ids().map(SafetyProperty::Stuck);
                let unreceived = system.messages().ids().map(SafetyProperty::Unreceived);
                let mut first: Option<NodeId> = None;
                for property in stuck.chain(unreceived) {
                    let found = explored.first_violation(property, control)?;
                    first = first.into_iter().chain(found).min();
                }
                first
            }
        };
        if let Some(node) = node {
            return Ok(Found::Outside(explored.run_to(node)));
        }
        // A system that is independent, too, has all its executions within the bound, up to their order.
        let scope = match compatibility {
            Compatibility::Extends => ClassScope::Decided,
            _ => ClassScope::UpToBound,
        };
        let least = (scope == ClassScope::Decided).then_some(bound);
        let in_class = InClass::decided(ClassGround::Bounded, statistics.states);
        Ok(Found::In(InClass { scope, least, ..in_class }))
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
