//! Lists in sentences.

use scm_check::internals::render::sentences::few;

#[test]
fn a_single_item_is_never_left_out() {
    let texts =
        [(0, ""), (2, "a, b"), (3, "a, b, c"), (4, "a, b and 2 more"), (5, "a, b and 3 more")];
    for (number, text) in texts {
        assert_eq!(few(&["a", "b", "c", "d", "e"][..number], 2, "more"), text);
    }
}
