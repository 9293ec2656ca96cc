//! Threads that check sessions and multitraces; results are returned in the order of the jobs.

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::Scope;

/// Maximum number of batches for each thread that may be finished before an earlier one is.
pub const AHEAD: u64 = 64;

/// A worker of a thread.
pub trait Worker: Send {
    /// Input of a job.
    type Job: Send + Debug;
    /// Result of a job.
    type Done: Send + Debug;

    /// Does a job.
    fn work(&mut self, job: Self::Job) -> Self::Done;

    /// Returns the result of a job that is no longer wanted.
    fn leave(&mut self, job: Self::Job) -> Self::Done;
}

/// Executes batches of jobs.
#[derive(Debug)]
pub enum Pool<W: Worker> {
    /// On the caller's thread.
    Here {
        /// The worker.
        worker: Box<W>,
        /// Results that were not taken yet.
        done: Vec<W::Done>,
    },
    /// On other threads.
    There(Threads<W>),
}

/// Worker threads.
#[derive(Debug)]
pub struct Threads<W: Worker> {
    work: SyncSender<(u64, Vec<W::Job>)>,
    results: Receiver<(u64, Vec<W::Done>)>,
    /// Whether results are no longer wanted.
    abandoned: Arc<AtomicBool>,
    /// Results that came before those of batches sent earlier.
    early: BTreeMap<u64, Vec<W::Done>>,
    sent: u64,
    taken: u64,
    /// Maximum number of batches in progress.
    max_waiting: u64,
    /// Maximum number of batches that are sent and not taken, since finished batches behind an earlier one take memory.
    max_kept: u64,
}

impl<W: Worker> Pool<W> {
    /// Starts a thread for each worker; a single one works on the caller's thread.
    ///
    /// # Panics
    /// If there is no worker.
    pub fn start<'scope>(scope: &'scope Scope<'scope, '_>, mut workers: Vec<W>) -> Self
    where
        W: 'scope,
    {
        if workers.len() <= 1 {
            let worker = Box::new(workers.pop().expect("there is at least one worker"));
            return Self::Here { worker, done: Vec::new() };
        }
        let max_waiting = 4 * workers.len();
        let max_kept = AHEAD * workers.len() as u64;
        let (work, queue) = mpsc::sync_channel::<(u64, Vec<W::Job>)>(max_waiting);
        let (sender, results) = mpsc::sync_channel(max_waiting);
        let queue = Arc::new(Mutex::new(queue));
        let abandoned = Arc::new(AtomicBool::new(false));
        for mut worker in workers {
            let (queue, sender) = (Arc::clone(&queue), sender.clone());
            let abandoned = Arc::clone(&abandoned);
            scope.spawn(move || {
                loop {
                    let next = queue.lock().unwrap_or_else(PoisonError::into_inner).recv();
                    let Ok((number, jobs)) = next else { return };
                    let done = jobs.into_iter().map(|job| {
                        if abandoned.load(Ordering::Relaxed) {
                            worker.leave(job)
                        } else {
                            worker.work(job)
                        }
                    });
                    if sender.send((number, done.collect())).is_err() {
                        return;
                    }
                }
            });
        }
        let (early, max_waiting) = (BTreeMap::new(), max_waiting as u64);
        let (sent, taken) = (0, 0);
        Self::There(Threads { work, results, abandoned, early, sent, taken, max_waiting, max_kept })
    }

    /// Submits a batch; waits while too many batches are in progress.
    pub fn submit(&mut self, jobs: Vec<W::Job>) {
        match self {
            Self::Here { worker, done } => {
                done.extend(jobs.into_iter().map(|job| worker.work(job)));
            }
            Self::There(threads) => {
                while threads.is_full() {
                    if !threads.wait() {
                        return;
                    }
                }
                let batch = (threads.sent, jobs);
                if threads.work.send(batch).is_ok() {
                    threads.sent += 1;
                }
            }
        }
    }

    /// Returns the available results that are next in order.
    pub fn ready(&mut self) -> Vec<W::Done> {
        match self {
            Self::Here { done, .. } => std::mem::take(done),
            Self::There(threads) => {
                while let Ok((number, done)) = threads.results.try_recv() {
                    threads.early.insert(number, done);
                }
                threads.next()
            }
        }
    }

    /// Waits for the results of all batches, and returns those that are next in order; an empty list if there are no
    /// more.
    pub fn rest(&mut self) -> Vec<W::Done> {
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

    /// Discards the results of all jobs that are not finished.
    pub fn abandon(&mut self) {
        if let Self::There(threads) = self {
            threads.abandoned.store(true, Ordering::Relaxed);
        }
    }
}

impl<W: Worker> Threads<W> {
    /// Returns `true` if a batch has to wait for another one. Batches that are not in progress are not waited for.
    fn is_full(&self) -> bool {
        let kept = self.sent - self.taken;
        let under_way = kept - self.early.len() as u64;
        under_way >= self.max_waiting || (kept >= self.max_kept && under_way > 0)
    }

    /// Waits for a result; returns `false` if there are no more.
    fn wait(&mut self) -> bool {
        let Ok((number, done)) = self.results.recv() else { return false };
        self.early.insert(number, done);
        true
    }

    fn next(&mut self) -> Vec<W::Done> {
        let mut next = Vec::new();
        while let Some(done) = self.early.remove(&self.taken) {
            self.taken += 1;
            next.extend(done);
        }
        next
    }
}
