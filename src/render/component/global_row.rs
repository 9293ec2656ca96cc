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
use crate::sentences::{advice_after, limit, number_of, shell_word};

/// Returns the row of an answer about the reachable global states.
pub fn global_row(answer: &Answer<GlobalFinding>, model: &Model, style: &RowStyle) -> Row {
    let composite = &model.composite;
    let mut row = Row::from_answer(answer);
    row.text.topic = Some("components");
    let mut row = match &answer.finding {
        Finding::Found(GlobalFinding::Decided { run: Some(run), .. }) => {
            violated(row, answer.subject.predicate.as_deref(), composite, run, style)
        }
        Finding::Found(GlobalFinding::Decided { open, .. }) => match open {
            None => Row { message: meaning(&row), ..row },
            Some(Open::Limit(reached)) => {
                let most = style.max_states.or(Some(MAX_STATES));
                row.text.hint = advice_after("not all global states were explored", *reached);
                Row { message: limit(*reached, most, &style.limits), ..row }
            }
            Some(Open::Range) => Row {
                message: "variables leave their @range; the states beyond were not explored"
                    .to_owned(),
                ..row
            },
            Some(Open::Fault) => {
                Row { message: "not decided, since the system has an error".to_owned(), ..row }
            }
        },
        Finding::Found(GlobalFinding::MonitoredOnly) => {
            let name = shell_word(&answer.subject.model);
            let hint = format!("it is monitored on single runs: scm-check run {name}");
            row.text.hint = Some(hint);
            Row {
                message: "only invariants G(predicate) are decided for all runs".to_owned(),
                ..row
            }
        }
        Finding::Found(GlobalFinding::Unasked(why)) => Row { message: why.clone(), ..row },
        Finding::Found(GlobalFinding::Fault(report, run)) => {
            explain(&mut row, composite, run, style);
            let message = match run.steps.len() {
                0 => report.message.clone(),
                steps => format!("{}, after {}", report.message, number_of(steps, "interaction")),
            };
            Row { message, ..row }
        }
        finding => row.without_finding(finding, "the system", style),
    };
    row.text.summary.splice(..0, row.work(style));
    row
}

/// Returns the row of an error of a system, whose place is shown as a diagnostic.
pub fn fault_row(report: &FaultReport, loaded: &Loaded) -> Row {
    let mut row = Row::unchecked(loaded.whole(), Verdict::Error, &*report.message);
    row.text.topic = Some("components");
    row
}

/// Returns the row of a reconstruction that ended since more than `window` interactions were open.
pub fn window_row(
    loaded: &Loaded,
    composite: &Composite,
    waits_for: ComponentId,
    window: usize,
) -> Row {
    let name = &composite.components()[waits_for].name;
    let open = number_of(window, "interaction");
    let message = format!("more than {open} are open: `{name}` does not end");
    let mut row = Row::unchecked(loaded.whole(), Verdict::Unknown(Reason::Memory), message);
    row.details = Details::Fields(json!({ "waits_for": name }));
    row.text.topic = Some("components");
    row
}

/// Says what holds.
fn meaning(row: &Row) -> String {
    match (row.property(), row.answer.verdict) {
        (Some(DEADLOCK), Verdict::Holds) => {
            "in each reachable global state some interaction can fire".to_owned()
        }
        (Some(REACH), Verdict::Holds) => "no reachable global state is such".to_owned(),
        (_, Verdict::Holds) => "true in each reachable global state".to_owned(),
        _ => String::new(),
    }
}

/// Adds a run in full, if that is wanted.
fn explain(row: &mut Row, composite: &Composite, run: &GlobalRun, style: &RowStyle) {
    if style.is_explained {
        row.text.explanation.push(String::new());
        row.text.explanation.extend(run_lines(composite, run, style.extent));
    }
}

fn violated(
    mut row: Row,
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
    let message = match row.property() {
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
    explain(&mut row, composite, run, style);
    let qualifier = "shortest, replayed".to_owned();
    Row { details: Details::Fields(details), qualifier, message, ..row }
}
