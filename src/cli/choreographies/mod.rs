//! Questions about choreographies: what is asked, and the answers as rows of a report.

mod against;
mod case;
mod evidence;
mod named;
mod task;
mod words;

pub(crate) use case::{ChoreographyCase, MOST_STATES};
pub(crate) use scm_check::driver::choreography::{ChannelWords, NamedCheck, transition_lines};
pub(crate) use task::{ChoreographyQuestion, ChoreographyTask, asked, everything, with_reminders};

use super::choreography_args::{ArchitectureChoice, ChoreographyChannelArguments};
use scm_check::model::cfsm::ChannelKind;
use scm_check::model::choreography::{Architecture, ChannelChoice};

/// Returns the reading that the options ask for.
pub(crate) fn choice(arguments: ChoreographyChannelArguments) -> ChannelChoice {
    let architecture = arguments.arch.map(ArchitectureChoice::architecture);
    let kind = match (arguments.fifo, arguments.bag) {
        (true, _) => Some(ChannelKind::Fifo),
        (false, true) => Some(ChannelKind::Bag),
        (false, false) => None,
    };
    ChannelChoice { architecture: architecture.filter(|&one| one != Architecture::Free), kind }
}
