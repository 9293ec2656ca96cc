//! Families of systems, by name.

use super::families::{Manners, pairs, philosophers, pipeline, star};
use super::rows::Rounds;
use super::{RandomParameters, Size, SizeError, looped_ring, random, ring};
use crate::cfsm::{BadConfigurations, System};
use kernel::base::Random;
use std::fmt;

kernel::words! {
    /// A family of systems.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
    pub enum Family {
        /// The ring that terminates, [`ring()`].
        Ring = "ring",
        /// The ring that repeats for ever, [`looped_ring`].
        LoopedRing = "looped-ring",
        /// A centre that sends a request to each leaf in turn and then collects their answers.
        Star = "star",
        /// The star that repeats for ever.
        LoopedStar = "looped-star",
        /// Participants each of which passes an item on to the next.
        Pipeline = "pipeline",
        /// The pipeline that repeats for ever; each item is acknowledged.
        LoopedPipeline = "looped-pipeline",
        /// Philosophers and forks, of which the first philosopher takes the right fork first: without deadlock.
        Philosophers = "philosophers",
        /// Philosophers that all take the left fork first and may wait for ever.
        HungryPhilosophers = "hungry-philosophers",
        /// Pairs of a client and a server that know nothing of the other pairs.
        Pairs = "pairs",
        /// A random system, [`random()`].
        Random = "random",
    }
}

impl fmt::Display for Family {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.word())
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
    let count = size.participants;
    // Returns the name, if there are at least so many.
    let named = |least| {
        size.check_fixed(least)?;
        Ok(format!("{}_{count}", family.word().replace('-', "_")))
    };
    let system = match family {
        Family::Ring => return ring(count, size.messages),
        Family::LoopedRing => looped_ring(count, size.messages)?,
        Family::Star => star(named(1)?, count, Rounds::One),
        Family::LoopedStar => star(named(1)?, count, Rounds::Endless),
        Family::Pipeline => pipeline(named(2)?, count, Rounds::One),
        Family::LoopedPipeline => pipeline(named(2)?, count, Rounds::Endless),
        Family::Philosophers => philosophers(named(2)?, count, Manners::Careful),
        Family::HungryPhilosophers => philosophers(named(2)?, count, Manners::Hungry),
        Family::Pairs => pairs(named(1)?, count),
        Family::Random => {
            size.check_random()?;
            let mut numbers = Random::new(seed);
            let drawn = RandomParameters::draw(&mut numbers);
            let parameters =
                RandomParameters { participants: count, messages: size.messages, ..drawn };
            random(&parameters, numbers.bits())
        }
    };
    Ok((system, Vec::new()))
}
