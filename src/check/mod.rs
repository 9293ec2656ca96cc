//! Checks: one directory for each question, with its procedure, its answer and its proof.
//!
//! # Examples
//!
//! A client sends requests to a server for ever. The proof that the system is RSC is a value, which other
//! checks take:
//! ```
//! use check::membership::{self, Engine};
//! use check::reachability::{Outcome, Premise};
//! use check::safety;
//! use kernel::base::Control;
//! use model::cfsm::{
//!     Channel, ChannelKind, Direction, Label, MessageSort, SafetyProperty, SystemBuilder,
//! };
//!
//! let mut builder = SystemBuilder::new("service");
//! let message = builder.message("m", MessageSort::Int);
//! let fifo = Channel { kind: ChannelKind::Fifo, lossy: false };
//! let (requests, replies) = (builder.channel(fifo), builder.channel(fifo));
//! let (send, receive) = (Direction::Send, Direction::Receive);
//! let client = ("client", [(send, requests), (receive, replies)]);
//! let server = ("server", [(receive, requests), (send, replies)]);
//! for (name, [(first, one), (second, other)]) in [client, server] {
//!     let participant = builder.participant(name);
//!     let [idle, busy] = ["0", "1"].map(|name| builder.state(participant, name));
//!     builder.initial(participant, idle);
//!     builder.transition(participant, idle, Label::Action(first, one, message), busy);
//!     builder.transition(participant, busy, Label::Action(second, other, message), idle);
//! }
//! let system = builder.finish();
//!
//! let control = Control::unlimited();
//! let rsc = membership::check(&system, Engine::Plain, &control).outcome;
//! let membership::Outcome::Holds(proof) = rsc else { panic!("nothing crosses") };
//! let answer = safety::check(&system, SafetyProperty::Deadlock, Premise::Rsc(proof), &control);
//! assert!(matches!(answer.outcome, Outcome::Holds(_)));
//! ```
//!
#![doc = include_str!("README.md")]

pub mod backward;
pub mod classes;
pub mod compatibility;
pub mod completability;
pub mod component;
pub mod configurations;
pub mod conformance;
pub mod diagram;
mod engine_name;
pub mod invariant;
mod lanes;
pub mod linear;
pub mod membership;
pub mod monitor;
pub mod named_checks;
pub mod persistent;
pub mod reachability;
pub mod realisability;
pub mod repair;
pub mod rsc;
pub mod safety;
pub mod witness_trace;

pub use engine_name::EngineName;
