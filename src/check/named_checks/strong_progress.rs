//! Is every message that is sent received, and does every participant that may receive do so?

use super::{Finding, Unknown, all, cut};
use crate::reachability::{Configurations, Outcome, Premise};
use crate::safety::check_in;
use kernel::base::Control;
use model::cfsm::SafetyProperty;
use model::evidence::Witness;

/// A property that is violated.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unmet {
    /// `unreceived(m)` or `stuck(p)`.
    pub property: SafetyProperty,
    /// A run to a configuration that violates the property.
    pub witness: Box<Witness>,
}

/// Decides whether every message that is sent can be received: *strong progress* of what is sent.
///
/// This is `unreceived(m)` for every message `m`; it follows from deadlock freedom.
///
/// # Complexity
/// That of [`check_in`], for each message.
pub fn strong_progress_sent(
    configurations: &Configurations<'_>,
    premise: Premise,
    control: &Control,
) -> Finding<Unmet> {
    let deadlock = check_in(configurations, SafetyProperty::Deadlock, premise, control);
    if matches!(deadlock.outcome, Outcome::Holds(_)) {
        return Finding::Holds(());
    }
    let messages = configurations.system().messages().ids();
    each(configurations, messages.map(SafetyProperty::Unreceived), premise, control)
}

/// Decides whether every participant that may receive a message can eventually receive one: *strong
/// progress* of what is expected.
///
/// This is `stuck(p)` for every participant `p`. Unlike in [`role_progress`](super::role_progress()),
/// participants that may also send are included.
///
/// # Complexity
/// That of [`check_in`], for each participant.
pub fn strong_progress_expected(
    configurations: &Configurations<'_>,
    premise: Premise,
    control: &Control,
) -> Finding<Unmet> {
    let participants = configurations.system().automata().ids();
    each(configurations, participants.map(SafetyProperty::Stuck), premise, control)
}

fn each(
    configurations: &Configurations<'_>,
    properties: impl Iterator<Item = SafetyProperty>,
    premise: Premise,
    control: &Control,
) -> Finding<Unmet> {
    all(properties.map(|property| {
        match check_in(configurations, property, premise, control).outcome {
            Outcome::Holds(_) => Finding::Holds(()),
            Outcome::Violated(witness) => Finding::Violated(Unmet { property, witness }),
            Outcome::Unknown(_) => cut(control).unwrap_or(Finding::Unknown(Unknown::Budget)),
        }
    }))
}
