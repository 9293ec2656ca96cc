//! How fast a witness of 12 participants and 40 steps is drawn: its chart as SVG and as text, and the
//! page about it, by the program as a whole.
//!
//! The sizes, which do not depend on the machine, are printed first.

#![allow(
    missing_docs,
    clippy::print_stdout,
    reason = "a bench prints, and its macros define public items"
)]

use std::fmt::Write as _;
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::process::Command;

use criterion::{Criterion, criterion_group, criterion_main};
use scm_check::internals::check::reachability::{Outcome, Premise};
use scm_check::internals::check::safety;
use scm_check::internals::kernel::base::Control;
use scm_check::internals::kernel::source::Source;
use scm_check::internals::language::scm;
use scm_check::internals::model::cfsm::{LinearProperty, SafetyProperty};
use scm_check::internals::render::drawing::Extent;
use scm_check::internals::render::drawing::{Chart, Colours, TextStyle, chart_svg, chart_text};
use scm_check::internals::render::witness::witness_chart;

const PARTICIPANTS: usize = 12;
const MESSAGES: usize = 20;

/// Returns a model in which a token goes round, before the one that has it waits in vain.
fn token() -> String {
    let mut text =
        format!("scm token :\nnb_channels = {PARTICIPANTS} ;\nparameters :\nint token ;\n");
    for participant in 0..PARTICIPANTS {
        let mut state = 0;
        let _ = write!(text, "automaton participant_number_{participant} :\ninitial : 0\n");
        for message in 0..MESSAGES {
            let (sender, receiver) = (message % PARTICIPANTS, (message + 1) % PARTICIPANTS);
            let sign = match participant {
                _ if participant == sender => '!',
                _ if participant == receiver => '?',
                _ => continue,
            };
            let next = state + 1;
            let _ =
                write!(text, "state {state} :\nto {next} : when true , {sender} {sign} token ;\n");
            state = next;
        }
        let _ = writeln!(text, "state {state} :");
        if participant == 0 {
            let (last, next) = (PARTICIPANTS - 1, state + 1);
            let _ = write!(text, "to {next} : when true , {last} ? token ;\nstate {next} :\n");
        }
    }
    text
}

/// Returns the chart of the model's witness against progress.
fn chart(text: String) -> Chart {
    let model = scm::read(&Source::new("token.scm", text)).model.expect("the model is correct");
    let control = Control::unlimited();
    let answer = safety::check(
        &model.system,
        SafetyProperty::Linear(LinearProperty::Progress),
        Premise::BugsOnly,
        &control,
    );
    let Outcome::Violated(witness) = answer.outcome else {
        panic!("the token is never received at last");
    };
    assert_eq!(witness.replay().steps().len(), 2 * MESSAGES);
    witness_chart(&model.system, &witness, Extent::Ends)
}

/// Returns the page that the program writes about a model.
fn page(model: &Path) -> Vec<u8> {
    let mut program = Command::new(env!("CARGO_BIN_EXE_scm-check"));
    program.args(["safety", "--property", "progress", "--format", "html"]).arg(model);
    program.output().expect("the program can be started").stdout
}

/// Prints the sizes and times the drawing.
fn bench(criterion: &mut Criterion) {
    let text = token();
    let model: PathBuf = Path::new(env!("CARGO_TARGET_TMPDIR")).join("bench_token.scm");
    std::fs::write(&model, &text).expect("the model can be written");
    let chart = chart(text);
    println!("{:<12} {:>10}", "picture", "bytes");
    for (name, size) in [
        ("chart_svg", chart_svg(&chart, Colours::OfTheReader).len()),
        ("chart_text", chart_text(&chart, TextStyle::ASCII).len()),
        ("page", page(&model).len()),
    ] {
        println!("{name:<12} {size:>10}");
    }
    criterion.bench_function("chart_svg", |bencher| {
        bencher.iter(|| chart_svg(black_box(&chart), Colours::OfTheReader));
    });
    criterion.bench_function("chart_text", |bencher| {
        bencher.iter(|| chart_text(black_box(&chart), TextStyle::ASCII));
    });
    criterion.bench_function("page", |bencher| bencher.iter(|| page(black_box(&model))));
}

criterion_group! {
    name = pictures_benches;
    config = Criterion::default().sample_size(10);
    targets = bench
}
criterion_main!(pictures_benches);
