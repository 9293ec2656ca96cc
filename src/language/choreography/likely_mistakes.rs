//! Warnings about choreographies that say what their authors hardly mean: names that differ in one letter, and parts of
//! terms that change nothing.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::{FxHashMap, FxHashSet};

use super::builder::Builder;
use super::codes;
use super::{Structured, Term, TermId};
use kernel::base::{IndexVec, Interner};
use kernel::diagnostics::Sink;
use kernel::source::{Source, Span};
use strsim::osa_distance;

/// The places where names are used.
type Uses<'a> = BTreeMap<&'a str, BTreeSet<Span>>;

/// Warns about likely mistakes.
///
/// # Complexity
/// Linear in the automaton and in the term, and quadratic in the names between two participants, of which a bounded
/// number is compared.
pub(super) fn warn(
    source: &Source,
    builder: &Builder,
    structure: Option<&Structured>,
    sink: &mut Sink,
) {
    let mut participants = Uses::new();
    let mut messages: BTreeMap<_, Uses<'_>> = BTreeMap::new();
    for (edge, &place) in builder.edges.iter().zip(&builder.places) {
        let Some(exchange) = edge.exchange else { continue };
        let (from, to) = (exchange.sender, exchange.receiver);
        for participant in [from, to] {
            let name = builder.participants.items()[participant].as_str();
            participants.entry(name).or_default().insert(place);
        }
        let name = builder.messages.items()[exchange.message].as_str();
        messages.entry((from, to)).or_default().entry(name).or_default().insert(place);
    }
    similar_names("participant", source, &participants, sink);
    for uses in messages.values() {
        similar_names("message", source, uses, sink);
    }
    if let Some(structure) = structure {
        parts_without_effect(structure, sink);
    }
}

/// Warns about names that are used once and resemble another name that is used at least as often.
fn similar_names(what: &str, source: &Source, uses: &Uses<'_>, sink: &mut Sink) {
    /// Maximum number of names that are compared.
    const COMPARED: usize = 200;
    if uses.len() > COMPARED {
        return;
    }
    let mut meant: BTreeSet<&str> = BTreeSet::new();
    let once = uses.iter().filter(|(_, places)| places.len() == 1);
    for (&name, places) in once {
        let similar = uses.keys().find(|other| is_slip(name, other) && !meant.contains(name));
        let (Some(&similar), Some(&place)) = (similar, places.first()) else { continue };
        meant.insert(similar);
        let message = format!("{what} `{name}` is used only here, and resembles `{similar}`");
        let slice = source.slice(place);
        let found: Vec<usize> =
            slice.match_indices(name).map(|(at, _)| place.start() + at).collect();
        let diagnostic = match *found {
            [at] => codes::SIMILAR_NAME
                .at(Span::new(at, at + name.len()), message)
                .did_you_mean(similar),
            _ => {
                let help = format!("did you mean `{similar}`?");
                codes::SIMILAR_NAME.at(place, message).help(help)
            }
        };
        let first = uses[similar].first().copied().unwrap_or(place);
        sink.push(diagnostic.also(first, format!("`{similar}`")));
    }
}

/// Returns `true` if two names probably stand for the same: they differ in capitals only, or by a slip within a word,
/// where variants of a name would not differ.
fn is_slip(one: &str, other: &str) -> bool {
    if one == other {
        return false;
    }
    if one.eq_ignore_ascii_case(other) {
        return one.len() > 1;
    }
    let ends = |name: &str| (name.chars().next(), name.chars().next_back());
    let is_plain = |name: &str| name.len() > 4 && !name.contains(|c: char| c.is_ascii_digit());
    is_plain(one) && is_plain(other) && ends(one) == ends(other) && osa_distance(one, other) == 1
}

/// Warns about branches that are written twice, and about rounds without interactions; once for each place.
fn parts_without_effect(of: &Structured, sink: &mut Sink) {
    // Equal terms have the same number.
    let mut numbers: Interner<TermId, Term> = Interner::default();
    let mut number: IndexVec<TermId, TermId> = IndexVec::new();
    let mut reported = FxHashSet::default();
    let mut report = |place: Span, message: &str, first: Option<Span>| {
        if reported.insert(place) {
            let diagnostic = codes::WITHOUT_EFFECT.at(place, message);
            sink.push(match first {
                Some(first) => diagnostic.also(first, "the same as here"),
                None => diagnostic,
            });
        }
    };
    for (id, term) in of.terms.enumerate() {
        let all = |parts: &[TermId]| parts.iter().map(|&part| number[part]).collect::<Vec<_>>();
        let plain = match term {
            Term::Sequence(parts) => Term::Sequence(all(parts)),
            Term::Parallel(parts) => Term::Parallel(all(parts)),
            Term::Choice { at, branches } => {
                let mut seen = FxHashMap::default();
                for &branch in branches {
                    let place = of.places[branch];
                    if let Some(first) = seen.insert(number[branch], place) {
                        report(place, "two branches of this choice are equal", Some(first));
                    }
                }
                Term::Choice { at: *at, branches: all(branches) }
            }
            Term::Repeat(body) => {
                if of.terms[*body] == Term::Empty {
                    report(of.places[id], "nothing happens in these rounds", None);
                }
                Term::Repeat(number[*body])
            }
            other => other.clone(),
        };
        number.push(numbers.id(&plain));
    }
}
