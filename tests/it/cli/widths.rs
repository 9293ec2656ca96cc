//! Texts for people at several widths, and the pages that they name.

use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;

use crate::support::program::{Directory, Finished, finish};

/// Returns what a command prints about the bundled models.
fn run(line: &str) -> Finished {
    let house = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut program = Command::new(env!("CARGO_BIN_EXE_scm-check"));
    finish(program.current_dir(house).env_remove("CLICOLOR_FORCE").args(line.split_whitespace()))
}

/// The commands whose texts are shown at each width.
const COMMANDS: [&str; 6] = [
    "rsc models/tour/upload.scm",
    "reach models/tour/impatient_client.scm",
    "safety models/tour/login.scm",
    "safety models/tour/taxi.scm models/tour/hurry.scm models/tour/kitchen.scm",
    "check models/tour",
    "chor check --arch mailbox models/choreographies/two_buyer.scr",
];

#[test]
fn every_sentence_and_table_fits_the_width() {
    for width in [60, 80, 120] {
        let mut shown = String::new();
        for command in COMMANDS {
            let run = run(&format!("{command} --reproducible --width {width}"));
            for line in run.output.lines() {
                let is_drawn = line.contains(['|', '│', '├', '┤']);
                let fits = is_drawn || line.chars().count() <= width;
                assert!(fits, "{command} at {width}: {line}");
            }
            writeln!(shown, "$ {command}\n{}", run.output).unwrap();
        }
        insta::assert_snapshot!(format!("width_{width}"), shown);
    }
}

#[test]
fn wrapped_sentences_lose_no_word() {
    let words = |width: &str| {
        let run = run(&format!("reach models/tour/simultaneous_close.scm {width}"));
        run.output.split_whitespace().map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(words("--width 40"), words(""));
    assert!(run("explain rsc --width 50").output.lines().all(|line| line.chars().count() <= 50));
}

#[test]
fn each_step_of_a_table_has_its_place() {
    let whole = run("rsc models/tour/upload.scm").output;
    assert!(whole.contains(" ? cancel    0        0 -> 0  (empty)"), "{whole}");
    assert_eq!(whole.matches("  models/tour/upload.scm:").count(), 8, "{whole}");
    let narrow = run("rsc models/tour/upload.scm --width 60").output;
    let lines: Vec<&str> = narrow
        .lines()
        .skip_while(|line| !line.starts_with("  step"))
        .take(7)
        .map(|line| line.split_whitespace().next_back().unwrap())
        .collect();
    assert_eq!(lines, ["line", "19", "29", "21", "32", "24", "30"]);
}

#[test]
fn errors_and_verdicts_name_a_page_once() {
    let here = Directory::of_answers("named_pages");
    let output = here.program().args(["rsc", "bad.scm"]).output().unwrap();
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(errors.ends_with("see: scm-check explain E0101 E0102\n\n"), "{errors}");
    let page = here.run("explain E0101 E0102");
    assert!(page.output.contains("E0101") && page.output.contains("E0102"), "{}", page.output);
    for line in COMMANDS.iter().filter(|line| !line.contains("models/tour ")) {
        let text = run(line).output;
        let first = text.find("scm-check explain");
        let is_table = text.starts_with("model ");
        assert!(first.is_some() || is_table, "{line}: {text}");
    }
    for holds in ["rsc", "reach", "safety"] {
        let text = run(&format!("{holds} models/tour/kitchen.scm")).output;
        assert_eq!(text.matches("see: scm-check explain").count(), 1, "{text}");
    }
}
