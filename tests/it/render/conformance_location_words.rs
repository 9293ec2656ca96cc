//! Names of locations in sentences.

use scm_check::internals::render::conformance::{in_words, with_count};

#[test]
fn numbers_are_no_names_in_sentences() {
    assert_eq!(in_words("shop"), "shop");
    assert_eq!(in_words("shop,2"), "shop,2");
    assert_eq!(in_words("2"), "location 2");
    assert_eq!(in_words("1,2"), "location 1,2");
    assert_eq!(with_count("shop", "20"), "shop 20");
    assert_eq!(with_count("2", "2 of 4"), "location 2: 2 of 4");
}
