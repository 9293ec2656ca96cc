//! The automaton of an interaction, composed of automata of its parts.

use super::{
    Choice, Expression, ExpressionId, Interaction, Operator, Refusal, Repetition, RewriteRules,
    Synthesis, lowering, synthesise,
};
use crate::trace::{LetterId, Letters, LifelineSet};
use kernel::automata::{FiniteAutomaton, FiniteStateId};
use kernel::base::{Control, Id as _, IndexVec};

/// Why no automaton can be composed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Incomposable {
    /// No operation on automata corresponds to the operator of this part.
    #[error("no operation on automata does what {1} does here")]
    Part(ExpressionId, &'static str),
    /// A block of passings has no automaton.
    #[error(transparent)]
    Block(Refusal),
}

/// The automaton of a part, with its lifelines.
#[derive(Clone, Debug)]
struct PartAutomaton {
    automaton: FiniteAutomaton,
    lifelines: LifelineSet,
    /// The lifelines that take part in every letter; `None` if there is no letter, so that all do.
    common: Option<LifelineSet>,
}

/// Returns the automaton of the construction in the literature: for blocks that consist only of passings,
/// strict and seq, by their steps; above them concatenation for strict, union for alt, shuffle for par and
/// star for loop S.
///
/// Above blocks seq is no operation on automata in general. It is supported if the operands are on different
/// lifelines (shuffle), or if one lifeline takes part in every letter of both (concatenation); otherwise it
/// is refused, and so are coregions, synchronisation and the other loops.
///
/// Source: \[ITP\] section 5.
///
/// # Errors
/// If a part is refused, or a limit is reached.
///
/// # Complexity
/// That of the operations on automata: exponential in the number of operands of par.
pub fn compose(
    interaction: &Interaction,
    control: &Control,
) -> Result<(FiniteAutomaton, Letters), Incomposable> {
    let letters = lowering::letters(interaction);
    let basic = basic_parts(interaction);
    let mut composer = Composer { interaction, letters: &letters, control, basic: &basic };
    let mut automata: IndexVec<ExpressionId, Option<PartAutomaton>> = IndexVec::new();
    // Parts that only occur in blocks need no automaton of their own.
    let needed = needed_parts(interaction, &basic);
    for (id, part) in interaction.parts.enumerate() {
        let automaton = if needed[id] { Some(composer.part(id, part, &automata)?) } else { None };
        automata.push(automaton);
    }
    let whole = automata[interaction.root].take().expect("the whole is needed");
    Ok((whole.automaton, letters))
}

/// Returns for each part `true` if it consists only of passings, strict and seq.
fn basic_parts(interaction: &Interaction) -> IndexVec<ExpressionId, bool> {
    let mut basic = IndexVec::new();
    for part in &interaction.parts {
        let is_basic = match part {
            Expression::Empty | Expression::Passing(_) => true,
            Expression::Compound(Operator::Strict | Operator::Seq, operands) => {
                operands.iter().all(|&operand| basic[operand])
            }
            _ => false,
        };
        basic.push(is_basic);
    }
    basic
}

/// Returns for each part `true` if it is the root or an operand of a part that is no block.
fn needed_parts(
    interaction: &Interaction,
    basic: &IndexVec<ExpressionId, bool>,
) -> IndexVec<ExpressionId, bool> {
    let mut needed = IndexVec::filled(false, interaction.parts.len());
    needed[interaction.root] = true;
    for id in interaction.parts.ids().rev() {
        if !needed[id] || basic[id] {
            continue;
        }
        for &operand in interaction.parts[id].operands() {
            needed[operand] = true;
        }
    }
    needed
}

struct Composer<'a> {
    interaction: &'a Interaction,
    letters: &'a Letters,
    control: &'a Control,
    basic: &'a IndexVec<ExpressionId, bool>,
}

impl Composer<'_> {
    fn part(
        &mut self,
        id: ExpressionId,
        part: &Expression,
        automata: &IndexVec<ExpressionId, Option<PartAutomaton>>,
    ) -> Result<PartAutomaton, Incomposable> {
        let of = |part: ExpressionId| automata[part].clone().expect("operands are needed");
        match part {
            _ if self.basic[id] => self.block(id),
            Expression::Empty | Expression::Passing(_) => self.block(id),
            Expression::Optional(body) => {
                let body = of(*body);
                let only = vec![FiniteStateId::from_index(0)];
                let nothing =
                    FiniteAutomaton::new(self.letters.all().len(), only, vec![true], Vec::new());
                Ok(PartAutomaton { automaton: nothing.union(&body.automaton), ..body })
            }
            Expression::Loop(kind, body) => {
                let body = of(*body);
                let is_strict = match kind {
                    Repetition::Strict => true,
                    // One lifeline orders all rounds.
                    Repetition::Head | Repetition::Weak => {
                        body.common.as_ref().is_none_or(|common| !common.is_empty())
                    }
                    Repetition::Parallel => false,
                };
                if !is_strict {
                    return Err(Incomposable::Part(id, kind.name()));
                }
                Ok(PartAutomaton { automaton: body.automaton.star(), ..body })
            }
            Expression::Compound(operator, operands) => {
                let mut operands = operands.iter().rev().map(|&operand| of(operand));
                let Some(last) = operands.next() else { return self.block(id) };
                operands.try_fold(last, |rest, first| self.combined(id, operator, &first, &rest))
            }
        }
    }

    fn combined(
        &self,
        id: ExpressionId,
        operator: &Operator,
        left: &PartAutomaton,
        right: &PartAutomaton,
    ) -> Result<PartAutomaton, Incomposable> {
        let limit = |limit| Incomposable::Block(Refusal::Limit(limit));
        let shuffled = || left.automaton.shuffle(&right.automaton, self.control).map_err(limit);
        let shared = left.lifelines.intersection(&right.lifelines);
        let is_free = |region: &[_]| shared.iter().all(|lifeline| region.contains(&lifeline));
        let common = match (&left.common, &right.common) {
            (None, other) | (other, None) => other.clone(),
            (Some(one), Some(other)) => Some(one.intersection(other)),
        };
        let is_ordered = common.as_ref().is_none_or(|common| !common.is_empty());
        let automaton = match operator {
            Operator::Strict => left.automaton.concatenation(&right.automaton),
            Operator::Alt => left.automaton.union(&right.automaton),
            Operator::Par => shuffled()?,
            Operator::Seq if shared.is_empty() => shuffled()?,
            Operator::Coreg(region) if is_free(region) => shuffled()?,
            Operator::Coreg(region)
                if !shared.iter().any(|one| region.contains(&one)) && is_ordered =>
            {
                left.automaton.concatenation(&right.automaton)
            }
            Operator::Seq if is_ordered => left.automaton.concatenation(&right.automaton),
            Operator::Sync(actions) if actions.is_empty() => shuffled()?,
            Operator::Seq | Operator::Coreg(_) | Operator::Sync(_) => {
                return Err(Incomposable::Part(id, operator.name()));
            }
        };
        let lifelines = left.lifelines.union(&right.lifelines);
        Ok(PartAutomaton { automaton: automaton.trimmed(), lifelines, common })
    }

    /// Returns the automaton of a block, made by its steps.
    fn block(&self, id: ExpressionId) -> Result<PartAutomaton, Incomposable> {
        let alone = Interaction { root: id, ..self.interaction.clone() };
        let how = Synthesis {
            laws: RewriteRules::paper(),
            choice: Some(Choice::Delayed),
            ..Synthesis::default()
        };
        let made = synthesise(&alone, &how, self.control).map_err(Incomposable::Block)?;
        let automaton = made.automaton;
        let used = automaton.used_symbols().into_iter();
        let used = used.map(|symbol| self.letters.lifelines(LetterId::from_index(symbol.index())));
        let lifelines = used.clone().flat_map(LifelineSet::iter).collect();
        let common = used.cloned().reduce(|one, other| one.intersection(&other));
        Ok(PartAutomaton { automaton, lifelines, common })
    }
}
