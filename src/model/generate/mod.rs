//! Generated systems, composites and multitraces: parametric families, and random ones drawn from a seed.
//!
//! Every result is a function of the arguments alone, so a seed or a size identifies a system. Random systems
//! are for tests that compare two ways to compute the same answer; the families are for measurements, because
//! their size grows with a parameter while their behaviour stays the same.

mod arbitrary;
mod component;
mod component_terms;
mod families;
mod family;
mod multitraces;
mod post_correspondence;
mod protocol;
mod random;
mod random_parameters;
mod ring;
mod rows;
mod satisfiability;
mod size;
mod sketch;

pub use component::{RandomComposite, random_composite};
pub use family::{Family, generate};
pub use multitraces::{Mutation, RandomMultitraces, mixed, mutate};
pub use post_correspondence::{PairFault, PostError, PostInstance, post_correspondence};
pub use random::random;
pub use random_parameters::{Architecture, Kinds, RandomParameters, Shape, Style};
pub use ring::{looped_ring, ring};
pub use satisfiability::{Encoding, Formula, encoded};
pub use size::{Size, SizeError};
