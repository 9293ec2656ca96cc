//! Size measures of interactions.

use std::collections::{BTreeMap, BTreeSet};

use super::{Expression, Interaction, Operator};
use crate::trace::{LifelineSet, SignatureMessageId};
use kernel::base::IndexVec;

/// Size measures of an interaction.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Metrics {
    /// Number of lifelines that take part.
    pub lifelines: usize,
    /// Number of messages that are sent or received.
    pub messages: usize,
    /// Number of arrows.
    pub passings: usize,
    /// Number of actions: emissions and receptions.
    pub actions: usize,
    /// Number of different letters.
    pub letters: usize,
    /// Nesting depth of operators; options and loops are operators.
    pub depth: usize,
    /// Number of occurrences of each operator, by name.
    pub operators: BTreeMap<&'static str, usize>,
}

impl Operator {
    /// Returns the operator's name: `strict`, `seq`, `par`, `alt`, `coreg` or `sync`.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Strict => "strict",
            Self::Seq => "seq",
            Self::Par => "par",
            Self::Alt => "alt",
            Self::Coreg(_) => "coreg",
            Self::Sync(_) => "sync",
        }
    }
}

impl Interaction {
    /// Returns the size measures of the interaction as it is written.
    ///
    /// # Complexity
    /// Linear in the number of parts, up to a logarithm.
    pub fn metrics(&self) -> Metrics {
        let mut metrics = Metrics::default();
        let mut lifelines = LifelineSet::new();
        let mut messages: BTreeSet<SignatureMessageId> = BTreeSet::new();
        let mut depths = IndexVec::new();
        for part in &self.parts {
            let mut count = |name| *metrics.operators.entry(name).or_insert(0) += 1;
            match part {
                Expression::Empty => {}
                Expression::Passing(passing) => {
                    metrics.passings += 1;
                    messages.insert(passing.message);
                    for action in passing.actions() {
                        metrics.actions += 1;
                        lifelines.insert(action.lifeline);
                    }
                }
                Expression::Optional(_) => count("opt"),
                Expression::Loop(kind, _) => count(kind.name()),
                Expression::Compound(operator, _) => count(operator.name()),
            }
            let below = part.operands().iter().map(|&operand| depths[operand]).max();
            depths.push(below.map_or(0, |below: usize| below + 1));
        }
        metrics.lifelines = lifelines.len();
        metrics.messages = messages.len();
        metrics.letters = super::lowering::letters(self).all().len();
        metrics.depth = depths[self.root];
        metrics
    }
}
