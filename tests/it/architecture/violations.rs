//! Small texts that break each rule, and how the reader and the resolution see them.

use super::named::Names;
use super::resolve::{SourceFile, Universe};
use super::{
    CAP, CHECKER_CORE_CAP, CHECKER_FORM_CAP, MEMBERS, circle_faults, form_faults, long_files,
    machinery_in_oracles, manifest_faults, options_in_texts, rust_text, seen, unreasoned_ignores,
    uses_of_lower_places, uses_of_the_system,
};

/// Files that the others refer to: two places of the kernel, of which the lower one re-exports an item of the upper.
const AROUND: &[(&str, &str)] = &[
    ("src/kernel/mod.rs", "pub mod base; pub mod search; pub mod verdict;"),
    ("src/kernel/base/mod.rs", "mod id; pub use crate::typed_id; pub use id::Id;"),
    ("src/kernel/base/id.rs", "pub struct Id; #[macro_export] macro_rules! typed_id { () => {} }"),
    (
        "src/kernel/search/mod.rs",
        "mod store; pub use store::Store; pub use crate::base::Id as Same;",
    ),
    ("src/kernel/search/store.rs", "pub struct Store;"),
    ("src/kernel/verdict/mod.rs", "pub use crate::search::Store as Kept;"),
    ("src/model/mod.rs", "pub mod cfsm; pub mod evidence;"),
    ("src/lib.rs", "pub use check; pub use kernel; pub use model;"),
];

fn universe(files: &[(&str, &str)]) -> Universe {
    let owned = |(name, text): &(&str, &str)| ((*name).to_owned(), (*text).to_owned());
    Universe::new(AROUND.iter().chain(files).map(owned))
}

/// Asserts that `rule` finds one fault in these files, which says `what`, and none in those around them.
fn assert_noticed(rule: impl Fn(&Universe) -> Vec<String>, files: &[(&str, &str)], what: &str) {
    assert_eq!(rule(&universe(&[])), <[String; 0]>::default());
    let faults = rule(&universe(files));
    assert!(
        faults.len() == 1 && faults[0].contains(what),
        "{files:?}: {faults:?}, expected {what}"
    );
}

fn only_file(text: &str) -> Universe {
    Universe::new([("src/check/rsc/space.rs".to_owned(), text.to_owned())])
}

#[test]
fn a_use_of_a_lower_place_is_noticed() {
    for text in [
        "use crate::search::Store;",
        "use crate::{base::Id as _, search::{self, Store as _}};",
        "pub(crate) use super::super::search::Store;",
        "fn f(store: &crate::search::Store) {}",
        "fn f() { assert!(crate::search::store::Store::new()); }",
        "use crate::search as other; fn f() { other::Store::new(); }",
        "mod tests { use super::super::super::search::Store; }",
        "mod inner { fn f() { super::super::super::search::find(); } }",
        "use crate::search::*;",
    ] {
        let file = ("src/kernel/base/packing.rs", text);
        let noticed = uses_of_lower_places(&universe(&[file])).join("\n");
        assert!(noticed.contains("kernel::base uses kernel::search"), "{text}: {noticed}");
    }
    let grammar =
        ("src/language/grammar/scm.lalrpop", "use crate::log::Rules; grammar; X: () = { => f() };");
    let log = ("src/language/log/mod.rs", "pub struct Rules;");
    assert_noticed(uses_of_lower_places, &[log, grammar], "language::scm uses language::log");
    assert_noticed(uses_of_lower_places, &[("src/model/common/id.rs", "")], "stands nowhere");
}

#[test]
fn a_use_through_a_re_export_counts_for_the_definition_too() {
    let file = |text| ("src/model/evidence/replay.rs", text);
    for text in [
        "use kernel::verdict::Kept;",
        "use kernel::verdict as r; fn f() { r::Kept::new(); }",
        "use scm_check::kernel::{verdict::Kept as _};",
    ] {
        let noticed = uses_of_lower_places(&universe(&[file(text)])).join("\n");
        assert!(noticed.contains("model::evidence uses kernel::search"), "{text}: {noticed}");
    }
    let twice = [
        ("src/model/cfsm/mod.rs", "pub use kernel::verdict::Kept;"),
        file("use crate::cfsm::Kept;"),
    ];
    assert_noticed(uses_of_lower_places, &twice, "model::evidence uses kernel::search");
    let allowed =
        [file("use kernel::base::Id; kernel::base::typed_id!(x); // kernel::search::Store")];
    assert_eq!(uses_of_lower_places(&universe(&allowed)), <[String; 0]>::default());
}

#[test]
fn a_circle_of_files_is_noticed() {
    let module = (
        "src/check/rsc/mod.rs",
        "mod a; mod b; mod c; pub use a::A; pub use b::{B, b}; pub use c::C;",
    );
    let rule = |universe: &Universe| circle_faults(universe, &[]);
    for [a, b, c] in [
        ["use super::B;", "use super::A;", ""],
        ["use crate::rsc::B;", "use super::c::C;", "use super::A;"],
        ["fn f() { super::b() }", "use crate::rsc; type T = rsc::C;", "use super::a::A as Other;"],
        ["mod inner { use super::super::B; }", "fn f(a: vec![super::A]) {}", ""],
    ] {
        let a = ("src/check/rsc/a.rs", a);
        let files = [module, a, ("src/check/rsc/b.rs", b), ("src/check/rsc/c.rs", c)];
        assert_noticed(rule, &files, "src/check/rsc/a.rs -> src/check/rsc/b.rs");
    }
    let file = |a, b| universe(&[module, ("src/check/rsc/a.rs", a), ("src/check/rsc/b.rs", b)]);
    for (a, b) in [
        ("use super::B;", "#[cfg(test)] mod tests { use super::super::A; }"),
        ("use super::B;", "pub use super::a::A;"),
        ("use super::B;", "use super::a;"),
    ] {
        assert_eq!(rule(&file(a, b)), <[String; 0]>::default(), "{a} {b}");
    }
    let circle = file("use super::B;", "use super::A;");
    let exception: &[(&[&str], &str)] = &[(&["src/check/rsc/a.rs", "src/check/rsc/b.rs"], "why")];
    assert_eq!(circle_faults(&circle, exception), <[String; 0]>::default());
    let ended = circle_faults(&file("use super::B;", ""), exception);
    assert_eq!(ended, ["no circle any more: src/check/rsc/a.rs, src/check/rsc/b.rs"]);
}

#[test]
fn a_circle_through_a_directory_or_a_grammar_is_noticed() {
    let rule = |universe: &Universe| circle_faults(universe, &[]);
    let directory = [
        (
            "src/cli/answers/mod.rs",
            "mod evidence; use super::progress::Display; use evidence::Files; struct Desk;",
        ),
        ("src/cli/answers/evidence.rs", "use super::Desk; struct Files;"),
        ("src/cli/progress.rs", "use super::answers::Desk; struct Display;"),
    ];
    assert_noticed(rule, &directory, "src/cli/progress.rs -> src/cli/answers/mod.rs");
    assert_eq!(rule(&universe(&directory[..2])), <[String; 0]>::default());
    let grammar = [
        ("src/language/scm/mod.rs", "mod parser; mod builder;"),
        ("src/language/scm/parser.rs", "fn f() { grammar::FileParser::new() }"),
        ("src/language/scm/builder.rs", "use super::parser::Tree;"),
        (
            "src/language/grammar/scm.lalrpop",
            "use crate::scm::builder::Builder; grammar(builder: &mut Builder);",
        ),
    ];
    assert_noticed(
        rule,
        &grammar,
        "src/language/grammar/scm.lalrpop -> src/language/scm/builder.rs",
    );
}

#[test]
fn a_manifest_with_other_dependencies_is_noticed() {
    let head = "[package]\nlints.workspace = true\n[lints]\nworkspace = true\n";
    let shared = "kernel = { package = \"scm-check-kernel\", path = \"src/kernel\" }\nc = { package = \"clap\" }";
    let workspace =
        format!("{head}[workspace]\nmembers = [\"src/a\"]\n[workspace.dependencies]\n{shared}");
    let faults = |workspace: &str, manifest: &str, others| {
        manifest_faults(workspace, &[("src/a/Cargo.toml", manifest)], &[("src/a", &[], others)])
    };
    let serde = Some(&["serde"][..]);
    for (dependencies, others, what) in [
        ("[dependencies]\nkernel.workspace = true", None, "depends on scm-check-kernel"),
        ("[dev-dependencies]\nk = { package = \"scm-check-kernel\" }", serde, "scm-check-kernel"),
        ("[build-dependencies]\nscm-check = { path = \"../..\" }", None, "depends on scm-check"),
        ("[target.'cfg(unix)'.dependencies]\nrustix = \"1\"", None, "depends on rustix"),
        ("[dependencies]\nc = { workspace = true, optional = true }", None, "depends on clap"),
        ("[dependencies]\nserde.workspace = true\nrayon = \"1\"", serde, "depends on rayon"),
    ] {
        let found = faults(&workspace, &format!("{head}{dependencies}"), others);
        assert!(found.len() == 1 && found[0].contains(what), "{dependencies}: {found:?}");
    }
    assert_eq!(
        faults(&workspace, &format!("{head}[dependencies]\nserde = \"1\""), serde),
        <[String; 0]>::default()
    );
    assert_eq!(faults(&workspace, "[package]", None), ["src/a has lints of its own"]);
    let alone = faults(&workspace.replace("\"src/a\"", ""), head, None);
    assert_eq!(alone, ["the members are [], expected [\"src/a\"]"]);
    let other = manifest_faults(&workspace, &[("src/b/Cargo.toml", head)], &[("src/a", &[], None)]);
    assert_eq!(other, ["src/a has no manifest", "src/b is no member of the workspace"]);
    assert!(manifest_faults(&workspace, &[], MEMBERS).len() > MEMBERS.len());
}

#[test]
fn a_use_of_files_or_terminals_below_the_shell_is_noticed() {
    for (file, text, what) in [
        ("src/check/rsc/mod.rs", "use std::fs;", "std::fs"),
        (
            "src/language/log/time.rs",
            "use std::{fmt, process::{Command, exit}};",
            "std::process::Command",
        ),
        ("src/lib.rs", "fn f() { let it = ::std::env::args(); }", "std::env::args"),
        ("src/kernel/base/id.rs", "fn f() { std::io::stdout().lock(); }", "std::io::stdout"),
        ("src/verify/run.rs", "use clap::Parser as _;", "clap::Parser"),
    ] {
        let found = uses_of_the_system(&universe(&[(file, text)]));
        assert!(
            found.iter().any(|found| found.ends_with(&format!("uses {what}"))),
            "{text}: {found:?}"
        );
    }
    let allowed = [
        "src/cli/input.rs",
        "src/main.rs",
        "src/bin/a.rs",
        "src/verify/program.rs",
        "tests/it/a.rs",
    ];
    let allowed = allowed.map(|file| (file, "use std::fs; use clap::Parser;"));
    let similar = (
        "src/check/rsc/mod.rs",
        "use std::fmt; use std::io::Read; fn f() { fs::x(); my::std::fs() }",
    );
    assert_eq!(uses_of_the_system(&universe(&allowed)), <[String; 0]>::default());
    assert_eq!(uses_of_the_system(&universe(&[similar])), <[String; 0]>::default());
}

#[test]
fn an_oracle_that_uses_the_machinery_is_noticed() {
    let file = |text| ("tests/oracle/safety.rs", text);
    for text in [
        "use scm_check::kernel::search::Store;",
        "use kernel::search::Store;",
        "use scm_check::model; fn f() { model::evidence::replay() }",
        "use scm_check::kernel as k; fn f() { k::verdict::Kept::new(); }",
        "use verify::verify;",
        "mod inner { use scm_check::{model::{evidence::Witness}}; }",
    ] {
        let files = [
            file(text),
            ("src/model/evidence/mod.rs", ""),
            ("src/verify/mod.rs", "fn verify() {}"),
        ];
        let found = machinery_in_oracles(&universe(&files));
        assert!(!found.is_empty(), "{text}");
    }
    let through = [
        ("src/model/cfsm/mod.rs", "pub use kernel::search::Store;"),
        file("use model::cfsm::Store;"),
    ];
    assert_noticed(machinery_in_oracles, &through, "model::cfsm::Store");
    let allowed =
        [file("use scm_check::{kernel::base::Id, model::cfsm::System}; use super::other::x;")];
    assert_eq!(machinery_in_oracles(&universe(&allowed)), <[String; 0]>::default());
}

#[test]
fn a_long_file_is_noticed() {
    let (lines, rest) =
        ("let x = \"\n\n{\";\n".repeat(CAP / 2), "// comment\n\n/* more\nlines */\n");
    let tests = format!("#[cfg(test)]\nmod tests {{\n{lines}}}\n");
    let enough = format!("#[cfg(test)]\nmod tests;\n{tests}{lines}{rest}");
    assert_eq!(rust_text::code_lines(&enough), CAP / 2 * 2);
    assert_eq!(long_files(&only_file(&enough), &[]), <[String; 0]>::default());
    let exception = ("src/check/rsc/space.rs", "why");
    assert_eq!(long_files(&only_file(&enough), &[exception]).len(), 1);
    let long = format!("{enough}fn f() {{}}\n");
    assert_eq!(long_files(&only_file(&long), &[]).len(), 1);
    assert_eq!(long_files(&only_file(&long), &[exception]), <[String; 0]>::default());
}

#[test]
fn a_checker_that_is_too_long_is_noticed() {
    let lines = |count: usize| "let x = 0;\n".repeat(count);
    let files = |core: usize, form: usize| {
        let core = ["src/verify/program.rs", "src/verify/core/run.rs"].map(|name| (name, core));
        let forms = ["src/verify/forms/a.rs", "src/verify/forms/b.rs"].map(|name| (name, form));
        let others =
            (0..CHECKER_CORE_CAP / CAP - 1).map(|n| (format!("src/verify/core/f{n}.rs"), CAP));
        let all = core.into_iter().chain(forms).map(|(name, count)| (name.to_owned(), count));
        Universe::new(all.chain(others).map(|(name, count)| (name, lines(count))))
    };
    let rule = |core, form| long_files(&files(core, form), &[]);
    assert_eq!(rule(CAP / 2, CHECKER_FORM_CAP), <[String; 0]>::default());
    let core = rule(CAP / 2 + 1, 1);
    assert!(core.len() == 1 && core[0].contains("without its forms"), "{core:?}");
    let forms = rule(1, CHECKER_FORM_CAP + 1);
    assert!(forms.len() == 2 && forms[0].contains("forms/a.rs has 301 lines"), "{forms:?}");
}

#[test]
fn a_use_of_a_form_in_the_core_of_the_checker_is_noticed() {
    let files = |core| {
        [
            ("src/verify/mod.rs", "mod core; mod forms; use self::forms::FORMS;"),
            ("src/verify/core/mod.rs", "mod run; pub(crate) use self::run::Run;"),
            ("src/verify/core/run.rs", core),
            ("src/verify/forms/mod.rs", "mod a; pub(crate) const FORMS: () = a::check();"),
            ("src/verify/forms/a.rs", "use crate::core::Run;"),
        ]
    };
    let rule = uses_of_lower_places;
    assert_eq!(rule(&universe(&files("struct Run;"))), <[String; 0]>::default());
    for text in ["use crate::forms::FORMS;", "fn f() { crate::forms::a::check() }"] {
        assert_noticed(rule, &files(text), "verify::core uses verify::forms");
    }
}

#[test]
fn a_form_without_a_row_is_noticed() {
    let faults = |table| {
        let files = [("src/verify/forms/mod.rs", table), ("src/verify/forms/upward.rs", "")];
        form_faults(&universe(&files))
    };
    let row = "(Certificate(\"upward\"), is, upward::check),";
    assert_eq!(faults(row), <[String; 0]>::default());
    for (table, count) in [("mod upward;", 0), (&*format!("{row}\n{row}"), 2)] {
        assert_eq!(faults(table), [format!("the form upward has {count} rows, expected one")]);
    }
}

#[test]
fn an_option_in_a_text_is_noticed() {
    for text in ["\"see `--reach`\"", "\"scm-check explain rules\"", "r#\"say --by-time\"#"] {
        let used = format!("/// `--reach`\nconst HELP: &str = {text};");
        assert_noticed(options_in_texts, &[("src/model/cfsm/mod.rs", &used)], "src/model/cfsm");
        assert_eq!(options_in_texts(&universe(&[("src/render/mod.rs", &used)])), [""; 0]);
    }
    let arrows = "const ARROWS: [&str; 2] = [\"--x\", \"a -- b\"];";
    assert_eq!(options_in_texts(&universe(&[("src/model/cfsm/mod.rs", arrows)])), [""; 0]);
}

#[test]
fn an_inclusion_of_another_file_is_noticed() {
    for text in ["#[path = \"../kernel/mod.rs\"] mod kernel;", "include!(\"other.rs\");"] {
        assert_eq!(rust_text::inclusions(text).len(), 1, "{text}");
    }
    assert!(
        rust_text::inclusions("include_str!(\"help.txt\"); let path = include; // #[path]")
            .is_empty()
    );
}

#[test]
fn a_test_that_is_left_out_for_another_reason_is_noticed() {
    let ignored = |text: &str| unreasoned_ignores(&only_file(text).files[0] as &SourceFile);
    assert_eq!(ignored("#[ignore = \"needs dot\"] #[test] fn f() {}"), <[String; 0]>::default());
    assert_eq!(
        ignored("// #[ignore]\nlet text = \"#[ignore]\"; ignore();"),
        <[String; 0]>::default()
    );
    for text in
        ["#[ignore]", "#[ignore = \"slow\"]", "#[cfg_attr(debug, ignore)]", "#[test]\n#[ ignore ]"]
    {
        assert_eq!(ignored(&format!("{text} fn f() {{}}")).len(), 1, "{text}");
    }
}

#[test]
fn what_the_rules_see_is_counted() {
    let file = (
        "src/kernel/verdict/row.rs",
        "use crate::search::{Store, Same}; fn f(id: crate::base::Id) {}",
    );
    assert_eq!(seen(&universe(&[]), "kernel"), [6, 2, 0]);
    assert_eq!(seen(&universe(&[file]), "kernel"), [7, 5, 2]);
    assert_eq!(seen(&universe(&[file]), "check"), [0, 0, 0]);
}

#[test]
fn the_reader_sees_groups_renamings_and_parents() {
    let read = rust_text::read(
        "use crate::kernel::{base::{Id as _, IndexVec}, search::{self, Finding}}; // crate::check::rsc\n\
         let s = (\"crate::cli\", r#\"a\"::b\"#, b'\"', '\\'', 'a'); pub use ::serde as s;\n\
         super::super::rsc::x(); Vec::<other::Y>::new(); <T as a::B>::c(); fn f<'a>() -> impl Fn() + use<'a> {}",
    );
    let imports = read.imports.iter().map(|import| (import.path.as_str(), import.name.as_str()));
    let expected = [
        ("crate::kernel::base::Id", "_"),
        ("crate::kernel::base::IndexVec", "IndexVec"),
        ("crate::kernel::search", "search"),
        ("crate::kernel::search::Finding", "Finding"),
        ("serde", "s"),
    ];
    assert_eq!(imports.collect::<Vec<_>>(), expected);
    let paths = read.paths.iter().map(|path| path.path.as_str());
    assert_eq!(paths.collect::<Vec<_>>(), ["super::super::rsc::x", "other::Y", "a::B"]);
}

#[test]
fn a_name_of_what_is_not_there_is_noticed() {
    let universe = universe(&[]);
    let files: Vec<String> = universe.files.iter().map(|file| file.name.clone()).collect();
    let names = Names::new(&universe, &files);
    let right = "`src/kernel`, `store.rs`, `search::Store`, `Id`, `word`, [the map](../src/lib.rs), `src/NAME.rs`\n\
                 ```text\n`Other`\n```\n";
    assert_eq!(names.missing("docs/page.md", right, false), <[String; 0]>::default());
    for wrong in ["`src/kernel/pool`", "`pool.rs`", "`search::Pool`", "`PoolOf`", "[gone](page.md)"]
    {
        let missing = names.missing("docs/page.md", wrong, false);
        assert_eq!(missing.len(), 1, "{wrong}: {missing:?}");
    }
    // Users have files and items of their own.
    assert_eq!(names.missing("docs/page.md", "`pool.rs` `PoolOf`", true), <[String; 0]>::default());
}
