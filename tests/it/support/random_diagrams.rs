//! Random small diagrams of messages between lifelines, made smaller where they show something wrong.

use scm_check::internals::kernel::base::{Id as _, IndexVec, Random};
use scm_check::internals::language::interaction::print;
use scm_check::internals::model::interaction::{
    Expression, ExpressionId, Interaction, Operator, Origin, Passing, Repetition, Target,
};
use scm_check::internals::model::trace::{LifelineId, Signature, SignatureMessageId};

/// What messages are called.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Names {
    /// Messages of different lifelines may have the same name.
    Shared,
    /// The name says who sends the message, and to whom.
    Addressed,
}

/// Which orders and loops there are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Parts {
    /// No loops.
    Finite,
    /// Weak loops, and no `strict`.
    Weak,
    /// All.
    All,
}

/// The random diagram of some numbers.
pub(crate) fn diagram(numbers: &mut Random, names: Names, parts: Parts) -> Interaction {
    let lifelines = [2, 2, 3, 3, 4][numbers.below(5)];
    let mut signature = Signature::new();
    for name in ["a", "b", "c", "d"].iter().take(lifelines) {
        signature.add_lifeline(name);
    }
    for name in ["m", "n"] {
        signature.add_message(name);
    }
    let (left, depth) = (numbers.between(1, 6), numbers.between(1, 3));
    let mut drawn =
        Drawn { lifelines, names, parts, numbers, signature, made: IndexVec::new(), left };
    let mut root = drawn.part(depth);
    while drawn.left > 0 && drawn.numbers.percent(70) {
        let next = drawn.part(depth);
        root = drawn.made.push(Expression::Compound(Operator::Seq, vec![root, next]));
    }
    Interaction { signature: drawn.signature, parts: drawn.made, root }
}

struct Drawn<'a> {
    lifelines: usize,
    names: Names,
    parts: Parts,
    numbers: &'a mut Random,
    signature: Signature,
    made: IndexVec<ExpressionId, Expression>,
    /// How many more messages there may be.
    left: usize,
}

impl Drawn<'_> {
    fn part(&mut self, depth: usize) -> ExpressionId {
        if self.left == 0 {
            return self.made.push(Expression::Empty);
        }
        if depth == 0 || self.numbers.percent(15) {
            self.left -= 1;
            let from = self.numbers.below(self.lifelines);
            let to = (from + 1 + self.numbers.below(self.lifelines - 1)) % self.lifelines;
            let sent = self.message(from, to);
            if self.left == 0 || self.numbers.percent(70) {
                return sent;
            }
            // A loop of requests with replies has finitely many configurations.
            self.left -= 1;
            let reply = self.message(to, from);
            return self.made.push(Expression::Compound(Operator::Seq, vec![sent, reply]));
        }
        let is_finite = self.parts == Parts::Finite;
        let expression = match self.numbers.below(20) {
            0..=1 => Expression::Optional(self.part(depth - 1)),
            2..=5 if !is_finite => {
                let is_weak = self.parts == Parts::Weak || self.numbers.percent(60);
                let kind = if is_weak { Repetition::Weak } else { Repetition::Strict };
                Expression::Loop(kind, self.part(depth - 1))
            }
            choice => {
                let number = if self.numbers.percent(80) { 2 } else { 3 };
                let operands = (0..number).map(|_| self.part(depth - 1)).collect();
                let operator = match choice {
                    0..=8 => Operator::Seq,
                    9 if self.parts == Parts::All => Operator::Strict,
                    9..=12 => Operator::Par,
                    13..=16 => Operator::Alt,
                    _ => Operator::Coreg(self.region()),
                };
                Expression::Compound(operator, operands)
            }
        };
        self.made.push(expression)
    }

    fn region(&mut self) -> Vec<LifelineId> {
        let all = (0..self.lifelines).map(LifelineId::from_index);
        let mut region: Vec<LifelineId> = all.filter(|_| self.numbers.percent(45)).collect();
        if region.is_empty() {
            region.push(LifelineId::from_index(self.numbers.below(self.lifelines)));
        }
        region
    }

    fn message(&mut self, from: usize, to: usize) -> ExpressionId {
        // Most messages are the only ones of their name on the way.
        let number = usize::from(self.numbers.percent(40));
        let message = match self.names {
            Names::Shared => SignatureMessageId::from_index(number),
            Names::Addressed => {
                let names = self.signature.lifelines().as_slice();
                let name = format!("{}{}{}", ["m", "n"][number], names[from], names[to]);
                let known = self.signature.message(&name);
                known.unwrap_or_else(|| self.signature.add_message(&name))
            }
        };
        self.made.push(Expression::Passing(Passing {
            origin: Origin::Lifeline(LifelineId::from_index(from)),
            synchronous: false,
            message,
            targets: vec![Target::Lifeline(LifelineId::from_index(to))],
        }))
    }
}

/// The part alone, without parts that are of no use.
fn tidy(interaction: &Interaction, root: ExpressionId) -> Interaction {
    let mut parts = IndexVec::new();
    let root = copy(interaction, root, &mut parts);
    Interaction { signature: interaction.signature.clone(), parts, root }
}

fn copy(
    interaction: &Interaction,
    id: ExpressionId,
    parts: &mut IndexVec<ExpressionId, Expression>,
) -> ExpressionId {
    let part = &interaction.parts[id];
    let copies: Vec<(ExpressionId, ExpressionId)> = part
        .operands()
        .iter()
        .map(|&operand| (operand, copy(interaction, operand, parts)))
        .collect();
    let part = part.clone().with_operands(|operand| {
        let found = copies.iter().find(|&&(other, _)| other == operand);
        found.expect("each operand was copied").1
    });
    parts.push(part)
}

/// Diagrams with a part less, or with an operand in the place of a part.
fn smaller(interaction: &Interaction) -> Vec<Interaction> {
    let mut found = Vec::new();
    for (id, part) in interaction.parts.enumerate() {
        let mut with = |new: Expression| {
            let mut next = interaction.clone();
            next.parts[id] = new;
            found.push(tidy(&next, next.root));
        };
        for &operand in part.operands() {
            with(interaction.parts[operand].clone());
        }
        if let Expression::Compound(operator, operands) = part
            && operands.len() > 2
        {
            for left_out in 0..operands.len() {
                let mut fewer = operands.clone();
                fewer.remove(left_out);
                with(Expression::Compound(operator.clone(), fewer));
            }
        }
        match part {
            Expression::Empty => {}
            Expression::Compound(Operator::Coreg(region), operands) => {
                with(Expression::Empty);
                with(Expression::Compound(Operator::Seq, operands.clone()));
                for &lifeline in region.iter().filter(|_| region.len() > 1) {
                    let fewer = region.iter().copied().filter(|&other| other != lifeline).collect();
                    with(Expression::Compound(Operator::Coreg(fewer), operands.clone()));
                }
            }
            _ => with(Expression::Empty),
        }
    }
    found
}

/// A diagram that still shows what `shows` sees in the given one, and of which no smaller one does.
pub(crate) fn reduced(
    interaction: &Interaction,
    shows: &dyn Fn(&Interaction) -> bool,
) -> Interaction {
    let mut interaction = tidy(interaction, interaction.root);
    while let Some(next) = smaller(&interaction).into_iter().find(|smaller| shows(smaller)) {
        interaction = next;
    }
    interaction
}

/// The diagram as a term in one line.
pub(crate) fn text(interaction: &Interaction) -> String {
    print(interaction).1.split_whitespace().collect()
}
