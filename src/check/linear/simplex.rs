//! Solutions of linear inequalities in exact fractions.

use super::rational::Rational;
use super::work::Work;

/// Inequalities over variables, some of which are zero at least, with values that met those that were solved.
///
/// The left side of each inequality is a variable, too. This is the simplex method without an objective: a variable of a
/// row that breaks a bound changes places with one of a column that can change. Both are the least ones (Bland's rule),
/// so that it ends (Dutertre, de Moura 2006).
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
            let factor = Rational::integer(factor)?;
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
        self.bounds.push([None, Some(Rational::integer(most)?)]);
        self.rows.push(row);
        Some(())
    }

    /// Solves the inequalities; `None` if they have no solution, a number is too large, or `work` ends first, of
    /// which each change of the basis takes as much as there are coefficients.
    ///
    /// # Complexity
    /// Rows times columns for each change of the basis, of which there may be exponentially many.
    pub(super) fn solve(&mut self, work: &mut Work<'_>) -> Option<()> {
        while let Some((row, bound)) = self.broken() {
            work.changes(self.rows.len() * self.columns.len())?;
            let is_rise = self.values[self.basic[row]] < bound;
            let column = self.helpful(row, is_rise)?;
            self.exchange(row, column, bound)?;
        }
        Some(())
    }

    /// Returns the row of the least variable that breaks a bound, with the bound.
    fn broken(&self) -> Option<(usize, Rational)> {
        let broken = self.basic.iter().enumerate().filter_map(|(row, &variable)| {
            let value = self.values[variable];
            let [least, most] = self.bounds[variable];
            let least = least.filter(|&least| value < least);
            Some((row, least.or(most.filter(|&most| value > most))?))
        });
        broken.min_by_key(|&(row, _)| self.basic[row])
    }

    /// Returns the column of the least variable that can change so that the value of a row rises, or falls.
    fn helpful(&self, row: usize, is_rise: bool) -> Option<usize> {
        let helpful = self.columns.iter().enumerate().filter(|&(column, &variable)| {
            let value = self.values[variable];
            let [least, most] = self.bounds[variable];
            match (self.rows[row][column].signum(), is_rise) {
                (1, true) | (-1, false) => most.is_none_or(|most| value < most),
                (0, _) => false,
                _ => least.is_none_or(|least| value > least),
            }
        });
        helpful.min_by_key(|&(_, &variable)| variable).map(|(column, _)| column)
    }

    /// Gives a basic variable a value; it then stands for a column.
    fn exchange(&mut self, row: usize, column: usize, value: Rational) -> Option<()> {
        let pivot = self.rows[row][column];
        let change = value.plus(self.values[self.basic[row]].negative())?;
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
        let mut solved = std::mem::take(&mut self.rows[row]);
        for (place, coefficient) in solved.iter_mut().enumerate() {
            *coefficient = if place == column {
                Rational::ONE.over(pivot)?
            } else {
                coefficient.over(pivot)?.negative()
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
