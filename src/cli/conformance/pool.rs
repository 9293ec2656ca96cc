//! Threads that answer for sessions and multitraces; results come in the order of the cases.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::Scope;

/// So many batches for each thread may be answered before an earlier one is.
const AHEAD: u64 = 64;

/// What a thread does.
pub(super) trait Worker: Send {
    /// What is asked of it.
    type Case: Send;
    /// What comes of it.
    type Judged: Send;

    /// Answers for a case.
    fn work(&mut self, case: Self::Case) -> Self::Judged;

    /// Hands a case back for which nobody wants an answer any more.
    fn leave(&mut self, case: Self::Case) -> Self::Judged;
}

/// Answers for batches of cases.
pub(super) enum Pool<W: Worker> {
    /// On the caller's thread.
    Here { worker: Box<W>, done: Vec<W::Judged> },
    /// On others.
    There(Threads<W>),
}

/// Threads at work.
pub(super) struct Threads<W: Worker> {
    work: SyncSender<(u64, Vec<W::Case>)>,
    results: Receiver<(u64, Vec<W::Judged>)>,
    /// Nobody wants to know any more.
    abandoned: Arc<AtomicBool>,
    /// Results that came before those of batches sent earlier.
    early: BTreeMap<u64, Vec<W::Judged>>,
    sent: u64,
    taken: u64,
    /// So many batches are under way at most.
    most: u64,
    /// So many are sent and not taken at most, since those that wait for an earlier one take memory.
    most_kept: u64,
}

impl<W: Worker> Pool<W> {
    /// Starts a thread for each worker; a single one works on the caller's thread.
    pub(super) fn start<'scope>(scope: &'scope Scope<'scope, '_>, mut workers: Vec<W>) -> Self
    where
        W: 'scope,
    {
        if workers.len() <= 1 {
            let worker = Box::new(workers.pop().expect("somebody has to answer"));
            return Self::Here { worker, done: Vec::new() };
        }
        let most = 4 * workers.len();
        let most_kept = AHEAD * workers.len() as u64;
        let (work, queue) = mpsc::sync_channel::<(u64, Vec<W::Case>)>(most);
        let (sender, results) = mpsc::sync_channel(most);
        let queue = Arc::new(Mutex::new(queue));
        let abandoned = Arc::new(AtomicBool::new(false));
        for mut worker in workers {
            let (queue, sender) = (Arc::clone(&queue), sender.clone());
            let abandoned = Arc::clone(&abandoned);
            scope.spawn(move || {
                loop {
                    let next = queue.lock().unwrap_or_else(PoisonError::into_inner).recv();
                    let Ok((number, cases)) = next else { return };
                    let judged = cases.into_iter().map(|case| {
                        if abandoned.load(Ordering::Relaxed) {
                            worker.leave(case)
                        } else {
                            worker.work(case)
                        }
                    });
                    if sender.send((number, judged.collect())).is_err() {
                        return;
                    }
                }
            });
        }
        let (early, most) = (BTreeMap::new(), most as u64);
        let (sent, taken) = (0, 0);
        Self::There(Threads { work, results, abandoned, early, sent, taken, most, most_kept })
    }

    /// Takes a batch; waits where too many are under way.
    pub(super) fn submit(&mut self, cases: Vec<W::Case>) {
        match self {
            Self::Here { worker, done } => {
                done.extend(cases.into_iter().map(|case| worker.work(case)));
            }
            Self::There(threads) => {
                while threads.is_full() {
                    if !threads.wait() {
                        return;
                    }
                }
                let batch = (threads.sent, cases);
                if threads.work.send(batch).is_ok() {
                    threads.sent += 1;
                }
            }
        }
    }

    /// Returns the results that are there, as far as they come next.
    pub(super) fn ready(&mut self) -> Vec<W::Judged> {
        match self {
            Self::Here { done, .. } => std::mem::take(done),
            Self::There(threads) => {
                while let Ok((number, judged)) = threads.results.try_recv() {
                    threads.early.insert(number, judged);
                }
                threads.next()
            }
        }
    }

    /// Waits for the results of all batches, and returns those that come next; none when there are no more.
    pub(super) fn rest(&mut self) -> Vec<W::Judged> {
        match self {
            Self::Here { done, .. } => std::mem::take(done),
            Self::There(threads) => {
                let mut next = threads.next();
                while next.is_empty() && threads.taken < threads.sent {
                    if !threads.wait() {
                        break;
                    }
                    next = threads.next();
                }
                next
            }
        }
    }

    /// Says that no result is wanted any more.
    pub(super) fn abandon(&mut self) {
        if let Self::There(threads) = self {
            threads.abandoned.store(true, Ordering::Relaxed);
        }
    }
}

impl<W: Worker> Threads<W> {
    /// Tells whether a batch has to wait for another. What nobody works on is not waited for.
    fn is_full(&self) -> bool {
        let kept = self.sent - self.taken;
        let under_way = kept - self.early.len() as u64;
        under_way >= self.most || (kept >= self.most_kept && under_way > 0)
    }

    /// Waits for a result; tells whether there is one.
    fn wait(&mut self) -> bool {
        match self.results.recv() {
            Ok((number, judged)) => {
                self.early.insert(number, judged);
                true
            }
            Err(mpsc::RecvError) => false,
        }
    }

    fn next(&mut self) -> Vec<W::Judged> {
        let mut next = Vec::new();
        while let Some(judged) = self.early.remove(&self.taken) {
            self.taken += 1;
            next.extend(judged);
        }
        next
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicU64;

    use super::*;

    /// Hands numbers back; the first is done when so many others are.
    struct Late {
        done: Arc<AtomicU64>,
        awaited: u64,
    }

    impl Worker for Late {
        type Case = u64;
        type Judged = (u64, bool);

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
}
