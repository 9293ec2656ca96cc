//! Automata that others published.

use std::collections::BTreeMap;

use scm_check::internals::kernel::automata::{
    FiniteAutomaton, Side, equivalence, inclusion, joined,
};
use scm_check::internals::kernel::base::Control;
use scm_check::internals::kernel::source::Source;
use scm_check::internals::language::automaton::{Format, Model, print, read};

use crate::support::corpora::corpora;

fn models() -> BTreeMap<String, Model> {
    let directory = corpora().join("automatark");
    let mut models = BTreeMap::new();
    let entries = std::fs::read_dir(&directory);
    for entry in entries.unwrap_or_else(|error| panic!("{}: {error}", directory.display())) {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "timbuk") {
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            let source = Source::from_bytes(&*name, std::fs::read(&path).unwrap());
            let reading = read(&source, Format::Timbuk);
            models
                .insert(name, reading.model.unwrap_or_else(|| panic!("{:?}", reading.diagnostics)));
        }
    }
    assert!(!models.is_empty(), "{} has no automata", directory.display());
    models
}

#[test]
#[ignore = "needs the corpora"]
fn published_automata_have_the_listed_sizes() {
    let models = models();
    let index = std::fs::read_to_string(corpora().join("automatark/INDEX.csv")).unwrap();
    let mut seen = 0;
    for line in index.lines().skip(1) {
        let cells: Vec<&str> = line.split(',').collect();
        let model = &models[cells[0]];
        let automaton = &model.automaton;
        let number = |cell: usize| cells[cell].parse::<usize>().unwrap();
        let finals = automaton.states().filter(|&state| automaton.is_accepting(state)).count();
        let found = [
            automaton.len(),
            automaton.transition_count(),
            automaton.initial().len(),
            finals,
            automaton.used_symbols().len(),
        ];
        assert_eq!(found, [2, 3, 4, 5, 6].map(number), "{line}");
        assert_eq!(automaton.is_deterministic(), cells[7] == "det", "{line}");
        seen += 1;
    }
    assert_eq!(seen, models.len());
}

#[test]
#[ignore = "needs the corpora"]
fn published_automata_keep_their_words() {
    let models = models();
    let control = Control::unlimited();
    for (name, model) in &models {
        let automaton = &model.automaton;
        for format in Format::ALL {
            let text = print(model, format).unwrap();
            let again = read(&Source::new(name, text), format).model.unwrap();
            assert_eq!(again.automaton.edges().count(), automaton.edges().count());
        }
        let reduced = automaton.reduced(&control).unwrap();
        assert!(reduced.len() <= automaton.trimmed().len());
        let Some((deterministic, _)) = automaton.determinised(20_000) else {
            println!("{name}: {} states, reduced to {}", automaton.len(), reduced.len());
            continue;
        };
        let minimal = deterministic.minimised();
        assert!(minimal.len() <= deterministic.len());
        println!(
            "{name}: {} states, reduced {}, deterministic {}, minimal {}",
            automaton.len(),
            reduced.len(),
            deterministic.len(),
            minimal.len()
        );
        let small = Control { max_states: Some(20_000), ..Control::unlimited() };
        if let Ok(backwards) = automaton.minimised_by_reversal(&small) {
            assert_eq!(backwards, minimal, "{name}");
        }
        assert_eq!(reduced.determinised(20_000).unwrap().0.minimised(), minimal, "{name}");
        assert_eq!(equivalence(automaton, &minimal, &control), Ok(None), "{name}");
    }
}

#[test]
#[ignore = "needs the corpora"]
fn witnesses_tell_published_automata_apart() {
    let models = models();
    let control = Control::unlimited();
    let small: Vec<&Model> = models.values().filter(|model| model.automaton.len() < 400).collect();
    let over = |model: &Model, other: &Model| -> (FiniteAutomaton, FiniteAutomaton) {
        let (all, renaming) = joined(&model.alphabet, &other.alphabet);
        let right = other.automaton.renamed(all.len(), |symbol| renaming[symbol]);
        (model.automaton.over(all.len()), right)
    };
    let mut apart = 0;
    for one in &small {
        for two in &small {
            let (left, right) = over(one, two);
            if let Some(word) = inclusion(&left, &right, &control).unwrap() {
                assert!(left.accepts(word.iter().copied()) && !right.accepts(word.iter().copied()));
                apart += 1;
            }
            if let Some(found) = equivalence(&left, &right, &control).unwrap() {
                let accepts = left.accepts(found.word.iter().copied());
                assert_ne!(accepts, right.accepts(found.word.iter().copied()));
                assert_eq!(accepts, found.accepted_by == Side::First);
            }
        }
    }
    assert!(apart > 0);
}
