//! The variables of the reconstruction atom.

use kernel::base::IndexVec;
use model::component::{
    Binary, ComponentId, Composite, GlobalState, Statement, Type, Value, Variable, VariableId,
};

use super::names::Names;
use super::terms::{copy, number, set, with_constant};

/// The variables of the reconstruction atom.
#[derive(Default)]
pub(super) struct Storage {
    pub(super) variables: IndexVec<VariableId, Variable>,
    names: Names,
}

/// What is known of a component.
pub(super) struct Shelf {
    /// The state that was delivered last: the variables, then the name of the place.
    pub(super) current: Vec<VariableId>,
    /// Later states, which wait for those of other components.
    pub(super) waiting: Queue,
    /// Whether the component has not ended its last interaction.
    pub(super) is_busy: VariableId,
}

/// A queue of a limited number of items.
pub(super) struct Queue {
    /// The places for items, each of several variables; the first item is in the first one.
    pub(super) slots: Vec<Vec<VariableId>>,
    /// The variable with the number of items.
    pub(super) length: VariableId,
    /// What the variables of free places hold.
    free: Vec<Value>,
}

impl Storage {
    /// Adds the variables for a component, which starts in its state of `initial`.
    pub(super) fn shelf(
        &mut self,
        (composite, initial): (&Composite, &GlobalState),
        id: ComponentId,
        window: usize,
    ) -> Shelf {
        let (path, atom) = (&composite.components()[id].name, composite.atom(id));
        let place = Value::String(atom.places[initial[id].place].as_str().into());
        let values: Vec<Value> = initial[id].values.iter().cloned().chain([place]).collect();
        let labels: Vec<String> = atom
            .variables
            .iter()
            .map(|one| one.name.as_str())
            .chain(["loc"])
            .map(|label| format!("{path}_{label}"))
            .collect();
        let current = labels.iter().zip(values).map(|(label, value)| self.add(label, value));
        let current = current.collect();
        let kinds = atom.variables.iter().map(Variable::kind).chain([Type::String]);
        let items: Vec<(String, Type)> = labels.into_iter().zip(kinds).collect();
        Shelf {
            current,
            waiting: self.queue(path, &items, window),
            is_busy: self.add(&format!("{path}_is_busy"), Value::Bool(false)),
        }
    }

    /// Adds the variables for a queue of `window` items.
    pub(super) fn queue(&mut self, name: &str, item: &[(String, Type)], window: usize) -> Queue {
        let free: Vec<Value> = item.iter().map(|(_, kind)| kind.default_value()).collect();
        let slots = (1..=window).map(|place| {
            let label = |label: &str| format!("{label}_{place}");
            item.iter().map(|(name, kind)| self.add(&label(name), kind.default_value())).collect()
        });
        Queue {
            slots: slots.collect(),
            length: self.add(&format!("{name}_length"), number(0)),
            free,
        }
    }

    fn add(&mut self, name: &str, start: Value) -> VariableId {
        let name = self.names.fresh(name);
        self.variables.push(Variable { name, start, range: None, is_exported: true })
    }
}

impl Queue {
    /// Returns what removes the first item.
    pub(super) fn shift(&self) -> Vec<Statement<VariableId>> {
        let mut action = Vec::new();
        for pair in self.slots.windows(2) {
            action.extend(pair[0].iter().zip(&pair[1]).map(|(&to, &from)| copy(to, from)));
        }
        let last = self.slots.last().expect("a queue has room for an item");
        // Free places always hold the same, so that states which differ only there are one.
        action.extend(last.iter().zip(&self.free).map(|(&to, value)| set(to, value.clone())));
        action.push(self.changed(Binary::Subtract));
        action
    }

    /// Returns what adds one to the number of items, or subtracts it.
    pub(super) fn changed(&self, operator: Binary) -> Statement<VariableId> {
        Statement::Assign(self.length, with_constant(self.length, operator, number(1)))
    }
}
