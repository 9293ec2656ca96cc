//! Why a multitrace does not conform to a term, or a word because of which it does.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use super::TermChecker;
use super::search::{Aim, Goal, Removal, UnobservedLetters};
use crate::conformance::explain::minimal_conflict;
use crate::conformance::{Furthest, Question};
use kernel::base::{Control, Id as _, Limit};
use model::interaction::TermId;
use model::trace::{LetterId, LocalLetterId, LocationId};

impl TermChecker {
    /// Returns the furthest point to which traces can be read together as a question asks, whatever comes
    /// after. The hypotheses are terms: what may be left to do. Their ids are valid until the next
    /// [`Self::check`].
    ///
    /// # Errors
    /// If a limit is reached, also if infinitely many terms may be left, as with letters outside the traces
    /// in loops.
    ///
    /// # Panics
    /// If there are not as many traces as locations.
    ///
    /// # Complexity
    /// The product of the lengths of the traces, each with one more, times the terms that are met, times the
    /// steps of a term.
    pub fn furthest(
        &mut self,
        traces: &[Vec<LocalLetterId>],
        question: Question,
        control: &Control,
    ) -> Result<Furthest<TermId>, Limit> {
        let goal = self.reading_most(traces, question);
        let (positions, states) = self.read_most(&goal, control)?;
        let may_end = states.iter().any(|&term| self.semantics.is_final(term));
        let mut enabled = BTreeSet::new();
        for &term in &states {
            for &(letter, rest) in &*self.semantics.steps_within(term, control)? {
                if self.can_end(rest, control)? {
                    enabled.insert(letter);
                }
            }
        }
        Ok(Furthest { positions, states, enabled: enabled.into_iter().collect(), may_end })
    }

    /// Returns the positions of [`Self::furthest`], also if too many terms may be left. If the question
    /// allows unobserved letters only behind the ends of traces, also returns the letters, in order, that may
    /// come next at locations whose traces are not read to their ends.
    ///
    /// # Errors
    /// If a limit is reached, in any of the searches.
    ///
    /// # Panics
    /// If there are not as many traces as locations.
    ///
    /// # Complexity
    /// That of a search without partial-order reduction, and of one for each letter. If letters may happen
    /// behind ends, the first search removes the lifelines of traces that are read.
    pub fn furthest_positions(
        &mut self,
        traces: &[Vec<LocalLetterId>],
        question: Question,
        control: &Control,
    ) -> Result<(Vec<usize>, Option<Vec<LetterId>>), Limit> {
        let goal = self.reading_most(traces, question);
        if goal.freedom == UnobservedLetters::Behind && !self.features.synchronises {
            let goal = Goal { removal: Removal::Lifelines, ..goal };
            if let Some(found) = self.read_most_removing(&goal, control)? {
                return Ok(found);
            }
        }
        let goal =
            if goal.freedom == UnobservedLetters::Nowhere { goal } else { self.bounded(goal) };
        Ok((self.read_most(&goal, control)?.0, None))
    }

    /// Computes [`Self::furthest_positions`] with a goal that removes lifelines; `None` if it reads more than
    /// is possible.
    fn read_most_removing(
        &mut self,
        goal: &Goal<'_>,
        control: &Control,
    ) -> Result<Option<(Vec<usize>, Option<Vec<LetterId>>)>, Limit> {
        let (positions, terms) = self.read_most(goal, control)?;
        let mut letters = BTreeSet::new();
        for term in terms {
            let steps = self.semantics.steps_within(term, control)?;
            letters.extend(steps.iter().map(|&(letter, _)| letter));
        }
        let mut read: Vec<Vec<LocalLetterId>> =
            positions.iter().zip(goal.traces).map(|(&at, trace)| trace[..at].to_vec()).collect();
        let is_unfinished = |location: &LocationId| {
            positions[location.index()] < goal.traces[location.index()].len()
        };
        let unfinished: Vec<LocationId> = self.members.ids().filter(is_unfinished).collect();
        // Terms without some lifelines allow more than the full terms do if an order goes through a removed
        // lifeline: so every result is confirmed.
        if !self.can_begin_as(&read, &unfinished, control)? {
            return Ok(None);
        }
        let mut next = Vec::new();
        for letter in letters {
            let mut parts = self.alphabet.parts(letter).to_vec();
            parts.retain(|(location, _)| is_unfinished(location));
            for &(location, part) in &parts {
                read[location.index()].push(part);
            }
            if !parts.is_empty() && self.can_begin_as(&read, &unfinished, control)? {
                next.push(letter);
            }
            for (location, _) in parts {
                read[location.index()].pop();
            }
        }
        Ok(Some((positions, Some(next))))
    }

    /// Returns `true` if a prefix of a word is seen as `traces`, with any letters behind the ends of those
    /// that are not `closed`.
    fn can_begin_as(
        &mut self,
        traces: &[Vec<LocalLetterId>],
        closed: &[LocationId],
        control: &Control,
    ) -> Result<bool, Limit> {
        let goal = Goal::new(traces, Question::MultiPrefix);
        let goal = Goal { freedom: UnobservedLetters::BehindOthers(closed), ..goal };
        // Letters at closed locations may depend on letters that others do behind their ends.
        let is_exact = self.is_plain && closed.is_empty();
        self.search_removing(goal, is_exact, control)
    }

    /// Returns a goal that is never reached: the search stores all prefixes of words that read of the traces.
    fn reading_most<'a>(&self, traces: &'a [Vec<LocalLetterId>], question: Question) -> Goal<'a> {
        assert_eq!(traces.len(), self.members.len(), "each location has a trace");
        Goal { is_reduced: false, aim: Aim::Everything, ..Goal::new(traces, question) }
    }

    /// Stores all configurations that a goal leads to; returns the positions at which most is read, which are
    /// those at the start if nothing is stored, and the terms there.
    fn read_most(
        &mut self,
        goal: &Goal<'_>,
        control: &Control,
    ) -> Result<(Vec<usize>, Vec<TermId>), Limit> {
        self.gather_all(goal, control)?;
        let store = &self.store;
        let key = |number: u32| (Reverse(store.entry(number).unread), store.positions(number));
        let Some((_, best)) = store.numbers().map(key).max() else {
            return Ok((vec![0; goal.traces.len()], Vec::new()));
        };
        let there = store.numbers().filter(|&number| store.positions(number) == best);
        let terms = there.map(|number| store.entry(number).term).collect();
        Ok((best.iter().map(|&position| position as usize).collect(), terms))
    }

    /// Returns a minimal set of locations that are in conflict, as [`Checker::conflict`] does.
    ///
    /// [`Checker::conflict`]: crate::conformance::Checker::conflict
    ///
    /// # Errors
    /// If a limit is reached.
    ///
    /// # Panics
    /// If there are not as many traces as locations.
    ///
    /// # Complexity
    /// That of as many searches as there are locations.
    pub fn conflict(
        &mut self,
        traces: &[Vec<LocalLetterId>],
        question: Question,
        control: &Control,
    ) -> Result<Vec<LocationId>, Limit> {
        assert_eq!(traces.len(), self.members.len(), "each location has a trace");
        minimal_conflict(self.members.ids().collect(), |kept| {
            let mut freed = traces.to_vec();
            for location in self.members.ids().filter(|location| !kept.contains(location)) {
                freed[location.index()].clear();
            }
            let mut goal = Goal::new(&freed, question);
            if goal.freedom == UnobservedLetters::Nowhere {
                goal.freedom = UnobservedLetters::BehindOthers(kept);
            }
            match goal.freedom {
                UnobservedLetters::Around => self.search_free(goal, control),
                // The furthest positions of all locations also depend on those that are left out.
                _ => {
                    let is_exact = self.is_plain && question != Question::GlobalPrefix;
                    self.search_removing(goal, is_exact, control)
                }
            }
        })
    }

    /// Returns a word that shows that the answer to a question about a multitrace is yes; `None` if there is
    /// none. For all questions but [`Question::Accept`] it may be a prefix of a word that suffices.
    ///
    /// # Errors
    /// If a limit is reached.
    ///
    /// # Panics
    /// If there are not as many traces as locations.
    pub fn word(
        &mut self,
        traces: &[Vec<LocalLetterId>],
        question: Question,
        control: &Control,
    ) -> Result<Option<Vec<LetterId>>, Limit> {
        assert_eq!(traces.len(), self.members.len(), "each location has a trace");
        // After a removal of lifelines the letters are no run of the term, so no lifelines are removed.
        let goal = Goal::new(traces, question);
        let holds = match goal.freedom {
            UnobservedLetters::Nowhere => self.search(&goal, control)?,
            _ => self.search_free(goal, control)?,
        };
        let last = self.found.filter(|_| holds);
        Ok(last.map(|last| self.store.word_to(last)))
    }
}
