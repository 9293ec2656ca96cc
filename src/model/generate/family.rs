//! Families of systems, by name.

use super::{RandomParameters, Size, SizeError, looped_ring, random, ring};
use crate::cfsm::{BadConfigurations, System};
use kernel::base::Random;
use std::fmt;

/// A family of systems.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Family {
    /// The ring that terminates, [`ring()`].
    Ring,
    /// The ring that repeats for ever, [`looped_ring`].
    LoopedRing,
    /// A random system, [`random()`].
    Random,
}

impl Family {
    /// All families, in the order in which they are listed.
    pub const ALL: [Self; 3] = [Self::Ring, Self::LoopedRing, Self::Random];

    /// Returns the name of the family in options.
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

/// Returns the member of `family` that has the given size, with its bad configurations.
///
/// The seed matters only for random systems; all that the size does not determine is drawn from it.
///
/// # Errors
/// If the family has no member of that size.
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
