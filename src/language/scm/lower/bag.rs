//! Contents of bags, which no specification may constrain.
//!
//! A contents expression describes all channels at once. Splitting it at the separators yields a
//! union of tuples of languages, one language a channel, without ever writing the tuples down: a
//! tuple is a chain of separators of the expression, and its language for a channel is what
//! stands between two consecutive ones. For a bag each of these must be all words.

use super::contents::post_order;
use super::scope::Scope;
use crate::kernel::automata::{Steps, is_universal};
use crate::kernel::diagnostics::Diagnostic;
use crate::kernel::source::Span;
use crate::language::scm::ast::{Number, RegexId, RegexNode};
use crate::language::scm::mistake::Mistake;
use crate::model::cfsm::{ContentsChain, ContentsExpression, MessageId};

/// How many steps all specifications of a file may take together.
const STEPS: usize = 5_000_000;

/// The steps that are left.
#[derive(Debug)]
pub(super) struct Budget(Steps);

impl Default for Budget {
    fn default() -> Self {
        Self(Steps(STEPS))
    }
}

/// Reports the bags that the expression constrains.
pub(super) fn check(
    scope: &mut Scope<'_, '_>,
    root: RegexId,
    expression: &ContentsExpression,
    bags: &[Number],
    budget: &mut Budget,
) {
    let Some(channels) = &scope.channels else { return };
    let in_range = |number: &Number| {
        let value = usize::try_from(number.value?).ok()?;
        (value < channels.ids.len()).then_some((value, number.span))
    };
    let mut bags: Vec<(usize, Span)> = bags.iter().filter_map(in_range).collect();
    bags.sort_unstable();
    if bags.is_empty() {
        return;
    }
    let alphabet: Vec<MessageId> = scope.messages.ids().collect();
    let separators = separator_places(scope, root);
    let chain = ContentsChain::new(expression);
    for (bag, declared) in bags {
        let starts = chain.starts(bag);
        let ends = chain.ends(bag);
        for &(start, from) in &starts {
            let reached = chain.nfa().reachable(start);
            let spent = budget.0.spend(reached.len() + ends.len());
            for &(end, to) in ends.iter().filter(|(end, _)| reached.contains(end)) {
                let answer = spent
                    .and_then(|()| is_universal(chain.nfa(), start, end, &alphabet, &mut budget.0));
                match answer {
                    Some(true) => {}
                    answer => {
                        let from = from.map(|index: usize| separators[index]);
                        let to = to.map(|index: usize| separators[index]);
                        let whole = scope.tree.regexes[root].span;
                        let place = Span::new(
                            from.map_or(whole.start(), Span::end),
                            to.map_or(whole.end(), Span::start),
                        );
                        let place =
                            if place.is_empty() { from.or(to).unwrap_or(whole) } else { place };
                        scope.sink.push(refusal(answer, bag, place, declared));
                        return;
                    }
                }
            }
        }
    }
}

fn refusal(answer: Option<bool>, bag: usize, place: Span, declared: Span) -> Diagnostic {
    let diagnostic = match answer {
        None => Diagnostic::new(
            Mistake::ContentsTooComplex.code(),
            place,
            format!("the contents of bag {bag} are too complex to be checked"),
        )
        .label("does this allow every word?"),
        Some(_) => Diagnostic::new(
            Mistake::BagConstrained.code(),
            place,
            format!("the contents of bag {bag} are constrained"),
        )
        .label("this does not allow every word"),
    };
    diagnostic
        .also(declared, format!("channel {bag} is a bag"))
        .help("write `(a|b)^*` for a bag, with all declared messages")
}

/// Returns where the separators stand, from left to right.
fn separator_places(scope: &Scope<'_, '_>, root: RegexId) -> Vec<Span> {
    post_order(scope, root)
        .into_iter()
        .map(|id| &scope.tree.regexes[id])
        .filter(|regex| matches!(regex.node, RegexNode::Separator))
        .map(|regex| regex.span)
        .collect()
}
