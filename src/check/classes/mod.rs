//! Classes of systems: whether a system is in one.
//!
//! What a class is, [`model::evidence`] says, which tests the runs that show that a system is not in it; a new class is a
//! file here that decides it, and one row of [`DECISIONS`].

mod half_duplex;
mod multiparty;

use crate::EngineName;
use crate::reachability::Configurations;
use kernel::base::{Control, Limit};
use kernel::search::Statistics;
use kernel::verdict;
use model::evidence::{Class, Witness};

/// The classes that are decided, by the names of their definitions.
const DECISIONS: &[Decision] = &[
    ("multiparty-compatible", EngineName::Multiparty, multiparty::decide),
    ("half-duplex[binary]", EngineName::Safety, half_duplex::decide),
];

/// The name of a class or family, the procedure, and the function that decides it.
type Decision = (&'static str, EngineName, fn(&Configurations<'_>, Class, &Control) -> Decided);

/// Whether a system is in a class: it is, or a run shows that it is not.
pub type ClassOutcome = verdict::Outcome<InClass, Box<Witness>, Limit>;

/// The outcome with the work that was done.
///
/// # Errors
/// Why the class is not defined for the system, as the rest of a sentence: "only for FIFO channels, and channel 0 is a bag".
pub type Decided = Result<(ClassOutcome, Statistics), String>;

/// Why a system is in a class.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct InClass {
    /// Number of configurations, or of other states, that were explored.
    pub configurations: u64,
    /// How far that reaches.
    pub scope: ClassScope,
}

kernel::words! {
    /// How far it reaches that a system is in a class.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub enum ClassScope {
        /// For channels without bound.
        Decided = "decided",
        /// As long as no channel holds more messages than the bound.
        UpToBound = "up to k",
    }
}

/// Decides whether a system is in a class, and returns the procedure that did.
///
/// # Complexity
/// That of the procedure; see its file.
///
/// # Errors
/// If the class is not defined for the system: see [`Decided`].
pub fn decide(
    class: Class,
    configurations: &Configurations<'_>,
    control: &Control,
) -> (EngineName, Decided) {
    let name = class.definition().name;
    let row = DECISIONS.iter().find(|(known, ..)| *known == name);
    let (_, engine, decide) = row.expect("a class that is defined is decided");
    (*engine, decide(configurations, class, control))
}
