//! States as rows of numbers: their text, the states that a certificate lists, and searches.
//!
//! A row begins with the local states of the participants. The rest is described by items, which have names: for
//! configurations a message in a channel, for RSC executions a blocked channel, for example.
//!
//! A certificate proves that no bad state is reachable if its states contain the initial ones, are closed under steps,
//! and none of them is bad: so they are an invariant. It is trusted in nothing but the list itself; all steps are
//! computed here.

use rustc_hash::{FxHashMap, FxHashSet};

use super::evidence::{Document, required};
use super::system::{Act, Participant, System, number};
use super::{Outcome, ensure, found, reject, require, supported};

/// Maximum number of rows of an exploration.
const ROWS: usize = 2_000_000;

/// Maximum number of numbers in the rows of an exploration.
const NUMBERS: usize = 1 << 26;

/// Maximum number of combinations of local states.
const COMBINATIONS: usize = 1 << 20;

/// A transition system whose states are rows.
pub(crate) trait Space {
    /// Returns the system that the states belong to, and the names of the items.
    fn names(&self) -> (&System, &[String]);

    /// Returns the length of a row without items.
    fn width(&self) -> usize;

    /// Adds an item to a row; returns `false` if that is impossible.
    fn add(&self, row: &mut Vec<u32>, item: usize) -> bool;

    /// Returns the items in a row; only messages in channels can occur several times.
    fn items(&self, row: &[u32]) -> Vec<usize>;

    /// Returns the steps from a row, one after the other, since all rows that they lead to may take much memory.
    fn steps<'s>(&'s self, row: &'s [u32]) -> impl Iterator<Item = Step> + 's;

    /// Returns `true` if a certificate must list where a step from the state with an index leads.
    fn lists(&self, _index: usize, _step: &Step) -> bool {
        true
    }

    /// Returns the row for local states, without items.
    fn without_items(&self, mut locals: Vec<u32>) -> Vec<u32> {
        locals.resize(self.width(), 0);
        locals
    }

    /// Reads a row: the local states, or `*` for `any`, and then items by their positions in `items`; `None` if that is
    /// malformed.
    fn read(&self, text: &str, items: &[usize], any: Option<u32>) -> Option<Vec<u32>> {
        let mut words = text.split(' ');
        let mut row = self.without_items(read_locals(self.names().0, &mut words, any)?);
        for position in words {
            let item = *items.get(number(position)? as usize)?;
            require(self.add(&mut row, item))?;
        }
        Some(row)
    }

    /// Returns the text of a row: the local states joined by `.`, a `|`, and the items joined by `,`.
    fn text(&self, row: &[u32]) -> String {
        let (system, names) = self.names();
        let items: Vec<&str> = self.items(row).iter().map(|item| names[*item].as_str()).collect();
        format!("{}|{}", locals_text(system, row), items.join(","))
    }
}

/// Reads the local states of the participants, by their numbers, or `*` for `any`; `None` if that is malformed.
pub(crate) fn read_locals<'t>(
    system: &System,
    words: &mut impl Iterator<Item = &'t str>,
    any: Option<u32>,
) -> Option<Vec<u32>> {
    let read = |participant: &Participant| match (words.next()?, any) {
        ("*", Some(_)) => any,
        (word, _) => participant.index.get(&number(word)?).map(|local| *local as u32),
    };
    system.participants.iter().map(read).collect()
}

/// Returns the numbers of the local states with which a row begins, joined by `.`; `*` for any state.
pub(crate) fn locals_text(system: &System, row: &[u32]) -> String {
    let number = |(p, at): (&Participant, &u32)| {
        p.states.get(*at as usize).map_or_else(|| "*".to_owned(), |state| state.number.to_string())
    };
    system.participants.iter().zip(row).map(number).collect::<Vec<_>>().join(".")
}

/// A step of a participant.
pub(crate) struct Step {
    pub(crate) participant: usize,
    pub(crate) act: Act,
    /// The row after the step.
    pub(crate) next: Vec<u32>,
}

/// Reads the items of a certificate.
pub(crate) fn read_items(space: &impl Space, document: &Document<'_>) -> Outcome<Vec<usize>> {
    let numbers: FxHashMap<&String, usize> = space.names().1.iter().zip(0..).collect();
    let items = required(document.items.as_ref(), "items")?;
    let items: Option<Vec<usize>> = items.iter().map(|name| numbers.get(name).copied()).collect();
    found(items, || "`items` has what no state has")
}

/// Reads the states of a certificate, which may have `*` for `any` local state.
pub(crate) fn read_rows(
    space: &impl Space,
    document: &Document<'_>,
    any: Option<u32>,
) -> Outcome<Vec<Vec<u32>>> {
    let states = required(document.states.as_deref(), "states")?;
    let items = read_items(space, document)?;
    let read = |(index, text): (usize, &&str)| {
        let row = space.read(text, &items, any);
        found(row, || fault(index, text, "is not written as the model has its states"))
    };
    states.iter().enumerate().map(read).collect()
}

/// Checks that the states of a certificate are an invariant without a bad state.
///
/// States for which `may_miss` holds need not be listed. Calls `visit` with the indices of the states before and after
/// each step.
pub(crate) fn invariant(
    space: &impl Space,
    document: &Document<'_>,
    mut is_bad: impl FnMut(usize, &[u32]) -> bool,
    may_miss: impl Fn(&[u32]) -> bool,
    mut visit: impl FnMut(usize, usize, &Step),
) -> Outcome {
    let system = space.names().0;
    let rows = read_rows(space, document, None)?;
    let fault_at = |index: usize, why: &str| fault(index, &space.text(&rows[index]), why);
    let mut indices = FxHashMap::<&[u32], usize>::default();
    for (index, row) in rows.iter().enumerate() {
        ensure(indices.insert(row, index).is_none(), || fault_at(index, "is listed twice"))?;
    }
    for locals in initial(system)? {
        let row = space.without_items(locals);
        let is_listed = indices.contains_key(&row[..]) || may_miss(&row);
        ensure(is_listed, || format!("the initial state {} is not listed", space.text(&row)))?;
    }
    for (from, row) in rows.iter().enumerate() {
        ensure(!is_bad(from, row), || fault_at(from, "is one that must not be reached"))?;
        for step in space.steps(row).filter(|step| space.lists(from, step)) {
            if let Some(to) = indices.get(&step.next[..]) {
                visit(from, *to, &step);
            } else if !may_miss(&step.next) {
                let next = space.text(&step.next);
                let name = &system.participants[step.participant].name;
                let why = format!("has the successor {next} by {name}, which is not listed");
                return reject(fault_at(from, &why));
            }
        }
    }
    Ok(())
}

/// Describes what is wrong with the state with an index in a certificate.
pub(crate) fn fault(index: usize, text: &str, why: &str) -> String {
    format!("state {} ({text}) {why}", index + 1)
}

/// Fails if a state in a certificate was found, by its index, with which something is wrong.
pub(crate) fn ensure_none(found: Option<usize>, states: &[&str], why: &str) -> Outcome {
    found.map_or(Ok(()), |index| reject(fault(index, states[index], why)))
}

/// The rows that an exploration has reached so far.
pub(crate) struct Reached {
    seen: FxHashSet<Vec<u32>>,
    open: Vec<Vec<u32>>,
    numbers: usize,
}

/// Visits a row, and each row that a visit adds, once; fails if a visit fails.
pub(crate) fn explore(
    start: Vec<u32>,
    mut visit: impl FnMut(&[u32], &mut Reached) -> Outcome,
) -> Outcome {
    let seen = FxHashSet::from_iter([start.clone()]);
    let mut reached = Reached { seen, open: vec![start], numbers: 0 };
    while let Some(row) = reached.open.pop() {
        visit(&row, &mut reached)?;
    }
    Ok(())
}

impl Reached {
    /// Adds a row; fails if there are too many.
    pub(crate) fn add(&mut self, row: Vec<u32>) -> Outcome {
        if self.seen.insert(row.clone()) {
            self.numbers += row.len();
            self.open.push(row);
        }
        let is_small = self.seen.len() <= ROWS && self.numbers <= NUMBERS;
        supported(is_small, "what can follow has no end in sight")
    }
}

/// Returns the combinations of initial states of the participants.
pub(crate) fn initial(system: &System) -> Outcome<impl Iterator<Item = Vec<u32>>> {
    let sets = system.participants.iter().map(|participant| &participant.initial[..]);
    combinations(sets.collect::<Vec<_>>())
}

/// Returns the combinations of an element of each set, one after the other, since all of them may take much memory.
pub(crate) fn combinations<S: AsRef<[usize]>>(
    sets: Vec<S>,
) -> Outcome<impl Iterator<Item = Vec<u32>>> {
    let count = sets.iter().map(|set| set.as_ref().len()).fold(1, usize::saturating_mul);
    supported(count <= COMBINATIONS, "so many combinations of states")?;
    // The number of a combination has a digit for each set; that of the first set changes first.
    Ok((0..count).map(move |mut rest| {
        let next = |set: &S| {
            let digit = rest % set.as_ref().len();
            rest /= set.as_ref().len();
            set.as_ref()[digit] as u32
        };
        sets.iter().map(next).collect()
    }))
}
