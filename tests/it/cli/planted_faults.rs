//! Faults planted in diagrams: each is told in one sentence, with who acts wrongly and the lines of both sides, and is
//! gone once it is mended.

use std::fs;
use std::path::Path;

use crate::support::program::Directory;

/// The diagrams with a fault each: who acts without being told, its line, and the line of what another has done.
const FAULTS: [(&str, &str, u32, u32); 20] = [
    // Who acts in a branch was not told of it.
    ("checkout.mmd", "Shipping", 11, 13),
    ("manuscript.mmd", "Printer", 11, 7),
    ("upload.mmd", "Auditor", 11, 13),
    ("auction.puml", "Seller", 13, 8),
    ("depot.hif", "depot", 7, 9),
    // Who acts cannot know that a loop has ended, or that it goes on.
    ("sensor.mmd", "Sensor", 8, 10),
    ("mirror.mmd", "Mirror", 8, 10),
    ("jobs.mmd", "Worker", 9, 6),
    ("tank.puml", "Filler", 7, 9),
    ("crawler.puml", "Indexer", 12, 9),
    // Two may choose differently.
    ("cancel.mmd", "User", 9, 7),
    ("call.mmd", "Bob", 11, 8),
    ("whiteboard.mmd", "Right", 10, 8),
    ("login_timer.puml", "Timer", 11, 8),
    ("market.hif", "seller", 10, 6),
    // A message is never taken: who should take it goes on without it, or another has been taken in its place.
    ("news.mmd", "Reader", 9, 7),
    ("header_body.mmd", "Client", 11, 7),
    ("hedged_read.mmd", "Far", 12, 10),
    ("turnstile.puml", "Gate", 10, 8),
    ("deadline.puml", "Worker", 11, 9),
];

/// Returns a directory for a test with copies of the diagrams of a folder, and their names in order.
fn diagrams(test: &str, folder: &str) -> (Directory, Vec<String>) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/cli").join(folder);
    let mut here = Directory::new(test);
    let mut names = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_file() {
            let name = path.file_name().unwrap().to_str().unwrap();
            here = here.with(name, &fs::read_to_string(&path).unwrap());
            names.push(name.to_owned());
        }
    }
    names.sort();
    (here, names)
}

#[test]
fn a_planted_fault_is_told_by_who_acts_and_the_lines_of_both_sides() {
    let (here, found) = diagrams("planted_faults", "planted_faults");
    let mut listed = FAULTS.map(|(name, ..)| name);
    listed.sort_unstable();
    assert_eq!(found, listed);
    for (name, who, line, other) in FAULTS {
        let alone = here.run(&format!("chor check {name}"));
        assert_eq!(alone.code, 1, "{name}: {}", alone.output);
        let first = alone.output.lines().next().unwrap();
        let sentence = first.strip_prefix(&format!("{name}: realisable violated: ")).unwrap();
        let words = sentence.split(|letter: char| !letter.is_alphanumeric());
        let numbers: Vec<u32> = words.filter_map(|word| word.parse().ok()).collect();
        assert!(numbers.contains(&line) && numbers.contains(&other), "{first}");
        assert!(sentence.contains(&format!("`{who}`")), "{first}");

        let among_others = here.run(&format!("check {name}"));
        assert_eq!(among_others.code, 1, "{name}: {}", among_others.output);
        assert!(
            among_others.output.contains("\n  violated  realisable   run 1\n")
                && among_others.output.contains(&format!("\n  run 1: {sentence}\n")),
            "{first}\n{}",
            among_others.output
        );
    }
}

#[test]
fn a_mended_diagram_holds() {
    let (here, found) = diagrams("planted_faults_mended", "planted_faults/mended");
    assert_eq!(found.len(), 10);
    for name in found {
        assert!(FAULTS.iter().any(|(faulty, ..)| *faulty == name), "{name} mends no fault");
        for command in ["chor check", "check"] {
            let run = here.run(&format!("{command} {name}"));
            assert_eq!(run.code, 0, "{command} {name}: {}", run.output);
        }
    }
}
