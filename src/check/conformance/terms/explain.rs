//! Why a multitrace does not conform to a term, and how it does.

use std::cmp::Reverse;

use super::TermChecker;
use super::search::{Aim, Goal, Removal, UnobservedLetters};
use crate::conformance::explain::minimal_conflict;
use crate::conformance::{Furthest, Question};
use kernel::base::{Control, Id as _, Limit};
use model::interaction::TermId;
use model::trace::{LetterId, LocalLetterId, LocationId};

impl TermChecker {
    /// Returns the furthest that traces can be read together as a question asks, whatever comes after. The
    /// hypotheses are terms: what may be left to do. Their numbers hold until the next [`Self::check`].
    ///
    /// # Errors
    /// If a limit is reached; also if infinitely many terms may be left, as where letters outside the traces go
    /// on in loops.
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
        let positions = self.read_most(&goal, control)?;
        let mut furthest = Furthest {
            positions: positions.iter().map(|&position| position as usize).collect(),
            states: self.terms_at(&positions),
            enabled: Vec::new(),
            may_end: false,
        };
        furthest.may_end = furthest.states.iter().any(|&term| self.semantics.is_final(term));
        for &term in &furthest.states {
            for &(letter, rest) in &*self.semantics.steps_within(term, control)? {
                if self.can_end(rest, control)? {
                    furthest.enabled.push(letter);
                }
            }
        }
        furthest.enabled.sort_unstable();
        furthest.enabled.dedup();
        Ok(furthest)
    }

    /// Returns how far traces can be read together, which is the positions of [`Self::furthest`], also where too
    /// many terms may be left; and with that the letters that may come next at locations whose traces are not read
    /// to their ends, in order, if the question lets letters happen only behind ends.
    ///
    /// # Errors
    /// If a limit is reached, in any of the searches.
    ///
    /// # Panics
    /// If there are not as many traces as locations.
    ///
    /// # Complexity
    /// That of a search which does not leave out letters because others are in no order with them, and of one
    /// for each letter. Where letters happen behind ends, the first is one without the lifelines of traces that
    /// are read.
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
        let positions = self.read_most(&goal, control)?;
        Ok((positions.into_iter().map(|at| at as usize).collect(), None))
    }

    /// Is [`Self::furthest_positions`] by a goal that removes lifelines; nothing if it reads more than is possible.
    fn read_most_removing(
        &mut self,
        goal: &Goal<'_>,
        control: &Control,
    ) -> Result<Option<(Vec<usize>, Option<Vec<LetterId>>)>, Limit> {
        let positions = self.read_most(goal, control)?;
        let mut letters = Vec::new();
        for term in self.terms_at(&positions) {
            let steps = self.semantics.steps_within(term, control)?;
            letters.extend(steps.iter().map(|&(letter, _)| letter));
        }
        letters.sort_unstable();
        letters.dedup();
        let positions: Vec<usize> = positions.into_iter().map(|at| at as usize).collect();
        let mut read: Vec<Vec<LocalLetterId>> =
            positions.iter().zip(goal.traces).map(|(&at, trace)| trace[..at].to_vec()).collect();
        let is_unfinished = |location: &LocationId| {
            positions[location.index()] < goal.traces[location.index()].len()
        };
        let unfinished: Vec<LocationId> = self.members.ids().filter(is_unfinished).collect();
        // What is left of terms without lifelines allows more than the terms do where orders go through what was
        // removed: so all that is said of it is confirmed.
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

    /// Returns `true` if a word begins so that it is seen as some traces, whatever happens behind the ends of those
    /// that are not `closed`.
    fn can_begin_as(
        &mut self,
        traces: &[Vec<LocalLetterId>],
        closed: &[LocationId],
        control: &Control,
    ) -> Result<bool, Limit> {
        let goal = Goal::new(traces, Question::MultiPrefix);
        let goal = Goal { freedom: UnobservedLetters::BehindOthers(closed), ..goal };
        // Those that are closed may wait for what others do behind their ends.
        let is_exact = self.is_plain && closed.is_empty();
        self.search_removing(goal, is_exact, control)
    }

    /// Returns the goal that is never reached, on the way to which all is stored that reads of traces.
    fn reading_most<'a>(&self, traces: &'a [Vec<LocalLetterId>], question: Question) -> Goal<'a> {
        assert_eq!(traces.len(), self.members.len(), "each location has a trace");
        Goal { is_reduced: false, aim: Aim::Everything, ..Goal::new(traces, question) }
    }

    /// Stores all that a goal leads to; returns the positions where most is read, which are those at the start
    /// if nothing is stored.
    fn read_most(&mut self, goal: &Goal<'_>, control: &Control) -> Result<Vec<u32>, Limit> {
        self.gather_all(goal, control)?;
        let key = |number: u32| {
            let unread = self.store.entry(number).unread;
            (Reverse(unread), self.store.positions(number))
        };
        let best = self.store.numbers().map(key).max();
        Ok(best.map_or_else(|| vec![0; goal.traces.len()], |(_, positions)| positions.to_vec()))
    }

    /// Returns the terms that are stored with some positions.
    fn terms_at(&self, positions: &[u32]) -> Vec<TermId> {
        let there = self.store.numbers();
        let there = there.filter(|&number| self.store.positions(number) == positions);
        there.map(|number| self.store.entry(number).term).collect()
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
                // How far all are at once depends on those who are not looked at, too.
                _ => {
                    let is_exact = self.is_plain && question != Question::GlobalPrefix;
                    self.search_removing(goal, is_exact, control)
                }
            }
        })
    }

    /// Returns a word because of which the answer to a question about a multitrace is yes; nothing if there is none.
    /// For all questions but [`Question::Accept`] it may be the beginning of a word, as far as it is needed.
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
        // Without lifelines a run would not be one, so none is removed.
        let goal = Goal::new(traces, question);
        let holds = match goal.freedom {
            UnobservedLetters::Nowhere => self.search(&goal, control)?,
            _ => self.search_free(goal, control)?,
        };
        let last = self.found.filter(|_| holds);
        Ok(last.map(|last| self.store.word_to(last)))
    }
}
