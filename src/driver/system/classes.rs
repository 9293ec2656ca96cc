//! Whether a system is in a class.

use super::{
    ChannelReading, Model, Question, SystemAnswer, SystemFinding, SystemOptions, SystemSession,
    Task, with_statements,
};
use crate::Answer;
use check::classes::{ClassQuestion, OpenClass, decide};
use kernel::search::Statistics;
use kernel::verdict::Reason;
use model::evidence::{CLASSES, Class};

/// Returns the questions what kind of system a model is: whether it is RSC, and in which classes it is; of a family in the
/// class of a bound.
pub fn classification(model: &Model, reading: ChannelReading, bound: usize) -> Vec<Task> {
    let mut names: Vec<String> = CLASSES.iter().map(|class| class.with_bound(bound)).collect();
    // The bounds of families that the model states are asked for, too.
    for stated in &model.expectations {
        let name = &stated.property;
        if let Some(class) = Class::named(name)
            && !names.contains(name)
        {
            let family = CLASSES.iter().position(|one| std::ptr::eq(one, class.definition()));
            names.insert(
                family.map_or(names.len(), |place| place + 1).min(names.len()),
                name.clone(),
            );
        }
    }
    let classes = names.into_iter().map(|name| {
        let class = Class::named(&name).expect("the name of a class is one");
        (Question::Class(class), name)
    });
    let rsc = (Question::Rsc, "rsc".to_owned());
    let tasks = [rsc].into_iter().chain(classes);
    let tasks = tasks.map(|(question, name)| Task::if_defined(question, name, reading));
    with_statements(model, reading, tasks.collect())
}

impl SystemSession<'_> {
    /// Answers whether the system is in a class.
    pub(super) fn class(&self, task: &Task, class: Class) -> SystemAnswer {
        let SystemOptions { bound: most, equivalence, .. } = self.options;
        let (found, statistics) = self.searched(Some(&task.property), |control| {
            let configurations = self.all(task.reading);
            let found =
                decide(&ClassQuestion { class, configurations, most, equivalence, control });
            let statistics = found.as_ref().map_or(Statistics::default(), |found| found.statistics);
            (found, statistics)
        });
        match found {
            Err(why) => Answer::mistaken(self.subject(task), format!("it is defined {why}")),
            Ok(found) => {
                let verdict = found.outcome.verdict(|open| reason(*open));
                let engine = found.engine;
                let finding = SystemFinding::Class(class, Box::new(found));
                self.found(task, verdict, (engine, statistics), finding)
            }
        }
    }
}

/// Returns the reason for which it is open whether a system is in a class.
fn reason(open: OpenClass) -> Reason {
    match open {
        OpenClass::Limit(limit) => limit.into(),
        OpenClass::Within(_) | OpenClass::NoBound(_) => Reason::Bound,
        OpenClass::Undecidable => Reason::Undecidable,
    }
}
