//! Minimal nondeterministic automata.

use fixedbitset::FixedBitSet;
use rustc_hash::{FxHashMap, FxHashSet};

use super::{FiniteAutomaton, FiniteStateId, SymbolId};
use crate::base::{Control, Id as _, Limit, ones};

/// Maximum number of states of the result: sets of them are one word.
const STATES: usize = 64;

/// Number of bytes of a state with a set of states in a table.
const PAIR: usize = 24;

impl FiniteAutomaton {
    /// Returns a nondeterministic automaton for the same words with the fewest possible states, but at least
    /// one.
    ///
    /// This is the construction of Kameda and Weiner (1970). The states of the minimal automata of
    /// the language and of its reversal are the rows and columns of a table, marked where they have
    /// a word in common. A state of a nondeterministic automaton is a rectangle of marks, which may
    /// be taken as large as possible; the states of an automaton for the language cover all marks.
    /// Covers are tried by their size. Not every cover yields an automaton for the language: it accepts no
    /// other words, and is tested to accept all words of the language.
    ///
    /// # Errors
    /// If a limit of `control` is reached. States of the minimal automata, rectangles, and visited sets of
    /// rectangles count as states. More than 64 states exceed the limit, unless the minimal automaton of the
    /// language or its reversal has no more than the answer.
    ///
    /// # Complexity
    /// Exponential in the number of rectangles, which is exponential in the states of the minimal
    /// automata. The problem is complete for polynomial space.
    pub fn minimal_nfa(&self, control: &Control) -> Result<Self, Limit> {
        let rows = self.determinised_within(control)?.0.minimised_within(control)?;
        let (columns, members) = rows.reversed().determinised_within(control)?;
        let mut spent =
            CoverBudget { control, spent: (rows.len() + columns.len()) as u64, bytes: 0 };
        spent.take(rows.len(), columns.len())?;
        let mut table = vec![FixedBitSet::with_capacity(columns.len()); rows.len()];
        for column in columns.states() {
            for &row in members.of(column) {
                table[row.index()].insert(column.index());
            }
        }
        if rows.is_empty_language() {
            return Ok(rows);
        }
        let grids = grids(&table, &mut spent)?;
        let known = rows.len().min(columns.len());
        let mut search = CoverSearch::new(&rows, &table, &grids, spent)?;
        let nothing = FixedBitSet::with_capacity(search.covered_by.len());
        for size in search.apart(&nothing)?..known {
            if size > STATES {
                return Err(Limit::States);
            }
            if search.extend(size, &nothing)? {
                let chosen: Vec<&Grid> = search.chosen.iter().map(|&grid| &grids[grid]).collect();
                return Ok(GridAutomaton::new(&rows, &chosen).automaton(&rows));
            }
        }
        let smaller = if rows.len() == known { rows } else { columns.reversed() };
        Ok(smaller.numbered_breadth_first())
    }
}

/// The remaining budget.
struct CoverBudget<'a> {
    control: &'a Control,
    spent: u64,
    bytes: u64,
}

impl CoverBudget<'_> {
    fn spend(&mut self) -> Result<(), Limit> {
        self.spent += 1;
        self.ask()
    }

    /// Counts sets of `elements` elements.
    fn take(&mut self, sets: usize, elements: usize) -> Result<(), Limit> {
        self.bytes += (sets * elements.div_ceil(8)) as u64;
        self.ask()
    }

    fn ask(&self) -> Result<(), Limit> {
        self.control.within(self.spent, self.bytes)
    }
}

/// A maximal rectangle of marks.
struct Grid {
    rows: FixedBitSet,
    columns: FixedBitSet,
}

/// Returns the maximal rectangles: their columns are those that some rows have in common.
fn grids(table: &[FixedBitSet], budget: &mut CoverBudget<'_>) -> Result<Vec<Grid>, Limit> {
    let mut known: FxHashSet<FixedBitSet> = FxHashSet::default();
    let mut found: Vec<FixedBitSet> = Vec::new();
    for row in table {
        if known.insert(row.clone()) {
            found.push(row.clone());
        }
    }
    let mut next = 0;
    while next < found.len() {
        budget.ask()?;
        for row in table {
            let mut common = found[next].clone();
            common.intersect_with(row);
            if !common.is_clear() && !known.contains(&common) {
                budget.spend()?;
                budget.take(2, common.len())?;
                known.insert(common.clone());
                found.push(common);
            }
        }
        next += 1;
    }
    let mut with_rows = |columns: FixedBitSet| {
        budget.take(1, table.len())?;
        let rows = (0..table.len()).filter(|&row| columns.is_subset(&table[row]));
        let mut set = FixedBitSet::with_capacity(table.len());
        set.extend(rows);
        Ok(Grid { rows: set, columns })
    };
    found.into_iter().map(&mut with_rows).collect()
}

/// The search for a set of rectangles that yields an automaton for the language.
struct CoverSearch<'a> {
    minimal: &'a FiniteAutomaton,
    grids: &'a [Grid],
    /// The marks that each rectangle covers.
    covers: Vec<FixedBitSet>,
    /// For each mark the rectangles that cover it; marks covered by few rectangles come first.
    covered_by: Vec<Vec<usize>>,
    chosen: Vec<usize>,
    /// Rectangles that must not be chosen, since all sets with them were visited.
    excluded: FixedBitSet,
    budget: CoverBudget<'a>,
}

impl<'a> CoverSearch<'a> {
    fn new(
        minimal: &'a FiniteAutomaton,
        table: &[FixedBitSet],
        grids: &'a [Grid],
        mut budget: CoverBudget<'a>,
    ) -> Result<Self, Limit> {
        let mut covered_by: Vec<Vec<usize>> = Vec::new();
        for (row, columns) in table.iter().enumerate() {
            for column in columns.ones() {
                let covers = |grid: &Grid| grid.rows.contains(row) && grid.columns.contains(column);
                let by: Vec<usize> =
                    (0..grids.len()).filter(|&grid| covers(&grids[grid])).collect();
                budget.take(by.len() + 3, u64::BITS as usize)?;
                covered_by.push(by);
            }
        }
        budget.take(grids.len(), covered_by.len())?;
        covered_by.sort_by_key(Vec::len);
        let mut covers = vec![FixedBitSet::with_capacity(covered_by.len()); grids.len()];
        for (mark, by) in covered_by.iter().enumerate() {
            for &grid in by {
                covers[grid].insert(mark);
            }
        }
        let excluded = FixedBitSet::with_capacity(grids.len());
        Ok(Self { minimal, grids, covers, covered_by, chosen: Vec::new(), excluded, budget })
    }

    /// Returns a lower bound on the number of rectangles that cover all marks that are not `done`: the number
    /// of marks no two of which are covered by one rectangle, chosen greedily.
    fn apart(&self, done: &FixedBitSet) -> Result<usize, Limit> {
        let mut done = done.clone();
        let mut apart = 0;
        while let Some(mark) = done.zeroes().next() {
            apart += 1;
            self.budget.ask()?;
            for &grid in &self.covered_by[mark] {
                done.union_with(&self.covers[grid]);
            }
        }
        Ok(apart)
    }

    /// Adds rectangles to the chosen ones, which cover the marks `done`, until there are `size` that yield an
    /// automaton for the language; returns `true` if it finds such ones, and leaves them in `chosen`. The
    /// recursion depth is at most `size`.
    fn extend(&mut self, size: usize, done: &FixedBitSet) -> Result<bool, Limit> {
        self.budget.spend()?;
        let left = size - self.chosen.len();
        if left == 0 {
            return Ok(done.is_full() && self.is_right()?);
        }
        if self.apart(done)? > left {
            return Ok(false);
        }
        let choices: Vec<usize> = match done.zeroes().next() {
            Some(mark) => self.covered_by[mark].clone(),
            None => (0..self.grids.len()).filter(|grid| !self.chosen.contains(grid)).collect(),
        };
        let choices: Vec<usize> =
            choices.into_iter().filter(|&grid| !self.excluded.contains(grid)).collect();
        for &grid in &choices {
            let mut more = done.clone();
            more.union_with(&self.covers[grid]);
            self.chosen.push(grid);
            if self.extend(size, &more)? {
                return Ok(true);
            }
            self.chosen.pop();
            self.excluded.insert(grid);
        }
        for grid in choices {
            self.excluded.remove(grid);
        }
        Ok(false)
    }

    /// Returns `true` if the automaton of the chosen rectangles accepts the whole language.
    fn is_right(&self) -> Result<bool, Limit> {
        let chosen: Vec<&Grid> = self.chosen.iter().map(|&grid| &self.grids[grid]).collect();
        GridAutomaton::new(self.minimal, &chosen).accepts_all_of(self.minimal, &self.budget)
    }
}

/// The automaton of a set of rectangles; sets of its states are words of bits.
///
/// A rectangle leads to those that contain, for each of its rows, the row that this leads to.
struct GridAutomaton {
    initial: u64,
    accepting: u64,
    /// For each rectangle its transitions to sets that are not empty.
    steps: Vec<FxHashMap<SymbolId, u64>>,
}

impl GridAutomaton {
    fn new(minimal: &FiniteAutomaton, grids: &[&Grid]) -> Self {
        let holding: Vec<u64> = minimal
            .states()
            .map(|row| {
                let holds = |grid: &usize| grids[*grid].rows.contains(row.index());
                (0..grids.len()).filter(holds).fold(0, |set, grid| set | 1 << grid)
            })
            .collect();
        let mut accepting = 0;
        let mut steps = Vec::with_capacity(grids.len());
        for (number, grid) in grids.iter().enumerate() {
            let rows: Vec<FiniteStateId> =
                grid.rows.ones().map(FiniteStateId::from_index).collect();
            if rows.iter().all(|&row| minimal.is_accepting(row)) {
                accepting |= 1 << number;
            }
            let mut common: FxHashMap<SymbolId, u64> = FxHashMap::default();
            for &(symbol, target) in minimal.transitions(rows[0]) {
                let mut to = holding[target.index()];
                for &row in &rows[1..] {
                    let next = minimal.successors(row, symbol).first();
                    to &= next.map_or(0, |(_, target)| holding[target.index()]);
                }
                if to != 0 {
                    common.insert(symbol, to);
                }
            }
            steps.push(common);
        }
        let start = minimal.initial()[0];
        Self { initial: holding[start.index()], accepting, steps }
    }

    /// Returns `true` if all words of a deterministic automaton without dead states are accepted.
    fn accepts_all_of(
        &self,
        minimal: &FiniteAutomaton,
        budget: &CoverBudget<'_>,
    ) -> Result<bool, Limit> {
        let start = (minimal.initial()[0], self.initial);
        let mut seen: FxHashSet<(FiniteStateId, u64)> = FxHashSet::default();
        let mut open = vec![start];
        seen.insert(start);
        while let Some((row, states)) = open.pop() {
            if states == 0 || minimal.is_accepting(row) && states & self.accepting == 0 {
                return Ok(false);
            }
            let bytes = budget.bytes + (seen.len() * PAIR) as u64;
            budget.control.within(budget.spent, bytes)?;
            for &(symbol, target) in minimal.transitions(row) {
                let step = |state: usize| self.steps[state].get(&symbol).copied().unwrap_or(0);
                let next = ones([states]).fold(0, |next, state| next | step(state));
                if seen.insert((target, next)) {
                    open.push((target, next));
                }
            }
        }
        Ok(true)
    }

    fn automaton(&self, minimal: &FiniteAutomaton) -> FiniteAutomaton {
        let states = |set: u64| ones([set]).map(FiniteStateId::from_index);
        let mut transitions = Vec::new();
        for (source, steps) in self.steps.iter().enumerate() {
            let source = FiniteStateId::from_index(source);
            for symbol in (0..minimal.symbols()).map(SymbolId::from_index) {
                let targets = steps.get(&symbol).copied().unwrap_or(0);
                transitions.extend(states(targets).map(|target| (source, symbol, target)));
            }
        }
        let accepting = (0..self.steps.len()).map(|state| self.accepting >> state & 1 == 1);
        let accepting = accepting.collect();
        let initial = states(self.initial).collect();
        FiniteAutomaton::new(minimal.symbols(), initial, accepting, transitions)
            .numbered_breadth_first()
    }
}
