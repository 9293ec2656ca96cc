//! Whether what was asked is answered.

use super::lacking::{Lacked, Lacking, lacked};
use super::{ReportBuilder, ResultLayout, Row};

impl ReportBuilder {
    /// Records that a report without a result that decides is no success.
    pub fn need_answer(&mut self) {
        self.report.needs_answer = true;
    }

    /// Returns `true` if the results are a line for each model, which does not say why there is no answer.
    pub fn is_table(&self) -> bool {
        self.options.layout == ResultLayout::Table
    }

    /// Adds models that do not have a property that was asked for.
    pub fn lacking(&mut self, lacking: Lacking) {
        Lacking::add(&mut self.report.lacking, lacking);
    }

    /// Returns what follows from the models that do not have a property that was asked for.
    pub fn lacked(&self) -> Vec<Lacked> {
        lacked(&self.report.lacking, |property| {
            let is_about = |row: &&Row| row.property() == Some(property);
            let rows: Vec<&Row> = self.report.rows.iter().filter(is_about).collect();
            rows.chunk_by(|one, next| one.answer.subject.model == next.answer.subject.model).count()
        })
    }
}
