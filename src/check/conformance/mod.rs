//! Does what was observed of a distributed run conform to a global description?
//!
//! A multitrace has a trace for each location, and the order between locations is unknown. It conforms to an
//! automaton, or to the term of an interaction, if it is the projections of some word. [`Class`] describes
//! how near a multitrace that does not conform comes to that, and [`Fault`] where it goes wrong. There are
//! several procedures, which agree; see [`Procedure`].
//!
//! Source: \[RVA\] for automata, \[OVM\] for terms.

mod answer;
mod budget;
mod cache_limits;
mod checker;
mod choreography;
mod explain;
mod invariants;
mod local;
mod masks;
mod plain;
mod problem;
mod projection;
mod search;
mod specification;
mod terms;

pub use answer::{Answer, Class, Fault, LocalError, LocalReason, Procedure, Question, Stage};
pub use cache_limits::CacheLimits;
pub use checker::Checker;
pub use choreography::observed;
pub use explain::Furthest;
pub use invariants::{Invariant, Invariants, orthogonal};
pub use local::{LocalState, LocalVerifiers, TransitionArea};
pub use specification::Specification;
pub use terms::TermChecker;
