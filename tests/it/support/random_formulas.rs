//! Random formulas of linear temporal logic, and the verdicts on them by the definitions.

use oracle::temporal::Answers;
use scm_check::internals::check::monitor::{MonitorVerdict, Semantics};
use scm_check::internals::kernel::base::{Id as _, Random};
use scm_check::internals::model::temporal::{
    BinaryOperator, Formula, PropositionId, UnaryOperator,
};

/// A random formula with so many operators.
pub(crate) fn random_formula(
    operators: usize,
    propositions: usize,
    random: &mut Random,
) -> Formula {
    if operators == 0 {
        return match random.below(20) {
            0 => Formula::Constant(random.percent(50)),
            _ => Formula::Proposition(PropositionId::from_index(random.below(propositions))),
        };
    }
    if random.percent(50) {
        let operand = random_formula(operators - 1, propositions, random);
        return Formula::unary(random.choose(&UnaryOperator::ALL).unwrap(), operand);
    }
    let left = random.below(operators);
    let [left, right] =
        [left, operators - 1 - left].map(|part| random_formula(part, propositions, random));
    Formula::binary(random.choose(&BinaryOperator::ALL).unwrap(), left, right)
}

/// The verdict on a trace that the definition of a semantics gives.
pub(crate) fn verdict(
    semantics: Semantics,
    [finite, infinite]: [Answers; 2],
    holds: bool,
) -> MonitorVerdict {
    let possible = if semantics == Semantics::Ltlf { finite } else { infinite };
    match (possible.satisfied, possible.refuted) {
        (true, false) => MonitorVerdict::True,
        (false, true) => MonitorVerdict::False,
        (false, false) => panic!("some letter can always follow"),
        _ if semantics == Semantics::Ltl3 => MonitorVerdict::Inconclusive,
        _ if holds => MonitorVerdict::CurrentlyTrue,
        _ => MonitorVerdict::CurrentlyFalse,
    }
}
