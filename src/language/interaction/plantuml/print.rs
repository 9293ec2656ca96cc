//! Printing an interaction as a diagram.

use super::super::print::{PrintedNames, word};
use model::interaction::{
    Expression, ExpressionId, Interaction, Operator, Origin, Passing, Target,
};

/// Maximum number of lines of a diagram.
const MAX_LINES: usize = 100_000;

/// Maximum depth of indentation.
const DEEPEST: usize = 40;

/// Reason why an interaction has no diagram.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Unprintable {
    /// The text would be too long.
    #[error("the diagram would have more than {MAX_LINES} lines")]
    TooLong,
}

/// Returns an interaction as a sequence diagram of `PlantUML`.
///
/// Weak sequences are consecutive lines; `alt`, `opt`, `par` and `loop` are frames, and so are
/// groups with the titles `strict`, `coreg(..)`, `sync{..}` and, around a synchronous passing, `synch`. The label of a
/// loop is its kind. A message to several receivers is several arrows, the later ones with `&`. Gates
/// are the edge of the diagram. [`read_plantuml`](super::read_plantuml()) reads an interaction with the same
/// meaning. Names are those that [`print()`](super::super::print()) writes.
///
/// # Errors
/// If there would be more than 100,000 lines.
///
/// # Complexity
/// Linear in the text.
pub fn print_plantuml(interaction: &Interaction) -> Result<String, Unprintable> {
    let names = PrintedNames::new(&interaction.signature);
    let mut lines = Lines { text: String::new(), number: 0, depth: 0 };
    lines.put("@startuml");
    for (lifeline, name) in interaction.signature.lifelines().enumerate() {
        let printed = names.lifeline(lifeline);
        if printed == name {
            lines.put(&format!("participant {printed}"));
        } else {
            let shown = |c: char| if c == '"' || c.is_control() { ' ' } else { c };
            let shown: String = name.chars().map(shown).collect();
            lines.put(&format!("participant \"{shown}\" as {printed}"));
        }
    }
    let mut tasks = vec![DiagramTask::Part(interaction.root)];
    while let Some(task) = tasks.pop() {
        match task {
            DiagramTask::Part(part) => {
                draw(&interaction.parts[part], &names, &mut lines, &mut tasks);
            }
            DiagramTask::Else => {
                lines.close("else");
                lines.depth += 1;
            }
            DiagramTask::End => lines.close("end"),
        }
        if lines.number > MAX_LINES {
            return Err(Unprintable::TooLong);
        }
    }
    lines.put("@enduml");
    Ok(lines.text)
}

/// A pending step of the printer.
enum DiagramTask {
    Part(ExpressionId),
    Else,
    End,
}

struct Lines {
    text: String,
    number: usize,
    depth: usize,
}

impl Lines {
    fn put(&mut self, line: &str) {
        self.text.extend(std::iter::repeat_n("  ", self.depth.min(DEEPEST)));
        self.text.push_str(line);
        self.text.push('\n');
        self.number += 1;
    }

    fn open(&mut self, line: &str) {
        self.put(line);
        self.depth += 1;
    }

    fn close(&mut self, line: &str) {
        self.depth -= 1;
        self.put(line);
    }
}

fn draw(part: &Expression, names: &PrintedNames, lines: &mut Lines, tasks: &mut Vec<DiagramTask>) {
    let operands = part.operands();
    let title = match part {
        Expression::Empty => return,
        Expression::Passing(passing) => return arrows(passing, names, lines),
        Expression::Optional(_) => "opt".to_owned(),
        Expression::Loop(kind, _) => format!("loop {}", word(*kind)),
        Expression::Compound(operator, _) => match operator {
            Operator::Strict => "group strict".to_owned(),
            Operator::Par => "par".to_owned(),
            Operator::Sync(actions) if actions.is_empty() => "par".to_owned(),
            Operator::Alt => "alt".to_owned(),
            Operator::Coreg(lifelines) if !lifelines.is_empty() => {
                let list: Vec<&str> = lifelines.iter().map(|&l| names.lifeline(l)).collect();
                format!("group coreg({})", list.join(", "))
            }
            Operator::Sync(actions) => {
                let list: Vec<String> = actions.iter().map(|&a| names.action(a)).collect();
                format!("group sync{{{}}}", list.join(", "))
            }
            Operator::Seq | Operator::Coreg(_) => {
                tasks.extend(operands.iter().rev().map(|&operand| DiagramTask::Part(operand)));
                return;
            }
        },
    };
    lines.open(&title);
    tasks.push(DiagramTask::End);
    for (number, &operand) in operands.iter().enumerate().rev() {
        tasks.push(DiagramTask::Part(operand));
        if number > 0 {
            tasks.push(DiagramTask::Else);
        }
    }
}

fn arrows(passing: &Passing, names: &PrintedNames, lines: &mut Lines) {
    let message = names.message(passing.message);
    let origin = match passing.origin {
        Origin::Lifeline(lifeline) => format!("{} -", names.lifeline(lifeline)),
        Origin::Environment | Origin::Gate(_) => "[-".to_owned(),
    };
    if passing.synchronous {
        lines.open("group synch");
    }
    let mut received = passing.targets.iter().filter_map(|target| match *target {
        Target::Lifeline(lifeline) => Some(lifeline),
        Target::Gate(_) => None,
    });
    let first = received.next().map_or("]".to_owned(), |one| format!(" {}", names.lifeline(one)));
    lines.put(&format!("{origin}>{first} : {message}"));
    for next in received {
        lines.put(&format!("& {origin}> {} : {message}", names.lifeline(next)));
    }
    if passing.synchronous {
        lines.close("end");
    }
}
