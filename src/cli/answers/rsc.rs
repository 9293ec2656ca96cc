//! Whether the system is RSC.

use super::{Case, Membership};
use crate::cli::task::Task;
use crate::cli::words;
use scm_check::check::membership::{self, Answer, Engine, Outcome};
use scm_check::kernel::verdict::Verdict;
use scm_check::model::cfsm::System;
use scm_check::model::evidence::Wanted;
use scm_check::render::report::Row;

impl Case<'_> {
    /// Answers whether the system is RSC, and notes the answer.
    pub(super) fn rsc(&mut self, task: &Task) -> Row {
        let system = self.file(task.reading).system;
        let engine = self.desk.membership_engine();
        let wanted = self.wanted();
        let ((answer, certificate), statistics) = self.searched("rsc", |control| {
            let answered = match wanted {
                Wanted::Answer => (membership::check(system, engine, control), None),
                Wanted::Certificate => membership::certify(system, control),
            };
            let counts = answered.0.statistics;
            (answered, counts)
        });
        self.certified(task, certificate);
        let membership = Membership::of(&answer);
        let place = self.place(task.reading);
        self.files[place].membership = Some(membership);
        let row = Row {
            engine: Some(match answer.engine {
                Engine::Plain => "plain",
                Engine::Definition => "definition",
            }),
            statistics: Some(statistics),
            ..self.blank(task, membership.verdict())
        };
        self.describe_membership(row, task, system, &answer)
    }

    /// Puts an answer into words.
    fn describe_membership(
        &self,
        mut row: Row,
        task: &Task,
        system: &System,
        answer: &Answer,
    ) -> Row {
        let kind = words::kind(system);
        match &answer.outcome {
            Outcome::Holds(_) => {
                row.qualifier = kind;
                "every execution is equivalent to a synchronous one".clone_into(&mut row.message);
            }
            Outcome::Violated(witness) => {
                row.qualifier = kind;
                row.message = format!(
                    "borderline violation of {}, {}; shortest, replayed",
                    words::number_of(witness.communications(), "communication"),
                    words::number_of(witness.actions(), "action"),
                );
                self.show(&mut row, task, system, witness);
            }
            Outcome::Unknown(limit) => {
                row.message =
                    words::limit(*limit, self.desk.search.max_states, self.desk.watch.limits());
                row.hint = words::advice(*limit);
            }
        }
        if let Some(statistics) = row.statistics {
            let complete = row.verdict.reason().is_none();
            if row.verdict != Verdict::Violated || self.desk.report.verbose {
                row.summary = vec![words::explored(system, statistics, complete)];
            }
        }
        row.summary.extend(self.desk.work(&row));
        row
    }
}
