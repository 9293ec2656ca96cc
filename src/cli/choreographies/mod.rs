//! Questions about choreographies: what is asked, and the answers as rows of a report.

mod against;
mod case;
mod channels;
mod evidence;
mod lines;
mod named;
mod task;
mod words;

pub(crate) use case::{ChoreographyCase, MOST_STATES};
pub(crate) use channels::{ChannelWords, choice};
pub(crate) use lines::transition_lines;
pub(crate) use scm_check::driver::choreography::NamedCheck;
pub(crate) use task::{ChoreographyQuestion, ChoreographyTask, asked, everything, with_reminders};
