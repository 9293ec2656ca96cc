//! Linear invariants of an automaton: necessary conditions on the numbers of letters.

use std::collections::BTreeSet;

use rustc_hash::FxHashSet;

use super::Specification;
use kernel::automata::FiniteStateId;
use kernel::base::Id as _;
use model::trace::{LocalLetterId, LocationId};

/// Maximum number of counts at all states, or in cycles; beyond it no invariants are computed.
const NUMBERS: usize = 1 << 22;

/// Maximum number of multiplications; beyond it no invariants are computed.
const PRODUCTS: usize = 1 << 24;

/// Weights of local letters such that the weight of a word depends only on the states where it begins and
/// ends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Invariant {
    /// The local letters that have a weight other than 0.
    pub weights: Vec<(LocationId, LocalLetterId, i64)>,
    /// Possible weights of words, in order.
    pub values: Vec<i64>,
}

impl Invariant {
    /// Returns the weight of a multitrace.
    pub fn weight(&self, traces: &[Vec<LocalLetterId>]) -> i64 {
        let weigh = |&(location, letter, weight): &(LocationId, LocalLetterId, i64)| {
            let trace = traces[location.index()].iter();
            let count = trace.filter(|&&other| other == letter).count();
            i64::try_from(count).unwrap_or(i64::MAX).saturating_mul(weight)
        };
        self.weights.iter().map(weigh).fold(0, i64::saturating_add)
    }
}

/// The linear invariants of an automaton: a basis of them, and the possible weights of words.
#[derive(Clone, Debug)]
pub struct Invariants {
    /// Index of the first local letter of each location among all local letters.
    offsets: Vec<usize>,
    /// The basis: weights of all local letters.
    basis: Vec<Vec<i64>>,
    /// Possible weights of words by all invariants of the basis at once.
    values: FxHashSet<Vec<i64>>,
    /// Weights of all local letters by one more invariant, a sum of multiples of the basis modulo two to the
    /// power of 64, and the possible weights of words by it.
    blend: Vec<i64>,
    blended: FxHashSet<i64>,
}

impl Invariants {
    /// Returns the invariants; `None` if numbers would become too large, or too many.
    ///
    /// # Complexity
    /// The number of transitions times that of local letters, times the dimension of the cycles at most; the
    /// product is bounded.
    pub fn new(specification: &Specification) -> Option<Self> {
        let mut offsets = vec![0];
        for location in specification.alphabet().locations() {
            offsets.push(offsets[offsets.len() - 1] + location.letters().len());
        }
        let width = offsets[offsets.len() - 1];
        let automaton = specification.automaton();
        if automaton.len().max(width).saturating_mul(width) > NUMBERS {
            return None;
        }
        let (counts, cycles) = spanned(specification, &offsets, width)?;
        let basis = orthogonal(cycles, width)?;
        let ends = automaton.states().filter(|&state| automaton.is_accepting(state));
        let ends: Vec<FiniteStateId> = ends.collect();
        let pairs = automaton.initial().len().saturating_mul(ends.len());
        if pairs.saturating_mul(basis.len()).saturating_mul(width) > PRODUCTS {
            return None;
        }
        let mut values = FxHashSet::default();
        for &start in automaton.initial() {
            for end in &ends {
                let (from, to) = (&counts[start.index()], &counts[end.index()]);
                if from.0 == to.0 {
                    let weigh = |weights: &Vec<i64>| {
                        product(weights, &to.1)?.checked_sub(product(weights, &from.1)?)
                    };
                    values.insert(basis.iter().map(weigh).collect::<Option<Vec<i64>>>()?);
                }
            }
        }
        let blend = (0..width).map(|letter| blended(basis.iter().map(|weights| weights[letter])));
        let blend = blend.collect();
        let blended = values.iter().map(|values| blended(values.iter().copied())).collect();
        Some(Self { offsets, basis, values, blend, blended })
    }

    /// Returns `true` if some word may have the same number of each local letter, by these necessary
    /// conditions.
    ///
    /// A word with the same numbers has the same weight by each invariant of the basis, and so by their
    /// blend; a multitrace of any other weight is seen of no word. About one in 2^64 is admitted by chance.
    ///
    /// # Panics
    /// If a trace has an unknown letter.
    ///
    /// # Complexity
    /// Linear in the lengths of the traces.
    pub fn admit(&self, traces: &[Vec<LocalLetterId>]) -> bool {
        if self.basis.is_empty() {
            return true;
        }
        let mut weight = 0_i64;
        for (trace, range) in traces.iter().zip(self.offsets.windows(2)) {
            let weights = &self.blend[range[0]..range[1]];
            let sum =
                trace.iter().fold(0, |sum: i64, letter| sum.wrapping_add(weights[letter.index()]));
            weight = weight.wrapping_add(sum);
        }
        self.blended.contains(&weight)
    }

    fn counts(&self, traces: &[Vec<LocalLetterId>]) -> Vec<i64> {
        let mut counts = vec![0; self.offsets[self.offsets.len() - 1]];
        for (trace, range) in traces.iter().zip(self.offsets.windows(2)) {
            let counts = &mut counts[range[0]..range[1]];
            for letter in trace {
                counts[letter.index()] += 1;
            }
        }
        counts
    }

    /// Returns an invariant that a multitrace breaks by itself; `None` if only several together are broken.
    ///
    /// # Panics
    /// If a trace has an unknown letter.
    ///
    /// # Complexity
    /// The number of invariants times that of local letters and of possible weights.
    pub fn broken(&self, traces: &[Vec<LocalLetterId>]) -> Option<Invariant> {
        let counts = self.counts(traces);
        self.basis.iter().enumerate().find_map(|(number, weights)| {
            let values: BTreeSet<i64> = self.values.iter().map(|all| all[number]).collect();
            let weight = product(weights, &counts)?;
            (!values.contains(&weight)).then(|| self.named(weights, values.into_iter().collect()))
        })
    }

    fn named(&self, weights: &[i64], values: Vec<i64>) -> Invariant {
        let mut named = Vec::new();
        for (location, range) in self.offsets.windows(2).enumerate() {
            let here = weights[range[0]..range[1]].iter().enumerate();
            for (letter, &weight) in here.filter(|(_, weight)| **weight != 0) {
                let location = LocationId::from_index(location);
                named.push((location, LocalLetterId::from_index(letter), weight));
            }
        }
        Invariant { weights: named, values }
    }
}

/// The number of a connected part, and the count of each local letter on the path from its first state.
type SpanningPlace = (usize, Vec<i64>);

/// Returns the place of each state along a spanning tree of each connected part, and the cycles that the
/// other transitions close, as counts of local letters.
fn spanned(
    specification: &Specification,
    offsets: &[usize],
    width: usize,
) -> Option<(Vec<SpanningPlace>, Vec<Vec<i64>>)> {
    let automaton = specification.automaton();
    let mut beside: Vec<Vec<(FiniteStateId, usize, i64)>> = vec![Vec::new(); automaton.len()];
    let edges: Vec<_> = automaton.edges().collect();
    for (number, &(source, _, target)) in edges.iter().enumerate() {
        beside[source.index()].push((target, number, 1));
        beside[target.index()].push((source, number, -1));
    }
    let counted = |from: &[i64], number: usize, sign: i64| {
        let mut counts = from.to_vec();
        for (location, letter) in specification.parts(edges[number].1) {
            counts[offsets[location.index()] + letter.index()] += sign;
        }
        counts
    };
    let mut places: Vec<Option<SpanningPlace>> = vec![None; automaton.len()];
    let mut is_tree = vec![false; edges.len()];
    let mut part = 0;
    for root in automaton.states() {
        if places[root.index()].is_some() {
            continue;
        }
        places[root.index()] = Some((part, vec![0; width]));
        let mut open = vec![root];
        while let Some(state) = open.pop() {
            for &(other, number, sign) in &beside[state.index()] {
                if places[other.index()].is_none() {
                    let (_, here) = places[state.index()].as_ref()?;
                    let counts = counted(here, number, sign);
                    places[other.index()] = Some((part, counts));
                    is_tree[number] = true;
                    open.push(other);
                }
            }
        }
        part += 1;
    }
    let places: Vec<SpanningPlace> = places.into_iter().collect::<Option<_>>()?;
    let mut cycles = FxHashSet::default();
    let mut all = Vec::new();
    for (number, &(source, _, target)) in edges.iter().enumerate().filter(|(n, _)| !is_tree[*n]) {
        let mut cycle = counted(&places[source.index()].1, number, 1);
        for (count, there) in cycle.iter_mut().zip(&places[target.index()].1) {
            *count -= there;
        }
        if cycle.iter().any(|&count| count != 0) && cycles.insert(cycle.clone()) {
            all.push(cycle);
        }
        if all.len().saturating_mul(width) > NUMBERS {
            return None;
        }
    }
    Some((places, all))
}

/// Returns the sum of numbers, each times a factor for its index, modulo two to the power of 64.
fn blended(numbers: impl Iterator<Item = i64>) -> i64 {
    let factors = std::iter::successors(Some(0x1E37_79B9_7F4A_7C15_i64), |factor| {
        Some(factor.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(0x1405_7B7E_F767_814F))
    });
    numbers
        .zip(factors)
        .fold(0, |sum, (number, factor)| sum.wrapping_add(number.wrapping_mul(factor)))
}

fn product(one: &[i64], other: &[i64]) -> Option<i64> {
    one.iter()
        .zip(other)
        .try_fold(0_i64, |sum, (one, other)| sum.checked_add(one.checked_mul(*other)?))
}

/// Returns a basis of the vectors of `width` integers whose product with each row is 0; `None` if numbers
/// become too large, or too many would be multiplied.
///
/// Each vector of the basis has no common divisor, and its first number other than 0 is positive.
///
/// # Panics
/// If a row has not `width` numbers.
///
/// # Complexity
/// The number of rows times their rank times `width`.
pub fn orthogonal(rows: Vec<Vec<i64>>, width: usize) -> Option<Vec<Vec<i64>>> {
    // Reduced rows, each with the column of its first number, which is that of no other row.
    let mut reduced: Vec<(usize, Vec<i64>)> = Vec::new();
    let mut products = 0;
    for mut row in rows {
        for (column, other) in &reduced {
            if row[*column] != 0 {
                row = without(&row, other, *column)?;
                products += width;
            }
        }
        let Some(column) = row.iter().position(|&number| number != 0) else { continue };
        divide(&mut row);
        for (_, other) in &mut reduced {
            if other[column] != 0 {
                *other = without(other, &row, column)?;
                products += width;
            }
        }
        if products > PRODUCTS {
            return None;
        }
        reduced.push((column, row));
    }
    let mut pivot: Vec<Option<usize>> = vec![None; width];
    for (number, (column, _)) in reduced.iter().enumerate() {
        pivot[*column] = Some(number);
    }
    let free = (0..width).filter(|&column| pivot[column].is_none());
    let solutions = free.map(|column| {
        // The free number is such that all others are whole.
        let mut scale = 1_i64;
        for (place, row) in &reduced {
            if row[column] != 0 {
                let divisor = row[*place] / gcd(row[*place], row[column]);
                scale = scale.checked_mul(divisor / gcd(scale, divisor))?.checked_abs()?;
            }
        }
        let mut solution = vec![0; width];
        solution[column] = scale;
        for (place, row) in &reduced {
            solution[*place] = -(row[column].checked_mul(scale)? / row[*place]);
        }
        divide(&mut solution);
        Some(solution)
    });
    solutions.collect()
}

/// Returns a multiple of `row` minus one of `other`, such that the number at `column` is 0. Both numbers at
/// `column` are other than 0.
fn without(row: &[i64], other: &[i64], column: usize) -> Option<Vec<i64>> {
    let common = gcd(row[column], other[column]);
    let (by, minus) = (other[column] / common, row[column] / common);
    let mut result = Vec::with_capacity(row.len());
    for (one, other) in row.iter().zip(other) {
        result.push(one.checked_mul(by)?.checked_sub(other.checked_mul(minus)?)?);
    }
    divide(&mut result);
    Some(result)
}

/// Divides a vector by the greatest common divisor of its numbers, and makes its first number positive.
fn divide(row: &mut [i64]) {
    let mut common = row.iter().fold(0, |common, &number| gcd(common, number));
    if row.iter().find(|&&number| number != 0).is_some_and(|&first| first < 0) {
        common = -common;
    }
    if common != 0 && common != 1 {
        for number in row {
            *number /= common;
        }
    }
}

fn gcd(one: i64, other: i64) -> i64 {
    let (mut one, mut other) = (one.unsigned_abs(), other.unsigned_abs());
    while other != 0 {
        (one, other) = (other, one % other);
    }
    i64::try_from(one).unwrap_or(1)
}
