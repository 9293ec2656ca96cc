//! Whether a bad configuration is reachable.

use super::{Case, Membership};
use crate::check::reachability::{self, Answer, Engine, Gap, Ground, Outcome, Premise};
use crate::cli::args::EngineChoice;
use crate::cli::task::Task;
use crate::cli::words;
use crate::kernel::report::{Reason, Row, Verdict, grouped};
use crate::model::cfsm::System;
use crate::model::witness::{Witness, WitnessDocument};

impl Case<'_> {
    /// Answers whether a configuration of the specification at `index` is reachable.
    pub(super) fn reach(&mut self, system: &System, task: &Task, index: usize) -> Row {
        let premise = self.premise(system, task.reading);
        let membership = self.membership(system, task.reading);
        let engine = match self.desk.search.engine {
            EngineChoice::Auto => Engine::Auto,
            EngineChoice::Channels => Engine::Channels,
            EngineChoice::Relations => Engine::Relations,
            EngineChoice::Plain | EngineChoice::Definition => Engine::Pebbles,
        };
        let bad = &self.model.bad[index];
        let (answer, statistics) = self.searched(&task.property, |control| {
            let answer = reachability::check(system, bad, premise, engine, control);
            let counts = answer.statistics;
            (answer, counts)
        });
        let mut row = Row {
            engine: Some(answer.engine),
            statistics: Some(statistics),
            ..self.blank(task, verdict(&answer.outcome))
        };
        if let Some(line) = self.bad_line(index) {
            row.detail.insert("line".into(), line.into());
        }
        if let Outcome::Violated(witness) = &answer.outcome {
            let steps = witness.replay().steps().len();
            row.message = format!("reached in {}, replayed", words::number_of(steps, "step"));
            row.summary = self.matched(system, index, witness);
        }
        self.describe(row, system, &answer, premise, membership)
    }

    /// Puts an answer that rests on RSC executions or on all configurations into words.
    pub(super) fn describe(
        &self,
        mut row: Row,
        system: &System,
        answer: &Answer,
        premise: Premise,
        membership: Membership,
    ) -> Row {
        let explored = row.statistics.map_or(0, |statistics| statistics.states);
        row.detail.insert("membership".into(), membership.verdict().word().into());
        match &answer.outcome {
            Outcome::Holds(ground) => {
                let rests = match ground {
                    Ground::Rsc(_) => {
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
                        format!(
                            "  rests on: all configurations, one by one, since {}",
                            membership.clause()
                        )
                    }
                };
                row.summary.push(rests);
            }
            Outcome::Violated(witness) => {
                let least = match (answer.engine, premise) {
                    ("finite", _) => "no run to such a configuration has fewer steps",
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
            Outcome::Unknown(Gap::Undecided { configurations }) => {
                row.message = format!(
                    "no RSC execution shows it, which proves nothing here: {}; there are more than \
                     {} configurations",
                    membership.clause(),
                    grouped(*configurations),
                );
                row.detail.insert("configurations_explored".into(), (*configurations).into());
                row.hint = Some(
                    "raise --max-states if they may be finitely many, see: scm-check explain \
                     reachability"
                        .to_owned(),
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

    /// Returns the line of a specification.
    fn bad_line(&self, index: usize) -> Option<u64> {
        let span = self.model.places.bad.get(index)?;
        let source = self.loaded.source.as_ref()?;
        Some(source.line_of(span.start()) as u64)
    }

    /// Returns the specification as it stands in the file, with what matched it below.
    fn matched(&self, system: &System, index: usize, witness: &Witness) -> Vec<String> {
        let (Some(span), Some(source)) =
            (self.model.places.bad.get(index), self.loaded.source.as_ref())
        else {
            return Vec::new();
        };
        let text = source.slice(*span);
        let matched = words::matched(system, &self.model.bad[index], witness);
        words::excerpt(source.line_of(span.start()), text, &matched, self.desk.width)
    }
}

/// Returns the verdict of an outcome.
pub(super) fn verdict(outcome: &Outcome) -> Verdict {
    match outcome {
        Outcome::Holds(_) => Verdict::Holds,
        Outcome::Violated(_) => Verdict::Violated,
        Outcome::Unknown(Gap::Limit(limit)) => Verdict::Unknown((*limit).into()),
        Outcome::Unknown(Gap::Undecided { .. }) => Verdict::Unknown(Reason::Undecidable),
        Outcome::Unknown(Gap::BagConstrained { .. }) => Verdict::Unknown(Reason::Unsupported),
    }
}
