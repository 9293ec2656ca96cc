//! Questions about choreographies and about their projections.

use std::ops::ControlFlow;

use super::{AnyAnswer, Asked, Inquiry, Questions, Subject};
use crate::choreography::{
    ChoreographyFinding, ChoreographySession, ChoreographyTask, OrderRequest, asked, everything,
    everything_named, is_of_orders, is_of_projections, is_property, lacks, lacks_of_projections,
    late_arrival, order_answers, property_names, stated_of_projections, system_of, unanswered,
    unmade_answers, with_reminders, without_questions,
};
use crate::system::{self, Origin, RestatedModel, Task};
use crate::{Answer, Confirmation, Lack, Role, had};
use kernel::verdict::{Reason, Verdict};
use language::choreography::Model;
use model::cfsm::{SafetyProperty, System};
use model::choreography::ChannelChoice;

impl Subject for Model {
    fn size(&self, asked: &Asked<'_>) -> (usize, usize) {
        let automaton = self.description.resolved(asked.choices[0]);
        (automaton.participants.len(), automaton.channels.len())
    }

    fn lacks(&self, asked: &Asked<'_>) -> Vec<Lack> {
        match asked.questions {
            Questions::Everything | Questions::Safety | Questions::Classes { .. } => {
                lacks_of_projections(self, asked.properties)
            }
            _ => lacks(asked.properties),
        }
    }

    fn ask(&self, inquiry: &mut Inquiry<'_>) -> ControlFlow<()> {
        match inquiry.asked.questions {
            Questions::Everything | Questions::Safety | Questions::Classes { .. } => {
                inquiry.choreography_and_projections(self)
            }
            _ => {
                let _ = inquiry.choreography(self)?;
                ControlFlow::Continue(())
            }
        }
    }
}

impl Asked<'_> {
    /// Returns the names of the properties that are asked of choreographies alone.
    pub(super) fn names(&self) -> Vec<&str> {
        match (self.properties, self.questions) {
            ([], Questions::Realisability { is_strict: true }) => vec!["well-formed"],
            ([], Questions::Classes { .. }) => property_names().collect(),
            ([], _) => vec!["realisable"],
            (names, _) => names.iter().map(String::as_str).collect(),
        }
    }

    /// Returns the questions about a choreography itself.
    fn tasks(&self, model: &Model) -> Vec<ChoreographyTask> {
        if self.questions == Questions::Everything {
            let tasks = self.choices.iter().map(|&choice| match self.properties {
                [] => everything(model, choice),
                names => everything_named(model, choice, names),
            });
            return tasks.flatten().collect();
        }
        let names = self.names().into_iter().filter(|name| is_property(name));
        let tasks = names.map(|name| asked(model, name, self.choices[0])).collect();
        let mut tasks = with_reminders(model, tasks);
        for expected in tasks.iter_mut().filter_map(|task| task.expected.as_mut()) {
            expected.effect = self.effect();
        }
        tasks
    }

    /// Returns the questions about the projections: their linear safety and what the choreography states, or the
    /// properties with these `names`.
    fn tasks_of_projections(&self, model: &system::Model, names: &[String]) -> Vec<Task> {
        if let (Questions::Classes { bound }, []) = (self.questions, names) {
            let tasks = self.readings.iter();
            return tasks.flat_map(|&one| system::classification(model, one, bound)).collect();
        }
        let linear = SafetyProperty::LINEAR.map(SafetyProperty::kind_name);
        let tasks = self.readings.iter().map(|&reading| -> Vec<Task> {
            let all = system::everything(model, reading).into_iter();
            let is_wanted =
                |task: &Task| linear.contains(&&*task.property) || task.expected.is_some();
            match names {
                [] => all.filter(is_wanted).collect(),
                names => system::everything_named(model, reading, names),
            }
        });
        tasks.flatten().collect()
    }
}

/// The projections of a choreography, or what is held against it instead.
pub(super) struct Projections {
    /// The system, with its final states.
    pub(super) system: System,
    /// Whether it is RSC, if the answers say so.
    pub(super) is_rsc: Option<bool>,
    /// Where it comes from.
    origin: Origin,
}

/// The system that is held against a choreography; if there is none, the answer to all questions instead, if there is one.
pub(super) type Held = Result<Projections, Option<(Verdict, ChoreographyFinding)>>;

impl Inquiry<'_> {
    /// Answers every question about a choreography, then those about its projections.
    pub(super) fn choreography_and_projections(&mut self, model: &Model) -> ControlFlow<()> {
        let Asked { properties, .. } = *self.asked;
        let lacks = lacks_of_projections(model, properties);
        let asked: Vec<&String> = had(lacks, properties).collect();
        if asked.is_empty() && !properties.is_empty() {
            return ControlFlow::Continue(());
        }
        let found = self.choreography(model)?;
        let named = |is_wanted: fn(&str) -> bool| -> Vec<String> {
            let names = asked.iter().filter(|name| is_wanted(name));
            names.map(|&name| name.clone()).collect()
        };
        let (names, orders) = (named(is_of_projections), named(is_of_orders));
        if let Ok(Projections { system, is_rsc, .. }) = &found
            && model.is_diagram()
            && !self.asked.is_classification()
        {
            let names: Vec<&str> = asked.iter().map(|name| name.as_str()).collect();
            self.orders(model, system, (&names, *is_rsc))?;
        }
        let is_unasked = names.is_empty() && !asked.is_empty();
        match found {
            Ok(_) if is_unasked => ControlFlow::Continue(()),
            Err(_) if is_unasked && orders.is_empty() => ControlFlow::Continue(()),
            Ok(Projections { system, origin, .. }) => {
                let model = &system_of(model, system);
                self.system(model, self.asked.tasks_of_projections(model, &names), origin)
            }
            Err(Some(decided)) => {
                let stated = stated_of_projections(model).filter(|_| names.is_empty());
                let asked = names.iter().chain(&orders).map(String::as_str);
                let names: Vec<&str> = asked.chain(stated).collect();
                self.unmade(model, &names, &decided)
            }
            Err(None) => ControlFlow::Continue(()),
        }
    }

    /// Answers every question about a choreography itself, and returns what is held against it.
    pub(super) fn choreography(&mut self, model: &Model) -> ControlFlow<(), Held> {
        let (asked, source) = (self.asked, (self.loaded, model));
        if let Some(finding) = without_questions(model) {
            self.hear_all(model, unmade_answers(self.loaded, &asked.tasks(model), &finding))?;
            let verdict = Verdict::Unknown(Reason::Unsupported);
            return ControlFlow::Continue(Err(Some((verdict, finding))));
        }
        let mut session = ChoreographySession::new(self.host, self.checker, source, asked.against);
        let choice = asked.choices[0];
        if self.listener.shows_systems() {
            self.listener.show(session.system(choice));
        }
        let tasks = asked.tasks(model);
        self.host.plan(tasks.iter().map(|task| session.subject(task)).collect());
        for task in tasks {
            let mut answer = session.answer(&task);
            if asked.is_classification() && asked.properties.is_empty() && task.expected.is_none() {
                answer.subject.role = Role::Fact;
            }
            self.listener.hear(&AnyAnswer::Choreography(&answer, task.choice, source))?;
        }
        let Some(system) = session.system_with_ends(choice) else {
            return ControlFlow::Continue(Err(session.decided(choice)));
        };
        let origin = match self.checker {
            Some(_) => Origin::Made(Some(RestatedModel::new(&system))),
            None if session.are_linear_properties_implied(choice) => Origin::Realisable,
            None => Origin::Made(None),
        };
        let is_rsc = session.is_rsc(choice.settled(&model.description));
        ControlFlow::Continue(Ok(Projections { system, is_rsc, origin }))
    }

    /// Answers what is asked or found about the order of receptions in a diagram, with the projections of its choreography
    /// and their final states; of the properties with these names, without any of all.
    pub(super) fn orders(
        &mut self,
        model: &Model,
        system: &System,
        (names, is_rsc): (&[&str], Option<bool>),
    ) -> ControlFlow<()> {
        let (asked, loaded) = (self.asked, self.loaded);
        let choice = asked.choices[0];
        if names.is_empty()
            && let Some(answer) = late_arrival(self.host, loaded, model, choice)
        {
            let source = (loaded, model.if_lost_arrive.as_deref().unwrap_or(model));
            self.listener.hear(&AnyAnswer::Late(&answer, choice, source))?;
        }
        let request = OrderRequest { names, choice, effect: asked.effect(), is_rsc };
        let answers = order_answers(self.host, (loaded, model), system, request);
        if answers.is_empty() {
            return ControlFlow::Continue(());
        }
        let lines = loaded.lines(&system_of(model, system.clone()));
        for answer in answers {
            let answer = match self.checker {
                Some(_) if answer.verdict != Verdict::Error => {
                    answer.with_confirmation(Confirmation::None("nothing that the checker knows"))
                }
                _ => answer,
            };
            self.listener.hear(&AnyAnswer::Order(&answer, (system, &lines)))?;
        }
        ControlFlow::Continue(())
    }

    /// Answers the questions with these names about a choreography without projections: all are `decided` so.
    pub(super) fn unmade(
        &mut self,
        model: &Model,
        names: &[&str],
        (verdict, finding): &(Verdict, ChoreographyFinding),
    ) -> ControlFlow<()> {
        let how = (self.choice(), self.asked.effect());
        self.hear_all(model, unanswered((self.loaded, model), names, how, (*verdict, finding)))
    }

    fn hear_all(
        &mut self,
        model: &Model,
        answers: Vec<Answer<ChoreographyFinding>>,
    ) -> ControlFlow<()> {
        let (choice, source) = (self.choice(), (self.loaded, model));
        answers.iter().try_for_each(|answer| {
            self.listener.hear(&AnyAnswer::Choreography(answer, choice, source))
        })
    }

    /// Returns how the channels are read in the system that is shown.
    fn choice(&self) -> ChannelChoice {
        self.asked.choices[0]
    }
}
