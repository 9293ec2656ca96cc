//! The results of several models, model by model.

use super::{ModelSize, Report, Row};

/// The results of one model.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ModelRows {
    /// The index of the first of its rows; the last is the one before the first of the next model.
    pub(super) first: usize,
    /// The size of the model, if it could be read.
    pub(super) size: Option<ModelSize>,
    /// The place of the model in a library, from 1, if the report is about one.
    pub(super) place: Option<usize>,
}

/// The rows of one model, with its size.
pub(super) struct ModelResults<'a> {
    pub(super) rows: &'a [Row],
    pub(super) size: Option<ModelSize>,
    pub(super) place: Option<usize>,
}

/// Returns the models in order, each with its rows.
pub(super) fn with_rows<'a>(report: &'a Report, models: &[ModelRows]) -> Vec<ModelResults<'a>> {
    let ends = models.iter().skip(1).map(|next| next.first).chain([report.rows.len()]);
    models
        .iter()
        .zip(ends)
        .map(|(model, end)| ModelResults {
            rows: &report.rows[model.first..end],
            size: model.size,
            place: model.place,
        })
        .filter(|model| !model.rows.is_empty())
        .collect()
}
