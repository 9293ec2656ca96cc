//! Universally and existentially bounded systems.
//!
//! In an RSC system each configuration that can be reached is reached by an RSC execution, and holds exactly its unmatched
//! sends. So the most messages in a channel are the most unmatched sends on a path of the RSC automaton, and there is no
//! bound iff one of its cycles has one. In others, all configurations may be explored, or a run has a part that can
//! be repeated for ever and leaves more messages each time; else it is open.
//!
//! A system is existentially bounded if each execution is equivalent to one within the bound. Equivalent executions leave
//! the same messages, so an execution that leaves many has no such equivalent: the two notions have the same bounds, as
//! long as all executions count and not only those that leave nothing.

use super::{ClassAnswer, ClassGround, ClassOutcome, ClassQuestion, Decided, InClass, OpenClass};
use crate::EngineName;
use crate::membership::Outcome;
use crate::reachability::Explored;
pub use crate::rsc::ChannelBounds;
use crate::rsc::{Growth, growth};

/// Decides whether there is a bound on the messages in each channel.
///
/// # Complexity
/// Linear in the RSC automaton, if the system is RSC; else linear in the configurations with few messages.
#[expect(clippy::unnecessary_wraps, reason = "a decision may find that a class is not defined")]
pub(super) fn decide(question: &ClassQuestion<'_, '_>) -> Decided {
    Ok(match *question.configurations.membership(question.control) {
        Outcome::Holds(_) => by_executions(question),
        Outcome::Violated(_) | Outcome::Unknown(_) => by_configurations(question),
    })
}

/// Decides whether no channel ever holds more messages than the bound of the class.
///
/// # Complexity
/// Linear in the configurations within the bound, or in the RSC automaton.
pub(super) fn within(question: &ClassQuestion<'_, '_>) -> Decided {
    let bound = question.class.bound();
    let explored = question.configurations.bounded_as_asked(bound, question.control);
    let statistics = explored.statistics();
    let overflow = explored.overflow();
    let outcome = match (overflow, explored.gap()) {
        (Some((node, step)), _) => {
            let (initial, mut steps) = explored.run_to(node);
            steps.push(step);
            question.outside((initial, steps), 0)
        }
        (None, None) => ClassOutcome::Holds(of_all(&explored)),
        (None, Some(gap)) => {
            let by_executions = decide(question)?;
            if let ClassOutcome::Holds(found) = &by_executions.outcome
                && found.least.is_some_and(|least| least <= bound)
            {
                return Ok(by_executions);
            }
            ClassOutcome::Unknown(gap.into())
        }
    };
    Ok(ClassAnswer::new(EngineName::Bounded, outcome, statistics))
}

/// Decides it for an RSC system.
fn by_executions(question: &ClassQuestion<'_, '_>) -> ClassAnswer {
    let system = question.configurations.system();
    let limits = question.limits();
    let (found, statistics) = growth(system, u64::MAX, &limits);
    let outcome = match found {
        Ok(Growth::Bounded(bounds)) => ClassOutcome::Holds(InClass {
            least: Some(bounds.greatest()),
            bounds: Some(bounds),
            ..InClass::decided(ClassGround::Executions, statistics.states)
        }),
        Ok(Growth::Unbounded(run)) => question.outside(run, 0),
        Err(limit) => ClassOutcome::Unknown(OpenClass::Limit(limit)),
    };
    ClassAnswer::new(EngineName::Safety, outcome, statistics)
}

/// Decides it if all configurations can be explored, or a run is seen to grow.
fn by_configurations(question: &ClassQuestion<'_, '_>) -> ClassAnswer {
    let (all, control) = (question.configurations, question.control);
    let explored = match all.known().filter(|known| known.gap().is_none()) {
        Some(known) => known,
        None => all.bounded_as_asked(question.most, control),
    };
    if explored.gap().is_none() {
        let (engine, statistics) = (EngineName::Finite, explored.statistics());
        return ClassAnswer::new(engine, ClassOutcome::Holds(of_all(&explored)), statistics);
    }
    // Executions that are RSC may show it, whatever the others do.
    let limits = question.limits();
    let (grows, statistics) = growth(all.system(), u64::MAX, &limits);
    if let Ok(Growth::Unbounded(run)) = grows {
        let outcome = question.outside(run, 0);
        return ClassAnswer::new(EngineName::Safety, outcome, statistics);
    }
    let Some(explored) = all.explored_first(control) else {
        let outcome = ClassOutcome::Unknown(OpenClass::Undecidable);
        return ClassAnswer::new(EngineName::Bounded, outcome, statistics);
    };
    let statistics = explored.statistics();
    let (engine, outcome) = match (explored.gap(), explored.growing_run(control)) {
        (None, _) => (EngineName::Finite, ClassOutcome::Holds(of_all(&explored))),
        (Some(_), Some(run)) => (EngineName::Bounded, question.outside(run, 0)),
        (Some(gap), None) => (EngineName::Bounded, ClassOutcome::Unknown(gap.into())),
    };
    ClassAnswer::new(engine, outcome, statistics)
}

/// Returns the bounds of all configurations.
fn of_all(explored: &Explored<'_>) -> InClass {
    let mut bounds = ChannelBounds::zero(explored.system());
    for (_, here) in explored.configurations() {
        let held = |channel| here.contents[channel].messages().len();
        bounds.raise(held, here.contents.ids().map(held).sum());
    }
    InClass {
        least: Some(bounds.greatest()),
        bounds: Some(bounds),
        ..InClass::decided(ClassGround::Configurations, explored.statistics().states)
    }
}
