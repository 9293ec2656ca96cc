//! Printing an interaction as a diagram.

use std::fmt::Write as _;

use super::super::printer::{Names, Notation, Unprintable, body, names, origin, received};
use model::interaction::{Interaction, Passing};

/// The signs of Mermaid.
struct Mermaid;

impl Notation for Mermaid {
    const GROUP: &'static str = "critical";

    fn next_branch(frame: &str) -> &'static str {
        match frame {
            "par" => "and",
            "critical" => "option",
            _ => "else",
        }
    }

    fn may_contain(text: &str) -> bool {
        // Characters that end statements or begin comments, and that lists of actions take.
        !text.contains([';', '#', '%', '<', '!', '?', ',', '}', '~'])
    }

    fn arrows(passing: &Passing, names: &Names<'_>) -> Result<Vec<String>, Unprintable> {
        let message = names.message(passing.message);
        let sender = origin(passing).ok_or(Unprintable::Environment)?;
        let from = names.printed.lifeline(sender);
        if names.is_internal(passing) {
            return Ok(vec![format!("{from}->>{from}: {message}")]);
        }
        let mut receivers = received(passing);
        let line = match (receivers.next(), receivers.next()) {
            (Some(_), Some(_)) => return Err(Unprintable::Receivers),
            (Some(to), None) => format!("{from}->>{}: {message}", names.printed.lifeline(to)),
            (None, _) => {
                let to = names.missed(passing).ok_or(Unprintable::Environment)?;
                format!("{from}-x{to}: {message}")
            }
        };
        Ok(vec![line])
    }
}

/// Returns an interaction as a sequence diagram of Mermaid.
///
/// Frames are those of [`print_plantuml`](super::super::print_plantuml()), with `critical` and `option` for the
/// operators that Mermaid has no frame for. A message to the environment is one that is lost on its way to some
/// lifeline. [`read_mermaid`](super::read_mermaid()) reads an interaction with the same meaning, except where a lifeline
/// sends a message to itself, which is read as an internal step.
///
/// # Errors
/// If a message comes from the environment or goes to several lifelines, which Mermaid cannot say, or there would be
/// more than 100,000 lines.
///
/// # Complexity
/// Linear in the text.
pub fn print_mermaid(interaction: &Interaction) -> Result<String, Unprintable> {
    let names = names::<Mermaid>(interaction);
    let mut text = "sequenceDiagram\n".to_owned();
    for (name, shown) in names.participants() {
        let _ = match shown {
            Some(shown) => writeln!(text, "  participant {name} as {shown}"),
            None => writeln!(text, "  participant {name}"),
        };
    }
    text.push_str(&body::<Mermaid>(&names, 1)?);
    Ok(text)
}
