//! Texts that describe models: one directory a language.

pub mod scm;
