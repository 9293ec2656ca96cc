//! Propositional formulas encoded as interactions.

use crate::interaction::{
    Expression, ExpressionId, Interaction, Operator, Origin, Passing, Target,
};
use crate::trace::{Action, Component, Letter, LifelineId, MultiTrace, Signature};
use kernel::base::{IndexVec, Random};

/// A formula in conjunctive normal form.
///
/// Literal k is variable k - 1, and -k its negation; 0 is not a literal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Formula {
    /// The number of variables.
    pub variables: usize,
    /// The clauses, each a choice of literals.
    pub clauses: Vec<Vec<i32>>,
}

impl Formula {
    /// Draws a formula: each clause has three different variables, or all if there are fewer, and each of
    /// them is negated with probability one half.
    ///
    /// # Complexity
    /// Linear in the clauses times the variables.
    pub fn random(variables: usize, clauses: usize, random: &mut Random) -> Self {
        let clause = |random: &mut Random| {
            let mut left: Vec<usize> = (0..variables).collect();
            let literal = |_| {
                let variable = left.swap_remove(random.below(left.len()));
                let literal = i32::try_from(variable + 1).expect("variables are few");
                if random.percent(50) { -literal } else { literal }
            };
            (0..variables.min(3)).map(literal).collect()
        };
        Self { variables, clauses: (0..clauses).map(|_| clause(random)).collect() }
    }
}

/// How a formula is encoded by messages.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Encoding {
    /// The clauses receive a message one after the other, in any order.
    Asynchronous,
    /// The clauses receive a message at the same time.
    Synchronous,
}

/// Returns an interaction and a multitrace which is one of its multi-prefixes iff the formula is satisfiable.
///
/// Each clause is a lifeline. For each variable there is a choice between the message to the clauses that it
/// satisfies if it is true, and the message to those that it satisfies if it is false; the choices come one
/// after the other. In the multitrace each clause has received one message: it is satisfied at least once.
///
/// Source: \[OVM\], which uses the encoding to show that the problem is hard.
///
/// # Complexity
/// Linear in the number of literals, and in the variables times the clauses.
pub fn encoded(formula: &Formula, encoding: Encoding) -> (Interaction, MultiTrace) {
    let mut signature = Signature::new();
    let message = signature.add_message("m");
    let clauses: Vec<LifelineId> = (1..=formula.clauses.len())
        .map(|number| signature.add_lifeline(&format!("c{number}")))
        .collect();
    let mut parts: IndexVec<ExpressionId, Expression> = IndexVec::new();
    let mut choices = Vec::new();
    for variable in 1..=formula.variables {
        let literal = i32::try_from(variable).expect("variables are few");
        let branches: Vec<ExpressionId> = [literal, -literal]
            .into_iter()
            .map(|literal| {
                let satisfied = formula.clauses.iter().zip(&clauses);
                let targets: Vec<Target> = satisfied
                    .filter(|(clause, _)| clause.contains(&literal))
                    .map(|(_, &lifeline)| Target::Lifeline(lifeline))
                    .collect();
                parts.push(if targets.is_empty() {
                    Expression::Empty
                } else {
                    Expression::Passing(Passing {
                        origin: Origin::Environment,
                        synchronous: encoding == Encoding::Synchronous,
                        message,
                        targets,
                    })
                })
            })
            .collect();
        choices.push(parts.push(Expression::Compound(Operator::Alt, branches)));
    }
    let root = match &*choices {
        [] => parts.push(Expression::Empty),
        [only] => *only,
        _ => parts.push(Expression::Compound(Operator::Strict, choices)),
    };
    let components = clauses.iter().map(|&lifeline| Component {
        locations: vec![lifeline],
        letters: vec![Letter::from_action(Action::receive(lifeline, message))],
    });
    let multitrace = MultiTrace { components: components.collect() };
    (Interaction { signature, parts, root }, multitrace)
}
