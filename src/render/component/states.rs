//! Global states in words and as JSON.

use check::witness_trace::{CertainState, WitnessStep};
use language::component_log::{EventWriter, LineFormat};
use model::component::{
    ComponentId, Composite, GlobalState, InteractionId, LocalState, Value as Datum,
};
use serde_json::{Map, Value, json};

/// Returns a local state in words: `done x=3`.
pub(super) fn local_text(
    composite: &Composite,
    component: ComponentId,
    state: &LocalState,
) -> String {
    let atom = composite.atom(component);
    let values =
        state.values.enumerate().map(|(id, value)| format!(" {}={value}", atom.variables[id].name));
    format!("{}{}", atom.places[state.place], values.collect::<String>())
}

/// Returns the states of the components that differ from those `before`, in words: `w1: done x=1; g: delivered`.
pub(super) fn changes_text(
    composite: &Composite,
    before: Option<&GlobalState>,
    state: &GlobalState,
) -> String {
    let changed =
        state.enumerate().filter(|(id, local)| before.is_none_or(|before| before[*id] != **local));
    let text = changed.map(|(id, local)| {
        format!("{}: {}", composite.components()[id].name, local_text(composite, id, local))
    });
    text.collect::<Vec<_>>().join("; ")
}

/// Returns a value as JSON.
fn value(value: &Datum) -> Value {
    match value {
        Datum::Int(value) => json!(value),
        Datum::Bool(value) => json!(value),
        Datum::Float(value) => json!(value),
        Datum::String(value) => json!(&**value),
    }
}

/// Returns a local state as JSON.
fn local(composite: &Composite, component: ComponentId, state: &LocalState) -> Value {
    let atom = composite.atom(component);
    let values = state.values.enumerate();
    let values = values.map(|(id, one)| (atom.variables[id].name.clone(), value(one)));
    json!({ "place": atom.places[state.place], "variables": values.collect::<Map<_, _>>() })
}

/// Returns a global state as JSON: the state of each component by its name.
pub(super) fn global(composite: &Composite, state: &GlobalState) -> Value {
    let locals = state
        .enumerate()
        .map(|(id, one)| (composite.components()[id].name.clone(), local(composite, id, one)));
    Value::Object(locals.collect())
}

/// Returns the states of the participants of an interaction as JSON.
pub(super) fn changed(
    composite: &Composite,
    interaction: InteractionId,
    state: &GlobalState,
) -> Value {
    let participants = composite.interactions()[interaction].participants.iter();
    let locals = participants.map(|&(id, _)| {
        (composite.components()[id].name.clone(), local(composite, id, &state[id]))
    });
    Value::Object(locals.collect())
}

/// Returns the lines of a sequence of global states: for each its number, the interaction that led there, and what
/// changed.
pub(super) fn state_lines<'s>(
    composite: &Composite,
    states: impl IntoIterator<Item = (Option<WitnessStep>, &'s GlobalState)>,
) -> Vec<String> {
    let states: Vec<_> = states.into_iter().collect();
    let name = |step: &Option<WitnessStep>| {
        step.map_or("", |step| &*composite.interactions()[step.interaction].name)
    };
    let number = |step: &Option<WitnessStep>| step.map_or(0, |step| step.step).to_string();
    let widest = states.iter().map(|(step, _)| name(step).chars().count()).max().unwrap_or(0);
    let digits = states.iter().map(|(step, _)| number(step).len()).max().unwrap_or(1);
    let mut before = None;
    let line = |(step, state): &(Option<WitnessStep>, &'s GlobalState)| {
        let changes = changes_text(composite, before.replace(*state), state);
        format!("  {:>digits$}  {:<widest$}  {changes}", number(step), name(step))
    };
    states.iter().map(line).collect()
}

/// Returns the states of a certain verdict, the last one included.
pub(super) fn states_of(
    certain: &CertainState,
) -> impl Iterator<Item = (Option<WitnessStep>, &GlobalState)> {
    let before = certain.before.iter().map(|(step, state)| (*step, state));
    before.chain(std::iter::once((certain.step, &certain.state)))
}

/// Returns a writer of names and states as JSON.
pub(super) fn json_writer(composite: &Composite) -> EventWriter<'_> {
    EventWriter::new(composite, LineFormat::Json)
}
