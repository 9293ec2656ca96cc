//! The groups that properties belong to, by their names.

use crate::choreography::NamedCheck;
use model::cfsm::SafetyProperty;

/// Properties that one command asks for, and that share a column of a table.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum PropertyGroup {
    /// `rsc`.
    Membership,
    /// `bad_states/N`: what the model says must not be reached.
    BadStates,
    /// The properties that every system has.
    Safety,
    /// `realisable`.
    Realisability,
    /// `well-formed`.
    WellFormedness,
    /// Named checks of choreographies.
    Protocol,
}

/// Returns `true` if a name is that of a safety property that a single configuration violates; these are
/// asked of every model.
pub fn is_linear(name: &str) -> bool {
    SafetyProperty::LINEAR.iter().any(|property| property.kind_name() == name)
}

impl PropertyGroup {
    /// Returns the group of a property, if this program knows it.
    pub fn from_name(property: &str) -> Option<Self> {
        let about = |kind: &str| {
            let rest = property.strip_prefix(kind);
            rest.is_some_and(|rest| rest.starts_with('(') && rest.ends_with(')'))
        };
        let is_number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        if property == "rsc" {
            Some(Self::Membership)
        } else if property == Self::BadStates.name()
            || property.strip_prefix("bad_states/").is_some_and(is_number)
        {
            Some(Self::BadStates)
        } else if is_linear(property)
            || property == "deadlock"
            || about("stuck")
            || about("unreceived")
        {
            Some(Self::Safety)
        } else if property == Self::Realisability.name() {
            Some(Self::Realisability)
        } else if property == Self::WellFormedness.name() {
            Some(Self::WellFormedness)
        } else if NamedCheck::ALL.iter().any(|check| check.name() == property) {
            Some(Self::Protocol)
        } else {
            None
        }
    }

    /// Returns `true` if the properties are asked of systems, and not of choreographies only.
    pub fn is_of_systems(self) -> bool {
        matches!(self, Self::Membership | Self::BadStates | Self::Safety)
    }

    /// Returns the name of the group, as columns of tables are called.
    pub fn name(self) -> &'static str {
        match self {
            Self::Membership => "rsc",
            Self::BadStates => "bad_states",
            Self::Safety => "safety",
            Self::Realisability => "realisable",
            Self::WellFormedness => "well-formed",
            Self::Protocol => "protocol",
        }
    }

    /// Returns the command that asks for these properties alone.
    pub fn command(self) -> &'static str {
        match self {
            Self::Membership => "rsc",
            Self::BadStates => "reach",
            Self::Safety => "safety",
            Self::Realisability | Self::Protocol => "chor check",
            Self::WellFormedness => "chor check --strict",
        }
    }
}
