//! Explanations why traces do not fit together, in words, for programs, and as a chart.

use check::EngineName;
use std::collections::BTreeSet;
use std::fmt::Write as _;

use serde_json::{Value, json};

use super::answer_text::{NamedMultitrace, automaton_line};
use super::location_words::{in_words, together, with_count};
use crate::diagrams::{ObservedEvent, multitrace_chart};
use crate::drawing::{Chart, TextStyle, fitted_chart};
use crate::report::Row;
use crate::sentences::{IN_A_FILE, number_of};
use check::conformance::{Answer, Fault, Invariant, LocalError, LocalReason, Question};
use driver::conformance::{Explanation, GlobalModel, Reached, Reasons, Refusal};
use kernel::base::{Id as _, Limit, grouped};
use model::trace::{LetterId, LocalLetterId, LocationId};

/// Maximum number of events before the furthest point that are drawn.
const DRAWN: usize = 16;

/// Maximum number of letters that are named in sentences.
const FEW: usize = 6;

/// The word for hypotheses that are terms.
const TERMS: &str = "terms";

/// Adds the explanation of an answer to a question to a row, and returns its fields for programs.
pub(super) fn explain(
    row: &mut Row,
    named: &NamedMultitrace<'_>,
    explanation: &Explanation,
    (question, answer): (Question, &Answer),
    model: &GlobalModel,
    style: TextStyle,
) -> Value {
    let details = match &explanation.reasons {
        Reasons::Run(word) => explain_run(row, named, word.as_deref(), question, model),
        Reasons::Refusal(refusal) => {
            explain_refusal(row, named, refusal, (question, answer), model, style)
        }
    };
    if let Some(limit) = explanation.cut {
        let why = match limit {
            Limit::Timeout => "the time is over",
            Limit::Memory | Limit::States => "it is larger than explanations may be",
            Limit::Interrupted => "interrupted",
        };
        row.text.explanation.push(format!("  the explanation is cut short: {why}"));
        row.evidence.explanation_cut = Some(limit.into());
    }
    details
}

/// Adds the explanation why a multitrace does not satisfy a question.
fn explain_refusal(
    row: &mut Row,
    named: &NamedMultitrace<'_>,
    refusal: &Refusal,
    (question, answer): (Question, &Answer),
    model: &GlobalModel,
    style: TextStyle,
) -> Value {
    let mut details = Value::Null;
    let hypotheses_are = if row.answer.engine == Some(EngineName::Term) { TERMS } else { "states" };
    let (is_local, errors): (_, &[LocalError]) = match &answer.fault {
        Some(Fault::Local(errors)) => (true, errors),
        _ => (false, &[]),
    };
    if !is_local {
        // The distinction between inter and central errors depends on the automaton.
        row.text.explanation.push(automaton_line(model));
    }
    if let Some(invariant) = &refusal.invariant {
        let (line, invariant) = counted(named, invariant);
        row.text.explanation.push(line);
        details["invariant"] = invariant;
    }
    if !is_local {
        let name = |&location: &LocationId| named.alphabet.locations()[location].name();
        let names =
            refusal.conflict.as_ref().map(|conflict| conflict.iter().map(name).collect::<Vec<_>>());
        // There is no conflict of locations if the model has no run.
        if let Some(names) = &names
            && !names.is_empty()
            && names.len() < named.traces.len()
        {
            row.text.explanation.push(in_conflict(names));
        }
        details["conflict"] = json!(names);
    }
    let Some(furthest) = &refusal.furthest else {
        let line = "  how far the traces fit together was not found within the limits";
        row.text.explanation.push(line.to_owned());
        return details;
    };
    let reached = &furthest.reached;
    row.text.explanation.extend(furthest_lines(named, reached, hypotheses_are, &furthest.next));
    details["furthest"] = furthest_details(named, reached, hypotheses_are);
    let (events, left_out) = last_events(named, question, reached, &furthest.word, errors);
    if !events.is_empty() {
        let chart = Chart { left_out, ..observed_chart(named, &events, model) };
        row.evidence.text_chart.push(String::new());
        let text = fitted_chart(&chart, style.indented(2), IN_A_FILE);
        row.evidence.text_chart.extend(text.lines().map(|line| format!("  {line}")));
        row.evidence.chart = Some(Box::new(chart));
    }
    details
}

/// Adds a run that a multitrace observes, as a question requires. Letters in no trace are in parentheses.
fn explain_run(
    row: &mut Row,
    named: &NamedMultitrace<'_>,
    word: Option<&[LetterId]>,
    question: Question,
    model: &GlobalModel,
) -> Value {
    let Some(word) = word else {
        row.text.explanation.push("  a run was not found within the limits".to_owned());
        return Value::Null;
    };
    let ends: Vec<usize> = named.traces.iter().map(Vec::len).collect();
    let (all, seen) = seen_of(named, &ends, word);
    let letters: Vec<&String> =
        word.iter().map(|&letter| &named.alphabet.letters()[letter]).collect();
    let shown = letters
        .iter()
        .zip(&seen)
        .map(|(&letter, &is_seen)| if is_seen { letter.clone() } else { format!("({letter})") });
    let what = if question == Question::Accept { "one run" } else { "the beginning of a run" };
    row.text.explanation.push(format!("  {what}: {}", shown.collect::<Vec<_>>().join(".")));
    if !seen.iter().all(|&is_seen| is_seen) {
        row.text.explanation.push("  in parentheses: what was not logged".to_owned());
    }
    row.evidence.chart = Some(Box::new(observed_chart(named, &all, model)));
    json!({ "interleaving": letters })
}

/// Returns the chart of observed events, with a lifeline for each location.
fn observed_chart(
    named: &NamedMultitrace<'_>,
    events: &[ObservedEvent],
    model: &GlobalModel,
) -> Chart {
    let locations = named.alphabet.locations().iter();
    let names: Vec<String> = locations.map(|location| in_words(&location.name())).collect();
    multitrace_chart(&names, events, &|from, message, to| model.may_pass(from, message, to))
}

/// Returns the letters of a word that the traces contain up to the positions that were read, and which letters are
/// partly observed. At each location that is the first factor of the word's projection that equals the trace.
fn seen_of(
    named: &NamedMultitrace<'_>,
    ends: &[usize],
    word: &[LetterId],
) -> (Vec<ObservedEvent>, Vec<bool>) {
    let projection = |location: LocationId| -> Vec<LocalLetterId> {
        let parts = word.iter().flat_map(|&letter| named.alphabet.parts(letter));
        parts.filter(|(other, _)| *other == location).map(|&(_, part)| part).collect()
    };
    let locations = named.alphabet.locations().ids();
    let starts: Vec<usize> = locations
        .map(|location| {
            let trace = &named.traces[location.index()][..ends[location.index()]];
            let seen = projection(location);
            let found = (0..seen.len()).find(|&from| seen[from..].starts_with(trace));
            found.unwrap_or(0)
        })
        .collect();
    let mut at = vec![0; named.traces.len()];
    let mut all = Vec::new();
    let mut is_seen = Vec::new();
    for &letter in word {
        let before = all.len();
        for &(location, _) in named.alphabet.parts(letter) {
            let place = location.index();
            if (starts[place]..starts[place] + ends[place]).contains(&at[place]) {
                let number = at[place] - starts[place];
                let text = (named.text)(location, number);
                all.push(ObservedEvent { location, number, text, is_apart: false, note: None });
            }
            at[place] += 1;
        }
        is_seen.push(all.len() > before);
    }
    (all, is_seen)
}

/// Returns the line about the locations that are in conflict while the others are not.
fn in_conflict(names: &[String]) -> String {
    let (alone, them) = if names.len() == 1 { (" alone", "it") } else { ("", "them") };
    let names = together(names);
    format!("  in conflict: {names}{alone}; no run fits {them}, whatever the others see")
}

/// Returns the result of counting, as a line and for programs.
fn counted(named: &NamedMultitrace<'_>, invariant: &Invariant) -> (String, Value) {
    let text = |location: LocationId, letter: LocalLetterId| {
        named.alphabet.locations()[location].text(letter).unwrap_or_default()
    };
    let mut sum = String::new();
    let mut weights = Vec::new();
    for &(location, letter, weight) in &invariant.weights {
        let sign = match (weight < 0, sum.is_empty()) {
            (true, true) => "-",
            (true, false) => " - ",
            (false, true) => "",
            (false, false) => " + ",
        };
        let factor = match weight.unsigned_abs() {
            1 => String::new(),
            more => format!("{more} "),
        };
        let _ = write!(sum, "{sign}{factor}#{}", text(location, letter));
        weights.push((text(location, letter), weight));
    }
    let values: Vec<String> = invariant.values.iter().take(FEW).map(i64::to_string).collect();
    let value = invariant.weight(named.traces);
    let line = format!("  counting: {sum} must be {}, and is {value}", values.join(" or "));
    (line, json!({ "weights": weights, "values": invariant.values, "value": value }))
}

/// Returns the lines about the furthest point.
fn furthest_lines(
    named: &NamedMultitrace<'_>,
    reached: &Reached,
    kind: &str,
    next: &[(String, String)],
) -> Vec<String> {
    let all: usize = named.traces.iter().map(Vec::len).sum();
    let read: usize = reached.positions.iter().sum();
    let share =
        |part: usize, all: usize| format!("{} of {}", grouped(part as u64), grouped(all as u64));
    let locations = named.alphabet.locations().iter().zip(named.traces).zip(&reached.positions);
    let each: Vec<String> = locations
        .map(|((location, trace), &at)| with_count(&location.name(), &share(at, trace.len())))
        .collect();
    let mut alive = match reached.alive {
        None => "more hypotheses alive than were counted".to_owned(),
        Some(1) => "1 hypothesis alive".to_owned(),
        Some(count) => format!("{} hypotheses alive", grouped(count as u64)),
    };
    if kind == TERMS {
        alive.push_str(" (terms)");
    }
    let mut lines = vec![format!(
        "  read together: {} of {} ({}); {alive}",
        grouped(read as u64),
        number_of(all, "letter"),
        each.join(", "),
    )];
    let seen: Vec<String> = named
        .unread(reached)
        .map(|(location, at)| match (named.place)(location, at) {
            Some(place) => format!("{} ({place})", (named.text)(location, at)),
            None => (named.text)(location, at),
        })
        .collect();
    if !seen.is_empty() {
        lines.push(format!("  seen next: {}", seen.join(", ")));
    }
    lines.push(match &reached.enabled {
        _ if reached.alive == Some(0) => {
            "  the model has no run: nothing fits, whatever is seen".to_owned()
        }
        None => "  possible there: not found within the limits".to_owned(),
        Some(enabled) => possible(named, enabled, reached.may_end, next),
    });
    lines
}

/// Returns the line about the possible next letters, with their places in the model if these are known.
fn possible(
    named: &NamedMultitrace<'_>,
    enabled: &[LetterId],
    may_end: Option<bool>,
    next: &[(String, String)],
) -> String {
    let mut possible: Vec<String> = Vec::new();
    for &letter in enabled.iter().take(FEW) {
        let text = &named.alphabet.letters()[letter];
        let mut places: Vec<&str> =
            next.iter().filter(|(other, _)| other == text).map(|(_, place)| &**place).collect();
        // Several passings may be on one line.
        places.dedup();
        possible.push(match &*places {
            [] => text.clone(),
            places => format!("{text} ({})", places.join(", ")),
        });
    }
    let shown = possible.join(", ");
    let shown = match (enabled.len(), may_end) {
        (0, Some(true)) => "only the end".to_owned(),
        (0, Some(false)) => "nothing".to_owned(),
        (0, None) => "nothing where letters are left".to_owned(),
        (count, _) if count > FEW => format!("{shown} and {} others", count - FEW),
        _ => shown,
    };
    let end = if may_end == Some(true) && !possible.is_empty() { ", or the end" } else { "" };
    format!("  possible there: {shown}{end}")
}

fn furthest_details(
    named: &NamedMultitrace<'_>,
    reached: &Reached,
    hypotheses_are: &'static str,
) -> Value {
    let text = |&letter: &LetterId| named.alphabet.letters()[letter].as_str();
    let seen = named.alphabet.locations().ids().zip(named.traces).zip(&reached.positions);
    let seen = seen.map(|((id, trace), &at)| (at < trace.len()).then(|| (named.text)(id, at)));
    let enabled = reached.enabled.as_ref().map(|letters| letters.iter().map(text).collect());
    json!({
        "positions": reached.positions,
        "seen": seen.collect::<Vec<_>>(),
        "enabled": enabled.unwrap_or(Value::Null),
        "may_end": reached.may_end,
        "hypotheses": reached.alive,
        "hypotheses_are": hypotheses_are,
    })
}

/// Returns the last events before the furthest point, and the errors: the first events beyond it or, if
/// all events were read, the ends of the traces that may continue; and the local error of a location, at any position.
/// The second value is the number of earlier events that are left out.
fn last_events(
    named: &NamedMultitrace<'_>,
    question: Question,
    reached: &Reached,
    word: &[LetterId],
    errors: &[LocalError],
) -> (Vec<ObservedEvent>, usize) {
    let (mut all, _) = seen_of(named, &reached.positions, word);
    all.drain(..all.len().saturating_sub(DRAWN));
    let left_out = reached.positions.iter().sum::<usize>().saturating_sub(all.len());
    for (location, number, note) in marked(named, question, reached, errors) {
        let is_here = |one: &&mut ObservedEvent| (one.location, one.number) == (location, number);
        if let Some(drawn) = all.iter_mut().find(is_here) {
            drawn.note = Some(note.to_owned());
            continue;
        }
        let before = all.iter().rfind(|one| one.location == location);
        let next = before.map_or(reached.positions[location.index()], |one| one.number + 1);
        let is_end = number >= named.traces[location.index()].len();
        all.push(ObservedEvent {
            location,
            number,
            text: if is_end { String::new() } else { (named.text)(location, number) },
            is_apart: number != next,
            note: Some(note.to_owned()),
        });
    }
    (all, left_out)
}

/// Returns the errors with their places, ends last: at each location in order.
fn marked(
    named: &NamedMultitrace<'_>,
    question: Question,
    reached: &Reached,
    errors: &[LocalError],
) -> Vec<(LocationId, usize, &'static str)> {
    let mut marked: Vec<(LocationId, usize, &str)> =
        named.unread(reached).map(|(location, at)| (location, at, "does not fit")).collect();
    if question == Question::Accept && marked.is_empty() && errors.is_empty() {
        let next = reached.enabled.iter().flatten();
        let parts = next.flat_map(|&letter| named.alphabet.parts(letter));
        let going_on: BTreeSet<LocationId> = parts.map(|&(location, _)| location).collect();
        let end = |location: LocationId| named.traces[location.index()].len();
        // It suffices that one of several continues.
        let note = if going_on.len() == 1 { "more is expected" } else { "may go on" };
        marked.extend(going_on.into_iter().map(|one| (one, end(one), note)));
    }
    for error in errors {
        let note = match error.reason {
            LocalReason::Unexpected => "wrong here",
            LocalReason::Incomplete => "ends too early",
        };
        let (location, number) = (error.location, error.position);
        match marked.iter_mut().find(|one| (one.0, one.1) == (location, number)) {
            Some(one) => one.2 = note,
            None => marked.push((location, number, note)),
        }
    }
    let is_end = |location: LocationId, at: usize| at >= named.traces[location.index()].len();
    marked.sort_by_key(|&(location, number, _)| (is_end(location, number), location));
    marked
}
