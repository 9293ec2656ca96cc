//! A witness in full, as text.

use super::{cycle_text, witness_chart, witness_table};
use crate::drawing::{Chart, Extent, fitted_chart};
use crate::report::{RowStyle, Steps};
use crate::sentences::{IN_A_FILE, WIDTH, number_of, shell_word};
use crate::system::{held, place};
use language::evidence::EvidenceSubject;
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
            format!("{} in {}", automaton.name(), &automaton.states()[initial[id]])
        })
        .collect();
    (!places.is_empty()).then(|| format!(" with {}", places.join(", ")))
}

/// Returns the evidence against a system: the chart, and unless the steps are left out, these and the conflict cycle of a
/// borderline violation. `advice` says how to see a chart that is too wide.
pub fn witness_text(
    system: &System,
    witness: &Witness,
    lines: &Lines,
    style: &RowStyle,
    advice: &str,
) -> Vec<String> {
    if witness.replay().steps().is_empty() {
        let start = start_text(system, witness.replay()).unwrap_or_default();
        let line = format!("  in an initial configuration, without any step{start}");
        return vec![String::new(), line];
    }
    let opening = opening(system, witness.replay());
    let (chart, cycle) = chart_and_cycle(system, witness, lines, style.extent);
    let chart = fitted_chart(&chart, style.text, advice);
    let parts = match style.steps {
        Steps::LeftOut => vec![opening, chart],
        Steps::Listed => {
            let width = style.text.width.unwrap_or(WIDTH);
            let table = witness_table(system, witness, Some(lines), style.extent, width);
            let table = table.text(style.text.width.unwrap_or(usize::MAX));
            vec![opening, table, "\n".to_owned(), chart, cycle]
        }
    };
    parts.iter().flat_map(|part| part.lines()).map(str::to_owned).collect()
}

/// Returns the chart of a witness, and the text about the conflict cycle of a borderline violation; empty for others.
pub fn chart_and_cycle(
    system: &System,
    witness: &Witness,
    lines: &Lines,
    extent: Extent,
) -> (Chart, String) {
    let cycle = match witness.kind() {
        WitnessKind::BorderlineViolation => cycle_text(system, witness, lines),
        _ => String::new(),
    };
    (witness_chart(system, witness, extent), cycle)
}

/// Returns how to see the chart of a witness of the model of this name that is too wide: the command that draws it. A
/// model from standard input is not there any more for another command.
pub fn draw_command(model: &str, subject: &EvidenceSubject) -> String {
    if model == "<stdin>" {
        return IN_A_FILE.to_owned();
    }
    let channels =
        subject.channels.kind.map_or_else(String::new, |kind| format!(" --{}", kind.word()));
    let (model, property) = (shell_word(model), shell_word(&subject.property));
    format!("scm-check draw {model} --property {property}{channels} -o FILE.svg")
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
