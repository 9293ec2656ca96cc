//! The six rules of Definition 10, applied wherever and in whatever order chance will.

use super::interaction::{Operation, Term};
use kernel::base::Random;
use model::interaction::Repetition;

/// What the whole term becomes by a rule, if one applies to the whole.
fn rewritten(term: &Term) -> Option<Term> {
    let is_strict_loop = |term: &Term| matches!(term, Term::Loop(Repetition::Strict, _));
    match term {
        Term::Pair(Operation::Sync(_), _, _) => None,
        Term::Pair(Operation::Alt, left, right) => match (&**left, &**right) {
            (Term::Empty, Term::Empty) => Some(Term::Empty),
            (Term::Empty, other) | (other, Term::Empty) if is_strict_loop(other) => {
                Some(other.clone())
            }
            _ => None,
        },
        Term::Pair(_, left, right) => match (&**left, &**right) {
            (Term::Empty, other) | (other, Term::Empty) => Some(other.clone()),
            _ => None,
        },
        Term::Loop(Repetition::Strict, body) if **body == Term::Empty => Some(Term::Empty),
        Term::Loop(..) | Term::Empty | Term::Letter(_) => None,
    }
}

/// Every term that one rule at one place leads to.
fn successors(term: &Term) -> Vec<Term> {
    let mut found: Vec<Term> = rewritten(term).into_iter().collect();
    match term {
        Term::Empty | Term::Letter(_) => {}
        Term::Pair(operation, left, right) => {
            let with = |left: &Term, right: &Term| {
                Term::pair(operation.clone(), left.clone(), right.clone())
            };
            found.extend(successors(left).iter().map(|left| with(left, right)));
            found.extend(successors(right).iter().map(|right| with(left, right)));
        }
        Term::Loop(repetition, body) => {
            found.extend(successors(body).into_iter().map(|body| Term::repeat(*repetition, body)));
        }
    }
    found
}

/// A term to which no rule applies any more, and how many were applied.
pub fn normal_form(term: &Term, numbers: &mut Random) -> (Term, usize) {
    let mut term = term.clone();
    for rules in 0.. {
        let next = successors(&term);
        if next.is_empty() {
            return (term, rules);
        }
        term = next[numbers.below(next.len())].clone();
    }
    unreachable!("each rule makes the term smaller")
}
