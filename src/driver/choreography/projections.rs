//! Questions about the projections of choreographies, as systems.

use super::ChoreographyFinding;
use super::lines::transition_places;
use super::names::{
    is_of_orders, is_of_projections, is_property_of_messages, missing_in, names_of_messages,
};
use crate::lack::KnownProperties;
use crate::{Answer, AnswerSubject, Finding, Lack, Loaded};
use kernel::base::IndexVec;
use kernel::source::Span;
use kernel::verdict::{Effect, Expectation, Verdict};
use language::choreography::Model;
use language::system;
use model::cfsm::System;
use model::choreography::ChannelChoice;

/// Returns those of the names that are asked for that neither a choreography nor its projections have.
pub fn lacks_of_projections(model: &Model, asked: &[String]) -> Vec<Lack> {
    let known = KnownProperties { kind: "choreographies", names: names_of_messages().collect() };
    known.lacks(asked, |name| {
        let is_known = is_property_of_messages(name) || model.is_diagram() && is_of_orders(name);
        if !is_known {
            return Some(known.unknown(name));
        }
        missing_in(model, name)
    })
}

/// Returns the names of the properties of projections on which a choreography states answers.
pub fn stated_of_projections(model: &Model) -> impl Iterator<Item = &str> {
    let stated = model.expectations.iter().map(|stated| stated.property.as_str());
    stated.filter(|name| is_of_projections(name))
}

/// Returns the answers to the questions with these names about a choreography without projections: all are `verdict`,
/// since of `finding`. `effect` is that of the answers which the choreography states.
pub fn unanswered(
    (loaded, model): (&Loaded, &Model),
    names: &[&str],
    (choice, effect): (ChannelChoice, Effect),
    (verdict, finding): (Verdict, &ChoreographyFinding),
) -> Vec<Answer<ChoreographyFinding>> {
    let answer = |name: &&str| {
        let subject = AnswerSubject { channels: choice, ..loaded.subject(name) };
        // Statements are about the channels as written.
        let stated = model.expectations.iter().filter(|_| choice == ChannelChoice::default());
        let mut stated = stated.filter(|stated| stated.variant.is_empty());
        let stated = stated.find(|stated| stated.property == *name);
        let expected = stated.map(|stated| Expectation { verdict: stated.verdict, effect });
        match missing_in(model, name) {
            Some(why) => Answer { expected, ..Answer::mistaken(subject, why) },
            None => Answer {
                expected,
                ..Answer::new(subject, verdict, Finding::Found(finding.clone()))
            },
        }
    };
    names.iter().map(answer).collect()
}

/// Returns the model of the projections of a choreography, whose transitions have the places of its interactions.
pub fn system_of(choreography: &Model, system: System) -> system::Model {
    let places = transition_places(choreography, &system);
    let placed = |all: &IndexVec<_, Option<Span>>| {
        all.iter().map(|place| place.unwrap_or_default()).collect()
    };
    let automata = system.automata();
    let nowhere = |number: usize| (0..number).map(|_| Span::default());
    let stated = choreography.expectations.iter();
    let expectations: Vec<_> =
        stated.filter(|stated| is_of_projections(&stated.property)).cloned().collect();
    let places = system::Places {
        participants: nowhere(automata.len()).collect(),
        states: automata.iter().map(|one| nowhere(one.states().len()).collect()).collect(),
        transitions: places.iter().map(placed).collect(),
        messages: nowhere(system.messages().len()).collect(),
        expectations: nowhere(expectations.len()).collect(),
        ..system::Places::default()
    };
    system::Model { system, bad: Vec::new(), expectations, places, is_scm: false }
}
