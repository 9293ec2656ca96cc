//! Words of automata as people write them.

use scm_check::internals::language::automaton::{read_word, word_text};

#[test]
fn words_are_read_as_they_are_written() {
    let words: [&[&str]; 6] =
        [&[], &["a", "b!c"], &["{k?m,l!m}"], &["a b", "c"], &[""], &["[", "x"]];
    for word in words {
        assert_eq!(read_word(&word_text(word)), word);
    }
    assert_eq!(read_word(" a  b "), ["a", "b"]);
    assert_eq!(read_word("[ a"), ["[", "a"]);
}
