use scm_check::internals::render::sentences::printable;

#[test]
fn names_cannot_steer_a_terminal() {
    assert_eq!(printable("mödel 漢.scm"), "mödel 漢.scm");
    assert_eq!(printable("a\nb\u{1b}[31m.scm"), "a\\nb\\u{1b}[31m.scm");
}
