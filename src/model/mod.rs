//! Models: plain data with invariants, their semantics, and translations between them.
//!
//! # Examples
//!
//! Two participants that each send before they receive, and a run that is equivalent to none with synchronous
//! communications:
//! ```
//! use model::cfsm::{
//!     Channel, ChannelKind, ConflictGraph, Direction, Label, MessageSort, Step, SystemBuilder,
//! };
//! use model::evidence::Replay;
//!
//! let mut builder = SystemBuilder::new("crossing");
//! let message = builder.message("m", MessageSort::Int);
//! let fifo = Channel { kind: ChannelKind::Fifo, lossy: false };
//! let (there, back) = (builder.channel(fifo), builder.channel(fifo));
//! let (mut sends, mut receptions) = (Vec::new(), Vec::new());
//! for (name, out, into) in [("p", there, back), ("q", back, there)] {
//!     let participant = builder.participant(name);
//!     let [first, second, last] = ["0", "1", "2"].map(|name| builder.state(participant, name));
//!     builder.initial(participant, first);
//!     let [send, receive] = [(Direction::Send, out), (Direction::Receive, into)]
//!         .map(|(direction, channel)| Label::Action(direction, channel, message));
//!     let transition = builder.transition(participant, first, send, second);
//!     sends.push(Step { participant, transition });
//!     let transition = builder.transition(participant, second, receive, last);
//!     receptions.push(Step { participant, transition });
//! }
//! let system = builder.finish();
//!
//! let initial = system.automata().iter().map(|automaton| automaton.initial()[0]).collect();
//! let replay = Replay::new(&system, initial, [sends, receptions].concat())?;
//! assert!(!ConflictGraph::new(replay.execution()).is_causally_rsc());
//! # Ok::<(), model::evidence::Rejected>(())
//! ```
//!
#![doc = include_str!("README.md")]

pub mod cfsm;
pub mod choreography;
pub mod component;
pub mod evidence;
pub mod generate;
pub mod interaction;
pub mod temporal;
pub mod trace;
