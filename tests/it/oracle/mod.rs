//! The oracles themselves, on systems whose answers are known.

mod classes_examples;
mod interaction_examples;
mod interaction_laws;
mod languages_examples;
mod membership_examples;
mod parts;
mod reachability_examples;
mod reorderings_random;
mod safety_examples;
