//! The integration tests, one binary.

#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "tests end where something is missing, and say what they skip"
)]

mod architecture;
mod automata_command;
mod automata_corpus;
mod automata_languages;
mod automata_operations;
mod borderline;
mod causality;
mod certificate_changes;
mod channels;
mod chart_geometry;
#[path = "../../src/bin/scm-check-verify/checker/mod.rs"]
mod checker;
mod choreography_corpus;
mod choreography_languages;
mod choreography_models;
mod choreography_sequences;
mod cli_check;
mod cli_chor;
mod cli_draw;
mod cli_evidence;
mod cli_exit_codes;
mod cli_layout;
mod cli_legacy_words;
mod cli_mistakes;
mod cli_models;
mod cli_replay;
mod cli_reports;
mod cli_simulate;
mod cli_update;
mod completions;
mod drawing;
mod drawn_automata;
mod drawn_choreographies;
mod engines;
mod evidence_choreographies;
mod evidence_choreographies_random;
mod evidence_corpora;
mod evidence_mutations;
mod evidence_random;
mod evidence_sources;
mod example;
mod graph_geometry;
mod hostile_names;
mod html;
mod html_browser;
mod large_systems;
mod laws;
mod lossy_channels;
mod membership_corpora;
mod membership_random;
mod models;
mod mutants;
mod oracle;
mod oracle_examples;
mod paper_executions;
mod program;
mod protocol;
mod protocol_random;
mod reach_engines;
mod reachability_corpora;
mod reachability_engines;
mod reachability_examples;
mod reachability_laws;
mod reachability_random;
mod readme;
mod realisability;
mod realisability_random;
mod safety;
mod safety_corpus;
mod safety_examples;
mod safety_random;
mod safety_witness;
mod schema;
mod scm_contents;
mod scm_corpus;
mod scm_diagnostics;
mod scm_mutations;
mod scm_pathological;
mod scm_places;
mod scm_printing;
mod scm_restating;
mod scripted;
mod scripts;
mod search;
mod sequence_geometry;
mod specs;
mod traps;
mod verifier;
mod witness;
mod witness_changes;
