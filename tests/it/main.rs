//! The integration tests, one binary.

mod architecture;
mod borderline;
mod causality;
mod channels;
mod drawing;
mod engines;
mod example;
mod laws;
mod membership_corpora;
mod membership_random;
mod mutants;
mod oracle;
mod oracle_examples;
mod scm_corpus;
mod scripted;
mod traps;
mod witness;
