//! What is asked of models of any kind, and the answers in their order.
//!
//! A [`Subject`] is a model of which something is asked. An [`Inquiry`] has the questions and the limits, and a
//! [`Listener`] hears each answer ([`AnyAnswer`]) as it comes: which questions a kind of model has is decided here, one file a
//! kind, and nowhere else.

mod answer;
mod asked;
mod choreographies;
mod components;
mod diagrams;
mod systems;

pub use answer::AnyAnswer;
pub use asked::{Asked, Inquiry, Listener, Questions, Subject};
