//! The classes of systems. A new one is a file with its [`ClassDefinition`], and one row of [`CLASSES`].

use super::class_definition::ClassDefinition;
use super::compatible::{COMPATIBLE, COMPATIBLE_FOR};
use super::fully_bag::FULLY_BAG;
use super::stable::STABLE;
use super::synchronisable::SYNCHRONISABLE;
use super::{bounds, half_duplex};

/// The classes, in the order in which they are reported.
pub static CLASSES: &[ClassDefinition] = &[
    half_duplex::BINARY,
    half_duplex::RESTRICTED,
    half_duplex::NATURAL,
    half_duplex::MULTIPARTY,
    TOPOLOGY,
    bounds::UNIVERSALLY_WITHIN,
    bounds::UNIVERSALLY,
    bounds::EXISTENTIALLY,
    STABLE,
    COMPATIBLE_FOR,
    COMPATIBLE,
    FULLY_BAG,
    SYNCHRONISABLE,
    EAGER,
];

/// Topologies all systems of which are half-duplex, by the criterion of Lemma 5.1.1 of [RSC](crate#bibliography).
const TOPOLOGY: ClassDefinition = ClassDefinition::without_runs("topology");

/// Eager systems: each configuration that can be reached is reached by an execution in which each message is received at
/// once, or never. Nobody decides that of all systems ([RSC](crate#bibliography), 3.4).
const EAGER: ClassDefinition = ClassDefinition::without_runs("eager");

/// A class of systems; of a family that for one bound.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Class {
    /// The row in [`CLASSES`].
    row: usize,
    /// The bound; 0 for what is no family.
    bound: usize,
}

impl Class {
    /// Returns the class with a name.
    ///
    /// ```
    /// use model::evidence::Class;
    ///
    /// let class = Class::named("multiparty-compatible[2]").expect("there is one");
    /// assert_eq!((class.bound(), class.name().as_str()), (2, "multiparty-compatible[2]"));
    /// assert_eq!(Class::named("multiparty-compatible[0]"), None);
    /// ```
    pub fn named(name: &str) -> Option<Self> {
        CLASSES.iter().enumerate().find_map(|(row, class)| {
            if !class.has_bound {
                return (class.name == name).then_some(Self { row, bound: 0 });
            }
            let bound = name.strip_prefix(class.name)?.strip_prefix('[')?.strip_suffix(']')?;
            let bound = bound.parse().ok().filter(|&bound| bound > 0)?;
            Some(Self { row, bound })
        })
    }

    /// Returns the definition of the class, or of its family.
    pub fn definition(self) -> &'static ClassDefinition {
        &CLASSES[self.row]
    }

    /// Returns the bound; 0 for what is no family.
    pub fn bound(self) -> usize {
        self.bound
    }

    /// Returns the name of the property that a system is in the class.
    pub fn name(self) -> String {
        self.definition().with_bound(self.bound)
    }
}
