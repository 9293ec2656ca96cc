//! Texts that cannot be read at all.

use scm_check::kernel::diagnostics::{Colours, render};
use scm_check::kernel::source::Source;
use scm_check::language::scm::too_large;

#[test]
fn a_file_that_is_too_large_is_refused_in_words() {
    let text = render(&Source::new("huge.scm", "scm huge :"), &too_large(), Colours::Plain);
    let expected = [
        "error[E0008]: the file has four gigabytes or more",
        " --> huge.scm:1:1",
        "  |",
        "1 | scm huge :",
        "  | ^",
        "",
    ];
    assert_eq!(text, expected.join("\n"));
}
