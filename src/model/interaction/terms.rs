//! Interned terms.

use std::cmp::Ordering;

use rustc_hash::{FxHashMap, FxHashSet};

use super::Repetition;
use crate::trace::{Action, Letter, LetterId, Letters, LifelineSet};
use kernel::base::{Id as _, IndexVec, Interner, typed_id};

typed_id! {
    /// An interned term.
    ///
    /// Equal terms of one table have equal ids. Ids are in the order in which terms were created, which has
    /// no other meaning.
    pub struct TermId;
}
typed_id! {
    /// An interned set of lifelines.
    ///
    /// Equal sets of one table have equal ids.
    pub struct RegionId;
}
typed_id! {
    /// An interned set of actions that two operands do at once.
    pub(super) struct CommonId;
}

/// How two terms are composed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) enum Pairing {
    /// One operand completely after the other.
    Strict,
    /// One operand after the other on each lifeline.
    Seq,
    /// Interleaving.
    Par,
    /// Choice of one operand.
    Alt,
    /// One operand after the other on each lifeline but these.
    Coreg(RegionId),
    /// Interleaving, letters with one of these actions at once.
    Sync(CommonId),
}

/// A term.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) enum Term {
    /// The empty term.
    Empty,
    /// A letter.
    Letter(LetterId),
    /// Two operands.
    Pair(Pairing, TermId, TermId),
    /// Any number of rounds.
    Loop(Repetition, TermId),
}

/// Properties of a term.
#[derive(Clone, Copy, Debug)]
struct Facts {
    /// The lifelines of the term's letters.
    lifelines: RegionId,
    /// The lifelines that take part in each of the term's letters; all of them for a term without letters.
    common: RegionId,
    /// Whether the empty word is a word of the term.
    is_final: bool,
    /// The number of the term's letters, with repetition.
    size: u32,
}

/// A table of terms over one alphabet.
#[derive(Clone, Debug)]
pub(super) struct Terms {
    letters: Letters,
    known: Interner<TermId, Term>,
    facts: IndexVec<TermId, Facts>,
    regions: Interner<RegionId, LifelineSet>,
    commons: Interner<CommonId, Vec<Action>>,
    /// For each set of actions, the letters with one of them.
    meeting: IndexVec<CommonId, Vec<bool>>,
    /// The lifelines of each letter.
    of_letter: IndexVec<LetterId, RegionId>,
    none: RegionId,
    all: RegionId,
    /// Cache of intersections and unions of regions.
    meets: FxHashMap<(RegionId, RegionId), RegionId>,
    joins: FxHashMap<(RegionId, RegionId), RegionId>,
    differences: FxHashMap<(RegionId, RegionId), RegionId>,
}

impl Terms {
    /// Returns a table with only the empty term, over some letters on the first `lifelines`.
    pub(super) fn new(letters: Letters, lifelines: usize) -> Self {
        let mut regions = Interner::default();
        let none = regions.id(&LifelineSet::new());
        let all = regions.id(&LifelineSet::first(lifelines));
        let of_letter =
            letters.all().ids().map(|letter| regions.id(letters.lifelines(letter))).collect();
        let mut terms = Self {
            letters,
            known: Interner::default(),
            facts: IndexVec::new(),
            regions,
            commons: Interner::default(),
            meeting: IndexVec::new(),
            of_letter,
            none,
            all,
            meets: FxHashMap::default(),
            joins: FxHashMap::default(),
            differences: FxHashMap::default(),
        };
        terms.intern(Term::Empty);
        terms
    }

    pub(super) fn letters(&self) -> &Letters {
        &self.letters
    }

    /// Returns the empty term.
    pub(super) fn empty() -> TermId {
        TermId::from_index(0)
    }

    pub(super) fn len(&self) -> usize {
        self.facts.len()
    }

    /// Returns the approximate number of bytes of the terms and their properties.
    pub(super) fn bytes(&self) -> u64 {
        /// The term twice, and its properties.
        const TERM: usize = 160;
        (self.len() * TERM) as u64
    }

    #[inline]
    pub(super) fn get(&self, term: TermId) -> Term {
        self.known.items()[term]
    }

    /// Returns the parts of a term, the term itself included, each once; parts that are not wanted are not
    /// traversed.
    pub(super) fn parts(
        &self,
        term: TermId,
        is_wanted: impl Fn(TermId) -> bool,
    ) -> impl Iterator<Item = TermId> {
        let mut seen = FxHashSet::default();
        let mut open = vec![term];
        std::iter::from_fn(move || {
            loop {
                let next = open.pop()?;
                if is_wanted(next) && seen.insert(next) {
                    match self.get(next) {
                        Term::Empty | Term::Letter(_) => {}
                        Term::Loop(_, body) => open.push(body),
                        Term::Pair(_, left, right) => open.extend([left, right]),
                    }
                    return Some(next);
                }
            }
        })
    }

    /// Returns the id of a term, whose operands are of this table.
    pub(super) fn intern(&mut self, term: Term) -> TermId {
        let id = self.known.id(&term);
        if id.index() == self.facts.len() {
            let facts = self.derive(term);
            self.facts.push(facts);
        }
        id
    }

    fn derive(&mut self, term: Term) -> Facts {
        match term {
            Term::Empty => {
                Facts { lifelines: self.none, common: self.all, is_final: true, size: 0 }
            }
            Term::Letter(letter) => {
                let lifelines = self.of_letter[letter];
                Facts { lifelines, common: lifelines, is_final: false, size: 1 }
            }
            Term::Pair(pairing, left, right) => {
                let (one, other) = (self.facts[left], self.facts[right]);
                let is_final = match pairing {
                    Pairing::Alt => one.is_final || other.is_final,
                    _ => one.is_final && other.is_final,
                };
                let lifelines = self.join(one.lifelines, other.lifelines);
                let common = self.meet(one.common, other.common);
                let size = one.size.saturating_add(other.size);
                Facts { lifelines, common, is_final, size }
            }
            Term::Loop(_, body) => Facts { is_final: true, ..self.facts[body] },
        }
    }

    /// Returns the lifelines of the letters of a term.
    #[inline]
    pub(super) fn lifelines(&self, term: TermId) -> RegionId {
        self.facts[term].lifelines
    }

    /// Returns the lifelines of a letter.
    #[inline]
    pub(super) fn lifelines_of_letter(&self, letter: LetterId) -> RegionId {
        self.of_letter[letter]
    }

    /// Returns the lifelines on which a pair keeps the order between a letter and the other operand.
    #[inline]
    pub(super) fn ordered(&mut self, pairing: Pairing, letter: LetterId) -> RegionId {
        let lifelines = self.of_letter[letter];
        match pairing {
            Pairing::Strict | Pairing::Seq => lifelines,
            Pairing::Coreg(free) => self.without(lifelines, free),
            Pairing::Par | Pairing::Alt | Pairing::Sync(_) => self.none,
        }
    }

    /// Returns `true` if the empty word is a word of a term: the term evades all lifelines.
    #[inline]
    pub(super) fn is_final(&self, term: TermId) -> bool {
        self.facts[term].is_final
    }

    /// Returns the number of letters of a term, with repetition.
    pub(super) fn size(&self, term: TermId) -> u32 {
        self.facts[term].size
    }

    /// Returns `true` if one lifeline takes part in each letter of both terms.
    pub(super) fn share_lifeline(&mut self, one: TermId, other: TermId) -> bool {
        let (one, other) = (self.facts[one].common, self.facts[other].common);
        self.meet(one, other) != self.none
    }

    /// Returns `true` if the letters of the terms are on different lifelines.
    pub(super) fn are_independent(&self, one: TermId, other: TermId) -> bool {
        self.are_disjoint(self.lifelines(one), self.lifelines(other))
    }

    pub(super) fn none(&self) -> RegionId {
        self.none
    }

    pub(super) fn region(&mut self, lifelines: &LifelineSet) -> RegionId {
        self.regions.id(lifelines)
    }

    pub(super) fn lifelines_in(&self, region: RegionId) -> &LifelineSet {
        &self.regions.items()[region]
    }

    #[inline]
    pub(super) fn are_disjoint(&self, one: RegionId, other: RegionId) -> bool {
        self.regions.items()[one].is_disjoint(&self.regions.items()[other])
    }

    /// Returns `true` if all lifelines of `one` are lifelines of `other`.
    pub(super) fn is_within(&self, one: RegionId, other: RegionId) -> bool {
        one == other || self.regions.items()[one].is_subset(&self.regions.items()[other])
    }

    pub(super) fn meet(&mut self, one: RegionId, other: RegionId) -> RegionId {
        if one == other {
            return one;
        }
        let regions = &mut self.regions;
        *self.meets.entry((one, other)).or_insert_with(|| {
            let meet = regions.items()[one].intersection(&regions.items()[other]);
            regions.id(&meet)
        })
    }

    pub(super) fn join(&mut self, one: RegionId, other: RegionId) -> RegionId {
        if one == other {
            return one;
        }
        let regions = &mut self.regions;
        *self.joins.entry((one, other)).or_insert_with(|| {
            let join = regions.items()[one].union(&regions.items()[other]);
            regions.id(&join)
        })
    }

    /// Returns the lifelines of `one` that are not in `other`.
    pub(super) fn without(&mut self, one: RegionId, other: RegionId) -> RegionId {
        if other == self.none {
            return one;
        }
        let regions = &mut self.regions;
        *self.differences.entry((one, other)).or_insert_with(|| {
            let rest = regions.items()[one].difference(&regions.items()[other]);
            regions.id(&rest)
        })
    }

    /// Returns the id of a set of actions.
    pub(super) fn common(&mut self, mut actions: Vec<Action>) -> CommonId {
        actions.sort_unstable();
        actions.dedup();
        let id = self.commons.id(&actions);
        if id.index() == self.meeting.len() {
            let actions = &self.commons.items()[id];
            let meets = |letter: &Letter| letter.actions().iter().any(|one| actions.contains(one));
            self.meeting.push(self.letters.all().iter().map(meets).collect());
        }
        id
    }

    /// Returns `true` if there are sets of actions that operands do at once.
    pub(super) fn has_commons(&self) -> bool {
        !self.commons.items().is_empty()
    }

    pub(super) fn actions_in(&self, common: CommonId) -> &[Action] {
        &self.commons.items()[common]
    }

    /// Returns `true` if a letter has one of the actions of a set.
    pub(super) fn meets(&self, common: CommonId, letter: LetterId) -> bool {
        self.meeting[common][letter.index()]
    }

    /// Compares two terms by structure, independently of their ids.
    ///
    /// # Complexity
    /// Linear in the common part of the terms, seen as trees, which is mostly short.
    pub(super) fn compare(&self, one: TermId, other: TermId) -> Ordering {
        let mut open = vec![(one, other)];
        while let Some((one, other)) = open.pop() {
            if one == other {
                continue;
            }
            let (one, other) = (self.get(one), self.get(other));
            let order = match (one, other) {
                (Term::Letter(one), Term::Letter(other)) => one.cmp(&other),
                (Term::Pair(pairing, a, b), Term::Pair(with, c, d)) => {
                    open.extend([(b, d), (a, c)]);
                    self.compare_pairings(pairing, with)
                }
                (Term::Loop(kind, body), Term::Loop(with, inside)) => {
                    open.push((body, inside));
                    kind.cmp(&with)
                }
                // The order of the variants.
                _ => one.cmp(&other),
            };
            if order != Ordering::Equal {
                return order;
            }
        }
        Ordering::Equal
    }

    fn compare_pairings(&self, one: Pairing, other: Pairing) -> Ordering {
        match (one, other) {
            (Pairing::Coreg(one), Pairing::Coreg(other)) => {
                self.lifelines_in(one).iter().cmp(self.lifelines_in(other).iter())
            }
            (Pairing::Sync(one), Pairing::Sync(other)) => {
                self.actions_in(one).cmp(self.actions_in(other))
            }
            // The order of the variants.
            _ => one.cmp(&other),
        }
    }
}

/// Operands whose results are needed first.
pub(super) struct Needed(pub(super) Vec<TermId>);

impl From<TermId> for Needed {
    fn from(operand: TermId) -> Self {
        Self(vec![operand])
    }
}

/// Returns what `visit` finds for a term. `visit` returns operands if their results are needed first; it is then called
/// for these, and again for the term.
pub(super) fn operands_first<T>(
    term: TermId,
    mut visit: impl FnMut(TermId) -> Result<T, Needed>,
) -> T {
    let mut waiting = Vec::new();
    let mut next = term;
    loop {
        match visit(next) {
            Err(Needed(operands)) => {
                waiting.push(next);
                waiting.extend(operands);
                next = waiting.pop().unwrap_or(next);
            }
            Ok(found) => match waiting.pop() {
                Some(before) => next = before,
                None => return found,
            },
        }
    }
}
