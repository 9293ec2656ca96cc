//! How fast finite automata are determinised, minimised, compared and read.
//!
//! The counts that do not depend on the machine are printed first.

#![allow(
    missing_docs,
    clippy::print_stdout,
    reason = "a bench prints, and its macros define public items"
)]

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use scm_check::internals::kernel::automata::{
    FiniteAutomaton, FiniteStateId, SymbolId, WordReader, inclusion,
};
use scm_check::internals::kernel::base::{Control, Id as _, Random};

/// How many symbols are read in one go.
const WORD: usize = 100_000;

/// Returns an automaton of random transitions, `density` a state, with one initial state.
fn random_automaton(states: usize, symbols: usize, density: usize, seed: u64) -> FiniteAutomaton {
    let mut random = Random::new(seed);
    let state = FiniteStateId::from_index;
    let transitions = (0..states * density)
        .map(|_| {
            let (from, to) = (random.below(states), random.below(states));
            (state(from), SymbolId::from_index(random.below(symbols)), state(to))
        })
        .collect();
    let accepting = (0..states).map(|_| random.percent(10)).collect();
    FiniteAutomaton::new(symbols, vec![state(0)], accepting, transitions)
}

/// Returns `(a|b)* a (a|b)^n`, whose deterministic automata have `2^(n+1)` states.
fn counter(length: usize) -> FiniteAutomaton {
    let (state, symbol) = (FiniteStateId::from_index, SymbolId::from_index);
    let mut transitions = vec![(state(0), symbol(0), state(0)), (state(0), symbol(1), state(0))];
    transitions.push((state(0), symbol(0), state(1)));
    for at in 1..=length {
        transitions.push((state(at), symbol(0), state(at + 1)));
        transitions.push((state(at), symbol(1), state(at + 1)));
    }
    let accepting = (0..length + 2).map(|at| at == length + 1).collect();
    FiniteAutomaton::new(2, vec![state(0)], accepting, transitions)
}

fn words(automaton: &FiniteAutomaton) -> Vec<SymbolId> {
    let mut random = Random::new(9);
    (0..WORD).map(|_| SymbolId::from_index(random.below(automaton.symbols()))).collect()
}

fn automata(criterion: &mut Criterion) {
    let control = Control::unlimited();
    let counter = counter(13);
    let (large, _) = counter.determinised(usize::MAX).expect("there is no limit");
    let minimal = large.minimised();
    println!(
        "counter: {} states, deterministic {} with {} transitions, minimal {}",
        counter.len(),
        large.len(),
        large.transition_count(),
        minimal.len()
    );
    let wide = random_automaton(300, 4, 8, 1);
    let narrow = random_automaton(300, 4, 5, 2);

    let mut group = criterion.benchmark_group("automata");
    group.sample_size(20);
    group.bench_function("determinise", |bencher| {
        bencher.iter(|| black_box(&counter).determinised(usize::MAX));
    });
    group.bench_function("minimise", |bencher| bencher.iter(|| black_box(&large).minimised()));
    group.bench_function("reduce", |bencher| {
        bencher.iter(|| black_box(&wide).reduced(&control));
    });
    group.bench_function("include", |bencher| {
        bencher.iter(|| inclusion(black_box(&counter), &large, &control));
    });
    group.throughput(Throughput::Elements(WORD as u64));
    for (name, automaton) in [("deterministic", &large), ("wide", &wide), ("narrow", &narrow)] {
        let word = words(automaton);
        let mut reader = WordReader::new(automaton);
        let mut most = 0;
        for &symbol in &word {
            reader.read(symbol);
            most = most.max(reader.states().len());
        }
        println!("{name}: up to {most} states at once");
        group.bench_function(format!("read/{name}"), |bencher| {
            bencher.iter(|| {
                reader.restart();
                for &symbol in black_box(&word) {
                    reader.read(symbol);
                }
                reader.is_accepting()
            });
        });
    }
    group.finish();
}

criterion_group!(benches, automata);
criterion_main!(benches);
