//! The conflict cycle of a witness in words.

use super::names::message_names;
use crate::drawing::{display_width, padded};
use crate::report::html::OrderEdge;
use kernel::base::IndexVec;
use model::cfsm::{CommunicationId, Dependency, System};
use model::evidence::{CycleEdge, Lines, Script, StepId, Witness};

/// Returns the text that explains the conflict cycle: for each edge the two messages, the participant or channel that
/// imposes their order, the two steps and their source lines; then the conclusion.
pub fn cycle_text(system: &System, witness: &Witness, lines: &Lines) -> String {
    script_cycle_text(system, witness.replay().script(), witness.cycle(), lines)
}

/// Returns the text that explains a cycle in the conflict graph of a script, in the form of [`cycle_text`].
pub fn script_cycle_text(
    system: &System,
    script: &Script,
    cycle: &[CycleEdge],
    lines: &Lines,
) -> String {
    let names = message_names(system, script.execution());
    let edges: Vec<OrderEdge> =
        cycle.iter().map(|edge| order_edge(system, script, &names, lines, edge)).collect();
    let digits = edges.iter().map(|edge| edge.steps[1].0.to_string().len()).fold(1, usize::max);
    let cells = |edge: &OrderEdge| {
        let [from, to] = edge.messages.clone();
        let [before, after] = edge.steps.each_ref().map(|(step, text)| {
            let blanks = digits.saturating_sub(step.to_string().len());
            format!("{}{text}", " ".repeat(blanks))
        });
        [from, to, format!("{}:", edge.imposed_by), before, after]
    };
    let rows: Vec<[String; 5]> = edges.iter().map(cells).collect();
    let widths: [usize; 5] = std::array::from_fn(|column| {
        rows.iter().map(|cells| display_width(&cells[column])).max().unwrap_or(0)
    });
    let mut text = "  conflict cycle\n".to_owned();
    for (cells, edge) in rows.iter().zip(&edges) {
        let [from, to, source, before, after] =
            std::array::from_fn(|column| padded(&cells[column], widths[column]));
        let numbers: Vec<String> = edge.lines.iter().map(u32::to_string).collect();
        let file = if numbers.is_empty() { String::new() } else { format!("{}:", lines.file) };
        let place = format!("{file}{}", numbers.join(", "));
        let line = format!("    {from} -> {to}   {source} {before} before {after}   {place}");
        text += line.trim_end();
        text.push('\n');
    }
    let conclusion = conclusion(&edges);
    text + &format!("  {conclusion}\n")
}

/// Returns the conclusion from a cycle.
pub(super) fn conclusion(edges: &[OrderEdge]) -> String {
    let names: Vec<&str> = edges.iter().map(|edge| edge.messages[0].as_str()).collect();
    let what = match names.as_slice() {
        [] => return String::new(),
        [_, _] => "both messages".to_owned(),
        all => format!("all of {}", all.join(", ")),
    };
    format!("no order makes {what} synchronous; see: scm-check explain conflict-cycle")
}

/// Returns the words for one edge of a cycle.
pub(super) fn order_edge(
    system: &System,
    script: &Script,
    names: &IndexVec<CommunicationId, String>,
    lines: &Lines,
    edge: &CycleEdge,
) -> OrderEdge {
    let name = |participant| system.automata()[participant].name();
    let imposed_by = match edge.dependency {
        Dependency::Participant(participant) => name(participant).to_owned(),
        Dependency::Channel(key) => {
            let channel = key.channel();
            let kind = system.channels()[channel].kind.word();
            format!("channel {} ({kind})", system.channel_name(channel))
        }
        Dependency::MatchingPair => {
            unreachable!("an edge joins two communications, a matching pair is one")
        }
    };
    let step = |step: StepId, communication: CommunicationId| {
        let action = script.action_of(step).expect("a conflict is between actions");
        let action = script.execution().actions()[action];
        let who = match edge.dependency {
            Dependency::Channel(_) => format!(" of {}", name(action.participant)),
            Dependency::Participant(_) | Dependency::MatchingPair => String::new(),
        };
        let (number, sign) = (step.number(), action.direction.sign());
        (number, format!("{number} {sign}{}{who}", names[communication]))
    };
    let line = |step: StepId| lines.line(system, script.moves()[step].step()?);
    let mut lines: Vec<u32> = [edge.before, edge.after].into_iter().filter_map(line).collect();
    lines.dedup();
    OrderEdge {
        messages: [edge.from, edge.to].map(|id| names[id].clone()),
        imposed_by,
        steps: [step(edge.before, edge.from), step(edge.after, edge.to)],
        lines,
    }
}
