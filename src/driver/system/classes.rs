//! Whether a system is in a class.

use super::{SystemAnswer, SystemFinding, SystemSession, Task};
use crate::Answer;
use check::classes::decide;
use kernel::search::Statistics;
use model::evidence::Class;

impl SystemSession<'_> {
    /// Answers whether the system is in a class.
    pub(super) fn class(&self, task: &Task, class: Class) -> SystemAnswer {
        let (found, statistics) = self.searched(Some(&task.property), |control| {
            match decide(class, self.all(task.reading), control) {
                (engine, Ok((outcome, statistics))) => (Ok((engine, outcome)), statistics),
                (_, Err(why)) => (Err(why), Statistics::default()),
            }
        });
        match found {
            Err(why) => Answer::mistaken(self.subject(task), format!("it is defined {why}")),
            Ok((engine, outcome)) => {
                let verdict = outcome.verdict(|limit| (*limit).into());
                let finding = SystemFinding::Class(class, outcome);
                self.found(task, verdict, (engine, statistics), finding)
            }
        }
    }
}
