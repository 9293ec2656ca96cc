//! Rows about classes of systems.

use super::row::RowWriter;
use crate::report::{Details, Row};
use crate::sentences::{count_of, number_of};
use crate::system::obstacle_text;
use crate::witness::class_words;
use check::classes::{
    ChannelBounds, ClassAnswer, ClassGround, ClassOutcome, ClassScope, Conditions, InClass,
    Independence, OpenClass, Outside,
};
use kernel::base::grouped;
use model::cfsm::{ParticipantId, TopologyObstacle};
use model::evidence::Class;
use serde_json::{Value, json};

/// Where more is said about classes.
const PAGE: &str = "see: scm-check explain classes";

impl RowWriter<'_> {
    /// Fills the row of the answer whether a system is in a class.
    pub(super) fn class(&self, mut row: Row, class: Class, answer: &ClassAnswer) -> Row {
        let (words, bound) = (class_words(class), class.bound());
        let mut details = json!({});
        if class.definition().has_bound {
            details["k"] = json!(bound);
        }
        match &answer.outcome {
            ClassOutcome::Holds(found) => {
                row.qualifier = Self::qualifier(bound, found);
                row.message = (words.holds)(bound);
                details["scope"] = json!(found.scope.word());
                details["ground"] = json!(found.ground.word());
                details["configurations"] = json!(found.configurations);
                if let Some(least) = found.least {
                    details["k"] = json!(least);
                }
                if let Some(bounds) = &found.bounds {
                    details["bounds"] = self.bounds(bounds);
                }
                let scope = match (found.scope, words.decided) {
                    (ClassScope::UpToBound, _) => words.up_to_bound,
                    (ClassScope::Decided, "") => ground_text(found.ground),
                    (ClassScope::Decided, decided) => decided,
                };
                row.text.summary.push(format!("  {scope}; {PAGE}"));
            }
            ClassOutcome::Violated(Outside::Run(witness)) => {
                row.message = self.cause(witness);
                row.text.summary.push(format!(
                    "  {}, {}; {PAGE}",
                    number_of(witness.communications(), "communication"),
                    words.least,
                ));
                self.show(&mut row, witness);
            }
            ClassOutcome::Violated(Outside::Topology(obstacle)) => {
                row.message = obstacle_text(self.context.system, obstacle);
                details["obstacle"] = self.obstacle(obstacle);
                let why = "the topology alone does not make the system half-duplex";
                row.text.summary.push(format!("  {why}; {PAGE}"));
            }
            ClassOutcome::Violated(Outside::Choices(equivalence)) => {
                row.message = format!(
                    "with {} in each channel the same is sent as with {bound}, but not with the same choices",
                    bound + 1
                );
                details["equivalence"] = json!(equivalence.word());
                row.text.summary.push(format!("  by {} bisimilarity; {PAGE}", equivalence.word()));
            }
            ClassOutcome::Unknown(OpenClass::Limit(reached)) => row.limited(*reached, self.style),
            ClassOutcome::Unknown(OpenClass::Within(most)) => {
                let within = count_of(*most as u64, "message");
                row.message =
                    format!("nothing shows the contrary with at most {within} in each channel");
                details["scope"] = json!(ClassScope::UpToBound.word());
                details["k"] = json!(most);
            }
            ClassOutcome::Unknown(OpenClass::NoBound(most)) => {
                row.message = format!("for no k up to {most} is it known to hold for all bounds");
                details["scope"] = json!(ClassScope::UpToBound.word());
                details["tried"] = json!(most);
            }
            ClassOutcome::Unknown(OpenClass::Undecidable) => {
                "nobody can decide it for all systems that are not RSC"
                    .clone_into(&mut row.message);
            }
        }
        if let Some(conditions) = answer.conditions {
            let (said, fields) = conditions_text(conditions);
            row.text.summary.push(format!("  {said}"));
            details["conditions"] = fields;
        }
        row.details = Details::Fields(details);
        row.text.summary.extend(row.work(self.style));
        row
    }

    /// Returns how much was explored, or what was found.
    fn qualifier(bound: usize, found: &InClass) -> String {
        let explored = grouped(found.configurations);
        match (&found.bounds, found.least, bound) {
            (Some(bounds), ..) => {
                let greatest = count_of(bounds.greatest() as u64, "message");
                format!("at most {greatest} in a channel, {} in all", bounds.total)
            }
            (None, Some(least), _) => format!("k = {least}: {explored} configurations"),
            (None, None, bound) if bound > 0 => format!("k = {bound}: {explored} configurations"),
            _ if found.configurations == 0 => String::new(),
            _ => format!("{explored} states"),
        }
    }

    /// Returns why a topology does not meet the criterion, as data.
    fn obstacle(&self, obstacle: &TopologyObstacle) -> Value {
        let name = |who: ParticipantId| self.context.system.automata()[who].name();
        match obstacle {
            TopologyObstacle::Cycle(cycle) => {
                json!({ "cycle": cycle.iter().map(|&who| name(who)).collect::<Vec<_>>() })
            }
            &TopologyObstacle::Junction { participant, sources, target } => {
                let (who, sources) = (name(participant), sources.map(name));
                json!({ "participant": who, "sources": sources, "target": target.map(name) })
            }
        }
    }

    fn bounds(&self, bounds: &ChannelBounds) -> Value {
        let channels = bounds.channels.enumerate().map(|(channel, &most)| {
            let name = self.context.system.channel_name(channel).to_string();
            (name, json!(most))
        });
        let channels: serde_json::Map<String, Value> = channels.collect();
        json!({ "channels": channels, "total": bounds.total })
    }
}

/// Returns the conditions of multiparty compatibility, as a sentence and as data.
fn conditions_text(conditions: Conditions) -> (String, Value) {
    let Conditions { is_exhaustive, is_safe, independence } = conditions;
    let mut all = vec![("exhaustive", is_exhaustive), ("safe", is_safe)];
    if let Some(Independence { is_directed, of_sends, of_receptions }) = independence {
        all.push(("directed", is_directed));
        all.push(("output-independent", of_sends));
        all.push(("input-independent", of_receptions));
    }
    let said =
        all.iter().map(|&(name, is)| if is { name.to_owned() } else { format!("not {name}") });
    let said: Vec<String> = said.collect();
    let fields = all.into_iter().map(|(name, is)| (name.to_owned(), json!(is)));
    (said.join(", "), Value::Object(fields.collect()))
}

/// Returns which classes are not defined for a model, and why.
pub fn undefined_text(model: &str, undefined: &[(String, String)]) -> String {
    let line = |(name, why): &(String, String)| {
        let why = why.strip_prefix("it is defined ").unwrap_or(why);
        format!("  {name}: {why}\n")
    };
    let lines: String = undefined.iter().map(line).collect();
    format!("{model}: not defined:\n{lines}")
}

/// Returns what it rests on that a system is in a class.
fn ground_text(ground: ClassGround) -> &'static str {
    match ground {
        ClassGround::Executions => {
            "no RSC execution shows the contrary, and others need not be looked at"
        }
        ClassGround::Configurations => "all configurations were explored",
        ClassGround::Bounded => "holds for all bounds: no choice depends on how full channels are",
        ClassGround::Rsc => "as the system is RSC",
        ClassGround::Topology => "the topology alone shows it",
    }
}
