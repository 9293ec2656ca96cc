//! Formulas of linear temporal logic by their definitions: on a finite trace, on an infinite one that repeats a cycle,
//! and on all traces that continue a given one.
//!
//! For the last, a valuation says of each proposition and of each temporal subformula whether it holds at a position.
//! The traces with a valuation for each position that agrees with the definitions of the operators, one position from
//! the next, are the paths of a graph.

use kernel::base::Id as _;
use model::temporal::{BinaryOperator, Formula, UnaryOperator};

/// The set of propositions that hold at a position, as bits.
pub type Letter = u64;

/// Returns `true` if `formula` holds at a position of a finite trace.
pub fn holds(formula: &Formula, trace: &[Letter], at: usize) -> bool {
    let end = trace.len();
    match formula {
        Formula::Constant(value) => *value,
        Formula::Proposition(proposition) => trace[at] >> proposition.index() & 1 == 1,
        Formula::Unary(operator, operand) => {
            let holds = |position| holds(operand, trace, position);
            match operator {
                UnaryOperator::Not => !holds(at),
                UnaryOperator::Next => at + 1 < end && holds(at + 1),
                UnaryOperator::WeakNext => at + 1 == end || holds(at + 1),
                UnaryOperator::Finally => (at..end).any(holds),
                UnaryOperator::Globally => (at..end).all(holds),
                UnaryOperator::Yesterday => at > 0 && holds(at - 1),
                UnaryOperator::Once => (0..=at).any(holds),
                UnaryOperator::Historically => (0..=at).all(holds),
            }
        }
        Formula::Binary(operator, left, right) => {
            let left = |position| holds(left, trace, position);
            let right = |position| holds(right, trace, position);
            let until = || (at..end).any(|found| right(found) && (at..found).all(left));
            match operator {
                BinaryOperator::And => left(at) && right(at),
                BinaryOperator::Or => left(at) || right(at),
                BinaryOperator::Implies => !left(at) || right(at),
                BinaryOperator::Until => until(),
                BinaryOperator::WeakUntil => until() || (at..end).all(left),
                BinaryOperator::Release => {
                    let released = |found| left(found) && (at..=found).all(right);
                    (at..end).all(right) || (at..end).any(released)
                }
                BinaryOperator::Since => {
                    (0..=at).any(|found| right(found) && (found + 1..=at).all(left))
                }
            }
        }
    }
}

/// Returns `true` if the infinite trace of `stem` and of `cycle` again and again satisfies `formula`.
///
/// A past operator over values that repeat with the cycle repeats with it after one more cycle. So the cycle is
/// unrolled once more than past operators are nested, and its last copy stands for all later ones.
pub fn holds_on_lasso(formula: &Formula, stem: &[Letter], cycle: &[Letter]) -> bool {
    let mut trace = stem.to_vec();
    for _ in 0..past_depth(formula) + 2 {
        trace.extend_from_slice(cycle);
    }
    lasso_values(formula, &trace, trace.len() - cycle.len())[0]
}

fn past_depth(formula: &Formula) -> usize {
    use UnaryOperator::{Historically, Once, Yesterday};
    match formula {
        Formula::Constant(_) | Formula::Proposition(_) => 0,
        Formula::Unary(operator, operand) => {
            past_depth(operand) + usize::from(matches!(operator, Yesterday | Once | Historically))
        }
        Formula::Binary(operator, left, right) => {
            let own = usize::from(*operator == BinaryOperator::Since);
            past_depth(left).max(past_depth(right)) + own
        }
    }
}

/// Returns the values at each position of a trace whose last position is followed by the position `back`.
fn lasso_values(formula: &Formula, trace: &[Letter], back: usize) -> Vec<bool> {
    let positions = 0..trace.len();
    let next = |position: usize| if position + 1 == trace.len() { back } else { position + 1 };
    // The positions from one on in the order of time, until the cycle was seen as a whole.
    let path = |position: usize| {
        std::iter::successors(Some(position), |&position| Some(next(position)))
            .take(trace.len() + 1)
            .collect::<Vec<_>>()
    };
    match formula {
        Formula::Constant(value) => vec![*value; trace.len()],
        Formula::Proposition(_) => positions.map(|at| holds(formula, trace, at)).collect(),
        Formula::Unary(operator, operand) => {
            let values = lasso_values(operand, trace, back);
            let later = |at: usize| at.min(back)..trace.len();
            let value = |at: usize| match operator {
                UnaryOperator::Not => !values[at],
                UnaryOperator::Next | UnaryOperator::WeakNext => values[next(at)],
                UnaryOperator::Finally => later(at).any(|at| values[at]),
                UnaryOperator::Globally => later(at).all(|at| values[at]),
                UnaryOperator::Yesterday => at > 0 && values[at - 1],
                UnaryOperator::Once => (0..=at).any(|at| values[at]),
                UnaryOperator::Historically => (0..=at).all(|at| values[at]),
            };
            positions.map(value).collect()
        }
        Formula::Binary(operator, left, right) => {
            let left = lasso_values(left, trace, back);
            let right = lasso_values(right, trace, back);
            let until = |at: usize| {
                let found = path(at).into_iter().find(|&at| right[at] || !left[at]);
                found.is_some_and(|at| right[at])
            };
            let always = |at: usize, values: &[bool]| path(at).into_iter().all(|at| values[at]);
            let value = |at: usize| match operator {
                BinaryOperator::And => left[at] && right[at],
                BinaryOperator::Or => left[at] || right[at],
                BinaryOperator::Implies => !left[at] || right[at],
                BinaryOperator::Until => until(at),
                BinaryOperator::WeakUntil => until(at) || always(at, &left),
                BinaryOperator::Release => {
                    let found = path(at).into_iter().find(|&at| left[at] || !right[at]);
                    found.is_none_or(|at| right[at])
                }
                BinaryOperator::Since => {
                    (0..=at).any(|found| right[found] && (found + 1..=at).all(|at| left[at]))
                }
            };
            positions.map(value).collect()
        }
    }
}

/// The graph of valuations of a formula.
#[derive(Debug)]
pub struct Valuations {
    /// Whether the formula holds at a position with each valuation.
    root: Vec<bool>,
    letters: Vec<Letter>,
    may_start: Vec<bool>,
    next: Vec<Vec<usize>>,
    /// Whether a finite, or an infinite, path leaves each valuation. A path that ends there is finite.
    leads_on: [Vec<bool>; 2],
}

/// What of a formula may follow a trace: first for finite continuations (none included), then for infinite ones.
pub type Possible = [Answers; 2];

/// Whether some continuation satisfies a formula, and whether some does not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Answers {
    pub satisfied: bool,
    pub refuted: bool,
}

impl Valuations {
    /// Returns the graph of a formula, or `None` if it had more than `max` valuations.
    pub fn new(formula: &Formula, propositions: usize, max: usize) -> Option<Self> {
        let mut parts = Vec::new();
        list(formula, &mut parts);
        let temporal: Vec<&Formula> =
            parts.iter().copied().filter(|part| is_temporal(part)).collect();
        let bits = propositions + temporal.len();
        if 1_usize << bits > max {
            return None;
        }
        let valuations: Vec<Valuation<'_>> = (0..1_u64 << bits)
            .map(|bits| Valuation { propositions, temporal: &temporal, bits })
            .collect();
        let all = |law: &dyn Fn(&Formula) -> bool| temporal.iter().all(|part| law(part));
        let next: Vec<Vec<usize>> = valuations
            .iter()
            .map(|here| {
                let follows = |&to: &usize| all(&|part| agree(part, here, &valuations[to]));
                (0..valuations.len()).filter(follows).collect()
            })
            .collect();
        let may_end: Vec<bool> =
            valuations.iter().map(|here| all(&|part| ends(part, here))).collect();
        let finite = reaching(&next, &may_end, &vec![true; next.len()]);
        let fair: Vec<Vec<bool>> = temporal
            .iter()
            .map(|part| valuations.iter().map(|here| is_fair(part, here)).collect())
            .collect();
        let mask = (1 << propositions) - 1;
        Some(Self {
            root: valuations.iter().map(|here| here.value(formula)).collect(),
            letters: valuations.iter().map(|here| here.bits & mask).collect(),
            may_start: valuations.iter().map(|here| all(&|part| starts(part, here))).collect(),
            leads_on: [finite, infinite_paths(&next, &fair)],
            next,
        })
    }

    /// Returns what is possible after each non-empty prefix of a trace.
    pub fn possible(&self, trace: &[Letter]) -> Vec<Possible> {
        let all = || 0..self.next.len();
        // Each valuation of the last letter with the value of the formula at the first one.
        let mut current: Vec<(usize, bool)> = all()
            .filter(|&here| self.may_start[here] && self.letters[here] == trace[0])
            .map(|here| (here, self.root[here]))
            .collect();
        let mut possible = vec![self.answers(&current)];
        for &letter in &trace[1..] {
            let mut later = Vec::new();
            for (here, value) in current {
                let next = self.next[here].iter().filter(|&&to| self.letters[to] == letter);
                later.extend(next.map(|&to| (to, value)));
            }
            later.sort_unstable();
            later.dedup();
            current = later;
            possible.push(self.answers(&current));
        }
        possible
    }

    fn answers(&self, current: &[(usize, bool)]) -> Possible {
        self.leads_on.each_ref().map(|leads_on| {
            let some = |value| current.iter().any(|&(at, root)| root == value && leads_on[at]);
            Answers { satisfied: some(true), refuted: some(false) }
        })
    }
}

/// The values of all subformulas at a position, by those of propositions and temporal subformulas.
struct Valuation<'f> {
    propositions: usize,
    temporal: &'f [&'f Formula],
    bits: u64,
}

impl Valuation<'_> {
    fn value(&self, formula: &Formula) -> bool {
        match formula {
            Formula::Constant(value) => *value,
            Formula::Proposition(proposition) => self.bits >> proposition.index() & 1 == 1,
            Formula::Unary(UnaryOperator::Not, operand) => !self.value(operand),
            Formula::Binary(BinaryOperator::And, left, right) => {
                self.value(left) && self.value(right)
            }
            Formula::Binary(BinaryOperator::Or, left, right) => {
                self.value(left) || self.value(right)
            }
            Formula::Binary(BinaryOperator::Implies, left, right) => {
                !self.value(left) || self.value(right)
            }
            _ => {
                let place = self.temporal.iter().position(|&part| part == formula).unwrap();
                self.bits >> (self.propositions + place) & 1 == 1
            }
        }
    }
}

fn list<'f>(formula: &'f Formula, parts: &mut Vec<&'f Formula>) {
    if parts.contains(&formula) {
        return;
    }
    parts.push(formula);
    match formula {
        Formula::Constant(_) | Formula::Proposition(_) => {}
        Formula::Unary(_, operand) => list(operand, parts),
        Formula::Binary(_, left, right) => {
            list(left, parts);
            list(right, parts);
        }
    }
}

fn is_temporal(formula: &Formula) -> bool {
    use BinaryOperator::{And, Implies, Or};
    match formula {
        Formula::Constant(_) | Formula::Proposition(_) => false,
        Formula::Unary(operator, _) => *operator != UnaryOperator::Not,
        Formula::Binary(operator, ..) => !matches!(operator, And | Or | Implies),
    }
}

/// Whether the values of a temporal subformula at a position and at the next one agree with its definition.
fn agree(part: &Formula, here: &Valuation<'_>, next: &Valuation<'_>) -> bool {
    use BinaryOperator::{Release, Since, Until, WeakUntil};
    use UnaryOperator::{Finally, Globally, Historically, Next, Once, WeakNext, Yesterday};
    let (now, then) = (here.value(part), next.value(part));
    match part {
        Formula::Unary(operator, operand) => {
            let (own, own_then) = (here.value(operand), next.value(operand));
            match operator {
                Next | WeakNext => now == own_then,
                Finally => now == (own || then),
                Globally => now == (own && then),
                Yesterday => then == own,
                Once => then == (own_then || now),
                Historically => then == (own_then && now),
                UnaryOperator::Not => unreachable!(),
            }
        }
        Formula::Binary(operator, left, right) => match operator {
            Until | WeakUntil => now == (here.value(right) || here.value(left) && then),
            Release => now == (here.value(right) && (here.value(left) || then)),
            Since => then == (next.value(right) || next.value(left) && now),
            _ => unreachable!(),
        },
        _ => unreachable!(),
    }
}

/// Whether a temporal subformula may have its value at the first position.
fn starts(part: &Formula, here: &Valuation<'_>) -> bool {
    use UnaryOperator::{Historically, Once, Yesterday};
    match part {
        Formula::Unary(Yesterday, _) => !here.value(part),
        Formula::Unary(Once | Historically, operand) => here.value(part) == here.value(operand),
        Formula::Binary(BinaryOperator::Since, _, right) => here.value(part) == here.value(right),
        _ => true,
    }
}

/// Whether a temporal subformula may have its value at the last position.
fn ends(part: &Formula, here: &Valuation<'_>) -> bool {
    use BinaryOperator::{Release, Until, WeakUntil};
    use UnaryOperator::{Finally, Globally, Next, WeakNext};
    let now = here.value(part);
    match part {
        Formula::Unary(Next, _) => !now,
        Formula::Unary(WeakNext, _) => now,
        Formula::Unary(Finally | Globally, operand) => now == here.value(operand),
        Formula::Binary(Until | Release, _, right) => now == here.value(right),
        Formula::Binary(WeakUntil, left, right) => now == (here.value(left) || here.value(right)),
        _ => true,
    }
}

/// Whether a position is one of those that an infinite trace has again and again, for a temporal subformula: what is
/// only true if something comes, or only false if something comes, is not so for ever without it.
fn is_fair(part: &Formula, here: &Valuation<'_>) -> bool {
    use BinaryOperator::{Release, Until, WeakUntil};
    use UnaryOperator::{Finally, Globally};
    let now = here.value(part);
    match part {
        Formula::Unary(Finally, operand) => !now || here.value(operand),
        Formula::Unary(Globally, operand) => now || !here.value(operand),
        Formula::Binary(Until, _, right) => !now || here.value(right),
        Formula::Binary(Release, _, right) => now || !here.value(right),
        Formula::Binary(WeakUntil, left, right) => now || !here.value(left) && !here.value(right),
        _ => true,
    }
}

/// Returns the nodes from which a path through nodes of `inside` leads to one of `goal`; it may have no edge.
fn reaching(next: &[Vec<usize>], goal: &[bool], inside: &[bool]) -> Vec<bool> {
    let mut reaching = goal.to_vec();
    loop {
        let grown: Vec<bool> = (0..next.len())
            .map(|at| reaching[at] || inside[at] && next[at].iter().any(|&to| reaching[to]))
            .collect();
        if grown == reaching {
            return reaching;
        }
        reaching = grown;
    }
}

/// Returns the nodes that an infinite path leaves on which nodes of each of the sets `fair` occur again and again.
fn infinite_paths(next: &[Vec<usize>], fair: &[Vec<bool>]) -> Vec<bool> {
    let mut kept = vec![true; next.len()];
    loop {
        let mut fewer: Vec<bool> =
            (0..next.len()).map(|at| kept[at] && next[at].iter().any(|&to| kept[to])).collect();
        for set in fair {
            let goal: Vec<bool> = (0..next.len()).map(|at| fewer[at] && set[at]).collect();
            fewer = reaching(next, &goal, &fewer);
        }
        if fewer == kept {
            return kept;
        }
        kept = fewer;
    }
}
