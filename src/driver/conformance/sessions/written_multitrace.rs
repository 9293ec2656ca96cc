//! Multitraces as written in files, and their conversion for checkers.

use crate::conformance::model::engines::{Engine, Engines};
use crate::conformance::model::global_model::GlobalModel;
use kernel::source::{Source, Span};
use language::interaction::Expectation;
use language::multitrace::{Model, PlainModel, read, read_over_letters, read_plain};
use language::reading::Reading;
use model::trace::LocalLetterId;

/// A multitrace as it was read.
#[derive(Debug)]
pub enum WrittenMultitrace {
    /// With actions of lifelines.
    Actions(Model),
    /// With plain letters.
    Plain(PlainModel),
}

impl WrittenMultitrace {
    /// Reads a multitrace over the letters of a model.
    pub fn read(model: &GlobalModel, source: &Source) -> Reading<Self> {
        match (model.signature(), model.interaction()) {
            (None, _) => read_plain(source, &model.alphabet()).map(Self::Plain),
            (Some(signature), Some(_)) => read(source, signature).map(Self::Actions),
            (Some(signature), None) => read_over_letters(source, signature).map(Self::Actions),
        }
    }

    /// Returns the number of locations.
    pub fn locations(&self) -> usize {
        match self {
            Self::Actions(model) => model.multitrace.components.len(),
            Self::Plain(model) => model.traces.len(),
        }
    }

    /// Returns the answers that the file states.
    pub(in crate::conformance) fn stated(&self) -> &[Expectation] {
        match self {
            Self::Actions(model) => &model.expectations,
            Self::Plain(model) => &model.expectations,
        }
    }

    /// Returns the checker for the locations of the multitrace, the traces in the order of these locations, and the
    /// position of each letter in the text.
    ///
    /// # Panics
    /// If the multitrace was not read over the letters of `model`.
    pub fn numbered<'e>(
        &self,
        model: &GlobalModel,
        engines: &'e mut Engines<'_>,
    ) -> (&'e mut Engine, Vec<Vec<LocalLetterId>>, Vec<Vec<Span>>) {
        let logged = match self {
            Self::Plain(plain) => {
                return (engines.base(), plain.traces.clone(), plain.places.clone());
            }
            Self::Actions(logged) => logged,
        };
        let signature = model.signature().expect("there are actions");
        let components = &logged.multitrace.components;
        let mut order: Vec<usize> = (0..components.len()).collect();
        let members = |&component: &usize| {
            let mut members = components[component].locations.clone();
            members.sort_unstable();
            members
        };
        order.sort_by_key(members);
        let grouping: Vec<_> = order.iter().map(members).collect();
        let engine = engines.seen_by(&grouping);
        let locations = engine.alphabet().locations();
        let traces: Vec<Vec<LocalLetterId>> = order
            .iter()
            .zip(locations.iter())
            .map(|(&component, location)| {
                let letters = components[component].letters.iter();
                letters.map(|one| location.local_letter(&one.text(signature))).collect()
            })
            .collect();
        let places = order.iter().map(|&one| logged.places[one].clone()).collect();
        (engine, traces, places)
    }
}
