//! Rows of answers about the order of receptions in diagrams.

use serde_json::{Value, json};

use crate::report::{Details, Row, RowStyle};
use crate::sentences::{IN_A_FILE, number_of};
use driver::choreography::{DrawnRace, DrawnReception, OrderFinding};
use driver::{Answer, Finding};
use language::evidence::EvidenceSubject;
use model::cfsm::System;
use model::evidence::Lines;

/// Returns the row of an answer about the order of receptions in a diagram; `system` are its projections, with the lines
/// of their transitions.
pub fn order_row(
    answer: &Answer<OrderFinding>,
    (system, lines): (&System, &Lines),
    style: &RowStyle,
) -> Row {
    let mut row = Row::from_answer(answer);
    row.title = row.label();
    row.text.topic = Some("races");
    let Finding::Found(found) = &answer.finding else {
        return row.without_finding(&answer.finding, "the diagram", style);
    };
    let name = answer.subject.property.as_deref().unwrap_or_default();
    match found {
        OrderFinding::Races(races) => {
            row.message = match races.as_slice() {
                [] => "every order that is drawn is enforced".to_owned(),
                [race] => sentence(race),
                races => {
                    let least = if races[0].is_one_of_more { "at least " } else { "" };
                    let orders = number_of(races.len(), "order");
                    format!("{least}{orders} drawn that nothing enforces")
                }
            };
            if races.len() > 1 {
                row.text.summary =
                    races.iter().map(|race| format!("  {}", sentence(race))).collect();
            }
        }
        OrderFinding::Race(race) => {
            row.message = sentence(race);
            row.details = Details::Fields(json!({
                "lifeline": race.lifeline,
                "drawn": reception(&race.drawn),
                "early": reception(&race.early),
            }));
            if race.is_one_of_more
                && let Details::Fields(fields) = &mut row.details
            {
                fields["one_of_more"] = json!(true);
            }
        }
        OrderFinding::NotTold(found) => {
            let (waits, _) = &**found;
            let who = name.strip_prefix("not-told(").and_then(|rest| rest.strip_suffix(')'));
            let who = who.unwrap_or_default();
            row.message = format!("{}`{who}` is not told that the others have ended", at(waits));
            row.details = Details::Fields(json!({ "lifeline": who, "waits": reception(waits) }));
        }
        OrderFinding::Told => {
            "where the others have ended, it has ended too, or has not taken part"
                .clone_into(&mut row.message);
        }
        OrderFinding::Cut(limit) => row.limited(*limit, style),
        OrderFinding::OtherChannels => {
            "it is asked of channels between two lifelines that keep the order of messages"
                .clone_into(&mut row.message);
        }
    }
    if let Some(witness) = found.witness() {
        let subject = EvidenceSubject {
            property: name.to_owned(),
            channels: answer.subject.channels,
            sha256: answer.subject.sha256.clone(),
        };
        row.show(system, witness, subject, lines, (style, IN_A_FILE));
    }
    if !row.counts() {
        row = row.told_together(style);
    }
    row.confirmed(style)
}

/// Returns a race in a sentence.
fn sentence(DrawnRace { lifeline, drawn, early, .. }: &DrawnRace) -> String {
    let of = |one: &DrawnReception| {
        one.line().map_or_else(String::new, |line| format!(" of line {line}"))
    };
    format!(
        "{}`{lifeline}` may get `{}`{} before `{}`{}: nothing orders them",
        at(drawn),
        early.message,
        of(early),
        drawn.message,
        of(drawn),
    )
}

/// Returns the line of an arrow at the beginning of a sentence.
fn at(reception: &DrawnReception) -> String {
    reception.line().map_or_else(String::new, |line| format!("line {line}: "))
}

/// Returns a reception for programs.
fn reception(one: &DrawnReception) -> Value {
    json!({ "line": one.line(), "message": one.message, "from": one.sender })
}
