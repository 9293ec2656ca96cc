//! Classes of systems: whether a system is in one.
//!
//! What a class is, [`model::evidence`] says, which tests the runs that show that a system is not in it; a new class is a
//! file here that decides it, and one row of [`DECISIONS`].

mod bounded;
mod departure;
mod eager;
mod fully_bag;
mod half_duplex;
mod multiparty;
mod multiparty_half_duplex;
mod stable;
mod synchronisable;
mod topology;

use crate::EngineName;
pub use crate::compatibility::Independence;
use crate::reachability::{Configurations, UnknownReason};
use crate::rsc::{Run, RunFinding};
use kernel::base::{Control, Limit};
use kernel::search::Statistics;
use kernel::verdict;
use model::cfsm::{Configuration, TopologyObstacle};
use model::evidence::{Class, Witness};

pub use bounded::ChannelBounds;

/// The classes that are decided, by the names of their definitions.
const DECISIONS: &[(&str, Decision)] = &[
    ("half-duplex[binary]", half_duplex::binary),
    ("half-duplex[restricted]", half_duplex::restricted),
    ("half-duplex[natural]", half_duplex::natural),
    ("half-duplex[multiparty]", multiparty_half_duplex::decide),
    ("topology", topology::decide),
    ("universally-bounded[]", bounded::within),
    ("universally-bounded", bounded::decide),
    ("existentially-bounded", bounded::decide),
    ("stable[]", stable::decide),
    ("multiparty-compatible[]", multiparty::decide),
    ("multiparty-compatible", multiparty::least),
    ("rsc[fully-bag]", fully_bag::decide),
    ("synchronisable", synchronisable::decide),
    ("eager", eager::decide),
];

/// The function that decides a class or a family of classes.
type Decision = fn(&ClassQuestion<'_, '_>) -> Decided;

/// Whether a system is in a class.
pub type ClassOutcome = verdict::Outcome<InClass, Outside, OpenClass>;

/// Why a system is not in a class.
#[derive(Clone, PartialEq, Debug)]
pub enum Outside {
    /// A run shows it.
    Run(Box<Witness>),
    /// The topology does not meet the criterion.
    Topology(TopologyObstacle),
    /// The same sends are possible, but not with the same choices, by this equivalence.
    Choices(Equivalence),
}

/// The answer to the question whether a system is in a class.
///
/// # Errors
/// Why the class is not defined for the system, as the rest of a sentence: "only for FIFO channels, and channel 0 is a bag".
pub type Decided = Result<ClassAnswer, String>;

/// The answer whether a system is in a class.
#[derive(Clone, PartialEq, Debug)]
pub struct ClassAnswer {
    /// The procedure that found it.
    pub engine: EngineName,
    /// The outcome.
    pub outcome: ClassOutcome,
    /// The work that was done.
    pub statistics: Statistics,
    /// The conditions of multiparty compatibility one by one, if that is the class.
    pub conditions: Option<Conditions>,
}

impl ClassAnswer {
    /// Returns an answer about a class that is no conjunction of others.
    fn new(engine: EngineName, outcome: ClassOutcome, statistics: Statistics) -> Self {
        Self { engine, outcome, statistics, conditions: None }
    }
}

/// The conditions of multiparty compatibility for a bound, and of what it says about all bounds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Conditions {
    /// Whether every send fits some time.
    pub is_exhaustive: bool,
    /// Whether each message can be received, and nobody waits for ever.
    pub is_safe: bool,
    /// Which choices do not depend on how full channels are, if the system is exhaustive.
    pub independence: Option<Independence>,
}

/// The question whether a system is in a class.
#[derive(Clone, Copy, Debug)]
pub struct ClassQuestion<'q, 'a> {
    /// The class.
    pub class: Class,
    /// The system, with what is known of it.
    pub configurations: &'q Configurations<'a>,
    /// How many messages a channel holds at most in searches that do not see all runs, and the largest bound that is tried
    /// where the least one is asked for.
    pub most: usize,
    /// When behaviours are alike.
    pub equivalence: Equivalence,
    /// The limits.
    pub control: &'q Control,
}

/// Why a system is in a class.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InClass {
    /// Number of configurations, or of other states, that were explored.
    pub configurations: u64,
    /// How far that reaches.
    pub scope: ClassScope,
    /// What it rests on.
    pub ground: ClassGround,
    /// The least bound for which the system is in the class, where there is one.
    pub least: Option<usize>,
    /// The most messages that channels hold, where that is known.
    pub bounds: Option<ChannelBounds>,
}

impl InClass {
    /// Returns that a system is in a class without bound, after so many states were explored.
    fn decided(ground: ClassGround, configurations: u64) -> Self {
        let scope = ClassScope::Decided;
        Self { configurations, scope, ground, least: None, bounds: None }
    }
}

kernel::words! {
    /// When two behaviours are alike in which only sends are seen.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
    pub enum Equivalence {
        /// Branching bisimilarity: other steps are hidden.
        #[default]
        Branching = "branching",
        /// Strong bisimilarity: other steps are seen, and look alike.
        Strong = "strong",
    }
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

kernel::words! {
    /// What it rests on that a system is in a class.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub enum ClassGround {
        /// No RSC execution shows the contrary, and others need not be looked at.
        Executions = "rsc executions",
        /// All configurations were explored.
        Configurations = "configurations",
        /// Those within the bound were explored, which say something about all.
        Bounded = "bounded configurations",
        /// The system is RSC.
        Rsc = "rsc",
        /// The topology meets a criterion.
        Topology = "topology",
    }
}

/// Why it is open whether a system is in a class.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OpenClass {
    /// A limit was reached.
    Limit(Limit),
    /// No run shows that it is not as long as no channel holds more messages than this.
    Within(usize),
    /// For no bound up to this one is the system known to be in the class for all bounds.
    NoBound(usize),
    /// Nobody decides it for systems like this one.
    Undecidable,
}

impl From<UnknownReason> for OpenClass {
    fn from(gap: UnknownReason) -> Self {
        match gap {
            UnknownReason::Limit(limit) => Self::Limit(limit),
            UnknownReason::Undecided { bound: Some(bound), .. } => Self::Within(bound),
            _ => Self::Limit(Limit::States),
        }
    }
}

/// Decides whether a system is in a class.
///
/// # Complexity
/// That of the procedure; see its file.
///
/// # Errors
/// If the class is not defined for the system: see [`Decided`].
pub fn decide(question: &ClassQuestion<'_, '_>) -> Decided {
    let name = question.class.definition().with_bound("");
    let row = DECISIONS.iter().find(|(known, _)| *known == name);
    let (_, decide) = row.expect("a class that is defined is decided");
    decide(question)
}

/// Maximum number of states of a search for a class, unless the user sets another one.
const STATES: u64 = 1_000_000;

impl ClassQuestion<'_, '_> {
    /// Returns the limits of one search.
    fn limits(&self) -> Control {
        self.control.part(self.control.max_states.unwrap_or(STATES))
    }

    /// Returns that a run shows that the system is not in the class.
    ///
    /// # Panics
    /// If it does not.
    fn outside(&self, (initial, steps): Run, most: u64) -> ClassOutcome {
        let most = usize::try_from(most).unwrap_or(usize::MAX);
        let system = self.configurations.system();
        let witness = Witness::outside_class(system, self.class, initial, steps, most)
            .expect("the search finds runs that leave the class only");
        ClassOutcome::Violated(Outside::Run(Box::new(witness)))
    }

    /// Returns what a search of RSC executions says that decides by itself: a run is outside the class, and without one all
    /// systems like this one are in it.
    fn by_search(&self, found: RunFinding, statistics: Statistics) -> ClassOutcome {
        match found {
            RunFinding::Run(run) => self.outside(run, 0),
            RunFinding::Nothing(_) => {
                ClassOutcome::Holds(InClass::decided(ClassGround::Executions, statistics.states))
            }
            RunFinding::Cut(limit) => ClassOutcome::Unknown(OpenClass::Limit(limit)),
        }
    }

    /// Answers by the configurations of which none may be as `is_outside` says: all of them, or those within
    /// [`most`](Self::most) messages in each channel.
    fn by_configurations(&self, is_outside: impl Fn(&Configuration) -> bool) -> ClassAnswer {
        let explored = self.configurations.bounded_as_asked(self.most, self.control);
        let statistics = explored.statistics();
        let found = explored.configurations().find(|(_, here)| is_outside(here));
        let outcome = match (found, explored.gap()) {
            (Some((node, _)), _) => self.outside(explored.run_to(node), 0),
            (None, Some(gap)) => ClassOutcome::Unknown(gap.into()),
            (None, None) => ClassOutcome::Holds(InClass::decided(
                ClassGround::Configurations,
                statistics.states,
            )),
        };
        let engine =
            if explored.gap().is_some() { EngineName::Bounded } else { EngineName::Finite };
        ClassAnswer::new(engine, outcome, statistics)
    }
}
