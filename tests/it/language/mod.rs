//! The languages, place by place.

mod automata_corpus;
mod automata_languages;
mod automaton_words;
mod choreography_languages;
mod code_pages;
mod interaction_language;
mod interaction_plantuml;
mod interaction_printing;
mod log_json;
mod log_otel;
mod log_random;
mod log_reading;
mod log_sessions;
mod log_time;
mod multitrace_letter;
mod multitraces;
mod reading_spelling;
mod scm_contents;
mod scm_corpus;
mod scm_diagnostics;
mod scm_mutations;
mod scm_pathological;
mod scm_places;
mod scm_printing;
mod scm_read;
mod scm_restating;
