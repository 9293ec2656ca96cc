//! Questions about systems of automata.

use std::ops::ControlFlow;

use super::{AnyAnswer, Asked, Inquiry, Questions, Subject};
use crate::system::{
    Model, Origin, RestatedModel, SystemSession, Task, bad_states, classification, everything,
    everything_named, lacks, named, safety, systems, with_reminders,
};
use crate::{Lack, Role, had};

impl Subject for Model {
    fn size(&self, _: &Asked<'_>) -> (usize, usize) {
        (self.system.automata().len(), self.system.channels().len())
    }

    fn lacks(&self, asked: &Asked<'_>) -> Vec<Lack> {
        lacks(self, asked.properties)
    }

    fn ask(&self, inquiry: &mut Inquiry<'_>) -> ControlFlow<()> {
        let origin = match (self.is_scm, inquiry.checker) {
            (true, _) | (false, None) => Origin::Text(None),
            (false, Some(_)) => Origin::Text(Some(RestatedModel::new(&self.system))),
        };
        inquiry.system(self, tasks(inquiry.asked, self), origin)
    }
}

/// Returns the questions about a system.
fn tasks(asked: &Asked<'_>, model: &Model) -> Vec<Task> {
    let reading = asked.readings[0];
    match asked.questions {
        Questions::Everything => {
            let tasks = asked.readings.iter().map(|&reading| match asked.properties {
                [] => everything(model, reading),
                names => everything_named(model, reading, names),
            });
            let mut tasks: Vec<Task> = tasks.flatten().collect();
            for (bound, &reading) in asked
                .classes
                .into_iter()
                .flat_map(|bound| asked.readings.iter().map(move |one| (bound, one)))
            {
                for task in classification(model, reading, bound) {
                    let is_same = |other: &Task| {
                        (&other.property, other.reading) == (&task.property, task.reading)
                    };
                    if !tasks.iter().any(is_same) {
                        tasks.push(task);
                    }
                }
            }
            tasks
        }
        Questions::Membership => with_reminders(model, reading, vec![Task::rsc(reading)]),
        Questions::BadStates { only, allow_none } => {
            let tasks = bad_states(model, reading, only, allow_none);
            let mut tasks = with_reminders(model, reading, tasks);
            if !model.bad.is_empty() {
                tasks.insert(0, Task::premise(reading));
            }
            tasks
        }
        Questions::Plain { membership, bad_states: bad } => {
            let rsc = membership.then(|| Task::rsc(reading)).into_iter();
            let bad = bad.map(|allow_none| bad_states(model, reading, None, allow_none));
            rsc.chain(bad.into_iter().flatten()).collect()
        }
        Questions::Safety => {
            let tasks = match asked.properties {
                [] => safety(model, reading),
                names => {
                    let had = had(lacks(model, names), names);
                    had.map(|name| named(model, reading, name)).collect()
                }
            };
            let mut tasks = with_reminders(model, reading, tasks);
            if !tasks.is_empty() {
                tasks.insert(0, Task::premise(reading));
            }
            tasks
        }
        Questions::Classes { bound } => match asked.properties {
            [] => {
                let readings = asked.readings.iter();
                readings.flat_map(|&reading| classification(model, reading, bound)).collect()
            }
            names => everything_named(model, reading, names),
        },
        Questions::Realisability { .. } | Questions::Automaton => Vec::new(),
    }
}

impl Inquiry<'_> {
    /// Answers some questions about a system, whose text is of this origin.
    pub(super) fn system(
        &mut self,
        model: &Model,
        tasks: Vec<Task>,
        origin: Origin,
    ) -> ControlFlow<()> {
        let systems = systems(model, &tasks);
        self.listener.show(Some(systems.first().map_or(&model.system, |(_, system)| system)));
        let (options, source) = (self.options, (self.loaded, model));
        let session = SystemSession::new(self.host, options, self.checker, source, &systems);
        let mut session = session.with_origin(origin);
        self.host.plan(session.asked_subjects(&tasks));
        let (mut tasks, mut late) = (tasks.into_iter(), Vec::new());
        while let Some(task) = tasks.next().or_else(|| late.pop()) {
            let Some(answer) = session.answer(&task) else {
                // After the others a premise has an answer if one rests on it.
                late.extend(Some(task).filter(|one| one.role == Role::Premise && tasks.len() > 0));
                continue;
            };
            let context = session.context(&task);
            self.listener.hear(&AnyAnswer::System(&answer, &task, context))?;
        }
        self.listener.end_system(&session)
    }
}
