//! Single actions.

use std::fmt;

use super::{LifelineId, Signature, SignatureMessageId};
use crate::cfsm::Direction;

/// The emission or the reception of a message on a lifeline, where there are no channels; an action of a system is a
/// [`cfsm::Action`](crate::cfsm::Action).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Action {
    /// Where it happens.
    pub lifeline: LifelineId,
    /// Whether the message is sent or received.
    pub direction: Direction,
    /// The message.
    pub message: SignatureMessageId,
}

impl Action {
    /// Returns the emission of `message` on `lifeline`.
    pub fn send(lifeline: LifelineId, message: SignatureMessageId) -> Self {
        Self { lifeline, direction: Direction::Send, message }
    }

    /// Returns the reception of `message` on `lifeline`.
    pub fn receive(lifeline: LifelineId, message: SignatureMessageId) -> Self {
        Self { lifeline, direction: Direction::Receive, message }
    }

    /// Returns what shows the action by the names of `signature`, as in `l!m` or `l?m`.
    pub fn display(self, signature: &Signature) -> impl fmt::Display + '_ {
        Named { action: self, signature }
    }
}

/// An action with the names that it is shown by.
struct Named<'a> {
    action: Action,
    signature: &'a Signature,
}

impl fmt::Display for Named<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lifeline = &self.signature.lifelines()[self.action.lifeline];
        let message = &self.signature.messages()[self.action.message];
        let mark = self.action.direction.sign();
        write!(formatter, "{lifeline}{mark}{message}")
    }
}
