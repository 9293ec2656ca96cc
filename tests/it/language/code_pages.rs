//! Every code has its page, and every page is about a code.

use std::collections::BTreeSet;

use scm_check::internals::driver::codes;
use scm_check::internals::kernel::diagnostics::CodePage;
use scm_check::internals::language::component::{self, property};
use scm_check::internals::language::{
    automaton, choreography, fsa, interaction, log, reading, scm,
};

/// The pages, and the file that declares their codes.
const TEXTS: [(&str, &str); 10] = [
    (codes::PAGES, include_str!("../../../src/driver/codes.rs")),
    (reading::codes::PAGES, include_str!("../../../src/language/reading/codes.rs")),
    (scm::codes::PAGES, include_str!("../../../src/language/scm/codes.rs")),
    (component::codes::PAGES, include_str!("../../../src/language/component/codes.rs")),
    (property::codes::PAGES, include_str!("../../../src/language/component/property/codes.rs")),
    (choreography::codes::PAGES, include_str!("../../../src/language/choreography/codes.rs")),
    (interaction::codes::PAGES, include_str!("../../../src/language/interaction/codes.rs")),
    (automaton::codes::PAGES, include_str!("../../../src/language/automaton/codes.rs")),
    (log::codes::PAGES, include_str!("../../../src/language/log/codes.rs")),
    (fsa::codes::PAGES, include_str!("../../../src/language/fsa/codes.rs")),
];

#[test]
fn each_code_has_its_page_in_the_order_of_the_names() {
    let mut all = BTreeSet::new();
    for (pages, declarations) in TEXTS {
        let declared = declarations.split(": Code = Code::").skip(1);
        let declared: Vec<&str> = declared.map(|rest| rest.split('"').nth(1).unwrap()).collect();
        let explained: Vec<&str> = CodePage::all(pages).map(|page| page.code.name).collect();
        assert_eq!(declared, explained);
        assert!(explained.is_sorted());
        for name in explained {
            assert!(all.insert(name), "{name} stands twice");
        }
    }
    assert!(all.len() > 130);
}

#[test]
fn a_page_says_how_bad_it_is_and_shows_an_example() {
    for page in TEXTS.into_iter().flat_map(|(pages, _)| CodePage::all(pages)) {
        let CodePage { code, title, text } = page;
        let head = format!("{}[{}]: {title}\n\n", code.severity().word(), code.name);
        let rest = text.strip_prefix(&head).unwrap();
        let (explanation, example) = rest.split_once("\n\nExample\n\n").unwrap();
        assert!(!title.is_empty() && !explanation.is_empty(), "{text}");
        assert!(explanation.lines().all(|line| line.chars().count() <= 80), "{text}");
        assert!(example.lines().all(|line| line.starts_with("    ")), "{text}");
    }
}
