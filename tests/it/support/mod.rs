//! What the tests share: random cases, small systems, engines behind one interface, the program as a process.

pub(crate) mod bad_specifications;
pub(crate) mod bundled_interactions;
pub(crate) mod bundled_systems;
pub(crate) mod cases;
pub(crate) mod causal_equivalence;
pub(crate) mod certificate_changes;
pub(crate) mod choreography_texts;
pub(crate) mod component_logs;
pub(crate) mod corpora;
pub(crate) mod evidence_sources;
pub(crate) mod interaction_words;
pub(crate) mod json_schema;
pub(crate) mod language_certificates;
pub(crate) mod language_changes;
pub(crate) mod likely_mistakes;
pub(crate) mod linear_changes;
pub(crate) mod membership_engines;
pub(crate) mod misreading;
pub(crate) mod program;
pub(crate) mod random_choreographies;
pub(crate) mod random_components;
pub(crate) mod random_formulas;
pub(crate) mod random_interactions;
pub(crate) mod random_properties;
pub(crate) mod random_sessions;
pub(crate) mod reachability_engines;
pub(crate) mod round_logs;
pub(crate) mod scripted_systems;
pub(crate) mod sessions;
pub(crate) mod small_systems;
pub(crate) mod tidy_sequence;
pub(crate) mod witness_changes;
pub(crate) mod xml;
pub(crate) mod xsd;
#[cfg(unix)]
pub(crate) mod yaml;
