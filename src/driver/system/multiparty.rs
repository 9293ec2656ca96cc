//! Whether a system is multiparty compatible for a number of messages in each channel.

use super::{SystemAnswer, SystemFinding, SystemSession, Task};
use crate::Answer;
use check::EngineName;
use check::classes::Inapplicable;
use check::safety::multiparty_compatible;
use kernel::search::Statistics;
use model::cfsm::{Direction, System};

impl SystemSession<'_> {
    /// Answers whether the system is multiparty compatible for `bound` messages in each channel.
    pub(super) fn multiparty(&self, task: &Task, bound: usize) -> SystemAnswer {
        let (found, statistics) = self.searched(Some(&task.property), |control| {
            match multiparty_compatible(self.all(task.reading), bound, control) {
                Ok((outcome, statistics)) => (Ok(outcome), statistics),
                Err(why) => (Err(why), Statistics::default()),
            }
        });
        match found {
            Err(why) => {
                let why = inapplicable(self.system(task.reading), why);
                Answer::mistaken(self.subject(task), why)
            }
            Ok(outcome) => {
                let verdict = outcome.verdict(|limit| (*limit).into());
                let finding = SystemFinding::Multiparty(outcome);
                self.found(task, verdict, (EngineName::Multiparty, statistics), finding)
            }
        }
    }
}

/// Returns why multiparty compatibility is not defined for a system, as a sentence without full stop.
fn inapplicable(system: &System, why: Inapplicable) -> String {
    let why = match why {
        Inapplicable::Bag(channel) => {
            format!("only for FIFO channels, and channel {} is a bag", system.channel_name(channel))
        }
        Inapplicable::Shared(channel, direction) => {
            let does = match direction {
                Direction::Send => "send to",
                Direction::Receive => "receive from",
            };
            let channel = system.channel_name(channel);
            format!(
                "only for channels between two participants, and several {does} channel {channel}"
            )
        }
        Inapplicable::Mixed(participant, state) => {
            let automaton = &system.automata()[participant];
            let (name, state) = (automaton.name(), &automaton.states()[state]);
            format!(
                "only where nobody can receive or do something else in the same state, and `{name}` can in \
                 state {state}"
            )
        }
    };
    format!("it is defined {why}")
}
