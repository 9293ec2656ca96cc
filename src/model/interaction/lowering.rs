//! Translation of interactions as written to terms.

use super::simplifier::Simplifier;
use super::terms::{Pairing, Term, TermId, Terms};
use super::{Expression, Interaction, Operator, Origin, Passing, Target};
use crate::trace::{Action, Letter, Letters, LifelineId};
use kernel::base::{Control, IndexVec, Limit};

impl Passing {
    /// Returns the lifeline that sends the message; `None` if it comes from the environment.
    pub fn sender(&self) -> Option<LifelineId> {
        match self.origin {
            Origin::Lifeline(lifeline) => Some(lifeline),
            Origin::Environment | Origin::Gate(_) => None,
        }
    }

    /// Returns the lifelines that receive the message.
    pub fn receivers(&self) -> impl DoubleEndedIterator<Item = LifelineId> + '_ {
        self.targets.iter().filter_map(|target| match target {
            Target::Lifeline(lifeline) => Some(*lifeline),
            Target::Gate(_) | Target::Lost(_) | Target::Unshown(_) => None,
        })
    }

    /// Returns the actions: the emission, if there is one, and then the receptions.
    pub fn actions(&self) -> impl Iterator<Item = Action> + '_ {
        let sent = self.sender().map(|sender| Action::send(sender, self.message));
        let received = self.receivers().map(|receiver| Action::receive(receiver, self.message));
        sent.into_iter().chain(received)
    }
}

/// Returns the letters of an interaction, in their order.
pub(super) fn letters(interaction: &Interaction) -> Letters {
    let mut letters = Vec::new();
    for part in &interaction.parts {
        let Expression::Passing(passing) = part else { continue };
        if passing.synchronous {
            letters.extend(Letter::new(passing.actions()));
        } else {
            letters.extend(passing.actions().map(Letter::from_action));
        }
    }
    Letters::new(letters)
}

/// Returns the term of an interaction, whose letters are in the table.
///
/// # Errors
/// If a limit of `control` is reached.
pub(super) fn lower(
    interaction: &Interaction,
    simplifier: &mut Simplifier,
    control: &Control,
) -> Result<TermId, Limit> {
    let mut terms = IndexVec::new();
    for part in &interaction.parts {
        simplifier.ask(control)?;
        let term = match part {
            Expression::Empty => Terms::empty(),
            Expression::Passing(passing) => lower_passing(passing, simplifier),
            Expression::Optional(body) => {
                let body = terms[*body];
                simplifier.pair(Pairing::Alt, Terms::empty(), body)
            }
            Expression::Loop(kind, body) => simplifier.repeat(*kind, terms[*body]),
            Expression::Compound(operator, operands) => {
                let pairing = pairing(operator, simplifier);
                let operands = operands.iter().map(|&operand| terms[operand]);
                if pairing == Pairing::Alt {
                    simplifier.choice_of(operands.collect(), control)?
                } else {
                    let mut operands = operands.rev();
                    let last = operands.next().unwrap_or(Terms::empty());
                    operands.try_fold(last, |rest, first| {
                        simplifier.ask(control)?;
                        Ok(simplifier.pair(pairing, first, rest))
                    })?
                }
            }
        };
        terms.push(term);
    }
    Ok(terms[interaction.root])
}

fn pairing(operator: &Operator, simplifier: &mut Simplifier) -> Pairing {
    match operator {
        Operator::Strict => Pairing::Strict,
        Operator::Seq => Pairing::Seq,
        Operator::Par => Pairing::Par,
        Operator::Alt => Pairing::Alt,
        Operator::Coreg(lifelines) => {
            Pairing::Coreg(simplifier.terms.region(&lifelines.iter().copied().collect()))
        }
        Operator::Sync(actions) => Pairing::Sync(simplifier.terms.common(actions.clone())),
    }
}

fn lower_passing(passing: &Passing, simplifier: &mut Simplifier) -> TermId {
    if passing.synchronous {
        let letter = Letter::new(passing.actions());
        return letter.map_or(Terms::empty(), |letter| leaf(&letter, simplifier));
    }
    let leaf_of = |action, simplifier: &mut _| leaf(&Letter::from_action(action), simplifier);
    let mut received = None;
    for receiver in passing.receivers().rev() {
        let leaf = leaf_of(Action::receive(receiver, passing.message), simplifier);
        received = Some(received.map_or(leaf, |rest| simplifier.pair(Pairing::Par, leaf, rest)));
    }
    let sender = passing.sender();
    let sent = sender.map(|sender| leaf_of(Action::send(sender, passing.message), simplifier));
    match (sent, received) {
        (Some(sent), Some(received)) => simplifier.pair(Pairing::Strict, sent, received),
        (Some(only), None) | (None, Some(only)) => only,
        (None, None) => Terms::empty(),
    }
}

fn leaf(letter: &Letter, simplifier: &mut Simplifier) -> TermId {
    let id = simplifier.terms.letters().id(letter).expect("all letters were collected");
    simplifier.terms.intern(Term::Letter(id))
}
