//! Events of a run, and what may be wrong with them.

use kernel::diagnostics::Code;
use model::component::{ComponentId, Composite, InteractionId, LocalState, Type};

use super::codes;
use crate::reading::nearest;

/// An event of a run of a component system.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RunEvent {
    /// An interaction starts.
    Interaction(InteractionId),
    /// A component has ended its last interaction, and is now in this state.
    End(ComponentId, LocalState),
}

/// An event that cannot be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EventError {
    /// The code.
    pub code: Code,
    /// What is wrong.
    pub message: String,
    /// What to do, if something helps.
    pub help: Option<String>,
}

impl EventError {
    pub(super) fn new(code: Code, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), help: None }
    }

    fn with_help(self, help: impl Into<String>) -> Self {
        Self { help: Some(help.into()), ..self }
    }

    pub(super) fn unknown_interaction(composite: &Composite, name: &str) -> Self {
        let names = composite.interactions().iter().map(|one| one.name.as_str());
        unknown("interaction", "the system", name, names)
    }

    pub(super) fn unknown_component(composite: &Composite, name: &str) -> Self {
        let names = composite.components().iter().map(|one| one.name.as_str());
        unknown("component", "the system", name, names)
    }

    pub(super) fn unknown_place(composite: &Composite, component: ComponentId, name: &str) -> Self {
        let names = composite.atom(component).places.iter().map(String::as_str);
        unknown("place", &format!("`{}`", composite.components()[component].name), name, names)
    }

    pub(super) fn unknown_variable(
        composite: &Composite,
        component: ComponentId,
        name: &str,
    ) -> Self {
        let names = composite.atom(component).variables.iter().map(|one| one.name.as_str());
        unknown("variable", &format!("`{}`", composite.components()[component].name), name, names)
    }

    pub(super) fn wrong_type(variable: &str, kind: Type, value: &str) -> Self {
        let value: String = value.chars().take(40).collect();
        let message = format!("the value {value} of `{variable}` is no {}", kind.word());
        Self::new(codes::WRONG_TYPE, message)
    }

    /// Returns the error of an end for which the component has no interaction that it has not ended.
    pub fn end_without_interaction(composite: &Composite, component: ComponentId) -> Self {
        let name = &composite.components()[component].name;
        let message =
            format!("`{name}` ends, but takes part in no interaction that it has not ended");
        Self::new(codes::END_WITHOUT_INTERACTION, message).with_help(
            "an end stands behind its interaction; is an event missing, doubled or moved?",
        )
    }

    /// Returns the error of `what` that stands in two files.
    pub fn in_two_logs(what: &str) -> Self {
        Self::new(codes::IN_TWO_LOGS, format!("{what} stand in another file, too"))
            .with_help("the interactions stand in one file, and the ends of each component in one")
    }

    /// Returns the error of an interaction that cannot fire in the global state before it.
    pub fn cannot_fire(composite: &Composite, interaction: InteractionId) -> Self {
        let name = &composite.interactions()[interaction].name;
        let message = format!("`{name}` cannot fire in the global state before it");
        Self::new(codes::NOT_OF_THE_MODEL, message)
    }

    /// Returns the error of an end in a state to which no transition of its interaction leads.
    pub fn no_transition(
        composite: &Composite,
        component: ComponentId,
        interaction: InteractionId,
    ) -> Self {
        let component = &composite.components()[component].name;
        let interaction = &composite.interactions()[interaction].name;
        let message =
            format!("no transition of `{component}` for `{interaction}` leads to this state");
        Self::new(codes::NOT_OF_THE_MODEL, message)
    }
}

/// Returns the error of a name that `owner` does not have.
fn unknown<'n>(
    what: &str,
    owner: &str,
    name: &str,
    names: impl Iterator<Item = &'n str> + Clone,
) -> EventError {
    let shown: String = name.chars().take(60).collect();
    let error =
        EventError::new(codes::UNKNOWN_NAME, format!("{owner} has no {what} called `{shown}`"));
    if let Some(meant) = nearest(name, names.clone()) {
        return error.with_help(format!("did you mean `{meant}`?"));
    }
    let all: Vec<_> = names.map(|name| format!("`{name}`")).collect();
    match all.len() {
        0 => error,
        1..=12 => error.with_help(format!(
            "there {} {}",
            if all.len() == 1 { "is" } else { "are" },
            all.join(", ")
        )),
        _ => error.with_help(format!("there are {}, and more", all[..12].join(", "))),
    }
}
