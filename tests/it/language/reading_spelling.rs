//! Names that somebody may have meant.

use scm_check::internals::language::reading::nearest;

#[test]
fn slips_are_recognised_and_other_names_are_not() {
    let known = ["req", "res", "acknowledge"];
    assert_eq!(nearest("rqe", known.into_iter()), Some("req"));
    assert_eq!(nearest("aknowlegde", known.into_iter()), Some("acknowledge"));
    assert_eq!(nearest("x", known.into_iter()), None);
    assert_eq!(nearest("y", ["x"].into_iter()), None);
}
