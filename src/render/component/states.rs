//! Global states in words and as JSON.

use check::witness_trace::{CertainState, Slice, WitnessStep};
use language::component_log::{EventWriter, LineFormat};
use model::component::{
    ComponentId, Composite, GlobalState, InteractionId, LocalState, Value as Datum, VariableId,
};
use serde_json::{Map, Value, json};

/// A composite, and what of its states is shown: all, or what a slice names.
#[derive(Clone, Copy)]
pub(super) struct Shown<'a> {
    pub(super) composite: &'a Composite,
    pub(super) slice: Option<&'a Slice>,
}

impl<'a> Shown<'a> {
    /// Shows all of a composite.
    pub(super) const fn all(composite: &'a Composite) -> Self {
        Self { composite, slice: None }
    }

    fn has(self, component: ComponentId) -> bool {
        self.slice.is_none_or(|slice| slice.names(component))
    }

    fn has_place(self, component: ComponentId) -> bool {
        self.slice.is_none_or(|slice| slice.names_place(component))
    }

    fn has_variable(self, component: ComponentId, variable: VariableId) -> bool {
        self.slice.is_none_or(|slice| slice.variables(component).contains(&variable))
    }

    /// Returns a local state in words: `done x=3`.
    pub(super) fn local_text(self, component: ComponentId, state: &LocalState) -> String {
        let atom = self.composite.atom(component);
        let place = self.has_place(component).then(|| atom.places[state.place].clone());
        let values = state.values.enumerate().filter(|(id, _)| self.has_variable(component, *id));
        let values = values.map(|(id, value)| format!("{}={value}", atom.variables[id].name));
        place.into_iter().chain(values).collect::<Vec<_>>().join(" ")
    }

    /// Returns the states of the components that differ from those `before`, in words: `w1: done x=1; g: delivered`.
    pub(super) fn changes_text(self, before: Option<&GlobalState>, state: &GlobalState) -> String {
        let changed = state.enumerate().filter(|(id, local)| {
            self.has(*id) && before.is_none_or(|before| before[*id] != **local)
        });
        let text = changed.map(|(id, local)| {
            format!("{}: {}", self.composite.components()[id].name, self.local_text(id, local))
        });
        text.collect::<Vec<_>>().join("; ")
    }

    /// Returns a local state as JSON.
    fn local(self, component: ComponentId, state: &LocalState) -> Value {
        let atom = self.composite.atom(component);
        let values = state.values.enumerate().filter(|(id, _)| self.has_variable(component, *id));
        let values = values.map(|(id, one)| (atom.variables[id].name.clone(), value(one)));
        let mut object = json!({ "variables": values.collect::<Map<_, _>>() });
        if self.has_place(component) {
            object = json!({ "place": atom.places[state.place], "variables": object["variables"] });
        }
        object
    }

    /// Returns the states of some components as JSON, by their names.
    fn locals(self, ids: impl Iterator<Item = ComponentId>, state: &GlobalState) -> Value {
        let ids = ids.filter(|&id| self.has(id));
        let name = |id: ComponentId| self.composite.components()[id].name.clone();
        Value::Object(ids.map(|id| (name(id), self.local(id, &state[id]))).collect())
    }

    /// Returns a global state as JSON.
    pub(super) fn global(self, state: &GlobalState) -> Value {
        self.locals(state.ids(), state)
    }

    /// Returns the states of the participants of an interaction as JSON.
    pub(super) fn changed(self, interaction: InteractionId, state: &GlobalState) -> Value {
        let participants = self.composite.interactions()[interaction].participants.iter();
        self.locals(participants.map(|&(component, _)| component), state)
    }

    /// Returns the lines of a sequence of global states: for each its number, the interaction that led there, and what
    /// changed.
    pub(super) fn state_lines<'s>(
        self,
        states: impl IntoIterator<Item = (Option<WitnessStep>, &'s GlobalState)>,
    ) -> Vec<String> {
        let states: Vec<_> = states.into_iter().collect();
        let name = |step: &Option<WitnessStep>| {
            step.map_or("", |step| &*self.composite.interactions()[step.interaction].name)
        };
        let number = |step: &Option<WitnessStep>| step.map_or(0, |step| step.step).to_string();
        let widest = states.iter().map(|(step, _)| name(step).chars().count()).max().unwrap_or(0);
        let digits = states.iter().map(|(step, _)| number(step).len()).max().unwrap_or(1);
        let mut before = None;
        let line = |(step, state): &(Option<WitnessStep>, &'s GlobalState)| {
            let changes = self.changes_text(before.replace(*state), state);
            format!("  {:>digits$}  {:<widest$}  {changes}", number(step), name(step))
        };
        states.iter().map(line).collect()
    }
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
