//! How fast logs are read.

#![allow(missing_docs, reason = "the macros of a bench define public items")]

use std::fmt::Write as _;
use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use scm_check::internals::kernel::base::Random;
use scm_check::internals::language::log::{Elements, Form, Gathering, LogReader, Sessions};
use scm_check::internals::model::trace::{Action, DistributedAlphabet, Letter, Letters, Signature};

/// How many lines are read in one go.
const LINES: usize = 1_000_000;

/// How many events a session has.
const LENGTH: usize = 100;

fn alphabet() -> DistributedAlphabet {
    let mut signature = Signature::new();
    let lifelines = ["a", "b"].map(|name| signature.add_lifeline(name));
    let messages = ["m0", "m1"].map(|name| signature.add_message(name));
    let letters = Letters::new(lifelines.iter().flat_map(|&lifeline| {
        messages.iter().flat_map(move |&message| {
            [Action::send(lifeline, message), Action::receive(lifeline, message)]
                .map(Letter::from_action)
        })
    }));
    DistributedAlphabet::of_letters(&letters, &signature, &[]).expect("no lifeline is named twice")
}

/// Returns a log in which a number of sessions are open at any time.
fn log(open: usize, form: &Form) -> String {
    let mut random = Random::new(3);
    let mut text = String::new();
    if matches!(form, Form::Csv) {
        text.push_str("location,direction,message,session\n");
    }
    for line in 0..LINES {
        let location = ["a", "b"][random.below(2)];
        let direction = ["send", "receive"][random.below(2)];
        let message = ["m0", "m1"][random.below(2)];
        let session = line / LENGTH / open * open + random.below(open);
        let _ = if matches!(form, Form::Csv) {
            writeln!(text, "{location},{direction},{message},{session}")
        } else {
            writeln!(
                text,
                "{{\"location\":\"{location}\",\"direction\":\"{direction}\",\
                 \"message\":\"{message}\",\"session\":\"{session}\"}}"
            )
        };
    }
    text
}

fn logs(criterion: &mut Criterion) {
    let alphabet = alphabet();
    let mut group = criterion.benchmark_group("logs");
    group.throughput(Throughput::Elements(LINES as u64)).sample_size(10);
    for (name, open, form) in [
        ("json, one session open", 1, Form::JsonLines),
        ("json, 100 sessions open", 100, Form::JsonLines),
        ("csv, 100 sessions open", 100, Form::Csv),
    ] {
        let text = log(open, &form);
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                let gathering = Gathering::default();
                let mut sessions = Sessions::new(alphabet.clone(), Elements::Actions, gathering);
                let mut reader = LogReader::new("log", 0, form.clone());
                for piece in text.as_bytes().chunks(1 << 16) {
                    reader.feed(piece, &mut sessions);
                }
                reader.finish(&mut sessions);
                sessions.finish();
                let mut events = 0;
                while let Some(session) = sessions.next_closed() {
                    events += session.events();
                    sessions.recycle(session);
                }
                assert_eq!((events, reader.findings().errors()), (LINES, 0));
                black_box(events)
            });
        });
    }
    group.finish();
}

criterion_group!(benches, logs);
criterion_main!(benches);
