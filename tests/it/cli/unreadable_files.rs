//! What cannot be read in a directory has a row of its own.

use std::fs::{self, Permissions};
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::process::Command;

use crate::support::program::{Directory, Finished, STREAM, json_of};

/// Returns a directory `all` with one readable model, a link to a directory with another one, and the name of each
/// entry that cannot be read, with the reason.
fn directory(test: &str) -> (Directory, Vec<(&'static str, &'static str)>) {
    let here = Directory::new(test)
        .with("all/good.scm", STREAM)
        .with("all/empty.scm", "")
        .with("all/zeros.scm", "\0\0\0")
        .with("all/locked.scm", STREAM)
        .with("all/locked/hidden.scm", STREAM)
        .with("all/below/good.scm", STREAM)
        .with("elsewhere/linked.scm", STREAM);
    for (target, link) in [
        ("nowhere.scm", "dangling.scm"),
        ("self.scm", "self.scm"),
        ("..", "below/back"),
        ("../elsewhere", "link"),
        // Links that nobody would read.
        ("nowhere", "notes.txt"),
        ("nowhere", ".#good.scm"),
    ] {
        symlink(target, here.path(&format!("all/{link}"))).unwrap();
    }
    let pipe = here.path("all/pipe.scm");
    assert!(Command::new("mkfifo").arg(pipe).status().unwrap().success());
    let mut unreadable = vec![
        ("all/below/back", "a link back to all"),
        ("all/dangling.scm", "a link that leads nowhere"),
        ("all/empty.scm", "empty.scm:1:1"),
        ("all/pipe.scm", "not a regular file"),
        ("all/self.scm", "Too many levels of symbolic links"),
        ("all/zeros.scm", "not a text file; it should be UTF-8"),
    ];
    for locked in ["all/locked.scm", "all/locked"] {
        fs::set_permissions(here.path(locked), Permissions::from_mode(0o000)).unwrap();
    }
    // Root reads everything.
    if fs::read(here.path("all/locked.scm")).is_err() {
        unreadable
            .extend([("all/locked", "permission denied"), ("all/locked.scm", "permission denied")]);
    }
    (here, unreadable)
}

fn unlock(here: &Directory) {
    fs::set_permissions(here.path("all/locked"), Permissions::from_mode(0o700)).unwrap();
}

#[test]
fn what_cannot_be_read_has_a_row_and_is_counted() {
    let (here, unreadable) = directory("unreadable_rows");
    let Finished { code, output, .. } = here.run("check all");
    unlock(&here);
    assert_eq!(code, 2, "{output}");
    for (name, why) in &unreadable {
        let is_it = |line: &&str| line.split_whitespace().next() == Some(name);
        let row = output.lines().find(is_it).unwrap_or_else(|| panic!("{name}: {output}"));
        assert!(row.contains(" error") && row.ends_with(why), "{row}");
    }
    for readable in ["all/good.scm", "all/below/good.scm", "all/link/linked.scm"] {
        assert!(output.contains(&format!("\n{readable} ")), "{readable}: {output}");
    }
    assert!(!output.contains("notes.txt") && !output.contains(".#good.scm"), "{output}");
    let summary = output.lines().last().unwrap();
    assert!(summary.ends_with(&format!(" {} unreadable", unreadable.len())), "{summary}");
}

#[test]
fn what_cannot_be_read_is_a_result_in_json() {
    let (here, unreadable) = directory("unreadable_json");
    let run = here.run("rsc all --format json");
    unlock(&here);
    let report = json_of(&run.output);
    let results = report["results"].as_array().unwrap();
    let errors: Vec<&str> = results
        .iter()
        .filter(|result| result["verdict"] == "error" && result["property"].is_null())
        .filter_map(|result| result["model"].as_str())
        .collect();
    let mut names: Vec<&str> = unreadable.iter().map(|(name, _)| *name).collect();
    names.sort_unstable();
    assert_eq!(errors, names);
    for name in names {
        let of_file = |note: &&serde_json::Value| note["file"] == name;
        assert!(
            report["diagnostics"].as_array().unwrap().iter().any(|note| of_file(&note)),
            "{name}"
        );
    }
    assert_eq!(report["exit_code"], 2);
}
