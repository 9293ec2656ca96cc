//! The instrumented form of component systems: weakly bisimilar to the original one, and what it delivers is the
//! witness.

mod bisimulation;
mod graph;
mod random;
mod runs;
mod systems;
mod task;
