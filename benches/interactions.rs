//! How fast interactions become automata, and how fast these read traces: all of
//! `models/interactions` and families of growing size; beside it the published interactions, where they
//! are.
//!
//! The counts, which do not depend on the machine, are printed first.

#![allow(
    missing_docs,
    clippy::print_stdout,
    reason = "a bench prints, and its macros define public items"
)]

use std::hint::black_box;
use std::path::{Path, PathBuf};

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use scm_check::internals::kernel::automata::{FiniteAutomaton, RandomWords, SymbolId, WordReader};
use scm_check::internals::kernel::base::{Control, Id as _, Random};
use scm_check::internals::kernel::source::Source;
use scm_check::internals::language::interaction::{read, read_signature};
use scm_check::internals::model::interaction::{
    Choice, Interaction, Refusal, RewriteRules, Semantics, Synthesis, Synthesised, TermReader,
    compose, synthesise,
};
use scm_check::internals::model::trace::LetterId;

/// The interactions that are timed one by one.
const NAMED: [&str; 9] = [
    "lock1",
    "lock4",
    "lock4_strict_and_par",
    "lock8",
    "lock8_strict_and_par",
    "alternating_bit",
    "platoon5",
    "human_resources",
    "sensor_query",
];

/// Reads a term whose names are declared by their use.
fn term(text: &str) -> Interaction {
    read(&Source::new("bench", text), None).model.expect("the text is right").interaction
}

/// Reads the interaction of a file, with the signature beside it.
fn file(path: &Path) -> Option<Interaction> {
    let source = |path: &Path| Some(Source::from_bytes("bench", std::fs::read(path).ok()?));
    let signature =
        source(&path.with_extension("hsf")).and_then(|names| read_signature(&names).model);
    read(&source(path)?, signature.as_ref()).model.map(|model| model.interaction)
}

fn model(name: &str) -> Interaction {
    let path = Path::new("models/interactions").join(name).with_extension("hif");
    file(&path).unwrap_or_else(|| panic!("{} is a bundled model", path.display()))
}

fn made(interaction: &Interaction) -> Result<Synthesised, Refusal> {
    synthesise(interaction, &Synthesis::default(), &Control::unlimited())
}

fn minimal(automaton: &FiniteAutomaton) -> FiniteAutomaton {
    let deterministic = automaton.determinised_within(&Control::unlimited());
    deterministic.expect("there is no limit").0.minimised()
}

/// Actions on lifelines of their own, interleaved.
fn interleaved(count: usize) -> Interaction {
    let actions: Vec<String> = (0..count).map(|number| format!("m -> l{number}")).collect();
    term(&format!("par({})", actions.join(", ")))
}

/// (a|b)* a (a|b)^n on one lifeline: n + 2 states, and 2^(n+1) of the minimal deterministic automaton.
fn long_memory(count: usize) -> Interaction {
    let any = "alt(a -> l, b -> l)";
    let mut parts = vec![format!("loopS({any})"), "a -> l".to_owned()];
    parts.extend((0..count).map(|_| any.to_owned()));
    term(&format!("seq({})", parts.join(", ")))
}

/// Returns a word of about a length, from a seed.
fn word(automaton: &FiniteAutomaton, length: usize) -> Vec<SymbolId> {
    let mut words = RandomWords::new(automaton);
    let mut random = Random::new(7);
    let longer = (length..length + 64).find_map(|length| words.word_of_length(length, &mut random));
    longer.expect("the model repeats itself")
}

/// Returns the published interactions, where they are.
fn published() -> Vec<PathBuf> {
    let Ok(files) = std::fs::read_dir("../shared/corpora/interactions/nfa") else {
        println!("no published interactions here: skipped");
        return Vec::new();
    };
    let files = files.filter_map(|entry| entry.ok().map(|entry| entry.path()));
    let mut paths: Vec<PathBuf> =
        files.filter(|path| path.extension().is_some_and(|ending| ending == "hif")).collect();
    paths.sort();
    paths
}

fn counts() {
    let count = |name: &str, interaction: &Interaction| {
        let Ok(made) = made(interaction) else {
            println!("{name}: refused");
            return;
        };
        let (nfa, dfa) = (&made.automaton, minimal(&made.automaton));
        let composed = compose(interaction, &Control::unlimited());
        let composed = composed.map_or_else(|_| "-".to_owned(), |(one, _)| one.len().to_string());
        println!(
            "{name}: {} states, {} transitions, {} terms; minimal DFA {}; composed {composed}",
            nfa.len(),
            nfa.transition_count(),
            made.semantics.term_count(),
            dfa.len(),
        );
    };
    for name in NAMED {
        count(name, &model(name));
    }
    for number in [4, 8, 12] {
        count(&format!("par of {number}"), &interleaved(number));
        count(&format!("long memory of {number}"), &long_memory(number));
    }
    for path in published() {
        let interaction = file(&path).expect("published interactions are right");
        count(&format!("published {}", path.display()), &interaction);
    }
}

fn synthesis(criterion: &mut Criterion) {
    counts();
    let mut group = criterion.benchmark_group("synthesis");
    group.sample_size(10);
    for name in NAMED {
        let interaction = model(name);
        group.bench_function(name, |bencher| bencher.iter(|| made(black_box(&interaction))));
    }
    for number in [4, 8, 12] {
        let (wide, long) = (interleaved(number), long_memory(number));
        group.bench_function(format!("par of {number}"), |b| b.iter(|| made(black_box(&wide))));
        group.bench_function(format!("long memory of {number}"), |b| {
            b.iter(|| made(black_box(&long)));
        });
    }
    let all: Vec<Interaction> = published().iter().filter_map(|path| file(path)).collect();
    group.bench_function("published", |bencher| {
        bencher.iter(|| all.iter().filter(|one| made(one).is_ok()).count());
    });
    group.finish();
}

fn minimisation(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("minimisation");
    group.sample_size(10);
    for name in ["lock4", "lock8", "platoon5"] {
        let nfa = made(&model(name)).expect("the model has an automaton").automaton;
        group.bench_function(format!("{name} to DFA"), |b| b.iter(|| minimal(black_box(&nfa))));
    }
    let lock = made(&model("lock1")).expect("the model has an automaton").automaton;
    group.bench_function("lock1 to the smallest NFA", |bencher| {
        bencher.iter(|| black_box(&lock).minimal_nfa(&Control::unlimited()));
    });
    group.finish();
}

fn reading(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("reading");
    group.sample_size(10);
    for name in ["alternating_bit", "platoon3", "human_resources", "lock8"] {
        let interaction = model(name);
        let nfa = made(&interaction).expect("the model has an automaton").automaton;
        let dfa = minimal(&nfa);
        let lengths: &[usize] = if name == "lock8" { &[100] } else { &[250, 2_000, 8_751] };
        for &length in lengths {
            let word = word(&nfa, length);
            group.throughput(Throughput::Elements(word.len() as u64));
            for (kind, automaton) in [("DFA", &dfa), ("NFA", &nfa)] {
                let mut reader = WordReader::new(automaton);
                group.bench_function(format!("{name} {length} on the {kind}"), |bencher| {
                    bencher.iter(|| {
                        reader.restart();
                        for &symbol in &word {
                            reader.read(symbol);
                        }
                        assert!(reader.is_accepting());
                    });
                });
            }
            let letters: Vec<LetterId> =
                word.iter().map(|symbol| LetterId::from_index(symbol.index())).collect();
            let mut semantics = Semantics::new(&interaction, RewriteRules::full(), Choice::Delayed);
            group.bench_function(format!("{name} {length} on the term"), |bencher| {
                bencher.iter(|| {
                    let mut reader = TermReader::new(&mut semantics);
                    for &letter in &letters {
                        reader.read(letter);
                    }
                    assert!(reader.is_accepting());
                });
            });
        }
    }
    group.finish();
}

criterion_group!(benches, synthesis, minimisation, reading);
criterion_main!(benches);
