//! Sizes of members of families.

/// The size of a member of a family.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Size {
    /// The number of participants; of a star its leaves, of philosophers without their forks, of pairs the pairs.
    pub participants: usize,
    /// In a ring the number of messages that each participant sends in a round; in a random system the number
    /// of its messages; in the other families 1.
    pub messages: usize,
}

impl Size {
    /// Maximum number of transitions, but for random systems; a random system has fewer participants than would give it as
    /// many channels, and fewer messages.
    pub const MAX_TRANSITIONS: usize = 2_000_000;

    /// Checks that a ring of this size exists and is not too large.
    pub(super) fn check_ring(self) -> Result<(), SizeError> {
        self.check(2, self.messages)
    }

    /// Checks that a random system of this size exists and is not too large.
    pub(super) fn check_random(self) -> Result<(), SizeError> {
        self.check(1, self.messages.max(self.participants))
    }

    /// Checks that a member of this size exists and is not too large, in a family that has messages of its own.
    pub(super) fn check_fixed(self, least_participants: usize) -> Result<(), SizeError> {
        if self.messages != 1 {
            return Err(SizeError::FixedMessages);
        }
        // Philosophers and their forks have most.
        self.check(least_participants, 6)
    }

    fn check(self, least_participants: usize, per_participant: usize) -> Result<(), SizeError> {
        if self.participants < least_participants {
            return Err(SizeError::TooFewParticipants(least_participants));
        }
        if self.messages == 0 {
            return Err(SizeError::NoMessage);
        }
        let transitions = self.participants.saturating_mul(per_participant).saturating_mul(2);
        if transitions > Self::MAX_TRANSITIONS {
            return Err(SizeError::TooLarge);
        }
        Ok(())
    }
}

/// Why a family has no member of some size.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SizeError {
    /// There are fewer participants than this minimum.
    #[error("this family needs at least {0} participants")]
    TooFewParticipants(usize),
    /// There is no message.
    #[error("at least one message is needed")]
    NoMessage,
    /// The family has messages of its own, and their number is not 1.
    #[error("this family has messages of its own: their number cannot be chosen")]
    FixedMessages,
    /// There are more transitions than [`Size::MAX_TRANSITIONS`].
    #[error("this system would have more than {} transitions", Size::MAX_TRANSITIONS)]
    TooLarge,
}
