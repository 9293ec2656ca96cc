//! Warnings about choreographies that say what their authors hardly mean: names that differ in one letter, parts of
//! terms that change nothing, and branches that are the beginning of others.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashSet;
use strsim::osa_distance;

use super::builder::Builder;
use super::{Structured, Term, TermId, codes};
use crate::reading::{Shape, beginning, beginnings, equal_parts};
use kernel::diagnostics::Sink;
use kernel::source::{Source, Span};
use model::choreography::DescribedInteraction;

/// The places where names are used.
type Uses<'a> = BTreeMap<&'a str, BTreeSet<Span>>;

/// Warns about likely mistakes.
///
/// # Complexity
/// Linear in the automaton and in the term, and quadratic in the names between two participants, of which a bounded
/// number is compared.
pub(super) fn warn(source: &Source, builder: &Builder, term: Option<&Structured>, sink: &mut Sink) {
    let mut uses: BTreeMap<_, Uses<'_>> = BTreeMap::new();
    for (edge, &place) in builder.edges.iter().zip(&builder.places) {
        let Some(exchange) = edge.exchange else { continue };
        let (from, to) = (exchange.sender, exchange.receiver);
        let mut used =
            |key, name| uses.entry(key).or_default().entry(name).or_default().insert(place);
        for participant in [from, to] {
            used(None, builder.participants.items()[participant].as_str());
        }
        used(Some((from, to)), builder.messages.items()[exchange.message].as_str());
    }
    let mut reported = FxHashSet::default();
    for (pair, uses) in &uses {
        let what = if pair.is_some() { "message" } else { "participant" };
        similar_names(what, source, uses, &mut reported, sink);
    }
    let Some(of) = term else { return };
    for (id, part) in of.terms.enumerate() {
        match part {
            Term::Choice { branches, .. } => {
                let places: Vec<Span> = branches.iter().map(|&branch| of.places[branch]).collect();
                if let Some(equal) = equal_parts(codes::WITHOUT_EFFECT, source, &places)
                    && reported.insert((equal.primary.span, ""))
                {
                    sink.push(equal);
                }
                for found in beginnings(branches, |part| shape(of, part)) {
                    let places = found.first.map(|message| of.places[message]);
                    let receiver = &builder.participants.items()[found.next.receiver];
                    if reported.insert((places[0], "beginning")) {
                        sink.push(beginning(codes::BEGINNING, source, places, receiver));
                    }
                }
            }
            Term::Repeat(body) if of.terms[*body] == Term::Empty => {
                let message = "nothing happens in these rounds";
                sink.push(codes::WITHOUT_EFFECT.at(of.places[id], message));
            }
            _ => {}
        }
    }
}

/// Returns what a term is for the comparison of branches.
fn shape(of: &Structured, term: TermId) -> Shape<'_, TermId, DescribedInteraction> {
    match &of.terms[term] {
        Term::Empty => Shape::Nothing,
        &Term::Interaction(exchange) => Shape::Message(exchange),
        Term::Sequence(parts) => Shape::Sequence(parts),
        Term::Choice { branches: parts, .. } | Term::Parallel(parts) => {
            parts.first().map_or(Shape::Nothing, |&first| Shape::Other(first))
        }
        &Term::Repeat(body) => Shape::Other(body),
        &Term::Call(procedure) => Shape::Other(of.procedures[procedure].body),
    }
}

/// Warns about names that are used once and resemble another one, which is used more often or before; once for each
/// place.
fn similar_names<'a>(
    what: &str,
    source: &Source,
    uses: &Uses<'a>,
    reported: &mut FxHashSet<(Span, &'a str)>,
    sink: &mut Sink,
) {
    /// Maximum number of names that are compared.
    const COMPARED: usize = 200;
    let once = uses.iter().filter(|(_, places)| places.len() == 1 && uses.len() <= COMPARED);
    for ((&name, places), &place) in once.filter_map(|one| Some((one, one.1.first()?))) {
        let is_usual = |others: &BTreeSet<Span>| others.len() > 1 || others < places;
        let similar = uses.iter().find(|(other, others)| is_slip(name, other) && is_usual(others));
        let Some((&similar, others)) = similar else { continue };
        if !reported.insert((place, name)) {
            continue;
        }
        let message = format!("{what} `{name}` is used only here, and resembles `{similar}`");
        let mut found = source.slice(place).match_indices(name);
        let at = found.next().filter(|_| found.next().is_none()).map(|(at, _)| place.start() + at);
        let place = at.map_or(place, |at| Span::new(at, at + name.len()));
        let diagnostic = codes::SIMILAR_NAME.at(place, message);
        let first = others.first().copied().unwrap_or(place);
        let diagnostic = diagnostic.also(first, format!("`{similar}`"));
        sink.push(match at {
            // The types of a payload are no part of the text.
            Some(_) if !similar.contains('.') => diagnostic.did_you_mean(similar),
            _ => diagnostic.help(format!("did you mean `{similar}`?")),
        });
    }
}

/// Returns `true` if two names probably stand for the same: they differ in capitals only, or by a slip within a word,
/// where variants of a name would not differ.
fn is_slip(one: &str, other: &str) -> bool {
    // Scribble adds the types of a payload behind a point.
    let label = |name: &str| name.split('.').next().unwrap_or(name).len();
    let (one, other) = (&one[..label(one)], &other[..label(other)]);
    let ends = |name: &str| (name.chars().next(), name.chars().next_back());
    let is_plain = |name: &str| name.len() > 4 && !name.contains(|c: char| c.is_ascii_digit());
    let has_slip = is_plain(one) && is_plain(other) && ends(one) == ends(other);
    one != other
        && (one.len() > 1 && one.eq_ignore_ascii_case(other)
            || has_slip && osa_distance(one, other) == 1)
}
