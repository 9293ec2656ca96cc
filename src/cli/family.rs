//! The families that properties belong to, told by their names.

use scm_check::driver::choreography::NamedCheck;
use scm_check::model::cfsm::SafetyProperty;

/// What one command asks for, and one column of a table shows.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Family {
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
    /// What else is asked of choreographies, by name.
    Protocol,
}

/// Tells whether a name is that of a safety property that a single configuration violates; these are
/// asked of every model.
pub(crate) fn is_linear(name: &str) -> bool {
    SafetyProperty::LINEAR.iter().any(|property| property.kind_name() == name)
}

/// Returns names of properties, where those that differ only in whom they are about are counted:
/// `deadlock, stuck(p), unreceived(m) x 3`.
pub(crate) fn counted(names: &[String]) -> String {
    let kind = |name: &str| name.split('(').next().unwrap_or_default().to_owned();
    let mut kinds: Vec<(String, Vec<&str>)> = Vec::new();
    for name in names {
        match kinds.iter_mut().find(|(known, _)| *known == kind(name)) {
            Some((_, all)) => all.push(name),
            None => kinds.push((kind(name), vec![name])),
        }
    }
    let text = |(kind, all): &(String, Vec<&str>)| match (all.as_slice(), kind.as_str()) {
        ([only], _) => (*only).to_owned(),
        (several, "stuck") => format!("stuck(p) x {}", several.len()),
        (several, "unreceived") => format!("unreceived(m) x {}", several.len()),
        (several, kind) => format!("{kind} x {}", several.len()),
    };
    kinds.iter().map(text).collect::<Vec<_>>().join(", ")
}

impl Family {
    /// Returns the family of a property, if this program knows it.
    pub(crate) fn of(property: &str) -> Option<Self> {
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

    /// Tells whether it is asked of systems, and not of choreographies only.
    pub(crate) fn is_of_systems(self) -> bool {
        matches!(self, Self::Membership | Self::BadStates | Self::Safety)
    }

    /// Returns what its column in a table is called.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Membership => "rsc",
            Self::BadStates => "bad_states",
            Self::Safety => "safety",
            Self::Realisability => "realisable",
            Self::WellFormedness => "well-formed",
            Self::Protocol => "protocol",
        }
    }

    /// Returns the command that asks for it alone.
    pub(crate) fn command(self) -> &'static str {
        match self {
            Self::Membership => "rsc",
            Self::BadStates => "reach",
            Self::Safety => "safety",
            Self::Realisability | Self::Protocol => "chor check",
            Self::WellFormedness => "chor check --strict",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn properties_are_told_apart_by_their_names() {
        for (property, family) in [
            ("rsc", Some(Family::Membership)),
            ("bad_states", Some(Family::BadStates)),
            ("bad_states/12", Some(Family::BadStates)),
            ("bad_states/", None),
            ("bad_states/x", None),
            ("progress", Some(Family::Safety)),
            ("deadlock", Some(Family::Safety)),
            ("stuck(p)", Some(Family::Safety)),
            ("stuck", None),
            ("unreceived(m)", Some(Family::Safety)),
            ("realisable", Some(Family::Realisability)),
            ("well-formed", Some(Family::WellFormedness)),
            ("coherence", Some(Family::Protocol)),
            ("strong-progress(sent)", Some(Family::Protocol)),
            ("realisable[mailbox]", None),
        ] {
            assert_eq!(Family::of(property), family, "{property}");
        }
    }
}
