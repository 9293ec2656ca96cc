//! How large an interaction is.

use std::collections::BTreeMap;

use super::{Expression, Interaction, Operator};
use crate::trace::{LifelineSet, SignatureMessageId};
use kernel::base::IndexVec;

/// Counts of an interaction.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Metrics {
    /// The lifelines that take part.
    pub lifelines: usize,
    /// The messages that are sent or received.
    pub messages: usize,
    /// The arrows.
    pub passings: usize,
    /// The actions: emissions and receptions.
    pub actions: usize,
    /// The different letters.
    pub letters: usize,
    /// How deep operators are nested; options and loops are operators.
    pub depth: usize,
    /// How often each operator stands there, by name.
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
    /// Returns the counts of the interaction as it is written.
    ///
    /// # Complexity
    /// Linear in the number of parts, but for a logarithm.
    pub fn metrics(&self) -> Metrics {
        let mut metrics = Metrics::default();
        let mut lifelines = LifelineSet::new();
        let mut messages: Vec<SignatureMessageId> = Vec::new();
        let mut depths = IndexVec::new();
        for part in &self.parts {
            let mut count = |name| *metrics.operators.entry(name).or_insert(0) += 1;
            match part {
                Expression::Empty => {}
                Expression::Passing(passing) => {
                    metrics.passings += 1;
                    messages.push(passing.message);
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
        messages.sort_unstable();
        messages.dedup();
        metrics.lifelines = lifelines.len();
        metrics.messages = messages.len();
        metrics.letters = super::lowering::letters(self).all().len();
        metrics.depth = depths[self.root];
        metrics
    }
}
