//! The conflict cycle of a witness in words.

use std::fmt::Write as _;

use super::names::message_names;
use crate::drawing::{display_width, padded};
use kernel::base::IndexVec;
use model::cfsm::{ChannelKind, CommunicationId, Dependency, System};
use model::evidence::CycleEdge;
use model::evidence::{Lines, Script, StepId, Witness};

/// Returns the text that explains the conflict cycle: for each edge the two messages, who imposes
/// their order, by which two steps, and where these stand in the source; then what follows from it.
pub fn cycle_text(system: &System, witness: &Witness, lines: &Lines) -> String {
    script_cycle_text(system, witness.replay().script(), witness.cycle(), lines)
}

/// Returns the same text for a cycle in the conflict graph of a script.
pub fn script_cycle_text(
    system: &System,
    script: &Script,
    cycle: &[CycleEdge],
    lines: &Lines,
) -> String {
    let names = message_names(system, script.execution());
    let digits = cycle.iter().map(|edge| edge.after.number().to_string().len()).fold(1, usize::max);
    let context = Context { system, script, lines, names, digits };
    let sentences: Vec<Sentence> = cycle.iter().map(|edge| Sentence::new(&context, edge)).collect();
    let widest = |part: fn(&Sentence) -> &str| {
        sentences.iter().map(|sentence| display_width(part(sentence))).max().unwrap_or(0)
    };
    let (from, to) = (widest(|s| &s.from), widest(|s| &s.to));
    let (source, before) = (widest(|s| &s.source), widest(|s| &s.before));
    let after = widest(|s| &s.after);
    let mut text = "  conflict cycle\n".to_owned();
    for s in &sentences {
        let mut line = String::new();
        write!(
            line,
            "    {} -> {}   {} {} before {}   {}",
            padded(&s.from, from),
            padded(&s.to, to),
            padded(&s.source, source),
            padded(&s.before, before),
            padded(&s.after, after),
            s.place
        )
        .expect("writing to a string does not fail");
        text.push_str(line.trim_end());
        text.push('\n');
    }
    let conclusion = match sentences.as_slice() {
        [_, _] => "both messages".to_owned(),
        _ => {
            let all: Vec<&str> = sentences.iter().map(|sentence| sentence.from.as_str()).collect();
            format!("all of {}", all.join(", "))
        }
    };
    writeln!(
        text,
        "  no order makes {conclusion} synchronous; see: scm-check explain conflict-cycle"
    )
    .expect("writing to a string does not fail");
    text
}

/// What the words for all edges rest on.
struct Context<'a> {
    system: &'a System,
    script: &'a Script,
    lines: &'a Lines,
    names: IndexVec<CommunicationId, String>,
    /// The width of the numbers of steps.
    digits: usize,
}

/// The words for one edge.
struct Sentence {
    from: String,
    to: String,
    source: String,
    before: String,
    after: String,
    place: String,
}

impl Sentence {
    fn new(context: &Context<'_>, edge: &CycleEdge) -> Self {
        let Context { system, script, names, digits, .. } = context;
        let describe = |step: StepId, communication: CommunicationId| {
            let action = script.action_of(step).expect("a conflict is between actions");
            let action = script.execution().actions()[action];
            let (sign, name) = (action.direction.sign(), &names[communication]);
            let who = match edge.dependency {
                Dependency::Channel(_) => {
                    format!(" of {}", system.automata()[action.participant].name())
                }
                Dependency::Participant(_) | Dependency::MatchingPair => String::new(),
            };
            format!("{:>digits$} {sign}{name}{who}", step.number(), digits = *digits)
        };
        Self {
            from: names[edge.from].clone(),
            to: names[edge.to].clone(),
            source: source(system, edge.dependency),
            before: describe(edge.before, edge.from),
            after: describe(edge.after, edge.to),
            place: place(context, edge),
        }
    }
}

fn source(system: &System, dependency: Dependency) -> String {
    match dependency {
        Dependency::Participant(participant) => {
            format!("{}:", system.automata()[participant].name())
        }
        Dependency::Channel(key) => {
            let kind = match system.channels()[key.channel()].kind {
                ChannelKind::Fifo => "fifo",
                ChannelKind::Bag => "bag",
            };
            format!("channel {} ({kind}):", system.channel_name(key.channel()))
        }
        Dependency::MatchingPair => {
            unreachable!("an edge joins two communications, a matching pair is one")
        }
    }
}

/// Returns the source lines of the two steps, as far as they are known.
fn place(context: &Context<'_>, edge: &CycleEdge) -> String {
    let Context { system, script, lines, .. } = context;
    let line = |step: StepId| lines.line(system, script.moves()[step].step()?);
    match (line(edge.before), line(edge.after)) {
        (Some(one), Some(other)) if one != other => format!("{}:{one}, {other}", lines.file),
        (Some(one), _) | (None, Some(one)) => format!("{}:{one}", lines.file),
        (None, None) => String::new(),
    }
}
