//! How fast multitraces are checked: against the published automata, where they are, by kind of
//! multitrace and by procedure; and events a second on models of ours.
//!
//! Ratios are those of medians in one run. Counts are printed beside them.

#![allow(
    missing_docs,
    clippy::print_stdout,
    reason = "a bench prints, and its macros define public items"
)]

use std::hint::black_box;
use std::path::Path;
use std::time::{Duration, Instant};

use criterion::{Criterion, criterion_group, criterion_main};
use scm_check::check::conformance::{
    Checker, Fault, Procedure, Question, Specification, Stage, central,
};
use scm_check::kernel::automata::{FiniteAutomaton, FiniteStateId, SymbolId};
use scm_check::kernel::base::{Control, Id as _, Random};
use scm_check::kernel::source::Source;
use scm_check::language::automaton::{Format, read};
use scm_check::model::generate::{Mutation, RandomMultitraces, mixed, mutate};
use scm_check::model::trace::{DistributedAlphabet, LocalLetterId, LocationId};

/// The automata of the published table, under the names that it gives them.
const PUBLISHED: [(&str, &str); 4] = [
    ("NFA1", "Bakery-4P-BinEnc-BwBad__armcNFA_inclTest_12"),
    ("NFA2", "Bakery-4P-BinEnc-BwBad__armcNFA_inclTest_11"),
    ("NFA3", "Bakery-4P-BinEnc-BwBad__armcNFA_inclTest_6"),
    ("NFA4", "Bakery4pBinEnc-FbtOneOne-Nondet__armcNFA_inclTest_10"),
];

/// Returns how many multitraces of each kind are checked: few, where benches are only tried out.
fn each() -> usize {
    if std::env::args().any(|argument| argument == "--test") { 3 } else { 200 }
}

/// What takes longer is timed once.
const LONG: Duration = Duration::from_millis(5);

type Traces = Vec<Vec<LocalLetterId>>;

/// Letters at so many locations, by chance, none of which is without letters.
fn partition(names: &[String], locations: usize, random: &mut Random) -> DistributedAlphabet {
    let mut places = vec![Vec::new(); locations.min(names.len())];
    for (number, name) in names.iter().enumerate() {
        let place = if number < places.len() { number } else { random.below(places.len()) };
        places[place].push(name.clone());
    }
    DistributedAlphabet::of_names(names.iter().map(String::as_str), &places)
        .expect("each letter has a place")
}

/// What kind a multitrace is of, by the answer.
fn kind(checker: &mut Checker, traces: &Traces) -> &'static str {
    let accept = Some(Question::Accept);
    let answer = checker.check(traces, accept, Procedure::Auto, &Control::unlimited());
    match (answer.fault, answer.stage) {
        (None, _) => "pass",
        (Some(Fault::Local(_)), _) => "local",
        (Some(Fault::Inter), _) => "inter",
        (Some(Fault::Central), Stage::Invariant) => "central",
        (Some(Fault::Central), _) => "order",
    }
}

/// Draws multitraces of all kinds: so many of each, or as many as are found.
fn drawn(
    checker: &mut Checker,
    automaton: &FiniteAutomaton,
    alphabet: &DistributedAlphabet,
    random: &mut Random,
) -> Vec<(&'static str, Vec<Traces>)> {
    let mut source = RandomMultitraces::new(automaton, alphabet);
    let mut kinds: Vec<(&str, Vec<Traces>)> =
        ["pass", "local", "inter", "central", "order"].map(|name| (name, Vec::new())).into();
    let each = each();
    for round in 0..60 * each {
        let length = random.between(200, 250);
        let found = if round % 3 == 1 {
            let other = random.between(200, 250);
            let one = source.accepted(length, random);
            one.zip(source.accepted(other, random)).map(|(one, other)| mixed(one, other, random))
        } else {
            source.accepted(length, random)
        };
        let Some(mut traces) = found else { continue };
        if round % 3 == 2 {
            match round % 4 {
                0 => mutate(&mut traces, alphabet, Mutation::Swap, random),
                _ => replace(&mut traces, alphabet, random),
            }
        }
        let kind = kind(checker, &traces);
        let (_, chosen) = kinds.iter_mut().find(|(name, _)| *name == kind).expect("it is listed");
        if chosen.len() < each {
            chosen.push(traces);
        }
        if kinds.iter().all(|(_, chosen)| chosen.len() >= each) {
            break;
        }
    }
    kinds
}

/// Puts one local letter of a location for another.
fn replace(traces: &mut Traces, alphabet: &DistributedAlphabet, random: &mut Random) {
    let mut at = random.below(traces.iter().map(Vec::len).sum());
    for (place, trace) in traces.iter_mut().enumerate() {
        if at < trace.len() {
            let letters = alphabet.locations()[LocationId::from_index(place)].letters().len();
            trace[at] = LocalLetterId::from_index(random.below(letters));
            return;
        }
        at -= trace.len();
    }
}

/// The median time of one call over all multitraces, each the best of three where that is short.
fn median(all: &[Traces], mut check: impl FnMut(&Traces)) -> Duration {
    let mut times: Vec<Duration> = all
        .iter()
        .map(|traces| {
            let once = |check: &mut dyn FnMut(&Traces)| {
                let start = Instant::now();
                check(traces);
                start.elapsed()
            };
            let first = once(&mut check);
            if first > LONG { first } else { first.min(once(&mut check)).min(once(&mut check)) }
        })
        .collect();
    times.sort_unstable();
    times[times.len() / 2]
}

fn published() {
    println!(
        "automaton  states  transitions  kind     multitraces  plain ns  auto ns  semi ns  plain/auto"
    );
    for (name, file) in PUBLISHED {
        let path = Path::new("../shared/corpora/automatark").join(file).with_extension("timbuk");
        let Ok(bytes) = std::fs::read(&path) else {
            println!("{name}: skipped, the file is not there");
            continue;
        };
        let reading = read(&Source::from_bytes(file, bytes), Format::Timbuk);
        let model = reading.model.expect("the file is right");
        let names: Vec<String> = model.alphabet.iter().cloned().collect();
        let mut random = Random::new(7);
        let alphabet = partition(&names, 3, &mut random);
        let start = Instant::now();
        let mut checker = Checker::new(Specification::new(&model.automaton, alphabet.clone()));
        let setup = start.elapsed();
        let kinds = drawn(&mut checker, &model.automaton, &alphabet, &mut random);
        let control = Control::unlimited();
        let accept = Some(Question::Accept);
        for (kind, all) in &kinds {
            if all.is_empty() {
                println!("{name:9}  none of kind {kind}");
                continue;
            }
            let specification = checker.specification().clone();
            let plain = median(all, |traces| {
                let _ = black_box(central(&specification, traces, &control));
            });
            let auto = median(all, |traces| {
                black_box(checker.check(traces, accept, Procedure::Auto, &control));
            });
            let semi = median(all, |traces| {
                black_box(checker.check(traces, accept, Procedure::Semi, &control));
            });
            let ratio = plain.as_secs_f64() / auto.as_secs_f64();
            let mut stages: Vec<String> = all
                .iter()
                .map(|traces| {
                    format!("{:?}", checker.check(traces, accept, Procedure::Auto, &control).stage)
                })
                .collect();
            stages.sort_unstable();
            let counts: Vec<String> = stages
                .chunk_by(|one, other| one == other)
                .map(|same| format!("{} {}", same.len(), same[0]))
                .collect();
            println!("  {}", counts.join(", "));
            println!(
                "{name:9} {:7} {:12}  {kind:8} {:11} {:9} {:8} {:8} {ratio:11.1}",
                model.automaton.len(),
                model.automaton.transition_count(),
                all.len(),
                plain.as_nanos(),
                auto.as_nanos(),
                semi.as_nanos(),
            );
        }
        println!("{name:9}  set up in {} ns", setup.as_nanos());
    }
}

/// (a b)* at two locations.
fn turns() -> (FiniteAutomaton, DistributedAlphabet) {
    let state = FiniteStateId::from_index;
    let symbol = SymbolId::from_index;
    let steps = vec![(state(0), symbol(0), state(1)), (state(1), symbol(1), state(0))];
    let automaton = FiniteAutomaton::new(2, vec![state(0)], vec![true, false], steps);
    let places = [vec!["a".to_owned()], vec!["b".to_owned()]];
    let alphabet = DistributedAlphabet::of_names(["a", "b"], &places);
    (automaton, alphabet.expect("each letter has a place"))
}

fn events(criterion: &mut Criterion) {
    published();
    let (automaton, alphabet) = turns();
    let mut random = Random::new(1);
    let mut source = RandomMultitraces::new(&automaton, &alphabet);
    let mut group = criterion.benchmark_group("multitraces");
    for length in [100, 10_000, 1_000_000] {
        let traces = source.accepted(length, &mut random).expect("each even length has a word");
        let mut checker = Checker::new(Specification::new(&automaton, alphabet.clone()));
        group.throughput(criterion::Throughput::Elements(length as u64));
        group.bench_function(format!("turns/{length}"), |bencher| {
            let accept = Some(Question::Accept);
            let control = Control::unlimited();
            bencher.iter(|| checker.check(&traces, accept, Procedure::Auto, &control));
        });
    }
    group.finish();
}

criterion_group!(benches, events);
criterion_main!(benches);
