//! The names of the properties that choreographies, their projections and diagrams have.

use super::NamedCheck;
use crate::lack::{is_of_systems, names_of_systems};
use check::realisability::Question;
use language::choreography::Model;

/// A question about a choreography.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ChoreographyQuestion {
    /// Is the choreography realisable, or well-formed?
    Realisability(Question),
    /// A named check of another tool.
    Named(NamedCheck),
    /// The name is not that of a property; this sentence explains why.
    Mistaken(String),
}

/// Returns the properties of choreographies.
pub(super) fn properties() -> impl Iterator<Item = (&'static str, ChoreographyQuestion)> {
    let two = [("realisable", Question::Realisable), ("well-formed", Question::WellFormed)];
    let two = two.map(|(name, question)| (name, ChoreographyQuestion::Realisability(question)));
    let named = NamedCheck::ALL.map(|check| (check.name(), ChoreographyQuestion::Named(check)));
    two.into_iter().chain(named)
}

/// Returns `true` if choreographies have a property of this name.
pub fn is_property(name: &str) -> bool {
    properties().any(|(property, _)| property == name)
}

/// Returns the names of the properties of choreographies.
pub(crate) fn property_names() -> impl Iterator<Item = &'static str> {
    properties().map(|(name, _)| name)
}

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
    property_names().map(str::to_owned).chain(of_projections)
}

/// The name of the property that no two receptions race.
pub(crate) const RACE: &str = "race";

/// The general form of the name of the property that a lifeline is told that the others have ended.
pub(crate) const NOT_TOLD: &str = "not-told(PARTICIPANT)";

/// Returns `true` for the names of properties about the order of receptions in diagrams.
pub fn is_of_orders(name: &str) -> bool {
    name == RACE || untold(name).is_some()
}

/// Returns the lifeline of the name `not-told(LIFELINE)`.
pub(crate) fn untold(name: &str) -> Option<&str> {
    name.strip_prefix("not-told(")?.strip_suffix(')')
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
