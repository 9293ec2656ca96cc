//! The steps of a run that are shown: of a long run its beginning and its end.

use crate::drawing::Extent;
use kernel::base::{Id as _, grouped};
use model::cfsm::{Label, ParticipantId};
use model::evidence::{CycleEdge, Script, StepId};

/// Maximum number of steps of a run that is shown as a whole.
const LONG: usize = 200;
/// Number of steps that are shown at either end of a long run.
const END: usize = 40;
/// Maximum number of edges of a cycle whose messages are all shown; those of a longer one are shown at the ends only.
const CYCLE: usize = 20;

/// The steps of a run that are shown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shown {
    /// The steps in order, each once.
    steps: Vec<StepId>,
    all: usize,
}

/// A part of the shown steps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ShownPart {
    /// A step.
    Step(StepId),
    /// Steps that are left out: the first one, and their number.
    LeftOut(StepId, usize),
}

impl Shown {
    /// Returns the shown part of a script with this cycle in its conflict graph: of a long one the ends, and
    /// the messages of a short cycle.
    ///
    /// # Complexity
    /// Linear in the number of steps that are shown.
    pub fn new(script: &Script, cycle: &[CycleEdge], extent: Extent) -> Self {
        let cycle = if cycle.len() > CYCLE { &[] } else { cycle };
        let ends = cycle.iter().flat_map(|edge| [edge.before, edge.after]);
        let partner = |step: StepId| {
            let partner = script.execution().partner(script.action_of(step)?)?;
            Some(script.step_of(partner))
        };
        let both = ends.flat_map(|step| [Some(step), partner(step)]).flatten();
        Self::with(script.moves().len(), both, extent)
    }

    /// Returns the shown part of a run of `all` steps: of a long one the ends and `also`.
    pub fn with(all: usize, also: impl IntoIterator<Item = StepId>, extent: Extent) -> Self {
        let numbered = |range: std::ops::Range<usize>| range.map(StepId::from_index);
        if extent == Extent::All || all <= LONG {
            return Self { steps: numbered(0..all).collect(), all };
        }
        let ends = numbered(0..END).chain(numbered(all - END..all));
        let mut steps: Vec<StepId> = ends.chain(also).collect();
        steps.sort_unstable();
        steps.dedup();
        Self { steps, all }
    }

    /// Returns the steps that are shown, in order.
    pub fn steps(&self) -> &[StepId] {
        &self.steps
    }

    /// Returns the number of steps that are left out.
    pub fn left_out(&self) -> usize {
        self.all - self.steps.len()
    }

    /// Returns `true` if a step is shown.
    pub fn contains(&self, step: StepId) -> bool {
        self.place(step).is_some()
    }

    /// Returns the place of a step among those that are shown, if it is one.
    pub(super) fn place(&self, step: StepId) -> Option<usize> {
        self.steps.binary_search(&step).ok()
    }

    /// Returns the steps, and between them the numbers of steps that are left out.
    pub fn parts(&self) -> impl Iterator<Item = ShownPart> {
        let mut next = 0;
        self.steps.iter().flat_map(move |&step| {
            let left_out = step.index() - next;
            let first = StepId::from_index(next);
            next = step.index() + 1;
            let gap = (left_out > 0).then_some(ShownPart::LeftOut(first, left_out));
            gap.into_iter().chain([ShownPart::Step(step)])
        })
    }
}

/// Returns the text in place of `left_out` steps of a script from `first` on: their number, and what repeats.
///
/// # Complexity
/// Linear in the number of steps.
pub(super) fn gap_text(script: &Script, first: StepId, left_out: usize) -> String {
    // States may be told apart by counters that the actions do not show.
    let moves: Vec<(ParticipantId, Label)> =
        script.moves().iter().map(|one| (one.participant, one.label)).collect();
    left_out_text(&moves, first.index(), left_out)
}

/// Returns the text in place of `left_out` of some steps from `start` on: their number, and what repeats.
///
/// # Complexity
/// Linear in the number of steps.
pub(crate) fn left_out_text<T: PartialEq>(moves: &[T], start: usize, left_out: usize) -> String {
    let are = if left_out == 1 { "step is" } else { "steps are" };
    let text = format!("... {} {are} left out", grouped(left_out as u64));
    let number = |step: usize| grouped(step as u64);
    let period = period(&moves[start..start + left_out]);
    let repeated = if 2 * period > left_out {
        String::new()
    } else if period <= start && moves[start - period..start] == moves[start..start + period] {
        match period {
            1 => format!(": step {} again and again", number(start)),
            _ => {
                format!(
                    ": steps {} to {} again and again",
                    number(start - period + 1),
                    number(start)
                )
            }
        }
    } else {
        match period {
            1 => ": the first of them again and again".to_owned(),
            _ => format!(": the first {} of them again and again", number(period)),
        }
    };
    format!("{text}{repeated}; --all-steps shows all")
}

/// Returns the least number of items after which a sequence repeats; its length if it does not.
fn period<T: PartialEq>(items: &[T]) -> usize {
    // The longest proper border of each beginning, as in the search of Knuth, Morris and Pratt.
    let mut borders = vec![0];
    for item in items.iter().skip(1) {
        let mut border = borders[borders.len() - 1];
        while border > 0 && items[border] != *item {
            border = borders[border - 1];
        }
        borders.push(border + usize::from(items[border] == *item));
    }
    items.len() - borders.last().filter(|_| !items.is_empty()).copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::period;

    #[test]
    fn the_period_is_the_shortest_shift_that_keeps_all_items() {
        for (text, expected) in [("aaaa", 1), ("abcabcab", 3), ("abca", 3), ("abcd", 4), ("a", 1)] {
            assert_eq!(period(text.as_bytes()), expected, "{text}");
        }
    }
}
