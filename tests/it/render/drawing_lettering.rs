//! Texts that are made to fit.

use scm_check::internals::render::drawing::{ELLIPSIS, begun, shortened, text_width, wrapped};

#[test]
fn a_shortened_text_keeps_its_ends_and_fits() {
    let name = format!("{}#12", "request".repeat(30));
    let short = shortened(&name, 10.0, 120.0);
    assert!(short.starts_with("request") && short.ends_with("#12"), "{short}");
    assert!(text_width(&short, 10.0) <= 120.0);
    assert_eq!(shortened("a", 10.0, 120.0), "a");
}

#[test]
fn a_text_that_is_begun_loses_its_end_alone() {
    let name = "request".repeat(30);
    let short = begun(&name, 10.0, 120.0);
    let start = short.strip_suffix(ELLIPSIS).expect("it is cut");
    assert!(start.len() > 7 && name.starts_with(start), "{short}");
    assert!(text_width(&short, 10.0) <= 120.0);
    assert_eq!(begun("a", 10.0, 120.0), "a");
}

#[test]
fn lines_break_behind_separators_and_lose_nothing_that_fits() {
    let lines = wrapped("controller_of_the_lift", 10.0, 90.0, 3);
    assert_eq!(lines, ["controller_of_", "the_lift"]);
    for text in ["x".repeat(200), "\u{4e2d}".repeat(200), "a ".repeat(99)] {
        let lines = wrapped(&text, 10.0, 90.0, 3);
        assert!(lines.len() == 3 && lines.iter().all(|line| text_width(line, 10.0) <= 90.0));
    }
}
