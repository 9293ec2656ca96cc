//! Interactions as sequence diagrams.

use super::framing::Framing;
use crate::drawing::{self, Message, Sequence, SequenceItem, Transmission};
use kernel::base::IndexVec;
use model::interaction::{
    Expression, ExpressionId, Interaction, Operator, Origin, Passing, Target,
};
use model::trace::{INTERNAL, LifelineId};

/// Maximum total length of the names of the lifelines without actions.
const NAMES: usize = 28;

/// Returns the sequence diagram of an interaction.
///
/// Weak sequencing is the order from top to bottom and has no frame; every other operator has a frame with its
/// name, and a compartment for each operand. The lifelines of a coregion have brackets within its frame.
/// The lifelines are those of the signature in its order; those without actions are left out,
/// and named in a note. Gates are at the ends of arrows in the environment.
///
/// There is no diagram if frames would be nested more than 60 deep, or there would be more than 5,000
/// lines.
///
/// # Complexity
/// Linear in the size of the interaction.
pub fn interaction_sequence(interaction: &Interaction) -> Option<Sequence> {
    let names = interaction.signature.lifelines();
    let mut occurs = IndexVec::filled(false, names.len());
    let mut is_blank: IndexVec<ExpressionId, bool> = IndexVec::new();
    for part in &interaction.parts {
        if let Expression::Passing(passing) = part {
            for lifeline in lifelines(passing) {
                occurs[lifeline] = true;
            }
        }
        is_blank.push(match part {
            Expression::Empty => true,
            Expression::Passing(passing) => lifelines(passing).next().is_none(),
            Expression::Compound(Operator::Seq, parts) => parts.iter().all(|&one| is_blank[one]),
            Expression::Compound(..) | Expression::Optional(_) | Expression::Loop(..) => false,
        });
    }
    let are_all = !occurs.iter().any(|&one| one);
    let mut sequence = Sequence::default();
    let columns = names
        .enumerate()
        .map(|(id, name)| (are_all || occurs[id]).then(|| sequence.lifelines.push(name.clone())))
        .collect();
    let root = Some(interaction.root).filter(|&root| !is_blank[root]);
    let framing = Framing::new(sequence, root);
    let mut drawing = InteractionDrawing { interaction, is_blank, columns, framing };
    while let Some(part) = drawing.framing.next() {
        drawing.part(part);
    }
    let still: Vec<&str> = names
        .enumerate()
        .filter(|(id, _)| drawing.columns[*id].is_none())
        .map(|(_, n)| &**n)
        .collect();
    let mut sequence = drawing.framing.finish()?;
    if !still.is_empty() {
        let names = still.join(", ");
        let text = match (names.chars().count() <= NAMES, still.len()) {
            (true, _) => format!("not drawn: {names}"),
            (false, 1) => "1 lifeline is not drawn".to_owned(),
            (false, number) => format!("{number} lifelines are not drawn"),
        };
        sequence.items.push(SequenceItem::Note { text, over: Vec::new() });
    }
    Some(sequence)
}

/// Returns the lifelines that a passing names.
fn lifelines(passing: &Passing) -> impl Iterator<Item = LifelineId> + '_ {
    let origin = match passing.origin {
        Origin::Lifeline(lifeline) => Some(lifeline),
        Origin::Environment | Origin::Gate(_) => None,
    };
    let target = |target: &Target| match *target {
        Target::Lifeline(lifeline) => Some(lifeline),
        Target::Gate(_) | Target::Lost(_) | Target::Unshown(_) => None,
    };
    origin.into_iter().chain(passing.targets.iter().filter_map(target))
}

struct InteractionDrawing<'a> {
    interaction: &'a Interaction,
    /// For each part whether it is invisible in the picture.
    is_blank: IndexVec<ExpressionId, bool>,
    columns: IndexVec<LifelineId, Option<drawing::LifelineId>>,
    framing: Framing<ExpressionId>,
}

impl InteractionDrawing<'_> {
    fn part(&mut self, id: ExpressionId) {
        let interaction = self.interaction;
        match &interaction.parts[id] {
            Expression::Empty => {}
            Expression::Passing(passing) => {
                let message = self.message(passing);
                self.framing.draw(SequenceItem::Message(message));
            }
            Expression::Compound(Operator::Seq, parts) => {
                let is_blank = &self.is_blank;
                self.framing.follow(parts.iter().copied().filter(|&one| !is_blank[one]));
            }
            Expression::Compound(operator, parts) => self.compound(operator, parts),
            Expression::Optional(part) => self.frame("opt", String::new(), &[*part], Vec::new()),
            Expression::Loop(repetition, part) => {
                self.frame(repetition.name(), String::new(), &[*part], Vec::new());
            }
        }
    }

    fn compound(&mut self, operator: &Operator, parts: &[ExpressionId]) {
        let signature = &self.interaction.signature;
        let (remark, marked) = match operator {
            Operator::Coreg(region) => {
                let names: Vec<&str> =
                    region.iter().map(|&one| signature.lifelines()[one].as_str()).collect();
                let mut marked: Vec<_> =
                    region.iter().filter_map(|&one| self.columns[one]).collect();
                marked.sort_unstable();
                marked.dedup();
                (names.join(", "), marked)
            }
            Operator::Sync(actions) => {
                let names: Vec<String> =
                    actions.iter().map(|action| action.text(signature)).collect();
                (names.join(", "), Vec::new())
            }
            Operator::Strict | Operator::Seq | Operator::Par | Operator::Alt => {
                (String::new(), Vec::new())
            }
        };
        self.frame(operator.name(), remark, parts, marked);
    }

    fn frame(
        &mut self,
        operator: &str,
        remark: String,
        operands: &[ExpressionId],
        marked: Vec<drawing::LifelineId>,
    ) {
        let drawn = |&part: &ExpressionId| Some(part).filter(|&part| !self.is_blank[part]);
        let compartments = operands.iter().map(drawn).collect();
        self.framing.frame(operator, remark, compartments, marked);
    }

    fn message(&self, passing: &Passing) -> Message {
        let signature = &self.interaction.signature;
        let (from, origin) = match passing.origin {
            Origin::Environment => (None, String::new()),
            Origin::Gate(gate) => (None, signature.gates()[gate].clone()),
            Origin::Lifeline(lifeline) => (self.columns[lifeline], String::new()),
        };
        let (mut to, mut gates) = (Vec::new(), Vec::new());
        for target in &passing.targets {
            match *target {
                Target::Lifeline(lifeline) => to.extend(self.columns[lifeline]),
                Target::Gate(gate) => gates.push(signature.gates()[gate].as_str()),
                Target::Lost(_) | Target::Unshown(_) => {}
            }
        }
        // An internal step is an arrow to its own lifeline.
        if passing.is_internal(signature) {
            to.extend(from);
        }
        Message {
            label: signature.messages()[passing.message].trim_start_matches(INTERNAL).to_owned(),
            from,
            to,
            transmission: if passing.synchronous {
                Transmission::Synchronous
            } else {
                Transmission::Asynchronous
            },
            origin,
            target: (!gates.is_empty()).then(|| gates.join(", ")),
        }
    }
}
