//! Questions about choreographies.

mod against;
mod channels;
mod evidence;
mod explanation;
mod finding;
mod lines;
mod named_check;
mod session;
mod task;

pub use channels::ChannelWords;
pub use finding::{
    ChoreographyFinding, Counterexample, Implementation, NamedFinding, Realisability, Repair,
};
pub use lines::transition_lines;
pub use named_check::NamedCheck;
pub use session::{ChoreographySession, MAX_STATES};
pub use task::{ChoreographyQuestion, ChoreographyTask, asked, everything, with_reminders};
