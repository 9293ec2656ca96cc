//! Groups of properties by name.

use crate::choreography::NamedCheck;
use model::cfsm::SafetyProperty;
use model::evidence::Class;

kernel::words! {
    /// Properties that one command checks, and that share a column of a table, but for classes.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
    pub enum PropertyGroup {
        /// `rsc`.
        Membership = "rsc",
        /// `bad_states/N`: the bad configurations that the model states.
        BadStates = "bad_states",
        /// The safety properties of every system.
        Safety = "safety",
        /// Classes of systems.
        Class = "class",
        /// `realisable`.
        Realisability = "realisable",
        /// `well-formed`.
        WellFormedness = "well-formed",
        /// Named checks of choreographies.
        Protocol = "protocol",
    }
}

/// Returns `true` if a name is that of a safety property that a single configuration violates; these properties are
/// checked for every model.
pub fn is_linear(name: &str) -> bool {
    SafetyProperty::LINEAR.iter().any(|property| property.kind_name() == name)
}

impl PropertyGroup {
    /// Returns the group of a property; `None` if this program does not know the property.
    pub fn from_name(property: &str) -> Option<Self> {
        let about = |kind: &str| {
            let rest = property.strip_prefix(kind);
            rest.is_some_and(|rest| rest.starts_with('(') && rest.ends_with(')'))
        };
        let is_number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        if property == "rsc" {
            Some(Self::Membership)
        } else if property == Self::BadStates.word()
            || property.strip_prefix("bad_states/").is_some_and(is_number)
        {
            Some(Self::BadStates)
        } else if is_linear(property)
            || property == "deadlock"
            || about("stuck")
            || about("unreceived")
        {
            Some(Self::Safety)
        } else if Class::named(property).is_some() {
            Some(Self::Class)
        } else if NamedCheck::ALL.iter().any(|check| check.name() == property) {
            Some(Self::Protocol)
        } else {
            let others = [Self::Realisability, Self::WellFormedness];
            others.into_iter().find(|group| group.word() == property)
        }
    }

    /// Returns `true` if the properties apply to systems, and not to choreographies only.
    pub fn is_of_systems(self) -> bool {
        matches!(self, Self::Membership | Self::BadStates | Self::Safety | Self::Class)
    }
}
