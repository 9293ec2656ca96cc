//! Single actions.

use std::fmt;

use super::{LifelineId, Signature, SignatureMessageId};
use crate::cfsm::Direction;

/// The emission or the reception of a message on a lifeline, without channels; an action of a system is a
/// [`cfsm::Action`](crate::cfsm::Action).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Action {
    /// The lifeline of the action.
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

    /// Returns a value that displays the action by the names of `signature`, as in `l!m` or `l?m`.
    pub fn display(self, signature: &Signature) -> impl fmt::Display + '_ {
        Named { action: self, signature }
    }
}

/// An action with the names for its display.
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
