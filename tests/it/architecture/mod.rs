//! The house: what the boundaries of crates do not say about it.
//!
//! Each rule is a function from texts to faults. The tests here apply it to the workspace, those in [`violations`] to
//! small texts that break it. `ARCHITECTURE.md` has the same lists in words.

mod circles;
mod manifests;
mod named;
mod resolve;
mod rust_text;
mod violations;

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use manifests::Manifest;
use named::Names;
use resolve::{SourceFile, Universe, root};
use walkdir::{DirEntry, WalkDir};

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
    ("kernel::verdict", &[]),
    ("model::cfsm", &[]),
    ("model::choreography", &[]),
    ("model::trace", &[]),
    ("model::interaction", &[]),
    ("model::evidence", &["kernel::search"]),
    ("model::temporal", &[]),
    ("model::component", &[]),
    ("model::generate", &[]),
    ("check::engine_name", &[]),
    ("check::rsc", &[]),
    ("check::lanes", &[]),
    ("check::membership", &[]),
    ("check::completability", &[]),
    ("check::configurations", &[]),
    ("check::compatibility", &[]),
    ("check::persistent", &[]),
    ("check::backward", &[]),
    ("check::linear", &[]),
    ("check::invariant", &[]),
    ("check::reachability", &[]),
    ("check::safety", &[]),
    ("check::classes", &[]),
    ("check::repair", &[]),
    ("check::realisability", &[]),
    ("check::diagram", &[]),
    ("check::named_checks", &[]),
    ("check::conformance", &[]),
    ("check::component", &[]),
    ("check::monitor", &[]),
    ("check::witness_trace", &[]),
    ("language::kinds", &[]),
    ("language::reading", &[]),
    ("language::system", &[]),
    ("language::scm", &[]),
    ("language::fsa", &[]),
    ("language::component", &[]),
    ("language::component_log", &[]),
    ("language::choreography", &[]),
    ("language::interaction", &[]),
    ("language::automaton", &[]),
    ("language::multitrace", &[]),
    ("language::log", &[]),
    ("language::evidence", &[]),
    ("language::dimacs", &[]),
    ("language::layout", &[]),
    ("driver::codes", &[]),
    ("driver::level", &[]),
    ("driver::answer", &[]),
    ("driver::limits", &[]),
    ("driver::isolation", &[]),
    ("driver::loading", &[]),
    ("driver::host", &[]),
    ("driver::runner", &[]),
    ("driver::checker", &[]),
    ("driver::restated_evidence", &[]),
    ("driver::lack", &[]),
    ("driver::system", &[]),
    ("driver::choreography", &[]),
    ("driver::conformance", &[]),
    ("driver::property_group", &[]),
    ("driver::automaton", &[]),
    ("driver::interaction", &[]),
    ("driver::replay", &[]),
    ("driver::restating", &[]),
    ("driver::simulation", &[]),
    ("driver::component", &[]),
    ("driver::ask", &[]),
    ("driver::any_model", &[]),
    ("driver::projected", &[]),
    ("render::drawing", &[]),
    ("render::sentences", &[]),
    ("render::report", &[]),
    ("render::system", &[]),
    ("render::witness", &[]),
    ("render::system_answers", &[]),
    ("render::diagrams", &[]),
    ("render::automaton", &[]),
    ("render::interaction", &[]),
    ("render::choreography", &[]),
    ("render::conformance", &[]),
    ("render::component", &[]),
    ("render::sizes", &[]),
    ("render::row", &[]),
    ("program::cli", &[]),
    ("verify::core", &[]),
    ("verify::forms", &[]),
    ("verify::program", &[]),
];

/// Crates without places: the library has a front door and re-exports, programs only start, the tests have no inner order.
const WITHOUT_PLACES: &[&str] = &["scm_check", "bin", "oracle", "it"];

/// The members of the workspace, each with the members that it may depend on and the other packages, if they are
/// limited.
const MEMBERS: &[(&str, &[&str], Option<&[&str]>)] = &[
    ("src/kernel", &[], None),
    ("src/model", &["scm-check-kernel"], None),
    ("src/check", &["scm-check-kernel", "scm-check-model"], None),
    ("src/language", &["scm-check-kernel", "scm-check-model"], None),
    (
        "src/driver",
        &["scm-check-kernel", "scm-check-model", "scm-check-check", "scm-check-language"],
        None,
    ),
    (
        "src/render",
        &[
            "scm-check-kernel",
            "scm-check-model",
            "scm-check-check",
            "scm-check-language",
            "scm-check-driver",
        ],
        None,
    ),
    ("src/verify", &[], Some(&["rustc-hash", "serde", "serde_json", "sha2"])),
    ("tests/oracle", &["scm-check-kernel", "scm-check-model"], None),
];

/// Packages for terminals and files, on which only the root package depends, for the program.
const TERMINAL_PACKAGES: &[&str] =
    &["anstream", "clap", "ctrlc", "indicatif", "rustix", "terminal_size", "walkdir"];

/// Modules of the standard library that only the command line uses.
const SYSTEM: &[&str] = &[
    "std::env",
    "std::fs",
    "std::io::stderr",
    "std::io::stdin",
    "std::io::stdout",
    "std::process",
];

/// The modules that use them: the shell, the fronts of the programs.
const FRONTS: &[&str] = &["program", "bin", "verify::program"];

/// What the oracles use: public data of the models and nothing of the machinery.
const ORACLE: &[&str] = &[
    "kernel::base",
    "model::cfsm",
    "model::choreography",
    "model::trace",
    "model::interaction",
    "model::temporal",
    "model::component",
];

/// The largest number of code lines of a file: without docs, comments, blank lines and tests.
const CAP: usize = 500;

/// Files above the cap, each with its reason; at most five.
const ABOVE_CAP: &[(&str, &str)] = &[];

/// The largest number of code lines of the independent checker without its forms of evidence: being small is what makes it
/// believable.
const CHECKER_CORE_CAP: usize = 2_500;

/// The largest number of code lines of a form of evidence in the checker.
const CHECKER_FORM_CAP: usize = 300;

/// The reasons for which a test may be left out of an ordinary run.
const REASONS_TO_IGNORE: &[&str] =
    &["needs the corpora", "needs Chromium", "needs dot", "needs spin"];

/// Circles of files that import each other, each with the reason why it stays.
const CIRCLES: &[(&[&str], &str)] = &[];

/// What the rules see of each crate at least: files, uses of other places, and uses of one file by another.
///
/// These are about three quarters of what there was when the numbers were chosen. A rule that finds nothing wrong
/// because it finds nothing fails here.
const SEEN: &[(&str, [usize; 3])] = &[
    ("kernel", [40, 75, 65]),
    ("model", [60, 550, 220]),
    ("check", [55, 800, 125]),
    ("language", [100, 1_000, 290]),
    ("driver", [70, 700, 150]),
    ("render", [45, 370, 100]),
    ("program", [60, 850, 320]),
    ("verify", [25, 90, 75]),
];

/// All source files of the workspace.
static WORKSPACE: LazyLock<Universe> = LazyLock::new(|| {
    let mut files = Vec::new();
    for directory in ["src", "tests"] {
        files.extend(texts(directory, &["rs", "lalrpop"]));
    }
    Universe::new(files)
});

/// Returns the files with one of the extensions below a directory of the workspace, in order, with their texts.
fn texts(directory: &str, extensions: &[&str]) -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = Vec::new();
    let mut open = vec![root.join(directory)];
    while let Some(directory) = open.pop() {
        for entry in fs::read_dir(&directory).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|e| extensions.iter().any(|known| e == *known)) {
                let name = path.strip_prefix(root).unwrap().to_str().unwrap().to_owned();
                found.push((name, fs::read_to_string(&path).unwrap()));
            }
        }
    }
    found.sort();
    found
}

fn assert_none(faults: &[String]) {
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Tells whether a module is one of `places` or lies in it.
fn is_in(module: &str, places: &[&str]) -> bool {
    places.iter().any(|place| {
        module.strip_prefix(place).is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
    })
}

/// Returns the number in the list of the place that a module lies in.
fn place(module: &str) -> Option<usize> {
    PLACES.iter().position(|(name, _)| is_in(module, &[name]))
}

#[test]
fn a_module_uses_only_what_stands_above_it() {
    assert_none(&uses_of_lower_places(&WORKSPACE));
}

/// Returns the files that stand nowhere in the list, and the uses of places that stand below or are never used.
///
/// A use of a re-export counts for the place of the re-export and for that of the definition.
fn uses_of_lower_places(universe: &Universe) -> Vec<String> {
    let mut faults = BTreeSet::new();
    for file in universe.files.iter().filter(|file| !is_in(&file.module, WITHOUT_PLACES)) {
        let Some(own) = place(&file.module) else {
            if file.module.contains("::") {
                faults.insert(format!("{} stands nowhere in the list", file.name));
            }
            continue;
        };
        for used in universe.uses(file) {
            for other in used.passed.iter().filter_map(|module| place(module)) {
                let ((name, never), (other_name, _)) = (PLACES[own], PLACES[other]);
                if other > own || never.contains(&other_name) {
                    let written = &used.written;
                    faults.insert(format!("{}: {name} uses {other_name}: {written}", file.name));
                }
            }
        }
    }
    faults.into_iter().collect()
}

#[test]
fn members_depend_only_on_what_they_may() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let workspace = fs::read_to_string(root.join("Cargo.toml")).unwrap();
    let manifests: Vec<_> = ["src", "tests"].iter().flat_map(|top| texts(top, &["toml"])).collect();
    let manifests = manifests.iter().filter(|(name, _)| name.ends_with("/Cargo.toml"));
    let manifests: Vec<_> = manifests.map(|(name, text)| (name.as_str(), text.as_str())).collect();
    assert_none(&manifest_faults(&workspace, &manifests, MEMBERS));
}

/// Returns what is wrong with the manifest of the workspace and those of its members.
fn manifest_faults(
    workspace: &str,
    manifests: &[(&str, &str)],
    expected: &[(&str, &[&str], Option<&[&str]>)],
) -> Vec<String> {
    let workspace = manifests::read(workspace, None);
    let mut faults = common_faults("the root package", &workspace);
    let known: Vec<&str> = expected.iter().map(|(directory, ..)| *directory).collect();
    if workspace.members != known {
        faults.push(format!("the members are {:?}, expected {known:?}", workspace.members));
    }
    let found: BTreeSet<_> =
        manifests.iter().filter_map(|(name, _)| name.rsplit_once('/')).collect();
    for directory in &known {
        if !found.contains(&(*directory, "Cargo.toml")) {
            faults.push(format!("{directory} has no manifest"));
        }
    }
    for (name, text) in manifests {
        let directory = name.trim_end_matches("/Cargo.toml");
        let manifest = manifests::read(text, Some(&workspace));
        faults.extend(common_faults(directory, &manifest));
        let Some((_, members, others)) = expected.iter().find(|(known, ..)| *known == directory)
        else {
            faults.push(format!("{directory} is no member of the workspace"));
            continue;
        };
        for package in &manifest.dependencies {
            let package = package.as_str();
            let may = match others {
                _ if package.starts_with("scm-check") => members.contains(&package),
                Some(others) => others.contains(&package),
                None => !TERMINAL_PACKAGES.contains(&package),
            };
            if !may {
                faults.push(format!("{directory} depends on {package}"));
            }
        }
    }
    faults
}

/// Returns what is wrong with a manifest wherever it stands.
fn common_faults(directory: &str, manifest: &Manifest) -> Vec<String> {
    let fault = (!manifest.inherits_lints).then(|| format!("{directory} has lints of its own"));
    fault.into_iter().collect()
}

#[test]
fn files_import_each_other_in_no_circle() {
    assert_none(&circle_faults(&WORKSPACE, CIRCLES));
}

/// Returns the circles of files that are no exceptions, and the exceptions that are no circles.
fn circle_faults(universe: &Universe, exceptions: &[(&[&str], &str)]) -> Vec<String> {
    let mut faults = Vec::new();
    let mut known: BTreeSet<Vec<&str>> =
        exceptions.iter().map(|(files, _)| files.to_vec()).collect();
    let crates: BTreeSet<&str> = universe.files.iter().map(|file| root(&file.module)).collect();
    for of in crates {
        let dependencies = circles::dependencies(universe, of);
        for circle in circles::circles(&dependencies) {
            if !known.remove(&circle) {
                let is_inside =
                    |(from, to): &&(&str, &str)| circle.contains(from) && circle.contains(to);
                let arrows = dependencies.iter().filter(is_inside);
                let arrows: Vec<_> =
                    arrows.map(|(from, to)| format!("    {from} -> {to}")).collect();
                faults.push(format!("files that import each other:\n{}", arrows.join("\n")));
            }
        }
    }
    faults.extend(known.iter().map(|files| format!("no circle any more: {}", files.join(", "))));
    faults
}

#[test]
fn only_the_fronts_know_files_and_terminals() {
    assert_none(&uses_of_the_system(&WORKSPACE));
}

/// Returns the uses of files, processes, standard streams and terminals outside the fronts of the programs.
fn uses_of_the_system(universe: &Universe) -> Vec<String> {
    let crates = TERMINAL_PACKAGES.iter().chain(SYSTEM).copied().collect::<Vec<_>>();
    let elsewhere = |file: &&SourceFile| !is_in(&file.module, FRONTS) && root(&file.module) != "it";
    let files = universe.files.iter().filter(elsewhere);
    let faults = files.flat_map(|file| {
        let written = Universe::written(file).filter(|path| is_in(path, &crates));
        written.map(|path| format!("{} uses {path}", file.name))
    });
    faults.collect()
}

#[test]
fn oracles_use_only_public_data_of_the_models() {
    assert_none(&machinery_in_oracles(&WORKSPACE));
}

/// Returns the uses in oracles of more than they may.
fn machinery_in_oracles(universe: &Universe) -> Vec<String> {
    let oracles = universe.files.iter().filter(|file| root(&file.module) == "oracle");
    let mut faults = Vec::new();
    for file in oracles {
        for used in universe.uses(file) {
            let more = used.passed.iter().find(|module| {
                let is_root = !module.contains("::") && *module != "verify";
                root(module) != "oracle" && !is_root && !is_in(module, ORACLE)
            });
            faults.extend(more.map(|_| format!("{} uses {}", file.name, used.written)));
        }
    }
    faults
}

#[test]
fn no_file_is_longer_than_the_cap() {
    assert!(ABOVE_CAP.len() <= 5, "at most five exceptions");
    assert_none(&long_files(&WORKSPACE, ABOVE_CAP));
}

/// Returns the files above their cap that are no exceptions, the exceptions that are not above it, and whether the
/// checker without its forms is too long.
fn long_files(universe: &Universe, exceptions: &[(&str, &str)]) -> Vec<String> {
    let mut faults = Vec::new();
    let mut of_core = 0;
    for file in universe.files.iter().filter(|file| file.name.starts_with("src/")) {
        let (name, lines) = (&file.name, rust_text::code_lines(&file.text));
        let is_form = is_in(&file.module, &["verify::forms"]);
        of_core += if root(&file.module) == "verify" && !is_form { lines } else { 0 };
        let cap = if is_form { CHECKER_FORM_CAP } else { CAP };
        match (lines > cap, exceptions.iter().any(|(exception, _)| exception == name)) {
            (true, false) => {
                faults.push(format!("{name} has {lines} lines of code, more than {cap}"));
            }
            (false, true) => faults.push(format!("{name} needs no exception any more")),
            _ => {}
        }
    }
    if of_core > CHECKER_CORE_CAP {
        faults.push(format!(
            "the checker without its forms has {of_core} lines of code, more than {CHECKER_CORE_CAP}"
        ));
    }
    faults
}

#[test]
fn each_form_of_evidence_has_one_row() {
    assert_none(&form_faults(&WORKSPACE));
}

/// Returns the forms of evidence that do not have exactly one row in the table. Choreographies are models, not forms of
/// evidence about them.
fn form_faults(universe: &Universe) -> Vec<String> {
    let table = universe.file("verify::forms").expect("the table of forms");
    let forms = universe.files.iter().filter_map(|file| {
        let form = file.module.strip_prefix("verify::forms::")?;
        (form != "choreography")
            .then(|| (form, table.text.matches(&format!(" {form}::check")).count()))
    });
    let wrong = forms.filter(|(_, rows)| *rows != 1);
    wrong.map(|(form, rows)| format!("the form {form} has {rows} rows, expected one")).collect()
}

#[test]
fn only_the_shell_and_pictures_speak_of_options_and_commands() {
    assert_none(&options_in_texts(&WORKSPACE));
}

/// Returns the texts of floors below `render` that name an option, or the program with a command: these know what is
/// wrong and what helps, and not how it is asked.
fn options_in_texts(universe: &Universe) -> Vec<String> {
    let below = ["kernel", "model", "check", "language", "driver"];
    let files = universe.files.iter().filter(|file| below.contains(&root(&file.module)));
    let texts = files.flat_map(|file| {
        let literals = rust_text::tokens(&file.text).into_iter();
        literals.filter(|token| token.text.contains('"')).map(move |token| (file, token.text))
    });
    let names_option = |text: &str| {
        let mut words = text.split("--").skip(1);
        let is_option =
            |rest: &str| rest.len() > 1 && rest.as_bytes()[..2].iter().all(u8::is_ascii_lowercase);
        text.contains("scm-check ") || words.any(is_option)
    };
    let named = texts.filter(|(_, text)| names_option(text));
    named.map(|(file, text)| format!("{}: {text}", file.name)).collect()
}

#[test]
fn what_documents_name_is_there() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let is_ours = |name: &OsStr| name != "target" && !name.to_string_lossy().starts_with('.');
    let entries = WalkDir::new(root).into_iter();
    let entries = entries.filter_entry(|entry| entry.depth() == 0 || is_ours(entry.file_name()));
    let path = |entry: DirEntry| {
        entry.path().strip_prefix(root).unwrap().to_str().unwrap().replace('\\', "/")
    };
    let files: Vec<String> = entries.map(|entry| path(entry.unwrap())).collect();
    let names = Names::new(&WORKSPACE, &files);
    let is_of_users = |name: &str| name == "README.md" || name.starts_with("docs/");
    let is_page = |name: &str| Path::new(name).extension().is_some_and(|ending| ending == "md");
    let is_about_code =
        |name: &str| name.starts_with("src/") || !name.contains('/') && name != "CHANGELOG.md";
    let is_read = |name: &&String| is_page(name) && (is_of_users(name) || is_about_code(name));
    let documents: Vec<&String> = files.iter().filter(is_read).collect();
    assert!(documents.len() > 50, "{documents:?}");
    let missing = documents.into_iter().flat_map(|name| {
        names.missing(name, &fs::read_to_string(root.join(name)).unwrap(), is_of_users(name))
    });
    assert_none(&missing.collect::<Vec<_>>());
}

#[test]
fn no_file_is_compiled_in_two_places() {
    let sources = WORKSPACE.files.iter().filter(|file| root(&file.module) != "it");
    let faults = sources.flat_map(|file| {
        let found = rust_text::inclusions(&file.text).into_iter();
        found.map(|found| format!("{} includes another file: {found}", file.name))
    });
    assert_none(&faults.collect::<Vec<_>>());
}

#[test]
fn tests_are_left_out_for_known_reasons_only() {
    let faults = WORKSPACE.files.iter().flat_map(unreasoned_ignores);
    assert_none(&faults.collect::<Vec<_>>());
}

/// Returns the attributes in a file that leave out a test for another reason, or for none.
fn unreasoned_ignores(file: &SourceFile) -> Vec<String> {
    let mut ignores = rust_text::ignores(&file.text);
    ignores.retain(|written| {
        !REASONS_TO_IGNORE.iter().any(|reason| *written == format!("ignore=\"{reason}\""))
    });
    ignores.into_iter().map(|written| format!("{}: #[{written}]", file.name)).collect()
}

#[test]
fn the_rules_see_the_workspace() {
    assert_none(&unseen(&WORKSPACE));
    for (of, least) in SEEN {
        let seen = seen(&WORKSPACE, of);
        let enough = seen.iter().zip(least).all(|(seen, least)| seen >= least);
        assert!(enough, "of {of} the rules see {seen:?}, expected at least {least:?}");
    }
    let oracles = WORKSPACE.files.iter().filter(|file| root(&file.module) == "oracle");
    let uses = oracles.clone().flat_map(|file| WORKSPACE.uses(file));
    let of_models = uses.filter(|used| root(&used.target) == "model").count();
    assert!(oracles.count() >= 17 && of_models >= 150, "the oracles use models {of_models} times");
}

/// Returns the crates of which no list says how much of them the rules see.
fn unseen(universe: &Universe) -> Vec<String> {
    let crates: BTreeSet<&str> = universe.files.iter().map(|file| root(&file.module)).collect();
    let is_known =
        |of: &&str| SEEN.iter().any(|(seen, _)| seen == of) || WITHOUT_PLACES.contains(of);
    crates.into_iter().filter(|of| !is_known(of)).map(|of| format!("{of} is in no list")).collect()
}

/// Returns what the rules see of a crate: files, uses of other places, and uses of one file by another.
fn seen(universe: &Universe, of: &str) -> [usize; 3] {
    let files = universe.files.iter().filter(|file| root(&file.module) == of && !file.is_test);
    let to_other_places = files.clone().map(|file| {
        let own = place(&file.module);
        let uses = universe.uses(file).into_iter().filter(|used| !used.is_test);
        uses.filter(|used| own.is_some() && ![None, own].contains(&place(&used.target))).count()
    });
    [files.clone().count(), to_other_places.sum(), circles::dependencies(universe, of).len()]
}
