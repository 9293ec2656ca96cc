//! Threads that do jobs in order.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use scm_check::internals::driver::conformance::{AHEAD, Pool, Worker};

/// Hands numbers back; the first is done when so many others are.
struct Late {
    done: Arc<AtomicU64>,
    awaited: u64,
}

impl Worker for Late {
    type Job = u64;
    type Done = (u64, bool);

    fn work(&mut self, case: u64) -> (u64, bool) {
        while case == 0 && self.done.load(Ordering::Relaxed) < self.awaited {
            std::thread::yield_now();
        }
        self.done.fetch_add(1, Ordering::Relaxed);
        (case, true)
    }

    fn leave(&mut self, case: u64) -> (u64, bool) {
        (case, false)
    }
}

fn workers(number: usize, awaited: u64) -> Vec<Late> {
    let done = Arc::new(AtomicU64::new(0));
    (0..number).map(|_| Late { done: Arc::clone(&done), awaited }).collect()
}

#[test]
fn results_come_in_order_and_few_wait_for_a_late_one() {
    let expected: Vec<(u64, bool)> = (0..2_000).map(|number| (number, true)).collect();
    for (number, awaited) in [(1, 0), (2, AHEAD), (3, 2 * AHEAD)] {
        let mut kept = 0;
        let back = std::thread::scope(|scope| {
            let mut pool = Pool::start(scope, workers(number, awaited));
            let mut back = Vec::new();
            for case in 0..2_000 {
                pool.submit(vec![case]);
                kept = kept.max(case + 1 - back.len() as u64);
                back.extend(pool.ready());
            }
            loop {
                let rest = pool.rest();
                if rest.is_empty() {
                    return back;
                }
                back.extend(rest);
            }
        });
        assert_eq!(back, expected);
        // One more is sent where all are answered and nobody has taken them yet.
        let most = AHEAD * number as u64 + 1;
        assert!((awaited..=most).contains(&kept), "{kept} of {number}");
    }
}

#[test]
fn what_nobody_wants_is_left() {
    std::thread::scope(|scope| {
        let mut pool = Pool::start(scope, workers(2, 0));
        pool.abandon();
        pool.submit((0..9).collect());
        let expected: Vec<(u64, bool)> = (0..9).map(|number| (number, false)).collect();
        assert_eq!(pool.rest(), expected);
    });
}
