//! The classes of systems in words: a new one is a file with its [`ClassWords`], and one row of [`WORDS`].

use super::class_words::ClassWords;
use super::compatible::MULTIPARTY;
use super::half_duplex::BINARY;
use model::evidence::Class;

/// The words for each class.
static WORDS: &[ClassWords] = &[MULTIPARTY, BINARY];

/// Returns the words for a class.
pub fn class_words(class: Class) -> &'static ClassWords {
    let name = class.definition().name;
    WORDS.iter().find(|words| words.class == name).expect("each class that is defined has words")
}
