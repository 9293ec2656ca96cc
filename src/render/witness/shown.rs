//! Which steps of a run are shown: of a long run its beginning and its end.

use crate::drawing::Extent;
use kernel::base::{Id as _, grouped};
use model::evidence::{CycleEdge, Script, StepId};

/// A run of more steps is not shown as a whole.
const LONG: usize = 200;
/// How many steps are shown at either end of a long run.
const END: usize = 40;
/// The messages of a longer cycle are shown only where they stand at the ends anyway.
const CYCLE: usize = 20;

/// The steps of a run that are shown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shown {
    /// In order, each once.
    steps: Vec<StepId>,
    all: usize,
}

/// A line of what is shown of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// A step.
    Step(StepId),
    /// In its place so many steps are left out.
    LeftOut(usize),
}

impl Shown {
    /// Returns what is shown of a script with this cycle in its conflict graph: of a long one the ends, and
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

    /// Returns what is shown of a run of `all` steps: of a long one the ends and `also`.
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

    /// Returns how many steps are left out.
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

    /// Returns the steps, and between them how many are left out.
    pub fn parts(&self) -> impl Iterator<Item = Part> {
        let mut next = 0;
        self.steps.iter().flat_map(move |&step| {
            let left_out = step.index() - next;
            next = step.index() + 1;
            let gap = (left_out > 0).then_some(Part::LeftOut(left_out));
            gap.into_iter().chain([Part::Step(step)])
        })
    }
}

/// Returns what stands where so many steps are left out.
pub(super) fn gap_text(left_out: usize) -> String {
    let are = if left_out == 1 { "step is" } else { "steps are" };
    format!("... {} {are} left out; --all-steps shows all", grouped(left_out as u64))
}
