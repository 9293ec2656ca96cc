//! Answers to named checks of other tools in words.

use serde_json::{Value, json};

use super::words::{ChoreographyText, RowContext};
use crate::drawing::fitted_chart;
use crate::report::Row;
use crate::sentences::{IN_A_FILE, advice};
use crate::witness::{cause_text, script_chart};
use check::named_checks::{
    AfterEnd, Ambiguity, Apart, DeadlockFreedom, DeadlockOutcome, Fairness, Finding, LeftOut,
    Square, Unknown, Unmet,
};
use check::reachability::Justification;
use check::realisability::{Condition, Incoherence, Occurrence, run_of};
use driver::choreography::NamedFinding;
use kernel::verdict::Outcome;
use model::cfsm::{Exchange, System};
use model::evidence::{Script, ScriptMove};

/// The contents of a row about a named check.
#[derive(Default)]
struct Description {
    message: String,
    /// The lines below the first.
    summary: Vec<String>,
    /// A run of the choreography as evidence.
    run: Vec<Occurrence>,
    hint: Option<String>,
    /// Fields for programs.
    details: Vec<(&'static str, Value)>,
}

impl Description {
    fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), ..Self::default() }
    }

    fn from_unknown(unknown: Unknown) -> Self {
        match unknown {
            Unknown::Projection => {
                Self::new("to make a projection deterministic takes too many states")
            }
            Unknown::Budget => Self::new("too much would have to be looked at"),
            Unknown::Limit(limit) => {
                Self { hint: advice(limit), ..Self::new("a limit was reached") }
            }
        }
    }

    /// Returns the description of a check; `violated` describes its finding.
    fn from_finding<V>(found: &Finding<V>, holds: &str, violated: impl FnOnce(&V) -> Self) -> Self {
        match found {
            Finding::Holds(()) => Self::new(holds),
            Finding::Violated(found) => violated(found),
            Finding::Unknown(unknown) => Self::from_unknown(*unknown),
        }
    }
}

/// Describes the answer to a named check of another tool.
pub(super) fn describe_named(
    row: &mut Row,
    details: &mut Value,
    found: &NamedFinding,
    RowContext { text, implementation, style }: RowContext<'_>,
) {
    let system = implementation.system();
    let Description { message, summary, run, hint, details: named } =
        description(found, text, system);
    row.message = message;
    row.text.summary = summary;
    row.text.hint = hint;
    for (name, value) in named {
        details[name] = value;
    }
    if run.is_empty() {
        return;
    }
    details["interactions"] = run.iter().map(|one| text.interaction(one.exchange)).collect();
    if style.is_explained {
        let word: Vec<Exchange> = run.iter().map(|one| one.exchange.letter(true)).collect();
        let (_, steps) = run_of(system, &word);
        let moves = steps.into_iter().map(|step| ScriptMove::new(system, step));
        let script = Script::new(system, moves);
        let chart = script_chart(system, &script, &[], style.extent);
        row.text.explanation.push(String::new());
        let text = fitted_chart(&chart, style.text, IN_A_FILE);
        row.text.explanation.extend(text.lines().map(str::to_owned));
    }
}

fn description(found: &NamedFinding, text: ChoreographyText<'_>, system: &System) -> Description {
    match found {
        NamedFinding::Deadlock(found) => deadlock(found, system),
        NamedFinding::Coherence(found) => coherence(found.as_deref(), text),
        NamedFinding::TerminationAwareness(found) => {
            let holds = "nobody waits for a message where the protocol may have ended";
            Description::from_finding(found, holds, |found| awaited(found, text))
        }
        NamedFinding::RoleProgress(fairness, found) => {
            let holds = match fairness {
                Fairness::Fair => {
                    "if choices that stay open are taken, whoever can only receive goes on"
                }
                Fairness::Unfair => "whoever can only receive goes on, whatever is chosen",
            };
            Description::from_finding(found, holds, |found| left_out(found, text))
        }
        NamedFinding::LabelDeterminism(found) => {
            let holds = "no interaction leads from one state to two places";
            Description::from_finding(found, holds, |found| ambiguous(found, text))
        }
        NamedFinding::CommutationClosure(found) => {
            let holds =
                "independent interactions may happen in any order, with the same behind them";
            Description::from_finding(found, holds, |found| ordered(found, text))
        }
        NamedFinding::GloballyCooperative(found) => {
            let holds = "what happens in a loop hangs together, in every loop";
            Description::from_finding(found, holds, |found| apart(found, text))
        }
        NamedFinding::StrongProgressSent(found) => {
            unmet(found, system, "every message that is sent can be received")
        }
        NamedFinding::StrongProgressExpected(found) => {
            unmet(found, system, "whoever may receive a message can receive one some time")
        }
    }
}

fn deadlock(found: &DeadlockOutcome, system: &System) -> Description {
    let rests = match found {
        Outcome::Holds(DeadlockFreedom::Searched(Justification::Finite { .. })) => {
            "all configurations, one by one"
        }
        Outcome::Holds(DeadlockFreedom::Searched(Justification::Compatible { .. })) => {
            "the configurations with few messages in each channel, which say something about all"
        }
        Outcome::Holds(DeadlockFreedom::Searched(_)) => {
            "the projections are RSC, and every execution can be completed to a synchronous one"
        }
        Outcome::Holds(DeadlockFreedom::Realisable) => {
            "the choreography is realisable, and its words end with empty channels"
        }
        Outcome::Violated(witness) => {
            return Description::new(cause_text(system, witness).unwrap_or_default());
        }
        Outcome::Unknown(_) => return Description::new("no configuration was found guilty"),
    };
    let summary = vec![format!("  rests on: {rests}")];
    Description { summary, ..Description::new("from everywhere all channels can become empty") }
}

fn unmet(found: &Finding<Unmet>, system: &System, holds: &str) -> Description {
    match found {
        Finding::Unknown(Unknown::Projection | Unknown::Budget) => {
            Description::new("there are too many configurations, and nothing was found")
        }
        found => Description::from_finding(found, holds, |Unmet { property, witness }| {
            let property = property.name(system);
            let text = cause_text(system, witness).unwrap_or_default();
            let found = Description::new(format!("{property}: {text}"));
            Description { details: vec![("property", property.into())], ..found }
        }),
    }
}

fn coherence(found: Option<&[Incoherence]>, text: ChoreographyText<'_>) -> Description {
    match found {
        None => Description::new(
            "the conditions are for peer-to-peer FIFO channels where one participant makes each \
             choice, and nothing goes on behind an end",
        ),
        Some([]) => Description::new("send coherence, receive coherence, and no mixed choice"),
        Some(found) => {
            let mut broken: Vec<&'static str> = found
                .iter()
                .map(|one| match one.condition {
                    Condition::Send => "send coherence",
                    Condition::Receive => "receive coherence",
                    Condition::NoMixedChoice => "no mixed choice",
                })
                .collect();
            broken.sort_unstable();
            broken.dedup();
            let summary = found.iter().flat_map(|one| text.incoherence(one)).collect();
            let message = format!("broken: {}", broken.join(", "));
            let details = vec![("broken", broken.into())];
            Description { summary, details, ..Description::new(message) }
        }
    }
}

fn awaited(found: &AfterEnd, text: ChoreographyText<'_>) -> Description {
    let participant = text.participant(found.participant);
    let message = text.choreography.source().messages[found.awaited.1].clone();
    let after = text.after(&found.run);
    let sentence =
        format!("{participant} may wait for {message} though the protocol has ended{after}");
    let hint = Some(format!("tell {participant} that it is over, by a message of its own"));
    let details = vec![("participant", participant.into()), ("message", message.into())];
    Description { run: found.run.clone(), hint, details, ..Description::new(sentence) }
}

fn left_out(found: &LeftOut, text: ChoreographyText<'_>) -> Description {
    let participant = text.participant(found.participant);
    let after = text.after(&found.run);
    let message = format!("{participant} may be left out for ever{after}");
    let mut summary = vec!["  what the others do over and over".to_owned()];
    summary.extend(text.list(&found.cycle));
    let cycle = found.cycle.iter().map(|one| text.interaction(one.exchange)).collect();
    let details = vec![("participant", participant.into()), ("cycle", cycle)];
    Description { run: found.run.clone(), summary, details, ..Description::new(message) }
}

fn ambiguous(found: &Ambiguity, text: ChoreographyText<'_>) -> Description {
    let interaction = text.interaction(found.exchange);
    let edges: Vec<String> = found.edges.iter().filter_map(|&edge| text.place(edge)).collect();
    let message = format!("{interaction} leads from one state to two places");
    let summary = vec![format!("  {}", edges.join(" and "))];
    let hint = match found.are_equal_behind {
        Some(true) => "the same follows both: make them one",
        _ => "give the two messages different names, or let the choice come after",
    };
    let (hint, details) = (Some(hint.to_owned()), vec![("edges", edges.into())]);
    Description { run: found.run.clone(), summary, hint, details, ..Description::new(message) }
}

fn ordered(found: &Square, text: ChoreographyText<'_>) -> Description {
    let after = text.after(&found.run);
    let [first, second] = [found.first, found.second].map(|one| text.interaction(one.exchange));
    let than = match found.other {
        Some(_) => "leads elsewhere than the other order",
        None => "is there, and the other order is not",
    };
    let message = format!("`{first}` before `{second}` {than}{after}");
    let mut summary = vec!["  the two share neither a participant nor a channel".to_owned()];
    summary.extend(text.list(&[found.first, found.second]));
    let details = vec![("first", first.into()), ("second", second.into())];
    Description { run: found.run.clone(), summary, details, ..Description::new(message) }
}

fn apart(found: &Apart, text: ChoreographyText<'_>) -> Description {
    let after = text.after(&found.run);
    let message = format!("a loop falls apart into two that share nothing{after}");
    let mut parts: [Vec<String>; 2] = Default::default();
    for occurrence in &found.cycle {
        let name = text.interaction(occurrence.exchange);
        let part = &mut parts[usize::from(!found.part.contains(&occurrence.exchange))];
        if !part.contains(&name) {
            part.push(name);
        }
    }
    let summary = parts.iter().map(|part| format!("  {}", part.join(", "))).collect();
    let details = vec![("parts", json!(parts))];
    Description { run: found.run.clone(), summary, details, ..Description::new(message) }
}
