//! Expressions about global states, kept up to date from step to step.

use kernel::base::{Id as _, IndexVec};
use kernel::typed_id;
use model::component::{
    ComponentId, Composite, Expression, Failure, FunctionId, InteractionId, LocalState,
    StateVariable, Type, Valuation, Value,
};

typed_id! {
    /// Something about a global state that expressions read.
    struct SlotId;
}

/// The values of expressions in the last global state.
///
/// A step costs time linear in the variables of the changed components that are read, and in the expressions that
/// read those whose values have changed.
#[derive(Debug)]
pub(super) struct Conditions {
    expressions: Vec<Condition>,
    /// The values of the expressions.
    values: Vec<Value>,
    slots: Slots,
    /// For each slot, the expressions that read it.
    readers: IndexVec<SlotId, Vec<u32>>,
    /// For each component, the slots that are about it.
    of_component: IndexVec<ComponentId, Vec<SlotId>>,
    /// For each interaction, the slots that are true if it was the last one.
    fired_by: IndexVec<InteractionId, Vec<SlotId>>,
    last: Option<InteractionId>,
    /// The expressions whose values may have changed, each once.
    changed: Vec<u32>,
    is_changed: Vec<bool>,
}

#[derive(Debug)]
struct Condition {
    expression: Expression<SlotId>,
    /// The type, if the expression can be evaluated in words.
    word_type: Option<Type>,
}

#[derive(Debug)]
struct Slots {
    sources: IndexVec<SlotId, StateVariable>,
    values: IndexVec<SlotId, Value>,
    /// The values as words; 0 for those of other types.
    words: IndexVec<SlotId, i64>,
    bodies: IndexVec<FunctionId, Option<model::component::Body>>,
}

impl Valuation<SlotId> for Slots {
    #[inline]
    fn value(&self, slot: SlotId) -> Value {
        self.values[slot].clone()
    }

    fn call(&self, function: FunctionId, arguments: &[Value]) -> Value {
        let body = self.bodies[function].as_ref();
        (body.expect("a function with a result is registered").0)(arguments)
    }
}

impl Condition {
    fn new(expression: Expression<SlotId>, slots: &Slots) -> Self {
        Self { word_type: expression.word_type(&|slot| slots.values[slot].kind()), expression }
    }

    fn evaluate(&self, slots: &Slots) -> Result<Value, Failure> {
        let value = self.word_type.and_then(|kind| {
            let word = self.expression.evaluate_word(&|slot| slots.words[slot])?;
            Some(if kind == Type::Bool { Value::Bool(word != 0) } else { Value::Int(word) })
        });
        // What has no value says why only here.
        value.map_or_else(|| self.expression.evaluate(slots), Ok)
    }
}

impl Conditions {
    /// Starts in an initial state.
    pub(super) fn new(
        composite: &Composite,
        expressions: &[Expression<StateVariable>],
        state: impl Fn(ComponentId) -> LocalState,
    ) -> Result<Self, Failure> {
        let mut sources: IndexVec<SlotId, StateVariable> = IndexVec::new();
        let mut readers: IndexVec<SlotId, Vec<u32>> = IndexVec::new();
        let mut renamed = Vec::new();
        for (index, expression) in (0..).zip(expressions) {
            expression.variables(&mut |variable| {
                if !sources.iter().any(|&source| source == variable) {
                    sources.push(variable);
                    readers.push(Vec::new());
                }
            });
            let slot = |variable| {
                let index = sources.iter().position(|&source| source == variable);
                SlotId::from_index(index.expect("each variable has a slot"))
            };
            expression.variables(&mut |variable| {
                let readers = &mut readers[slot(variable)];
                if readers.last() != Some(&index) {
                    readers.push(index);
                }
            });
            renamed.push(expression.renamed(&slot));
        }
        let mut of_component = IndexVec::filled(Vec::new(), composite.components().len());
        let mut fired_by = IndexVec::filled(Vec::new(), composite.interactions().len());
        for (slot, source) in sources.enumerate() {
            match *source {
                StateVariable::Value(component, _) | StateVariable::At(component, _) => {
                    of_component[component].push(slot);
                }
                StateVariable::Fired(_) | StateVariable::FiredAny(_) => {
                    let ids = composite.interactions().ids();
                    for id in ids.filter(|&id| composite.makes_true(id, *source)) {
                        fired_by[id].push(slot);
                    }
                }
            }
        }
        let values = sources.iter().map(|source| match *source {
            StateVariable::Value(component, variable) => state(component).values[variable].clone(),
            StateVariable::At(component, place) => Value::Bool(state(component).place == place),
            StateVariable::Fired(_) | StateVariable::FiredAny(_) => Value::Bool(false),
        });
        let values: IndexVec<SlotId, Value> = values.collect();
        let slots = Slots {
            words: values.iter().map(|value| value.word().unwrap_or_default()).collect(),
            values,
            sources,
            bodies: composite.functions().iter().map(|one| one.body.clone()).collect(),
        };
        let expressions = renamed.into_iter().map(|one| Condition::new(one, &slots));
        let expressions: Vec<_> = expressions.collect();
        let values = expressions.iter().map(|expression| expression.evaluate(&slots));
        Ok(Self {
            values: values.collect::<Result<_, _>>()?,
            is_changed: vec![false; expressions.len()],
            expressions,
            slots,
            readers,
            of_component,
            fired_by,
            last: None,
            changed: Vec::new(),
        })
    }

    /// Returns the value of each expression.
    pub(super) fn values(&self) -> &[Value] {
        &self.values
    }

    /// Moves on to the state to which an interaction has led; `changed` are the components that took part, with their
    /// states. Calls `tell` with each expression whose value has changed.
    #[inline]
    pub(super) fn step<'s>(
        &mut self,
        interaction: InteractionId,
        changed: impl Iterator<Item = (ComponentId, &'s LocalState)>,
        mut tell: impl FnMut(usize, &Value),
    ) -> Result<(), Failure> {
        if self.slots.sources.is_empty() {
            return Ok(());
        }
        for (component, state) in changed {
            for index in 0..self.of_component[component].len() {
                let slot = self.of_component[component][index];
                match self.slots.sources[slot] {
                    StateVariable::Value(_, variable) => {
                        let value = &state.values[variable];
                        if self.slots.values[slot] != *value {
                            self.set(slot, value.clone());
                        }
                    }
                    StateVariable::At(_, place) => {
                        self.set_truth(slot, state.place == place);
                    }
                    StateVariable::Fired(_) | StateVariable::FiredAny(_) => {}
                }
            }
        }
        if self.last != Some(interaction) {
            if let Some(last) = self.last.replace(interaction) {
                for index in 0..self.fired_by[last].len() {
                    self.set_truth(self.fired_by[last][index], false);
                }
            }
            for index in 0..self.fired_by[interaction].len() {
                self.set_truth(self.fired_by[interaction][index], true);
            }
        }
        while let Some(index) = self.changed.pop() {
            let index = index as usize;
            self.is_changed[index] = false;
            let value = self.expressions[index].evaluate(&self.slots)?;
            if value != self.values[index] {
                tell(index, &value);
                self.values[index] = value;
            }
        }
        Ok(())
    }

    fn set_truth(&mut self, slot: SlotId, truth: bool) {
        if self.slots.values[slot] != Value::Bool(truth) {
            self.set(slot, Value::Bool(truth));
        }
    }

    fn set(&mut self, slot: SlotId, value: Value) {
        self.slots.words[slot] = value.word().unwrap_or_default();
        self.slots.values[slot] = value;
        for &reader in &self.readers[slot] {
            if !std::mem::replace(&mut self.is_changed[reader as usize], true) {
                self.changed.push(reader);
            }
        }
    }
}
