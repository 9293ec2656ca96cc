//! Questions as users ask them: which checks answer them, in which order, and what may be concluded.
//!
//! A session is made of a model that was read and of what somebody wants to know; it asks the checks of the floor
//! `check` within the limits that a [`Host`] grants, and returns typed answers ([`Answer`]): the verdict, what it rests
//! on, the evidence, what was explored, and the answer that the model expects. Nothing here opens a file, prints, or
//! knows how an answer looks; the floor `render` writes answers down.
//!
//! # Example
//!
//! ```
//! use driver::system::{ChannelReading, SystemOptions, SystemSession, Task, load, systems};
//! use kernel::base::Control;
//! use kernel::verdict::Verdict;
//!
//! let text = "
//! scm once :
//! nb_channels = 1 ;
//! parameters :
//! int order ;
//! automaton buyer :
//! initial : 0
//! state 0 : to 1 : when true , 0 ! order ;
//! state 1 :
//! automaton seller :
//! initial : 0
//! state 0 : to 1 : when true , 0 ? order ;
//! state 1 :
//! ";
//! let (loaded, model) = load("once.scm", Ok(text.into()));
//! let model = model.expect("the text has no errors");
//!
//! let task = Task::rsc(ChannelReading::AsWritten);
//! let systems = systems(&model, std::slice::from_ref(&task));
//! let (control, options) = (Control::unlimited(), SystemOptions::default());
//! let mut session = SystemSession::new(&control, options, None, (&loaded, &model), &systems);
//! let answer = session.answer(&task).expect("it was asked for");
//! assert_eq!(answer.verdict, Verdict::Holds);
//! ```

mod answer;
pub mod automaton;
mod checker;
pub mod choreography;
pub mod codes;
pub mod conformance;
mod host;
pub mod interaction;
mod isolation;
mod limits;
mod loading;
mod property_group;
pub mod replay;
pub mod restating;
mod runner;
pub mod simulation;
pub mod system;

pub use answer::{Answer, Confirmation, Finding, Role, Statistics, Subject};
pub use checker::Checker;
pub use host::{Host, Search, explained, searched};
pub use isolation::{Panic, isolated};
pub use limits::Limits;
pub use loading::{Loaded, load, null_bytes};
pub use property_group::{PropertyGroup, is_linear};
pub use runner::{ask, guarded};
