//! Names that a language can write.

use rustc_hash::{FxHashMap, FxHashSet};

/// Rules for the names of a language.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NameRules {
    /// Whether a text is a name.
    pub(crate) is_name: fn(&str) -> bool,
    /// Whether a character may occur in names.
    pub(crate) is_letter: fn(char) -> bool,
    /// The first number that is appended to a taken name.
    pub(crate) first_number: usize,
}

/// Returns names of a language, pairwise different, and none of them `taken`: valid names are unchanged.
///
/// # Complexity
/// Linear in the names.
pub(crate) fn legal_names<'a>(
    names: impl Iterator<Item = &'a str> + Clone,
    taken: impl Iterator<Item = &'a str>,
    rules: NameRules,
) -> impl Iterator<Item = String> {
    let NameRules { is_name, is_letter, first_number } = rules;
    let mut used: FxHashSet<String> = taken.map(str::to_owned).collect();
    let mut kept: FxHashSet<&str> =
        names.clone().filter(|&name| is_name(name) && !used.contains(name)).collect();
    used.extend(kept.iter().map(|&name| name.to_owned()));
    // The next number for names with the same stem.
    let mut numbers: FxHashMap<String, usize> = FxHashMap::default();
    names.map(move |name| {
        if kept.remove(name) {
            return name.to_owned();
        }
        let base: String = name.chars().map(|c| if is_letter(c) { c } else { '_' }).collect();
        let base = if is_name(&base) { base } else { format!("x_{base}") };
        let number = numbers.entry(base.clone()).or_insert(first_number);
        let mut free = base.clone();
        while !used.insert(free.clone()) {
            free = format!("{base}_{number}");
            *number += 1;
        }
        free
    })
}
