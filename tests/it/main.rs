//! The integration tests, one binary.

mod scm_corpus;
mod scm_printing;
mod xorshift;
