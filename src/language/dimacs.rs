//! Formulas in conjunctive normal form, as the DIMACS format writes them.

use model::generate::Formula;

/// What is wrong with a formula, with the number of its line from 1.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum DimacsError {
    /// The line that begins the problem is malformed.
    #[error("{line}: this should be `p cnf VARIABLES CLAUSES`")]
    Problem {
        /// The line.
        line: usize,
    },
    /// A word is not a literal.
    #[error("{line}: `{word}` is no literal: 3, -3 or 0")]
    Literal {
        /// The line.
        line: usize,
        /// The word.
        word: String,
    },
}

/// Reads a formula.
///
/// # Errors
/// If a line is wrong.
pub fn read(text: &str) -> Result<Formula, DimacsError> {
    let mut formula = Formula { variables: 0, clauses: Vec::new() };
    let mut clause = Vec::new();
    for (number, text) in text.lines().enumerate() {
        let line = number + 1;
        let mut words = text.split_whitespace().peekable();
        match words.peek().copied() {
            None | Some("c") => continue,
            // Some collections end their files with this line.
            Some("%") => break,
            Some("p") => {
                let stated: Vec<&str> = words.collect();
                formula.variables = match &*stated {
                    ["p", "cnf", variables, _] => variables.parse().ok(),
                    _ => None,
                }
                .ok_or(DimacsError::Problem { line })?;
                continue;
            }
            Some(_) => {}
        }
        for word in words {
            let literal: i32 =
                word.parse().map_err(|_| DimacsError::Literal { line, word: word.to_owned() })?;
            if literal == 0 {
                formula.clauses.push(std::mem::take(&mut clause));
                continue;
            }
            let variable = literal.unsigned_abs() as usize;
            formula.variables = formula.variables.max(variable);
            clause.push(literal);
        }
    }
    if !clause.is_empty() {
        formula.clauses.push(clause);
    }
    Ok(formula)
}
