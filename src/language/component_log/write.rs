//! Events as lines, and states as JSON.

use std::fmt::Write as _;

use kernel::base::IndexVec;
use model::component::{
    ComponentId, Composite, InteractionId, LocalState, PlaceId, Value, VariableId,
};

use super::LineFormat;
use super::csv::HEADER;
use crate::reading::csv_field;

/// Names of a composite as they stand in logs, escaped once.
#[derive(Debug)]
pub struct EventWriter<'c> {
    composite: &'c Composite,
    interactions: IndexVec<InteractionId, String>,
    components: IndexVec<ComponentId, ComponentNames>,
    format: LineFormat,
}

#[derive(Debug)]
struct ComponentNames {
    name: String,
    places: IndexVec<PlaceId, String>,
    variables: IndexVec<VariableId, String>,
}

fn quoted(text: &str) -> String {
    serde_json::to_string(text).expect("a text can be written")
}

impl<'c> EventWriter<'c> {
    /// Returns a writer of lines in a format.
    pub fn new(composite: &'c Composite, format: LineFormat) -> Self {
        let components = composite.components().iter().map(|component| ComponentNames {
            name: quoted(&component.name),
            places: component.atom.places.iter().map(|name| quoted(name)).collect(),
            variables: component.atom.variables.iter().map(|one| quoted(&one.name)).collect(),
        });
        Self {
            composite,
            interactions: composite.interactions().iter().map(|one| quoted(&one.name)).collect(),
            components: components.collect(),
            format,
        }
    }

    /// Returns the line that a log begins with, with its end; empty if there is none.
    pub fn header(&self) -> String {
        match self.format {
            LineFormat::Json => String::new(),
            LineFormat::Csv => format!("{HEADER}\n"),
        }
    }

    /// Appends the line for the start of an interaction.
    pub fn interaction(&self, interaction: InteractionId, line: &mut String) {
        match self.format {
            LineFormat::Json => {
                line.push_str("{\"interaction\":");
                line.push_str(&self.interactions[interaction]);
                line.push_str("}\n");
            }
            LineFormat::Csv => {
                line.push_str("interaction,");
                line.push_str(&csv_field(&self.composite.interactions()[interaction].name));
                line.push_str(",,\n");
            }
        }
    }

    /// Appends the line for the end of a component; with a state `before`, only the variables whose values have changed
    /// since.
    pub fn end(
        &self,
        component: ComponentId,
        state: &LocalState,
        before: Option<&LocalState>,
        line: &mut String,
    ) {
        let is_written =
            |id: VariableId| before.is_none_or(|before| before.values[id] != state.values[id]);
        match self.format {
            LineFormat::Json => {
                line.push_str("{\"component\":");
                line.push_str(&self.components[component].name);
                line.push(',');
                self.fields(component, state, is_written, line);
                line.push_str("}\n");
            }
            LineFormat::Csv => {
                let atom = self.composite.atom(component);
                line.push_str("component,");
                line.push_str(&csv_field(&self.composite.components()[component].name));
                line.push(',');
                line.push_str(&csv_field(&atom.places[state.place]));
                line.push(',');
                let mut variables = String::new();
                self.variables(component, state, is_written, &mut variables);
                line.push_str(&csv_field(&variables));
                line.push('\n');
            }
        }
    }

    /// Appends the name of an interaction as JSON.
    pub fn name(&self, interaction: InteractionId, text: &mut String) {
        text.push_str(&self.interactions[interaction]);
    }

    /// Appends the name of a component as JSON.
    pub fn component(&self, component: ComponentId, text: &mut String) {
        text.push_str(&self.components[component].name);
    }

    /// Appends a local state as an object of JSON; `shows_place` and `is_shown` select what is shown.
    pub fn state(
        &self,
        component: ComponentId,
        state: &LocalState,
        shows_place: bool,
        is_shown: impl Fn(VariableId) -> bool,
        text: &mut String,
    ) {
        text.push('{');
        if shows_place {
            self.fields(component, state, is_shown, text);
        } else {
            text.push_str("\"variables\":");
            self.variables(component, state, is_shown, text);
        }
        text.push('}');
    }

    fn fields(
        &self,
        component: ComponentId,
        state: &LocalState,
        is_shown: impl Fn(VariableId) -> bool,
        text: &mut String,
    ) {
        text.push_str("\"place\":");
        text.push_str(&self.components[component].places[state.place]);
        text.push_str(",\"variables\":");
        self.variables(component, state, is_shown, text);
    }

    fn variables(
        &self,
        component: ComponentId,
        state: &LocalState,
        is_shown: impl Fn(VariableId) -> bool,
        text: &mut String,
    ) {
        text.push('{');
        let mut is_first = true;
        for (id, value) in state.values.enumerate().filter(|(id, _)| is_shown(*id)) {
            if !std::mem::take(&mut is_first) {
                text.push(',');
            }
            text.push_str(&self.components[component].variables[id]);
            text.push(':');
            write_value(value, text);
        }
        text.push('}');
    }
}

/// Appends a value as JSON; a floating-point number that is none is `null`, an infinite one beyond the range of JSON.
pub fn write_value(value: &Value, text: &mut String) {
    match value {
        Value::Int(value) => {
            let mut buffer = itoa::Buffer::new();
            text.push_str(buffer.format(*value));
        }
        Value::Bool(value) => text.push_str(if *value { "true" } else { "false" }),
        Value::Float(value) if value.is_nan() => text.push_str("null"),
        Value::Float(value) if value.is_infinite() => {
            text.push_str(if *value > 0.0 { "1e999" } else { "-1e999" });
        }
        Value::Float(value) => write!(text, "{value:?}").expect("a text takes what is written"),
        Value::String(value) => text.push_str(&quoted(value)),
    }
}
