//! The languages, place by place.

mod automaton_words;
mod code_pages;
mod log_json;
mod log_time;
mod multitrace_letter;
mod reading_spelling;
mod scm_read;
