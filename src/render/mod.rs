//! Answers, models and evidence as people and programs read them.
//!
//! [`drawing`] knows charts, sequence diagrams, graphs and tables as plain data, lays them out and writes them;
//! [`diagrams`] and [`witness`] make them of models, automata and replayed runs; [`report`] writes the results of a run.

pub mod choreography;
pub mod conformance;
pub mod diagrams;
pub mod drawing;
pub mod interaction;
pub mod report;
pub mod sentences;
pub mod system;
pub mod system_answers;
pub mod witness;
