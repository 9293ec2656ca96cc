//! Traces that are read from both ends at once, to tell whether they are right by themselves.

use smallvec::SmallVec;

use super::local::LocalVerifiers;
use super::masks::BackwardReaders;
use super::projection::{NONE, SetId, from_both_ends, meet};
use kernel::base::Id as _;
use model::trace::{LocalLetterId, LocationId};

/// A trace that is read from both ends.
#[derive(Clone, Copy, Debug)]
struct Course {
    location: LocationId,
    /// Where it may be after what is read at the beginning, and before what is read at the end.
    after: SetId,
    before: SetId,
    /// How many letters are read at either end.
    read: usize,
}

/// What reads traces from both ends.
#[derive(Debug)]
pub(super) struct BothEnds<'a> {
    pub(super) verifiers: &'a mut LocalVerifiers,
    pub(super) backward: &'a mut BackwardReaders,
}

impl BothEnds<'_> {
    /// Tells whether each location sees its trace of some word: whether some state is there after the first half of
    /// the trace, and before the second.
    ///
    /// An error is met from the end that is nearer to it, and a processor reads both halves in the time of one.
    ///
    /// # Complexity
    /// Linear in the lengths of the traces, once sets are known.
    pub(super) fn are_right(&mut self, traces: &[Vec<LocalLetterId>]) -> bool {
        let locations = (0..traces.len()).map(LocationId::from_index);
        let mut open: SmallVec<[Course; 8]> = locations
            .map(|location| {
                let after = self.verifiers.first_set(location);
                let before = self.backward.last_set(location);
                Course { location, after, before, read: 0 }
            })
            .collect();
        // Traces of about the same length are read side by side, the longest first.
        open.sort_unstable_by_key(|course| traces[course.location.index()].len());
        while !open.is_empty() {
            let from = open.len().saturating_sub(2);
            match open[from..].len() {
                1 => self.advance::<1>(traces, &mut open[from..]),
                _ => self.advance::<2>(traces, &mut open[from..]),
            }
            for place in (from..open.len()).rev() {
                let course = &mut open[place];
                let location = course.location.index();
                match self.meet(course, &traces[location]) {
                    Some(true) => drop(open.remove(place)),
                    Some(false) => return false,
                    None => {}
                }
            }
        }
        true
    }

    /// Reads traces side by side, as far as all of them meet what is known, and up to their middles.
    fn advance<const N: usize>(&self, traces: &[Vec<LocalLetterId>], courses: &mut [Course]) {
        let courses: &mut [Course; N] = courses.try_into().expect("there are so many");
        let (after, before, read) = from_both_ends(courses.map(|course| {
            let Course { location, after, before, read } = course;
            let trace = &traces[location.index()];
            let left = &trace[read..trace.len() - read];
            let forward = self.verifiers.projection(location);
            let backward = self.backward.projection(location);
            ((forward, after), (backward, before), left)
        }));
        for (number, course) in courses.iter_mut().enumerate() {
            (course.after, course.before) = (after[number], before[number]);
            course.read += read;
        }
    }

    /// Reads a letter at either end; tells whether the trace is right where that is seen.
    fn meet(&mut self, course: &mut Course, trace: &[LocalLetterId]) -> Option<bool> {
        let Course { location, after, before, read } = course;
        let left = &trace[*read..trace.len() - *read];
        let Some(&first) = left.first() else { return Some(self.is_shared(course)) };
        *after = self.verifiers.step(*location, *after, first);
        if *after == NONE {
            return Some(false);
        }
        let [_, .., last] = left else { return Some(self.is_shared(course)) };
        *before = self.backward.step(*location, *before, *last);
        *read += 1;
        (*before == NONE).then_some(false)
    }

    /// Tells whether some state is in both sets.
    fn is_shared(&self, course: &Course) -> bool {
        let after = self.verifiers.projection(course.location).bits(course.after);
        let before = self.backward.projection(course.location).bits(course.before);
        meet(after, before)
    }
}
