//! The plain procedures: a search over all interleavings.

use rustc_hash::FxHashSet;
use smallvec::{SmallVec, smallvec};

use super::effort::Effort;
use super::local::first_transitions;
use super::{Area, Question, Specification};
use kernel::automata::{FiniteStateId, SymbolId};
use kernel::base::{Id as _, Limit};
use model::trace::LocalLetterId;

/// How many configurations are taken between two looks at the limits.
const STRETCH: usize = 1_024;

/// How many local letters of each trace are read.
type Positions = SmallVec<[u32; 4]>;

/// A configuration: positions, and the state of the automaton.
type Configuration = (Positions, FiniteStateId);

/// Answers a question about a multitrace, by a search over all interleavings of the traces that the automaton can
/// read, with a set of the configurations that were met. Letters at locations outside their traces happen as the
/// question allows. Where there is an area, only its transitions are taken.
///
/// Source: \[RVA\] Algorithm 1, for [`Question::Accept`].
///
/// # Errors
/// If a limit is reached.
///
/// # Complexity
/// The product of the lengths of the traces, each with one more, times the transitions.
pub(super) fn within(
    specification: &Specification,
    traces: &[Vec<LocalLetterId>],
    question: Question,
    area: Option<&Area>,
    effort: &mut Effort<'_>,
) -> Result<bool, Limit> {
    let area = area.map(|area| (area, first_transitions(specification)));
    let automaton = specification.automaton();
    let start: Positions = smallvec![0; traces.len()];
    let mut seen: FxHashSet<Configuration> = FxHashSet::default();
    let mut open: Vec<Configuration> = Vec::new();
    for &state in automaton.initial() {
        seen.insert((start.clone(), state));
        open.push((start.clone(), state));
    }
    effort.stored += seen.len() as u64;
    let on_heap = if start.spilled() { 4 * traces.len() } else { 0 };
    let bytes_each = 2 * (size_of::<Configuration>() + on_heap);
    let mut next = Vec::new();
    let mut taken = 0;
    while let Some((positions, state)) = open.pop() {
        if taken % STRETCH == 0 {
            let stored = seen.len() as u64;
            let depth = positions.iter().map(|&at| at as usize).sum();
            let shown = (depth, open.len());
            if let Some(limit) = effort.limit(stored, stored * bytes_each as u64, shown) {
                return Err(limit);
            }
        }
        taken += 1;
        let is_read = positions.iter().zip(traces).all(|(&at, trace)| at as usize == trace.len());
        if is_read && (question != Question::Accept || automaton.is_accepting(state)) {
            return Ok(true);
        }
        for (step, &(symbol, target)) in automaton.transitions(state).iter().enumerate() {
            let is_outside = area.as_ref().is_some_and(|(area, firsts)| {
                !area.contains(firsts[state.index()] as usize + step)
            });
            if is_outside {
                continue;
            }
            advances(specification, traces, question, &positions, symbol, &mut next);
            for positions in next.drain(..) {
                let configuration = (positions, target);
                if !seen.contains(&configuration) {
                    seen.insert(configuration.clone());
                    effort.stored += 1;
                    open.push(configuration);
                }
            }
        }
    }
    Ok(false)
}

/// Gathers where the traces may be read to when a letter happens.
fn advances(
    specification: &Specification,
    traces: &[Vec<LocalLetterId>],
    question: Question,
    positions: &Positions,
    symbol: SymbolId,
    next: &mut Vec<Positions>,
) {
    let first = next.len();
    next.push(positions.clone());
    for &(location, seen) in specification.parts(symbol) {
        let (place, trace) = (location.index(), &traces[location.index()]);
        let at = positions[place] as usize;
        let is_read = trace.get(at) == Some(&seen);
        let may_stay = question.is_open_at_end() && at == trace.len()
            || question.is_open_at_start() && at == 0;
        if !is_read && !may_stay {
            next.truncate(first);
            return;
        }
        for way in first..next.len() {
            if is_read && may_stay {
                next.push(next[way].clone());
            }
            if is_read {
                next[way][place] += 1;
            }
        }
    }
}
