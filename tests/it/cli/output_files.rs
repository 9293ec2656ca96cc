//! Files that the program writes: whole or not at all, in the form that their names stand for.

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _};
use std::process::Command;
use std::thread::sleep;
use std::time::Duration;

use scm_check::internals::kernel::base::Random;

use crate::support::cases::setting;
use crate::support::program::{CROSSING, Directory, end, endless, finish, json_of, signal};

/// A choreography of one message.
const CHOREOGRAPHY: &str = "0 -p->q:a- 1\n";

/// An interaction of one message, with its signature.
const INTERACTION: &str = "@message{a} @lifeline{p;q} p -- a -> q\n";

/// Lines that write a file, and the file.
const WRITERS: &[(&str, &str)] = &[
    ("fmt crossing.scm", "crossing.scm"),
    ("check --update crossing.scm", "crossing.scm"),
    ("rsc crossing.scm -o old", "old"),
    ("rsc crossing.scm --format json -o old", "old"),
    ("rsc crossing.scm --format ndjson -o old", "old"),
    ("rsc crossing.scm --format html -o old", "old"),
    ("rsc stream.scm --certificate old", "old"),
    ("rsc crossing.scm --witness kept", "kept/crossing.rsc.txt"),
    ("rsc crossing.scm --witness kept", "kept/crossing.rsc.json"),
    ("rsc crossing.scm --witness kept", "kept/crossing.rsc.svg"),
    ("safety stream.scm --emit-bad-states -o old", "old"),
    ("replay kept.json crossing.scm -o old", "old"),
    ("simulate crossing.scm -o old", "old"),
    ("draw crossing.scm -o old", "old"),
    ("-to_dot=old crossing.scm", "old"),
    ("convert --to json crossing.scm -o old", "old"),
    ("generate ring -o old", "old"),
    ("generate 3sat --variables 3 --clauses 2 --dir kept", "kept/formula.hif"),
    ("chor check one.ca -o old", "old"),
    ("chor project one.ca -o old", "old"),
    ("chor draw one.ca -o old", "old"),
    ("chor convert --to gc one.ca -o old", "old"),
    ("chor extract crossing.scm -o old", "old"),
    ("interaction nfa --to json one.hif -o old", "old"),
    ("interaction draw one.hif -o old", "old"),
    ("interaction convert --to both one.hif -o old", "old"),
    ("interaction accepts one.hif p!a.q?a -o old", "old"),
    ("conform --model one.hif one.htf -o old", "old"),
    ("automaton complement one.json -o old", "old"),
    ("automaton empty one.json -o old", "old"),
    ("automaton words one.json -o old", "old"),
    ("explain rsc -o old", "old"),
    ("schema report -o old", "old"),
];

/// Returns a directory with an input of every kind.
fn inputs(test: &str) -> Directory {
    let here = Directory::of_models(test)
        .with("one.ca", CHOREOGRAPHY)
        .with("one.hif", INTERACTION)
        .with("one.htf", "{ [p] p!a; [q] q?a }\n")
        .with("old", "old\n");
    assert_eq!(here.run("interaction nfa --to json one.hif -o one.json").code, 0);
    assert_eq!(here.run("rsc crossing.scm --witness kept").code, 1);
    fs::rename(here.path("kept/crossing.rsc.json"), here.path("kept.json")).unwrap();
    here
}

/// Returns the names of the files in a directory that begin with a dot.
fn hidden(here: &Directory) -> Vec<String> {
    let names = ["", "kept"].map(|directory| fs::read_dir(here.path(directory)));
    let names = names.into_iter().flatten().flatten();
    let names = names.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    names.filter(|name| name.starts_with('.')).collect()
}

#[cfg(unix)]
#[test]
fn what_cannot_be_written_whole_leaves_the_file_as_it_was() {
    let here = inputs("files_full");
    for (line, file) in WRITERS {
        let old = if *file == "crossing.scm" { CROSSING } else { "old\n" };
        fs::create_dir_all(here.path("kept")).unwrap();
        fs::write(here.path(file), old).unwrap();
        // No file may grow, as on a full disk.
        let full = format!("trap '' XFSZ; ulimit -f 0; exec \"$0\" {line}");
        let program = here.program().get_program().to_owned();
        let mut shell = Command::new("sh");
        shell.args(["-c", &full]).arg(program).current_dir(here.path(""));
        let run = finish(&mut shell);
        assert_eq!(run.code, 2, "{line}: {}{}", run.output, run.errors);
        assert!(run.errors.to_lowercase().contains("file too large"), "{line}: {}", run.errors);
        assert_eq!(here.read(file), old, "{line}");
        assert_eq!(hidden(&here), [""; 0], "{line}");

        let run = here.run(line);
        assert!([0, 1].contains(&run.code), "{line}: {}", run.errors);
        assert_ne!(here.read(file), old, "{line}");
        assert_eq!(hidden(&here), [""; 0], "{line}");
    }
}

#[cfg(unix)]
#[test]
fn a_killed_run_leaves_the_old_file_or_the_new_one() {
    let mut random = Random::new(setting("SCM_CHECK_SEED", 47));
    let model = format!("{}{}", endless(), " ".repeat(1 << 21));
    let here = Directory::new("files_killed").with("m.scm", &model);
    assert_eq!(here.run("fmt m.scm").code, 0);
    let formatted = here.read("m.scm");
    let (mut old, mut new) = (0, 0);
    for _ in 0..setting("SCM_CHECK_CASES", 30) {
        fs::write(here.path("m.scm"), &model).unwrap();
        let mut child = here.start("fmt m.scm");
        sleep(Duration::from_micros(random.below(60_000) as u64));
        child.kill().unwrap();
        child.wait().unwrap();
        match here.read("m.scm") {
            text if text == model => old += 1,
            text if text == formatted => new += 1,
            text => panic!("{} bytes of neither", text.len()),
        }
    }
    println!("{old} times the old file, {new} times the new one");
    let run = here.run("fmt .");
    assert_eq!(run.code, 0, "{}", run.errors);
    assert!(!run.output.contains("draft"), "drafts are no models: {}", run.output);
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_ends_its_file_and_a_second_signal_leaves_it_as_it_was() {
    let here = Directory::of_answers("files_interrupted")
        .with("endless.scm", &endless())
        .with("old.txt", "old\n");
    let mut child = here.start("rsc -j 1 -o rows.ndjson endless.scm holds.scm");
    let mut progress = String::new();
    BufReader::new(child.stderr.as_mut().unwrap()).read_line(&mut progress).unwrap();
    assert!(!here.path("rows.ndjson").exists(), "it is written at the end");
    signal(&child);
    assert_eq!(end(child).code, 130);
    let rows = here.read("rows.ndjson");
    let reasons: Vec<_> = rows.lines().map(|row| json_of(row)["reason"].clone()).collect();
    assert_eq!(reasons, ["interrupted", "interrupted"]);

    // More verdicts than a pipe holds, and nobody reads them.
    let mut child = here.start(&format!("rsc -q -o old.txt {}", "holds.scm ".repeat(3000)));
    child.stdout.as_mut().unwrap().read_exact(&mut [0]).unwrap();
    signal(&child);
    sleep(Duration::from_millis(300));
    assert_eq!(child.try_wait().unwrap(), None, "the first lets the program finish");
    signal(&child);
    assert_eq!(end(child).code, 130);
    assert_eq!(here.read("old.txt"), "old\n");
    assert_eq!(hidden(&here), [""; 0]);
}

#[cfg(unix)]
#[test]
fn links_are_followed_and_modes_kept() {
    use std::os::unix::fs::{PermissionsExt as _, symlink};

    let here = Directory::of_models("files_links").with("real.txt", "old\n");
    fs::set_permissions(here.path("real.txt"), fs::Permissions::from_mode(0o640)).unwrap();
    symlink("real.txt", here.path("link.txt")).unwrap();
    symlink("new.txt", here.path("to_nothing.txt")).unwrap();
    symlink("round.txt", here.path("round.txt")).unwrap();
    for link in ["link.txt", "to_nothing.txt"] {
        assert_eq!(here.run(&format!("rsc stream.scm -o {link}")).code, 0);
        assert!(here.path(link).is_symlink(), "{link}");
        assert!(here.read(link).starts_with("stream.scm: rsc holds"), "{link}");
    }
    assert_eq!(fs::metadata(here.path("real.txt")).unwrap().permissions().mode() & 0o777, 0o640);
    assert_eq!(here.read("new.txt"), here.read("real.txt"));
    let run = here.run("rsc stream.scm -o round.txt");
    assert_eq!(run.errors, "error: cannot write round.txt: too many links\n");

    fs::set_permissions(here.path("real.txt"), fs::Permissions::from_mode(0o440)).unwrap();
    let run = here.run("rsc stream.scm -o link.txt");
    assert_eq!(run.errors, "error: cannot write link.txt: permission denied\n");
}

#[cfg(target_os = "linux")]
#[test]
fn devices_are_written_as_it_comes_and_standard_output_once() {
    let here = Directory::of_models("files_devices");
    let run = here.run("rsc stream.scm --format json -o /dev/stdout");
    assert_eq!(run.code, 0, "{}", run.errors);
    assert_eq!(json_of(&run.output)["verdict"], "holds");
    // The file behind a standard output stays the same file.
    let file = fs::File::create(here.path("out.json")).unwrap();
    let line = ["rsc", "stream.scm", "--format", "json", "-o", "/dev/stdout"];
    assert!(here.program().args(line).stdout(file).status().unwrap().success());
    assert_eq!(json_of(&here.read("out.json"))["verdict"], "holds");
    let run = here.run("rsc stream.scm -o /dev/null");
    assert!(run.output.starts_with("stream.scm: rsc holds"), "{}", run.output);
}

#[test]
fn the_ending_of_a_file_is_its_form_and_the_verdict_is_told_all_the_same() {
    let here = inputs("files_forms");
    let line = here.run("rsc -q crossing.scm").output;
    for (file, begins) in [
        ("r.json", "{\"schema\":\"scm-check/report\""),
        ("r.ndjson", "{\"model\":\"crossing.scm\""),
        ("r.jsonl", "{\"model\":\"crossing.scm\""),
        ("r.html", "<!DOCTYPE html>"),
        ("r.xml", "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites "),
        ("r.sarif", "{\"$schema\":"),
        ("r.csv", "model,property,channels,"),
        ("r.txt", "crossing.scm: rsc violated"),
        ("r.report", "crossing.scm: rsc violated"),
        ("r", "crossing.scm: rsc violated"),
    ] {
        let run = here.run(&format!("rsc crossing.scm -o {file}"));
        assert_eq!((run.code, &run.output), (1, &line), "{file}");
        assert!(here.read(file).to_lowercase().starts_with(&begins.to_lowercase()), "{file}");
    }
    here.run("rsc crossing.scm --format human -o asked.json");
    assert!(here.read("asked.json").starts_with("crossing.scm: rsc violated"));
    here.run("rsc crossing.scm --format ndjson -o asked.xml");
    assert!(here.read("asked.xml").starts_with("{\"model\":\"crossing.scm\""));
    for (line, why) in [
        ("rsc crossing.scm -o r.svg", "a report has no form .svg"),
        ("simulate crossing.scm -o r.svg", "a report has no form .svg"),
        ("replay kept.json -o r.dot", "a chart is drawn as text or svg"),
    ] {
        let run = here.run(line);
        assert_eq!(run.code, 2, "{line}");
        assert!(run.errors.contains(why), "{line}: {}", run.errors);
    }
}

#[test]
fn every_command_with_a_verdict_tells_it_beside_its_file() {
    let here = inputs("files_beside");
    for (line, told) in [
        ("check crossing.scm stream.scm -o r.json", "crossing.scm: rsc violated"),
        ("replay kept.json crossing.scm -o r.txt", "kept.json: rsc violated: replayed"),
        ("chor check one.ca -o r.json", "one.ca: realisable holds"),
        ("interaction accepts one.hif p!a -o r.json", "p!a: accepts violated"),
        ("automaton empty one.json -o r.json", "one.json: empty violated"),
        ("conform --model one.hif one.htf -o r.csv", "one.htf: conforms holds"),
        ("-isrsc crossing.scm -o r.json", "crossing.scm: rsc violated"),
    ] {
        let run = here.run(line);
        assert!(run.output.starts_with(told), "{line}: {}{}", run.output, run.errors);
        assert!(!run.output.contains('{'), "{line}: {}", run.output);
        let name = if line.ends_with("csv") { "r.csv" } else { "r.json" };
        let is_told = name == "r.csv" || line.ends_with("txt") || here.read(name).starts_with('{');
        assert!(is_told, "{line}: {}", here.read(name));
    }
    assert!(here.read("r.csv").starts_with("log,"), "{}", here.read("r.csv"));
    // What only informs says nothing besides.
    for (line, begins) in [
        ("chor project one.ca -o p.json", "{"),
        ("interaction project one.hif -o p.ca", "name one\n"),
        ("interaction metrics one.hif -o p.json", "{"),
        ("automaton info one.json -o p.json", "{"),
        ("draw crossing.scm -o p.svg", "<svg"),
    ] {
        let run = here.run(line);
        assert_eq!((run.code, run.output.as_str()), (0, ""), "{line}: {}", run.errors);
        let file = line.rsplit(' ').next().unwrap();
        assert!(here.read(file).starts_with(begins), "{line}: {}", here.read(file));
    }
}

#[test]
fn a_certificate_that_is_not_written_is_told_and_a_stale_one_removed() {
    let here = Directory::of_answers("files_certificate")
        .with("one.ca", CHOREOGRAPHY)
        .with("endless.scm", &endless());
    for (line, code) in [
        ("rsc violated.scm", 1),
        ("rsc -q violated.scm", 1),
        ("rsc --format json violated.scm", 1),
        ("rsc --max-states 10 endless.scm", 3),
        ("rsc bad.scm", 2),
        ("check --property realisable one.ca", 0),
    ] {
        assert_eq!(here.run("rsc holds.scm --certificate c.json").code, 0);
        let run = here.run(&format!("{line} --certificate c.json"));
        assert_eq!(run.code, code, "{line}: {}", run.errors);
        let told = format!("{}{}", run.output, run.errors);
        assert!(told.contains("c.json: not written, n"), "{line}: {told}");
        assert!(told.contains("that of an earlier run is removed"), "{line}: {told}");
        assert!(!here.path("c.json").exists(), "{line}");
        let run = here.run(&format!("{line} --certificate c.json"));
        assert!(!format!("{}{}", run.output, run.errors).contains("earlier run"), "{line}");
    }
    // What was never a certificate is not removed; where there is one to write, it replaces the file like any output.
    for text in ["", "my notes\n", "{\"schema\":\"scm-check/report\"}"] {
        fs::write(here.path("c.json"), text).unwrap();
        let run = here.run("rsc violated.scm --certificate c.json");
        assert!(run.output.contains("is no certificate, and stays\n"), "{}", run.output);
        assert_eq!(here.read("c.json"), text);
    }
    assert_eq!(here.run("rsc holds.scm --certificate c.json").code, 0);
    assert!(here.read("c.json").starts_with("{\"schema\":\"scm-check/certificate\""));
    let run = here.run("rsc violated.scm --certificate /dev/null");
    assert!(run.output.contains("/dev/null: not written, none for rsc (violated)\n"));
}
