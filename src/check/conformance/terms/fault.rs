//! Errors of single traces.

use std::collections::BTreeSet;

use super::TermChecker;
use super::look_ahead::{Extent, seen};
use super::search::{Aim, Goal, UnobservedLetters};
use crate::conformance::{Fault, LocalError, LocalReason, Question};
use kernel::base::{Control, Id as _, Limit};
use model::interaction::TermId;
use model::trace::{DistributedAlphabet, LocalLetterId, Location, LocationId};

impl TermChecker {
    /// Returns why a multitrace that is not accepted is not, with the limit, if any, because of which it is
    /// unknown whether some location is wrong alone; the reason is `None` if no other location is known to be
    /// wrong.
    pub(super) fn fault(
        &mut self,
        traces: &[Vec<LocalLetterId>],
        control: &Control,
    ) -> (Option<Fault>, Option<Limit>) {
        let mut errors = Vec::new();
        let mut limit = None;
        for (place, trace) in traces.iter().enumerate() {
            let location = LocationId::from_index(place);
            match self.local_error(location, trace, control) {
                Ok(error) => errors.extend(error),
                Err(reached) => limit = Some(reached),
            }
        }
        let fault = match (errors.is_empty(), limit) {
            (false, _) => Some(Fault::Local(errors)),
            (true, None) => Some(self.joint_fault(traces)),
            (true, Some(_)) => None,
        };
        (fault, limit)
    }

    /// Returns the error in the trace of a location, if it is wrong by itself.
    fn local_error(
        &mut self,
        location: LocationId,
        trace: &[LocalLetterId],
        control: &Control,
    ) -> Result<Option<LocalError>, Limit> {
        if self.is_projection_exact(location) {
            self.error_alone(location, trace, control)
        } else {
            self.error_searched(location, trace, control)
        }
    }

    /// Returns why a multitrace is not accepted whose traces are each right by themselves.
    fn joint_fault(&mut self, traces: &[Vec<LocalLetterId>]) -> Fault {
        let Some(automaton) = &mut self.automaton else { return Fault::Central };
        let other = automaton.specification().alphabet();
        let traces = renumbered(traces, &self.alphabet, other);
        automaton.joint_fault(&traces)
    }

    /// Returns `true` if the words of the term without the lifelines of all other locations are exactly the
    /// projections on this one.
    ///
    /// This is so for one lifeline if nothing is synchronised, by induction on the term. Words without the
    /// others can be merged like those with them: one after the other in strict and seq, where all letters
    /// are on the lifeline, and in any way in par. So each round of a loop S, W or H may come after the one
    /// before. Only a coregion with the lifeline is different: other lifelines may order letters that it
    /// leaves unordered, as in `coreg(l)(strict(l!a, h!b), strict(h!c, l!d))`.
    fn is_projection_exact(&self, location: LocationId) -> bool {
        let members = &self.members[location];
        members.len() == 1
            && !self.features.synchronises
            && self.features.coregions.is_disjoint(members)
    }

    /// Returns the error in the trace of a location whose projection is exact.
    fn error_alone(
        &mut self,
        location: LocationId,
        trace: &[LocalLetterId],
        control: &Control,
    ) -> Result<Option<LocalError>, Limit> {
        let start = self.semantics.start();
        let start = self.look_ahead.alone(&mut self.semantics, start)[location.index()];
        let mut suffixes = Vec::new();
        self.look_ahead.suffixes.extend(location, trace, &mut suffixes);
        let question = (start, suffixes[0]);
        let (semantics, alphabet) = (&mut self.semantics, &self.alphabet);
        if self.look_ahead.can_read(semantics, alphabet, question, Extent::Whole, control)? {
            return Ok(None);
        }
        let (position, terms) = self.furthest_alone(location, start, trace, control)?;
        let reason =
            if position < trace.len() { LocalReason::Unexpected } else { LocalReason::Incomplete };
        let mut expected = BTreeSet::new();
        let may_end = terms.iter().any(|&term| self.semantics.is_final(term));
        for term in terms {
            let steps = self.semantics.steps(term);
            let letters = steps.iter().filter_map(|&(x, _)| seen(&self.alphabet, x, location));
            expected.extend(letters);
        }
        let expected = expected.into_iter().collect();
        Ok(Some(LocalError { location, position, reason, expected, may_end }))
    }

    /// Returns how far a trace can be read in the term of its location alone, and the terms that may be left
    /// there.
    fn furthest_alone(
        &mut self,
        location: LocationId,
        start: TermId,
        trace: &[LocalLetterId],
        control: &Control,
    ) -> Result<(usize, Vec<TermId>), Limit> {
        let mut here = vec![start];
        for (position, &letter) in trace.iter().enumerate() {
            let mut next = Vec::new();
            let mut met = rustc_hash::FxHashSet::default();
            for &term in &here {
                self.look_ahead.work(&self.semantics, control)?;
                for &(x, rest) in &*self.semantics.steps(term) {
                    if seen(&self.alphabet, x, location) == Some(letter) && met.insert(rest) {
                        next.push(rest);
                    }
                }
            }
            if next.is_empty() {
                return Ok((position, here));
            }
            here = next;
        }
        Ok((trace.len(), here))
    }

    /// Returns `true` if a trace is all that a location may see, by a search in which all others are
    /// unconstrained.
    fn is_whole(
        &mut self,
        location: LocationId,
        trace: &[LocalLetterId],
        control: &Control,
    ) -> Result<bool, Limit> {
        let traces = self.only(location, trace);
        let freedom = UnobservedLetters::BehindOthers(&[location]);
        let goal = Goal { freedom, aim: Aim::Whole, ..Goal::new(&traces, Question::MultiPrefix) };
        self.search_free(goal, control)
    }

    /// Returns the error in the trace of a location, by searches in which all other locations are
    /// unconstrained.
    fn error_searched(
        &mut self,
        location: LocationId,
        trace: &[LocalLetterId],
        control: &Control,
    ) -> Result<Option<LocalError>, Limit> {
        if self.is_whole(location, trace, control)? {
            return Ok(None);
        }
        // If a trace is not a prefix of what the location may see, no longer trace is.
        let (mut position, mut wrong) = (0, trace.len() + 1);
        while position + 1 < wrong {
            let middle = usize::midpoint(position, wrong);
            if self.begins(location, &trace[..middle], control)? {
                position = middle;
            } else {
                wrong = middle;
            }
        }
        let reason =
            if position < trace.len() { LocalReason::Unexpected } else { LocalReason::Incomplete };
        let mut longer = trace[..position].to_vec();
        let mut expected = Vec::new();
        for letter in 0..self.alphabet.locations()[location].letters().len() {
            let letter = LocalLetterId::from_index(letter);
            longer.push(letter);
            if self.begins(location, &longer, control)? {
                expected.push(letter);
            }
            longer.pop();
        }
        let may_end = reason == LocalReason::Unexpected
            && self.is_whole(location, &trace[..position], control)?;
        Ok(Some(LocalError { location, position, reason, expected, may_end }))
    }

    /// Returns `true` if a trace is a prefix of what a location may see.
    fn begins(
        &mut self,
        location: LocationId,
        trace: &[LocalLetterId],
        control: &Control,
    ) -> Result<bool, Limit> {
        let traces = self.only(location, trace);
        self.search_free(Goal::new(&traces, Question::MultiPrefix), control)
    }

    /// Returns the multitrace in which only one location has a trace that is not empty.
    fn only(&self, location: LocationId, trace: &[LocalLetterId]) -> Vec<Vec<LocalLetterId>> {
        let mut traces = vec![Vec::new(); self.members.len()];
        traces[location.index()].extend_from_slice(trace);
        traces
    }
}

/// Returns traces with the ids of another alphabet of the same locations.
fn renumbered(
    traces: &[Vec<LocalLetterId>],
    own: &DistributedAlphabet,
    other: &DistributedAlphabet,
) -> Vec<Vec<LocalLetterId>> {
    let locations = own.locations().iter().zip(other.locations());
    let trace = |((own, other), trace): ((&Location, &Location), &Vec<LocalLetterId>)| {
        let letter =
            |&letter| own.text(letter).map_or(other.unknown(), |text| other.local_letter(text));
        trace.iter().map(letter).collect()
    };
    locations.zip(traces).map(trace).collect()
}
