//! What any form of evidence needs: models and their systems, the definitions of properties, evidence as it is written,
//! the dispatch of its forms, and reports.
//!
//! - What evidence is about: [`system`], which [`scm`] (with `lexer`, `condition` and `expression`) reads from the text of
//!   a model, as a [`Model`]; `expectation` has the answers that models state.
//! - What evidence says: `evidence` has its fields, `safety` the properties.
//! - Definitions: `configurations` and `run`, `contents` for what an expression describes, `heads` for all configurations
//!   that violate a property, and `states` for states that are listed, and searches.
//! - Which form proves which claim: `form` and `certificates`, with a table of forms that is given from outside.
//! - Reports: `report` and `conclusion`.

mod certificates;
mod conclusion;
mod condition;
mod configurations;
mod contents;
mod evidence;
mod expectation;
pub mod expression;
mod form;
mod heads;
mod lexer;
mod report;
mod run;
mod safety;
pub mod scm;
mod states;
mod subject;
pub mod system;
mod verdict;

pub use self::verdict::{Outcome, Verdict};

pub(crate) use self::certificates::Certificates;
pub(crate) use self::configurations::Configurations;
pub(crate) use self::evidence::{Document, Item, Reader, States, Weights, Words, read, required};
pub(crate) use self::expectation::{Expectation, VERDICTS, read as read_expectations};
pub(crate) use self::expression::{Nfa, reachable};
pub(crate) use self::form::{Claim, Form, Name};
pub(crate) use self::heads::{ANY, Heads};
pub(crate) use self::report::Tally;
pub(crate) use self::run::{Action, Run, ensure_rsc, replay};
pub(crate) use self::safety::{Blame, Class, Goal, Property, View};
pub(crate) use self::states::{
    Space, Step, combinations, ensure_none, explore, fault, initial, invariant, locals_text,
    read_items, read_locals, read_rows,
};
pub(crate) use self::subject::{Model, Subject};
pub(crate) use self::system::{
    Act, ChannelMessage, Interaction, Key, Participant, Specification, State, System, Transition,
    number,
};
pub(crate) use self::verdict::{ensure, found, reject, require, supported, unsupported};
