//! A witness as text.

use crate::drawing::chart_text;
use crate::witness::{Extent, cycle_text, witness_chart, witness_table};
use model::cfsm::System;
use model::evidence::{Lines, Replay, Witness, WitnessKind};

/// The width of tables where no terminal says otherwise.
pub const WIDTH: usize = 120;

/// Returns where the participants start that could start elsewhere, if there are any.
pub fn start(system: &System, replay: &Replay) -> Option<String> {
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
pub fn evidence(
    system: &System,
    witness: &Witness,
    lines: &Lines,
    extent: Extent,
    width: Option<usize>,
) -> Vec<String> {
    if witness.replay().steps().is_empty() {
        let start = start(system, witness.replay()).unwrap_or_default();
        let line = format!("  in an initial configuration, without any step{start}");
        return vec![String::new(), line];
    }
    let table = witness_table(system, witness, extent, width.unwrap_or(WIDTH));
    let start = start(system, witness.replay()).map(|start| format!("\n  the run begins{start}\n"));
    let parts = [
        start.unwrap_or_default(),
        "\n".to_owned(),
        table.text(width.unwrap_or(WIDTH)),
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
