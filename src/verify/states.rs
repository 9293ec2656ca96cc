//! States as rows of numbers: their text, and closed sets of them.
//!
//! A row begins with the local states of the participants. The rest is described by items.

use std::hash::BuildHasher as _;

use hashbrown::hash_table::{Entry, HashTable};
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use super::evidence::{Document, required};
use super::system::{Act, Participant, System, number};
use super::{Outcome, ensure, reject, unsupported};

/// Maximum number of rows of an exploration, and maximum number of numbers in the rows.
const ROWS: usize = 2_000_000;
const NUMBERS: usize = 1 << 26;

/// Maximum number of combinations of initial states.
const INITIAL: usize = 1 << 20;

/// A transition system whose states are rows.
pub(super) trait Space {
    /// Returns the system of the states, and the names of the items.
    fn names(&self) -> (&System, &[String]);

    /// Extends a row of local states to a row without items.
    fn widen(&self, locals: &mut Vec<u32>);

    /// Adds an item to a row; returns `false` if that is impossible.
    fn add(&self, row: &mut Vec<u32>, item: usize) -> bool;

    /// Returns the items in a row; only messages in channels can occur several times.
    fn items(&self, row: &[u32]) -> Vec<usize>;

    /// Calls `visit` with each row that a step leads to, with the participant and its action; `next` is a buffer for
    /// one row.
    fn successors(&self, row: &[u32], next: &mut Vec<u32>, visit: &mut Visit<'_>) -> Outcome;

    /// Reads a row: the local states, and then items by their indices in a table.
    fn read(&self, text: &str, table: &[usize], row: &mut Vec<u32>) -> Option<()> {
        row.clear();
        let mut numbers = text.as_bytes().split(|byte| *byte == b' ').map(number);
        for participant in &self.names().0.participants {
            row.push(participant.find(numbers.next()??)? as u32);
        }
        self.widen(row);
        for item in numbers {
            self.add(row, *table.get(item? as usize)?).then_some(())?;
        }
        Some(())
    }

    /// Returns the text of a row: the local states joined by `.`, a `|`, and the items joined by `,`.
    fn text(&self, row: &[u32]) -> String {
        let (System { participants, .. }, names) = self.names();
        let locals = participants.iter().zip(row);
        let locals = locals.map(|(p, local)| p.states[*local as usize].number.to_string());
        let items = self.items(row).into_iter().map(|item| names[item].as_str());
        format!("{}|{}", locals.collect::<Vec<_>>().join("."), items.collect::<Vec<_>>().join(","))
    }
}

/// Callback for a row that a step leads to, with the participant that takes the step and its action.
pub(super) type Visit<'v> = dyn FnMut(&[u32], usize, Act) -> Outcome + 'v;

/// A step: the numbers of the states before and after, the participant, its action, and the row after the step.
pub(super) type Step<'a> = (usize, usize, usize, Act, &'a [u32]);

/// Checks that the states of a certificate are an invariant without a bad state; states for which `may_miss` holds need
/// not be listed.
///
/// Calls `visit` with each step, until it fails.
pub(super) fn invariant(
    space: &impl Space,
    document: &Document<'_>,
    mut is_bad: impl FnMut(usize, &[u32]) -> bool,
    may_miss: impl Fn(&[u32]) -> bool,
    mut visit: impl FnMut(Step<'_>) -> Outcome,
) -> Outcome {
    let (system, names) = space.names();
    let states = required(document.states.as_deref(), "states")?;
    let numbers: FxHashMap<&String, usize> = names.iter().zip(0..).collect();
    let item = |name: &String| numbers.get(name).copied();
    let table: Option<Vec<usize>> =
        required(document.items.as_ref(), "items")?.iter().map(item).collect();
    let Some(table) = table else { return reject("`items` has what no state has") };
    let (mut rows, mut ends, mut row) = (Vec::new(), vec![0], Vec::new());
    let wrong = |i: usize, text: &str, why: &str| format!("state {} ({text}) {why}", i + 1);
    for (i, text) in states.iter().enumerate() {
        let unread = || wrong(i, text, "is not written as the model has its states");
        space.read(text, &table, &mut row).ok_or_else(unread)?;
        // Reserves memory for all rows at once, assuming that they have the same length.
        rows.reserve((row.len() * (states.len() - i)).min(1 << 24));
        rows.extend_from_slice(&row);
        ends.push(rows.len());
    }
    let at = |i: u32| &rows[ends[i as usize]..ends[i as usize + 1]];
    let wrong = |i: u32, why: &str| wrong(i as usize, &space.text(at(i)), why);
    let hash = |row: &[u32]| FxBuildHasher.hash_one(row);
    let mut listed = HashTable::with_capacity(states.len());
    for i in 0..states.len() as u32 {
        let row = at(i);
        match listed.entry(hash(row), |other| at(*other) == row, |other| hash(at(*other))) {
            Entry::Occupied(_) => return reject(wrong(i, "is listed twice")),
            Entry::Vacant(place) => drop(place.insert(i)),
        }
    }
    let find = |row: &[u32]| listed.find(hash(row), |i| at(*i) == row);
    for mut first in initial(system)? {
        space.widen(&mut first);
        let missing = || format!("the initial state {} is not listed", space.text(&first));
        ensure(find(&first).is_some() || may_miss(&first), missing)?;
    }
    for i in 0..states.len() as u32 {
        ensure(!is_bad(i as usize, at(i)), || wrong(i, "is one that must not be reached"))?;
        space.successors(at(i), &mut row, &mut |next, p, act| match find(next) {
            Some(to) => visit((i as usize, *to as usize, p, act, next)),
            None if may_miss(next) => Ok(()),
            None => {
                let (next, p) = (space.text(next), &system.participants[p].name);
                reject(wrong(i, &format!("has the successor {next} by {p}, which is not listed")))
            }
        })?;
    }
    Ok(())
}

/// Expands a row, and each row that is added, until an expansion fails.
pub(super) fn explore(
    start: Vec<u32>,
    mut expand: impl FnMut(&[u32], &mut dyn FnMut(&[u32]) -> Outcome) -> Outcome,
) -> Outcome {
    let (mut numbers, mut seen) = (0, FxHashSet::from_iter([start.clone()]));
    let mut open = vec![start];
    while let Some(here) = open.pop() {
        expand(&here, &mut |next| {
            if seen.insert(next.to_vec()) {
                numbers += next.len();
                open.push(next.to_vec());
            }
            if seen.len() > ROWS || numbers > NUMBERS {
                return unsupported("what can follow has no end in sight");
            }
            Ok(())
        })?;
    }
    Ok(())
}

/// Returns the combinations of initial states, one after the other.
pub(super) fn initial(system: &System) -> Outcome<impl Iterator<Item = Vec<u32>>> {
    let count = system.participants.iter().map(|p| p.initial.len()).fold(1, usize::saturating_mul);
    if count > INITIAL {
        return unsupported("so many initial states");
    }
    Ok((0..count).map(|mut rest| {
        let local = |Participant { initial, .. }: &Participant| {
            let place = rest % initial.len();
            rest /= initial.len();
            initial[place] as u32
        };
        system.participants.iter().map(local).collect()
    }))
}
