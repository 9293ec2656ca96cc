//! How fast choreographies are decided: families of growing size, and all of `models/choreographies`;
//! beside it the published choreographies, where they are.
//!
//! The counts, which do not depend on the machine, are printed first.

#![allow(
    missing_docs,
    clippy::print_stdout,
    reason = "a bench prints, and its macros define public items"
)]

use std::fmt::Write as _;
use std::hint::black_box;
use std::path::{Path, PathBuf};

use criterion::{Criterion, criterion_group, criterion_main};
use scm_check::internals::check::realisability::{Answer, Outcome, Question, check};
use scm_check::internals::kernel::base::Control;
use scm_check::internals::kernel::source::Source;
use scm_check::internals::language::choreography::{Format, Guards, read_with};
use scm_check::internals::model::choreography::{ChannelChoice, Choreography, Description};

/// Reads a text that is right.
fn described(text: &str, format: Format) -> Description {
    let reading = read_with(&Source::new("bench", text), format, Guards::Dropped);
    reading.model.expect("the text is right").description
}

/// Decides whether a choreography is realisable, from its description to the answer.
fn answer(description: &Description) -> Answer {
    let automaton = description.resolved(ChannelChoice::default());
    let choreography = Choreography::new(&automaton, 1 << 20).expect("it is small");
    let system = choreography.implementation(1 << 20).expect("it is not empty");
    check(&choreography, &system, Question::Realisable, &Control::unlimited())
}

/// Independent pairs, all interleavings.
fn pairs(count: usize) -> String {
    let pair = |number| format!("a{number} -> b{number} : m{number}");
    (0..count).map(pair).collect::<Vec<_>>().join(" | ")
}

/// Independent pairs in one order.
fn sequence(count: usize) -> String {
    let pair = |number| format!("a{number} -> b{number} : m{number}");
    (0..count).map(pair).collect::<Vec<_>>().join(" ; ")
}

/// One participant chooses, tells another one, and that one tells the rest.
fn choices(count: usize) -> String {
    let branch = |number| {
        format!("a -> b : m{number} ; b -> c : n{number} ; c -> d : o{number} ; d -> a : p{number}")
    };
    format!("sel {{ {} }}", (0..count).map(branch).collect::<Vec<_>>().join(" + "))
}

/// A token goes round again and again.
fn ring(count: usize) -> String {
    let mut text = "arch p2p\n".to_owned();
    for place in 0..count {
        let next = (place + 1) % count;
        let _ = writeln!(text, "{place} -p{place}->p{next}:token- {next}");
    }
    text
}

/// Streams that run side by side for ever.
fn streams(count: usize) -> String {
    let mut text = "arch p2p\n".to_owned();
    for stream in 0..count {
        let _ = writeln!(text, "0 -a{stream}->b{stream}:m- 0");
    }
    text
}

/// Returns the families: a name, and a member.
fn families() -> Vec<(String, Description)> {
    let terms = |name: &str, text: String| (name.to_owned(), described(&text, Format::ChorGram));
    let edges = |name: &str, text: String| (name.to_owned(), described(&text, Format::Automaton));
    vec![
        terms("8 pairs in parallel", pairs(8)),
        terms("12 pairs in parallel", pairs(12)),
        terms("5 pairs in one order", sequence(5)),
        terms("choice of 64", choices(64)),
        edges("ring of 12", ring(12)),
        edges("ring of 40", ring(40)),
        edges("16 streams", streams(16)),
    ]
}

/// Returns the choreographies below a directory, in order.
fn below(directory: &Path) -> Vec<Description> {
    let mut files: Vec<PathBuf> = Vec::new();
    let mut open = vec![directory.to_owned()];
    while let Some(directory) = open.pop() {
        let Ok(entries) = std::fs::read_dir(directory) else { continue };
        for entry in entries {
            let path = entry.expect("an entry").path();
            if path.is_dir() { open.push(path) } else { files.push(path) }
        }
    }
    files.sort();
    let format = |path: &Path| Format::of_extension(path.extension()?.to_str()?);
    files
        .iter()
        .filter_map(|path| Some((format(path)?, std::fs::read_to_string(path).ok()?)))
        .filter_map(|(format, text)| {
            let reading = read_with(&Source::new("bench", text), format, Guards::Dropped);
            reading.model.map(|model| model.description)
        })
        .filter(|description| !description.edges.is_empty())
        .collect()
}

fn tally(name: &str, all: &[Description]) {
    let answers: Vec<Answer> = all.iter().map(answer).collect();
    let count = |is: fn(&Outcome) -> bool| answers.iter().filter(|one| is(&one.outcome)).count();
    let states: u64 = answers.iter().map(|one| one.statistics.states).sum();
    println!(
        "{name}: {} choreographies, {} hold, {} violated, {} open; {states} states",
        all.len(),
        count(|one| matches!(one, Outcome::Holds(_))),
        count(|one| matches!(one, Outcome::Violated(_))),
        count(|one| matches!(one, Outcome::Unknown(_))),
    );
}

fn realisability(criterion: &mut Criterion) {
    for (name, description) in families() {
        let found = answer(&description);
        let verdict = match found.outcome {
            Outcome::Holds(ground) => format!("holds by {ground:?}"),
            other => format!("{other:?}"),
        };
        println!("{name}: {verdict}, {} states", found.statistics.states);
        criterion.bench_function(&name, |bench| bench.iter(|| answer(black_box(&description))));
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let libraries = [
        ("models", root.join("models/choreographies")),
        ("published", root.join("../shared/corpora/choreographies")),
    ];
    for (name, directory) in libraries {
        let all = below(&directory);
        if all.is_empty() {
            println!("{name}: none here");
            continue;
        }
        tally(name, &all);
        criterion.benchmark_group("libraries").sample_size(10).bench_function(name, |bench| {
            bench.iter(|| all.iter().map(answer).filter(|one| one.is_shortest).count());
        });
    }
}

criterion_group!(benches, realisability);
criterion_main!(benches);
