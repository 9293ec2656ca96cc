//! Messages that nobody receives: lost ones, and those to the environment.

use super::{Expression, ExpressionId, Interaction, Operator, Passing, Target};
use crate::trace::LifelineId;
use kernel::base::IndexVec;

/// End of the name of a lifeline that takes the lost messages of another one.
const TAKER: &str = " (lost)";

/// Returns `true` for the names of lifelines that take the lost messages of others, which no diagram draws.
pub fn takes_losses(name: &str) -> bool {
    name.trim_end_matches('\'').ends_with(TAKER)
}

impl Passing {
    /// Returns `true` if a lifeline sends the message and no lifeline receives it.
    pub fn is_unreceived(&self) -> bool {
        self.sender().is_some() && self.receivers().next().is_none()
    }

    /// Returns `true` if the message arrives where the diagram does not show it.
    pub fn is_unshown(&self) -> bool {
        self.targets.iter().any(|target| matches!(target, Target::Unshown(_)))
    }

    /// Returns the lifeline that the arrow of a lost message points at, if the diagram says it.
    pub fn missed(&self) -> Option<LifelineId> {
        self.targets.iter().find_map(|target| match *target {
            Target::Lost(lifeline) | Target::Unshown(lifeline) => Some(lifeline),
            Target::Lifeline(_) | Target::Gate(_) => None,
        })
    }
}

impl Interaction {
    /// Returns the messages that a lifeline sends and nobody receives; internal steps are no messages.
    pub fn unreceived(&self) -> impl Iterator<Item = ExpressionId> + '_ {
        let messages = self.passings().filter(|(_, passing)| !passing.is_internal(&self.signature));
        messages.filter(|(_, passing)| passing.is_unreceived()).map(|(id, _)| id)
    }

    /// Returns the interaction in which the messages of a lifeline that nobody receives go to a new lifeline, which takes
    /// them and does nothing else. Parts keep their ids.
    ///
    /// This one says with messages that are received what [`choreography`](Self::choreography) leaves out: which of its
    /// lost messages a lifeline sends, and when. A lifeline that chooses by a lost message must tell the others nevertheless.
    #[must_use]
    pub fn with_unreceived_taken(&self) -> Self {
        let mut taken = self.clone();
        for id in self.unreceived() {
            let Expression::Passing(passing) = &mut taken.parts[id] else { continue };
            let Some(sender) = passing.sender() else { continue };
            let mut name = format!("{}{TAKER}", self.signature.lifelines()[sender]);
            while self.signature.lifeline(&name).is_some() {
                name.push('\'');
            }
            passing.targets = vec![Target::Lifeline(taken.signature.add_lifeline(&name))];
        }
        taken
    }

    /// Returns the messages that are lost before a lifeline that the diagram names.
    pub fn lost(&self) -> impl Iterator<Item = ExpressionId> + '_ {
        let lost = self.passings().filter(|(_, passing)| passing.is_unreceived());
        lost.filter(|(_, passing)| passing.missed().is_some()).map(|(id, _)| id)
    }

    /// Returns `true` if messages arrive where the diagram does not show it.
    pub fn has_unshown(&self) -> bool {
        self.passings().any(|(_, passing)| passing.is_unshown())
    }

    /// Returns the interaction in which messages that are lost before a known lifeline are received there. Parts keep their
    /// ids.
    #[must_use]
    pub fn with_losses_received(&self) -> Self {
        let mut received = self.clone();
        for part in &mut received.parts {
            let Expression::Passing(passing) = part else { continue };
            for target in &mut passing.targets {
                if let Target::Lost(lifeline) = *target {
                    *target = Target::Lifeline(lifeline);
                }
            }
        }
        received
    }

    /// Returns the interaction in which each message that is lost before a known lifeline may also arrive there, and for
    /// each part the original one: a choice between the lost message and the same one to a [`Target::Unshown`].
    ///
    /// # Complexity
    /// Linear in the number of parts.
    pub fn with_losses_as_choices(&self) -> (Self, IndexVec<ExpressionId, ExpressionId>) {
        let (mut parts, mut origins) = (IndexVec::new(), IndexVec::new());
        // The new ids of the parts.
        let mut ids = IndexVec::new();
        for (origin, part) in self.parts.enumerate() {
            let part = part.clone().with_operands(|operand| ids[operand]);
            let arrived = match &part {
                Expression::Passing(passing) => passing.arrived(),
                _ => None,
            };
            let mut id = parts.push(part);
            if let Some(arrived) = arrived {
                let arrived = parts.push(Expression::Passing(arrived));
                id = parts.push(Expression::Compound(Operator::Alt, vec![id, arrived]));
            }
            ids.push(id);
            while origins.len() < parts.len() {
                origins.push(origin);
            }
        }
        let (signature, root) = (self.signature.clone(), ids[self.root]);
        (Self { signature, parts, root }, origins)
    }
}

impl Passing {
    /// Returns the message as one that arrives where the diagram does not show it; `None` if it is not lost before a
    /// lifeline.
    fn arrived(&self) -> Option<Self> {
        let arrived = self.targets.iter().map(|&target| match target {
            Target::Lost(lifeline) => Some(Target::Unshown(lifeline)),
            Target::Lifeline(_) | Target::Gate(_) | Target::Unshown(_) => None,
        });
        let targets: Vec<Target> = arrived.collect::<Option<_>>()?;
        (!targets.is_empty()).then(|| Self { targets, ..self.clone() })
    }
}
