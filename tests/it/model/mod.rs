//! The models part by part: a file of tests for each file that is tested.

mod causality;
mod cfsm_architecture;
mod cfsm_bad;
mod cfsm_configuration;
mod cfsm_safety;
mod cfsm_system;
mod cfsm_topology;
mod channel_choice;
mod choreography_synchronous;
mod component_random;
mod generate_family;
mod generate_random;
mod generate_ring;
mod interaction_continuations;
mod interaction_synthesis;
mod paper_executions;
mod run_scripts;
mod safety_witness;
mod witness;
