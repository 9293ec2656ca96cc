//! Names that nothing else has.

use kernel::base::IndexVec;
use model::component::PlaceId;
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

/// Adds a twin of each place, with a word behind its name, and returns the twins.
pub(super) fn twins(
    places: &mut IndexVec<PlaceId, String>,
    word: &str,
) -> IndexVec<PlaceId, PlaceId> {
    let mut names = Names::of(places.iter().map(String::as_str));
    let new: Vec<String> =
        places.iter().map(|name| names.fresh(&format!("{name}_{word}"))).collect();
    new.into_iter().map(|name| places.push(name)).collect()
}
