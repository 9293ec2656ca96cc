//! What runs and logs count.

use driver::component::{Execution, MonitoredLogs, RunEnd};
use kernel::base::{Limit, grouped};
use model::component::Composite;
use serde_json::{Value, json};

use crate::sentences::{Detail, count_of, number_of};

/// Returns the counts of a run for programs.
pub fn run_statistics(run: &Execution, detail: Detail) -> Value {
    let summary = &run.summary;
    let mut object = json!({
        "interactions": summary.interactions,
        "ends": summary.ends,
        "delivered": run.delivered,
        "open_max": run.most_open,
        "stalls": summary.stalls,
        "deadlock": summary.end == RunEnd::Deadlock,
    });
    if detail == Detail::Full {
        let engine = summary.engine_time.saturating_sub(run.monitor_time);
        object["component_ns"] = nanoseconds(summary.component_time);
        object["engine_ns"] = nanoseconds(engine);
        object["monitor_ns"] = nanoseconds(run.monitor_time);
    }
    object
}

fn nanoseconds(time: std::time::Duration) -> Value {
    json!(u64::try_from(time.as_nanos()).unwrap_or(u64::MAX))
}

/// Returns the counts of a run in words.
pub fn run_summary(name: &str, run: &Execution, detail: Detail) -> String {
    let summary = &run.summary;
    let end = match &summary.end {
        RunEnd::Enough => "ended as asked",
        RunEnd::Deadlock => "ended in a deadlock: no interaction can ever fire again",
        RunEnd::Stopped => "stopped",
        RunEnd::Cut(Limit::Interrupted) => "interrupted",
        RunEnd::Cut(_) => "ended by a limit",
        RunEnd::Fault(_) => "ended by an error of the system",
    };
    let stalls = match summary.stalls {
        0 => String::new(),
        stalls => format!("; {}", count_of(stalls, "stall")),
    };
    let mut lines = vec![format!(
        "{name}: {end} after {}, {}; {}, at most {} open at once{stalls}\n",
        count_of(summary.interactions, "interaction"),
        count_of(summary.ends, "end"),
        count_of(run.delivered + 1, "global state"),
        grouped(run.most_open as u64),
    )];
    if detail == Detail::Full {
        let engine = summary.engine_time.saturating_sub(run.monitor_time);
        lines.push(format!(
            "  CPU time: components {:.1} ms, engine {:.1} ms, monitor {:.1} ms\n",
            milliseconds(summary.component_time),
            milliseconds(engine),
            milliseconds(run.monitor_time),
        ));
    }
    lines.concat()
}

fn milliseconds(time: std::time::Duration) -> f64 {
    time.as_secs_f64() * 1_000.0
}

/// Returns the counts of logs for programs.
pub fn log_statistics(logs: &MonitoredLogs) -> Value {
    json!({
        "interactions": logs.interactions,
        "ends": logs.ends,
        "kept_ends": logs.kept_ends,
        "delivered": logs.delivered,
        "open_max": logs.most_open,
        "open": logs.open,
    })
}

/// Returns the counts of logs in words, with what is pending.
pub fn log_summary(name: &str, composite: &Composite, logs: &MonitoredLogs) -> String {
    let mut lines = vec![format!(
        "{name}: {}, {}; {}, at most {} open at once\n",
        count_of(logs.interactions, "interaction"),
        count_of(logs.ends, "end"),
        count_of(logs.delivered + 1, "global state"),
        grouped(logs.most_open as u64),
    )];
    if let Some((pending, waiting)) = &logs.pending {
        let names = waiting.iter().map(|&id| format!("`{}`", composite.components()[id].name));
        lines.push(format!(
            "  pending: `{}` waits for the end of {}; {}\n",
            composite.interactions()[*pending].name,
            names.collect::<Vec<_>>().join(", "),
            number_of(logs.open, "open interaction"),
        ));
    }
    lines.concat()
}
