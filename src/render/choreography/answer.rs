//! Rows of answers about choreographies.

use serde_json::{Value, json};

use super::judged::describe_judged;
use super::named::describe_named;
use super::words::{self, ChoreographyText, RowContext};
use crate::report::{Details, Row, RowStyle};
use crate::sentences::{self, IN_A_FILE, number_of, reached};
use crate::system::verb;
use crate::witness::{borderline_violation, cause_text, crossing_text};
use check::completability;
use check::realisability::{Question, UnknownReason, Violation};
use driver::choreography::{ChoreographyFinding, Counterexample, Implementation, Realisability};
use driver::{Answer, Finding, Loaded};
use kernel::base::grouped;
use kernel::verdict::{Outcome, Verdict};
use language::choreography::Model;
use language::evidence::EvidenceSubject;
use model::cfsm::{Step, System};
use model::choreography::{ChannelChoice, Interaction};

/// Returns the row of an answer about a choreography whose channels were read according to `choice`.
pub fn choreography_row(
    answer: &Answer<ChoreographyFinding>,
    choice: ChannelChoice,
    (loaded, model): (&Loaded, &Model),
    style: &RowStyle,
) -> Row {
    let mut row = Row::from_answer(answer);
    row.title = row.label();
    row.text.topic = Some(match &answer.finding {
        Finding::Found(ChoreographyFinding::Named(..)) => "protocol-checks",
        _ => "realisability",
    });
    let Finding::Found(found) = &answer.finding else {
        let row = row.without_finding(&answer.finding, "the model", style);
        return row.confirmed(style);
    };
    let of_diagram = style.of_diagrams();
    let style = if model.is_diagram() { &of_diagram } else { style };
    let context = |implementation| RowContext {
        text: ChoreographyText::new(implementation, model, loaded),
        implementation,
        style,
    };
    match found {
        ChoreographyFinding::TooLarge => {
            "to make it deterministic takes too many states".clone_into(&mut row.message);
        }
        ChoreographyFinding::Cut(limit) => row.limited(*limit, style),
        ChoreographyFinding::Unmade(why) => {
            row.message = match model.frames {
                Some(_) => format!("the messages were not judged: {why}"),
                None => format!("no finite choreography: {why}"),
            };
        }
        ChoreographyFinding::Outside(why) => row.message.clone_from(why),
        ChoreographyFinding::Empty => "nothing ever happens".clone_into(&mut row.message),
        ChoreographyFinding::Realisability(implementation, realisability) => {
            let context = context(implementation);
            let mut details = common(implementation);
            describe(&mut row, &mut details, realisability, context);
            show_witness(&mut row, answer, found, context);
            row.text.summary.extend(row.work(style));
            if let Outcome::Violated(Counterexample { repair: Some(repair), .. }) =
                &realisability.outcome
            {
                row.text.hint = Some(context.text.repair(*repair));
            }
            row.details = Details::Fields(details);
        }
        ChoreographyFinding::Judged(implementation, judged) => {
            let mut details = common(implementation);
            describe_judged(&mut row, &mut details, judged, context(implementation));
            show_witness(&mut row, answer, found, context(implementation));
            row.text.summary.extend(row.work(style));
            row.details = Details::Fields(details);
        }
        ChoreographyFinding::Named(implementation, named) => {
            let mut details = common(implementation);
            describe_named(&mut row, &mut details, named, context(implementation));
            show_witness(&mut row, answer, found, context(implementation));
            row.details = Details::Fields(details);
        }
    }
    if let Some(implementation) = found.implementation() {
        let qualifier = words::qualifier(choice, implementation.system());
        let is_cause_first = answer.verdict == Verdict::Violated
            && matches!(
                found,
                ChoreographyFinding::Realisability(..) | ChoreographyFinding::Judged(..)
            );
        match row.text.summary.first_mut().filter(|_| is_cause_first) {
            Some(theory) => {
                theory.extend(["; ", &qualifier, "; see: scm-check explain realisability"]);
            }
            None => row.qualifier = qualifier,
        }
    }
    row.confirmed(style)
}

/// Returns the row of an answer about a diagram whose lost messages may arrive, which nobody asked for: it is told together
/// with races, below the other results.
pub fn late_row(
    answer: &Answer<ChoreographyFinding>,
    choice: ChannelChoice,
    source: (&Loaded, &Model),
    style: &RowStyle,
) -> Row {
    let mut row = choreography_row(answer, choice, source, style);
    row.text.hint = None;
    row.told_together(style)
}

/// Returns the details that all answers about an implementation report.
fn common(implementation: &Implementation) -> Value {
    let system = implementation.system();
    let mut details = json!({ "channels": words::channel_details(system) });
    if implementation.is_given() {
        details["against"] = json!(system.name());
    }
    details
}

/// Adds the run of a violation, if there is one, in the wanted forms.
fn show_witness(
    row: &mut Row,
    answer: &Answer<ChoreographyFinding>,
    found: &ChoreographyFinding,
    RowContext { implementation, style, .. }: RowContext<'_>,
) {
    let Some((witness, property)) = found.witness() else { return };
    let named = property.map(|property| property.name(implementation.system()));
    let subject = EvidenceSubject {
        property: named.or_else(|| answer.subject.property.clone()).unwrap_or_default(),
        channels: answer.subject.channels,
        sha256: answer.subject.sha256.clone(),
    };
    let lines = implementation.lines();
    row.show(implementation.system(), witness, subject, &lines, (style, IN_A_FILE));
}

/// Describes the answer to whether a choreography is realisable, or well-formed.
fn describe(
    row: &mut Row,
    details: &mut Value,
    Realisability { question, outcome }: &Realisability,
    context: RowContext<'_>,
) {
    let system = context.implementation.system();
    match outcome {
        Outcome::Holds(justification) => {
            row.message = context.text.holds(*question, context.implementation);
            let (name, rests) = words::justification(*justification);
            details["level"] = json!(name);
            row.text.summary = vec![
                sentences::explored(system, None, row.answer.statistics.unwrap_or_default(), true),
                words::channels(system),
            ];
            if !context.text.is_diagram() || context.style.work.is_some() {
                row.text.summary.push(format!("  rests on: {rests}"));
            }
            if *question == Question::Realisable && context.style.work.is_some() {
                let wait = "  not asked: may somebody wait for ever at the end? chor check --property \
                            termination-awareness; see: scm-check explain protocol-checks";
                row.text.summary.push(wait.to_owned());
            }
        }
        Outcome::Violated(found) => describe_violation(row, details, *question, found, context),
        Outcome::Unknown(UnknownReason::Limit(limit)) => {
            row.limited(*limit, context.style);
        }
        Outcome::Unknown(UnknownReason::Undecided) => {
            let tried = format!(
                "{} put off and {} executions one by one",
                words::number_of_stretches(completability::GAPS),
                grouped(completability::EXECUTIONS as u64),
            );
            if context.text.is_diagram() {
                "undecided: no fault was found, and not everything could be tried"
                    .clone_into(&mut row.message);
                row.text.summary.push(format!("  tried: {tried}"));
            } else {
                row.message = format!("undecided up to {tried}");
            }
            details["level"] = json!(format!("gaps {}", completability::GAPS));
            row.text.summary.push(
                "  every level leaves executions unread, and all that were tested are allowed"
                    .to_owned(),
            );
            row.text.hint = Some("see: scm-check explain realisability".to_owned());
        }
    }
}

fn describe_violation(
    row: &mut Row,
    details: &mut Value,
    question: Question,
    found: &Counterexample,
    RowContext { text, implementation, style }: RowContext<'_>,
) {
    let system = implementation.system();
    let (they, whole) = (text.components(implementation), text.whole());
    let shortest = if found.is_shortest { "shortest, " } else { "" };
    let theory = match (&found.violation, question) {
        (Violation::NotRsc(witness), _) => {
            row.message = if text.is_diagram() {
                crossing_text(system, witness, &implementation.lines())
            } else {
                cause_text(system, witness).unwrap_or_default()
            };
            let what = borderline_violation(witness);
            format!("{they} are not RSC: {what}; shortest, replayed")
        }
        (Violation::Execution(word), question) => {
            row.message = match &found.blame {
                Some(blame) => text.headline(blame),
                None if question == Question::Realisable && !implementation.is_given() => {
                    format!("together the participants do what no run of the {whole} allows")
                }
                None => found.replayed.as_deref().map_or_else(String::new, |witness| {
                    let last = witness.replay().steps().iter().next_back();
                    last.map_or_else(String::new, |&step| unexpected(system, step, whole))
                }),
            };
            let after = number_of(word.len(), "communication");
            match question {
                Question::Realisable => {
                    format!("after {after} {they} have left the {whole}; {shortest}replayed")
                }
                Question::WellFormed => format!(
                    "an RSC execution of {after} is no partial execution; {shortest}replayed"
                ),
            }
        }
        (Violation::Missing(word), _) => return describe_missing(row, details, word, text),
        (Violation::Incoherent(_), _) => {
            let first = found.incoherences.first();
            row.message = first.map_or_else(String::new, |one| text.incoherent(one));
            "the coherence conditions, which decide here, are broken".to_owned()
        }
    };
    row.text.summary = vec![format!("  {theory}")];
    if !matches!(found.violation, Violation::Incoherent(_)) {
        row.text.summary.push(words::channels(system));
    }
    if found.is_allowed_reordered {
        let why = "  up to the order of independent actions it is allowed; without --strict that \
                   counts";
        row.text.summary.push(why.to_owned());
    }
    if let Some(limit) = found.cut {
        let why = reached(limit, &style.limits);
        row.text.summary.push(format!("  not explained further: {why}"));
    }
    if let Some(blame) = &found.blame {
        let blamed = text.blamed(blame);
        if !row.message.ends_with(&blamed) {
            row.text.summary.push(format!("  {blamed}"));
        }
        row.text.summary.extend(text.blame(blame));
        details["blame"] = text.blame_details(blame);
    }
    if !found.incoherences.is_empty() {
        let incoherences = found.incoherences.iter();
        row.text.summary.extend(incoherences.clone().flat_map(|one| text.incoherence(one)));
        details["coherence"] = incoherences.map(|one| text.incoherence_details(one)).collect();
    }
}

/// Returns the last step of a run that the `whole` does not allow, in a sentence.
fn unexpected(system: &System, step: Step, whole: &str) -> String {
    let name = system.automata()[step.participant].name();
    let action = system.action(step.participant, step.transition).map_or_else(
        || "goes on".to_owned(),
        |action| format!("{} `{}`", verb(action.direction), system.messages()[action.message].name),
    );
    format!("`{name}` {action} where the {whole} does not allow it")
}

/// Describes the word of the choreography that the given automata cannot perform.
fn describe_missing(
    row: &mut Row,
    details: &mut Value,
    word: &[Interaction],
    text: ChoreographyText<'_>,
) {
    let missing: Vec<String> = word.iter().map(|&one| text.interaction(one)).collect();
    let Some((last, before)) = missing.split_last() else { return };
    let after = number_of(before.len(), "interaction");
    row.message = format!("the automata cannot do `{last}` after {after}");
    row.text.summary =
        vec!["  a word of the choreography that they cannot do; shortest".to_owned()];
    row.text.summary.extend(missing.iter().map(|name| format!("    {name}")));
    details["missing"] = json!(missing);
}
