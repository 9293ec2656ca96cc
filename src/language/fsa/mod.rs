//! FSA: communicating machines as the tools KMC, GMC and `ChorGram` write them.
//!
//! [`read()`] turns a text into a [`Model`](crate::system::Model), or into diagnostics with places and advice. A text is a
//! list of machines, each between `.outputs NAME` and `.end`, with a transition a line and the initial state behind
//! `.marking`. Machines without a name are called by their number from 0, which each machine may be called by. Each ordered
//! pair of machines that communicate has a FIFO channel `SENDER>RECEIVER`, in the order of first use. Names are any
//! words. The transitions of the model are in the order of their source states, as they are printed in SCM.
//!
//! The tools have neither answers nor declared final states: comments `--# expect: rsc = holds` and `--# final: NAME = q0, q1`
//! state them.

pub mod codes;
mod lines;
mod read;

pub use read::read;
