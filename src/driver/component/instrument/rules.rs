//! Priorities between the connectors for the interactions of the original system.

use kernel::base::Id as _;
use model::component::{
    Binary, ComponentId, Composite, ConnectorId, Expression, InteractionId, Priority, Side,
    StateVariable, Value, VariableId,
};
use rustc_hash::FxHashSet;

use super::names::Names;
use super::terms::with_constant;

/// Returns a rule for each pair of interactions that a rule of the original system names, or that maximal progress
/// orders. So no rule ranges over other connectors.
///
/// `place` is the variable of a component that has the name of its place. A busy component has its next state already,
/// and the conditions are about that.
pub(super) fn rules(
    composite: &Composite,
    place: &impl Fn(ComponentId) -> VariableId,
) -> Vec<Priority> {
    let name = |id: InteractionId| &composite.interactions()[id].name;
    let side = |id: InteractionId| Side::Connector(ConnectorId::from_index(id.index()));
    let mut names = Names::default();
    let mut seen = FxHashSet::default();
    let mut rules = Vec::new();
    for pair @ (low, high, guard) in composite.preferences() {
        if seen.insert(pair) {
            rules.push(Priority {
                name: names.fresh(&format!("{} below {}", name(low), name(high))),
                lower: side(low),
                higher: side(high),
                guard: guard.map(|guard| {
                    guard.substituted(&|variable| match variable {
                        StateVariable::Value(..) => Expression::Variable(variable),
                        StateVariable::At(component, at) => {
                            let name = composite.atom(component).places[at].as_str();
                            let place = StateVariable::Value(component, place(component));
                            with_constant(place, Binary::Equal, Value::String(name.into()))
                        }
                        StateVariable::Fired(_) | StateVariable::FiredAny(_) => {
                            Expression::Constant(Value::Bool(false))
                        }
                    })
                }),
            });
        }
    }
    rules
}
