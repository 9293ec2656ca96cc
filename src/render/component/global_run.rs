//! Runs of the global semantics in words.

use check::component::GlobalRun;
use check::witness_trace::WitnessStep;
use model::component::{Composite, GlobalState, InteractionId};

use super::states::Shown;
use crate::drawing::Extent;
use crate::sentences::{few, hanging, number_of};
use crate::witness::left_out_text;

/// Number of states at each end of a long run that are shown.
const ENDS: usize = 40;
/// Greatest number of steps of a run that is shown in full.
const LONG: usize = 200;
/// Width of captions.
const CAPTION: usize = 12;
/// Number of interactions that are named.
const NAMED: usize = 12;

/// Returns the lines of a run: for each global state its number, the interaction that led there, and what changed.
/// `extent` says whether the middle of a long run is left out.
pub(super) fn run_lines(composite: &Composite, run: &GlobalRun, extent: Extent) -> Vec<String> {
    let steps = (1..).zip(&run.steps).map(|(number, step)| {
        (Some(WitnessStep { step: number, interaction: step.interaction }), &step.state)
    });
    let states = std::iter::once((None, &run.initial)).chain(steps);
    let mut lines = Shown::all(composite).state_lines(states);
    if extent == Extent::Ends && lines.len() > LONG {
        let left_out = ENDS + 1..lines.len() - ENDS;
        let steps: Vec<InteractionId> = run.steps.iter().map(|step| step.interaction).collect();
        // The first line is the initial state.
        let text = left_out_text(&steps, ENDS, left_out.len());
        lines.splice(left_out, [format!("  {text}")]);
    }
    lines
}

/// Returns the first line about a run: `task.bip: 20 interactions: random, seed 0`.
pub fn run_headline(name: &str, run: &GlobalRun, origin: &str) -> String {
    format!("{name}: {}: {origin}\n", number_of(run.steps.len(), "interaction"))
}

/// Returns the states of a run, and what can fire in the last one, `firable`, if the system has no error there. Long
/// lines about that state are wrapped
/// to `width` columns, if there is a width.
///
/// # Complexity
/// Linear in the number of steps times that of components.
pub fn run_text(
    composite: &Composite,
    run: &GlobalRun,
    firable: Option<&[InteractionId]>,
    extent: Extent,
    width: Option<usize>,
) -> String {
    let mut text = String::from("\n");
    for line in run_lines(composite, run, extent) {
        text += &line;
        text.push('\n');
    }
    let firable = firable.map(|firable| ("can fire    ", firable_text(composite, firable)));
    let last = ("\nin the end  ", state_text(composite, run.last()));
    for (caption, what) in std::iter::once(last).chain(firable) {
        text += &hanging(caption, &what, CAPTION, width).join("\n");
        text.push('\n');
    }
    text
}

/// Returns a global state in a line: `w1: done x=1; g: hold`.
pub fn state_text(composite: &Composite, state: &GlobalState) -> String {
    Shown::all(composite).changes_text(None, state)
}

/// Returns the names of interactions that can fire in a state.
pub fn firable_text(composite: &Composite, firable: &[InteractionId]) -> String {
    let names: Vec<&str> = firable.iter().map(|&id| &*composite.interactions()[id].name).collect();
    match names.as_slice() {
        [] => "nothing: this is a deadlock".to_owned(),
        names => few(names, NAMED, "others"),
    }
}
