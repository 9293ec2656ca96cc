//! Formulas as interactions against a solver for formulas: the same verdicts, and the times of both as a
//! table of comma-separated values.

use std::fmt::Write as _;
use std::path::Path;
use std::time::Duration;

use batsat::{BasicSolver, Lit, SolverInterface as _, lbool};
use scm_check::internals::check::conformance::{Procedure, Question, TermChecker};
use scm_check::internals::kernel::base::{Control, Id as _, Random};
use scm_check::internals::model::generate::{Encoding, Formula, encoded};
use scm_check::internals::model::interaction::{
    Expression, Interaction, Operator, RewriteRules, Target,
};
use scm_check::internals::model::trace::LifelineId;

use crate::diagram::{Traces, Written, read};
use crate::timing::{is_tried, many, timed};

/// Searches are cut off after so many configurations, and so much time.
const MOST: u64 = 500_000;
const LONGEST: Duration = Duration::from_secs(2);

/// Asks the solver.
fn solved(formula: &Formula) -> bool {
    let mut solver = BasicSolver::default();
    let variables: Vec<_> = (0..formula.variables).map(|_| solver.new_var_default()).collect();
    for clause in &formula.clauses {
        let literal =
            |&literal: &i32| Lit::new(variables[literal.unsigned_abs() as usize - 1], literal > 0);
        let mut literals: Vec<Lit> = clause.iter().map(literal).collect();
        solver.add_clause_reuse(&mut literals);
    }
    solver.solve_limited(&[]) == lbool::TRUE
}

/// Returns the formula that an interaction says: a variable for each choice, a clause for each lifeline.
fn decoded(interaction: &Interaction) -> Formula {
    let clauses = interaction.signature.lifelines().len();
    let mut formula = Formula { variables: 0, clauses: vec![Vec::new(); clauses] };
    for part in &interaction.parts {
        let Expression::Compound(Operator::Alt, branches) = part else { continue };
        formula.variables += 1;
        let variable = i32::try_from(formula.variables).expect("variables are few");
        for (&branch, literal) in branches.iter().zip([variable, -variable]) {
            let Expression::Passing(passing) = &interaction.parts[branch] else { continue };
            for target in &passing.targets {
                let Target::Lifeline(clause) = target else { continue };
                formula.clauses[clause.index()].push(literal);
            }
        }
    }
    formula
}

/// Asks both, and adds a line to the table.
fn compare(
    family: &str,
    interaction: &Interaction,
    locations: &[Vec<LifelineId>],
    traces: impl Fn(&TermChecker) -> Traces,
    table: &mut String,
) -> (bool, Option<bool>) {
    let formula = decoded(interaction);
    let is_synchronous = interaction
        .parts
        .iter()
        .any(|part| matches!(part, Expression::Passing(passing) if passing.synchronous));
    let (satisfiable, theirs) = timed(|| solved(&formula));
    let checker = TermChecker::new(interaction, RewriteRules::full(), locations);
    let mut checker = checker.expect("the locations are disjoint");
    let traces = traces(&checker);
    let control = Control { max_states: Some(MOST), ..Control::unlimited() }.with_timeout(LONGEST);
    let (answer, ours) =
        timed(|| checker.check(&traces, Some(Question::MultiPrefix), Procedure::Auto, &control));
    if let Ok(verdict) = answer.verdict {
        assert_eq!(verdict, satisfiable, "{family}: {formula:?}");
    }
    let _ = writeln!(
        table,
        "{family},{},{},{},{satisfiable},{},{},{},{}",
        formula.variables,
        formula.clauses.len(),
        if is_synchronous { "synchronous" } else { "asynchronous" },
        answer.verdict.map_or("unknown".to_owned(), |verdict| verdict.to_string()),
        theirs.as_nanos(),
        ours.as_nanos(),
        answer.states,
    );
    (satisfiable, answer.verdict.ok())
}

/// Writes `target/bench/sat.csv` and prints counts.
///
/// # Panics
/// If a verdict differs from that of the solver.
pub(crate) fn satisfiability() {
    let mut table = String::from(
        "family,variables,clauses,encoding,satisfiable,verdict,solver_ns,checker_ns,states\n",
    );
    let mut counts = [0; 3];
    let mut count = |(satisfiable, verdict): (bool, Option<bool>)| {
        counts[if verdict.is_none() { 2 } else { usize::from(!satisfiable) }] += 1;
    };
    let mut random = Random::new(5);
    let most = if is_tried() { 4 } else { 12 };
    for variables in 3..=most {
        for _ in 0..many(20) {
            // The threshold is 4.26 clauses for each variable.
            let formula = Formula::random(variables, (variables * 426).div_ceil(100), &mut random);
            for encoding in [Encoding::Asynchronous, Encoding::Synchronous] {
                let (interaction, multitrace) = encoded(&formula, encoding);
                let traces = |checker: &TermChecker| {
                    let locations = checker.alphabet().locations();
                    let text = |letter: &scm_check::internals::model::trace::Letter| {
                        letter.text(&interaction.signature)
                    };
                    let components = multitrace.components.iter().zip(locations.iter());
                    let trace = components.map(|(component, location)| {
                        let letters = component.letters.iter();
                        letters.map(|letter| location.local_letter(&text(letter))).collect()
                    });
                    trace.collect()
                };
                count(compare("random", &interaction, &[], traces, &mut table));
            }
        }
    }
    let base = Path::new("../shared/corpora/interactions/3sat");
    let mut files: Vec<_> =
        std::fs::read_dir(base).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    files.retain(|path| path.extension().is_some_and(|ending| ending == "hif"));
    files.sort_unstable();
    for path in files.iter().take(many(files.len())) {
        let stem = path.to_string_lossy().replace("_synch.hif", ".hif");
        let stem = Path::new(&stem);
        let Some(interaction) = read(path, &stem.with_extension("hsf")) else { continue };
        let written = Written::of_file(&stem.with_extension("htf"), &interaction);
        let Some(written) = written else { continue };
        let traces = |checker: &TermChecker| written.traces(checker.alphabet());
        count(compare("published", &interaction, &written.locations, traces, &mut table));
    }
    let [yes, no, unknown] = counts;
    println!("formulas: {yes} satisfiable and {no} not, as the solver says; {unknown} given up");
    let path = Path::new("target/bench");
    let written =
        std::fs::create_dir_all(path).and_then(|()| std::fs::write(path.join("sat.csv"), &table));
    written.expect("the build directory can be written to");
}
