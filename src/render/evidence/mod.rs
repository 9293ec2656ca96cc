//! Witnesses in the forms in which somebody reads them.

mod text;
mod walk;

pub use text::{WIDTH, chart_and_cycle, evidence, start};
pub use walk::{section, walk};

use std::sync::Arc;

use crate::report::{Row, Style};
use crate::sentences::reached;
use crate::witness::witness_chart;
use driver::system::DOCUMENT_STEP;
use kernel::base::Limit;
use kernel::verdict::Reason;
use language::evidence::{Subject, WitnessDocument};
use model::cfsm::System;
use model::evidence::{Lines, Witness};

/// Adds a witness to the row of its answer, in the forms in which it is read.
pub(crate) fn show(
    row: &mut Row,
    (system, witness): (&System, &Witness),
    subject: Subject,
    lines: &Lines,
    style: &Style,
) {
    let size = DOCUMENT_STEP * witness.replay().steps().len() as u64;
    if style.has_documents && style.room.is_some_and(|room| size > room) {
        row.explanation_cut = Some(Reason::Memory);
        let why = reached(Limit::Memory, &style.limits);
        row.summary.push(format!("  there is no witness for programs: {why}"));
    } else if style.has_documents {
        let document = WitnessDocument::new(system, witness, subject, lines);
        row.witness = serde_json::to_value(document).ok().map(Arc::new);
    }
    if style.has_charts {
        let chart = witness_chart(system, witness, style.extent);
        row.walk =
            style.is_page.then(|| Box::new(walk(system, witness, lines, &chart, style.extent)));
        row.chart = Some(Box::new(chart));
    }
    if style.is_explained {
        row.explanation = evidence(system, witness, lines, style.extent, style.width);
    }
}
