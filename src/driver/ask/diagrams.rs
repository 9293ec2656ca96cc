//! Questions about diagrams: their automata, their choreographies, the projections of these.

use std::ops::ControlFlow;

use super::choreographies::Projections;
use super::{AnyAnswer, Asked, Inquiry, Questions, Subject};
use crate::choreography::{
    self, ChoreographyFinding, choreography_of, is_of_orders, is_property, unmade,
    why_no_choreography,
};
use crate::interaction::{
    automaton_answers, automaton_properties, is_about_messages, lacks, refusal_reason,
    stated_of_messages,
};
use crate::{Lack, Loaded, had};
use kernel::verdict::{Reason, Verdict};
use language::interaction::Model;

impl Subject for Model {
    fn size(&self, _: &Asked<'_>) -> (usize, usize) {
        (self.interaction.signature.lifelines().len(), 0)
    }

    fn lacks(&self, asked: &Asked<'_>) -> Vec<Lack> {
        match asked.questions {
            Questions::Everything | Questions::Safety | Questions::Classes { .. } => {
                lacks(self, asked.properties)
            }
            Questions::Automaton => Vec::new(),
            _ => {
                let mut lacks = choreography::lacks(asked.properties);
                if asked.against.is_none() {
                    lacks.retain(|lack| !is_of_orders(&lack.property));
                }
                lacks
            }
        }
    }

    fn why_unasked(&self, loaded: &Loaded, asked: &Asked<'_>) -> Option<String> {
        if !matches!(asked.questions, Questions::Everything | Questions::Safety) {
            return None;
        }
        let why = why_no_choreography(loaded, self)?;
        let is_safety = asked.questions == Questions::Safety;
        Some(if is_safety { why } else { format!("{why}; `nfa` is a fact") })
    }

    fn ask(&self, inquiry: &mut Inquiry<'_>) -> ControlFlow<()> {
        match inquiry.asked.questions {
            Questions::Everything | Questions::Safety | Questions::Classes { .. } => {
                inquiry.diagram(self)
            }
            Questions::Automaton => inquiry.automaton(self, |_| true),
            _ => inquiry.messages(self),
        }
    }
}

impl Inquiry<'_> {
    /// Answers every question about a diagram. That about its automaton is asked where the diagram states an answer, or
    /// has no choreography.
    fn diagram(&mut self, model: &Model) -> ControlFlow<()> {
        let properties = self.asked.properties;
        let outside = why_no_choreography(self.loaded, model);
        let of_automaton = automaton_properties(model);
        let asked = had(lacks(model, properties), properties).map(String::as_str);
        let (of_automaton, of_messages): (Vec<&str>, Vec<&str>) =
            asked.partition(|name| of_automaton.contains(name));
        let states_more = !model.expectations.iter().all(is_about_messages);
        // What is a fact says nothing about safety.
        let is_wide = self.asked.questions == Questions::Everything && properties.is_empty();
        if is_wide && (states_more || outside.is_some()) {
            self.automaton(model, |_| true)?;
        } else if !of_automaton.is_empty() {
            self.automaton(model, |name| name.is_none_or(|name| of_automaton.contains(&name)))?;
        }
        if !properties.is_empty() && of_messages.is_empty() {
            return ControlFlow::Continue(());
        }
        if let Some(why) = outside {
            let stated = stated_of_messages(model).filter(|_| of_messages.is_empty());
            let names: Vec<&str> = of_messages.iter().copied().chain(stated).collect();
            let found = (Verdict::Unknown(Reason::Unsupported), ChoreographyFinding::Outside(why));
            return self.unmade(&unmade(model, String::new()), &names, &found);
        }
        match self.choreography_of(model, &of_messages)? {
            Some(choreography) => self.choreography_and_projections(&choreography),
            None => ControlFlow::Continue(()),
        }
    }

    /// Answers the questions about the choreography of the messages of a diagram alone.
    fn messages(&mut self, model: &Model) -> ControlFlow<()> {
        let asked = self.asked;
        let is_known = |name: &&str| is_property(name) || is_of_orders(name);
        let names: Vec<&str> = asked.names().into_iter().filter(is_known).collect();
        if names.is_empty() {
            return ControlFlow::Continue(());
        }
        let Some(model) = self.choreography_of(model, &names)? else {
            return ControlFlow::Continue(());
        };
        let Ok(Projections { system, is_rsc, .. }) = self.choreography(&model)? else {
            return ControlFlow::Continue(());
        };
        // Other automata than the projections may do what is not drawn.
        if asked.against.is_some() {
            return ControlFlow::Continue(());
        }
        let names = if asked.properties.is_empty() { &[] } else { names.as_slice() };
        self.orders(&model, &system, (names, is_rsc))
    }

    /// Returns the choreography of a diagram. If there is none, answers the questions with these names about its messages,
    /// without names those on which it states verdicts.
    fn choreography_of(
        &mut self,
        model: &Model,
        names: &[&str],
    ) -> ControlFlow<(), Option<language::choreography::Model>> {
        let how = (self.asked.choices[0], self.asked.lost);
        let refusal = match choreography_of(self.host, self.loaded, model, how) {
            Ok(choreography) => return ControlFlow::Continue(Some(choreography)),
            Err(refusal) => refusal,
        };
        let verdict = Verdict::Unknown(refusal_reason(refusal));
        let decided = (verdict, ChoreographyFinding::Unmade(refusal.to_string()));
        let mut names = names.to_vec();
        if names.is_empty() {
            names.push("realisable");
            names.extend(stated_of_messages(model).filter(|name| *name != "realisable"));
        }
        self.unmade(&unmade(model, String::new()), &names, &decided)?;
        ControlFlow::Continue(None)
    }

    /// Answers the questions about the automaton of an interaction whose names are wanted.
    fn automaton(
        &mut self,
        model: &Model,
        is_wanted: impl Fn(Option<&str>) -> bool,
    ) -> ControlFlow<()> {
        let loaded = self.loaded;
        self.listener.show(None);
        for answer in automaton_answers(self.host, loaded, model, &self.asked.automaton) {
            if is_wanted(answer.subject.property.as_deref()) {
                self.listener.hear(&AnyAnswer::Automaton(&answer, (loaded, model)))?;
            }
        }
        ControlFlow::Continue(())
    }
}
