//! The families by name, as the command line offers them.

use super::{RandomParameters, looped_ring, random, ring};
use crate::cfsm::{BadConfigurations, System};
use kernel::base::Random;
use std::fmt;

/// A family of systems.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Family {
    /// The ring that stops, [`ring()`].
    Ring,
    /// The ring that never stops, [`looped_ring`].
    LoopedRing,
    /// A random system, [`random()`].
    Random,
}

impl Family {
    /// All families, in the order in which they are listed.
    pub const ALL: [Self; 3] = [Self::Ring, Self::LoopedRing, Self::Random];

    /// Returns the name by which a user asks for the family.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ring => "ring",
            Self::LoopedRing => "looped-ring",
            Self::Random => "random",
        }
    }

    /// Returns the family called `name`.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|family| family.name() == name)
    }
}

impl fmt::Display for Family {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

/// The size of a member of a family.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Size {
    /// The number of participants.
    pub participants: usize,
    /// In a ring the number of messages that each participant sends in a round; in a random
    /// system the number of messages that there are.
    pub messages: usize,
}

impl Size {
    /// The largest number of transitions of a ring; a random system has fewer participants than
    /// would give it as many channels, and fewer messages.
    pub const MOST_TRANSITIONS: usize = 2_000_000;

    /// Checks that a ring of this size exists and is not too large.
    pub(super) fn check_ring(self) -> Result<(), SizeError> {
        self.check(2, self.messages)
    }

    /// Checks that a random system of this size exists and is not too large.
    fn check_random(self) -> Result<(), SizeError> {
        self.check(1, self.messages.max(self.participants))
    }

    fn check(self, least_participants: usize, per_participant: usize) -> Result<(), SizeError> {
        if self.participants < least_participants {
            return Err(SizeError::TooFewParticipants { least: least_participants });
        }
        if self.messages == 0 {
            return Err(SizeError::NoMessage);
        }
        let transitions = self.participants.saturating_mul(per_participant).saturating_mul(2);
        if transitions > Self::MOST_TRANSITIONS {
            return Err(SizeError::TooLarge { most: Self::MOST_TRANSITIONS });
        }
        Ok(())
    }
}

/// Why a family has no member of some size.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SizeError {
    /// Too few participants.
    #[error("this family needs at least {least} participants")]
    TooFewParticipants {
        /// The least number.
        least: usize,
    },
    /// No message.
    #[error("at least one message is needed")]
    NoMessage,
    /// So many transitions that the system would be of no use.
    #[error("this system would have more than {most} transitions")]
    TooLarge {
        /// The largest number.
        most: usize,
    },
}

/// Returns the member of `family` that has the given size, with its bad configurations.
///
/// The seed matters for random systems only; what the size leaves open is drawn from it too.
///
/// # Errors
/// Where the family has no member of that size.
///
/// # Examples
/// ```
/// use model::generate::{Family, Size, generate};
///
/// let size = Size { participants: 3, messages: 2 };
/// let (system, bad) = generate(Family::Ring, size, 0)?;
/// assert_eq!(system.name(), "ring_3_2");
/// assert_eq!(bad.len(), 1);
/// # Ok::<(), model::generate::SizeError>(())
/// ```
pub fn generate(
    family: Family,
    size: Size,
    seed: u64,
) -> Result<(System, Vec<BadConfigurations>), SizeError> {
    match family {
        Family::Ring => ring(size.participants, size.messages),
        Family::LoopedRing => Ok((looped_ring(size.participants, size.messages)?, Vec::new())),
        Family::Random => {
            size.check_random()?;
            let mut numbers = Random::new(seed);
            let drawn = RandomParameters::draw(&mut numbers);
            let parameters = RandomParameters {
                participants: size.participants,
                messages: size.messages,
                ..drawn
            };
            Ok((random(&parameters, numbers.bits()), Vec::new()))
        }
    }
}
