//! Answers about finite automata as rows of a report.

use serde_json::{Value, json};

use super::facts::shown;
use crate::report::{Details, Row};
use crate::sentences::number_of;
use driver::automaton::AutomatonFinding;
use driver::{Answer, Finding};
use kernel::automata::Side;

/// The message if a limit was reached before the answer.
const LIMIT: &str = "a limit was reached";

/// Returns the row of an answer about finite automata.
pub fn automaton_row(answer: &Answer<AutomatonFinding>) -> Row {
    let mut row = Row::from_answer(answer);
    let Finding::Found(finding) = &answer.finding else { return row };
    let symbols = |word: &[String]| number_of(word.len(), "symbol");
    let mut details = Value::Null;
    let mut show = |word: &[String]| {
        row.text.summary.push(format!("  {}", shown(word)));
        details["word"] = json!(word);
    };
    let message = match finding {
        AutomatonFinding::Inclusion { other, missing, .. } => match missing {
            Err(_) => LIMIT.to_owned(),
            Ok(None) => format!("every word is accepted by {other} too"),
            Ok(Some(word)) => {
                show(word);
                format!("a word of {} is not accepted by {other}; shortest", symbols(word))
            }
        },
        AutomatonFinding::Equivalence { names: [one, other], difference, .. } => match difference {
            Err(_) => LIMIT.to_owned(),
            Ok(None) => format!("{other} accepts the same words"),
            Ok(Some((word, side))) => {
                show(word);
                let (by, side) = match side {
                    Side::First => (one, "first"),
                    Side::Second => (other, "second"),
                };
                details["accepted_by"] = json!(side);
                format!("only {by} accepts a word of {}; shortest", symbols(word))
            }
        },
        AutomatonFinding::Emptiness(None) => "no word is accepted".to_owned(),
        AutomatonFinding::Emptiness(Some(word)) => {
            show(word);
            format!("a word of {} is accepted; shortest", symbols(word))
        }
        AutomatonFinding::Acceptance { word, unknown, is_accepted } => {
            details["word"] = json!(word);
            match (unknown, is_accepted) {
                (Some(name), _) => {
                    format!("the word is not accepted: there is no symbol `{name}`")
                }
                (None, Ok(true)) => "the word is accepted".to_owned(),
                (None, Ok(false)) => "the word is not accepted".to_owned(),
                (None, Err(_)) => LIMIT.to_owned(),
            }
        }
    };
    if let AutomatonFinding::Inclusion { other, other_sha256, .. }
    | AutomatonFinding::Equivalence { names: [_, other], other_sha256, .. } = finding
    {
        details["other"] = json!(other);
        details["other_sha256"] = json!(other_sha256);
    }
    Row { message, details: Details::Fields(details), ..row }
}
