//! Questions about the projections of choreographies, as systems.

use super::lines::transition_places;
use super::{ChannelWords as _, ChoreographyFinding, is_of_orders, is_property, property_names};
use crate::lack::{KnownProperties, is_of_systems, names_of_systems};
use crate::{Answer, Finding, Lack, Loaded};
use kernel::base::IndexVec;
use kernel::source::Span;
use kernel::verdict::{Effect, Expectation, Verdict};
use language::choreography::Model;
use language::scm;
use model::cfsm::System;
use model::choreography::ChannelChoice;

/// Returns `true` for the names of properties of projections; those that choreographies have, too, are theirs.
pub fn is_of_projections(name: &str) -> bool {
    !is_property(name) && is_of_systems(name)
}

/// Returns `true` for the names of properties of choreographies and of their projections.
pub fn is_property_of_messages(name: &str) -> bool {
    is_property(name) || is_of_projections(name)
}

/// Returns the names of the properties of choreographies and of their projections.
pub(crate) fn names_of_messages() -> impl Iterator<Item = String> {
    let of_projections = names_of_systems().filter(|name| !is_property(name));
    property_names().chain(of_projections)
}

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

/// Returns what a property is about that a choreography does not have, in a sentence; `None` also if its participants
/// are not known.
pub(super) fn missing_in(model: &Model, property: &str) -> Option<String> {
    let description = &model.description;
    if description.participants.is_empty() {
        return None;
    }
    let participants = description.participants.iter().map(String::as_str);
    let messages = description.messages.iter().map(String::as_str);
    let word = if model.is_diagram() { "lifeline" } else { "participant" };
    missing_part(property, (word, participants), messages)
}

/// Returns what a property is about that is none of the participants, which are called so, and none of the messages, in a
/// sentence.
pub(crate) fn missing_part<'a>(
    property: &str,
    (word, mut participants): (&str, impl Iterator<Item = &'a str>),
    mut messages: impl Iterator<Item = &'a str>,
) -> Option<String> {
    let about = |kind: &str| property.strip_prefix(kind)?.strip_suffix(')');
    if let Some(participant) = about("stuck(").or_else(|| about("not-told(")) {
        let is_there = participants.any(|known| known == participant);
        (!is_there).then(|| format!("there is no {word} `{participant}`"))
    } else if let Some(message) = about("unreceived(") {
        let is_there = messages.any(|known| known == message);
        (!is_there).then(|| format!("there is no message `{message}`"))
    } else {
        None
    }
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
        let subject = loaded.subject(name, choice.word());
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
pub fn system_of(choreography: &Model, system: System) -> scm::Model {
    let places = transition_places(choreography, &system);
    let placed = |all: &IndexVec<_, Option<Span>>| {
        all.iter().map(|place| place.unwrap_or_default()).collect()
    };
    let automata = system.automata();
    let nowhere = |number: usize| (0..number).map(|_| Span::default());
    let stated = choreography.expectations.iter();
    let expectations: Vec<_> =
        stated.filter(|stated| is_of_projections(&stated.property)).cloned().collect();
    let places = scm::Places {
        participants: nowhere(automata.len()).collect(),
        states: automata.iter().map(|one| nowhere(one.states().len()).collect()).collect(),
        transitions: places.iter().map(placed).collect(),
        messages: nowhere(system.messages().len()).collect(),
        expectations: nowhere(expectations.len()).collect(),
        ..scm::Places::default()
    };
    scm::Model { system, bad: Vec::new(), expectations, places }
}
