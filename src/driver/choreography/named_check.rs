//! The questions of other tools, by name.

use check::named_checks::Fairness;

/// A question of other tools, which know it by this name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NamedCheck {
    /// Can all channels become empty, from every configuration of the projections?
    Deadlock,
    /// Do the coherence conditions hold?
    Coherence,
    /// Does everybody know when the protocol is over?
    TerminationAwareness,
    /// Does whoever can only receive go on?
    RoleProgress(Fairness),
    /// Does no interaction lead from one state to two places?
    LabelDeterminism,
    /// May independent interactions happen in any order?
    CommutationClosure,
    /// Does what happens in a loop hang together?
    GloballyCooperative,
    /// Can every message that is sent be received?
    StrongProgressSent,
    /// Can whoever may receive a message receive one some time?
    StrongProgressExpected,
}

impl NamedCheck {
    /// All of them, in the order in which they are listed.
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
