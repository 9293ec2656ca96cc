//! Sources with the lines that matter in sight.

use scm_check::internals::render::report::html::{Marked, Markup, excerpt};

fn shown(length: usize, marked: &[u32]) -> String {
    let source: Vec<String> = (1..=length).map(|line| format!("<{line}>")).collect();
    let mut page = Markup::default();
    let marked: Vec<Marked> =
        marked.iter().map(|&line| Marked { line, links: Vec::new() }).collect();
    excerpt(&mut page, "m", &source, &marked);
    page.finish()
}

#[test]
fn every_line_is_there_once_and_far_ones_are_folded() {
    for marked in [&[][..], &[1], &[20], &[3, 4, 18], &[5, 11]] {
        let text = shown(20, marked);
        for line in 1..=20 {
            let count = text.matches(&format!("&lt;{line}&gt;")).count();
            assert_eq!(count, 1, "line {line} of {marked:?}");
        }
        assert_eq!(text.matches("line used").count(), marked.len());
    }
    assert_eq!(shown(20, &[3, 4, 18]).matches("<details>").count(), 1);
    assert!(shown(2000, &[3]).contains("lines 6 to 2000 are left out"));
}
