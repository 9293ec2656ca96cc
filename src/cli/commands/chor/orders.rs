//! Questions about the order of receptions in diagrams, after the others.

use crate::cli::failure::Failure;
use crate::cli::run::LoadedModel;
use scm_check::driver::Confirmation;
use scm_check::driver::choreography::{OrderRequest, late_arrival, order_answers, system_of};
use scm_check::kernel::verdict::Verdict;
use scm_check::language::choreography::Model;
use scm_check::model::cfsm::System;
use scm_check::render::choreography::{late_row, order_row};

/// Reports what is asked or found about the order of receptions in a diagram, with the projections of its choreography
/// and their final states.
///
/// # Errors
/// If the report cannot be written.
pub(in crate::cli::commands) fn answer_orders(
    subject: &LoadedModel<'_, Model>,
    system: &System,
    request: OrderRequest<'_>,
) -> Result<(), Failure> {
    let &LoadedModel { context, input, loaded, model } = subject;
    if request.names.is_empty()
        && let Some(answer) = late_arrival(context, loaded, model, request.choice)
    {
        let source = (loaded, model.if_lost_arrive.as_deref().unwrap_or(model));
        let witness = answer.found().and_then(|found| found.witness());
        let style = context.style_for(witness.map(|(witness, _)| witness));
        context.reporter.row(input, late_row(&answer, request.choice, source, &style))?;
    }
    let answers = order_answers(context, (loaded, model), system, request);
    if answers.is_empty() {
        return Ok(());
    }
    let lines = loaded.lines(&system_of(model, system.clone()));
    for answer in answers {
        let answer = match context.checker {
            Some(_) if answer.verdict != Verdict::Error => {
                answer.with_confirmation(Confirmation::None("nothing that the checker knows"))
            }
            _ => answer,
        };
        let witness = answer.found().and_then(|found| found.witness());
        let row = order_row(&answer, (system, &lines), &context.style_for(witness));
        context.reporter.row(input, row)?;
    }
    Ok(())
}
