//! Answers about systems as rows of a report.

use check::EngineName;
use std::sync::Arc;

use serde_json::{Value, json};

use super::membership::{live_lanes, membership_clause};
use crate::drawing::automaton_graph;
use crate::report::{Details, Documents, Row, RowStyle};
use crate::sentences::{count_of, excerpt, explored, few, listed, number_of, reached, shell_word};
use crate::system::{invariant_diagram, invariant_lines, kind};
use crate::witness::{
    borderline_violation, cause_places, cause_text, draw_command, matched, witness_chart,
    witness_text, witness_walk,
};
use check::membership;
use check::reachability::{Justification, Outcome, Premise, Tried, UnknownReason};
use driver::Finding;
use driver::system::{
    ConfigurationsFinding, MembershipFinding, Question, SystemAnswer, SystemContext, SystemFinding,
    Task,
};
use kernel::base::{Id as _, Limit, grouped};
use kernel::verdict::{Reason, Verdict};
use language::evidence::{EvidenceSubject, WitnessDocument};
use model::cfsm::{MessageId, ParticipantId, System};
use model::evidence::{LanguageInvariant, Lines, Witness};

/// Returns the row of an answer to a task.
///
/// # Complexity
/// That of the forms of evidence that `style` wants, linear in the length of a witness.
pub fn system_row(
    answer: &SystemAnswer,
    task: &Task,
    context: &SystemContext<'_>,
    style: &RowStyle,
) -> Row {
    let style = if context.is_made { &style.of_diagrams() } else { style };
    RowWriter { answer, task, context, style }.row()
}

/// Maximum number of control states of an invariant that is drawn on a page.
const DRAWN_STATES: usize = 40;
/// Maximum number of lines about an invariant in a report.
const INVARIANT_LINES: usize = 6;

/// Maximum number of participants of a component that a report names.
const COMPONENT_NAMES: usize = 4;

/// Writes the row of one answer.
pub(super) struct RowWriter<'a> {
    answer: &'a SystemAnswer,
    task: &'a Task,
    pub(super) context: &'a SystemContext<'a>,
    pub(super) style: &'a RowStyle,
}

impl RowWriter<'_> {
    fn row(&self) -> Row {
        let row = Row::from_answer(self.answer);
        let row = match &self.answer.finding {
            Finding::Found(finding) => match &**finding {
                SystemFinding::Membership(found) => self.membership(row, found),
                SystemFinding::Configurations(found) => self.configurations(row, found),
                SystemFinding::Class(class, found) => self.class(row, *class, found),
                SystemFinding::NoBadStates => {
                    Row { message: "the model states no bad states".to_owned(), ..row }
                }
                SystemFinding::Realisable => self.realisable(row),
            },
            other => row.without_finding(other, "the model", self.style),
        };
        let mut row = row.confirmed(self.style);
        row.title = self.style.names_channels.then(|| row.label()).flatten();
        row.text.topic = Some(self.topic());
        row
    }

    /// Returns the page about answers to the question.
    fn topic(&self) -> &'static str {
        match self.task.question {
            Question::Reach(_) | Question::NoBadStates => "reachability",
            Question::Safety(_) => "safety",
            Question::Class(_) => "classes",
            Question::Rsc => "rsc",
            Question::Mistaken(_) | Question::Unsupported => {
                if self.task.property.starts_with("bad_states") {
                    "reachability"
                } else if self.task.expected.is_some() {
                    "expectations"
                } else {
                    "safety"
                }
            }
        }
    }

    fn realisable(&self, mut row: Row) -> Row {
        row.message = format!("as it is realisable; {}", kind(self.context.system));
        row.details = Details::Fields(json!({ "ground": "realisable" }));
        row
    }

    fn membership(&self, mut row: Row, found: &MembershipFinding) -> Row {
        let system = self.context.system;
        if let Some(statistics) = row.answer.statistics
            && (self.answer.verdict != Verdict::Violated || self.style.work.is_some())
        {
            let lanes = found.lanes.as_ref().map(|lanes| (lanes.cleared(), lanes.count));
            row.text.summary.push(explored(
                system,
                lanes,
                statistics,
                row.answer.verdict.reason().is_none(),
            ));
        }
        if let Some(lanes) = &found.lanes {
            let counts = json!({ "lanes": lanes.count, "cleared": lanes.cleared() });
            row.details = Details::Fields(counts);
        }
        match &found.outcome {
            membership::Outcome::Holds(_) => {
                row.qualifier = kind(system);
                "every execution is equivalent to a synchronous one".clone_into(&mut row.message);
            }
            membership::Outcome::Violated(witness) => {
                row.message = self.cause(witness);
                row.text.summary.push(format!(
                    "  {}; shortest, replayed; {}; see: scm-check explain rsc",
                    borderline_violation(witness),
                    kind(system),
                ));
                self.show(&mut row, witness);
                self.repairs(&mut row, &found.repairs.acknowledged);
                if let Some(limit) = found.repairs.cut {
                    let why = reached(limit, &self.style.limits);
                    row.text.explanation.push(format!("  no more repairs were tried: {why}"));
                }
            }
            membership::Outcome::Unknown(reached) => match &found.lanes {
                Some(lanes) if self.answer.engine == Some(EngineName::Static) => {
                    live_lanes(&mut row, system, lanes);
                }
                _ => row.limited(*reached, self.style),
            },
        }
        row.text.summary.extend(row.work(self.style));
        row
    }

    /// Adds the repairs that were tried with success.
    fn repairs(&self, row: &mut Row, messages: &[MessageId]) {
        let names = messages.iter().map(|&message| &self.context.system.messages()[message].name);
        let names: Vec<&String> = names.collect();
        if names.is_empty() {
            return;
        }
        let shown: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
        let repair = format!(
            "to repair it: let {} be acknowledged, and its sender wait for that (tried: then RSC, and nothing \
             that held is violated)",
            listed(&shown, "or"),
        );
        row.text.hint = Some(repair);
        if let Details::Fields(details) = &mut row.details {
            details["repairs"] = json!({ "acknowledge": names });
        }
    }

    fn configurations(&self, mut row: Row, found: &ConfigurationsFinding) -> Row {
        let clause = membership_clause(found.membership);
        let mut details = Value::Null;
        if let Some(line) = self.bad_line() {
            details["line"] = json!(line);
        }
        details["membership"] = json!(found.membership.verdict(|limit| (*limit).into()).word());
        if !found.tried.is_empty() {
            details["tried"] = found.tried.iter().map(tried).collect();
        }
        match &found.outcome {
            Outcome::Holds(why) => self.justify(&mut row, &mut details, why, &clause),
            Outcome::Violated(witness) => {
                let steps = witness.replay().steps().len();
                match self.task.question {
                    Question::Reach(index) => {
                        row.message = format!("reached in {}, replayed", number_of(steps, "step"));
                        row.text.summary = self.matched(index, witness);
                    }
                    _ => {
                        row.message = self.cause(witness);
                    }
                }
                row.text.summary.push(format!(
                    "  {}, {}; {clause}; see: scm-check explain {}",
                    number_of(witness.communications(), "communication"),
                    self.least(found),
                    self.topic(),
                ));
                self.show(&mut row, witness);
                let offered = found.offered_lines(self.context.system);
                if !offered.is_empty() {
                    let lines: Vec<String> =
                        offered.iter().map(|line| format!("`{line}`")).collect();
                    row.text.hint = Some(format!(
                        "if waiting there is meant: {} (tried: then it holds, and nothing that held is violated)",
                        listed(&lines, "and"),
                    ));
                    details["offers"] = json!(offered);
                }
            }
            Outcome::Unknown(why) => {
                self.why(&mut row, &mut details, *why, &clause);
                let tried = found.tried.iter();
                let mut engines: Vec<&str> = tried.map(|tried| tried.engine.word()).collect();
                engines.dedup();
                if !engines.is_empty() {
                    row.text.summary.push(format!("  tried: {}", engines.join(", ")));
                }
            }
        }
        row.details = Details::Fields(details);
        row.text.summary.extend(row.work(self.style));
        row
    }

    /// Returns the sense in which a witness is the shortest.
    fn least(&self, found: &ConfigurationsFinding) -> &'static str {
        match (self.answer.engine, found.premise) {
            (Some(EngineName::Finite), _)
                if found.is_partly_explored && self.asks_for_continuations() =>
            {
                "of the configurations explored; other runs may be shorter"
            }
            (
                Some(EngineName::Completions | EngineName::Multiparty | EngineName::Persistent),
                _,
            ) => "other runs may be shorter",
            (Some(EngineName::Finite), _) => "no run there has fewer steps",
            (Some(EngineName::Bounded), _) => "no run there with channels as short has fewer steps",
            (_, Premise::Rsc(_)) => "the fewest",
            _ => "the fewest of an RSC execution",
        }
    }

    /// Sets the message and the details of an answer without a verdict; `why` is the reason.
    fn why(&self, row: &mut Row, details: &mut Value, why: UnknownReason, clause: &str) {
        match why {
            UnknownReason::Limit(reached) => {
                row.limited(reached, self.style);
                row.text.summary.push(format!("  {clause}"));
            }
            UnknownReason::Undecided { configurations, infinite, bound } => {
                let explored = grouped(configurations);
                let many = if infinite { "infinitely many" } else { "too many" };
                row.text.summary.push(if self.asks_for_continuations() {
                    let what = "it depends on all continuations, and there are";
                    row.message = format!("{what} {many} configurations");
                    format!("  {explored} configurations explored, none found guilty")
                } else {
                    let behind = if self.context.is_made { "" } else { &*format!(": {clause}") };
                    row.message = format!("nothing was found, which proves nothing{behind}");
                    match bound {
                        Some(bound) => format!(
                            "  none with at most {} in each channel ({explored} configurations); \
                             there are {many}",
                            count_of(bound as u64, "message"),
                        ),
                        None => format!(
                            "  no RSC execution leads there, nor is it one of {explored} \
                             configurations explored; there are {many}"
                        ),
                    }
                });
                if self.context.is_made && !self.asks_for_continuations() {
                    row.text.summary.push(format!("  {clause}"));
                }
                details["configurations_explored"] = json!(configurations);
                if let Some(bound) = bound {
                    details["messages_in_each_channel"] = json!(bound);
                }
                let more = if infinite { "" } else { "more are explored with --max-states, " };
                row.text.hint = Some(format!("{more}see: scm-check explain finite"));
            }
            UnknownReason::TooLarge => {
                "the contents expression is too large".clone_into(&mut row.message);
            }
            UnknownReason::BagConstrained { channel } => {
                row.message = format!(
                    "the contents of channel {}, a bag here, are constrained, or may be",
                    channel.index(),
                );
            }
        }
    }

    /// Adds the justification of a `holds` to the row and the details.
    fn justify(
        &self,
        row: &mut Row,
        details: &mut Value,
        justification: &Justification,
        clause: &str,
    ) {
        details["ground"] = json!(justification.word());
        let mut below = Vec::new();
        let rests = match justification {
            Justification::Rsc(_) => {
                if !self.context.is_made {
                    "rsc".clone_into(&mut row.qualifier);
                }
                let states = row.answer.statistics.map_or(0, |statistics| statistics.states);
                format!("{clause}; {} explored, complete", count_of(states, "state"))
            }
            Justification::AssumedEager => {
                "assuming eager".clone_into(&mut row.qualifier);
                details["assumption"] = json!("eager");
                format!("your word that the system is eager, though {clause}")
            }
            Justification::Impossible => {
                "no such configuration".clone_into(&mut row.qualifier);
                "no configuration can be like that, whatever the participants do".to_owned()
            }
            Justification::Completable { .. } => {
                "every execution completes".clone_into(&mut row.qualifier);
                format!("{clause}, and every execution can be completed to a synchronous one")
            }
            Justification::Finite { configurations } => {
                row.qualifier = format!("finite: {} configurations", grouped(*configurations));
                details["configurations"] = json!(configurations);
                if self.asks_for_continuations() {
                    "all configurations, one by one".to_owned()
                } else {
                    format!("all configurations, one by one, since {clause}")
                }
            }
            Justification::Persistent { configurations, reduced } => {
                "persistent sets".clone_into(&mut row.qualifier);
                details["configurations"] = json!(configurations);
                details["reduced"] = json!(reduced);
                format!(
                    "{} that suffice, {} of them explored by one participant alone",
                    count_of(*configurations, "configuration"),
                    grouped(*reduced),
                )
            }
            Justification::Linear { invariants } => {
                "counting".clone_into(&mut row.qualifier);
                details["invariants"] = json!(invariants);
                let sums = count_of(*invariants, "sum");
                format!("{sums} over local states and messages that no step makes larger")
            }
            Justification::Backward { elements } => {
                "backward".clone_into(&mut row.qualifier);
                details["elements"] = json!(elements);
                format!(
                    "the search backwards: nothing leads to a violation but {} and what holds more",
                    count_of(*elements, "configuration"),
                )
            }
            Justification::Compatible { bound, configurations } => {
                "multiparty".clone_into(&mut row.qualifier);
                details["k"] = json!(bound);
                details["configurations"] = json!(configurations);
                format!(
                    "every send fits as k-multiparty compatibility demands (k = {bound}, {}): holds for all bounds",
                    count_of(*configurations, "configuration"),
                )
            }
            Justification::Component { participants, ground } => {
                return self.justify_by_component(row, details, (participants, ground), clause);
            }
            Justification::Invariant { round, invariant } => {
                "invariant".clone_into(&mut row.qualifier);
                let control_states = invariant.states.len() as u64;
                let languages = invariant.languages.len() as u64;
                details["control_states"] = json!(control_states);
                details["languages"] = json!(languages);
                details["precision"] = json!(round.precision);
                details["delay"] = json!(round.delay);
                below = self.below_invariant(invariant);
                if self.style.is_page && invariant.states.len() <= DRAWN_STATES {
                    let drawn = invariant_diagram(self.context.system, invariant);
                    row.evidence.graph = Some(Box::new(automaton_graph(&drawn)));
                }
                format!(
                    "an invariant over what the channels hold: {}, {}",
                    count_of(control_states, "control state"),
                    count_of(languages, "language"),
                )
            }
        };
        row.text.summary.push(format!("  rests on: {rests}"));
        row.text.summary.extend(below.into_iter().map(|line| format!("    {line}")));
    }

    /// Returns the first lines about an invariant, and how many more there are.
    fn below_invariant(&self, invariant: &LanguageInvariant) -> Vec<String> {
        let mut below = invariant_lines(self.context.system, invariant, INVARIANT_LINES);
        let rest = invariant.languages.len().saturating_sub(INVARIANT_LINES);
        if rest > 0 {
            let name = shell_word(&self.answer.subject.model);
            let see = format!("scm-check draw {name} --what invariant");
            below.push(format!("... and {rest} more; see: {see}"));
        }
        below
    }

    /// Adds the justification of a `holds` that rests on some participants, as that of a system of their own.
    fn justify_by_component(
        &self,
        row: &mut Row,
        details: &mut Value,
        (participants, ground): (&[ParticipantId], &Justification),
        clause: &str,
    ) {
        let whole = self.context.system;
        let name = |&participant| whole.automata()[participant].name();
        let names: Vec<&str> = participants.iter().map(name).collect();
        details["component"] = json!(names);
        row.text.summary.push(format!(
            "  {} share no channel with others, and are never part of a violation:",
            few(&names, COMPONENT_NAMES, "others"),
        ));
        let system = &whole.of_participants(participants);
        let context = &SystemContext { system, ..*self.context };
        RowWriter { context, ..*self }.justify(row, details, ground, clause);
    }

    /// Returns `true` if the question is about continuations of a configuration.
    fn asks_for_continuations(&self) -> bool {
        matches!(self.task.question, Question::Safety(property) if !property.is_linear())
    }

    /// Returns the line of the specification in the question.
    fn bad_line(&self) -> Option<usize> {
        let Question::Reach(index) = self.task.question else { return None };
        let span = self.context.model.places.bad.get(index)?;
        Some(self.context.loaded.source()?.line_of(span.start()))
    }

    /// Returns the specification in the text of the file, with the matching configuration below.
    fn matched(&self, index: usize, witness: &Witness) -> Vec<String> {
        let SystemContext { loaded, model, system, .. } = self.context;
        let (Some(span), Some(source)) = (model.places.bad.get(index), loaded.source()) else {
            return Vec::new();
        };
        let text = source.slice(*span);
        let words = format!("matched: {}", matched(system, &model.bad[index], witness));
        excerpt(source.line_of(span.start()), text, &words, self.style.text.width)
    }

    /// Returns the cause of a violation, with who does it and where.
    pub(super) fn cause(&self, witness: &Witness) -> String {
        let SystemContext { loaded, model, system, .. } = *self.context;
        let places = cause_places(system, witness, &loaded.lines(model));
        cause_text(system, witness).unwrap_or_default() + &places
    }

    /// Adds a witness to a row in the wanted forms.
    pub(super) fn show(&self, row: &mut Row, witness: &Witness) {
        row.text.hint = self.style.hint.map(str::to_owned);
        let SystemContext { loaded, model, system, .. } = *self.context;
        let subject = EvidenceSubject {
            property: self.task.property.clone(),
            channels: self.answer.subject.channels,
            sha256: self.answer.subject.sha256.clone(),
        };
        let advice = draw_command(&loaded.name, &subject);
        row.show(system, witness, subject, &loaded.lines(model), (self.style, &advice));
    }
}

impl Row {
    /// Adds a witness of a system to a row in the wanted forms; the advice is how to see a chart that is too wide.
    pub(crate) fn show(
        &mut self,
        system: &System,
        witness: &Witness,
        subject: EvidenceSubject,
        lines: &Lines,
        (style, advice): (&RowStyle, &str),
    ) {
        match style.documents {
            Documents::LeftOut => {}
            Documents::Wanted => {
                let document = WitnessDocument::new(system, witness, subject, lines);
                self.evidence.witness = Some(Arc::new(document));
            }
            Documents::NoRoom => {
                self.evidence.explanation_cut = Some(Reason::Memory);
                let why = reached(Limit::Memory, &style.limits);
                self.text.summary.push(format!("  there is no witness for programs: {why}"));
            }
        }
        if style.has_charts {
            let walk = || Box::new(witness_walk(system, witness, lines, style.extent));
            self.evidence.walk = style.is_page.then(walk);
            self.evidence.chart = Some(Box::new(witness_chart(system, witness, style.extent)));
        }
        if style.is_explained {
            self.text.explanation = witness_text(system, witness, lines, style, advice);
        }
    }
}

/// Returns a procedure that left a question open, with its parameters.
fn tried(tried: &Tried) -> Value {
    let mut object = json!({ "engine": tried.engine.word(), "states": tried.states });
    for (name, value) in &tried.parameters {
        object[*name] = json!(value);
    }
    object
}
