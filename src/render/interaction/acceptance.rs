//! Answers about traces of interactions as rows.

use super::text::refusal_text;
use crate::report::{AcceptanceDetails, Details, Row, Style};
use crate::sentences::number_of;
use driver::interaction::{Acceptance, AcceptanceFinding, AcceptanceSession};
use driver::{Answer, Finding};
use model::trace::{Letter, Signature};

/// Number of letters that are listed.
const MAX_LISTED: usize = 8;

/// Returns the row of an answer about a trace of the interaction in the file `name`.
pub fn acceptance_row(
    answer: &Answer<AcceptanceFinding>,
    session: &AcceptanceSession<'_>,
    name: &str,
    style: &Style,
) -> Row {
    let row = Row::of(answer);
    match &answer.finding {
        Finding::Found(AcceptanceFinding::NoAutomaton(refusal)) => {
            Row { message: refusal_text(*refusal).1, ..row }
        }
        Finding::Found(AcceptanceFinding::Disagreement) => Row {
            message: "the automaton and the term do not agree".to_owned(),
            hint: Some("please report it, with the interaction and the trace".to_owned()),
            ..row
        },
        Finding::Found(AcceptanceFinding::Read(found)) => read(row, found, session, name),
        finding => row.without_finding(finding, "the interaction and the trace", style),
    }
}

/// Describes how far a trace was read.
fn read(row: Row, found: &Acceptance, session: &AcceptanceSession<'_>, name: &str) -> Row {
    let signature = &session.interaction().signature;
    let letters = &found.letters;
    let expected: Vec<String> =
        found.expected.iter().map(|&letter| session.letter_text(letter)).collect();
    let length = number_of(letters.len(), "letter");
    let (message, summary) = if found.is_accepted {
        (format!("{length}, a word of {name}"), Vec::new())
    } else {
        let message = match letters.get(found.read) {
            Some(letter) => format!(
                "letter {} of {}, {}, cannot come there",
                found.read + 1,
                letters.len(),
                letter.text(signature)
            ),
            None => format!("{length}, only the beginning of a word"),
        };
        let last = found.read.checked_sub(1).filter(|_| found.read < letters.len());
        let before =
            last.map(|last| format!("  read before it: {}", ending(letters, last, signature)));
        (message, before.into_iter().chain([expected_text(&expected)]).collect())
    };
    let details = AcceptanceDetails {
        interaction: name.to_owned(),
        by: found.by.name(),
        length: letters.len(),
        read: found.read,
        expected,
    };
    let qualifier = format!("by {}", found.by.name());
    Row { details: Details::Acceptance(details), message, summary, qualifier, ..row }
}

/// Returns the line that lists the letters that may follow.
fn expected_text(expected: &[String]) -> String {
    let more = expected.len().saturating_sub(MAX_LISTED);
    let shown = expected[..expected.len() - more].join(", ");
    match expected.len() {
        0 => "  nothing may follow there".to_owned(),
        _ if more > 0 => format!("  expected there: {shown} and {more} others"),
        _ => format!("  expected there: {shown}"),
    }
}

/// Returns the letters up to the one at `last`, the first ones left out where they are many.
fn ending(letters: &[Letter], last: usize, signature: &Signature) -> String {
    let first = last.saturating_sub(MAX_LISTED - 1);
    let shown: Vec<String> =
        letters[first..=last].iter().map(|letter| letter.text(signature)).collect();
    format!("{}{}", if first > 0 { ".." } else { "" }, shown.join("."))
}
