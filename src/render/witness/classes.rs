//! The classes of systems in words: a new one is a file with its [`ClassWords`], and one row of [`WORDS`].

use super::class_words::ClassWords;
use super::compatible::MULTIPARTY;
use super::{bounds, half_duplex, send_classes};
use model::evidence::Class;

/// The words for each class.
static WORDS: &[ClassWords] = &[
    half_duplex::BINARY,
    half_duplex::RESTRICTED,
    half_duplex::NATURAL,
    half_duplex::MULTIPARTY,
    send_classes::TOPOLOGY,
    bounds::UNIVERSALLY_WITHIN,
    bounds::UNIVERSALLY,
    bounds::EXISTENTIALLY,
    send_classes::STABLE,
    MULTIPARTY,
    send_classes::COMPATIBLE,
    send_classes::FULLY_BAG,
    send_classes::SYNCHRONISABLE,
    send_classes::EAGER,
];

/// Returns the words for a class.
pub fn class_words(class: Class) -> &'static ClassWords {
    let name = class.definition().with_bound("");
    WORDS.iter().find(|words| words.class == name).expect("each class that is defined has words")
}
