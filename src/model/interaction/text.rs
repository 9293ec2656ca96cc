//! Interactions as text on one line.

use std::fmt::Write as _;

use super::{Expression, ExpressionId, Interaction, Operator, Origin, Passing, Target};
use crate::trace::{Action, Signature};

/// A piece that is still to be written.
enum Unwritten {
    Part(ExpressionId),
    Text(&'static str),
}

impl Interaction {
    /// Returns the interaction as a term on one line: `seq(l -- m -> k, loopS(k -- n -> l))`.
    ///
    /// # Complexity
    /// Linear in the number of parts.
    pub fn text(&self) -> String {
        let mut text = String::new();
        let mut open = vec![Unwritten::Part(self.root)];
        while let Some(piece) = open.pop() {
            let part = match piece {
                Unwritten::Text(piece) => {
                    text.push_str(piece);
                    continue;
                }
                Unwritten::Part(part) => &self.parts[part],
            };
            match part {
                Expression::Empty => text.push('o'),
                Expression::Passing(passing) => passing.write(&self.signature, &mut text),
                Expression::Optional(body) => {
                    text.push_str("opt(");
                    open.extend([Unwritten::Text(")"), Unwritten::Part(*body)]);
                }
                Expression::Loop(kind, body) => {
                    text.push_str(kind.name());
                    text.push('(');
                    open.extend([Unwritten::Text(")"), Unwritten::Part(*body)]);
                }
                Expression::Compound(operator, operands) => {
                    operator.write(&self.signature, &mut text);
                    text.push('(');
                    open.push(Unwritten::Text(")"));
                    for (place, &operand) in operands.iter().enumerate().rev() {
                        open.push(Unwritten::Part(operand));
                        if place > 0 {
                            open.push(Unwritten::Text(", "));
                        }
                    }
                }
            }
        }
        text
    }
}

impl Operator {
    /// Writes the operator with its arguments besides the operands.
    fn write(&self, signature: &Signature, text: &mut String) {
        text.push_str(self.name());
        let (open, close, names) = match self {
            Self::Strict | Self::Seq | Self::Par | Self::Alt => return,
            Self::Coreg(lifelines) => {
                let names = lifelines.iter().map(|&one| signature.lifelines()[one].clone());
                ('(', ')', names.collect::<Vec<String>>())
            }
            Self::Sync(actions) => {
                let name = |action: &Action| action.text(signature);
                ('{', '}', actions.iter().map(name).collect())
            }
        };
        let _ = write!(text, "{open}{}{close}", names.join(","));
    }
}

impl Passing {
    /// Writes the arrow: `l -- m -> k`, `l -- m -> (k1,k2)`, `l -- m ->|`, `m -> k`; or the internal step: `l ~m`.
    fn write(&self, signature: &Signature, text: &mut String) {
        match self.origin {
            Origin::Environment => {}
            Origin::Gate(gate) => {
                let _ = write!(text, "{} -- ", signature.gates()[gate]);
            }
            Origin::Lifeline(sender) => {
                let _ = write!(text, "{} -- ", signature.lifelines()[sender]);
            }
        }
        if self.is_internal(signature) {
            // The name of the message begins with the sign.
            text.truncate(text.trim_end_matches("-- ").len());
            text.push_str(&signature.messages()[self.message]);
            return;
        }
        if self.synchronous {
            text.push_str("<synch>");
        }
        let name = |target: &Target| match target {
            Target::Gate(gate) => Some(signature.gates()[*gate].as_str()),
            Target::Lifeline(receiver) => Some(signature.lifelines()[*receiver].as_str()),
            Target::Lost(_) | Target::Unshown(_) => None,
        };
        let message = &signature.messages()[self.message];
        let targets: Vec<&str> = self.targets.iter().filter_map(name).collect();
        let _ = match &*targets {
            [] => write!(text, "{message} ->|"),
            [target] => write!(text, "{message} -> {target}"),
            targets => write!(text, "{message} -> ({})", targets.join(",")),
        };
    }
}
