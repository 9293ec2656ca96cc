//! Printing an interaction as a diagram.

use std::fmt::Write as _;

use super::super::printer::{Names, Notation, Unprintable, body, names, origin, received};
use model::interaction::{Interaction, Passing};

/// The signs of `PlantUML`.
struct PlantUml;

impl Notation for PlantUml {
    const GROUP: &'static str = "group";

    fn next_branch(_: &str) -> &'static str {
        "else"
    }

    fn may_contain(text: &str) -> bool {
        // A text of several lines, and characters that the preprocessor or lists of actions take.
        !text.contains(['\\', '$', '!', '?', ',', '}', '~'])
    }

    fn arrows(passing: &Passing, names: &Names<'_>) -> Result<Vec<String>, Unprintable> {
        let message = names.message(passing.message);
        let origin = origin(passing).map(|lifeline| names.printed.lifeline(lifeline));
        if let Some(lifeline) = origin.filter(|_| names.is_internal(passing)) {
            return Ok(vec![format!("{lifeline} -> {lifeline} : {message}")]);
        }
        let origin = origin.map_or("[-".to_owned(), |lifeline| format!("{lifeline} -"));
        if let Some(missed) = passing.missed() {
            return Ok(vec![format!("{origin}>x {} : {message}", names.printed.lifeline(missed))]);
        }
        let mut received = received(passing).map(|lifeline| names.printed.lifeline(lifeline));
        let first = received.next().map_or("]".to_owned(), |one| format!(" {one}"));
        let mut lines = vec![format!("{origin}>{first} : {message}")];
        lines.extend(received.map(|next| format!("& {origin}> {next} : {message}")));
        Ok(lines)
    }
}

/// Returns an interaction as a sequence diagram of `PlantUML`.
///
/// Weak sequences are consecutive lines; `alt`, `opt`, `par` and `loop` are frames, and so are
/// groups with the titles `strict`, `coreg(..)`, `sync{..}` and, around a synchronous passing, `synch`. The label of a
/// loop is its kind. A message to several receivers is several arrows, the later ones with `&`, an internal step an
/// arrow to its own lifeline. Gates are the edge of the diagram. [`read_plantuml`](super::read_plantuml()) reads an
/// interaction with the same meaning, except where a lifeline sends a message to itself, which is read as an internal
/// step. Names of lifelines are those that [`print()`](super::super::super::print()) writes, and so are messages whose
/// text has signs of the language.
///
/// # Errors
/// If there would be more than 100,000 lines.
///
/// # Complexity
/// Linear in the text.
pub fn print_plantuml(interaction: &Interaction) -> Result<String, Unprintable> {
    let names = names::<PlantUml>(interaction);
    let mut text = "@startuml\n".to_owned();
    for (name, shown) in names.participants() {
        let _ = match shown {
            Some(shown) => writeln!(text, "participant \"{shown}\" as {name}"),
            None => writeln!(text, "participant {name}"),
        };
    }
    text.push_str(&body::<PlantUml>(&names, 0)?);
    text.push_str("@enduml\n");
    Ok(text)
}
