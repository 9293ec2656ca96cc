//! Terms of states in lines.

use scm_check::internals::render::diagrams::term_lines;

#[test]
fn terms_break_behind_commas_and_then_behind_blanks() {
    let term = "seq(left -- word -> right, loopS(right -- answer_to_it -> left), o)";
    assert_eq!(
        term_lines(term, 34),
        ["seq(left -- word -> right,", "loopS(right -- answer_to_it ->", "left), o)"]
    );
    assert_eq!(term_lines(term, 26)[0], "seq(left -- word -> right,");
    assert_eq!(term_lines("o", 34), ["o"]);
    assert_eq!(term_lines(&"x".repeat(50), 34), ["x".repeat(50)]);
    assert_eq!(term_lines(term, 1_000), [term]);
}
