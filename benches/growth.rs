//! Time and counts of questions about the families, against their size.
//!
//! Each question is asked of ever larger members until the shortest run takes a second or reaches the limit of states. The rows
//! are written as CSV to `growth.csv` in cargo's target directory.

#![allow(clippy::print_stdout, reason = "a bench prints")]

mod families;

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use scm_check::internals::check::membership::{self, Engine};
use scm_check::internals::check::reachability;
use scm_check::internals::check::safety;
use scm_check::internals::kernel::base::Control;
use scm_check::internals::kernel::search::Statistics;
use scm_check::internals::model::cfsm::{LinearProperty, SafetyProperty, System};

/// A way to answer a question: what it cost, unless it ended without an answer.
type Way = fn(&System, &Control) -> Option<Statistics>;

/// Questions, engines and how these answer.
const WAYS: [(&str, &str, Way); 4] = [
    ("rsc", "auto", |system, control| rsc(system, Engine::Auto, control)),
    ("rsc", "plain", |system, control| rsc(system, Engine::Plain, control)),
    ("progress", "auto", |system, control| {
        safe(system, SafetyProperty::Linear(LinearProperty::Progress), control)
    }),
    ("deadlock", "auto", |system, control| safe(system, SafetyProperty::Deadlock, control)),
];

/// The sizes, in order.
const SIZES: [usize; 18] = [2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 16, 32, 64, 128, 256, 512, 1_000];

/// The most states of a run.
const STATES: u64 = 3_000_000;

fn rsc(system: &System, engine: Engine, control: &Control) -> Option<Statistics> {
    let answer = membership::check(system, engine, control);
    let is_open = matches!(answer.outcome, membership::Outcome::Unknown(_));
    (!is_open).then_some(answer.statistics)
}

fn safe(system: &System, property: SafetyProperty, control: &Control) -> Option<Statistics> {
    let premise = families::premise(system, control);
    let answer = safety::check(system, property, premise, control);
    let is_open = matches!(answer.outcome, reachability::Outcome::Unknown(_));
    (!is_open).then_some(answer.statistics)
}

fn main() {
    let control = Control { max_states: Some(STATES), ..Control::unlimited() };
    // Of several runs the shortest counts.
    let (sizes, runs) = if families::is_timed() { (&SIZES[..], 3) } else { (&SIZES[..2], 1) };
    let mut csv = "family,size,question,engine,seconds,states,bytes\n".to_owned();
    for family in families::all() {
        for (question, engine, way) in WAYS {
            for &size in sizes {
                let (_, system) = families::member(family, size);
                let runs = (0..runs).map(|_| families::seconds(|| way(&system, &control)));
                let (counts, seconds) =
                    runs.min_by(|one, other| one.1.total_cmp(&other.1)).expect("there is a run");
                let Some(Statistics { states, bytes, .. }) = counts else { break };
                writeln!(csv, "{family},{size},{question},{engine},{seconds:.6},{states},{bytes}")
                    .expect("a string can be written");
                if seconds > 1.0 {
                    break;
                }
            }
        }
    }
    print!("{csv}");
    if families::is_timed() {
        let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().expect("it has a parent");
        fs::write(target.join("growth.csv"), csv).expect("the target directory can be written");
    }
}
