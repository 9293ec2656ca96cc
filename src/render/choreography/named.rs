//! The named checks: questions of other tools, each by itself.

use std::sync::Arc;

use serde_json::Value;

use super::words::Told;
use super::{ChoreographyCase, ChoreographyTask, NamedCheck};
use crate::cli::answers::reason;
use crate::cli::choreographies::case::{Exhibit, MOST_STATES};
use crate::cli::words::advice;
use scm_check::check::membership::{self, Engine};
use scm_check::check::protocol::{
    self, Fairness, Finding, Unknown, Unmet, commutation_closure, globally_cooperative,
    label_determinism, role_progress, strong_progress_expected, strong_progress_sent,
    termination_awareness,
};
use scm_check::check::reachability::{Configurations, Ground, Outcome, Premise};
use scm_check::check::realisability::{self, Condition, Occurrence, incoherences, run_of};
use scm_check::check::safety;
use scm_check::kernel::base::Control;
use scm_check::kernel::search::Statistics;
use scm_check::kernel::verdict::{Reason, Verdict};
use scm_check::model::cfsm::{Exchange, SafetyProperty};
use scm_check::model::evidence::{Move, Script, Witness};
use scm_check::render::drawing::chart_text;
use scm_check::render::report::Row;
use scm_check::render::witness::{fault_text, script_chart};

/// What was found, before it becomes a row.
struct Answer {
    verdict: Verdict,
    message: String,
    /// Lines below the first.
    summary: Vec<String>,
    /// A run of the choreography that shows it.
    run: Vec<Occurrence>,
    /// A run of the projections that shows it.
    witness: Option<Box<Witness>>,
    hint: Option<String>,
    detail: Vec<(&'static str, Value)>,
}

impl Answer {
    fn new(verdict: Verdict, message: impl Into<String>) -> Self {
        Self {
            verdict,
            message: message.into(),
            summary: Vec::new(),
            run: Vec::new(),
            witness: None,
            hint: None,
            detail: Vec::new(),
        }
    }

    fn of_unknown(unknown: Unknown) -> Self {
        let (reason, message) = match unknown {
            Unknown::Projection => {
                (Reason::States, "to make a projection deterministic takes too many states")
            }
            Unknown::Budget => (Reason::Bound, "too much would have to be looked at"),
            Unknown::Limit(limit) => {
                let answer = Self::new(Verdict::Unknown(limit.into()), "a limit was reached");
                return Self { hint: advice(limit), ..answer };
            }
        };
        Self::new(Verdict::Unknown(reason), message)
    }
}

impl ChoreographyCase<'_> {
    /// Answers a question of other tools.
    pub(super) fn named(&self, mut row: Row, check: NamedCheck, file: &Exhibit<'_>) -> Row {
        let (answer, statistics) = self.searched(file.task, |control| {
            let answer = answer(check, file, control);
            (answer, Statistics::default())
        });
        row.engine = Some("named check");
        row.statistics = Some(statistics);
        row.verdict = answer.verdict;
        row.message = answer.message;
        row.summary.extend(answer.summary);
        row.hint = answer.hint;
        for (name, value) in answer.detail {
            row.detail.insert(name.to_owned(), value);
        }
        if let Some(witness) = answer.witness {
            self.show(&mut row, &witness, file);
            // The run is about this property, by which the checker knows it.
            if let (Some(shown), Some(own)) = (&mut row.witness, row.detail.get("property")) {
                Arc::make_mut(shown)["property"] = own.clone();
            }
        } else if !answer.run.is_empty() {
            let word: Vec<Exchange> =
                answer.run.iter().map(|one| one.exchange.letter(true)).collect();
            if self.desk.explains() {
                let (_, steps) = run_of(file.system, &word);
                let moves = steps.into_iter().map(|step| Move::of(file.system, step));
                let script = Script::new(file.system, moves);
                let chart = script_chart(file.system, &script, &[], self.desk.extent);
                row.explanation.push(String::new());
                row.explanation.extend(chart_text(&chart).lines().map(str::to_owned));
            }
            let names: Vec<String> =
                answer.run.iter().map(|one| file.told.interaction(one.exchange)).collect();
            row.detail.insert("run".into(), names.into());
        }
        row
    }

    /// Runs a search for an answer about this choreography.
    fn searched<T>(
        &self,
        task: &ChoreographyTask,
        search: impl FnOnce(&Control) -> (T, Statistics),
    ) -> (T, scm_check::driver::Statistics) {
        self.desk.searched(&self.loaded.name, &task.property, search)
    }
}

fn answer(check: NamedCheck, file: &Exhibit<'_>, control: &Control) -> Answer {
    match check {
        NamedCheck::Deadlock => deadlock(file, control),
        NamedCheck::Coherence => coherence(file),
        NamedCheck::TerminationAwareness => awareness(file.told, control),
        NamedCheck::RoleProgress(fairness) => progress(file.told, fairness, control),
        NamedCheck::LabelDeterminism => determinism(file.told, control),
        NamedCheck::CommutationClosure => commutation(file.told, control),
        NamedCheck::GloballyCooperative => cooperation(file.told, control),
        NamedCheck::StrongProgressSent => {
            let found =
                strong_progress_sent(&configurations(file), premise(file, control), control);
            let found = match found {
                Finding::Unknown(_) if is_realisable(file, control) => Finding::Holds(()),
                found => found,
            };
            met(file, found, "every message that is sent can be received")
        }
        NamedCheck::StrongProgressExpected => {
            let found =
                strong_progress_expected(&configurations(file), premise(file, control), control);
            met(file, found, "whoever may receive a message can receive one some time")
        }
    }
}

fn configurations<'a>(file: &Exhibit<'a>) -> Configurations<'a> {
    Configurations::of(file.system)
}

/// Returns what searches over RSC executions may conclude.
fn premise(file: &Exhibit<'_>, control: &Control) -> Premise {
    match membership::check(file.system, Engine::Plain, control).outcome {
        membership::Outcome::Holds(proof) => Premise::Rsc(proof),
        _ => Premise::BugsOnly,
    }
}

fn deadlock(file: &Exhibit<'_>, control: &Control) -> Answer {
    let (all, property) = (configurations(file), SafetyProperty::Deadlock);
    let found = safety::check_in(&all, property, premise(file, control), control);
    match found.outcome {
        Outcome::Holds(ground) => {
            let message = "from everywhere all channels can become empty";
            let rests = match ground {
                Ground::Finite { .. } => "all configurations, one by one",
                _ => {
                    "the projections are RSC, and every execution can be completed to a synchronous \
                     one"
                }
            };
            let summary = vec![format!("  rests on: {rests}")];
            Answer { summary, ..Answer::new(Verdict::Holds, message) }
        }
        Outcome::Violated(witness) => {
            let message = fault_text(file.system, &witness).unwrap_or_default();
            let found = Answer::new(Verdict::Violated, message);
            Answer { witness: Some(witness), ..found }
        }
        Outcome::Unknown(_) if is_realisable(file, control) => {
            let message = "from everywhere all channels can become empty";
            let rests = "the choreography is realisable, and its words end with empty channels";
            let summary = vec![format!("  rests on: {rests}")];
            Answer { summary, ..Answer::new(Verdict::Holds, message) }
        }
        Outcome::Unknown(gap) => {
            let reason = reason(gap, None);
            Answer::new(Verdict::Unknown(reason), "no configuration was found guilty")
        }
    }
}

/// Tells whether it is known that the choreography is realisable: then every execution of its projections
/// can be completed to one of its words.
fn is_realisable(file: &Exhibit<'_>, control: &Control) -> bool {
    let question = realisability::Question::Realisable;
    let found = realisability::check(file.told.choreography, file.system, question, control);
    matches!(found.outcome, realisability::Outcome::Holds(_))
}

fn met(file: &Exhibit<'_>, found: Finding<Unmet>, holds: &str) -> Answer {
    match found {
        Finding::Holds(()) => Answer::new(Verdict::Holds, holds),
        Finding::Violated(Unmet { property, witness }) => {
            let name = property.name(file.system);
            let text = fault_text(file.system, &witness).unwrap_or_default();
            let found = Answer::new(Verdict::Violated, format!("{name}: {text}"));
            let detail = vec![("property", name.into())];
            Answer { witness: Some(witness), detail, ..found }
        }
        Finding::Unknown(unknown @ Unknown::Limit(_)) => Answer::of_unknown(unknown),
        Finding::Unknown(_) => Answer::new(
            Verdict::Unknown(Reason::Undecidable),
            "there are too many configurations, and nothing was found",
        ),
    }
}

fn coherence(file: &Exhibit<'_>) -> Answer {
    match incoherences(file.told.choreography) {
        None => {
            let why = "the conditions are for peer-to-peer FIFO channels where one participant makes \
                       each choice, and nothing goes on behind an end";
            Answer::new(Verdict::Unknown(Reason::Unsupported), why)
        }
        Some(found) if found.is_empty() => {
            Answer::new(Verdict::Holds, "send coherence, receive coherence, and no mixed choice")
        }
        Some(found) => {
            let mut broken: Vec<&str> = found
                .iter()
                .map(|one| match one.condition {
                    Condition::Send => "send coherence",
                    Condition::Receive => "receive coherence",
                    Condition::NoMixedChoice => "no mixed choice",
                })
                .collect();
            broken.sort_unstable();
            broken.dedup();
            let summary = found.iter().flat_map(|one| file.told.incoherence(one)).collect();
            let message = format!("broken: {}", broken.join(", "));
            let detail = vec![("broken", broken.into())];
            Answer { summary, detail, ..Answer::new(Verdict::Violated, message) }
        }
    }
}

fn awareness(told: Told<'_>, control: &Control) -> Answer {
    match termination_awareness(told.choreography, MOST_STATES, control) {
        Finding::Holds(()) => Answer::new(
            Verdict::Holds,
            "nobody waits for a message where the protocol may have ended",
        ),
        Finding::Unknown(unknown) => Answer::of_unknown(unknown),
        Finding::Violated(found) => {
            let source = told.choreography.source();
            let name = source.participants[found.participant].as_str();
            let awaited = &source.messages[found.awaited.1];
            let after = told.after(&found.run);
            let message =
                format!("{name} may wait for {awaited} though the protocol has ended{after}");
            let hint = format!("tell {name} that it is over, by a message of its own");
            let detail = vec![("participant", name.into()), ("message", awaited.as_str().into())];
            let answer = Answer::new(Verdict::Violated, message);
            Answer { run: found.run, hint: Some(hint), detail, ..answer }
        }
    }
}

fn progress(told: Told<'_>, fairness: Fairness, control: &Control) -> Answer {
    match role_progress(told.choreography, fairness, MOST_STATES, control) {
        Finding::Holds(()) => {
            let message = match fairness {
                Fairness::Fair => {
                    "if choices that stay open are taken, whoever can only receive goes on"
                }
                Fairness::Unfair => "whoever can only receive goes on, whatever is chosen",
            };
            Answer::new(Verdict::Holds, message)
        }
        Finding::Unknown(unknown) => Answer::of_unknown(unknown),
        Finding::Violated(found) => {
            let name = told.choreography.source().participants[found.participant].as_str();
            let after = told.after(&found.run);
            let message = format!("{name} may be left out for ever{after}");
            let mut summary = vec!["  what the others do over and over".to_owned()];
            summary.extend(told.list(&found.cycle));
            let cycle: Vec<String> =
                found.cycle.iter().map(|one| told.interaction(one.exchange)).collect();
            let detail = vec![("participant", name.into()), ("cycle", cycle.into())];
            let answer = Answer::new(Verdict::Violated, message);
            Answer { run: found.run, summary, detail, ..answer }
        }
    }
}

fn determinism(told: Told<'_>, control: &Control) -> Answer {
    match label_determinism(told.choreography, MOST_STATES, control) {
        Finding::Holds(()) => {
            Answer::new(Verdict::Holds, "no interaction leads from one state to two places")
        }
        Finding::Unknown(unknown) => Answer::of_unknown(unknown),
        Finding::Violated(found) => {
            let text = told.interaction(found.exchange);
            let places: Vec<String> =
                found.edges.iter().filter_map(|&edge| told.place(edge)).collect();
            let message = format!("{text} leads from one state to two places");
            let summary = vec![format!("  {}", places.join(" and "))];
            let hint = match found.are_equal_behind {
                Some(true) => "the same follows both: make them one",
                _ => "give the two messages different names, or let the choice come after",
            };
            let detail = vec![("edges", places.into())];
            let answer = Answer::new(Verdict::Violated, message);
            Answer { run: found.run, summary, hint: Some(hint.to_owned()), detail, ..answer }
        }
    }
}

fn commutation(told: Told<'_>, control: &Control) -> Answer {
    match commutation_closure(told.choreography, control) {
        Finding::Holds(()) => Answer::new(
            Verdict::Holds,
            "independent interactions may happen in any order, with the same behind them",
        ),
        Finding::Unknown(unknown) => Answer::of_unknown(unknown),
        Finding::Violated(found) => {
            let after = told.after(&found.run);
            let [first, second] =
                [found.first, found.second].map(|one| told.interaction(one.exchange));
            let than = match found.other {
                Some(_) => "leads elsewhere than the other order",
                None => "is there, and the other order is not",
            };
            let message = format!("`{first}` before `{second}` {than}{after}");
            let mut summary = told.list(&[found.first, found.second]);
            summary.insert(0, "  the two share neither a participant nor a channel".to_owned());
            let detail = vec![("first", first.into()), ("second", second.into())];
            let answer = Answer::new(Verdict::Violated, message);
            Answer { run: found.run, summary, detail, ..answer }
        }
    }
}

fn cooperation(told: Told<'_>, control: &Control) -> Answer {
    match globally_cooperative(told.choreography, control) {
        Finding::Holds(()) => {
            Answer::new(Verdict::Holds, "what happens in a loop hangs together, in every loop")
        }
        Finding::Unknown(unknown) => Answer::of_unknown(unknown),
        Finding::Violated(protocol::Apart { run, cycle, part }) => {
            let after = told.after(&run);
            let message = format!("a loop falls apart into two that share nothing{after}");
            let name = |one: &Occurrence| told.interaction(one.exchange);
            let (mut one, mut other): (Vec<String>, Vec<String>) = (Vec::new(), Vec::new());
            for occurrence in &cycle {
                let is_part = part.contains(&occurrence.exchange);
                let side = if is_part { &mut one } else { &mut other };
                if !side.contains(&name(occurrence)) {
                    side.push(name(occurrence));
                }
            }
            let summary = vec![format!("  {}", one.join(", ")), format!("  {}", other.join(", "))];
            let detail = vec![("parts", vec![one, other].into())];
            Answer { summary, run, detail, ..Answer::new(Verdict::Violated, message) }
        }
    }
}
