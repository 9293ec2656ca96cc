//! Why a multitrace does not conform to a term, and how it does.

use std::cmp::Reverse;

use super::TermChecker;
use super::search::{Aim, Freedom, Goal};
use crate::check::conformance::{Furthest, Question};
use crate::kernel::base::{Control, Id as _, Limit};
use crate::model::interaction::TermId;
use crate::model::trace::{LetterId, LocalLetterId, LocationId};

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
        assert_eq!(traces.len(), self.members.len(), "each location has a trace");
        let goal = Goal { is_reduced: false, ..Goal::of(traces, question) };
        let positions = self.read_most(&Goal { aim: Aim::Everything, ..goal }, control)?;
        let numbers = (0..self.store.len())
            .map(|number| u32::try_from(number).expect("configurations are numbered so"));
        let there = numbers.filter(|&number| *self.store.positions(number) == *positions);
        let mut furthest = Furthest {
            positions: positions.iter().map(|&position| position as usize).collect(),
            states: Vec::new(),
            enabled: Vec::new(),
        };
        furthest.states = there.map(|number| self.store.entry(number).term).collect();
        for &term in &furthest.states {
            for &(letter, rest) in &*self.semantics.steps(term) {
                if self.can_end(rest, control)? {
                    furthest.enabled.push(letter);
                }
            }
        }
        furthest.enabled.sort_unstable();
        furthest.enabled.dedup();
        Ok(furthest)
    }

    /// Returns how far traces can be read together, which is the positions of [`Self::furthest`]: also where
    /// infinitely many terms may be left.
    ///
    /// # Errors
    /// If a limit is reached.
    ///
    /// # Panics
    /// If there are not as many traces as locations.
    ///
    /// # Complexity
    /// That of a search without reduction.
    pub fn furthest_positions(
        &mut self,
        traces: &[Vec<LocalLetterId>],
        question: Question,
        control: &Control,
    ) -> Result<Vec<usize>, Limit> {
        assert_eq!(traces.len(), self.members.len(), "each location has a trace");
        let mut goal = Goal { is_reduced: false, ..Goal::of(traces, question) };
        goal.aim = Aim::Everything;
        if goal.freedom != Freedom::Nowhere {
            goal = self.bounded(goal);
        }
        let positions = self.read_most(&goal, control)?;
        Ok(positions.into_iter().map(|position| position as usize).collect())
    }

    /// Stores all that a goal leads to; returns the positions where most is read, which are those at the start
    /// if nothing is stored.
    fn read_most(&mut self, goal: &Goal<'_>, control: &Control) -> Result<Vec<u32>, Limit> {
        self.gather_all(goal, control)?;
        let numbers = (0..self.store.len())
            .map(|number| u32::try_from(number).expect("configurations are numbered so"));
        let key = |number: u32| {
            let unread = self.store.entry(number).unread;
            (Reverse(unread), self.store.positions(number))
        };
        let best = numbers.map(key).max();
        Ok(best.map_or_else(|| vec![0; goal.traces.len()], |(_, positions)| positions.to_vec()))
    }

    /// Returns a least set of locations that are in conflict, as [`Checker::conflict`] does.
    ///
    /// [`Checker::conflict`]: crate::check::conformance::Checker::conflict
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
        let mut freed = traces.to_vec();
        let mut kept: Vec<LocationId> = self.members.ids().collect();
        for location in kept.clone().into_iter().rev() {
            let rest: Vec<LocationId> =
                kept.iter().copied().filter(|&other| other != location).collect();
            let trace = std::mem::take(&mut freed[location.index()]);
            let mut goal = Goal::of(&freed, question);
            if goal.freedom == Freedom::Nowhere {
                goal.freedom = Freedom::BehindOthers(&rest);
            }
            if self.search_free(goal, control)? {
                freed[location.index()] = trace;
            } else {
                kept = rest;
            }
        }
        Ok(kept)
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
        let goal = Goal::of(traces, question);
        let holds = match goal.freedom {
            Freedom::Nowhere => self.search(&goal, control)?,
            _ => self.search_free(goal, control)?,
        };
        let last = self.found.filter(|_| holds);
        Ok(last.map(|last| self.store.word_to(last)))
    }
}
