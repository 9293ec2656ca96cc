//! Contents of bags, which no specification may constrain.
//!
//! A contents expression describes all channels at once. Splitting it at the separators yields a
//! union of tuples of languages, one language a channel. The tuples are not enumerated: a
//! tuple is a chain of separators of the expression, and its language for a channel is described by
//! the part between two consecutive ones. For a bag each of these languages must contain all words.

use rustc_hash::FxHashMap;

use super::contents::CONTENTS;
use super::contents_nodes::separators;
use super::scope::Scope;
use crate::scm::ast::{ContentsPart, Number};
use crate::scm::codes;
use kernel::automata::Steps;
use kernel::diagnostics::Diagnostic;
use kernel::source::Span;
use model::cfsm::{Constraint, ContentsChain, ContentsExpression, MessageId};

/// Maximum number of steps for all specifications of a file together.
pub(super) const STEPS: usize = 5_000_000;

/// Reports the bags that the expression constrains.
pub(super) fn check(
    scope: &mut Scope<'_, '_>,
    parts: &[ContentsPart],
    expression: &ContentsExpression,
    bags: &[Number],
    steps: &mut Steps,
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
    let places = ContentsPlaces::new(scope, parts);
    let chain = ContentsChain::new(expression);
    for (bag, declared) in bags.into_iter().filter(|(bag, _)| places.mention(*bag)) {
        if let Some(constraint) = chain.first_constraint(bag, &alphabet, steps) {
            let place = places.of(bag, constraint.from, constraint.to);
            let diagnostic = refusal(constraint, bag, place, declared);
            scope.sink.push(diagnostic.help(places.advice()).remedy(CONTENTS));
            return;
        }
    }
}

fn refusal(constraint: Constraint, bag: usize, place: Span, declared: Span) -> Diagnostic {
    let (code, what, label) = if constraint.is_known {
        (codes::BAG_CONSTRAINED, "constrained", "this does not allow every word")
    } else {
        let what = "too complex to be checked";
        (codes::CONTENTS_TOO_COMPLEX, what, "does this allow every word?")
    };
    let diagnostic = code.at(place, format!("the contents of bag {bag} are {what}")).label(label);
    diagnostic.also(declared, format!("channel {bag} is a bag"))
}

/// The places of the contents of the channels.
enum ContentsPlaces {
    /// Between separators, in order from left to right.
    Separated { whole: Span, separators: Vec<Span> },
    /// Each behind its number; a channel that is not named may hold any contents.
    ByChannel(FxHashMap<usize, Span>),
}

impl ContentsPlaces {
    fn new(scope: &Scope<'_, '_>, parts: &[ContentsPart]) -> Self {
        if let [ContentsPart { channel: None, regex: root, .. }] = *parts {
            let separators = separators(scope.tree, root).collect();
            return Self::Separated { whole: scope.tree.regexes[root].span, separators };
        }
        let part = |part: &ContentsPart| {
            let channel = part.channel.and_then(|number| number.value)?;
            Some((usize::try_from(channel).ok()?, part.span))
        };
        Self::ByChannel(parts.iter().filter_map(part).collect())
    }

    /// Returns `true` if the text has contents for a channel.
    fn mention(&self, channel: usize) -> bool {
        match self {
            Self::Separated { .. } => true,
            Self::ByChannel(parts) => parts.contains_key(&channel),
        }
    }

    /// Returns the place of a mentioned channel's contents, between the two separators of these
    /// numbers.
    fn of(&self, channel: usize, from: Option<usize>, to: Option<usize>) -> Span {
        let (whole, separators) = match self {
            Self::Separated { whole, separators } => (*whole, separators),
            Self::ByChannel(parts) => return parts[&channel],
        };
        let from = from.map(|index| separators[index]);
        let to = to.map(|index| separators[index]);
        let place =
            Span::new(from.map_or(whole.start(), Span::end), to.map_or(whole.end(), Span::start));
        if place.is_empty() { from.or(to).unwrap_or(whole) } else { place }
    }

    fn advice(&self) -> &'static str {
        match self {
            Self::Separated { .. } => {
                "write `*` for a bag, or `(a|b)^*` with all declared messages"
            }
            Self::ByChannel(_) => "leave the bag out: a channel without contents may hold anything",
        }
    }
}
