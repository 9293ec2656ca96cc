//! Monitors that are given as finite automata.

use kernel::base::{Id as _, IndexVec};
use model::component::{PropertyAutomaton, PropertyStateId};
use model::temporal::{BinaryOperator, Formula, UnaryOperator};

use super::certainty::{Certainty, certain};

/// A finite automaton that reads letters.
#[derive(Debug)]
pub(super) struct AutomatonMonitor {
    /// For each state the transitions, with their conditions.
    leaving: IndexVec<PropertyStateId, Vec<(Formula, PropertyStateId)>>,
    is_accepting: IndexVec<PropertyStateId, bool>,
    certain: IndexVec<PropertyStateId, Option<bool>>,
    state: PropertyStateId,
}

impl AutomatonMonitor {
    pub(super) fn new(automaton: &PropertyAutomaton) -> Self {
        let pairs =
            automaton.transitions.iter().map(|(from, when, to)| (*from, (when.clone(), *to)));
        let leaving = IndexVec::grouped(automaton.states.len(), pairs);
        let is_accepting: IndexVec<_, _> =
            automaton.states.iter().map(|&(_, accepting)| accepting).collect();
        let certain = certain(&is_accepting, |state: PropertyStateId| {
            leaving[state].iter().map(|&(_, to): &(Formula, PropertyStateId)| to).collect()
        });
        Self { leaving, is_accepting, certain, state: automaton.initial }
    }

    /// Reads a letter: the truth of each proposition.
    pub(super) fn read(&mut self, letter: &[u64]) -> Certainty {
        let next = self.leaving[self.state].iter().find(|(when, _)| holds(when, letter));
        self.state = next.expect("the automaton is complete").1;
        match self.certain[self.state] {
            Some(truth) => Certainty::Certain(truth),
            None => Certainty::Currently(self.is_accepting[self.state]),
        }
    }
}

/// Returns the truth of a formula without temporal operators.
pub(super) fn holds(formula: &Formula, letter: &[u64]) -> bool {
    match formula {
        Formula::Constant(truth) => *truth,
        Formula::Proposition(id) => letter[id.index() / 64] >> (id.index() % 64) & 1 == 1,
        Formula::Unary(UnaryOperator::Not, operand) => !holds(operand, letter),
        Formula::Binary(operator, left, right) => {
            let (left, right) = (holds(left, letter), || holds(right, letter));
            match operator {
                BinaryOperator::And => left && right(),
                BinaryOperator::Or => left || right(),
                BinaryOperator::Implies => !left || right(),
                _ => unreachable!("conditions of automata have no temporal operators"),
            }
        }
        Formula::Unary(..) => unreachable!("conditions of automata have no temporal operators"),
    }
}
