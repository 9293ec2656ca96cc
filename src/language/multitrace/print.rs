//! Multitraces as text.

use crate::interaction::PrintedNames;
use model::trace::{DistributedAlphabet, Letter, LocalLetterId, MultiTrace, Signature};

/// Returns a multitrace as text, a line for each location.
///
/// Reading it again with the signature yields the multitrace, if each lifeline belongs to a location. Names that
/// the language cannot write are changed as [`interaction::print`](crate::interaction::print) does.
///
/// # Complexity
/// Linear in the text.
pub fn print(multitrace: &MultiTrace, signature: &Signature) -> String {
    let names = PrintedNames::new(signature);
    let lines = multitrace.components.iter().map(|component| {
        let lifelines: Vec<&str> =
            component.locations.iter().map(|&lifeline| names.lifeline(lifeline)).collect();
        let letters: Vec<String> =
            component.letters.iter().map(|letter| written(letter, &names)).collect();
        (lifelines.join(", "), letters.join("."))
    });
    in_braces(lines)
}

/// Returns locations with their traces as text.
fn in_braces(locations: impl Iterator<Item = (String, String)>) -> String {
    let line = |(location, trace)| format!("    [{location}] {trace}").trim_end().to_owned();
    let lines: Vec<String> = locations.map(line).collect();
    if lines.is_empty() { "{}\n".to_owned() } else { format!("{{\n{}\n}}\n", lines.join(";\n")) }
}

fn written(letter: &Letter, names: &PrintedNames) -> String {
    let actions: Vec<String> =
        letter.actions().iter().map(|&action| names.action(action)).collect();
    match &*actions {
        [only] => only.clone(),
        _ => format!("{{{}}}", actions.join(",")),
    }
}

/// Returns a multitrace over the numbers of an alphabet as text, a line for each location. Letters that the
/// alphabet does not have are left out.
///
/// # Complexity
/// Linear in the text.
pub fn print_texts(traces: &[Vec<LocalLetterId>], alphabet: &DistributedAlphabet) -> String {
    let lines = alphabet.locations().iter().zip(traces).map(|(location, trace)| {
        let letters: Vec<&str> = trace.iter().filter_map(|&letter| location.text(letter)).collect();
        (location.members().join(", "), letters.join("."))
    });
    in_braces(lines)
}
