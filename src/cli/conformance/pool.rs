//! Threads that answer for sessions; results come in the order of the sessions.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::Scope;

use super::answered::Answered;
use super::judge::{Judge, Outcome};
use crate::language::log::Session;

/// A session, with its answer if that is known already.
pub(super) struct Case {
    pub(super) session: Session,
    pub(super) known: Option<Answered>,
}

/// A session and what became of it.
pub(super) struct Judged {
    pub(super) session: Session,
    pub(super) outcome: Outcome,
    /// Whether the answer was known before.
    pub(super) was_known: bool,
}

/// Answers for batches of sessions.
pub(super) enum Pool {
    /// On the caller's thread.
    Here { judge: Box<Judge>, done: Vec<Judged> },
    /// On others.
    There(Threads),
}

/// Threads at work.
pub(super) struct Threads {
    work: SyncSender<(u64, Vec<Case>)>,
    results: Receiver<(u64, Vec<Judged>)>,
    /// Nobody wants to know any more.
    abandoned: Arc<AtomicBool>,
    /// Results that came before those of batches sent earlier.
    early: BTreeMap<u64, Vec<Judged>>,
    sent: u64,
    taken: u64,
    /// So many batches are under way at most.
    most: u64,
}

impl Pool {
    /// Starts a thread for each judge; a single one works on the caller's thread.
    pub(super) fn start<'scope>(scope: &'scope Scope<'scope, '_>, mut judges: Vec<Judge>) -> Self {
        if judges.len() <= 1 {
            let judge = Box::new(judges.pop().expect("somebody has to judge"));
            return Self::Here { judge, done: Vec::new() };
        }
        let most = 4 * judges.len();
        let (work, queue) = mpsc::sync_channel::<(u64, Vec<Case>)>(most);
        let (sender, results) = mpsc::sync_channel(most);
        let queue = Arc::new(Mutex::new(queue));
        let abandoned = Arc::new(AtomicBool::new(false));
        for mut judge in judges {
            let (queue, sender) = (Arc::clone(&queue), sender.clone());
            let abandoned = Arc::clone(&abandoned);
            scope.spawn(move || {
                loop {
                    let next = queue.lock().unwrap_or_else(PoisonError::into_inner).recv();
                    let Ok((number, cases)) = next else { return };
                    let judged = cases.into_iter().map(|case| {
                        if abandoned.load(Ordering::Relaxed) {
                            Judged {
                                session: case.session,
                                outcome: Outcome::LeftOut,
                                was_known: false,
                            }
                        } else {
                            judged(&mut judge, case)
                        }
                    });
                    if sender.send((number, judged.collect())).is_err() {
                        return;
                    }
                }
            });
        }
        let (early, most) = (BTreeMap::new(), most as u64);
        Self::There(Threads { work, results, abandoned, early, sent: 0, taken: 0, most })
    }

    /// Takes a batch; waits where too many are under way.
    pub(super) fn submit(&mut self, cases: Vec<Case>) {
        match self {
            Self::Here { judge, done } => {
                done.extend(cases.into_iter().map(|case| judged(judge, case)));
            }
            Self::There(threads) => {
                while threads.sent - threads.taken - threads.early.len() as u64 >= threads.most {
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
    pub(super) fn ready(&mut self) -> Vec<Judged> {
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
    pub(super) fn rest(&mut self) -> Vec<Judged> {
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

impl Threads {
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

    fn next(&mut self) -> Vec<Judged> {
        let mut next = Vec::new();
        while let Some(judged) = self.early.remove(&self.taken) {
            self.taken += 1;
            next.extend(judged);
        }
        next
    }
}

fn judged(judge: &mut Judge, case: Case) -> Judged {
    let Case { session, known } = case;
    let was_known = known.is_some();
    let outcome = known.map_or_else(|| judge.judge(&session), Outcome::Answered);
    Judged { session, outcome, was_known }
}
