//! Runs of random systems: with any number of threads they are runs of the global semantics, and their logs say so,
//! however they are written, split and cut off.

use oracle::component::Semantics;
use oracle::component_runs::Trace;
use scm_check::internals::driver::component::{LogEnd, MonitorOptions, RunEnd};
use scm_check::internals::kernel::base::Random;
use scm_check::internals::language::component_log::LineFormat;
use scm_check::internals::model::component::{Composite, GlobalState};

use crate::support::cases::{all_seeds, are_many, seeds};
use crate::support::component_logs::{RECONSTRUCT, Running, monitored, run};
use crate::support::effort::{required, sampled};
use crate::support::random_components::faultless_of;

/// The most interactions of a run.
const INTERACTIONS: u64 = 25;

const REPLAY: MonitorOptions<'static> = MonitorOptions { replays: true, ..RECONSTRUCT };

fn running(threads: usize, seed: u64) -> Running {
    Running {
        threads,
        interactions: INTERACTIONS,
        seed,
        waits_for_all: false,
        format: LineFormat::Json,
        changed_only: false,
    }
}

/// Asserts that a trace is one of the global semantics, and returns its last state.
fn assert_is_run(composite: &Composite, trace: &Trace, context: &str) -> GlobalState {
    let semantics = Semantics { composite, failing: false };
    let mut state = semantics.initial().unwrap();
    for (id, next) in trace {
        assert!(semantics.firable(&state).contains(id), "{context}: {id:?} fires in {state:?}");
        let successors = semantics.successors(&state, *id).unwrap();
        let is_one = successors.iter().any(|(_, after)| after.as_ref() == Ok(next));
        assert!(is_one, "{context}: {id:?} leads from {state:?} to {next:?}");
        state.clone_from(next);
    }
    state
}

#[test]
fn runs_with_any_number_of_threads_are_runs_of_the_global_semantics() {
    let (mut deadlocks, mut overlaps, mut different) = (0, 0, 0);
    for seed in all_seeds(10) {
        let composite = faultless_of(seed);
        let semantics = Semantics { composite: &composite, failing: false };
        let mut logs = Vec::new();
        for threads in sampled([1, 2, 4, 8]) {
            for waits_for_all in [false, true] {
                let context = format!("seed {seed}, {threads} threads, snapshots: {waits_for_all}");
                let running = Running { waits_for_all, ..running(threads, seed) };
                let (log, execution) = run(&composite, running);
                let (trace, logs_end) = monitored(&composite, &REPLAY, LineFormat::Json, &[&log]);
                assert_eq!(logs_end.end, LogEnd::All, "{context}");
                assert_eq!((logs_end.pending, logs_end.open), (None, 0), "{context}");
                let last = assert_is_run(&composite, &trace, &context);
                let count = trace.len() as u64;
                assert_eq!(execution.summary.interactions, count, "{context}");
                assert_eq!(execution.summary.ends, logs_end.ends, "{context}");
                assert_eq!(execution.delivered, count, "{context}");
                assert_eq!(execution.most_open, logs_end.most_open, "{context}");
                if count < INTERACTIONS {
                    assert_eq!(execution.summary.end, RunEnd::Deadlock, "{context}");
                    assert_eq!(semantics.firable(&last), [], "{context}");
                    deadlocks += 1;
                } else {
                    assert_eq!(execution.summary.end, RunEnd::Enough, "{context}");
                }
                assert!(!waits_for_all || execution.most_open <= 1, "{context}");
                overlaps += usize::from(execution.most_open > 1);
                if threads == 1 {
                    assert_eq!(run(&composite, running).0, log, "{context}: the seed fixes it");
                    logs.push(log);
                }
            }
        }
        let (other, _) = run(&composite, running(1, seed ^ 1));
        different += usize::from(!logs.contains(&other));
    }
    assert!(
        !are_many()
            || deadlocks > required(10) && overlaps > required(10) && different > required(10),
        "{deadlocks} deadlocks, {overlaps} overlaps, {different} seeds that matter"
    );
}

/// The lines of a log, with their ends.
fn lines(log: &[u8]) -> impl Iterator<Item = &[u8]> {
    log.split_inclusive(|&byte| byte == b'\n')
}

/// A log for the interactions, and one for each component, in a random order.
fn split(composite: &Composite, log: &[u8], numbers: &mut Random) -> Vec<Vec<u8>> {
    let names =
        composite.components().iter().map(|one| format!("{{\"component\":\"{}\"", one.name));
    let mut starts: Vec<String> = names.collect();
    starts.push("{\"interaction\"".to_owned());
    crate::support::cases::shuffle(&mut starts, numbers);
    let with = |start: &String| -> Vec<u8> {
        lines(log).filter(|line| line.starts_with(start.as_bytes())).flatten().copied().collect()
    };
    starts.iter().map(with).collect()
}

#[test]
fn a_log_says_the_same_however_it_is_written_and_split() {
    for seed in seeds(10) {
        let composite = faultless_of(seed);
        let mut numbers = Random::new(seed ^ 6);
        let (log, _) = run(&composite, running(1, seed));
        let (expected, _) = monitored(&composite, &REPLAY, LineFormat::Json, &[&log]);
        for (format, changed_only) in
            [(LineFormat::Csv, false), (LineFormat::Csv, true), (LineFormat::Json, true)]
        {
            let (other, _) = run(&composite, Running { format, changed_only, ..running(1, seed) });
            let (found, logs) = monitored(&composite, &REPLAY, format, &[&other]);
            assert_eq!(
                (found, logs.end),
                (expected.clone(), LogEnd::All),
                "seed {seed} {format:?}"
            );
        }
        let parts = split(&composite, &log, &mut numbers);
        let parts: Vec<&[u8]> = parts.iter().map(Vec::as_slice).collect();
        let (found, logs) = monitored(&composite, &REPLAY, LineFormat::Json, &parts);
        assert_eq!((found, logs.end), (expected, LogEnd::All), "seed {seed}: {log:?}");
    }
}

#[test]
fn a_log_that_was_cut_off_anywhere_reconstructs_to_a_beginning() {
    let (mut pending, mut dropped) = (0, 0);
    for seed in seeds(4) {
        let composite = faultless_of(seed);
        for format in [LineFormat::Json, LineFormat::Csv] {
            let interactions = 8;
            let (log, _) = run(&composite, Running { interactions, format, ..running(1, seed) });
            let (all, _) = monitored(&composite, &REPLAY, format, &[&log]);
            for length in 0..=log.len() {
                let cut = &log[..length];
                let context = || format!("seed {seed}: {:?}", String::from_utf8_lossy(cut));
                let (found, logs) = monitored(&composite, &REPLAY, format, &[cut]);
                assert_eq!(logs.end, LogEnd::All, "{}", context());
                assert_eq!(found, all[..found.len()], "{}", context());
                // The last line counts if it is whole.
                let mut whole = cut.to_vec();
                if logs.cut_off.is_empty() {
                    whole.push(b'\n');
                } else {
                    whole.truncate(
                        whole.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1),
                    );
                }
                let (expected, _) = monitored(&composite, &REPLAY, format, &[&whole]);
                assert_eq!(found, expected, "{}", context());
                pending += usize::from(logs.pending.is_some());
                dropped += logs.cut_off.len();
            }
        }
    }
    assert!(
        pending > required(10) && dropped > required(10),
        "{pending} pending, {dropped} dropped"
    );
}
