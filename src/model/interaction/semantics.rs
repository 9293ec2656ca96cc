//! Operational semantics of terms: evasion, pruning, steps.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::erasures::Erasures;
use super::rewrite_rules::RewriteRules;
use super::simplifier::Simplifier;
use super::terms::{Needed, Pairing, RegionId, Term, TermId, Terms, operands_first};
use super::{Interaction, Repetition, lowering};
use crate::trace::{LetterId, Letters, Signature};
use kernel::base::{Control, IndexVec, Limit};

/// The step of a choice if both branches can do its letter.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Choice {
    /// The choice stays open between the remaining terms of the branches.
    Delayed,
    /// The step chooses a branch.
    Immediate,
}

/// The letters that a term can do next, each with the remaining term.
pub type Steps = Arc<[(LetterId, TermId)]>;

/// Condition under which a term can reach an end, if it starts no loop round that is not required.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// No condition: letters can come, and loops be left.
    Sure,
    /// One of the operands can reach an end.
    Either([TermId; 2]),
    /// Both operands can reach an end: whatever their order, one may end before the other begins.
    Both([TermId; 2]),
    /// The operands, which are synchronised, can reach an end together.
    Synchronised,
}

/// The operational semantics of one interaction.
///
/// Terms are interned and simplified by rewrite rules when they are created; results about terms are cached.
///
/// Source: \[ITP\] Definitions 4 to 8; loops and coregions after \[OVM\].
#[derive(Clone, Debug)]
pub struct Semantics {
    pub(super) simplifier: Simplifier,
    pub(super) erasures: Erasures,
    choice: Choice,
    start: TermId,
    steps: IndexVec<TermId, Option<Steps>>,
    /// Number of cached steps.
    step_count: usize,
    /// Whether a term evades lifelines; stored only if the operands are needed to decide it.
    evasions: FxHashMap<(TermId, RegionId), bool>,
    prunings: FxHashMap<(TermId, RegionId), TermId>,
}

impl Semantics {
    /// Returns the semantics of an interaction, in which terms are simplified by the rewrite rules `rules`.
    ///
    /// # Complexity
    /// That of simplifying the term: linear in its size except for long sequences, whose order is found in
    /// quadratic time.
    pub fn new(interaction: &Interaction, rules: RewriteRules, choice: Choice) -> Self {
        Self::within(interaction, rules, choice, &Control::unlimited()).expect("there is no limit")
    }

    /// Returns the semantics of an interaction as [`Semantics::new`] does; stops if a limit of `control` is
    /// reached.
    ///
    /// # Errors
    /// If a limit of `control` is reached.
    ///
    /// # Complexity
    /// That of [`Semantics::new`].
    pub fn within(
        interaction: &Interaction,
        rules: RewriteRules,
        choice: Choice,
        control: &Control,
    ) -> Result<Self, Limit> {
        let letters = lowering::letters(interaction);
        let terms = Terms::new(letters, interaction.signature.lifelines().len());
        let mut simplifier = Simplifier::new(terms, rules);
        let term = lowering::lower(interaction, &mut simplifier, control)?;
        let start = simplifier.simplified(term, control)?;
        Ok(Self {
            simplifier,
            erasures: Erasures::default(),
            choice,
            start,
            steps: IndexVec::new(),
            step_count: 0,
            evasions: FxHashMap::default(),
            prunings: FxHashMap::default(),
        })
    }

    /// Returns the term of the interaction, simplified.
    pub fn start(&self) -> TermId {
        self.start
    }

    /// Returns the letters of the interaction.
    pub fn letters(&self) -> &Letters {
        self.simplifier.terms.letters()
    }

    /// Returns the approximate number of bytes of all terms and results.
    pub fn bytes(&self) -> u64 {
        self.simplifier.terms.bytes() + (self.step_count * size_of::<(LetterId, TermId)>()) as u64
    }

    /// Returns the number of terms created so far.
    pub fn term_count(&self) -> usize {
        self.simplifier.terms.len()
    }

    /// Returns `true` if the empty word is a word of a term: the term evades all lifelines.
    #[inline]
    pub fn is_final(&self, term: TermId) -> bool {
        self.simplifier.terms.is_final(term)
    }

    /// Returns the condition under which a term can reach an end.
    pub fn ending(&self, term: TermId) -> Ending {
        match self.simplifier.terms.get(term) {
            Term::Empty | Term::Letter(_) | Term::Loop(..) => Ending::Sure,
            Term::Pair(Pairing::Alt, left, right) => Ending::Either([left, right]),
            Term::Pair(Pairing::Sync(_), ..) => Ending::Synchronised,
            Term::Pair(_, left, right) => Ending::Both([left, right]),
        }
    }

    /// Returns the number of letters of a term, with repetition.
    pub fn size(&self, term: TermId) -> usize {
        self.simplifier.terms.size(term) as usize
    }

    /// Returns a term as an interaction, with passings as arrows.
    ///
    /// # Complexity
    /// Linear in the size of the term as a graph of its parts.
    pub fn expression(&self, term: TermId, signature: &Signature) -> Interaction {
        super::raising::raise(&self.simplifier, term, signature)
    }

    /// Returns `evades` if it can be decided without the operands.
    fn evasion(&self, term: TermId, region: RegionId) -> Option<bool> {
        let terms = &self.simplifier.terms;
        if terms.is_final(term) || terms.are_disjoint(terms.lifelines(term), region) {
            return Some(true);
        }
        match terms.get(term) {
            Term::Empty | Term::Loop(..) => Some(true),
            Term::Letter(_) => Some(false),
            Term::Pair(..) => self.evasions.get(&(term, region)).copied(),
        }
    }

    /// Returns `true` if a term has a word in which none of some lifelines takes part.
    pub fn evades(&mut self, term: TermId, region: RegionId) -> bool {
        operands_first(term, |term| {
            if let Some(known) = self.evasion(term, region) {
                return Ok(known);
            }
            let Term::Pair(pairing, left, right) = self.simplifier.terms.get(term) else {
                unreachable!("only pairs leave the question open");
            };
            let (one, other) = (self.evasion(left, region), self.evasion(right, region));
            let decisive = pairing == Pairing::Alt;
            let evades = if one == Some(decisive) || other == Some(decisive) {
                decisive
            } else {
                one.ok_or(left)?;
                other.ok_or(right)?
            };
            self.evasions.insert((term, region), evades);
            Ok(evades)
        })
    }

    /// Returns the pruning if it is known without the operands.
    fn pruning(&self, term: TermId, region: RegionId) -> Option<TermId> {
        let terms = &self.simplifier.terms;
        if terms.are_disjoint(terms.lifelines(term), region) {
            return Some(term);
        }
        self.prunings.get(&(term, region)).copied()
    }

    /// Returns the term of the words of `term` without some lifelines, which it evades.
    pub fn pruned(&mut self, term: TermId, region: RegionId) -> TermId {
        operands_first(term, |term| {
            let of = |semantics: &Self, term| semantics.pruning(term, region).ok_or(term);
            if let Ok(known) = of(self, term) {
                return Ok(known);
            }
            let found = match self.simplifier.terms.get(term) {
                Term::Empty | Term::Letter(_) => term,
                Term::Loop(kind, body) if self.evades(body, region) => {
                    let inside = of(self, body)?;
                    self.simplifier.repeat(kind, inside)
                }
                Term::Loop(..) => Terms::empty(),
                Term::Pair(Pairing::Alt, left, right) if !self.evades(right, region) => {
                    of(self, left)?
                }
                Term::Pair(Pairing::Alt, left, right) if !self.evades(left, region) => {
                    of(self, right)?
                }
                Term::Pair(pairing, left, right) => {
                    let (left, right) = (of(self, left)?, of(self, right)?);
                    self.simplifier.pair(pairing, left, right)
                }
            };
            self.prunings.insert((term, region), found);
            Ok(found)
        })
    }

    /// Returns the steps of a term, each once, grouped by letter.
    ///
    /// # Complexity
    /// Linear in the parts of the term whose steps are not known yet, times their steps; delayed choices have
    /// as many steps by a letter as there are pairs of their branches' steps.
    pub fn steps(&mut self, term: TermId) -> Steps {
        self.steps_within(term, &Control::unlimited()).expect("there is no limit")
    }

    /// Returns the steps of a term as [`Semantics::steps`] does; stops if a limit of `control` is reached.
    ///
    /// # Errors
    /// If a limit of `control` is reached.
    ///
    /// # Complexity
    /// That of [`Semantics::steps`].
    pub fn steps_within(&mut self, term: TermId, control: &Control) -> Result<Steps, Limit> {
        operands_first(term, |term| {
            if let Err(limit) = control.within(0, self.bytes()) {
                return Ok(Err(limit));
            }
            if let Some(known) = self.known(term) {
                return Ok(Ok(known));
            }
            let steps = self.found(term)?;
            self.step_count += steps.len();
            *self.steps.slot(term) = Some(Arc::clone(&steps));
            Ok(Ok(steps))
        })
    }

    fn known(&self, term: TermId) -> Option<Steps> {
        self.steps.get(term).cloned().flatten()
    }

    /// Returns the steps of a term, or the operands whose steps must be known first.
    fn found(&mut self, term: TermId) -> Result<Steps, Needed> {
        let of = |semantics: &Self, operand| semantics.known(operand).ok_or(operand);
        let mut steps: Vec<(LetterId, TermId)> = Vec::new();
        match self.simplifier.terms.get(term) {
            Term::Empty => {}
            Term::Letter(letter) => steps.push((letter, Terms::empty())),
            Term::Loop(kind, body) => {
                let inside = of(self, body)?;
                for &(letter, rest) in &*inside {
                    steps.push((letter, self.after_round(kind, term, letter, rest)));
                }
            }
            Term::Pair(Pairing::Alt, ..) => {
                // The steps of the choices inside a chain are not computed: each has nearly all of the whole.
                let branches = self.simplifier.operands(Pairing::Alt, term);
                let unknown = branches.iter().copied().filter(|&one| self.known(one).is_none());
                let unknown: Vec<TermId> = unknown.collect();
                if !unknown.is_empty() {
                    return Err(Needed(unknown));
                }
                let branches: Vec<Steps> =
                    branches.into_iter().filter_map(|branch| self.known(branch)).collect();
                steps = self.chosen(&branches);
            }
            Term::Pair(Pairing::Sync(common), left, right) => {
                let (one, other) = (of(self, left)?, of(self, right)?);
                let pairing = Pairing::Sync(common);
                for &(letter, rest) in &*one {
                    if !self.simplifier.terms.meets(common, letter) {
                        steps.push((letter, self.simplifier.pair(pairing, rest, right)));
                        continue;
                    }
                    for &(_, beside) in other.iter().filter(|(theirs, _)| *theirs == letter) {
                        steps.push((letter, self.simplifier.pair(pairing, rest, beside)));
                    }
                }
                for &(letter, rest) in &*other {
                    if !self.simplifier.terms.meets(common, letter) {
                        steps.push((letter, self.simplifier.pair(pairing, left, rest)));
                    }
                }
            }
            Term::Pair(pairing, left, right) => {
                let one = of(self, left)?;
                let is_over = pairing != Pairing::Strict || self.is_final(left);
                let other = if is_over { Some(of(self, right)?) } else { None };
                // Equal operands side by side have the same steps.
                let repeats =
                    pairing == Pairing::Par && self.simplifier.repeats_beside(left, right);
                for &(letter, rest) in one.iter().filter(|_| !repeats) {
                    steps.push((letter, self.simplifier.pair(pairing, rest, right)));
                }
                self.overtaking(pairing, left, other.as_deref().unwrap_or_default(), &mut steps);
            }
        }
        // The order of the rules within a letter is kept: it does not depend on ids of terms.
        steps.sort_by_key(|&(letter, _)| letter);
        drop_repeated(&mut steps);
        Ok(steps.into())
    }

    /// Adds those of the steps `right` of the right operand that need not wait for the left one.
    fn overtaking(
        &mut self,
        pairing: Pairing,
        left: TermId,
        right: &[(LetterId, TermId)],
        steps: &mut Vec<(LetterId, TermId)>,
    ) {
        for &(letter, rest) in right {
            if pairing == Pairing::Strict {
                steps.push((letter, rest));
                continue;
            }
            let region = self.simplifier.terms.ordered(pairing, letter);
            if self.evades(left, region) {
                let left = self.pruned(left, region);
                steps.push((letter, self.simplifier.pair(pairing, left, rest)));
            }
        }
    }

    /// Returns the remaining term of a loop after the first letter of a round.
    fn after_round(
        &mut self,
        kind: Repetition,
        repeated: TermId,
        letter: LetterId,
        rest: TermId,
    ) -> TermId {
        let pairing = match kind {
            Repetition::Strict => Pairing::Strict,
            Repetition::Parallel => Pairing::Par,
            Repetition::Head | Repetition::Weak => Pairing::Seq,
        };
        let round = self.simplifier.pair(pairing, rest, repeated);
        if kind != Repetition::Weak {
            return round;
        }
        let lifelines = self.simplifier.terms.lifelines_of_letter(letter);
        let before = self.pruned(repeated, lifelines);
        self.simplifier.pair(Pairing::Seq, before, round)
    }

    /// Returns the steps of a choice of some branches.
    fn chosen(&mut self, branches: &[Steps]) -> Vec<(LetterId, TermId)> {
        let steps = || branches.iter().flat_map(|branch| branch.iter().copied());
        if self.choice == Choice::Immediate {
            return steps().collect();
        }
        // For each letter the remaining terms of the branches behind, and of those with the one at hand.
        let mut joined: FxHashMap<LetterId, Vec<TermId>> = FxHashMap::default();
        for branch in branches.iter().rev() {
            for alike in branch.chunk_by(|one, other| one.0 == other.0) {
                let rests = alike.iter().map(|step| step.1);
                let beside = joined.entry(alike[0].0).or_default();
                if beside.is_empty() {
                    beside.extend(rests);
                    continue;
                }
                let mut both = Vec::with_capacity(alike.len() * beside.len());
                for rest in rests {
                    let pairs = beside.iter().map(|&other| {
                        (alike[0].0, self.simplifier.pair(Pairing::Alt, rest, other))
                    });
                    both.extend(pairs);
                }
                drop_repeated(&mut both);
                *beside = both.into_iter().map(|step| step.1).collect();
            }
        }
        let mut letters: Vec<LetterId> = joined.keys().copied().collect();
        letters.sort_unstable();
        let steps = letters.into_iter();
        steps.flat_map(|letter| joined[&letter].iter().map(move |&rest| (letter, rest))).collect()
    }
}

/// Drops repeated steps; those by one letter are adjacent.
fn drop_repeated(steps: &mut Vec<(LetterId, TermId)>) {
    let mut kept: Vec<(LetterId, TermId)> = Vec::with_capacity(steps.len());
    for &step in &*steps {
        let same = kept.iter().rev().take_while(|(letter, _)| *letter == step.0);
        let is_new = same.into_iter().all(|&known| known != step);
        kept.extend(is_new.then_some(step));
    }
    *steps = kept;
}
