//! The oracle of RSC membership: slow, obvious, and written from the definitions alone.
//!
//! It shares nothing with the engines that it judges. Of the library it reads the public data of
//! a model: automata, transitions, channels. Configurations, matching pairs, conflict graphs and
//! the search for a cycle are its own, each as close to the text of the definition as a program
//! can be.

pub(crate) mod conflict;
pub(crate) mod executions;
pub(crate) mod membership;
