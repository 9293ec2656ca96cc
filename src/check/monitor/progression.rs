//! What is left of a formula after each letter.
//!
//! Position by position, the value of a subformula is a Boolean function of the letter there, of values at the
//! previous position and of values at the next position. The values at the next position are not known yet: they are
//! variables, one for each subformula whose value there matters. After the last letter all of them are false, since
//! they say that there is a next position.
//!
//! An obligation is what the letters read so far leave of a formula: first the value of the formula at the first
//! position of the trace, then the value at the last position that was read of each subformula that an operator for
//! the past looks back to. Each is a function of the variables, so a future operator inside a past one needs nothing
//! special: what it will have been is one more function that later letters decide.

use fixedbitset::FixedBitSet;
use kernel::base::{Id as _, IndexVec};
use model::temporal::{Formula, PropositionId};
use rustc_hash::FxHashMap;

use super::TooManyStates;
use super::decision_diagram::{Diagrams, NodeId, VariableId};
use super::subformulas::{Subformula, SubformulaId, Subformulas};

/// What is left of a formula, and what the past decides of it; see the module.
pub(super) type Obligation = Box<[NodeId]>;

/// What a variable says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Variable {
    /// The proposition is in the letter that is read.
    Proposition(PropositionId),
    /// There is a next position, and the subformula holds there.
    Next(SubformulaId),
}

/// A formula in the form in which it progresses by letters.
#[derive(Clone, Debug)]
pub(super) struct Progression {
    all: Subformulas,
    root: SubformulaId,
    /// The subformulas that occur in the root.
    used: Vec<SubformulaId>,
    /// Propositions, in the order of their first occurrence in the formula, come before all others.
    variables: IndexVec<VariableId, Variable>,
    /// For each subformula the variable that says that it holds at the next position, where there is one.
    variable_of: IndexVec<SubformulaId, Option<VariableId>>,
    /// The subformulas that are looked back to; their places in an obligation are these, plus 1.
    remembered: Vec<SubformulaId>,
    /// For each remembered subformula its place in an obligation.
    place_of: IndexVec<SubformulaId, usize>,
    /// For each variable the places of an obligation that matter to the subformula's value at the next position.
    matters: IndexVec<VariableId, FixedBitSet>,
}

impl Progression {
    /// Returns a formula's progression.
    pub(super) fn new(formula: &Formula) -> Self {
        let (all, root) = Subformulas::of(formula);
        let parts = all.parts();
        let used: Vec<SubformulaId> = parts[root].ones().map(SubformulaId::from_index).collect();
        let items = all.items();

        let (mut ahead, mut back) =
            (FixedBitSet::with_capacity(items.len()), FixedBitSet::with_capacity(items.len()));
        for &id in &used {
            match items[id] {
                Subformula::Next(operand) => ahead.insert(operand.index()),
                Subformula::Until(..) => ahead.insert(id.index()),
                Subformula::Yesterday(operand) => back.insert(operand.index()),
                Subformula::Since(..) => back.insert(id.index()),
                _ => {}
            }
        }
        let mut outside = vec![root];
        while let Some(id) = outside.pop() {
            match items[id] {
                Subformula::True => {}
                Subformula::Not(operand) => outside.push(operand),
                Subformula::And(left, right) => outside.extend([left, right]),
                _ => ahead.insert(id.index()),
            }
        }

        let propositions = used.iter().filter_map(|&id| match items[id] {
            Subformula::Proposition(proposition) => Some(Variable::Proposition(proposition)),
            _ => None,
        });
        let later = ahead.ones().map(|index| Variable::Next(SubformulaId::from_index(index)));
        let variables: IndexVec<VariableId, Variable> = propositions.chain(later).collect();
        let mut variable_of = IndexVec::filled(None, items.len());
        for (variable, meaning) in variables.enumerate() {
            if let Variable::Next(id) = *meaning {
                variable_of[id] = Some(variable);
            }
        }

        let remembered: Vec<SubformulaId> = back.ones().map(SubformulaId::from_index).collect();
        let mut place_of = IndexVec::filled(0, items.len());
        for (index, &id) in remembered.iter().enumerate() {
            place_of[id] = index + 1;
        }
        let places_in = |id: SubformulaId| {
            let mut places = FixedBitSet::with_capacity(remembered.len() + 1);
            for part in parts[id].ones().map(SubformulaId::from_index) {
                match items[part] {
                    Subformula::Yesterday(operand) => places.insert(place_of[operand]),
                    Subformula::Since(..) => places.insert(place_of[part]),
                    _ => {}
                }
            }
            places
        };
        let matters = variables.iter().map(|variable| match *variable {
            Variable::Proposition(_) => FixedBitSet::with_capacity(remembered.len() + 1),
            Variable::Next(id) => places_in(id),
        });
        let matters = matters.collect();
        Self { all, root, used, variables, variable_of, remembered, place_of, matters }
    }

    /// Returns what the variables say.
    pub(super) fn variables(&self) -> &IndexVec<VariableId, Variable> {
        &self.variables
    }

    /// Returns the right operand of the `until` whose value at the next position is `variable`, if it is one.
    pub(super) fn promised(&self, variable: VariableId) -> Option<SubformulaId> {
        match self.variables[variable] {
            Variable::Next(id) => match self.all.items()[id] {
                Subformula::Until(_, right) => Some(right),
                _ => None,
            },
            Variable::Proposition(_) => None,
        }
    }

    /// Returns `true` if `variable` is about the next position, not about the letter that is read.
    pub(super) fn is_later(&self, variable: VariableId) -> bool {
        matches!(self.variables[variable], Variable::Next(_))
    }

    /// Returns what is left before the first letter.
    pub(super) fn initial(&self, diagrams: &mut Diagrams) -> Result<Obligation, TooManyStates> {
        // At the first position no operator for the past holds that looks back.
        let mut initial = vec![NodeId::FALSE; self.remembered.len() + 1];
        initial[0] = self.ahead(self.root, diagrams)?;
        Ok(initial.into())
    }

    /// Returns the value at the next position of a part of the root that no temporal operator covers.
    ///
    /// It is false of a negation if there is no next position, though there is one: the first letter will come.
    fn ahead(&self, id: SubformulaId, diagrams: &mut Diagrams) -> Result<NodeId, TooManyStates> {
        match self.all.items()[id] {
            Subformula::True => Ok(NodeId::TRUE),
            Subformula::Not(operand) => {
                let operand = self.ahead(operand, diagrams)?;
                diagrams.not(operand)
            }
            Subformula::And(left, right) => {
                let (left, right) = (self.ahead(left, diagrams)?, self.ahead(right, diagrams)?);
                diagrams.and(left, right)
            }
            _ => diagrams.variable(self.variable_of[id].expect("it may have to hold next")),
        }
    }

    /// Returns what is left after one more letter, as functions of that letter and of the next position; the values
    /// of `watched` at the position of the letter follow.
    ///
    /// # Complexity
    /// Linear in the number of subformulas, each time operations on diagrams.
    pub(super) fn step(
        &self,
        obligation: &[NodeId],
        watched: &[SubformulaId],
        diagrams: &mut Diagrams,
    ) -> Result<Vec<NodeId>, TooManyStates> {
        diagrams.forget_results();
        let mut values = IndexVec::filled(NodeId::FALSE, self.all.items().len());
        // What the variables of the obligation turn out to be at the position of the letter. Where a value looks back
        // to a subformula, that one's value depends only on smaller subformulas, which are known by then.
        let mut arrived = IndexVec::filled(NodeId::FALSE, self.variables.len());
        let back = |id, arrived: &IndexVec<_, _>, diagrams: &mut Diagrams| {
            let before = obligation[self.place_of[id]];
            diagrams.substitute(before, arrived, &mut FxHashMap::default())
        };
        let mut propositions = self.variables.ids();
        for &id in &self.used {
            let next = self.variable_of[id];
            let ahead = |variable: Option<VariableId>, diagrams: &mut Diagrams| {
                diagrams.variable(variable.expect("it may have to hold next"))
            };
            values[id] = match self.all.items()[id] {
                Subformula::True => NodeId::TRUE,
                Subformula::Proposition(_) => ahead(propositions.next(), diagrams)?,
                Subformula::Not(operand) => diagrams.not(values[operand])?,
                Subformula::And(left, right) => diagrams.and(values[left], values[right])?,
                Subformula::Next(operand) => ahead(self.variable_of[operand], diagrams)?,
                Subformula::Until(left, right) => {
                    let later = ahead(next, diagrams)?;
                    let later = diagrams.and(values[left], later)?;
                    diagrams.or(values[right], later)?
                }
                Subformula::Yesterday(operand) => back(operand, &arrived, diagrams)?,
                Subformula::Since(left, right) => {
                    let before = back(id, &arrived, diagrams)?;
                    let before = diagrams.and(values[left], before)?;
                    diagrams.or(values[right], before)?
                }
            };
            if let Some(variable) = next {
                arrived[variable] = values[id];
            }
        }
        let first = diagrams.substitute(obligation[0], &arrived, &mut FxHashMap::default())?;
        let others = self.remembered.iter().chain(watched).map(|&id| values[id]);
        Ok(std::iter::once(first).chain(others).collect())
    }

    /// Makes an obligation forget what no longer matters.
    pub(super) fn forget(&self, obligation: &mut [NodeId], diagrams: &Diagrams) {
        let mut matters = FixedBitSet::with_capacity(obligation.len());
        for variable in diagrams.support(obligation[0]) {
            matters.union_with(&self.matters[variable]);
        }
        for (place, value) in obligation.iter_mut().enumerate().skip(1) {
            if !matters.contains(place) {
                *value = NodeId::FALSE;
            }
        }
    }

    /// Returns the number of functions of an obligation.
    pub(super) fn places(&self) -> usize {
        self.remembered.len() + 1
    }
}
