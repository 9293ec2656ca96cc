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
mod ring;
mod satisfiability;
mod sketch;

pub use family::{Family, Size, SizeError, generate};
pub use multitraces::{Mutation, RandomMultitraces, mixed, mutate};
pub use random::{Architecture, Kinds, RandomParameters, Shape, Style, random};
pub use ring::{looped_ring, ring};
pub use satisfiability::{Encoding, Formula, encoded};
