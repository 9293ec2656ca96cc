//! Runs that show that channels hold more messages than a bound, or more than any bound.

use super::Replay;
use super::class_definition::ClassDefinition;
use super::half_duplex::left;
use crate::cfsm::{Configuration, Fault, Step, System, is_growing};

/// Universally bounded systems for a bound: no channel ever holds more messages.
pub(super) const UNIVERSALLY_WITHIN: ClassDefinition = ClassDefinition {
    name: "universally-bounded",
    evidence: "not-bounded",
    has_bound: true,
    fault: |system, bound, replay, _| {
        let is_over = replay.last().contents.iter().any(|held| held.messages().len() > bound);
        Ok(left(system, replay, is_over))
    },
};

/// Universally bounded systems: there is a bound on what channels ever hold.
pub(super) const UNIVERSALLY: ClassDefinition = ClassDefinition {
    name: "universally-bounded",
    evidence: "not-bounded",
    has_bound: false,
    fault: |system, _, replay, _| Ok(fault(system, replay)),
};

/// Existentially bounded systems: each execution is equivalent to one whose channels stay within a bound, the same for all.
///
/// What a channel holds at the end of an execution it holds at the end of all equivalent ones. So a system is existentially
/// bounded for the bounds for which it is universally bounded, unless only executions that leave nothing are meant.
pub(super) const EXISTENTIALLY: ClassDefinition =
    ClassDefinition { name: "existentially-bounded", ..UNIVERSALLY };

/// Returns where the last part of a run begins that can be repeated for ever and leaves more messages each time; the
/// shortest such part.
///
/// # Complexity
/// Quadratic in the number of steps, times the size of a configuration.
pub fn growing_part(system: &System, replay: &Replay) -> Option<usize> {
    let steps: Vec<Step> = replay.steps().iter().copied().collect();
    let mut here: Configuration = replay.initial().clone();
    let mut start = None;
    for place in 0..steps.len() {
        if here.control == replay.last().control && is_growing(system, &here, &steps[place..]) {
            start = Some(place);
        }
        assert!(here.take(system, steps[place]), "the run was replayed on this system");
    }
    start
}

/// Returns all messages that are left at the end of the run, if its last part can be repeated for ever and leaves more each
/// time.
fn fault(system: &System, replay: &Replay) -> Option<Fault> {
    left(system, replay, growing_part(system, replay).is_some())
}
