//! Systems and multitraces made to order: parametric families, and what is drawn by chance from a seed.
//!
//! Everything here is a function of its arguments alone, so a seed or a size names a system. The
//! random systems serve tests that compare two ways to compute the same answer; the families serve
//! measurements, because their size grows with a parameter while their behaviour stays the same.

mod arbitrary;
mod family;
mod multitraces;
mod protocol;
mod random;
mod random_parameters;
mod ring;
mod satisfiability;
mod size;
mod sketch;

pub use family::{Family, generate};
pub use multitraces::{Mutation, RandomMultitraces, mixed, mutate};
pub use random::random;
pub use random_parameters::{Architecture, Kinds, RandomParameters, Shape, Style};
pub use ring::{looped_ring, ring};
pub use satisfiability::{Encoding, Formula, encoded};
pub use size::{Size, SizeError};
