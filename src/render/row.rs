//! Rows of reports for answers about models of any kind.

use crate::choreography::{choreography_row, late_row, order_row};
use crate::component::global_row;
use crate::interaction::interaction_row;
use crate::report::{Row, RowStyle};
use crate::system_answers::system_row;
use driver::ask::AnyAnswer;

/// Returns the row of an answer.
///
/// # Complexity
/// That of the forms of evidence that `style` wants, linear in the length of a run.
pub fn row(answer: &AnyAnswer<'_>, style: &RowStyle) -> Row {
    match *answer {
        AnyAnswer::System(answer, task, ref context) => system_row(answer, task, context, style),
        AnyAnswer::Choreography(answer, choice, source) => {
            choreography_row(answer, choice, source, style)
        }
        AnyAnswer::Late(answer, choice, source) => late_row(answer, choice, source, style),
        AnyAnswer::Order(answer, system) => order_row(answer, system, style),
        AnyAnswer::Automaton(answer, source) => interaction_row(answer, source, style),
        AnyAnswer::Global(answer, model) => global_row(answer, model, style).confirmed(style),
    }
}
