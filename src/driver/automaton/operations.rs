//! Operations that make automata of other automata.

use kernel::automata::{Alphabet, FiniteAutomaton, SymbolId, joined};
use kernel::base::{Control, Id as _, Limit};
use language::automaton::Model;

/// Error of an operation on two automata with different locations: the result can have one list of locations only.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the automata have different locations, and the result can have one list only")]
pub struct DifferentLocations;

/// Error: an automaton has no symbol of this name.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("there is no symbol `{0}`")]
pub struct NoSymbol(pub String);

/// Returns two automata over the union of their symbols, with the names of these symbols.
pub fn over_both(first: &Model, second: &Model) -> (Alphabet, FiniteAutomaton, FiniteAutomaton) {
    let (all, renaming) = joined(&first.alphabet, &second.alphabet);
    let right = second.automaton.renamed(all.len(), |symbol| renaming[symbol]);
    let left = first.automaton.over(all.len());
    (all, left, right)
}

/// Returns the automaton that `combine` makes of two automata, over the union of their symbols.
///
/// # Errors
/// If the automata have different locations; or, as the inner result, if `combine` reached a limit.
pub fn combined(
    first: Model,
    second: Model,
    combine: impl FnOnce(&FiniteAutomaton, &FiniteAutomaton) -> Result<FiniteAutomaton, Limit>,
) -> Result<Result<Model, Limit>, DifferentLocations> {
    let (alphabet, left, right) = over_both(&first, &second);
    let locations = match (first.locations, second.locations) {
        (one, other) if other.is_empty() || one == other => one,
        (one, other) if one.is_empty() => other,
        _ => return Err(DifferentLocations),
    };
    let automaton = combine(&left, &right);
    Ok(automaton.map(|automaton| Model { locations, ..Model::new(automaton, alphabet) }))
}

/// Returns the automaton without the states that occur on no accepting path.
pub fn trimmed(model: Model) -> Model {
    let keep = model.automaton.useful();
    let names = model.names.into_iter().zip(&keep);
    let names = names.filter(|(_, is_kept)| **is_kept).map(|(name, _)| name).collect();
    Model { automaton: model.automaton.restricted(&keep), names, ..model }
}

/// Returns the projection on the symbols with the names `keep`; if `keep` is empty, on all symbols except those with
/// the names `erase`. A name may be a comma-separated list, unless a symbol has exactly that name.
///
/// # Errors
/// If there is no such symbol; or, as the inner result, if a limit was reached.
pub fn projected(
    model: Model,
    keep: &[String],
    erase: &[String],
    control: &Control,
) -> Result<Result<Model, Limit>, NoSymbol> {
    let Model { automaton, alphabet, locations, .. } = model;
    let is_erasing = keep.is_empty();
    let listed = if is_erasing { erase } else { keep };
    let mut is_listed = vec![false; alphabet.len()];
    for name in listed.iter().flat_map(|value| names(value, &alphabet)) {
        let found = alphabet.iter().position(|other| other == name);
        is_listed[found.ok_or_else(|| NoSymbol(name.to_owned()))?] = true;
    }
    let mut kept = Alphabet::new();
    let renaming: Vec<_> = alphabet
        .iter()
        .zip(&is_listed)
        .map(|(name, &is_listed)| (is_listed != is_erasing).then(|| kept.push(name.clone())))
        .collect();
    let projected = automaton.projection(|symbol| renaming[symbol.index()].is_some(), control);
    Ok(projected.map(|projected| {
        let rename = |symbol: SymbolId| {
            renaming[symbol.index()].expect("a projection reads kept symbols only")
        };
        let automaton = projected.renamed(kept.len(), rename);
        let is_kept = |name: &String| kept.iter().any(|other| other == name);
        let locations = locations
            .into_iter()
            .map(|location| location.into_iter().filter(is_kept).collect::<Vec<String>>());
        let locations = locations.filter(|location| !location.is_empty()).collect();
        Model { locations, ..Model::new(automaton, kept) }
    }))
}

/// Returns the symbols that the value of an option names: the value itself, or the parts between its commas.
fn names<'a>(value: &'a str, alphabet: &Alphabet) -> Vec<&'a str> {
    if alphabet.iter().any(|name| name == value) { vec![value] } else { value.split(',').collect() }
}
