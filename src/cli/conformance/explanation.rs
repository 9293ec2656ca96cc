//! Why traces do not fit together: how far they go, who is in conflict, what counting says; and the chart.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use serde_json::{Map, Value, json};

use super::engines::TERMS;
use super::explainer::{Explainer, Reached};
use super::locations::{in_words, with_count};
use super::model::GlobalModel;
use super::told::{Heard, automaton_words};
use scm_check::check::conformance::{Answer, Fault, LocalError, LocalReason, Question};
use scm_check::kernel::base::grouped;
use scm_check::kernel::base::{Id as _, Limit};
use scm_check::kernel::verdict::Reason;
use scm_check::model::trace::{LetterId, LocalLetterId, LocationId};
use scm_check::render::diagrams::{Sighting, multitrace_chart};
use scm_check::render::drawing::{Chart, chart_text};
use scm_check::render::report::Row;
use scm_check::render::sentences::number_of;

/// So many events before the furthest point are drawn.
const DRAWN: usize = 16;

/// So many letters are told to people.
const FEW: usize = 6;

/// What is said of why an answer is what it is.
#[derive(Debug, Default)]
struct Explained {
    /// For people.
    lines: Vec<String>,
    /// For programs.
    detail: Map<String, Value>,
    /// The last events that fit, and the first ones that do not.
    chart: Option<Chart>,
    /// The same for terminals, where that says more than the lines.
    text_chart: Vec<String>,
    /// What ended the search for a part of it.
    cut: Option<Limit>,
}

impl Explained {
    /// Takes note of what ended a search, if something did.
    fn unless_cut<T>(&mut self, found: Result<T, Limit>) -> Option<T> {
        found.map_err(|limit| self.cut.get_or_insert(limit)).ok()
    }
}

/// Says in a row, behind what is there already, why an answer is what it is: by a run where it is yes, else by what
/// is wrong.
pub(super) fn complete(
    row: &mut Row,
    explainer: &mut Explainer<'_>,
    heard: &Heard<'_>,
    question: Question,
    answer: &Answer,
    model: &GlobalModel,
) {
    let Explained { lines, mut detail, chart, text_chart, cut } = if answer.verdict == Ok(true) {
        interleaved(explainer, heard, question, model)
    } else {
        explained(explainer, heard, question, answer, model)
    };
    row.explanation.extend(lines);
    if let Some(limit) = cut {
        let why = match limit {
            Limit::Timeout => "the time is over",
            Limit::Memory | Limit::States => "it is larger than explanations may be",
            Limit::Interrupted => "interrupted",
        };
        row.explanation.push(format!("  the explanation is cut short: {why}"));
        detail.insert("explanation_cut".to_owned(), json!(Reason::from(limit).word()));
    }
    row.detail.extend(detail);
    row.chart = chart.map(Box::new);
    row.text_chart = text_chart;
}

/// Returns why a multitrace does not answer a question with yes.
fn explained(
    explainer: &mut Explainer<'_>,
    heard: &Heard<'_>,
    question: Question,
    answer: &Answer,
    model: &GlobalModel,
) -> Explained {
    let mut explained = Explained::default();
    let errors: &[LocalError] = match &answer.fault {
        Some(Fault::Local(errors)) => errors,
        _ => &[],
    };
    let is_local = matches!(answer.fault, Some(Fault::Local(_)));
    if !is_local {
        // What is inter and what is central depends on the automaton.
        explained.lines.push(automaton_words(model));
    }
    if let Some(line) = counted(explainer, heard, question, is_local, &mut explained.detail) {
        explained.lines.push(line);
    }
    if !is_local {
        match explained.unless_cut(explainer.conflict(heard.traces, question)) {
            Some(conflict) => {
                let names: Vec<String> = conflict
                    .iter()
                    .map(|&location| heard.alphabet.locations()[location].name())
                    .collect();
                // Nobody is in conflict where the model has no run.
                if !conflict.is_empty() && conflict.len() < heard.traces.len() {
                    explained.lines.push(in_conflict(&names));
                }
                explained.detail.insert("conflict".to_owned(), json!(names));
            }
            None => {
                explained.detail.insert("conflict".to_owned(), Value::Null);
            }
        }
    }
    let furthest = explainer.furthest(heard.traces, question);
    let Some(furthest) = explained.unless_cut(furthest) else {
        let line = "  how far the traces fit together was not found within the limits";
        explained.lines.push(line.to_owned());
        return explained;
    };
    let word = explained.unless_cut(word_to(explainer, heard, question, &furthest)).flatten();
    let next = word.as_deref().map(|word| model.places(word, explainer.control()));
    let next = next.and_then(|next| explained.unless_cut(next)).unwrap_or_default();
    let kind = explainer.hypotheses();
    explained.lines.extend(reached(heard, &furthest, kind, &next));
    explained.detail.insert("furthest".to_owned(), point(heard, &furthest, kind));
    let word = word.unwrap_or_default();
    let (sightings, left_out) = sightings(heard, question, &furthest, &word, errors);
    if sightings.is_empty() {
        return explained;
    }
    let mut chart = multitrace_chart(&names(heard), &sightings, &|from, message, to| {
        model.may_pass(from, message, to)
    });
    chart.left_out = left_out;
    explained.text_chart.push(String::new());
    explained.text_chart.extend(chart_text(&chart).lines().map(|line| format!("  {line}")));
    explained.chart = Some(chart);
    explained
}

/// Returns a run that is seen as a multitrace, as a question asks. Letters that no trace has stand in parentheses.
fn interleaved(
    explainer: &mut Explainer<'_>,
    heard: &Heard<'_>,
    question: Question,
    model: &GlobalModel,
) -> Explained {
    let mut explained = Explained::default();
    let run = explainer.run(heard.traces, question);
    let Some(Some(word)) = explained.unless_cut(run) else {
        explained.lines.push("  a run was not found within the limits".to_owned());
        return explained;
    };
    let ends: Vec<usize> = heard.traces.iter().map(Vec::len).collect();
    let (all, seen) = seen_of(heard, &ends, &word);
    let letters: Vec<String> = word
        .iter()
        .zip(&seen)
        .map(|(&letter, &is_seen)| {
            let text = &heard.alphabet.letters()[letter];
            if is_seen { text.clone() } else { format!("({text})") }
        })
        .collect();
    let what = if question == Question::Accept { "one run" } else { "the beginning of a run" };
    explained.lines.push(format!("  {what}: {}", letters.join(".")));
    if !seen.iter().all(|&is_seen| is_seen) {
        explained.lines.push("  in parentheses: what was not logged".to_owned());
    }
    let letters: Vec<&str> =
        word.iter().map(|&letter| heard.alphabet.letters()[letter].as_str()).collect();
    explained.detail.insert("interleaving".to_owned(), json!(letters));
    let ways = |from: &str, message: &str, to: &str| model.may_pass(from, message, to);
    explained.chart = Some(multitrace_chart(&names(heard), &all, &ways));
    explained
}

/// Returns what the lifelines of a chart are called.
fn names(heard: &Heard<'_>) -> Vec<String> {
    heard.alphabet.locations().iter().map(|location| in_words(&location.name())).collect()
}

/// Returns what the traces have of a word up to where they are read, and of which of its letters they have
/// something. At each location that is the first factor of the word's projection which is the trace.
fn seen_of(heard: &Heard<'_>, ends: &[usize], word: &[LetterId]) -> (Vec<Sighting>, Vec<bool>) {
    let projection = |location: LocationId| -> Vec<LocalLetterId> {
        let parts = word.iter().flat_map(|&letter| heard.alphabet.parts(letter));
        parts.filter(|(other, _)| *other == location).map(|&(_, part)| part).collect()
    };
    let locations = heard.alphabet.locations().ids();
    let starts: Vec<usize> = locations
        .map(|location| {
            let trace = &heard.traces[location.index()][..ends[location.index()]];
            let seen = projection(location);
            let found = (0..seen.len()).find(|&from| seen[from..].starts_with(trace));
            found.unwrap_or(0)
        })
        .collect();
    let mut at = vec![0; heard.traces.len()];
    let mut all = Vec::new();
    let mut is_seen = Vec::new();
    for &letter in word {
        let before = all.len();
        for &(location, _) in heard.alphabet.parts(letter) {
            let place = location.index();
            if (starts[place]..starts[place] + ends[place]).contains(&at[place]) {
                let number = at[place] - starts[place];
                let text = (heard.text)(location, number);
                all.push(Sighting { location, number, text, is_apart: false, note: None });
            }
            at[place] += 1;
        }
        is_seen.push(all.len() > before);
    }
    (all, is_seen)
}

/// Returns the line about some locations that are in conflict, the others not.
fn in_conflict(names: &[String]) -> String {
    match names {
        [one] => format!(
            "  in conflict: {} alone; no run fits it, whatever the others see",
            in_words(one)
        ),
        several => {
            let names: Vec<String> = several.iter().map(|name| in_words(name)).collect();
            format!(
                "  in conflict: {}; no run fits them, whatever the others see",
                names.join(" and ")
            )
        }
    }
}

/// Returns what counting says, if that is enough for a no.
fn counted(
    explainer: &Explainer<'_>,
    heard: &Heard<'_>,
    question: Question,
    is_local: bool,
    detail: &mut Map<String, Value>,
) -> Option<String> {
    if question != Question::Accept || is_local {
        return None;
    }
    let invariant = explainer.broken_invariant(heard.traces)?;
    let text = |location: LocationId, letter: LocalLetterId| {
        heard.alphabet.locations()[location].text(letter).unwrap_or_default()
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
        weights.push(json!([text(location, letter), weight]));
    }
    let values: Vec<String> = invariant.values.iter().take(FEW).map(i64::to_string).collect();
    let weight = invariant.weight(heard.traces);
    let stated = json!({"weights": weights, "values": invariant.values, "value": weight});
    detail.insert("invariant".to_owned(), stated);
    Some(format!("  counting: {sum} must be {}, and is {weight}", values.join(" or ")))
}

/// Returns a word that leads to the furthest point.
fn word_to(
    explainer: &mut Explainer<'_>,
    heard: &Heard<'_>,
    question: Question,
    furthest: &Reached,
) -> Result<Option<Vec<LetterId>>, Limit> {
    let cut = heard.traces.iter().zip(&furthest.positions);
    let cut: Vec<Vec<LocalLetterId>> = cut.map(|(trace, &at)| trace[..at].to_vec()).collect();
    let question = question.max(Question::GlobalPrefix);
    explainer.run(&cut, question)
}

/// Returns the lines about the furthest point.
fn reached(
    heard: &Heard<'_>,
    furthest: &Reached,
    kind: &str,
    next: &[(String, String)],
) -> Vec<String> {
    let all: usize = heard.traces.iter().map(Vec::len).sum();
    let read: usize = furthest.positions.iter().sum();
    let share =
        |part: usize, all: usize| format!("{} of {}", grouped(part as u64), grouped(all as u64));
    let locations = || heard.alphabet.locations().enumerate().zip(heard.traces);
    let each: Vec<String> = locations()
        .zip(&furthest.positions)
        .map(|(((_, location), trace), &at)| with_count(&location.name(), &share(at, trace.len())))
        .collect();
    let mut alive = match furthest.alive {
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
    let seen: Vec<String> = locations()
        .zip(&furthest.positions)
        .filter(|((_, trace), at)| **at < trace.len())
        .map(|(((id, _), _), &at)| match (heard.place)(id, at) {
            Some(place) => format!("{} ({place})", (heard.text)(id, at)),
            None => (heard.text)(id, at),
        })
        .collect();
    if !seen.is_empty() {
        lines.push(format!("  seen next: {}", seen.join(", ")));
    }
    lines.push(match &furthest.enabled {
        _ if furthest.alive == Some(0) => {
            "  the model has no run: nothing fits, whatever is seen".to_owned()
        }
        None => "  possible there: not found within the limits".to_owned(),
        Some(enabled) => possible(heard, enabled, furthest.may_end, next),
    });
    lines
}

/// Returns the line about what may come next, where it is known with where it stands in the model.
fn possible(
    heard: &Heard<'_>,
    enabled: &[LetterId],
    may_end: Option<bool>,
    next: &[(String, String)],
) -> String {
    let mut possible: Vec<String> = Vec::new();
    for &letter in enabled.iter().take(FEW) {
        let text = &heard.alphabet.letters()[letter];
        let mut places: Vec<&str> =
            next.iter().filter(|(other, _)| other == text).map(|(_, place)| &**place).collect();
        // Several passings may stand on a line.
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

fn point(heard: &Heard<'_>, furthest: &Reached, kind: &str) -> Value {
    let text = |&letter: &LetterId| heard.alphabet.letters()[letter].as_str();
    let enabled = |letters: &Vec<LetterId>| letters.iter().map(text).collect::<Vec<&str>>();
    let seen: Vec<Option<String>> = heard
        .alphabet
        .locations()
        .ids()
        .zip(heard.traces)
        .zip(&furthest.positions)
        .map(|((id, trace), &at)| (at < trace.len()).then(|| (heard.text)(id, at)))
        .collect();
    json!({
        "positions": furthest.positions,
        "seen": seen,
        "enabled": furthest.enabled.as_ref().map(enabled),
        "may_end": furthest.may_end,
        "hypotheses": furthest.alive,
        "hypotheses_are": kind,
    })
}

/// Returns the last events on the way to the furthest point, and what is wrong: the first events beyond it or, where
/// all is read, the ends of the traces that might go on; and what is wrong at a location by itself, wherever that is.
/// Returns with it how many events before are left out.
fn sightings(
    heard: &Heard<'_>,
    question: Question,
    furthest: &Reached,
    word: &[LetterId],
    errors: &[LocalError],
) -> (Vec<Sighting>, usize) {
    let (mut all, _) = seen_of(heard, &furthest.positions, word);
    all.drain(..all.len().saturating_sub(DRAWN));
    let left_out = furthest.positions.iter().sum::<usize>().saturating_sub(all.len());
    for (location, number, note) in marked(heard, question, furthest, errors) {
        let is_here = |one: &&mut Sighting| (one.location, one.number) == (location, number);
        if let Some(drawn) = all.iter_mut().find(is_here) {
            drawn.note = Some(note.to_owned());
            continue;
        }
        let before = all.iter().rfind(|one| one.location == location);
        let next = before.map_or(furthest.positions[location.index()], |one| one.number + 1);
        let is_end = number >= heard.traces[location.index()].len();
        all.push(Sighting {
            location,
            number,
            text: if is_end { String::new() } else { (heard.text)(location, number) },
            is_apart: number != next,
            note: Some(note.to_owned()),
        });
    }
    (all, left_out)
}

/// Returns what is wrong where, ends last: at each location in order.
fn marked(
    heard: &Heard<'_>,
    question: Question,
    furthest: &Reached,
    errors: &[LocalError],
) -> Vec<(LocationId, usize, &'static str)> {
    let places = || heard.alphabet.locations().ids().zip(heard.traces).zip(&furthest.positions);
    let mut marked: Vec<(LocationId, usize, &str)> = places()
        .filter(|((_, trace), at)| **at < trace.len())
        .map(|((location, _), &at)| (location, at, "does not fit"))
        .collect();
    if question == Question::Accept && marked.is_empty() && errors.is_empty() {
        let next = furthest.enabled.iter().flatten();
        let parts = next.flat_map(|&letter| heard.alphabet.parts(letter));
        let going_on: BTreeSet<LocationId> = parts.map(|&(location, _)| location).collect();
        let end = |location: LocationId| heard.traces[location.index()].len();
        // Of several it is enough that one goes on.
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
    let is_end = |location: LocationId, at: usize| at >= heard.traces[location.index()].len();
    marked.sort_by_key(|&(location, number, _)| (is_end(location, number), location));
    marked
}
