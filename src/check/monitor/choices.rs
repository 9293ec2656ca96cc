//! The ways to satisfy a function.

use super::decision_diagram::{Diagrams, NodeId, VariableId};

/// One way: values of some variables, with which a function is true and others are constant.
#[derive(Clone, Debug)]
pub(super) struct Choice {
    /// The values that the variables have to have, ordered by variable.
    pub(super) literals: Vec<(VariableId, bool)>,
    /// The functions, all constant, the first of them true.
    pub(super) constants: Vec<NodeId>,
}

/// Iterates over all ways to make the first of several functions true and to decide the others. No two of them
/// agree.
#[derive(Clone, Debug)]
pub(super) struct Choices {
    open: Vec<Choice>,
}

impl Choices {
    /// Returns the ways to satisfy the first of `functions` and to decide the others.
    pub(super) fn new(functions: Vec<NodeId>) -> Self {
        Self { open: vec![Choice { literals: Vec::new(), constants: functions }] }
    }

    /// Returns the next way. Where a variable matters, the value that leaves more ways comes first: so operators like
    /// `until` are fulfilled rather than promised again.
    pub(super) fn next(&mut self, diagrams: &Diagrams) -> Option<Choice> {
        while let Some(choice) = self.open.pop() {
            if choice.constants[0] == NodeId::FALSE {
                continue;
            }
            let Some(variable) = diagrams.first_variable(&choice.constants) else {
                return Some(choice);
            };
            let [low, high] = [false, true].map(|value| {
                let mut part = choice.clone();
                part.literals.push((variable, value));
                for function in &mut part.constants {
                    *function = diagrams.cofactor(*function, variable, value);
                }
                part
            });
            let density = |part: &Choice| diagrams.density(part.constants[0]);
            let is_high_first = density(&high) > density(&low);
            self.open.extend(if is_high_first { [low, high] } else { [high, low] });
        }
        None
    }
}
