//! The one printer of arrows and frames of all languages of diagrams.

use super::super::print::{PrintedNames, word};
use model::interaction::{
    Expression, ExpressionId, Interaction, Operator, Origin, Passing, Target,
};
use model::trace::{INTERNAL, LifelineId, SignatureMessageId};

/// Maximum number of lines of a diagram.
const MAX_LINES: usize = 100_000;

/// Maximum depth of indentation.
const DEEPEST: usize = 40;

/// Reason why an interaction has no diagram in a language.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Unprintable {
    /// The text would be too long.
    #[error("the diagram would have more than {MAX_LINES} lines")]
    TooLong,
    /// A message comes from the environment, or goes there from the only lifeline.
    #[error("diagrams of this language have no messages from or to the environment")]
    Environment,
    /// A message goes to several lifelines.
    #[error("diagrams of this language have no message that goes to several lifelines")]
    Receivers,
}

/// The signs of a language of diagrams.
pub(super) trait Notation {
    /// The word for frames of operators that the language has no word for.
    const GROUP: &'static str;

    /// The word before the next branch of a frame that `frame` begins.
    fn next_branch(frame: &str) -> &'static str;

    /// Returns `true` if the text of a message can be written as it is.
    fn may_contain(text: &str) -> bool;

    /// Writes the arrows of a passing.
    fn arrows(passing: &Passing, printer: &Names<'_>) -> Result<Vec<String>, Unprintable>;
}

/// The names of an interaction as a diagram writes them.
pub(super) struct Names<'a> {
    interaction: &'a Interaction,
    pub(super) printed: PrintedNames,
    may_contain: fn(&str) -> bool,
}

impl Names<'_> {
    /// Returns the text of a message.
    pub(super) fn message(&self, message: SignatureMessageId) -> &str {
        let text = &self.interaction.signature.messages()[message];
        let plain = text.trim_start_matches(INTERNAL);
        let is_plain = !plain.is_empty() && plain.trim() == plain;
        if is_plain && !plain.contains(char::is_control) && (self.may_contain)(plain) {
            return plain;
        }
        self.printed.message(message).trim_start_matches(INTERNAL)
    }

    /// Returns `true` if a passing is an internal step.
    pub(super) fn is_internal(&self, passing: &Passing) -> bool {
        passing.is_internal(&self.interaction.signature)
    }

    /// Returns the lifeline that the arrow of a lost message points at: one other than the sender, if the diagram does not
    /// say it. `None` if there is none.
    pub(super) fn missed(&self, passing: &Passing) -> Option<&str> {
        let mut all = self.interaction.signature.lifelines().ids();
        let other = || all.find(|&other| Some(other) != origin(passing));
        passing.missed().or_else(other).map(|missed| self.printed.lifeline(missed))
    }

    /// Returns the declarations of the lifelines: the names in the diagram, each with the original one if that is
    /// another.
    pub(super) fn participants(&self) -> impl Iterator<Item = (&str, Option<String>)> {
        self.interaction.signature.lifelines().enumerate().map(|(lifeline, name)| {
            let printed = self.printed.lifeline(lifeline);
            let shown = |c: char| if c == '"' || c.is_control() { ' ' } else { c };
            let other = (printed != name).then(|| name.chars().map(shown).collect());
            (printed, other)
        })
    }
}

/// A pending step of the printer.
enum DiagramTask {
    Part(ExpressionId),
    Next(&'static str),
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

/// Returns the names of an interaction in a language.
pub(super) fn names<N: Notation>(interaction: &Interaction) -> Names<'_> {
    let printed = PrintedNames::new(&interaction.signature);
    Names { interaction, printed, may_contain: N::may_contain }
}

/// Returns the lines of the messages of an interaction, `depth` deep.
///
/// # Errors
/// If the language cannot express it, or it is too long.
pub(super) fn body<N: Notation>(names: &Names<'_>, depth: usize) -> Result<String, Unprintable> {
    let mut lines = Lines { text: String::new(), number: 0, depth };
    let mut tasks = vec![DiagramTask::Part(names.interaction.root)];
    while let Some(task) = tasks.pop() {
        match task {
            DiagramTask::Part(part) => {
                draw::<N>(&names.interaction.parts[part], names, &mut lines, &mut tasks)?;
            }
            DiagramTask::Next(word) => {
                lines.close(word);
                lines.depth += 1;
            }
            DiagramTask::End => lines.close("end"),
        }
        if lines.number > MAX_LINES {
            return Err(Unprintable::TooLong);
        }
    }
    Ok(lines.text)
}

fn draw<N: Notation>(
    part: &Expression,
    names: &Names<'_>,
    lines: &mut Lines,
    tasks: &mut Vec<DiagramTask>,
) -> Result<(), Unprintable> {
    let operands = part.operands();
    let group = N::GROUP;
    let title = match part {
        Expression::Empty => return Ok(()),
        Expression::Passing(passing) => {
            if passing.synchronous {
                lines.open(&format!("{group} synch"));
            }
            for line in N::arrows(passing, names)? {
                lines.put(&line);
            }
            if passing.synchronous {
                lines.close("end");
            }
            return Ok(());
        }
        Expression::Optional(_) => "opt".to_owned(),
        Expression::Loop(kind, _) => format!("loop {}", word(*kind)),
        Expression::Compound(operator, _) => match operator {
            Operator::Strict => format!("{group} strict"),
            Operator::Par => "par".to_owned(),
            Operator::Sync(actions) if actions.is_empty() => "par".to_owned(),
            Operator::Alt => "alt".to_owned(),
            Operator::Coreg(lifelines) if !lifelines.is_empty() => {
                let list: Vec<&str> =
                    lifelines.iter().map(|&l| names.printed.lifeline(l)).collect();
                format!("{group} coreg({})", list.join(", "))
            }
            Operator::Sync(actions) => {
                let name = |action: &model::trace::Action| {
                    let lifeline = names.printed.lifeline(action.lifeline);
                    format!(
                        "{lifeline}{}{}",
                        action.direction.sign(),
                        names.message(action.message)
                    )
                };
                let list: Vec<String> = actions.iter().map(name).collect();
                format!("{group} sync{{{}}}", list.join(", "))
            }
            Operator::Seq | Operator::Coreg(_) => {
                tasks.extend(operands.iter().rev().map(|&operand| DiagramTask::Part(operand)));
                return Ok(());
            }
        },
    };
    lines.open(&title);
    tasks.push(DiagramTask::End);
    let next = N::next_branch(title.split(' ').next().unwrap_or_default());
    for (number, &operand) in operands.iter().enumerate().rev() {
        tasks.push(DiagramTask::Part(operand));
        if number > 0 {
            tasks.push(DiagramTask::Next(next));
        }
    }
    Ok(())
}

/// Returns the lifeline that an arrow begins at; `None` for the environment.
pub(super) fn origin(passing: &Passing) -> Option<LifelineId> {
    match passing.origin {
        Origin::Lifeline(lifeline) => Some(lifeline),
        Origin::Environment | Origin::Gate(_) => None,
    }
}

/// Returns the lifelines that arrows end at.
pub(super) fn received(passing: &Passing) -> impl Iterator<Item = LifelineId> + '_ {
    passing.targets.iter().filter_map(|target| match *target {
        Target::Lifeline(lifeline) => Some(lifeline),
        Target::Gate(_) | Target::Lost(_) | Target::Unshown(_) => None,
    })
}
