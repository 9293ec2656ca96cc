//! Answers about traces as rows of a report.

use serde_json::json;

use super::refusal_text;
use crate::report::{Details, Row, RowStyle};
use crate::sentences::{few, number_of};
use driver::Finding;
use driver::interaction::{
    Acceptance, AcceptanceAnswer, AcceptanceFinding, AcceptanceSession, ReadBy,
};
use model::trace::{Letter, LetterId, Signature};

/// Maximum number of expected letters that are named.
const FEW: usize = 8;

/// Returns the row of an answer of a session about the interaction that is called `name`.
pub fn acceptance_row(
    answer: &AcceptanceAnswer,
    session: &AcceptanceSession<'_>,
    name: &str,
    style: &RowStyle,
) -> Row {
    let mut row = Row::from_answer(answer).without_finding(
        &answer.finding,
        "the interaction and the trace",
        style,
    );
    let Finding::Found(finding) = &answer.finding else { return row };
    match finding {
        AcceptanceFinding::Read { letters, acceptance } => {
            read_row(row, letters, acceptance, session, name)
        }
        AcceptanceFinding::SeveralLocations => {
            let message = "it has letters at several locations: their order is not known".into();
            Row { message, ..row }
        }
        AcceptanceFinding::Contradiction => {
            row.text.hint = Some("please report it, with the interaction and the trace".into());
            Row { message: "the automaton and the term do not agree".to_owned(), ..row }
        }
        AcceptanceFinding::Refused(refusal) => Row { message: refusal_text(*refusal), ..row },
    }
}

fn read_row(
    mut row: Row,
    letters: &[Letter],
    acceptance: &Acceptance,
    session: &AcceptanceSession<'_>,
    name: &str,
) -> Row {
    let signature = &session.interaction().signature;
    let text = |&letter: &LetterId| session.letters().letter(letter).text(signature);
    let expected: Vec<String> = acceptance.expected.iter().map(text).collect();
    let by = match session.by() {
        ReadBy::Both => "automaton and term",
        ReadBy::Automaton => "automaton",
        ReadBy::Term => "term",
    };
    let read = acceptance.read;
    let qualifier = format!("by {by}");
    let count = number_of(letters.len(), "letter");
    let message = if acceptance.is_accepted {
        format!("{count}, a word of {name}")
    } else {
        let message = match letters.get(read) {
            Some(letter) => {
                if let Some(last) = read.checked_sub(1) {
                    row.text
                        .summary
                        .push(format!("  read before it: {}", ending(letters, last, signature)));
                }
                let (place, letter) = (read + 1, letter.text(signature));
                format!("letter {place} of {}, {letter}, cannot come there", letters.len())
            }
            None => format!("{count}, only the beginning of a word"),
        };
        row.text.summary.push(match expected.len() {
            0 => "  nothing may follow there".to_owned(),
            _ => format!("  expected there: {}", few(&expected, FEW, "others")),
        });
        message
    };
    let details = json!({
        "interaction": name,
        "by": by,
        "length": letters.len(),
        "read": read,
        "expected": expected,
    });
    Row { details: Details::Fields(details), message, qualifier, ..row }
}

/// Returns the letters up to the one at `last`; the first ones are left out if there are many.
fn ending(letters: &[Letter], last: usize, signature: &Signature) -> String {
    let first = last.saturating_sub(FEW - 1);
    let shown: Vec<String> =
        letters[first..=last].iter().map(|letter| letter.text(signature)).collect();
    format!("{}{}", if first > 0 { ".." } else { "" }, shown.join("."))
}
