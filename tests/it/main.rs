//! The integration tests, one binary.

mod scm_corpus;
