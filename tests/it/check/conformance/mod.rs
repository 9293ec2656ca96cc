//! Multitraces: every procedure against the oracle, on random small systems and on examples.

mod examples;
mod explanations;
mod facts;
mod random_automata;
mod random_systems;
mod random_terms;
mod term_explanations;
