//! Boolean functions as reduced ordered binary decision diagrams: equal functions are equal nodes.

use kernel::base::{Id as _, IndexVec, Interner, typed_id};
use rustc_hash::FxHashMap;

use super::TooManyStates;

typed_id! {
    /// A variable; smaller ones are nearer to the root of a diagram.
    pub(super) struct VariableId;
}

typed_id! {
    /// A Boolean function.
    pub(super) struct NodeId;
}

impl NodeId {
    /// The function that is false everywhere.
    pub(super) const FALSE: Self = Self(0);
    /// The function that is true everywhere.
    pub(super) const TRUE: Self = Self(1);

    /// Returns the constant function of a value.
    pub(super) const fn constant(value: bool) -> Self {
        if value { Self::TRUE } else { Self::FALSE }
    }

    /// Returns `true` for the two constant functions.
    pub(super) const fn is_constant(self) -> bool {
        self.0 <= Self::TRUE.0
    }
}

/// A function by its values where its first variable is false and where it is true.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Node {
    /// The first variable; for constants, one that comes after all others.
    variable: VariableId,
    low: NodeId,
    high: NodeId,
}

/// All diagrams of one monitor; nodes are shared and never dropped.
#[derive(Clone, Debug)]
pub(super) struct Diagrams {
    nodes: Interner<NodeId, Node>,
    /// For each node the part of all assignments with which it is true.
    densities: IndexVec<NodeId, f64>,
    /// Results of [`Self::if_then_else`] since [`Self::forget_results`].
    results: FxHashMap<[NodeId; 3], NodeId>,
    max_nodes: usize,
    excess: TooManyStates,
}

impl Diagrams {
    /// Returns the constants alone; making more than `max_nodes` nodes is the error `excess`.
    pub(super) fn new(max_nodes: usize, excess: TooManyStates) -> Self {
        let mut nodes = Interner::default();
        for value in [NodeId::FALSE, NodeId::TRUE] {
            nodes.id(&Node { variable: VariableId(u32::MAX), low: value, high: value });
        }
        let densities = [0.0, 1.0].into_iter().collect();
        Self { nodes, densities, results: FxHashMap::default(), max_nodes, excess }
    }

    /// Drops the table of results, which later operations would only look up with the same operands.
    pub(super) fn forget_results(&mut self) {
        self.results.clear();
    }

    /// Returns the first variable that one of `functions` depends on.
    pub(super) fn first_variable(&self, functions: &[NodeId]) -> Option<VariableId> {
        let dependent = functions.iter().filter(|function| !function.is_constant());
        dependent.map(|&function| self.node(function).variable).min()
    }

    /// Returns `function` where `variable`, which comes not after its first one, has a value.
    #[must_use]
    pub(super) fn cofactor(&self, function: NodeId, variable: VariableId, value: bool) -> NodeId {
        let node = self.node(function);
        match (node.variable == variable, value) {
            (false, _) => function,
            (true, false) => node.low,
            (true, true) => node.high,
        }
    }

    /// Returns `function` where `variable` has a value.
    ///
    /// # Complexity
    /// Linear in the size of the diagram, down to the variable.
    pub(super) fn restrict(
        &mut self,
        function: NodeId,
        variable: VariableId,
        value: bool,
        done: &mut FxHashMap<NodeId, NodeId>,
    ) -> Result<NodeId, TooManyStates> {
        let node = self.node(function);
        if node.variable >= variable {
            return Ok(self.cofactor(function, variable, value));
        }
        if let Some(&result) = done.get(&function) {
            return Ok(result);
        }
        let low = self.restrict(node.low, variable, value, done)?;
        let high = self.restrict(node.high, variable, value, done)?;
        let result = self.make(node.variable, low, high)?;
        done.insert(function, result);
        Ok(result)
    }

    /// Returns the part of all assignments with which `function` is true.
    pub(super) fn density(&self, function: NodeId) -> f64 {
        self.densities[function]
    }

    /// Returns the value of `function` where all variables are false.
    pub(super) fn value_at_zero(&self, mut function: NodeId) -> bool {
        while !function.is_constant() {
            function = self.node(function).low;
        }
        function == NodeId::TRUE
    }

    /// Returns all variables that `function` depends on, in no particular order.
    pub(super) fn support(&self, function: NodeId) -> Vec<VariableId> {
        let (mut seen, mut support) = (rustc_hash::FxHashSet::default(), Vec::new());
        let mut open = vec![function];
        while let Some(function) = open.pop() {
            if !function.is_constant() && seen.insert(function) {
                let node = self.node(function);
                support.push(node.variable);
                open.extend([node.low, node.high]);
            }
        }
        support
    }

    /// Returns the literals of a conjunction of literals.
    pub(super) fn literals(&self, mut cube: NodeId) -> Vec<(VariableId, bool)> {
        let mut literals = Vec::new();
        while !cube.is_constant() {
            let node = self.node(cube);
            let value = node.low == NodeId::FALSE;
            literals.push((node.variable, value));
            cube = if value { node.high } else { node.low };
        }
        literals
    }

    /// Returns the conjunction of `literals`, which are ordered by their variables.
    pub(super) fn cube(
        &mut self,
        literals: &[(VariableId, bool)],
    ) -> Result<NodeId, TooManyStates> {
        literals.iter().rev().try_fold(NodeId::TRUE, |cube, &(variable, value)| {
            let [low, high] = if value { [NodeId::FALSE, cube] } else { [cube, NodeId::FALSE] };
            self.make(variable, low, high)
        })
    }

    /// Returns a variable as a function.
    pub(super) fn variable(&mut self, variable: VariableId) -> Result<NodeId, TooManyStates> {
        self.make(variable, NodeId::FALSE, NodeId::TRUE)
    }

    /// Returns the negation.
    pub(super) fn not(&mut self, operand: NodeId) -> Result<NodeId, TooManyStates> {
        self.if_then_else(operand, NodeId::FALSE, NodeId::TRUE)
    }

    /// Returns the conjunction.
    pub(super) fn and(&mut self, left: NodeId, right: NodeId) -> Result<NodeId, TooManyStates> {
        self.if_then_else(left, right, NodeId::FALSE)
    }

    /// Returns the disjunction.
    pub(super) fn or(&mut self, left: NodeId, right: NodeId) -> Result<NodeId, TooManyStates> {
        self.if_then_else(left, NodeId::TRUE, right)
    }

    /// Returns the function that equals `then` where `condition` is true and `otherwise` elsewhere.
    ///
    /// # Complexity
    /// The product of the sizes of the three diagrams at worst.
    fn if_then_else(
        &mut self,
        condition: NodeId,
        then: NodeId,
        otherwise: NodeId,
    ) -> Result<NodeId, TooManyStates> {
        if condition.is_constant() || then == otherwise {
            return Ok(if condition == NodeId::FALSE { otherwise } else { then });
        }
        if (then, otherwise) == (NodeId::TRUE, NodeId::FALSE) {
            return Ok(condition);
        }
        let operands = [condition, then, otherwise];
        if let Some(&result) = self.results.get(&operands) {
            return Ok(result);
        }
        let variable = self.first_variable(&operands).expect("the condition is not constant");
        let [low, high] = [false, true]
            .map(|value| operands.map(|operand| self.cofactor(operand, variable, value)));
        let low = self.if_then_else(low[0], low[1], low[2])?;
        let high = self.if_then_else(high[0], high[1], high[2])?;
        let result = self.make(variable, low, high)?;
        self.results.insert(operands, result);
        Ok(result)
    }

    /// Returns `function` with each variable replaced by a function.
    pub(super) fn substitute(
        &mut self,
        function: NodeId,
        replacements: &IndexVec<VariableId, NodeId>,
        done: &mut FxHashMap<NodeId, NodeId>,
    ) -> Result<NodeId, TooManyStates> {
        if function.is_constant() {
            return Ok(function);
        }
        if let Some(&result) = done.get(&function) {
            return Ok(result);
        }
        let node = self.node(function);
        let low = self.substitute(node.low, replacements, done)?;
        let high = self.substitute(node.high, replacements, done)?;
        let result = self.if_then_else(replacements[node.variable], high, low)?;
        done.insert(function, result);
        Ok(result)
    }

    fn node(&self, function: NodeId) -> Node {
        self.nodes.items()[function]
    }

    fn make(
        &mut self,
        variable: VariableId,
        low: NodeId,
        high: NodeId,
    ) -> Result<NodeId, TooManyStates> {
        if low == high {
            return Ok(low);
        }
        let node = self.nodes.id(&Node { variable, low, high });
        if node.index() >= self.densities.len() {
            self.densities.push(f64::midpoint(self.densities[low], self.densities[high]));
        }
        if node.index() < self.max_nodes { Ok(node) } else { Err(self.excess) }
    }
}
