//! Single actions.

use super::{LifelineId, Signature, SignatureMessageId};
use crate::cfsm::Direction;

/// The emission or the reception of a message on a lifeline, without channels. An internal step of a lifeline is
/// the emission of a message that is [internal](Signature::is_internal). An action of a system is a
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

    /// Returns the action as text by the names of `signature`: `l!m`, `l?m`, or `l~m` for an internal step.
    pub fn text(self, signature: &Signature) -> String {
        let lifeline = &signature.lifelines()[self.lifeline];
        let message = &signature.messages()[self.message];
        if signature.is_internal(self.message) {
            return format!("{lifeline}{message}");
        }
        format!("{lifeline}{}{message}", self.direction.sign())
    }
}
