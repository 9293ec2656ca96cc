//! The questions of other tools, by name.

use scm_check::check::protocol::Fairness;

/// A question of other tools.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum NamedCheck {
    Deadlock,
    Coherence,
    TerminationAwareness,
    RoleProgress(Fairness),
    LabelDeterminism,
    CommutationClosure,
    GloballyCooperative,
    StrongProgressSent,
    StrongProgressExpected,
}

impl NamedCheck {
    /// All of them, in the order in which they are listed.
    pub(crate) const ALL: [Self; 10] = [
        Self::Deadlock,
        Self::Coherence,
        Self::TerminationAwareness,
        Self::RoleProgress(Fairness::Fair),
        Self::RoleProgress(Fairness::Unfair),
        Self::LabelDeterminism,
        Self::CommutationClosure,
        Self::GloballyCooperative,
        Self::StrongProgressSent,
        Self::StrongProgressExpected,
    ];

    /// Returns the name of the property.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Deadlock => "deadlock",
            Self::Coherence => "coherence",
            Self::TerminationAwareness => "termination-awareness",
            Self::RoleProgress(Fairness::Fair) => "role-progress-fair",
            Self::RoleProgress(Fairness::Unfair) => "role-progress-unfair",
            Self::LabelDeterminism => "label-determinism",
            Self::CommutationClosure => "commutation-closure",
            Self::GloballyCooperative => "globally-cooperative",
            Self::StrongProgressSent => "strong-progress(sent)",
            Self::StrongProgressExpected => "strong-progress(expected)",
        }
    }
}
