//! Words in the notation of users.

use kernel::automata::{Alphabet, SymbolId};

/// Returns the symbols of a word that is written as names separated by spaces, or as a JSON list.
pub fn read_word(text: &str) -> Vec<String> {
    let list = text.trim_start().starts_with('[').then(|| serde_json::from_str(text).ok());
    list.flatten().unwrap_or_else(|| text.split_whitespace().map(str::to_owned).collect())
}

/// Returns the names of the symbols of a word.
pub fn word_names<'a>(word: &[SymbolId], alphabet: &'a Alphabet) -> Vec<&'a str> {
    word.iter().map(|&symbol| alphabet[symbol].as_str()).collect()
}

/// Returns a word in the notation that [`read_word`] reads.
pub fn word_text(names: &[&str]) -> String {
    let is_plain = |name: &&str| {
        !name.is_empty() && !name.contains(|one: char| one.is_whitespace() || one.is_control())
    };
    if names.iter().all(is_plain) && names.first().is_none_or(|name| !name.starts_with('[')) {
        return names.join(" ");
    }
    serde_json::to_string(names).expect("a list of texts can be written")
}
