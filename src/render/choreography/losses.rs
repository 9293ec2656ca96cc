//! The executions of a system that its synchronous executions do not cover, in words.

use check::completability::Level;
use driver::choreography::Losses;
use kernel::base::Limit;
use kernel::verdict::Reason;
use language::evidence::step_text;
use model::cfsm::{Step, System};
use model::evidence::ScriptMove;

/// Maximum number of steps of a lost execution that are listed, one a line.
const MAX_STEPS: usize = 12;

/// Returns lines that state whether the synchronous executions lose executions of a system, with an example.
pub fn losses_text(system: &System, losses: &Losses) -> Vec<String> {
    let steps: &[Step] = match losses {
        Losses::NoneBesideDeadlocks(_, steps) | Losses::NotRsc(steps) | Losses::Deadlock(steps) => {
            steps
        }
        Losses::None
        | Losses::UnknownMembership(_)
        | Losses::UnknownFreedom(_)
        | Losses::Undecided => &[],
    };
    let reason = |limit: Limit| Reason::from(limit).word();
    let mut lines = vec![match losses {
        Losses::None => "no execution is lost: it is RSC and free of deadlocks".to_owned(),
        Losses::NoneBesideDeadlocks(level, _) => format!(
            "no execution is lost ({}), but a choice may end in a deadlock: after these steps the \
             channels may stay as they are",
            name(*level)
        ),
        Losses::NotRsc(_) => {
            "executions are lost: the system is not RSC after these steps".to_owned()
        }
        Losses::Deadlock(_) => {
            "executions are lost: nothing that follows empties the channels after these steps"
                .to_owned()
        }
        Losses::UnknownMembership(limit) => format!(
            "nobody knows whether executions are lost: whether it is RSC is unknown ({})",
            reason(*limit)
        ),
        Losses::UnknownFreedom(limit) => format!(
            "nobody knows whether executions are lost: it is RSC, but whether it is free of \
             deadlocks is unknown ({})",
            limit.map_or("nothing decides it", reason)
        ),
        Losses::Undecided => "nobody knows whether executions are lost: it is RSC, and has a \
                              deadlock, but no level up to gaps 2 decides"
            .to_owned(),
    }];
    lines.extend(shown(system, steps));
    lines
}

fn name(level: Level) -> String {
    match level {
        Level::Partials => "partial executions".to_owned(),
        Level::Lag(lag) => format!("lag {lag}"),
        Level::Gaps(gaps) => format!("gaps {gaps}"),
        Level::OneByOne => "one by one".to_owned(),
    }
}

/// Returns the steps of an execution; only the first if it is long.
fn shown(system: &System, steps: &[Step]) -> Vec<String> {
    let text = |&step: &Step| format!("  {}", step_text(system, ScriptMove::new(system, step)));
    let mut lines: Vec<String> = steps.iter().take(MAX_STEPS).map(text).collect();
    if steps.len() > MAX_STEPS {
        lines.push(format!("  and {} more", steps.len() - MAX_STEPS));
    }
    lines
}
