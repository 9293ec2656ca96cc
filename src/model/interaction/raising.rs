//! Translation of terms back to interactions as written.

use super::rewrite_rules::RewriteRule;
use super::simplifier::Simplifier;
use super::terms::{Pairing, Term, TermId};
use super::{Expression, ExpressionId, Interaction, Operator, Origin, Passing, Repetition, Target};
use crate::cfsm::Direction;
use crate::trace::{Action, LifelineSet, Signature};
use kernel::base::IndexVec;

/// A step of the translation, on the stack of the latest parts.
enum RaiseTask {
    /// Translate the operands of a term, and then the term.
    Visit(TermId),
    /// Add an arrow.
    Pass(Passing),
    /// Compose this number of operands to one part.
    Compose(Operator, usize),
    Option,
    Repeat(Repetition),
}

/// Returns a term as an interaction: chains have many operands, emissions with their receptions are arrows,
/// and a choice with the empty term is an option.
pub(super) fn raise(simplifier: &Simplifier, term: TermId, signature: &Signature) -> Interaction {
    let mut parts: IndexVec<ExpressionId, Expression> = IndexVec::new();
    let mut made: Vec<ExpressionId> = Vec::new();
    let mut open = vec![RaiseTask::Visit(term)];
    while let Some(task) = open.pop() {
        let part = match task {
            RaiseTask::Visit(term) => match simplifier.terms.get(term) {
                Term::Empty => Expression::Empty,
                Term::Letter(letter) => {
                    Expression::Passing(arrow(simplifier.terms.letters().letter(letter).actions()))
                }
                Term::Loop(kind, body) => {
                    open.extend([RaiseTask::Repeat(kind), RaiseTask::Visit(body)]);
                    continue;
                }
                Term::Pair(pairing, left, right) => {
                    open_pair(simplifier, (pairing, left, right), &mut open);
                    continue;
                }
            },
            RaiseTask::Pass(passing) => Expression::Passing(passing),
            RaiseTask::Compose(operator, number) => {
                Expression::Compound(operator, made.split_off(made.len() - number))
            }
            RaiseTask::Option => Expression::Optional(last(&mut made)),
            RaiseTask::Repeat(kind) => Expression::Loop(kind, last(&mut made)),
        };
        made.push(parts.push(part));
    }
    Interaction { signature: signature.clone(), root: last(&mut made), parts }
}

fn last(made: &mut Vec<ExpressionId>) -> ExpressionId {
    made.pop().expect("operands come first")
}

/// Pushes the tasks for the operands of a pair.
fn open_pair(simplifier: &Simplifier, pair: (Pairing, TermId, TermId), open: &mut Vec<RaiseTask>) {
    let (pairing, left, right) = pair;
    if pairing == Pairing::Alt && simplifier.terms.get(left) == Term::Empty {
        open.extend([RaiseTask::Option, RaiseTask::Visit(right)]);
        return;
    }
    if pairing == Pairing::Strict
        && let Some(passing) = passing(simplifier, left, right)
    {
        open.push(RaiseTask::Pass(passing));
        return;
    }
    let operands = chain(simplifier, pairing, left, right);
    let mut tasks = Vec::with_capacity(operands.len());
    let mut place = 0;
    while place < operands.len() {
        let next = operands.get(place + 1);
        // An arrow in the middle of a chain becomes one operand if that does not change the words.
        let arrow = match next {
            Some(&next)
                if pairing == Pairing::Strict && simplifier.has(RewriteRule::Associativity) =>
            {
                passing(simplifier, operands[place], next)
            }
            _ => None,
        };
        place += if arrow.is_some() { 2 } else { 1 };
        tasks.push(arrow.map_or_else(|| RaiseTask::Visit(operands[place - 1]), RaiseTask::Pass));
    }
    let operator = match pairing {
        Pairing::Strict => Operator::Strict,
        Pairing::Seq => Operator::Seq,
        Pairing::Par => Operator::Par,
        Pairing::Alt => Operator::Alt,
        Pairing::Coreg(region) => {
            Operator::Coreg(simplifier.terms.lifelines_in(region).iter().collect())
        }
        Pairing::Sync(common) => Operator::Sync(simplifier.terms.actions_in(common).to_vec()),
    };
    open.push(RaiseTask::Compose(operator, tasks.len()));
    open.extend(tasks.into_iter().rev());
}

/// Returns the operands of a chain that is folded to the right.
fn chain(simplifier: &Simplifier, pairing: Pairing, left: TermId, right: TermId) -> Vec<TermId> {
    let mut operands = vec![left];
    let mut rest = right;
    while let Term::Pair(with, first, others) = simplifier.terms.get(rest) {
        if with != pairing || is_arrow(simplifier, (with, first, others)) {
            break;
        }
        operands.push(first);
        rest = others;
    }
    operands.push(rest);
    operands
}

/// Returns `true` if a pair is an arrow, which stays one operand.
fn is_arrow(simplifier: &Simplifier, (pairing, left, right): (Pairing, TermId, TermId)) -> bool {
    pairing == Pairing::Strict && passing(simplifier, left, right).is_some()
}

/// Returns the arrow of a letter.
fn arrow(actions: &[Action]) -> Passing {
    let sender = actions.iter().find(|action| action.direction == Direction::Send);
    let receptions = actions.iter().filter(|action| action.direction == Direction::Receive);
    Passing {
        origin: sender.map_or(Origin::Environment, |action| Origin::Lifeline(action.lifeline)),
        synchronous: actions.len() > 1,
        message: actions[0].message,
        targets: receptions.map(|action| Target::Lifeline(action.lifeline)).collect(),
    }
}

/// Returns the arrow of an emission and the receptions of its message.
fn passing(simplifier: &Simplifier, sent: TermId, received: TermId) -> Option<Passing> {
    let single = |term: TermId| match simplifier.terms.get(term) {
        Term::Letter(letter) => match simplifier.terms.letters().letter(letter).actions() {
            [action] => Some(*action),
            _ => None,
        },
        _ => None,
    };
    let sent = single(sent).filter(|action| action.direction == Direction::Send)?;
    let is_beside = |pairing| match pairing {
        Pairing::Par => true,
        Pairing::Seq => simplifier.has(RewriteRule::Independence),
        _ => false,
    };
    let mut actions = vec![sent];
    let mut rest = Some(received);
    while let Some(term) = rest {
        let (first, others) = match simplifier.terms.get(term) {
            Term::Pair(pairing, first, others) if is_beside(pairing) => (first, Some(others)),
            _ => (term, None),
        };
        let action = single(first)?;
        if action.direction != Direction::Receive || action.message != sent.message {
            return None;
        }
        actions.push(action);
        rest = others;
    }
    // In a sequence the receptions on one lifeline are ordered, which an arrow cannot express.
    let lifelines: LifelineSet = actions[1..].iter().map(|action| action.lifeline).collect();
    let is_seq = matches!(simplifier.terms.get(received), Term::Pair(Pairing::Seq, ..));
    if is_seq && lifelines.len() + 1 < actions.len() {
        return None;
    }
    Some(Passing { synchronous: false, ..arrow(&actions) })
}
