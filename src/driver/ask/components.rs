//! Questions about the global states of systems of components.

use std::ops::ControlFlow;

use super::{AnyAnswer, Asked, Inquiry, Questions, Subject};
use crate::component::{OwnText, Task, answers, lacks, stated, subject_of, unasked};
use crate::{Confirmation, Lack, load};
use language::component::Model;
use language::component::property::read_predicate;

/// Why no answer is confirmed.
const NO_EVIDENCE: &str = "scm-check-verify knows no evidence for it";

impl Subject for Model {
    fn size(&self, _: &Asked<'_>) -> (usize, usize) {
        (self.composite.components().len(), 0)
    }

    fn lacks(&self, asked: &Asked<'_>) -> Vec<Lack> {
        lacks(self, asked.reach, asked.properties)
    }

    fn ask(&self, inquiry: &mut Inquiry<'_>) -> ControlFlow<()> {
        let Inquiry { asked, host, checker, loaded, .. } = *inquiry;
        inquiry.listener.show(None);
        let Some((tasks, undecided)) = tasks(self, inquiry) else {
            return ControlFlow::Continue(());
        };
        if tasks.is_empty() {
            return ControlFlow::Continue(());
        }
        host.plan(tasks.iter().map(|task| subject_of(loaded, task)).collect());
        for answer in answers(host, (loaded, self), &tasks, asked.effect()) {
            let answer = match checker {
                Some(_) => answer.with_confirmation(Confirmation::None(NO_EVIDENCE)),
                None => answer,
            };
            inquiry.listener.hear(&AnyAnswer::Global(&answer, self))?;
        }
        inquiry.listener.end_components(&undecided)
    }
}

/// Returns the questions, and the names of the properties that are only monitored; `None` if a predicate has errors.
fn tasks(model: &Model, inquiry: &mut Inquiry<'_>) -> Option<(Vec<Task>, Vec<String>)> {
    let asked = inquiry.asked;
    let (mut tasks, mut undecided) = (vec![Task::deadlock()], Vec::new());
    for task in model.properties.iter().map(Task::of) {
        // What is only monitored is no question here, unless somebody asks it.
        let name = &task.property;
        let is_asked = asked.properties.contains(name) || stated(model, name).is_some();
        if task.is_decidable() || is_asked {
            tasks.push(task);
        } else {
            undecided.push(task.property);
        }
    }
    if !asked.properties.is_empty() {
        undecided.clear();
        tasks.retain(|task| asked.properties.contains(&task.property));
    }
    for text in asked.reach {
        let bytes = Ok(text.clone().into_bytes());
        let (loaded, predicate) = load(asked.reach_name.to_owned(), bytes, |source| {
            read_predicate(source, &model.composite)
        });
        inquiry.listener.read(&loaded, predicate.is_none());
        let (predicate, sites) = predicate?;
        let source = loaded.source().cloned()?;
        tasks.push(Task::reach(predicate, OwnText { source, sites }));
    }
    if asked.properties.is_empty() && asked.questions == Questions::Everything {
        let unasked = unasked(model, &tasks);
        tasks.extend(unasked);
    }
    Some((tasks, undecided))
}
