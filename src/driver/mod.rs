//! Questions of users: the checks that answer them, their order, and the conclusions.
//!
//! A session consists of a model and of questions about it. It calls the checks of the floor `check` within the limits
//! of a [`Host`], and returns typed answers ([`Answer`]): the verdict, its justification, the evidence, what was
//! explored, and the answer that the model expects. This crate does not open files or print; the floor `render` formats
//! answers.
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
//!
#![doc = include_str!("README.md")]

mod answer;
mod any_model;
pub mod ask;
pub mod automaton;
mod checker;
pub mod choreography;
pub mod codes;
pub mod component;
pub mod conformance;
mod host;
pub mod interaction;
mod isolation;
mod lack;
mod level;
mod limits;
mod loading;
mod projected;
mod property_group;
pub mod replay;
pub mod restating;
mod runner;
pub mod simulation;
pub mod system;

pub use answer::{Answer, AnswerSubject, Confirmation, Finding, Role, Statistics};
pub use any_model::{
    AnyModel, Companions, ReadingOptions, read_choreography, read_interaction, read_system,
};
pub use checker::Checker;
pub use host::{Host, SearchRequest, explained, searched};
pub use isolation::{Panic, isolated};
pub use lack::{Lack, had};
pub use level::Level;
pub use limits::Limits;
pub use loading::{Loaded, load, sha256};
pub use projected::{Projected, Unprojected, projected};
pub use property_group::{PropertyGroup, is_linear};
pub use runner::{ask, guarded};
