//! Runs of the global semantics in words.

use std::fmt::Write as _;

use check::component::GlobalRun;
use check::witness_trace::WitnessStep;
use model::component::{Composite, GlobalState, InteractionId};

use super::states::Shown;
use crate::drawing::Extent;
use crate::sentences::{count_of, few, hanging, number_of};

/// Number of states at each end of a long run that are shown.
const ENDS: usize = 40;
/// Greatest number of steps of a run that is shown in full.
const LONG: usize = 200;
/// Width of captions.
const CAPTION: usize = 12;
/// Number of interactions that are named.
const NAMED: usize = 12;

/// Returns the lines of a run: for each global state its number, the interaction that led there, and what changed.
pub(super) fn run_lines(composite: &Composite, run: &GlobalRun) -> Vec<String> {
    let steps = (1..).zip(&run.steps).map(|(number, step)| {
        (Some(WitnessStep { step: number, interaction: step.interaction }), &step.state)
    });
    Shown::all(composite).state_lines(std::iter::once((None, &run.initial)).chain(steps))
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
    let lines = run_lines(composite, run);
    let mut text = String::from("\n");
    let left_out = match extent {
        Extent::Ends if lines.len() > LONG => ENDS + 1..lines.len() - ENDS,
        _ => 0..0,
    };
    for (index, line) in lines.iter().enumerate() {
        if index == left_out.start && !left_out.is_empty() {
            let count = count_of(left_out.len() as u64, "state");
            let _ = writeln!(text, "  ({count} left out; --all-steps shows all)");
        }
        if !left_out.contains(&index) {
            text += line;
            text.push('\n');
        }
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
