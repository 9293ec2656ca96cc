//! Interactions in which each action names the sender and the receiver of its message.

use super::{Expression, ExpressionId, Interaction, Operator, Origin, Passing, Target};
use crate::cfsm::Direction;
use crate::trace::{Action, LifelineId, SignatureMessageId};
use kernel::base::{Id as _, IndexVec, Interner};

/// The meaning of a message of an addressed interaction.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Address {
    /// The message as it was written.
    pub(super) message: SignatureMessageId,
    /// The lifeline that sends it; `None` is the environment.
    pub(super) from: Option<LifelineId>,
    /// The lifeline that receives it; `None` is the environment.
    pub(super) to: Option<LifelineId>,
    /// The part that it is of, if messages of different parts are told apart.
    pub(super) part: Option<ExpressionId>,
}

/// Whether messages of different parts are told apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Origins {
    /// They are the same if they have the same name, sender and receiver.
    Merged,
    /// They are different.
    Distinct,
}

/// How passings are rewritten.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum PassingStyle {
    /// An emission for each receiver, and a reception for each.
    Asynchronous,
    /// An emission and a reception for each receiver, in the order in which they are named.
    Separate,
    /// One letter for each receiver, in the order in which they are named.
    Atomic,
}

/// An interaction whose messages have a sender and a receiver.
pub(super) struct Addressed {
    pub(super) interaction: Interaction,
    pub(super) addresses: IndexVec<SignatureMessageId, Address>,
}

/// Why an interaction cannot be projected: this part, and the reason.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{1} has no counterpart in what is asked for")]
pub struct Unprojectable(pub ExpressionId, pub &'static str);

impl Addressed {
    /// Rewrites an interaction with messages that differ by sender and receiver. An emission to several
    /// receivers becomes one for each.
    pub(super) fn new(
        interaction: &Interaction,
        style: PassingStyle,
        origins: Origins,
    ) -> Result<Self, Unprojectable> {
        let mut writer =
            Writer { style, origins, addresses: Interner::default(), parts: IndexVec::new() };
        // All passings come first, since synchronisation refers to their actions.
        let mut passings = Vec::new();
        for (id, part) in interaction.parts.enumerate() {
            passings.push(match part {
                Expression::Passing(passing) => Some(writer.addressed(id, passing)?),
                _ => None,
            });
        }
        let mut places: IndexVec<ExpressionId, ExpressionId> = IndexVec::new();
        for ((id, part), passings) in interaction.parts.enumerate().zip(passings) {
            if let (Some(addresses), Expression::Passing(passing)) = (passings, part) {
                places.push(writer.passing(addresses, passing));
                continue;
            }
            let mut part = part.clone().with_operands(|operand| places[operand]);
            if let Expression::Compound(Operator::Sync(actions), _) = &mut part {
                if style == PassingStyle::Atomic {
                    return Err(Unprojectable(id, "synchronisation of operands"));
                }
                let meant: Vec<Vec<Action>> =
                    actions.iter().map(|&action| writer.meant(action)).collect();
                if meant.iter().any(|meant| meant.len() > 1) {
                    let what = "a synchronised action whose message goes different ways";
                    return Err(Unprojectable(id, what));
                }
                *actions = meant.concat();
            }
            places.push(writer.parts.push(part));
        }
        let root = places[interaction.root];
        let addresses = writer.addresses.into_items();
        let messages = addresses.ids().map(|id| (id.index() + 1).to_string());
        let signature = interaction.signature.with_messages(messages);
        Ok(Self { interaction: Interaction { signature, parts: writer.parts, root }, addresses })
    }
}

struct Writer {
    style: PassingStyle,
    origins: Origins,
    addresses: Interner<SignatureMessageId, Address>,
    parts: IndexVec<ExpressionId, Expression>,
}

impl Writer {
    /// Returns the messages of a passing, one for each receiver.
    fn addressed(
        &mut self,
        id: ExpressionId,
        passing: &Passing,
    ) -> Result<Vec<Address>, Unprojectable> {
        let (message, from) = (passing.message, passing.sender());
        let receivers: Vec<LifelineId> = passing.receivers().collect();
        let is_atomic = self.style == PassingStyle::Atomic;
        if passing.synchronous && !(is_atomic && receivers.len() == 1) {
            return Err(Unprojectable(id, "a synchronous passing"));
        }
        if is_atomic && from.is_none() {
            return Err(Unprojectable(id, "a message from the environment"));
        }
        if receivers.iter().any(|&receiver| Some(receiver) == from) {
            return Err(Unprojectable(id, "a message of a lifeline to itself"));
        }
        // A message that nobody is shown to receive goes to the environment, unless it arrives unshown.
        let unshown = passing.targets.iter().find_map(|target| match *target {
            Target::Unshown(lifeline) => Some(lifeline),
            Target::Lifeline(_) | Target::Gate(_) | Target::Lost(_) => None,
        });
        let environment = receivers.is_empty().then_some(unshown);
        let to = receivers.into_iter().map(Some).chain(environment);
        let part = (self.origins == Origins::Distinct).then_some(id);
        let addresses: Vec<Address> = to.map(|to| Address { message, from, to, part }).collect();
        for &address in &addresses {
            self.addresses.id(&address);
        }
        Ok(addresses)
    }

    /// Writes the passings of one message, which has these addresses.
    fn passing(&mut self, addresses: Vec<Address>, passing: &Passing) -> ExpressionId {
        let several = addresses.len() > 1;
        let mut sent = Vec::new();
        let mut received = Vec::new();
        for address in addresses {
            let message = self.addresses.id(&address);
            let origin = address.from.map_or(Origin::Environment, Origin::Lifeline);
            let to = address.to.filter(|_| !passing.is_unreceived());
            let targets: Vec<Target> = to.map(Target::Lifeline).into_iter().collect();
            let synchronous = self.style == PassingStyle::Atomic;
            let whole = Passing { origin, synchronous, message, targets };
            let is_whole = self.style != PassingStyle::Asynchronous;
            if is_whole || !several || address.from.is_none() {
                sent.push(self.parts.push(Expression::Passing(whole)));
                continue;
            }
            let emission = Passing { targets: Vec::new(), ..whole.clone() };
            sent.push(self.parts.push(Expression::Passing(emission)));
            let reception = Passing { origin: Origin::Environment, ..whole };
            received.push(self.parts.push(Expression::Passing(reception)));
        }
        let mut compound = |operator, operands: Vec<ExpressionId>| match *operands {
            [only] => only,
            _ => self.parts.push(Expression::Compound(operator, operands)),
        };
        if received.is_empty() {
            // Messages from the environment come in any order.
            let from_lifeline = self.style != PassingStyle::Asynchronous;
            return compound(if from_lifeline { Operator::Seq } else { Operator::Par }, sent);
        }
        let received = compound(Operator::Par, received);
        sent.push(received);
        compound(Operator::Strict, sent)
    }

    /// Returns the actions that an action may represent.
    fn meant(&self, action: Action) -> Vec<Action> {
        let is_meant = |address: &Address| {
            let end = match action.direction {
                Direction::Send => address.from,
                Direction::Receive => address.to,
            };
            end == Some(action.lifeline) && address.message == action.message
        };
        let all = self.addresses.items().enumerate().filter(|(_, address)| is_meant(address));
        all.map(|(message, _)| Action { message, ..action }).collect()
    }
}
