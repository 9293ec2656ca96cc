//! The models part by part: a file of tests for each file that is tested.

mod cfsm_bad;
mod cfsm_configuration;
mod cfsm_safety;
mod choreography_synchronous;
mod generate_family;
mod generate_random;
mod generate_ring;
mod interaction_continuations;
mod interaction_synthesis;
