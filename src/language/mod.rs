//! Languages of models, logs and evidence: one module for each language.
//!
//! Each language has a function that reads a text: it never fails, but returns diagnostics, and a model unless one of
//! them is an error.
//!
//! # Examples
//!
//! ```
//! use kernel::diagnostics::{Colours, render_all};
//! use kernel::source::Source;
//! use language::scm;
//!
//! let text = "scm clock : nb_channels = 1 ; parameters : int tick ;
//!     automaton clock : initial : 0 state 0 : to 0 : when true , 0 ! tick ;";
//! let model = scm::read(&Source::new("clock.scm", text)).model.expect("the text is right");
//! assert_eq!(model.system.automata().len(), 1);
//! // What is printed reads as the same system.
//! let printed = Source::new("printed.scm", scm::print(&model.system, &model.bad, &[]));
//! assert_eq!(scm::read(&printed).model.expect("it is right, too").system, model.system);
//!
//! let wrong = Source::new("wrong.scm", text.replace("! tick", "! tock"));
//! let reading = scm::read(&wrong);
//! assert!(reading.model.is_none());
//! let told = render_all(&wrong, &reading.diagnostics, 10, Colours::Plain);
//! assert!(told.contains("tock") && told.contains("wrong.scm:2"), "{told}");
//! ```
//!
#![doc = include_str!("README.md")]

pub mod automaton;
pub mod choreography;
pub mod component;
pub mod component_log;
pub mod dimacs;
pub mod evidence;
pub mod fsa;
pub mod interaction;
pub mod kinds;
pub mod layout;
pub mod log;
pub mod multitrace;
pub mod reading;
pub mod scm;
pub mod system;

/// The pages that explain the codes of the diagnostics of all languages, in the order of the codes.
pub const CODE_PAGES: &[&str] = &[
    reading::codes::PAGES,
    scm::codes::PAGES,
    choreography::codes::PAGES,
    interaction::codes::PAGES,
    automaton::codes::PAGES,
    log::codes::PAGES,
    fsa::codes::PAGES,
    component::codes::PAGES,
    component::property::codes::PAGES,
    component_log::codes::PAGES,
];
