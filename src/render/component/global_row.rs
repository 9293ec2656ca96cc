//! Answers about global states as rows.

use check::component::{GlobalRun, MAX_STATES, Open};
use driver::component::{DEADLOCK, FaultReport, GlobalFinding, REACH};
use driver::{Answer, Finding, Loaded};
use kernel::verdict::{Reason, Verdict};
use language::component::Model;
use model::component::{ComponentId, Composite};
use serde_json::{Value, json};

use super::global_run::run_lines;
use super::states::Shown;
use crate::report::{Details, Row, RowStyle};
use crate::sentences::{advice_after, limit, number_of};

/// Returns the row of an answer about the reachable global states.
pub fn global_row(answer: &Answer<GlobalFinding>, model: &Model, style: &RowStyle) -> Row {
    let composite = &model.composite;
    let row = Row { topic: Some("components"), ..Row::from_answer(answer) };
    let row = match &answer.finding {
        Finding::Found(GlobalFinding::Decided { run: Some(run), .. }) => {
            violated(row, answer.subject.predicate.as_deref(), composite, run, style)
        }
        Finding::Found(GlobalFinding::Decided { open, .. }) => match open {
            None => Row { message: meaning(&row), ..row },
            Some(Open::Limit(reached)) => Row {
                message: limit(*reached, style.max_states.or(Some(MAX_STATES)), &style.limits),
                hint: advice_after("not all global states were explored", *reached),
                ..row
            },
            Some(Open::Range) => Row {
                message: "variables leave their @range; the states beyond were not explored"
                    .to_owned(),
                ..row
            },
            Some(Open::Fault) => {
                Row { message: "not decided, since the system has an error".to_owned(), ..row }
            }
        },
        Finding::Found(GlobalFinding::MonitoredOnly) => Row {
            message: "only invariants G(predicate) are decided for all runs".to_owned(),
            hint: Some(
                "it is monitored on single runs: scm-check run, scm-check monitor".to_owned(),
            ),
            ..row
        },
        Finding::Found(GlobalFinding::Unasked(why)) => Row { message: why.clone(), ..row },
        Finding::Found(GlobalFinding::Fault(report, run)) => {
            let mut explanation = Vec::new();
            if style.is_explained {
                explanation.push(String::new());
                explanation.extend(run_lines(composite, run, style.extent));
            }
            let message = match run.steps.len() {
                0 => report.message.clone(),
                steps => format!("{}, after {}", report.message, number_of(steps, "interaction")),
            };
            Row { message, explanation, ..row }
        }
        finding => row.without_finding(finding, "the system", style),
    };
    let summary = row.work(style).into_iter().chain(row.summary.clone()).collect();
    Row { summary, ..row }
}

/// Returns the row of an error of a system, whose place is shown as a diagnostic.
pub fn fault_row(report: &FaultReport, loaded: &Loaded) -> Row {
    Row {
        sha256: loaded.sha256.clone(),
        topic: Some("components"),
        ..Row::unreadable(&*loaded.name, &*report.message)
    }
}

/// Returns the row of a reconstruction that ended since more than `window` interactions were open.
pub fn window_row(
    loaded: &Loaded,
    composite: &Composite,
    waits_for: ComponentId,
    window: usize,
) -> Row {
    let name = &composite.components()[waits_for].name;
    Row {
        sha256: loaded.sha256.clone(),
        verdict: Verdict::Unknown(Reason::Memory),
        details: Details::Fields(json!({ "waits_for": name })),
        topic: Some("components"),
        ..Row::unreadable(
            &*loaded.name,
            format!(
                "more than {} are open: `{name}` does not end",
                number_of(window, "interaction")
            ),
        )
    }
}

/// Says what holds.
fn meaning(row: &Row) -> String {
    match (row.property.as_deref(), row.verdict) {
        (Some(DEADLOCK), Verdict::Holds) => {
            "in each reachable global state some interaction can fire".to_owned()
        }
        (Some(REACH), Verdict::Holds) => "no reachable global state is such".to_owned(),
        (_, Verdict::Holds) => "true in each reachable global state".to_owned(),
        _ => String::new(),
    }
}

fn violated(
    row: Row,
    predicate: Option<&str>,
    composite: &Composite,
    run: &GlobalRun,
    style: &RowStyle,
) -> Row {
    let name = |id| &composite.interactions()[id].name;
    let after = match run.steps.len() {
        0 => "in the initial state".to_owned(),
        steps => format!("after {}", number_of(steps, "interaction")),
    };
    let message = match row.property.as_deref() {
        Some(DEADLOCK) => format!("no interaction can ever fire again {after}"),
        Some(REACH) => format!("reached {after}"),
        _ => match run.last_interaction() {
            Some(last) => format!("false {after}, the last of which is `{}`", name(last)),
            None => format!("false {after}"),
        },
    };
    let steps = run.steps.iter().map(|step| {
        json!({
            "interaction": name(step.interaction),
            "changed": Shown::all(composite).changed(step.interaction, &step.state),
        })
    });
    let mut details = json!({
        "initial": Shown::all(composite).global(&run.initial),
        "steps": steps.collect::<Vec<Value>>(),
    });
    if let Some(predicate) = predicate {
        details["predicate"] = json!(predicate);
    }
    let mut explanation = Vec::new();
    if style.is_explained {
        explanation.push(String::new());
        explanation.extend(run_lines(composite, run, style.extent));
    }
    let qualifier = "shortest, replayed".to_owned();
    Row { details: Details::Fields(details), qualifier, message, explanation, ..row }
}
