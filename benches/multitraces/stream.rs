//! Events a second: checks alone, and the whole way from the text of a log to the answers.

use std::fmt::Write as _;

use criterion::{Criterion, Throughput};
use scm_check::internals::check::conformance::{Checker, Procedure, Question, Specification};
use scm_check::internals::kernel::automata::{FiniteAutomaton, FiniteStateId, SymbolId};
use scm_check::internals::kernel::base::{Control, Id as _, Random};
use scm_check::internals::language::log::{Elements, Form, Gathering, LogReader, Sessions};
use scm_check::internals::model::generate::RandomMultitraces;
use scm_check::internals::model::trace::DistributedAlphabet;

use crate::diagram::Diagram;
use crate::timing::is_tried;

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

pub(crate) fn checks(criterion: &mut Criterion) {
    let (automaton, alphabet) = turns();
    let mut random = Random::new(1);
    let mut source = RandomMultitraces::new(&automaton, &alphabet);
    let mut group = criterion.benchmark_group("multitraces");
    for length in [100, 10_000, 1_000_000] {
        let traces = source.accepted(length, &mut random).expect("each even length has a word");
        let mut checker = Checker::new(Specification::new(&automaton, alphabet.clone()));
        group.throughput(Throughput::Elements(length as u64));
        group.bench_function(format!("turns/{length}"), |bencher| {
            let accept = Some(Question::Accept);
            let control = Control::unlimited();
            bencher.iter(|| checker.check(&traces, accept, Procedure::Auto, &control));
        });
    }
    group.finish();
}

/// What happens in a round of the alternating bit.
const ROUND: [(&str, &str, &str); 8] = [
    ("sender", "send", "frame0"),
    ("receiver", "receive", "frame0"),
    ("receiver", "send", "ack0"),
    ("sender", "receive", "ack0"),
    ("sender", "send", "frame1"),
    ("receiver", "receive", "frame1"),
    ("receiver", "send", "ack1"),
    ("sender", "receive", "ack1"),
];

/// How many sessions are open at any time.
const OPEN: usize = 100;

/// How many rounds a session has.
const ROUNDS: usize = 10;

/// Returns a log of about so many events, all of which conform, and how many there are.
fn log(events: usize) -> (String, usize) {
    let batches = events.div_ceil(OPEN * ROUNDS * ROUND.len());
    let mut text = String::new();
    for batch in 0..batches {
        for (location, direction, message) in ROUND.iter().cycle().take(ROUNDS * ROUND.len()) {
            for session in batch * OPEN..(batch + 1) * OPEN {
                let _ = writeln!(
                    text,
                    "{{\"location\":\"{location}\",\"direction\":\"{direction}\",\
                     \"message\":\"{message}\",\"session\":\"{session}\"}}"
                );
            }
        }
    }
    (text, batches * OPEN * ROUNDS * ROUND.len())
}

pub(crate) fn whole_way(criterion: &mut Criterion) {
    let (text, events) = log(if is_tried() { 10_000 } else { 1_000_000 });
    let path = std::path::Path::new("models/multitraces/alternating_bit.hif");
    let diagram = Diagram::of_files(path, &path.with_extension("hsf"));
    let diagram = diagram.expect("it is a bundled model");
    let (automaton, letters) = diagram.automaton.as_ref().expect("it has an automaton");
    let signature = &diagram.interaction.signature;
    let alphabet = DistributedAlphabet::of_letters(letters, signature, &[]).expect("no groups");
    let mut checker = Checker::new(Specification::new(automaton, alphabet.clone()));
    let control = Control::unlimited();
    let mut group = criterion.benchmark_group("multitraces");
    group.throughput(Throughput::Elements(events as u64)).sample_size(10);
    group.bench_function("read, split and checked", |bencher| {
        bencher.iter(|| {
            let gathering = Gathering::default();
            let mut sessions = Sessions::new(alphabet.clone(), Elements::Actions, gathering);
            let mut reader = LogReader::new("log", 0, Form::JsonLines);
            for piece in text.as_bytes().chunks(1 << 16) {
                reader.feed(piece, &mut sessions);
            }
            reader.finish(&mut sessions);
            sessions.finish();
            let mut passed = 0;
            while let Some(session) = sessions.next_closed() {
                let accept = Some(Question::Accept);
                let answer = checker.check(&session.traces, accept, Procedure::Auto, &control);
                passed += if answer.verdict == Ok(true) { session.events() } else { 0 };
                sessions.recycle(session);
            }
            assert_eq!((passed, reader.findings().errors()), (events, 0));
        });
    });
    group.finish();
}
