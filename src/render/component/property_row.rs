//! Verdicts of properties on runs as rows.

use check::EngineName;
use check::monitor::MonitorVerdict;
use check::witness_trace::{Slice, WitnessStep};
use driver::component::PropertyAnswer;
use driver::{Answer, AnswerSubject, Finding, Loaded};
use kernel::verdict::{Reason, Verdict};
use model::component::Composite;
use serde_json::{Value, json};

use super::states::{Shown, states_of};
use crate::report::{Details, Row, RowStyle, RowText};

/// What is said of logs without events.
const NOTHING_READ: &str = "nothing was read (no line has an event)";

/// Advice about logs without events.
const ALLOW_EMPTY: &str = "--allow-empty takes that for a run without steps";

/// Returns the row about logs without events, of which nothing but that was asked.
pub fn nothing_read_row(loaded: &Loaded) -> Row {
    let mut row = Row::unchecked(loaded.whole(), Verdict::Unknown(Reason::Empty), NOTHING_READ);
    row.text.hint = Some(ALLOW_EMPTY.to_owned());
    row.text.topic = Some("monitor");
    row
}

/// Returns the row of the verdict of a property on a run; `noun` says what was monitored: `run` or `log`. Of
/// the states only what a slice names is shown, if there is one.
pub fn property_row(
    answer: &PropertyAnswer,
    (composite, slice): (&Composite, Option<&Slice>),
    subject: AnswerSubject,
    noun: &str,
    style: &RowStyle,
) -> Row {
    let name = |step: Option<WitnessStep>| {
        step.map(|step| &*composite.interactions()[step.interaction].name)
    };
    let (shown, certain) = (Shown { composite, slice }, answer.certain.as_ref());
    let details = json!({
        "semantics": answer.semantics.word(),
        "verdict": answer.monitor.map(MonitorVerdict::word),
        "step": certain.map(|at| at.step.map_or(0, |step| step.step)),
        "interaction": certain.and_then(|at| name(at.step)),
        "state": certain.map_or(Value::Null, |at| shown.global(&at.state)),
        "at_end": answer.is_at_end,
    });
    let word = answer.monitor.map_or("unknown", MonitorVerdict::word);
    let message = match (answer.verdict, certain) {
        (Verdict::Holds | Verdict::Violated, Some(at)) => match (at.step, name(at.step)) {
            (Some(step), Some(interaction)) => {
                format!("{word} from step {}, to which `{interaction}` led", step.step)
            }
            _ => format!("{word} in the initial state"),
        },
        (Verdict::Holds | Verdict::Violated, None) => format!("{word} at the end of the {noun}"),
        (Verdict::Unknown(Reason::Incomplete), _) => {
            format!("{word} so far; the {noun} has not ended")
        }
        (Verdict::Unknown(Reason::Empty), _) => NOTHING_READ.to_owned(),
        (Verdict::Unknown(Reason::States), _) => "its monitor has too many states".to_owned(),
        _ => format!("{word} so far"),
    };
    let mut explanation = Vec::new();
    if let Some(at) = certain.filter(|_| style.is_explained && answer.verdict == Verdict::Violated)
    {
        explanation.push(String::new());
        explanation.extend(shown.state_lines(states_of(at)));
    }
    let is_empty = answer.verdict == Verdict::Unknown(Reason::Empty);
    let found = Answer::new(subject, answer.verdict, Finding::Found(()));
    let row = Row::from_answer(&Answer { engine: Some(EngineName::Monitor), ..found });
    let hint = is_empty.then(|| ALLOW_EMPTY.to_owned());
    Row {
        details: Details::Fields(details),
        qualifier: answer.semantics.word().to_owned(),
        message,
        text: RowText { explanation, hint, topic: Some("components"), ..row.text },
        ..row
    }
}
