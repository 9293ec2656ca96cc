//! The integration tests, one binary.

mod scm_corpus;
mod scm_diagnostics;
mod scm_mutations;
mod scm_pathological;
mod scm_printing;
mod xorshift;
