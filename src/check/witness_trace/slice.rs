//! What a property names, and which interactions can change it.

use fixedbitset::FixedBitSet;
use kernel::base::{Id as _, IndexVec};
use kernel::search::reachable;
use model::component::{
    Atom, ComponentId, Composite, Definition, InteractionId, Predicate, Property, StateVariable,
    Statement, TransferVariable, TransitionId, VariableId,
};
use model::temporal::{Formula, UnaryOperator};

use super::repetition::{automaton_ignores_it, observer_ignores_it};

/// The components, variables and places that properties name, and the interactions that can change them by the model.
///
/// An interaction that can change none of them leads to a state that shows the same as the one before.
#[derive(Clone, Debug)]
pub struct Slice {
    /// For each component, the variables that are named.
    variables: IndexVec<ComponentId, Vec<VariableId>>,
    /// The components whose place is named.
    places: FixedBitSet,
    /// The interactions that can change what is named.
    delivered: FixedBitSet,
}

/// What a property has that a slice is not sound for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NotSliceable {
    /// `X`, `N` or `Y`: a skipped step would be a position of its own.
    Operator(UnaryOperator),
    /// `fired(..)`.
    Fired,
    /// An automaton or an atom that may tell a repeated state from one that is not.
    Repetition,
}

impl Slice {
    /// Returns the slice of what `properties` name.
    ///
    /// # Errors
    /// If one of them has an operator or predicate for which leaving out steps is not sound, with its index.
    ///
    /// # Complexity
    /// Linear in the composite and the properties.
    pub fn new(
        composite: &Composite,
        properties: &[Property],
    ) -> Result<Self, (usize, NotSliceable)> {
        let mut slice = Self {
            variables: IndexVec::filled(Vec::new(), composite.components().len()),
            places: FixedBitSet::with_capacity(composite.components().len()),
            delivered: FixedBitSet::with_capacity(composite.interactions().len()),
        };
        for (index, property) in properties.iter().enumerate() {
            slice.name_all(&property.definition).map_err(|why| (index, why))?;
        }
        for id in composite.interactions().ids() {
            slice.delivered.set(id.index(), slice.can_change(composite, id));
        }
        Ok(slice)
    }

    /// Returns `true` if a variable or the place of the component is named.
    pub fn names(&self, component: ComponentId) -> bool {
        self.names_place(component) || !self.variables[component].is_empty()
    }

    /// Returns `true` if the place of the component is named.
    pub fn names_place(&self, component: ComponentId) -> bool {
        self.places.contains(component.index())
    }

    /// Returns the variables of the component that are named, in order.
    pub fn variables(&self, component: ComponentId) -> &[VariableId] {
        &self.variables[component]
    }

    /// Returns `true` if an interaction can change what is named.
    pub fn delivers(&self, interaction: InteractionId) -> bool {
        self.delivered.contains(interaction.index())
    }

    fn name_all(&mut self, definition: &Definition) -> Result<(), NotSliceable> {
        match definition {
            Definition::Formula { formula, predicates } => {
                sliceable(formula)?;
                predicates.iter().try_for_each(|predicate| self.name(predicate))
            }
            Definition::Automaton(automaton) if !automaton_ignores_it(automaton) => {
                Err(NotSliceable::Repetition)
            }
            Definition::Observer(observer) if !observer_ignores_it(observer) => {
                Err(NotSliceable::Repetition)
            }
            Definition::Automaton(automaton) => {
                automaton.predicates.iter().try_for_each(|predicate| self.name(predicate))
            }
            Definition::Observer(observer) => {
                observer.arguments.iter().try_for_each(|argument| self.name(argument))
            }
        }
    }

    fn name(&mut self, predicate: &Predicate) -> Result<(), NotSliceable> {
        let mut result = Ok(());
        predicate.variables(&mut |variable| match variable {
            StateVariable::Value(component, variable) => {
                let named = &mut self.variables[component];
                if let Err(at) = named.binary_search(&variable) {
                    named.insert(at, variable);
                }
            }
            StateVariable::At(component, _) => self.places.insert(component.index()),
            StateVariable::Fired(_) | StateVariable::FiredAny(_) => {
                result = Err(NotSliceable::Fired);
            }
        });
        result
    }

    fn can_change(&self, composite: &Composite, id: InteractionId) -> bool {
        let interaction = &composite.interactions()[id];
        let mut changes = false;
        for statement in composite.transfer(id).into_iter().flat_map(|one| &one.actions) {
            statement.written(&mut |variable| {
                if let (TransferVariable::Exported(end, variable), Some(connector)) =
                    (variable, interaction.connector)
                {
                    let component = composite.connectors()[connector].ends[end].component;
                    changes |= self.variables[component].contains(&variable);
                }
            });
        }
        changes
            || interaction.participants.iter().any(|&(component, port)| {
                let atom = composite.atom(component);
                let on_port =
                    atom.transitions.ids().filter(|&one| atom.transitions[one].port == Some(port));
                on_port.into_iter().any(|one| self.step_changes(component, atom, one))
            })
    }

    /// Returns `true` if a transition, with the internal ones that may follow, can change what is named of a component.
    fn step_changes(&self, component: ComponentId, atom: &Atom, transition: TransitionId) -> bool {
        let start = atom.transitions[transition].from;
        let steps = reachable([transition], |&one| {
            let leaving = atom.leaving(atom.transitions[one].to).iter().copied();
            leaving.filter(|&next| atom.transitions[next].port.is_none())
        });
        steps.into_iter().map(|one| &atom.transitions[one]).any(|step| {
            self.names_place(component) && step.to != start
                || writes(&step.action, &self.variables[component])
        })
    }
}

fn writes(action: &[Statement<VariableId>], named: &[VariableId]) -> bool {
    let mut writes = false;
    for statement in action {
        statement.written(&mut |variable| writes |= named.contains(&variable));
    }
    writes
}

fn sliceable(formula: &Formula) -> Result<(), NotSliceable> {
    let mut open = vec![formula];
    while let Some(next) = open.pop() {
        match next {
            Formula::Constant(_) | Formula::Proposition(_) => {}
            Formula::Unary(operator, operand) => {
                if matches!(
                    operator,
                    UnaryOperator::Next | UnaryOperator::WeakNext | UnaryOperator::Yesterday
                ) {
                    return Err(NotSliceable::Operator(*operator));
                }
                open.push(operand);
            }
            Formula::Binary(_, left, right) => open.extend([&**left, &**right]),
        }
    }
    Ok(())
}
