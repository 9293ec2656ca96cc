//! Monitors: what is certain of a temporal formula after each letter of a trace.
//!
//! [`Monitor`] compiles a formula of linear temporal logic, with past and future operators nested in any way, into a
//! deterministic automaton with a verdict in each state. Verdicts are as certain as the [`Semantics`] allows at each
//! letter; the propositions are independent of each other: any letter may come. What propositions are about, and
//! where traces come from, is not known here.
//!
//! States are built when a trace first leads to them, and the propositions that tell the successors of a state apart
//! are tests in a tree, which grows by the letters that were read. So a formula with many propositions costs only
//! what its traces show of it, and reading a letter again costs a few tests. A state is an obligation
//! (`progression`): Boolean functions in canonical form. Whether it is certain is whether no continuation meets it,
//! or its negation (`satisfiability`), which is searched without building the states in between.

mod automaton;
mod choices;
mod decision_diagram;
mod limit;
mod machine;
mod progression;
mod recent_steps;
mod satisfiability;
mod semantics;
mod subformulas;
mod verdict;

pub use automaton::{MonitorAutomaton, MonitorState, MonitorStateId, MonitorTransition};
pub use limit::TooManyStates;
pub use machine::Monitor;
pub use recent_steps::NumberedSteps;
pub use semantics::Semantics;
pub use verdict::MonitorVerdict;
