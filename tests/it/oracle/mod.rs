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
//! interaction. Whether a file shows what it claims is for [`evidence_witness`] and [`evidence_certificate`] to say.

pub(crate) mod choreography;
pub(crate) mod configurations;
pub(crate) mod conflict;
pub(crate) mod contents_ways;
pub(crate) mod evidence;
pub(crate) mod evidence_certificate;
mod evidence_configurations;
pub(crate) mod evidence_files;
mod evidence_properties;
pub(crate) mod evidence_witness;
pub(crate) mod executions;
pub(crate) mod interaction;
pub(crate) mod interaction_laws;
pub(crate) mod interaction_rewriting;
pub(crate) mod membership;
pub(crate) mod multitrace_terms;
pub(crate) mod multitraces;
pub(crate) mod protocol;
pub(crate) mod reachability;
mod rsc_state_text;
pub(crate) mod rsc_states;
pub(crate) mod safety;
