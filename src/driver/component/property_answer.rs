//! Verdicts of properties on a run.

use std::borrow::Borrow;

use check::monitor::{MonitorVerdict, Semantics};
use check::witness_trace::{CertainState, TraceMonitor};
use kernel::verdict::{Reason, Verdict};
use model::component::{LocalState, Property};

/// What is said of a property after a run, or a part of one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PropertyAnswer {
    /// The name.
    pub name: String,
    /// The semantics of the verdict.
    pub semantics: Semantics,
    /// The verdict, once it is settled.
    pub verdict: Verdict,
    /// The verdict of the monitor; `None` if it has too many states.
    pub monitor: Option<MonitorVerdict>,
    /// Whether the verdict follows from the end of the run.
    pub is_at_end: bool,
    /// The state at which the verdict was first certain, if it is.
    pub certain: Option<CertainState>,
}

/// How a run has ended, as far as it was watched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// It has ended, and nothing is pending.
    Finished,
    /// There is nothing of it, which was not to be expected.
    Empty,
    /// Interactions are pending, or an event could not be read.
    Unfinished,
    /// More interactions were open than the window allows.
    WindowFull,
    /// It was stopped.
    Cut(Reason),
}

/// Returns the answers for `properties`, which the monitors have in the same order; there are none if they could
/// not be built.
pub(super) fn answers<S: Borrow<LocalState>>(
    properties: &[Property],
    trace: &TraceMonitor<S>,
    semantics: Semantics,
    ending: Ending,
) -> Vec<PropertyAnswer> {
    let answer = |(index, property): (usize, &Property)| {
        let Some(monitor) = trace.monitors().get(index) else {
            return PropertyAnswer {
                name: property.name.clone(),
                semantics,
                verdict: Verdict::Unknown(match ending {
                    Ending::Cut(reason) => reason,
                    Ending::Empty => Reason::Empty,
                    _ => Reason::Incomplete,
                }),
                monitor: None,
                is_at_end: false,
                certain: None,
            };
        };
        let monitor = monitor.verdict();
        let (verdict, is_at_end) = match (monitor, ending) {
            (Some(MonitorVerdict::False), _) => (Verdict::Violated, false),
            // No event was seen of the run that is asked about.
            (_, Ending::Empty) => (Verdict::Unknown(Reason::Empty), false),
            (Some(MonitorVerdict::True), _) => (Verdict::Holds, false),
            (None, _) => (Verdict::Unknown(Reason::States), false),
            (Some(MonitorVerdict::CurrentlyTrue), Ending::Finished) => (Verdict::Holds, true),
            (Some(MonitorVerdict::CurrentlyFalse), Ending::Finished) => (Verdict::Violated, true),
            (Some(MonitorVerdict::Inconclusive), Ending::Finished) => {
                (Verdict::Unknown(Reason::Inconclusive), false)
            }
            (Some(_), Ending::Unfinished) => (Verdict::Unknown(Reason::Incomplete), false),
            (Some(_), Ending::WindowFull) => (Verdict::Unknown(Reason::Memory), false),
            (Some(_), Ending::Cut(reason)) => (Verdict::Unknown(reason), false),
        };
        PropertyAnswer {
            name: property.name.clone(),
            semantics,
            verdict,
            monitor,
            is_at_end,
            certain: trace.certain_state(index).cloned(),
        }
    };
    properties.iter().enumerate().map(answer).collect()
}
