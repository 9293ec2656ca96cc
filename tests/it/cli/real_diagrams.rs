//! Diagrams that others published: how many are read and answered, and what is said of the others.

use std::collections::BTreeMap;
use std::path::PathBuf;

use regex_automata::nfa::thompson::pikevm::PikeVM;
use serde_json::Value;

use scm_check::internals::kernel::source::Source;
use scm_check::internals::language::interaction::{DiagramLanguage, DiagramOptions};

use crate::support::corpora::{corpora, source};
use crate::support::program::{Directory, json_of};

/// Returns the files of a kind, in order.
fn files(kind: &str) -> Vec<PathBuf> {
    let directory = corpora().join("real").join(kind);
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

/// Returns the number of lines of a diagram that are arrows, by expressions; arrows in both directions count twice, but
/// not from a lifeline to itself.
fn arrows(text: &str, kind: DiagramLanguage) -> usize {
    let (skipped, arrow) = match kind {
        DiagramLanguage::Mermaid => (
            r"(?i)^\s*(%|note\b|title\b|acctitle|links?\b|loop\b|alt\b|else\b|opt\b|par\b|and\b)",
            r"^[^:]*?(<<)?--?(>>|>|x|\))[^:]*:",
        ),
        DiagramLanguage::PlantUml => (
            r"(?i)^\s*('|note\b|rnote\b|hnote\b|ref\b|title\b|legend\b|!|skinparam\b)",
            concat!(
                r#"^\s*(&\s*)?("[^"]*"|[\w.@]+|\[|\?)\s*([<\\/xo]*(\[[^\]]*\])?-+(\[[^\]]*\])?-*[>\\/]*[xo]?)"#,
                r#"\s*("[^"]*"|[\w.@]+|\]|\?)\s*[-+*!# \w]*(:|$)"#
            ),
        ),
    };
    let [skipped, arrow] = [skipped, arrow].map(|pattern| PikeVM::new(pattern).unwrap());
    let mut cache = (skipped.create_cache(), arrow.create_cache());
    let mut block = false;
    let mut count = 0;
    for line in text.lines() {
        let lower = line.trim().to_lowercase();
        if block {
            let ends = [
                "end note",
                "endnote",
                "endrnote",
                "endhnote",
                "end ref",
                "endlegend",
                "end title",
                "'/",
                "}",
            ];
            block = !ends.iter().any(|end| lower.ends_with(end) || lower.starts_with("end "));
            continue;
        }
        if kind == DiagramLanguage::PlantUml {
            let opens = ["note", "rnote", "hnote", "ref", "legend"];
            let is_open = opens.iter().any(|word| lower.starts_with(word)) && !lower.contains(':');
            let is_long = lower.starts_with("/'") && !lower.contains("'/")
                || lower.ends_with('{') && !lower.contains("->");
            if is_open || is_long {
                block = true;
                continue;
            }
        }
        // An arrow that is not drawn is no message.
        if skipped.is_match(&mut cache.0, line) || line.contains("-[hidden]") {
            continue;
        }
        let mut found = arrow.create_captures();
        arrow.captures(&mut cache.1, line, &mut found);
        if !found.is_match() {
            continue;
        }
        let group = |number: usize| found.get_group(number).map_or("", |span| &line[span.range()]);
        count += match kind {
            DiagramLanguage::Mermaid => 1 + usize::from(!group(1).is_empty()),
            DiagramLanguage::PlantUml => {
                let shaft = group(3);
                let is_both = shaft.contains('<') && shaft.contains('>') && group(2) != group(6);
                usize::from(shaft.contains(['<', '>', '\\', '/', 'x'])) + usize::from(is_both)
            }
        };
    }
    count
}

/// Returns how many files of a kind have arrows, are read, and are answered by `chor check`; prints the table.
fn judged(kind: &str, language: DiagramLanguage) -> [usize; 3] {
    let here = Directory::new(&format!("real_{kind}"));
    let paths = files(kind);
    let mut program = here.program();
    program.args(["chor", "check", "--format", "json", "--model-timeout", "20s"]).args(&paths);
    let output = program.output().unwrap();
    let report = json_of(&String::from_utf8(output.stdout).unwrap());
    let errors = String::from_utf8(output.stderr).unwrap();
    let mut verdicts: BTreeMap<String, usize> = BTreeMap::new();
    let (mut with_arrows, mut read, mut answered) = (0, 0, 0);
    for path in &paths {
        let text = source(path);
        let reading = language.read(&text, DiagramOptions::default());
        let counted = arrows(text.text(), language);
        let name = path.file_name().unwrap().to_string_lossy();
        with_arrows += usize::from(counted > 0);
        let results = report["results"].as_array().unwrap().iter();
        let own = results.filter(|row| row["level"] != "race");
        let own = own.filter(|row| row["model"].as_str().unwrap().ends_with(&*name));
        let own: Vec<&Value> = own.collect();
        assert_eq!(own.len(), 1, "{name}");
        let verdict = own[0]["verdict"].as_str().unwrap();
        match &reading.model {
            Some(model) => {
                read += 1;
                assert_eq!(model.interaction.metrics().passings, counted, "{name}");
            }
            None => assert!(!reading.diagnostics.is_empty(), "{name}"),
        }
        if verdict == "error" {
            // What it is refused for stands at its place.
            let place = format!("{name}:");
            assert!(errors.contains(&place), "{name}: {errors}");
        }
        answered += usize::from(["holds", "violated"].contains(&verdict));
        *verdicts.entry(verdict.to_owned()).or_default() += 1;
    }
    let mut reasons: BTreeMap<&str, usize> = BTreeMap::new();
    for line in errors.lines().filter(|line| line.starts_with("error[")) {
        *reasons.entry(line).or_default() += 1;
    }
    println!(
        "{kind}: {} files, {with_arrows} with arrows, {read} read, {answered} answered",
        paths.len()
    );
    println!("  {verdicts:?}\n  {reasons:#?}");
    [with_arrows, read, answered]
}

#[test]
#[ignore = "needs the corpora"]
fn published_diagrams_of_mermaid_are_read_and_answered() {
    let [all, read, answered] = judged("mermaid", DiagramLanguage::Mermaid);
    assert!(read * 100 >= all * 95, "{read} of {all}");
    assert!(answered * 100 >= all * 90, "{answered} of {all}");
}

#[test]
#[ignore = "needs the corpora"]
fn published_diagrams_of_plantuml_are_read_and_answered() {
    let [all, read, answered] = judged("plantuml", DiagramLanguage::PlantUml);
    assert!(read * 100 >= all * 85, "{read} of {all}");
    assert!(answered * 100 >= all * 80, "{answered} of {all}");
}

#[test]
fn arrows_are_counted_by_expressions() {
    let mermaid =
        "sequenceDiagram\nA->>B: m\nnote over A: x->>y: z\nA<<->>B: m\nloop a->>b: x\nend\n";
    assert_eq!(arrows(mermaid, DiagramLanguage::Mermaid), 3);
    let plantuml = "@startuml\na -> b : m\nb <-[#red]- a\nnote left\n a -> b : x\nend note\na <-> b : m\n\
        a <-> a : m\n' a -> b : m\nparticipant a\n@enduml\n";
    assert_eq!(arrows(plantuml, DiagramLanguage::PlantUml), 5);
    let source = Source::new("t.puml", plantuml);
    let model = DiagramLanguage::PlantUml.read(&source, DiagramOptions::default()).model.unwrap();
    assert_eq!(model.interaction.metrics().passings, 5);
}
