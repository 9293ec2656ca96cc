//! Solutions of linear inequalities in exact fractions.

use super::rational::Rational;

/// Inequalities over variables, some of which are zero at least, with a solution of those that were solved.
///
/// Each inequality has a variable of its own for its left side, a basic one, and a variable that is not basic stands for
/// a column: the simplex method without an objective, by the least variable that breaks a bound and the least one that
/// can change (Bland), so that it ends (Dutertre, de Moura 2006).
#[derive(Debug)]
pub(super) struct Inequalities {
    /// For each variable the least and the largest value.
    bounds: Vec<[Option<Rational>; 2]>,
    values: Vec<Rational>,
    /// The variables of the rows and of the columns.
    basic: Vec<usize>,
    columns: Vec<usize>,
    /// Each basic variable by those of the columns.
    rows: Vec<Vec<Rational>>,
}

/// Why inequalities were not solved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Unsolved {
    /// They have no solution.
    Contradiction,
    /// A number was too large.
    Overflow,
}

impl Inequalities {
    /// Returns no inequality over variables, each with the least value that it may have.
    pub(super) fn new(least: impl IntoIterator<Item = Option<Rational>>) -> Self {
        let bounds: Vec<_> = least.into_iter().map(|least| [least, None]).collect();
        let columns: Vec<usize> = (0..bounds.len()).collect();
        let values = vec![Rational::ZERO; bounds.len()];
        Self { bounds, values, basic: Vec::new(), columns, rows: Vec::new() }
    }

    /// Returns the value of a variable.
    pub(super) fn value(&self, variable: usize) -> Rational {
        self.values[variable]
    }

    /// Adds the inequality that a sum is `most` at most; `None` if a number is too large.
    pub(super) fn add(&mut self, sum: &[(usize, i128)], most: i128) -> Option<()> {
        let mut row = vec![Rational::ZERO; self.columns.len()];
        let mut value = Rational::ZERO;
        for &(variable, factor) in sum {
            let factor = Rational::integer(factor);
            value = value.plus(factor.times(self.values[variable])?)?;
            if let Some(column) = self.columns.iter().position(|&other| other == variable) {
                row[column] = row[column].plus(factor)?;
            } else {
                let place = self.basic.iter().position(|&other| other == variable);
                let other = &self.rows[place.expect("a variable is basic or not")];
                for (sum, part) in row.iter_mut().zip(other) {
                    *sum = sum.plus(factor.times(*part)?)?;
                }
            }
        }
        self.basic.push(self.values.len());
        self.values.push(value);
        self.bounds.push([None, Some(Rational::integer(most))]);
        self.rows.push(row);
        Some(())
    }

    /// Solves the inequalities.
    ///
    /// # Complexity
    /// Rows times columns for each change of the basis, of which there may be exponentially many.
    pub(super) fn solve(&mut self) -> Result<(), Unsolved> {
        while let Some((row, bound)) = self.broken().ok_or(Unsolved::Overflow)? {
            let change = bound.minus(self.values[self.basic[row]]).ok_or(Unsolved::Overflow)?;
            let column = self.helpful(row, change).ok_or(Unsolved::Overflow)?;
            let column = column.ok_or(Unsolved::Contradiction)?;
            self.exchange(row, column, change).ok_or(Unsolved::Overflow)?;
        }
        Ok(())
    }

    /// Returns how far a value is beyond a bound, which is zero at most if it is not; the outer `None` is a number that is
    /// too large.
    fn room(&self, variable: usize, upper: bool) -> Option<Option<Rational>> {
        let Some(bound) = self.bounds[variable][usize::from(upper)] else { return Some(None) };
        let room = bound.minus(self.values[variable])?;
        Some(Some(if upper { room } else { Rational::ZERO.minus(room)? }))
    }

    /// Returns the row of the least variable that breaks a bound, with the bound.
    fn broken(&self) -> Option<Option<(usize, Rational)>> {
        let mut least: Option<(usize, usize, Rational)> = None;
        for (row, &variable) in self.basic.iter().enumerate() {
            for upper in [false, true] {
                if self.room(variable, upper)?.is_some_and(|room| room.signum() < 0)
                    && least.is_none_or(|(_, other, _)| variable < other)
                    && let Some(bound) = self.bounds[variable][usize::from(upper)]
                {
                    least = Some((row, variable, bound));
                }
            }
        }
        Some(least.map(|(row, _, bound)| (row, bound)))
    }

    /// Returns the column of the least variable that can change so that the value of a row does.
    fn helpful(&self, row: usize, change: Rational) -> Option<Option<usize>> {
        let mut least: Option<usize> = None;
        for (column, &variable) in self.columns.iter().enumerate() {
            let direction = self.rows[row][column].signum() * change.signum();
            if direction != 0
                && self.room(variable, direction > 0)?.is_none_or(|room| room.signum() > 0)
                && least.is_none_or(|other| variable < self.columns[other])
            {
                least = Some(column);
            }
        }
        Some(least)
    }

    /// Changes the value of a basic variable, which then stands for a column.
    fn exchange(&mut self, row: usize, column: usize, change: Rational) -> Option<()> {
        let pivot = self.rows[row][column];
        let step = change.over(pivot)?;
        let entering = self.columns[column];
        for (other, coefficients) in self.rows.iter().enumerate() {
            let variable = self.basic[other];
            let change = coefficients[column].times(step)?;
            self.values[variable] = self.values[variable].plus(change)?;
        }
        self.values[entering] = self.values[entering].plus(step)?;
        self.columns[column] = std::mem::replace(&mut self.basic[row], entering);
        // The row says what the entering variable is.
        let one = Rational::integer(1);
        let mut solved = std::mem::take(&mut self.rows[row]);
        for (place, coefficient) in solved.iter_mut().enumerate() {
            *coefficient = if place == column {
                one.over(pivot)?
            } else {
                Rational::ZERO.minus(coefficient.over(pivot)?)?
            };
        }
        for coefficients in &mut self.rows {
            // The row that was taken is empty.
            let Some(factor) = coefficients.get(column).copied() else { continue };
            if factor.signum() == 0 {
                continue;
            }
            coefficients[column] = Rational::ZERO;
            for (coefficient, part) in coefficients.iter_mut().zip(&solved) {
                *coefficient = coefficient.plus(factor.times(*part)?)?;
            }
        }
        self.rows[row] = solved;
        Some(())
    }
}
