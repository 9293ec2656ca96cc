//! Errors of systems in words, with their places.

use check::witness_trace::{MonitorError, ObserverError};
use kernel::base::IndexVec;
use kernel::diagnostics::Diagnostic;
use kernel::source::{Source, Span};
use language::component::Model;
use model::component::{Composite, Fault, MAX_INTERNAL_STEPS, SiteId};

use super::instrument::{InstrumentError, MAX_INSTRUMENTED};
use crate::codes;

/// An error of a system: where it is, as far as that is known, and what is wrong.
#[derive(Clone, Debug)]
pub struct FaultReport {
    /// The place in the text.
    pub place: Option<Span>,
    /// The text, if it is not that of the model.
    pub text: Option<Source>,
    /// What is wrong.
    pub message: String,
}

/// The text in which a property stands by itself, with the places of its operations.
#[derive(Clone, Debug)]
pub struct OwnText {
    /// The text.
    pub source: Source,
    /// The places of the operations that may fail.
    pub sites: IndexVec<SiteId, Span>,
}

impl FaultReport {
    fn new(place: Option<Span>, message: impl Into<String>) -> Self {
        Self { place, text: None, message: message.into() }
    }

    /// Returns the report of an operation of a property, which stands in the model unless it has a text of its own.
    fn of_property(
        site: SiteId,
        message: String,
        model: &Model,
        own_text: Option<&OwnText>,
    ) -> Self {
        match own_text {
            Some(OwnText { source, sites }) => {
                Self { text: Some(source.clone()), ..Self::new(sites.get(site).copied(), message) }
            }
            None => Self::new(model.places.sites.get(site).copied(), message),
        }
    }

    /// Returns the text with the place, `model` unless it is another one.
    pub fn text<'a>(&'a self, model: Option<&'a Source>) -> Option<&'a Source> {
        self.text.as_ref().or(model)
    }

    /// Returns the diagnostic, if the place is known.
    pub fn diagnostic(&self) -> Option<Diagnostic> {
        Some(codes::SYSTEM_ERROR.at(self.place?, &*self.message).label("here"))
    }
}

/// Describes an error of a system.
pub fn describe_fault(fault: &Fault, model: &Model) -> FaultReport {
    let composite: &Composite = &model.composite;
    let name = |component| &composite.components()[component].name;
    match fault {
        Fault::Failure(failure) => {
            FaultReport::new(model.places.sites.get(failure.site).copied(), failure.cause.message())
        }
        Fault::InternalChoice(component, [first, _]) => FaultReport::new(
            model.places.transitions.get(*component).and_then(|of| of.get(*first)).copied(),
            format!("two internal transitions of `{}` are enabled at once", name(*component)),
        ),
        Fault::InternalEndless(component) => FaultReport::new(
            model.places.components.get(*component).copied(),
            format!(
                "more than {MAX_INTERNAL_STEPS} internal transitions of `{}` follow each other",
                name(*component)
            ),
        ),
        Fault::CircularPorts(component, port) => FaultReport::new(
            model.places.components.get(*component).copied(),
            format!(
                "the priorities of `{}` that count here make the port `{}` higher than itself",
                name(*component),
                composite.atom(*component).ports[*port].name
            ),
        ),
        Fault::CircularPriority(interaction) => {
            let interaction = &composite.interactions()[*interaction];
            let connector = interaction.connector;
            FaultReport::new(
                connector.and_then(|id| model.places.connectors.get(id)).copied(),
                format!(
                    "the priorities that count here make `{}` higher than itself",
                    interaction.name
                ),
            )
        }
    }
}

/// Describes that a predicate has no value in a state: the fault is an operation of the predicate, which stands in
/// `own_text`.
pub fn describe_predicate_fault(fault: &Fault, model: &Model, own_text: &OwnText) -> FaultReport {
    match fault {
        Fault::Failure(failure) => {
            let message = format!("the predicate has no value: {}", failure.cause.message());
            FaultReport::of_property(failure.site, message, model, Some(own_text))
        }
        fault => describe_fault(fault, model),
    }
}

/// Describes why a monitor cannot read a state; `own_text` is that of the property, unless it stands in the model.
pub fn describe_monitor_error(
    error: &MonitorError,
    property: &str,
    model: &Model,
    own_text: Option<&OwnText>,
) -> FaultReport {
    match error {
        MonitorError::Failure(failure) => {
            let cause = failure.cause.message();
            let message = format!("a predicate of `{property}` has no value: {cause}");
            FaultReport::of_property(failure.site, message, model, own_text)
        }
        MonitorError::Observer(ObserverError::Fault(fault)) => {
            let report = describe_fault(fault, model);
            let message = format!("the observer of `{property}`: {}", report.message);
            FaultReport { message, ..report }
        }
        MonitorError::Observer(ObserverError::Stuck(_)) => FaultReport::new(
            None,
            format!("the observer of `{property}` has no enabled transition for this state"),
        ),
        MonitorError::Observer(ObserverError::Ambiguous(_)) => FaultReport::new(
            None,
            format!("the observer of `{property}` has two enabled transitions for this state"),
        ),
    }
}

/// Says why a system cannot be instrumented.
pub fn instrument_error(error: &InstrumentError, model: &Model) -> String {
    match error {
        InstrumentError::TooManyInteractions(number) => {
            format!("it has {number} interactions, and {MAX_INSTRUMENTED} are the most")
        }
        InstrumentError::Fault(fault) => describe_fault(fault, model).message,
        InstrumentError::Monitor(property, error) => {
            describe_monitor_error(error, property, model, None).message
        }
        InstrumentError::TooManyStates(property, _) => {
            format!(
                "the monitor of `{property}` has too many states or transitions; name the parts of a \
                 conjunction one by one, or allow more states"
            )
        }
    }
}
