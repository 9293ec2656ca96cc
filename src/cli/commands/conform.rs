//! `conform`: does what was logged conform to a model?

use crate::cli::conform_args::{ConformArguments, ProcedureChoice, QuestionChoice};
use crate::cli::conformance::{ConformInquiry, GlobalModel, Plan};
use crate::cli::input::expand_to;
use crate::cli::output::Failure;
use crate::cli::reporter::{Layout, manner};
use crate::cli::session::{self, Session};
use crate::kernel::report::{Amount, Standing};

/// Runs the command, and returns the exit code: that of the verdicts.
///
/// # Errors
/// If there is no such model, the options do not fit, or the report cannot be written.
pub(super) fn run(arguments: &ConformArguments) -> Result<u8, Failure> {
    let report = &arguments.report;
    if report.certificate.is_some() || report.verify {
        let why = "there is no evidence about logs that scm-check-verify knows";
        return Err(Failure::Usage(why.to_owned()));
    }
    let control = arguments.search.control();
    let (colour, naming) = (report.output.color, manner(report).naming);
    let Some(model) = GlobalModel::new(&arguments.model, colour, naming, &control)? else {
        return Ok(Standing::Refused.exit_code());
    };
    if arguments.procedure == ProcedureChoice::Removal && model.interaction().is_none() {
        let why = "`--procedure removal` works on the terms of interactions";
        return Err(Failure::Usage(why.to_owned()));
    }
    let inputs = expand_to(&arguments.logs, &["htf"]);
    let layout = match (report.quiet, inputs.len()) {
        (true, 2..) if !report.verbose => Layout::Failures(Amount::Line),
        (false, 2..) if !report.verbose => Layout::Failures(Amount::Everything),
        (true, _) => Layout::Blocks(Amount::Line),
        (false, _) => Layout::Blocks(Amount::Everything),
    };
    let plan = Plan {
        model: &model,
        question: arguments.question.map(QuestionChoice::question),
        procedure: arguments.procedure,
        reading: arguments.model.reading,
    };
    let session = Session { inputs, search: &arguments.search, report, layout, hint: None };
    session::run(&session, &mut ConformInquiry::new(plan))
}
