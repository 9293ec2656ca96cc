//! What an answer rests on, in words.

use super::{Case, Membership};
use crate::check::reachability::{Answer, Gap, Ground, Outcome, Premise};
use crate::cli::task::{Question, Task};
use crate::cli::words;
use crate::kernel::report::{Reason, Row, Verdict, grouped};
use crate::model::witness::WitnessDocument;

impl Case<'_> {
    /// Puts an answer that rests on RSC executions or on all configurations into words.
    pub(super) fn describe(
        &self,
        mut row: Row,
        task: &Task,
        answer: &Answer,
        premise: Premise,
    ) -> Row {
        let file = self.file(task.reading);
        let system = file.system;
        let membership = file.membership.expect("it was asked before");
        let explored = row.statistics.map_or(0, |statistics| statistics.states);
        row.detail.insert("membership".into(), membership.verdict().word().into());
        match &answer.outcome {
            Outcome::Holds(ground) => {
                let rests = match ground {
                    Ground::Rsc(_) => {
                        "rsc".clone_into(&mut row.qualifier);
                        row.detail.insert("ground".into(), "rsc".into());
                        format!(
                            "  rests on: {}; {} explored, complete",
                            membership.clause(),
                            words::number_of(
                                usize::try_from(explored).unwrap_or(usize::MAX),
                                "state"
                            ),
                        )
                    }
                    Ground::AssumedEager => {
                        "assuming eager".clone_into(&mut row.qualifier);
                        row.detail.insert("ground".into(), "assumption".into());
                        row.detail.insert("assumption".into(), "eager".into());
                        format!(
                            "  rests on: your word that the system is eager, though {}",
                            membership.clause()
                        )
                    }
                    Ground::Finite { configurations } => {
                        row.qualifier =
                            format!("finite: {} configurations", grouped(*configurations));
                        row.detail.insert("ground".into(), "finite".into());
                        row.detail.insert("configurations".into(), (*configurations).into());
                        match asks_for_continuations(task) {
                            true => "  rests on: all configurations, one by one".to_owned(),
                            false => format!(
                                "  rests on: all configurations, one by one, since {}",
                                membership.clause()
                            ),
                        }
                    }
                };
                row.summary.push(rests);
            }
            Outcome::Violated(witness) => {
                let least = match (answer.engine, premise) {
                    ("finite", _) => "no run there has fewer steps",
                    (_, Premise::BugsOnly) => "the fewest of an RSC execution",
                    _ => "the fewest",
                };
                row.summary.push(format!(
                    "  {}, {least}; {}",
                    words::number_of(witness.communications(), "communication"),
                    membership.clause(),
                ));
                let lines = self.loaded.lines(self.model);
                let document = WitnessDocument::new(system, witness, &lines);
                row.witness = serde_json::to_value(document).ok();
                row.explanation = words::evidence(system, witness, &lines, self.desk.width);
                row.hint = self.desk.hint.map(str::to_owned);
            }
            Outcome::Unknown(Gap::Limit(limit)) => {
                row.message = words::limit(*limit, self.desk.search, self.desk.memory());
                row.hint = words::advice(*limit);
                row.summary.push(format!("  {}", membership.clause()));
            }
            Outcome::Unknown(Gap::Undecided { configurations, infinite }) => {
                let (explored, many) = (grouped(*configurations), many(*infinite));
                row.message = match asks_for_continuations(task) {
                    true => format!(
                        "it depends on all continuations, and there are {many} configurations"
                    ),
                    false => {
                        format!("nothing was found, which proves nothing: {}", membership.clause())
                    }
                };
                row.detail.insert("configurations_explored".into(), (*configurations).into());
                row.summary.push(match asks_for_continuations(task) {
                    true => format!("  {explored} configurations explored, none found guilty"),
                    false => format!(
                        "  no RSC execution leads there, nor is it one of {explored} configurations \
                         explored; there are {many}"
                    ),
                });
                row.hint = Some(
                    "more are explored with --max-states, see: scm-check explain finite".to_owned(),
                );
            }
            Outcome::Unknown(Gap::BagConstrained { channel }) => {
                row.message = format!(
                    "the specification says what channel {} holds, which is a bag here",
                    words::channel_number(*channel),
                );
            }
        }
        row.summary.extend(self.work(&row));
        row
    }
}

/// Tells whether the question is about what can follow a configuration.
fn asks_for_continuations(task: &Task) -> bool {
    matches!(task.question, Question::Safety(property) if !property.is_linear())
}

fn many(infinite: bool) -> &'static str {
    if infinite { "infinitely many" } else { "too many" }
}

/// Returns the verdict of an outcome about a system whose membership is known, or not.
///
/// What nothing was found for is undecidable, unless only a limit kept the system from being proved
/// RSC.
pub(super) fn verdict(outcome: &Outcome, membership: Membership) -> Verdict {
    match outcome {
        Outcome::Holds(_) => Verdict::Holds,
        Outcome::Violated(_) => Verdict::Violated,
        Outcome::Unknown(Gap::Limit(limit)) => Verdict::Unknown((*limit).into()),
        Outcome::Unknown(Gap::Undecided { .. }) => Verdict::Unknown(match membership {
            Membership::Unknown(limit) => limit.into(),
            Membership::Holds(_) | Membership::Violated(_) => Reason::Undecidable,
        }),
        Outcome::Unknown(Gap::BagConstrained { .. }) => Verdict::Unknown(Reason::Unsupported),
    }
}
