//! A witness in full, as text.

use super::{cycle_text, witness_chart, witness_table};
use crate::drawing::{Extent, chart_text};
use crate::sentences::{WIDTH, number_of};
use crate::system::{held, place};
use model::cfsm::{BadConfigurations, System};
use model::evidence::{Lines, Replay, Witness, WitnessKind};

/// Returns text on where a run begins: the initial states of those participants that have several to begin in; `None` if
/// every participant has one.
pub fn start_text(system: &System, replay: &Replay) -> Option<String> {
    let initial = &replay.initial().control;
    let places: Vec<String> = system
        .automata()
        .enumerate()
        .filter(|(_, automaton)| automaton.initial().len() > 1)
        .map(|(id, automaton)| {
            format!("{} in {}", automaton.name(), automaton.states()[initial[id]])
        })
        .collect();
    (!places.is_empty()).then(|| format!(" with {}", places.join(", ")))
}

/// Returns the evidence against a system: the steps, the chart, the conflict cycle of a borderline
/// violation.
pub fn witness_text(
    system: &System,
    witness: &Witness,
    lines: &Lines,
    extent: Extent,
    width: Option<usize>,
) -> Vec<String> {
    if witness.replay().steps().is_empty() {
        let start = start_text(system, witness.replay()).unwrap_or_default();
        let line = format!("  in an initial configuration, without any step{start}");
        return vec![String::new(), line];
    }
    let table = witness_table(system, witness, Some(lines), extent, width.unwrap_or(WIDTH));
    let parts = [
        opening(system, witness.replay()),
        table.text(width.unwrap_or(usize::MAX)),
        "\n".to_owned(),
        chart_and_cycle(system, witness, lines, extent),
    ];
    parts.iter().flat_map(|part| part.lines()).map(str::to_owned).collect()
}

/// Returns the chart of a witness, with the conflict cycle of a borderline violation.
pub fn chart_and_cycle(
    system: &System,
    witness: &Witness,
    lines: &Lines,
    extent: Extent,
) -> String {
    let mut text = chart_text(&witness_chart(system, witness, extent));
    if witness.kind() == WitnessKind::BorderlineViolation {
        text += &cycle_text(system, witness, lines);
    }
    text
}

/// Returns the relevant parts of a bad configuration: the states of the participants that the specification names,
/// and the contents of the channels.
pub fn matched(system: &System, bad: &BadConfigurations, witness: &Witness) -> String {
    let last = witness.replay().last();
    let control = bad.control.iter().map(|&(participant, _)| place(system, last, participant));
    let channels = last.contents.ids().filter(|_| bad.contents.is_some());
    let contents = channels.map(|channel| held(system, last, channel));
    control.chain(contents).collect::<Vec<_>>().join(", ")
}

/// Returns the text before the steps of a run: the initial states, if there are several, between blank
/// lines.
pub(super) fn opening(system: &System, replay: &Replay) -> String {
    let start = start_text(system, replay);
    format!("\n{}", start.map_or_else(String::new, |start| format!("  the run begins{start}\n\n")))
}

/// Returns the size of a borderline violation in words.
pub fn borderline_violation(witness: &Witness) -> String {
    format!(
        "borderline violation of {}, {}",
        number_of(witness.communications(), "communication"),
        number_of(witness.actions(), "action"),
    )
}
