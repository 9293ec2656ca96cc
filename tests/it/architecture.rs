//! The floors: a module imports only what stands above it in one list.

use std::fs;
use std::path::{Path, PathBuf};

/// The list of places from top to bottom, each with the places above it that it never uses.
///
/// A new place is a design change: see `ARCHITECTURE.md`.
const PLACES: &[(&str, &[&str])] = &[
    ("kernel::base", &[]),
    ("kernel::source", &[]),
    ("kernel::diagnostics", &[]),
    ("kernel::transition_system", &[]),
    ("kernel::search", &[]),
    ("kernel::automata", &[]),
    ("kernel::drawing", &[]),
    ("kernel::report", &[]),
    ("model::cfsm", &[]),
    ("model::choreography", &[]),
    ("model::witness", &["kernel::search"]),
    ("model::trace", &[]),
    ("model::interaction", &[]),
    ("model::generate", &[]),
    ("check::rsc", &[]),
    ("check::membership", &[]),
    ("check::closure", &[]),
    ("check::reachability", &[]),
    ("check::safety", &[]),
    ("check::realisability", &[]),
    ("check::protocol", &[]),
    ("check::conformance", &[]),
    ("language::scm", CHECKS),
    ("language::choreography", CHECKS),
    ("language::interaction", CHECKS),
    ("language::automaton", CHECKS),
    ("language::multitrace", CHECKS),
    ("language::log", CHECKS),
    ("cli", &[]),
];

const CHECKS: &[&str] = &[
    "check::rsc",
    "check::membership",
    "check::closure",
    "check::reachability",
    "check::safety",
    "check::realisability",
    "check::protocol",
    "check::conformance",
];

/// What the oracles may use: public data of the models and nothing of the machinery.
const ORACLE: &[&str] =
    &["kernel::base", "model::cfsm", "model::choreography", "model::trace", "model::interaction"];

/// What the independent checker uses: nothing of the library, and no crate but these.
const CHECKER: &[&str] = &[
    "std",
    "serde",
    "serde_json",
    "sha2",
    "hashbrown",
    "rustc_hash",
    "self",
    "super",
    "crate",
    "checker",
];

/// The largest number of code lines of the independent checker: being small is what makes it believable.
const CHECKER_CAP: usize = 2_000;

/// Crates and modules that only the command line uses.
const TERMINAL: &[&str] = &[
    "anstream",
    "clap",
    "ctrlc",
    "indicatif",
    "ignore",
    "rustix",
    "std::env",
    "std::fs",
    "std::process",
    "terminal_size",
];

/// The largest number of code lines of a file: without docs, comments, blank lines and tests.
const CAP: usize = 500;

/// Files above the cap, each with its reason; at most five.
const ABOVE_CAP: &[(&str, &str)] = &[];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Returns the source files below `directory` in order.
fn sources(directory: &str, extension: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut open = vec![root().join(directory)];
    while let Some(directory) = open.pop() {
        for entry in fs::read_dir(&directory).into_iter().flatten() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|e| e == extension) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// Returns the text without comments, string literals and character literals.
fn code_only(text: &str) -> String {
    let mut code = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let skipped = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("r#\"") {
            rest.find("\"#").map_or(rest.len(), |end| end + 2)
        } else if let Some(raw) = rest.strip_prefix("r\"") {
            raw.find('"').map_or(rest.len(), |end| end + 3)
        } else if first == '"' {
            let mut end = 1;
            let bytes = rest.as_bytes();
            while end < bytes.len() && bytes[end] != b'"' {
                end += if bytes[end] == b'\\' { 2 } else { 1 };
            }
            (end + 1).min(rest.len())
        } else if let Some(length) = character_literal(rest) {
            length
        } else {
            code.push(first);
            rest = &rest[first.len_utf8()..];
            continue;
        };
        code.push(' ');
        rest = &rest[skipped..];
    }
    code
}

fn character_literal(text: &str) -> Option<usize> {
    let inner = text.strip_prefix('\'')?;
    if let Some(escaped) = inner.strip_prefix('\\') {
        return escaped.get(1..)?.find('\'').map(|end| end + 4);
    }
    let first = inner.chars().next()?;
    inner[first.len_utf8()..].starts_with('\'').then(|| first.len_utf8() + 2)
}

/// Returns every path in `code` that starts with one of `starts`, with groups in braces unfolded.
fn paths(code: &str, starts: &[&str]) -> Vec<String> {
    let mut found = Vec::new();
    for start in starts {
        for (at, _) in code.match_indices(&format!("{start}::")) {
            let before = code[..at].chars().next_back();
            if before.is_some_and(|c| c.is_alphanumeric() || c == '_' || c == ':') {
                continue;
            }
            unfold(start, &code[at + start.len() + 2..], &mut found);
        }
    }
    found
}

/// Appends the paths of the use tree `tree` below `prefix`; returns what follows the tree.
fn unfold<'a>(prefix: &str, tree: &'a str, found: &mut Vec<String>) -> &'a str {
    let tree = tree.trim_start();
    if let Some(mut rest) = tree.strip_prefix('{') {
        loop {
            rest = rest.trim_start();
            if let Some(after) = rest.strip_prefix('}') {
                return after;
            }
            let before = rest;
            rest = unfold(prefix, rest, found).trim_start();
            rest = rest.strip_prefix(',').unwrap_or(rest);
            if rest.len() == before.len() {
                return rest;
            }
        }
    }
    let end = tree.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(tree.len());
    let path = format!("{prefix}::{}", &tree[..end]);
    let rest = &tree[end..];
    match rest.strip_prefix("::") {
        Some(rest) => unfold(&path, rest, found),
        None => {
            found.push(path);
            match rest.trim_start().strip_prefix("as ") {
                Some(renamed) => renamed
                    .trim_start()
                    .trim_start_matches(|c: char| c.is_alphanumeric() || c == '_'),
                None => rest,
            }
        }
    }
}

/// Returns the module path of a source file, `["kernel", "base", "id"]`.
fn module(file: &Path) -> Vec<String> {
    let relative = file.strip_prefix(root().join("src")).unwrap().with_extension("");
    let mut parts: Vec<String> =
        relative.iter().map(|part| part.to_str().unwrap().to_owned()).collect();
    if parts.last().is_some_and(|last| last == "mod") {
        parts.pop();
    }
    parts
}

/// Returns the number in the list of the place that a module path lies in.
fn place(path: &[String]) -> Option<usize> {
    let whole = path.join("::");
    PLACES.iter().position(|(name, _)| whole == *name || whole.starts_with(&format!("{name}::")))
}

/// Returns the paths inside the crate that a file of module `module` uses, without `crate`.
fn uses(code: &str, module: &[String]) -> Vec<Vec<String>> {
    let split = |path: String| path.split("::").map(str::to_owned).collect::<Vec<_>>();
    let mut used: Vec<Vec<String>> = paths(code, &["crate", "scm_check"])
        .into_iter()
        .map(|path| split(path)[1..].to_vec())
        .collect();
    for path in paths(code, &["super"]) {
        let mut parts = split(path);
        let levels = parts.iter().take_while(|part| *part == "super").count();
        // In an inline module of tests this is one level too many, and inside the same place.
        let keep = module.len().saturating_sub(levels);
        parts.drain(..levels);
        used.push(module[..keep].iter().cloned().chain(parts).collect());
    }
    used
}

#[test]
fn a_module_imports_only_what_stands_above_it() {
    let mut wrong = Vec::new();
    let files = sources("src", "rs");
    assert!(files.len() > 10, "the sources are found");
    for file in files.iter().chain(&sources("grammar", "lalrpop")) {
        let grammar = file.extension().is_some_and(|e| e == "lalrpop");
        let module = if grammar {
            vec!["language".to_owned(), file.file_stem().unwrap().to_str().unwrap().to_owned()]
        } else {
            module(file)
        };
        let floor_or_root = module.len() == 1 && file.ends_with("mod.rs") && module[0] != "cli"
            || ["lib", "main"].contains(&module[0].as_str()) && module.len() == 1;
        // Tests of a floor's own package stand beside its places.
        let of_tests = module.get(1).is_some_and(|folder| folder == "tests");
        if floor_or_root || module[0] == "bin" || of_tests {
            continue;
        }
        let Some(own) = place(&module) else {
            wrong.push(format!("{} stands nowhere in the list", file.display()));
            continue;
        };
        let code = code_only(&fs::read_to_string(file).unwrap());
        for used in uses(&code, &module) {
            let Some(other) = place(&used) else { continue };
            let (name, never) = PLACES[own];
            if other > own || never.contains(&PLACES[other].0) {
                wrong.push(format!("{}: {name} uses {}", file.display(), used.join("::")));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn oracles_use_only_public_data_of_the_models() {
    let mut wrong = Vec::new();
    for file in sources("tests/it/oracle", "rs") {
        let code = code_only(&fs::read_to_string(&file).unwrap());
        for path in paths(&code, &["scm_check"]) {
            let used: Vec<String> = path.split("::").skip(1).map(str::to_owned).collect();
            let allowed = place(&used).is_some_and(|place| ORACLE.contains(&PLACES[place].0));
            if !allowed {
                wrong.push(format!("{} uses {path}", file.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn only_the_command_line_knows_files_and_terminals() {
    let mut wrong = Vec::new();
    for file in sources("src", "rs") {
        let module = module(&file);
        if ["cli", "bin", "main"].contains(&module[0].as_str()) {
            continue;
        }
        let code = code_only(&fs::read_to_string(&file).unwrap());
        for used in paths(
            &code,
            &["anstream", "clap", "ctrlc", "indicatif", "ignore", "rustix", "std", "terminal_size"],
        ) {
            if TERMINAL.iter().any(|t| used == *t || used.starts_with(&format!("{t}::"))) {
                wrong.push(format!("{} uses {used}", file.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Returns the roots of the `use` declarations of `code`, and those of its paths that lead to the library.
fn foreign(code: &str) -> Vec<String> {
    let mut found = Vec::new();
    for line in code.lines() {
        let line = line.trim_start();
        let declared = line.strip_prefix("pub(crate) ").unwrap_or(line).strip_prefix("use ");
        if let Some(path) = declared {
            let path = path.trim_start_matches("::");
            let end = path.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(path.len());
            found.push(path[..end].to_owned());
        }
        if let Some(name) = line.strip_prefix("extern crate ") {
            found.push(name.trim_end_matches(';').to_owned());
        }
    }
    let words = code.split(|c: char| !c.is_alphanumeric() && c != '_');
    found.extend(words.filter(|word| *word == "scm_check").map(str::to_owned));
    found.retain(|root| !CHECKER.contains(&root.as_str()));
    found
}

#[test]
fn the_checker_shares_nothing_with_the_library() {
    let files = sources("src/bin/scm-check-verify", "rs");
    assert!(files.len() > 5, "the checker is found");
    let mut lines = 0;
    for file in files {
        let text = fs::read_to_string(&file).unwrap();
        let found = foreign(&code_only(&text));
        assert!(found.is_empty(), "{} uses {found:?}", file.display());
        assert!(!text.contains("#[path"), "{} includes a file of another place", file.display());
        assert!(!text.contains("include!"), "{} includes a file of another place", file.display());
        lines += code_lines(&text);
    }
    assert!(lines <= CHECKER_CAP, "the checker has {lines} lines of code, more than {CHECKER_CAP}");
}

#[test]
fn a_checker_that_uses_the_library_is_noticed() {
    for code in [
        "use scm_check::kernel::base::Id;",
        "    use ::scm_check as other;",
        "fn f() { scm_check::language::scm::read(); }",
        "use petgraph::Graph;",
        "extern crate rayon;",
    ] {
        assert!(!foreign(code).is_empty(), "{code}");
    }
    assert!(foreign("use std::fs; use self::scm::read; use super::{Outcome, reject};").is_empty());
}

/// Counts the lines of code before the tests of a file.
fn code_lines(text: &str) -> usize {
    text.lines()
        .take_while(|line| line.trim() != "#[cfg(test)]")
        .filter(|line| !line.trim().is_empty() && !line.trim_start().starts_with("//"))
        .count()
}

#[test]
fn no_file_is_longer_than_the_cap() {
    assert!(ABOVE_CAP.len() <= 5, "at most five exceptions");
    for file in sources("src", "rs") {
        let name = file.strip_prefix(root()).unwrap().to_str().unwrap().to_owned();
        let lines = code_lines(&fs::read_to_string(&file).unwrap());
        let excepted = ABOVE_CAP.iter().any(|(exception, _)| *exception == name);
        assert!(lines <= CAP || excepted, "{name} has {lines} lines of code, more than {CAP}");
        assert!(lines > CAP || !excepted, "{name} needs no exception any more");
    }
}

#[test]
fn the_reader_of_imports_sees_groups_renamings_and_parents() {
    let code = code_only(
        "use crate::kernel::{base::{Id as _, IndexVec}, search::Finding}; // crate::check::rsc\n\
         let s = \"crate::cli\"; super::super::rsc::x(); other_crate::y(); let c = '\"';",
    );
    let found = paths(&code, &["crate"]);
    assert_eq!(
        found,
        [
            "crate::kernel::base::Id",
            "crate::kernel::base::IndexVec",
            "crate::kernel::search::Finding"
        ]
    );
    let module: Vec<String> = ["check", "membership", "plain"].map(str::to_owned).to_vec();
    let used = uses(&code, &module);
    assert!(used.contains(&["check", "rsc", "x"].map(str::to_owned).to_vec()), "{used:?}");
}
