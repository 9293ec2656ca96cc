//! Named checks of other tools.

use check::named_checks::Fairness;

/// A check of another tool, by its name there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NamedCheck {
    /// Can all channels become empty, from every configuration of the projections?
    Deadlock,
    /// Do the coherence conditions hold?
    Coherence,
    /// Can every participant detect the end of the protocol?
    TerminationAwareness,
    /// Does every participant that can only receive make progress?
    RoleProgress(Fairness),
    /// Has no state two transitions with the same interaction to different states?
    LabelDeterminism,
    /// May independent interactions happen in any order?
    CommutationClosure,
    /// Are the interactions of every loop connected?
    GloballyCooperative,
    /// Can every message that is sent be received?
    StrongProgressSent,
    /// Can a participant that may receive a message eventually receive one?
    StrongProgressExpected,
}

impl NamedCheck {
    /// All checks, in the order in which they are listed.
    pub const ALL: [Self; 10] = [
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
    pub fn name(self) -> &'static str {
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
