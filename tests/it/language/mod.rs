//! The languages, place by place.

mod automaton_words;
mod code_pages;
mod log_json;
mod log_time;
mod multitrace_letter;
mod scm_read;
mod scm_spelling;
