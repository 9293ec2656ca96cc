//! The oracles: slow, obvious, and written from the definitions alone.
//!
//! They share nothing with the engines that they judge. Of the library they read the public data of
//! a model: automata, transitions, channels, contents expressions. Configurations, matching pairs,
//! conflict graphs, the matching of contents and every search are their own, each as close to the
//! text of the definition as a program can be.
//!
//! [`membership`] says whether a system is RSC, [`reachability`] whether a configuration of a given
//! set is reachable, and [`safety`] whether one is that a property forbids. [`interaction`] lists the
//! words of an interaction, [`interaction_laws`] has equations between interactions, and
//! [`interaction_rewriting`] applies those of one definition in any order. [`multitraces`] says how near
//! what several locations saw comes to a word of an automaton, and [`multitrace_terms`] to one of an
//! interaction. [`diagrams`] says whether lifelines on their own do what a diagram says. [`component`] says what can fire and what can start in a system of components, [`component_runs`] what
//! is determined of the witness of a run. [`half_duplex`], [`bounds`], [`fully_bag`], [`synchronous`], [`stability`] and [`multiparty`]
//! say whether a system is in a class. Whether a file shows what it claims is for [`evidence_witness`] and [`evidence_certificate`] to say.

#![allow(
    clippy::unwrap_used,
    clippy::missing_errors_doc,
    missing_docs,
    missing_debug_implementations,
    reason = "oracles are tests, which end where something is missing; their definitions are documented at the library"
)]

pub mod bounds;
pub mod choreography;
pub mod component;
pub mod component_runs;
pub mod component_terms;
pub mod configurations;
pub mod conflict;
pub mod contents_ways;
pub mod diagrams;
pub mod evidence;
pub mod evidence_certificate;
mod evidence_configurations;
pub mod evidence_files;
pub mod evidence_languages;
mod evidence_linear;
mod evidence_persistent;
mod evidence_properties;
mod evidence_upward;
pub mod evidence_witness;
pub mod executions;
pub mod fully_bag;
pub mod half_duplex;
pub mod interaction;
pub mod interaction_laws;
pub mod interaction_rewriting;
pub mod membership;
pub mod multiparty;
pub mod multitrace_terms;
pub mod multitraces;
pub mod orders;
pub mod protocol;
pub mod reachability;
pub mod reorderings;
mod rsc_state_text;
pub mod rsc_states;
pub mod safety;
pub mod stability;
pub mod synchronous;
pub mod temporal;
