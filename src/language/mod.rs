//! Texts that describe models: one directory a language.

pub mod choreography;
pub mod interaction;
pub mod scm;
