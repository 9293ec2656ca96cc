//! Executions: sequences of actions, their matching pairs and communications.

use std::collections::BTreeMap;

use super::{Action, Direction, Key, System};
use kernel::base::{Id as _, IndexVec, typed_id};

typed_id! {
    /// A position in an execution.
    pub struct ActionId;
}
typed_id! {
    /// A communication of an execution; communications are numbered in the order of their sends.
    pub struct CommunicationId;
}

/// A communication of a given execution, by positions: a matching pair, or a send that is never received (before
/// Definition 2.3.6 of [RSC](crate#bibliography)). As a letter it is an [`Exchange`](super::Exchange).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Communication {
    /// The position of the send.
    pub send: ActionId,
    /// The position of the reception, if there is one.
    pub reception: Option<ActionId>,
}

impl Communication {
    /// Returns the actions of this communication, the send first.
    pub fn actions(self) -> impl Iterator<Item = ActionId> {
        [Some(self.send), self.reception].into_iter().flatten()
    }
}

/// A sequence of actions over the alphabet of a system, with its matching pairs.
///
/// Any sequence is an execution in the sense of 2.3 of [RSC](crate#bibliography), whether or not
/// the automata can do it; internal steps do not occur in one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Execution {
    actions: IndexVec<ActionId, Action>,
    /// The key of each action, which depends on the kind of its channel.
    keys: IndexVec<ActionId, Key>,
    /// The other half of each action's matching pair; symmetric.
    partners: IndexVec<ActionId, Option<ActionId>>,
}

impl Execution {
    /// Returns the execution of `actions` on the channels of `system`.
    ///
    /// # Complexity
    /// `n log c` for `n` actions on `c` channel keys.
    pub fn new(system: &System, actions: impl IntoIterator<Item = Action>) -> Self {
        let actions: IndexVec<ActionId, Action> = actions.into_iter().collect();
        let keys =
            actions.iter().map(|action| system.key(action.channel, action.message)).collect();
        Self::matched(actions, keys)
    }

    fn matched(actions: IndexVec<ActionId, Action>, keys: IndexVec<ActionId, Key>) -> Self {
        #[derive(Default)]
        struct Queue {
            sends: Vec<ActionId>,
            receptions: Vec<ActionId>,
        }
        let mut queues: BTreeMap<Key, Queue> = BTreeMap::new();
        for (id, action) in actions.enumerate() {
            let queue = queues.entry(keys[id]).or_default();
            match action.direction {
                Direction::Send => queue.sends.push(id),
                Direction::Receive => queue.receptions.push(id),
            }
        }
        let mut partners = IndexVec::filled(None, actions.len());
        for queue in queues.values() {
            for (&send, &reception) in queue.sends.iter().zip(&queue.receptions) {
                if send < reception && actions[send].message == actions[reception].message {
                    partners[send] = Some(reception);
                    partners[reception] = Some(send);
                }
            }
        }
        Self { actions, keys, partners }
    }

    /// Returns the actions in order.
    pub fn actions(&self) -> &IndexVec<ActionId, Action> {
        &self.actions
    }

    /// Returns the key through which the action conflicts with others on its channel.
    pub fn key(&self, action: ActionId) -> Key {
        self.keys[action]
    }

    /// Returns the other action of the matching pair that `action` belongs to, if there is one (Definition
    /// 2.3.3 of [RSC](crate#bibliography)).
    ///
    /// On a FIFO channel the `k`-th send matches the `k`-th reception, in a bag the `k`-th send of a
    /// message matches its `k`-th reception; a reception never matches a later send, nor one of
    /// another message.
    pub fn partner(&self, action: ActionId) -> Option<ActionId> {
        self.partners[action]
    }

    /// Returns `true` if each reception has a matching send (Definition 2.3.4 of [RSC](crate#bibliography)):
    /// only then can some system have this execution.
    pub fn is_well_formed(&self) -> bool {
        let mut both = self.actions.iter().zip(&self.partners);
        both.all(|(action, partner)| action.direction == Direction::Send || partner.is_some())
    }

    /// Returns the first matching pair whose reception does not directly follow its send.
    pub fn first_separated_pair(&self) -> Option<Communication> {
        self.communications().into_iter().find(|&Communication { send, reception }| {
            reception.is_some_and(|reception| reception.index() != send.index() + 1)
        })
    }

    /// Returns `true` if this execution is RSC as it is written: well-formed, and each reception
    /// directly follows its send (Definition 3.1.1 of [RSC](crate#bibliography)).
    pub fn is_rsc(&self) -> bool {
        self.is_well_formed() && self.first_separated_pair().is_none()
    }

    /// Returns the communications in the order of their sends (Definition 2.3.6 of
    /// [RSC](crate#bibliography)).
    ///
    /// In an execution that is not well-formed, some receptions belong to no communication.
    pub fn communications(&self) -> IndexVec<CommunicationId, Communication> {
        self.actions
            .enumerate()
            .filter(|(_, action)| action.direction == Direction::Send)
            .map(|(send, _)| Communication { send, reception: self.partners[send] })
            .collect()
    }

    /// Returns the execution without its last action.
    #[must_use]
    pub fn without_last(&self) -> Self {
        let order: Vec<ActionId> = self.actions.ids().rev().skip(1).rev().collect();
        self.reordered(&order)
    }

    /// Returns the execution of the actions at the positions `order`, in that order.
    #[must_use]
    pub fn reordered(&self, order: &[ActionId]) -> Self {
        Self::matched(
            order.iter().map(|&id| self.actions[id]).collect(),
            order.iter().map(|&id| self.keys[id]).collect(),
        )
    }
}
