//! Options with values of types of the library: their names on the command line, and their help.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

/// A value of an option: its name, the value, and its help.
pub(crate) type Choice<T> = (&'static str, T, &'static str);

/// Returns the parser of an option that is one of `choices`.
pub(crate) fn one_of<T: Copy + Send + Sync + 'static>(
    choices: &'static [Choice<T>],
) -> impl TypedValueParser<Value = T> {
    let possible = choices.iter().map(|&(name, _, help)| PossibleValue::new(name).help(help));
    PossibleValuesParser::new(possible).map(|name| {
        let named = choices.iter().find(|(other, ..)| *other == name);
        named.expect("clap lets only these names pass").1
    })
}

/// Returns the parser of an option that is one of `values`, which have names.
pub(crate) fn one_named<T: Copy + Send + Sync + 'static>(
    values: &'static [T],
    name: fn(T) -> &'static str,
) -> impl TypedValueParser<Value = T> {
    PossibleValuesParser::new(values.iter().map(|&value| name(value))).map(move |given| {
        let named = values.iter().copied().find(|&value| name(value) == given);
        named.expect("clap lets only these names pass")
    })
}
