//! Whether the system has a safety property.

use super::Case;
use super::exactness::verdict;
use crate::cli::task::Task;
use scm_check::check::reachability::Outcome;
use scm_check::check::safety;
use scm_check::model::cfsm::SafetyProperty;
use scm_check::model::evidence::Wanted;
use scm_check::render::report::Row;
use scm_check::render::witness::fault_text;

impl Case<'_> {
    /// Answers whether the system has `property`.
    pub(super) fn safety(&mut self, task: &Task, property: SafetyProperty) -> Row {
        let premise = self.premise(task.reading);
        let membership = self.membership(task.reading);
        let file = self.file(task.reading);
        let system = file.system;
        let wanted = self.wanted();
        let ((answer, certificate), statistics) = self.searched(&task.property, |control| {
            let all = &file.configurations;
            let answered = match wanted {
                Wanted::Answer => (safety::check_in(all, property, premise, control), None),
                Wanted::Certificate => safety::certify_in(all, property, premise, control),
            };
            let counts = answered.0.statistics;
            (answered, counts)
        });
        self.certified(task, certificate);
        let mut row = Row {
            engine: Some(answer.engine),
            statistics: Some(statistics),
            ..self.blank(task, verdict(&answer.outcome, membership))
        };
        if let Outcome::Violated(witness) = &answer.outcome {
            row.message = fault_text(system, witness).unwrap_or_default();
        }
        self.describe(row, task, &answer, premise)
    }
}
