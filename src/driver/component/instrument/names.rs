//! Names that nothing else has.

use rustc_hash::FxHashSet;

/// Names in use.
#[derive(Default)]
pub(super) struct Names(FxHashSet<String>);

impl Names {
    /// Returns the set of these names.
    pub(super) fn of<'a>(names: impl IntoIterator<Item = &'a str>) -> Self {
        Self(names.into_iter().map(str::to_owned).collect())
    }

    /// Returns a new name as an identifier: `wanted` with `_` between its words, if necessary with a number.
    pub(super) fn fresh(&mut self, wanted: &str) -> String {
        let words = wanted.split(|sign: char| !sign.is_alphanumeric() && sign != '_');
        let wanted = words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join("_");
        let mut name = wanted.clone();
        let mut number = 1;
        while !self.0.insert(name.clone()) {
            number += 1;
            name = format!("{wanted}_{number}");
        }
        name
    }
}
