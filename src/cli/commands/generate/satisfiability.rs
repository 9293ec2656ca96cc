//! `generate 3sat`: a formula as an interaction and a multitrace.

use super::put_file;
use crate::cli::failure::Failure;
use crate::cli::feed;
use crate::cli::generate_args::SatisfiabilityArguments;
use crate::cli::input::{Naming, Sought, only};
use crate::cli::output::tell;
use scm_check::internals::kernel::base::Random;
use scm_check::internals::language::{dimacs, interaction, multitrace};
use scm_check::internals::model::generate::{Formula, encoded};

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
            let input = only(file, Sought::Endings(&["cnf", "dimacs"]))?;
            let name = input.name(Naming::Path);
            let bytes =
                feed::text(&input).map_err(|why| Failure::Usage(format!("{name}: {why}")))?;
            dimacs::read(&String::from_utf8_lossy(&bytes))
                .map_err(|why| Failure::Usage(format!("{name}:{why}")))?
        }
    };
    let (interaction, log) = encoded(&formula, arguments.encoding);
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
