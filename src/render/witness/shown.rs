//! The steps of a run that are shown: of a long run its beginning and its end.

use crate::drawing::Extent;
use kernel::base::{Id as _, grouped};
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
    /// A number of steps that are left out.
    LeftOut(usize),
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
            next = step.index() + 1;
            let gap = (left_out > 0).then_some(ShownPart::LeftOut(left_out));
            gap.into_iter().chain([ShownPart::Step(step)])
        })
    }
}

/// Returns the text in place of this number of omitted steps.
pub(super) fn gap_text(left_out: usize) -> String {
    let are = if left_out == 1 { "step is" } else { "steps are" };
    format!("... {} {are} left out; --all-steps shows all", grouped(left_out as u64))
}
