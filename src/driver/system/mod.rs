//! Questions about systems of communicating automata: membership, bad configurations, safety.
//!
//! A [`SystemSession`] answers [`Task`]s. Membership is decided first: the conclusions of a search over the RSC
//! executions depend on it (Theorem 4.2.4 of \[RSC\]).

pub use language::system::Model;

mod certificates;
mod channel_reading;
mod classes;
mod finding;
mod options;
mod premises;
mod question;
mod restated_model;
mod session;
mod violation;

pub use certificates::{CertificateFile, document_bytes, witness};
pub use channel_reading::ChannelReading;
pub use classes::classification;
pub use finding::{
    ConfigurationsFinding, Membership, MembershipFinding, SystemAnswer, SystemFinding, reason,
};
pub use options::{Explains, SystemOptions, USUAL_BOUND};
pub(crate) use question::expected;
use question::with_statements;
pub use question::{
    Occasion, Question, Task, bad_states, everything, everything_named, lacks, named, pictured,
    safety, with_reminders,
};
pub use restated_model::{Origin, RestatedModel};
pub use session::{SystemContext, SystemSession, Systems, load, systems};
pub use violation::{NoViolation, violation};
