//! Whatever the form for people says stands in the page, too.

use std::collections::BTreeSet;
use std::path::Path;

use roxmltree::Node;

use crate::render::html::read;
use crate::support::program::{CROSSING, Directory, MALFORMED, STREAM};

/// The commands, each with its exit code; `MODELS` is the folder of the bundled models.
const COMMANDS: [(&str, u8); 26] = [
    ("rsc MODELS/tour/upload.scm", 1),
    ("rsc --bag MODELS/tour/kitchen.scm", 1),
    ("rsc --engine plain --max-states 3 MODELS/tour/taxi.scm", 3),
    ("rsc -v MODELS/tour/upload.scm MODELS/tour/login.scm", 1),
    ("rsc malformed.scm", 2),
    ("rsc missing.scm", 2),
    ("reach MODELS/tour/impatient_client.scm", 1),
    ("reach --assume-eager MODELS/tour/retransmission.scm", 1),
    ("safety MODELS/tour/login.scm", 1),
    ("safety -v MODELS/tour/taxi.scm", 1),
    ("safety --all MODELS/tour/login.scm", 1),
    ("safety --max-states 300 MODELS/beyond/ring_of_tokens.scm", 3),
    ("check MODELS/tour/login.scm", 0),
    ("check changed.scm", 1),
    ("check --exit-zero changed.scm", 0),
    ("check changed.scm malformed.scm stream.scm", 2),
    ("check MODELS/interactions/fig10_unbounded_sending.hif", 0),
    ("chor check MODELS/choreographies/faults/choice_between_strangers.ca", 1),
    ("chor check MODELS/choreographies/faults/crossing_on_a_mailbox.ca", 1),
    ("chor check --strict MODELS/choreographies/faults/mixed_choice.ca", 1),
    ("chor check --strict MODELS/choreographies/three_buyer.gc", 0),
    ("check MODELS/choreographies/faults/receiver_cannot_tell.ca", 0),
    ("interaction nfa MODELS/interactions/elevator.hif", 0),
    (
        "conform --model MODELS/multitraces/order_process.ca --input otlp MODELS/multitraces/order_process.otlp",
        1,
    ),
    (
        "conform --model MODELS/multitraces/alternating_bit.hif MODELS/multitraces/alternating_bit.jsonl",
        0,
    ),
    ("-isrsc -mc -counter MODELS/tour/impatient_client.scm", 1),
];

/// Number of words from which on a part of a sentence must stand in the page word by word.
const SENTENCE: usize = 4;

/// Returns the words of a text; signs that only one of the forms has are blanks.
fn words(text: &str) -> Vec<String> {
    let lower = text.to_lowercase();
    let words = lower.split(|symbol: char| {
        symbol.is_whitespace() || "?!:;,()[]|^*\u{2713}\u{2717}\u{b7}\u{2013}".contains(symbol)
    });
    words.filter(|word| !word.is_empty() && *word != "->").map(str::to_owned).collect()
}

/// Returns `true` if a line belongs to a chart, which is a picture in the page.
fn is_chart(line: &str) -> bool {
    let first = line.trim_start();
    let is_excerpt =
        first.split_once(" | ").is_some_and(|(number, _)| number.parse::<u32>().is_ok());
    let is_marked = first.starts_with("|  ") && first.contains('^');
    let has_signs = line.contains("<-")
        || line
            .chars()
            .any(|symbol| "|+\u{2502}\u{251c}\u{2524}\u{2500}\u{250a}\u{2506}".contains(symbol));
    has_signs && !is_excerpt && !is_marked
}

/// Returns what the page lacks of a text: sentences, and words of tables and lists.
fn lacks(page: &str, said: &str) -> Vec<String> {
    let on_page = words(page);
    let known: BTreeSet<&str> = on_page.iter().map(String::as_str).collect();
    let all = format!(" {} ", on_page.join(" "));
    let mut lacking = Vec::new();
    for line in said.lines().filter(|line| !is_chart(line)) {
        // The page shows the counterexample, and what is as expected has the word for it.
        if line.starts_with("to see a counterexample") {
            continue;
        }
        let line = line.replace(" x ", " x\u{a0}");
        for part in
            line.split("  ").flat_map(|part| part.split(['(', ')', '[', ']', ';', ':', ',']))
        {
            let part = words(part);
            // An entry of a digest is told in other words, over the run itself.
            let is_entry = line.starts_with("  CHANGED");
            let is_there = if part.len() < SENTENCE || is_entry {
                // The place of a step is a link to its line, and an answer has the sign before the verdict.
                part.iter().all(|word| {
                    known.contains(&**word) || word == "ok" || word.contains(".scm") || word == "at"
                })
            } else {
                all.contains(&format!(" {} ", part.join(" ")))
            };
            if !is_there {
                lacking.push(part.join(" "));
            }
        }
    }
    lacking
}

#[test]
fn what_the_form_for_people_says_stands_in_the_page() {
    let models = Path::new(env!("CARGO_MANIFEST_DIR")).join("models");
    let here = Directory::new("html_says_all")
        .with("changed.scm", &format!("//# expect: rsc = holds\n{CROSSING}"))
        .with("stream.scm", &format!("//# expect: rsc = holds\n{STREAM}"))
        .with("malformed.scm", MALFORMED);
    for (command, code) in COMMANDS {
        let command = command.replace("MODELS", &models.display().to_string());
        let is_new = !command.starts_with('-');
        let command = if is_new { format!("{command} --reproducible") } else { command };
        let said = here.run(&command);
        let page = here.run(&format!("{command} --format html"));
        assert_eq!(
            (said.code, page.code),
            (i32::from(code), i32::from(code)),
            "{command}: {}",
            page.errors
        );
        let document = read(&page.output);
        let body = document.root().descendants().find(|node| node.has_tag_name("body")).unwrap();
        let is_script =
            |node: &Node<'_, '_>| node.ancestors().any(|node| node.has_tag_name("script"));
        let texts = body.descendants().filter(|node| node.is_text() && !is_script(node));
        let shown = texts.filter_map(|node| node.text()).collect::<Vec<_>>().join(" ");
        // Of a diagnostic: its message and its advice; the page has the places as links.
        let is_said = |line: &&str| {
            ["error[", "warning[", "help: "].iter().any(|begin| line.starts_with(begin))
        };
        let diagnostics: Vec<&str> = said.errors.lines().filter(is_said).collect();
        let lacking = lacks(&shown, &(said.output + &diagnostics.join("\n")));
        assert!(lacking.is_empty(), "{command}: {lacking:#?}");
    }
}

#[test]
fn what_a_page_lacks_is_found() {
    let said = "m.scm: rsc violated: nobody will ever receive this\n  to repair it: let `a` wait\n  |  chart";
    assert!(
        lacks("m.scm rsc violated nobody will ever receive this to repair it let `a` wait", said)
            .is_empty()
    );
    assert_eq!(lacks("m.scm: rsc violated: nobody will receive this", said).len(), 3);
}
