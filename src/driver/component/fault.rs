//! Errors of systems in words, with their places.

use check::witness_trace::{MonitorError, ObserverError};
use kernel::source::Span;
use language::component::Model;
use model::component::{Composite, Fault, MAX_INTERNAL_STEPS, SiteId};

use super::instrument::{InstrumentError, MAX_INSTRUMENTED};

/// An error of a system: where it is, as far as that is known, and what is wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FaultReport {
    /// The place in the text of the model.
    pub place: Option<Span>,
    /// What is wrong.
    pub message: String,
}

/// Describes an error of a system.
pub fn describe_fault(fault: &Fault, model: &Model) -> FaultReport {
    let composite: &Composite = &model.composite;
    let name = |component| &composite.components()[component].name;
    let (place, message) = match fault {
        Fault::Failure(failure) => (site(model, failure.site), failure.cause.message().to_owned()),
        Fault::InternalChoice(component, [first, _]) => (
            model.places.transitions.get(*component).and_then(|of| of.get(*first)).copied(),
            format!("two internal transitions of `{}` are enabled at once", name(*component)),
        ),
        Fault::InternalEndless(component) => {
            let name = name(*component);
            let message = format!(
                "more than {MAX_INTERNAL_STEPS} internal transitions of `{name}` follow each other"
            );
            (model.places.components.get(*component).copied(), message)
        }
        Fault::CircularPorts(component, port) => {
            let port = &composite.atom(*component).ports[*port].name;
            let message = format!(
                "the priorities of `{}` that count here make the port `{port}` higher than itself",
                name(*component)
            );
            (model.places.components.get(*component).copied(), message)
        }
        Fault::CircularPriority(interaction) => {
            let interaction = &composite.interactions()[*interaction];
            let connector = interaction.connector;
            let name = &interaction.name;
            let message =
                format!("the priorities that count here make `{name}` higher than itself");
            (connector.and_then(|id| model.places.connectors.get(id)).copied(), message)
        }
    };
    FaultReport { place, message }
}

/// Describes why a monitor cannot read a state; `sites` are the places of the expressions of its property, unless these
/// stand in the model.
pub fn describe_monitor_error(error: &MonitorError, property: &str, model: &Model) -> FaultReport {
    let (place, message) = match error {
        MonitorError::Failure(failure) => {
            let cause = failure.cause.message();
            let message = format!("a predicate of `{property}` has no value: {cause}");
            (site(model, failure.site), message)
        }
        MonitorError::Observer(ObserverError::Fault(fault)) => {
            let FaultReport { place, message } = describe_fault(fault, model);
            (place, format!("the observer of `{property}`: {message}"))
        }
        MonitorError::Observer(ObserverError::Stuck(_)) => {
            (None, format!("the observer of `{property}` has no enabled transition for this state"))
        }
        MonitorError::Observer(ObserverError::Ambiguous(_)) => (
            None,
            format!("the observer of `{property}` has two enabled transitions for this state"),
        ),
    };
    FaultReport { place, message }
}

/// Says why a system cannot be instrumented.
pub fn instrument_error(error: &InstrumentError, model: &Model) -> String {
    match error {
        InstrumentError::TooManyInteractions(number) => {
            format!("it has {number} interactions, and {MAX_INSTRUMENTED} are the most")
        }
        InstrumentError::Fault(fault) => describe_fault(fault, model).message,
        InstrumentError::Monitor(property, error) => {
            describe_monitor_error(error, property, model).message
        }
        InstrumentError::TooManyStates(property, _) => {
            format!("the monitor of `{property}` has too many states")
        }
    }
}

fn site(model: &Model, site: SiteId) -> Option<Span> {
    model.places.sites.get(site).copied()
}
