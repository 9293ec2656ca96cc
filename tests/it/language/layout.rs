//! The layout of texts that are kept line by line: it changes nothing but blanks, and a second time nothing.

use std::path::{Path, PathBuf};

use scm_check::internals::driver::{ReadingOptions, read_choreography, read_system};
use scm_check::internals::kernel::source::Source;
use scm_check::internals::language::interaction::{DiagramLanguage, DiagramOptions};
use scm_check::internals::language::kinds::{Kind, Language};
use scm_check::internals::language::layout::layout;
use scm_check::internals::language::reading::Expectation;
use scm_check::internals::model::cfsm::System;
use scm_check::internals::model::choreography::Description;
use scm_check::internals::model::interaction::Interaction;

use crate::support::corpora::corpora;

/// What a text means.
#[derive(PartialEq, Debug)]
enum Meaning {
    Choreography(Description, Vec<Expectation>),
    System(System, Vec<Expectation>),
    Diagram(Interaction),
}

/// Returns what a text means; `None` if it has errors.
fn meaning(language: &Language, ending: &str, source: &Source) -> Option<Meaning> {
    match language.kind {
        Kind::Choreography => {
            let model = read_choreography(source, ReadingOptions::default(), Some(ending)).model?;
            Some(Meaning::Choreography(model.description, model.expectations))
        }
        Kind::System => {
            let model = read_system(source, Some(ending)).model?;
            Some(Meaning::System(model.system, model.expectations))
        }
        _ => {
            let diagram = DiagramLanguage::of_extension(ending)?;
            let model = diagram.read(source, DiagramOptions::default()).model?;
            Some(Meaning::Diagram(model.interaction))
        }
    }
}

/// Checks the layouts of all files below a directory, and returns how many have one.
fn check(directory: &Path) -> usize {
    let mut count = 0;
    let mut left = vec![directory.to_owned()];
    while let Some(path) = left.pop() {
        if path.is_dir() {
            let mut below: Vec<PathBuf> =
                std::fs::read_dir(&path).unwrap().map(|one| one.unwrap().path()).collect();
            below.sort();
            left.extend(below);
            continue;
        }
        let Some(ending) = path.extension().and_then(|ending| ending.to_str()) else { continue };
        let Some(language) = Language::of_ending(ending) else { continue };
        let Ok(text) = std::fs::read_to_string(&path) else { continue };
        let source = Source::new("x", &*text);
        let Some(before) = meaning(language, ending, &source) else { continue };
        let Some(after) = layout(language, &source) else { continue };
        let after = Source::new("x", &*after);
        let name = path.display();
        assert!(meaning(language, ending, &after) == Some(before), "{name}");
        assert_eq!(layout(language, &after).as_deref(), Some(after.text()), "{name}");
        let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(words(text.trim_start_matches('\u{feff}')), words(after.text()), "{name}");
        count += 1;
    }
    count
}

#[test]
fn bundled_models_mean_the_same_in_the_layout() {
    let count = check(Path::new("models"));
    assert!(count > 60, "{count}");
}

#[test]
#[ignore = "needs the corpora"]
fn published_models_mean_the_same_in_the_layout() {
    let count = check(&corpora());
    assert!(count > 300, "{count}");
}

/// Returns a text in the layout of the language of an ending.
fn laid_out(ending: &str, text: &str) -> String {
    layout(Language::of_ending(ending).unwrap(), &Source::new("x", text)).unwrap()
}

#[test]
fn blocks_are_indented() {
    let mermaid = "%% first\nsequenceDiagram\nparticipant Loop\nLoop ->> B: x\nalt a\nB->>Loop: y\nelse\n\n\nB->>Loop: z\nend\n\n";
    assert_eq!(
        laid_out("mmd", mermaid),
        "%% first\nsequenceDiagram\n    participant Loop\n    Loop ->> B: x\n    alt a\n        B->>Loop: y\n    else\n\n\n        B->>Loop: z\n    end\n"
    );
    let plantuml = "@startuml\n  A -> B : x\nnote left\n   as it is\nend note\nloop\nBreak -> A : y\nend\n@enduml";
    assert_eq!(
        laid_out("puml", plantuml),
        "@startuml\nA -> B : x\nnote left\n   as it is\nend note\nloop\n  Break -> A : y\nend\n@enduml\n"
    );
    let kept = "@startuml\n/' alt\n   drawn by hand\n'/\nskinparam sequence {\n      A 1\n}\nnote over A\n  end of line\nendnote\nA -> A : x\n@enduml\n";
    assert_eq!(laid_out("puml", kept), kept);
    let settings = "sequenceDiagram\n    accDescr {\nloop x\n}\n    A->>B: x\n";
    assert_eq!(laid_out("mmd", settings), settings);
    let strings = "digraph {\n  # it is \" so\n  \"s  \nx\" -> 1 [label=\"A->B:m\"];\n}\n";
    assert_eq!(laid_out("dot", strings), strings);
    let global = "sel {\nA -> B : \"{\" // {\n+\nA -> B : n }\n";
    assert_eq!(laid_out("gc", global), "sel {\n  A -> B : \"{\" // {\n+\n  A -> B : n }\n");
    assert_eq!(
        laid_out("ca", "  0 -A->B:m- 1  \r\n\r\n\r\n1 -B->A:n- 0"),
        "0 -A->B:m- 1\n\n\n1 -B->A:n- 0\n"
    );
    assert!(layout(Language::of_ending("scm").unwrap(), &Source::new("x", "scm")).is_none());
}
