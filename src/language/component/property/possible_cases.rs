//! Which predicates can be true together.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

use kernel::base::IndexVec;
use model::component::{
    Binary, ComponentId, Composite, Expression, PlaceId, Predicate, StateVariable, Type, Value,
};
use model::temporal::PropositionId;

use super::print::print_predicate;

/// The predicates whose truth is chosen so far.
pub(super) type Case = IndexVec<PropositionId, Option<bool>>;

/// The truths of predicates that a global state can have, as far as predicates about the same thing exclude each other:
/// the place of a component, the last interaction, the order of the same two operands, or an integer and constants.
///
/// Each of these things has values enough to tell all its predicates apart; a case is possible if some value gives all
/// of its predicates the truth that they have in the case.
pub(super) struct PossibleCases {
    /// For each thing, the predicates about it, and their truths for its values.
    things: Vec<(Vec<PropositionId>, BTreeSet<Vec<bool>>)>,
}

/// What predicates are about.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Thing {
    Place(ComponentId),
    LastInteraction,
    /// A term, or the difference of two, as it is written.
    Number(String),
}

/// What a predicate says about its thing.
#[derive(Clone, Copy)]
enum Claim {
    At(PlaceId),
    /// The variable that asks for the interaction.
    Fired(StateVariable),
    /// It compares so with a number.
    Compares(Binary, i64),
}

impl PossibleCases {
    pub(super) fn new(
        predicates: &IndexVec<PropositionId, Predicate>,
        composite: &Composite,
    ) -> Self {
        let mut claims: BTreeMap<(Thing, bool), Vec<(PropositionId, Claim)>> = BTreeMap::new();
        for (id, predicate) in predicates.enumerate() {
            if let Some((thing, claim)) = claim(predicate, composite) {
                claims.entry(thing).or_default().push((id, claim));
            }
        }
        let things = claims.into_iter().map(|((thing, is_ordered), claims)| {
            let truths = truths(&thing, is_ordered, &claims, composite);
            (claims.into_iter().map(|(id, _)| id).collect(), truths)
        });
        Self { things: things.collect() }
    }

    /// Returns `true` unless the predicates that are chosen in a case exclude each other.
    pub(super) fn contains(&self, case: &Case) -> bool {
        self.things.iter().all(|(predicates, truths)| {
            let agrees =
                |(&id, truth): (&PropositionId, &bool)| case[id].is_none_or(|it| it == *truth);
            truths.iter().any(|truths| predicates.iter().zip(truths).all(agrees))
        })
    }
}

/// Returns the truths of claims for each value of the thing. Numbers are ordered unless they are floating-point ones.
fn truths(
    thing: &Thing,
    is_ordered: bool,
    claims: &[(PropositionId, Claim)],
    composite: &Composite,
) -> BTreeSet<Vec<bool>> {
    let all = |holds: &dyn Fn(Claim) -> bool| claims.iter().map(|&(_, one)| holds(one)).collect();
    match thing {
        Thing::Place(component) => {
            let places = composite.atom(*component).places.ids();
            let at = |place| all(&|claim| matches!(claim, Claim::At(named) if named == place));
            places.map(at).collect()
        }
        Thing::LastInteraction => {
            let led = |last| {
                all(&|claim| matches!(claim, Claim::Fired(one) if composite.makes_true(last, one)))
            };
            // None has led to the initial state.
            composite.interactions().ids().map(led).chain([all(&|_| false)]).collect()
        }
        Thing::Number(_) => {
            let bounds = claims.iter().filter_map(|(_, claim)| match claim {
                Claim::Compares(_, bound) => Some(*bound),
                _ => None,
            });
            let values = bounds.flat_map(|one| [one.saturating_sub(1), one, one.saturating_add(1)]);
            let compared = |order: &dyn Fn(i64) -> Option<Ordering>| {
                all(&|claim| match claim {
                    Claim::Compares(operator, bound) => compares(operator, order(bound)),
                    _ => false,
                })
            };
            let none = (!is_ordered).then(|| compared(&|_| None));
            values.map(|value| compared(&|bound| Some(value.cmp(&bound)))).chain(none).collect()
        }
    }
}

/// Returns what a predicate is about, whether that is ordered, and what it says; `None` for a predicate that is
/// independent of all others.
fn claim(predicate: &Predicate, composite: &Composite) -> Option<((Thing, bool), Claim)> {
    let (operator, [left, right]) = match predicate {
        Expression::Variable(StateVariable::At(component, place)) => {
            return Some(((Thing::Place(*component), true), Claim::At(*place)));
        }
        Expression::Variable(variable @ (StateVariable::Fired(_) | StateVariable::FiredAny(_))) => {
            return Some(((Thing::LastInteraction, true), Claim::Fired(*variable)));
        }
        Expression::Binary(operator, operands, _) => (*operator, &**operands),
        _ => return None,
    };
    let mirrored = mirrored(operator)?;
    let text = |term: &Expression<StateVariable>| print_predicate(term, composite);
    let (number, claim) = match (left, right) {
        (_, Expression::Constant(Value::Int(bound))) => (text(left), (operator, *bound)),
        (Expression::Constant(Value::Int(bound)), _) => (text(right), (mirrored, *bound)),
        _ => {
            let (left, right) = (text(left), text(right));
            let operator = if left <= right { operator } else { mirrored };
            (format!("{} - {}", (&left).min(&right), (&left).max(&right)), (operator, 0))
        }
    };
    let kind = |variable| match variable {
        StateVariable::Value(component, variable) => {
            composite.atom(component).variables[variable].kind()
        }
        _ => Type::Bool,
    };
    let is_ordered = left.word_type(&kind).is_some();
    Some(((Thing::Number(number), is_ordered), Claim::Compares(claim.0, claim.1)))
}

/// Returns the comparison with its operands exchanged; `None` for another operator.
const fn mirrored(operator: Binary) -> Option<Binary> {
    Some(match operator {
        Binary::Equal | Binary::NotEqual => operator,
        Binary::Less => Binary::Greater,
        Binary::LessOrEqual => Binary::GreaterOrEqual,
        Binary::Greater => Binary::Less,
        Binary::GreaterOrEqual => Binary::LessOrEqual,
        _ => return None,
    })
}

/// Returns whether numbers in this order compare so; two floating-point numbers may have none.
fn compares(operator: Binary, order: Option<Ordering>) -> bool {
    match operator {
        Binary::Less => order.is_some_and(Ordering::is_lt),
        Binary::LessOrEqual => order.is_some_and(Ordering::is_le),
        Binary::Greater => order.is_some_and(Ordering::is_gt),
        Binary::GreaterOrEqual => order.is_some_and(Ordering::is_ge),
        Binary::NotEqual => order != Some(Ordering::Equal),
        _ => order == Some(Ordering::Equal),
    }
}
