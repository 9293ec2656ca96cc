//! How fast multitraces are checked: against the published automata and use cases, where they are, and
//! against models of ours.
//!
//! A word on the command line chooses parts by their names: published, corpus, cases, satisfiability, growth, or
//! what criterion measures. Ratios are those of medians in one run, and counts are printed beside times.
//! Where two procedures give different verdicts, or one is not the recorded one, the bench fails.

#![allow(
    missing_docs,
    clippy::print_stdout,
    reason = "a bench prints, and its macros define public items"
)]

mod cases;
mod corpus;
mod diagram;
mod growth;
mod published;
mod satisfiability;
mod stream;
mod timing;

use criterion::{Criterion, criterion_group, criterion_main};

fn tables(_: &mut Criterion) {
    let parts: [(&str, fn()); 5] = [
        ("published", published::published),
        ("corpus", corpus::corpus),
        ("cases", cases::cases),
        ("satisfiability", satisfiability::satisfiability),
        ("growth", growth::growth),
    ];
    for (name, print) in parts {
        if timing::is_asked(name) {
            print();
        }
    }
}

criterion_group!(benches, tables, stream::checks, stream::whole_way);
criterion_main!(benches);
