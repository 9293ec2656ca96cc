//! The commands of the README and of `docs/` do what is said of them, with the exit codes and the output shown.
//!
//! A fenced block `console` holds commands after `$ ` and what they print. The block's exit code is
//! 0 unless its fence says `exit=N`. A block `LANGUAGE FILE` is the content of a file from there on, a block
//! `excerpt FILE` a part of a file. The
//! commands of the README and of the tour run in the directory of the project, those of a page in a directory of its own.
//! `SCM_CHECK_UPDATE=1` writes the program's real output back.

use std::env;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command;

use crate::support::program::Directory;

/// One command of a block, with what it should print.
struct Example {
    command: String,
    output: String,
}

/// Runs one command in a directory; returns its exit code and what it prints. A file that it writes has
/// to be there already, with the same content.
fn run(command: &str, house: &Path) -> (i32, String) {
    let command = command.replace('\'', "");
    let arguments = command
        .strip_prefix("cargo run -- ")
        .or_else(|| command.strip_prefix("scm-check "))
        .unwrap_or_else(|| panic!("`{command}` is neither `cargo run` nor `scm-check`"));
    let mut words: Vec<&str> = arguments.split_whitespace().collect();
    // On a busy machine even a short search may last long enough to tell how far it is.
    if ["-isrsc", "rsc", "reach", "safety", "check", "batch"].contains(&words[0]) {
        words.extend(["--progress", "none"]);
    }
    // Answers of another build of the same version are none of this one.
    if words[0] == "batch" {
        words.push("--no-cache");
    }
    let written = words.iter().position(|word| *word == "-o").map(|at| words[at + 1]);
    let place = written.map(|file| {
        let update = env::var_os("SCM_CHECK_UPDATE").is_some();
        let directory = if update { house.to_owned() } else { env::temp_dir() };
        directory.join(if update { file.to_owned() } else { file.replace('/', "_") })
    });
    if let (Some(file), Some(place)) = (written, &place) {
        let at = words.iter().position(|word| *word == file).unwrap();
        words[at] = place.to_str().unwrap();
    }
    let output = Command::new(env!("CARGO_BIN_EXE_scm-check"))
        .args(words)
        .current_dir(house)
        .output()
        .unwrap();
    if let (Some(file), Some(place)) = (written, &place) {
        let shown = fs::read(house.join(file)).unwrap();
        assert!(fs::read(place).unwrap() == shown, "{file} is not what `{command}` draws");
    }
    let mut text = String::from_utf8(output.stderr).unwrap();
    text.push_str(&String::from_utf8(output.stdout).unwrap());
    (output.status.code().unwrap(), text)
}

fn examples(body: &str) -> Vec<Example> {
    let mut examples: Vec<Example> = Vec::new();
    for line in body.lines() {
        match line.strip_prefix("$ ") {
            Some(command) => {
                examples.push(Example { command: command.to_owned(), output: String::new() });
            }
            None => {
                let example = examples.last_mut().expect("a console block starts with a command");
                writeln!(example.output, "{line}").unwrap();
            }
        }
    }
    examples
}

/// Runs the commands of a document in a directory, and compares what they print; returns how many there are.
fn check(document: &Path, directory: &Path) -> usize {
    let updates = env::var_os("SCM_CHECK_UPDATE").is_some();
    let text = fs::read_to_string(document).unwrap();
    let mut rebuilt = String::new();
    let mut rest = text.as_str();
    let mut count = 0;
    while let Some(at) = rest.find("```") {
        let body_start = at + rest[at..].find('\n').unwrap() + 1;
        let body_end = body_start + rest[body_start..].find("```").unwrap();
        let fence = rest[at + 3..body_start].trim();
        let body = &rest[body_start..body_end];
        rebuilt.push_str(&rest[..body_start]);
        if fence.starts_with("console") {
            let code = fence.rsplit_once("exit=").map_or(0, |(_, code)| code.parse().unwrap());
            for example in examples(body) {
                let (exit, output) = run(&example.command, directory);
                assert_eq!(exit, code, "exit code of `{}`:\n{output}", example.command);
                if !updates {
                    assert_eq!(output, example.output, "output of `{}`", example.command);
                }
                write!(rebuilt, "$ {}\n{output}", example.command).unwrap();
                count += 1;
            }
        } else {
            match fence.split_once(' ') {
                Some(("excerpt", file)) => {
                    let whole = fs::read_to_string(directory.join(file)).unwrap();
                    assert!(whole.contains(body), "{file} has no such part:\n{body}");
                }
                Some((_, file)) => fs::write(directory.join(file), body).unwrap(),
                None => {}
            }
            rebuilt.push_str(body);
        }
        rebuilt.push_str("```");
        rest = &rest[body_end + 3..];
    }
    rebuilt.push_str(rest);
    if updates {
        fs::write(document, rebuilt).unwrap();
    }
    count
}

#[test]
fn every_command_of_the_readme_prints_what_it_shows() {
    let house = Path::new(env!("CARGO_MANIFEST_DIR"));
    let count = check(&house.join("README.md"), house);
    assert!(count >= 3, "the README shows {count} commands");
}

#[test]
fn every_command_of_the_pages_prints_what_it_shows() {
    let house = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut count = 0;
    for entry in fs::read_dir(house.join("docs")).unwrap() {
        let page = entry.unwrap().path();
        if page.extension().is_some_and(|extension| extension == "md") {
            let name = page.file_stem().unwrap().to_str().unwrap();
            let directory = Directory::new(&format!("page_{name}"));
            let own = directory.path("");
            count += check(&page, if name == "tour" { house } else { &own });
        }
    }
    assert!(count >= 5, "the pages show {count} commands");
}

#[test]
fn the_readme_names_one_test_command() {
    let readme =
        fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md")).unwrap();
    let commands: Vec<&str> =
        readme.lines().filter(|line| line.starts_with("cargo test")).collect();
    assert_eq!(commands.len(), 1, "{commands:?}");
}
