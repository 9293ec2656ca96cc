//! Texts that describe models: one directory a language.

pub mod automaton;
pub mod choreography;
pub mod evidence;
pub mod interaction;
pub mod log;
pub mod multitrace;
pub mod scm;
