//! `generate 3sat`: a formula as an interaction and a multitrace.

use super::put_file;
use crate::cli::feed;
use crate::cli::generate_args::SatisfiabilityArguments;
use crate::cli::input::{Naming, only};
use crate::cli::output::{Failure, tell};
use scm_check::kernel::base::Random;
use scm_check::language::{interaction, multitrace};
use scm_check::model::generate::{Formula, encoded};

/// Runs the command, and returns the exit code.
///
/// # Errors
/// If the formula cannot be read, or the files cannot be written.
pub(super) fn run(arguments: &SatisfiabilityArguments) -> Result<u8, Failure> {
    let formula = match &arguments.file {
        None => {
            let mut random = Random::new(arguments.seed);
            Formula::random(arguments.variables, arguments.clauses, &mut random)
        }
        Some(file) => {
            let input = only(file, &["cnf", "dimacs"])?;
            let name = input.name(Naming::Path);
            let bytes =
                feed::text(&input).map_err(|why| Failure::Usage(format!("{name}: {why}")))?;
            dimacs(&String::from_utf8_lossy(&bytes))
                .map_err(|(line, why)| Failure::Usage(format!("{name}:{line}: {why}")))?
        }
    };
    let (interaction, log) = encoded(&formula, arguments.encoding.encoding());
    let (names, term) = interaction::print(&interaction);
    put_file(&arguments.dir, "formula.hsf", &names)?;
    put_file(&arguments.dir, "formula.hif", &term)?;
    put_file(&arguments.dir, "formula.htf", &multitrace::print(&log, &interaction.signature))?;
    let directory = arguments.dir.display();
    let text = format!(
        "{} variables, {} clauses; it is satisfiable iff this holds:\n  scm-check conform --question \
         multi-prefix --model {directory}/formula.hif {directory}/formula.htf\n",
        formula.variables,
        formula.clauses.len(),
    );
    tell(arguments.output.color, &text);
    Ok(0)
}

/// Reads a formula in conjunctive normal form; what is wrong otherwise, with its line.
fn dimacs(text: &str) -> Result<Formula, (usize, String)> {
    let mut formula = Formula { variables: 0, clauses: Vec::new() };
    let mut clause = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let line_number = number + 1;
        let mut words = line.split_whitespace().peekable();
        match words.peek().copied() {
            None | Some("c") => continue,
            // Some collections end with this.
            Some("%") => break,
            Some("p") => {
                let stated: Vec<&str> = words.collect();
                formula.variables = match &*stated {
                    ["p", "cnf", variables, _] => variables.parse().ok(),
                    _ => None,
                }
                .ok_or((line_number, "this should be `p cnf VARIABLES CLAUSES`".to_owned()))?;
                continue;
            }
            Some(_) => {}
        }
        for word in words {
            let literal: i32 = word
                .parse()
                .map_err(|_| (line_number, format!("`{word}` is no literal: 3, -3 or 0")))?;
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
