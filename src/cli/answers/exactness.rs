//! What an answer rests on, in words.

use super::{Case, Membership};
use crate::cli::task::{Question, Task};
use crate::cli::words;
use scm_check::check::reachability::{Answer, Gap, Ground, Outcome, Premise};
use scm_check::kernel::base::grouped;
use scm_check::kernel::base::{Id as _, Limit};
use scm_check::kernel::verdict::{Reason, Verdict};
use scm_check::render::report::Row;

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
        let membership = file.membership.expect("it was asked before");
        row.detail.insert("membership".into(), membership.verdict().word().into());
        match &answer.outcome {
            Outcome::Holds(ground) => describe_ground(&mut row, task, *ground, membership),
            Outcome::Violated(witness) => {
                let partial = file.configurations.known().is_some_and(|all| all.gap().is_some());
                let least = match (answer.engine, premise) {
                    ("finite", _) if partial && asks_for_continuations(task) => {
                        "of the configurations explored; other runs may be shorter"
                    }
                    ("completions", _) => "other runs may be shorter",
                    ("finite", _) => "no run there has fewer steps",
                    (_, Premise::Rsc(_)) => "the fewest",
                    _ => "the fewest of an RSC execution",
                };
                row.summary.push(format!(
                    "  {}, {least}; {}",
                    words::number_of(witness.communications(), "communication"),
                    membership.clause(),
                ));
                self.show(&mut row, task, file.system, witness);
            }
            Outcome::Unknown(gap) => self.describe_gap(&mut row, task, *gap, membership),
        }
        row.summary.extend(self.desk.work(&row));
        row
    }

    /// Says why there is no verdict.
    fn describe_gap(&self, row: &mut Row, task: &Task, gap: Gap, membership: Membership) {
        let clause = membership.clause();
        match gap {
            Gap::Limit(limit) => {
                row.message =
                    words::limit(limit, self.desk.search.max_states, self.desk.watch.limits());
                row.hint = words::advice(limit);
                row.summary.push(format!("  {clause}"));
            }
            Gap::Undecided { configurations, infinite } => {
                let explored = grouped(configurations);
                let many = if infinite { "infinitely many" } else { "too many" };
                let (message, summary) = if asks_for_continuations(task) {
                    (
                        format!(
                            "it depends on all continuations, and there are {many} configurations"
                        ),
                        format!("  {explored} configurations explored, none found guilty"),
                    )
                } else {
                    (
                        format!("nothing was found, which proves nothing: {clause}"),
                        format!(
                            "  no RSC execution leads there, nor is it one of {explored} \
                             configurations explored; there are {many}"
                        ),
                    )
                };
                row.message = message;
                row.summary.push(summary);
                row.detail.insert("configurations_explored".into(), configurations.into());
                row.hint = Some(
                    "more are explored with --max-states, see: scm-check explain finite".to_owned(),
                );
            }
            Gap::TooLarge => {
                "the contents expression is too large".clone_into(&mut row.message);
            }
            Gap::BagConstrained { channel } => {
                row.message = format!(
                    "the contents of channel {}, a bag here, are constrained, or may be",
                    channel.index(),
                );
            }
        }
    }
}

/// Says what a `holds` rests on.
fn describe_ground(row: &mut Row, task: &Task, ground: Ground, membership: Membership) {
    let (clause, detail) = (membership.clause(), &mut row.detail);
    let rests = match ground {
        Ground::Rsc(_) => {
            "rsc".clone_into(&mut row.qualifier);
            detail.insert("ground".into(), "rsc".into());
            let states = row.statistics.map_or(0, |statistics| statistics.states);
            let states = usize::try_from(states).unwrap_or(usize::MAX);
            format!("{clause}; {} explored, complete", words::number_of(states, "state"))
        }
        Ground::AssumedEager => {
            "assuming eager".clone_into(&mut row.qualifier);
            detail.insert("ground".into(), "assumption".into());
            detail.insert("assumption".into(), "eager".into());
            format!("your word that the system is eager, though {clause}")
        }
        Ground::Impossible => {
            "no such configuration".clone_into(&mut row.qualifier);
            detail.insert("ground".into(), "impossible".into());
            "no configuration can be like that, whatever the participants do".to_owned()
        }
        Ground::Completable { .. } => {
            "every execution completes".clone_into(&mut row.qualifier);
            detail.insert("ground".into(), "completable".into());
            format!("{clause}, and every execution can be completed to a synchronous one")
        }
        Ground::Finite { configurations } => {
            row.qualifier = format!("finite: {} configurations", grouped(configurations));
            detail.insert("ground".into(), "finite".into());
            detail.insert("configurations".into(), configurations.into());
            if asks_for_continuations(task) {
                "all configurations, one by one".to_owned()
            } else {
                format!("all configurations, one by one, since {clause}")
            }
        }
    };
    row.summary.push(format!("  rests on: {rests}"));
}

/// Tells whether the question is about what can follow a configuration.
fn asks_for_continuations(task: &Task) -> bool {
    matches!(task.question, Question::Safety(property) if !property.is_linear())
}

/// Returns the verdict of an outcome about a system whose membership is known, or not.
pub(super) fn verdict(outcome: &Outcome, membership: Membership) -> Verdict {
    let came_first = match membership {
        Membership::Unknown(limit) => Some(limit),
        Membership::Holds(_) | Membership::Violated(_) => None,
    };
    match outcome {
        Outcome::Holds(_) => Verdict::Holds,
        Outcome::Violated(_) => Verdict::Violated,
        Outcome::Unknown(gap) => Verdict::Unknown(reason(*gap, came_first)),
    }
}

/// Returns why there is no verdict, where a limit kept the system from being proved RSC, or none did.
///
/// What nothing was found for is undecidable where the configurations are known to be infinitely
/// many. Otherwise only a bound, or that limit, came first.
pub(crate) fn reason(gap: Gap, came_first: Option<Limit>) -> Reason {
    match gap {
        Gap::Limit(limit) => limit.into(),
        Gap::Undecided { infinite, .. } => match came_first {
            Some(limit) => limit.into(),
            None if infinite => Reason::Undecidable,
            None => Reason::Bound,
        },
        Gap::BagConstrained { .. } | Gap::TooLarge => Reason::Unsupported,
    }
}
