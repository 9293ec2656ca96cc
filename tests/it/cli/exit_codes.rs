//! Exit codes, several inputs, limits, interruption, and outputs that fail.

use std::io::{Read, Write as _};
use std::process::Stdio;
use std::thread::sleep;
use std::time::Duration;

use crate::support::program::{
    CROSSING, Directory, MALFORMED, STREAM, end, endless, finish, line_that_begins, signal,
};

#[test]
fn the_verdict_decides_the_exit_code() {
    let here = Directory::of_answers("verdict_decides");
    assert_eq!(here.run("rsc holds.scm").code, 0);
    assert_eq!(here.run("rsc violated.scm").code, 1);
    assert_eq!(here.run("rsc bad.scm").code, 2);
    assert_eq!(here.run("rsc no_such.scm").code, 2);
    assert_eq!(here.run("rsc --max-states 1 violated.scm").code, 3);
    assert_eq!(here.run("rsc").code, 2);
    assert_eq!(here.run("rsc --no-such-option holds.scm").code, 2);
    assert_eq!(here.run("rsc --arch p2p holds.scm").code, 2);
    assert_eq!(here.run("--version").code, 0);
}

#[test]
fn of_several_inputs_an_error_beats_a_violation_beats_a_limit_beats_holding() {
    let here = Directory::of_answers("several_inputs").with("endless.scm", &endless());
    let run = |models: &str| here.run(&format!("rsc --max-states 2000 {models}"));
    assert_eq!(run("holds.scm endless.scm").code, 3);
    assert_eq!(run("holds.scm endless.scm violated.scm").code, 1);
    let all = run("no_such.scm holds.scm bad.scm endless.scm violated.scm");
    assert_eq!(all.code, 2);
    let verdicts: Vec<&str> = all
        .output
        .lines()
        .filter(|line| line.contains(".scm "))
        .map(|line| line.split_whitespace().nth(3).unwrap())
        .collect();
    let end = "to see a counterexample: scm-check rsc violated.scm\n\
               5 models: 1 holds, 1 violated, 1 unknown, 2 unreadable\n";
    assert!(all.output.ends_with(end), "{}", all.output);
    assert_eq!(verdicts, ["error", "holds", "error", "?states", "VIOLATED"], "{}", all.output);
    assert!(all.output.contains("bad.scm:8:20"), "{}", all.output);
    assert_eq!(here.run("rsc --exit-zero holds.scm violated.scm").code, 0);
    assert_eq!(here.run("rsc --exit-zero bad.scm violated.scm").code, 2);
}

#[test]
fn check_excuses_what_is_expected_and_names_what_changed() {
    let expected = format!("//# expect: rsc = violated, rsc[bag] = violated\n{CROSSING}");
    let changed = format!("//# expect: rsc = violated\n{STREAM}");
    let open = format!("//# expect: realisable = holds\n{STREAM}");
    let here = Directory::new("check_compares")
        .with("expected.scm", &expected)
        .with("changed.scm", &changed)
        .with("open.scm", &open);
    assert_eq!(here.run("check expected.scm").code, 0);
    assert_eq!(here.run("rsc expected.scm").code, 1);
    assert_eq!(here.run("-isrsc expected.scm").code, 1);
    let run = here.run("check .");
    assert_eq!(run.code, 1);
    assert!(run.output.contains("CHANGED (rsc was violated)"), "{}", run.output);
    assert!(run.output.contains("rsc[bag]"), "{}", run.output);
    let run = here.run("check changed.scm");
    assert_eq!(run.code, 1);
    let changed = "CHANGED   rsc holds, and the model expects violated\n";
    assert!(run.output.contains(changed), "{}", run.output);
    assert_eq!(here.run("-isrsc changed.scm").code, 0);
    let misspelt = here.with("misspelt.scm", &format!("//# expect: progres = holds\n{STREAM}"));
    let run = misspelt.run("check misspelt.scm");
    assert_eq!(run.code, 2, "{}", run.output);
    assert!(run.output.contains("did you mean `progress`?"), "{}", run.output);
    let here = misspelt;
    let run = here.run("check open.scm");
    assert_eq!(run.code, 3, "{}", run.output);
    assert!(run.output.contains("unknown   realisable   "), "{}", run.output);
}

#[test]
fn directories_patterns_and_standard_input_are_inputs() {
    let here = Directory::of_answers("kinds_of_inputs")
        .with("deep/er/second.scm", STREAM)
        .with("deep/first.scm", STREAM)
        .with("deep/.hidden/third.scm", MALFORMED)
        .with("deep/readme.txt", MALFORMED);
    let names = |output: &str| -> Vec<String> {
        let lines = output.lines().skip(1).filter(|line| line.contains(".scm"));
        lines.map(|line| line.split_whitespace().next().unwrap().to_owned()).collect()
    };
    let run = here.run("rsc deep");
    assert_eq!(run.code, 0);
    assert_eq!(names(&run.output), ["deep/er/second.scm", "deep/first.scm"]);
    let run = here.run("rsc *s.scm deep/**/se*.scm");
    assert_eq!(names(&run.output), ["holds.scm", "deep/er/second.scm"]);
    assert_eq!(here.run("rsc no/*.scm").code, 2);
    assert_eq!(here.run("rsc deep/.hidden/third.scm").code, 2);
    let run = here.run_with_input("rsc -", CROSSING);
    assert_eq!(run.code, 1);
    assert!(run.output.starts_with("<stdin>: rsc violated"), "{}", run.output);
}

#[test]
fn a_limit_is_reported_with_what_was_done() {
    let here = Directory::new("limits").with("endless.scm", &endless());
    for (option, words) in [
        ("--timeout 200ms", "(timeout): the time limit of 200 ms was reached"),
        ("--max-states 5000", "(states): the limit of 5,000 states was reached"),
        ("--memory 64KiB", "(memory): the memory limit of 64.0 KiB was reached"),
    ] {
        let run = here.run(&format!("rsc {option} endless.scm"));
        assert_eq!(run.code, 3, "{}", run.output);
        assert!(run.output.starts_with(&format!("endless.scm: rsc unknown {words}\n")), "{words}");
        assert!(run.output.contains("states explored, not complete"), "{}", run.output);
    }
    for wrong in ["--timeout soon", "--memory much", "--max-states -1", "-j 0"] {
        assert_eq!(here.run(&format!("rsc {wrong} endless.scm")).code, 2, "{wrong}");
    }
}

#[test]
fn progress_is_told_in_plain_lines_after_a_second_and_not_before() {
    let here = Directory::of_answers("progress").with("endless.scm", &endless());
    let mut child = here.start("rsc endless.scm");
    let line = first_line(child.stderr.as_mut().unwrap());
    child.kill().unwrap();
    child.wait().unwrap();
    let state = line.strip_prefix("endless.scm rsc ").unwrap_or_else(|| panic!("{line}"));
    let (time, state) = state.split_once(' ').unwrap();
    let (minutes, seconds) = time.split_once(':').unwrap();
    let [minutes, seconds] = [minutes, seconds].map(|number| number.parse::<u64>().unwrap());
    assert!(minutes * 60 + seconds >= 1, "{line}");
    assert!(state.contains(" states ") && state.contains(" GiB"), "{line}");
    assert_eq!(here.run("rsc --timeout 1500ms --progress none endless.scm").errors, "");
}

/// Waits for the first line about the progress of the endless model, behind the warnings about it.
fn first_line(output: impl Read) -> String {
    line_that_begins("endless.scm rsc ", output)
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_reports_what_is_known() {
    let here = Directory::of_answers("interrupted").with("endless.scm", &endless());
    let mut child = here.start("rsc -j 1 --format json endless.scm holds.scm");
    let progress = first_line(child.stderr.as_mut().unwrap());
    assert!(progress.starts_with("endless.scm rsc "), "{progress}");
    signal(&child);
    let run = end(child);
    assert_eq!(run.code, 130, "{}", run.errors);
    let report: serde_json::Value = serde_json::from_str(&run.output).unwrap();
    assert_eq!(report["exit_code"], 130);
    let results = report["results"].as_array().unwrap();
    assert_eq!(results.len(), 2, "each input has its result");
    assert_eq!(results[0]["reason"], "interrupted");
    assert!(results[0]["statistics"]["states"].as_u64().unwrap() > 0);
    assert_eq!(results[1]["reason"], "interrupted");
}

#[cfg(unix)]
#[test]
fn an_interruption_ends_the_wait_for_standard_input() {
    let here = Directory::of_answers("interrupted_waiting");
    let mut child = here.start("rsc --format json holds.scm -");
    let mut open = child.stdin.take().unwrap();
    // More than a pipe holds: the program has come to this input when all of it is written.
    open.write_all("\n".repeat(1 << 20).as_bytes()).unwrap();
    signal(&child);
    let run = end(child);
    assert_eq!(run.code, 130, "{}", run.errors);
    let report: serde_json::Value = serde_json::from_str(&run.output).unwrap();
    assert_eq!(report["results"][0]["verdict"], "holds", "what is known is reported");
    assert_eq!(report["results"][1]["reason"], "interrupted");
}

#[cfg(unix)]
#[test]
fn a_second_interruption_ends_the_program() {
    let here = Directory::of_answers("interrupted_twice");
    // More than a pipe holds, and nobody reads it: the program waits in the middle of its report.
    let mut child = here.start(&format!("rsc -q {}", "holds.scm ".repeat(3000)));
    let mut begin = [0];
    child.stdout.as_mut().unwrap().read_exact(&mut begin).unwrap();
    signal(&child);
    sleep(Duration::from_millis(300));
    assert_eq!(child.try_wait().unwrap(), None, "the first lets the program finish");
    signal(&child);
    assert_eq!(end(child).code, 130);
}

#[test]
fn a_closed_output_ends_the_program_quietly() {
    let here = Directory::of_answers("closed_output");
    let mut child = here
        .program()
        .args(["rsc", "-q", "violated.scm", "holds.scm", "violated.scm"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let mut errors = String::new();
    child.stderr.take().unwrap().read_to_string(&mut errors).unwrap();
    assert_eq!(errors, "");
    assert_eq!(child.wait().unwrap().code(), Some(1));
}

#[cfg(target_os = "linux")]
#[test]
fn an_output_that_cannot_be_written_is_an_error() {
    let here = Directory::of_answers("full_output");
    for (line, words) in [
        ("rsc -o /dev/full holds.scm", "cannot write /dev/full: no space left on the device"),
        ("rsc -o no/such/file holds.scm", "cannot write no/such/file: no such directory"),
        ("rsc -o holds.scm holds.scm", "the output holds.scm is one of the inputs"),
    ] {
        let run = here.run(line);
        assert_eq!(run.code, 2, "{line}");
        assert!(run.errors.contains(words), "{}", run.errors);
    }
    let full = std::fs::File::create("/dev/full").unwrap();
    let run = here.program().args(["rsc", "violated.scm"]).stdout(full).output().unwrap();
    assert_eq!(run.status.code(), Some(2));
    assert_eq!(here.read("holds.scm"), STREAM);
}

#[test]
fn colours_come_only_when_asked_for() {
    let here = Directory::of_answers("colours");
    assert!(!here.run("rsc holds.scm").output.contains('\x1b'));
    assert!(here.run("rsc --color always holds.scm").output.contains("\x1b[1;32mholds\x1b[0m"));
    here.run("rsc --color always -o out.txt holds.scm");
    assert!(!here.read("out.txt").contains('\x1b'));
}

#[test]
fn the_verdict_comes_first_and_again_at_the_end_of_a_long_report() {
    let here = Directory::of_answers("verdict_first");
    let run = here.run("rsc violated.scm");
    let first = run.output.lines().next().unwrap();
    assert!(first.starts_with("violated.scm: rsc violated"), "{first}");
    let lines = run.output.lines().count();
    let repeated = run.output.lines().last().unwrap() == first;
    assert_eq!(repeated, lines > 20, "{}", run.output);
    assert_eq!(here.run("rsc -q violated.scm").output.lines().count(), 1);
    let run = finish(here.program().args(["rsc", "-v", "holds.scm"]));
    assert!(run.output.contains("engine static;"), "{}", run.output);
}
