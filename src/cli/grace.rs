//! How long an activity may go on that has reached a limit and does not check it.

use std::time::{Duration, Instant};

use super::machine::{ThreadState, ThreadWork, process_time, threads};

/// Time that an activity may use after it has reached a limit: processor time while it computes, wall time while it
/// waits for a pipe or a lock. An activity that gets no processor because the machine is busy loses nothing.
const GRACE: Duration = Duration::from_millis(600);

/// Wall time after which an activity ends that has used no processor time at all.
const STANDSTILL: Duration = Duration::from_secs(10);

/// Longest interval between two looks that counts as a whole: the monitor itself may have got no processor.
const LONGEST: Duration = Duration::from_millis(20);

/// Returns the time that an activity may use after it has reached a limit.
fn grace() -> Duration {
    #[cfg(debug_assertions)]
    if let Some(time) = super::test_faults::time("SCM_CHECK_TEST_GRACE") {
        return time;
    }
    GRACE
}

/// The threads of the process at a moment.
pub(super) struct Work {
    threads: Vec<ThreadWork>,
    process: Duration,
}

impl Work {
    /// Looks at all threads.
    pub(super) fn now() -> Self {
        Self { threads: threads(), process: process_time() }
    }

    /// Returns the processor time that the activity of a thread has used, and whether it waits. `others` are the threads
    /// of other activities, and of the monitor; what is left are its helpers. If nothing is known, it waits.
    fn of(&self, thread: Option<u64>, others: &[u64]) -> (Duration, Activity) {
        let own: Vec<&ThreadWork> =
            self.threads.iter().filter(|one| !others.contains(&one.thread)).collect();
        let is_ready = own.iter().any(|one| one.state == ThreadState::Ready);
        let activity = if is_ready { Activity::Computes } else { Activity::Waits };
        let is_alone = others.len() <= 1;
        let used = if is_alone {
            // More precise, and with the helpers that have ended.
            self.process
        } else {
            let thread = own.iter().find(|one| Some(one.thread) == thread);
            thread.map_or(Duration::ZERO, |one| one.time)
        };
        (used, activity)
    }
}

/// What an activity does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Activity {
    Computes,
    Waits,
}

/// What an activity has used of its grace.
#[derive(Clone, Debug)]
pub(super) struct Grace {
    looked: Instant,
    /// The processor time of the activity at the last look.
    time: Duration,
    used: Duration,
    /// Wall time since it last used a processor.
    still: Duration,
}

impl Grace {
    /// Begins the grace of the activity of a thread, which has reached a limit.
    pub(super) fn new(now: Instant, work: &Work, thread: Option<u64>, others: &[u64]) -> Self {
        let (time, _) = work.of(thread, others);
        Self { looked: now, time, used: Duration::ZERO, still: Duration::ZERO }
    }

    /// Looks at the activity again, and returns `true` if its grace is over.
    pub(super) fn is_over(
        &mut self,
        now: Instant,
        work: &Work,
        thread: Option<u64>,
        others: &[u64],
    ) -> bool {
        let (time, activity) = work.of(thread, others);
        self.spend(now, time, activity);
        self.used >= grace() || self.still >= STANDSTILL
    }

    fn spend(&mut self, now: Instant, time: Duration, activity: Activity) {
        let passed = now.saturating_duration_since(self.looked).min(LONGEST);
        let computed = time.saturating_sub(self.time);
        self.looked = now;
        self.time = time;
        self.still = if computed.is_zero() { self.still + passed } else { Duration::ZERO };
        self.used += match activity {
            Activity::Computes => computed,
            Activity::Waits => computed.max(passed),
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the grace after looks of 10 ms, in each of which so much processor time is used.
    fn after(looks: u32, computed: Duration, activity: Activity) -> Grace {
        let begin = Instant::now();
        let (used, still) = (Duration::ZERO, Duration::ZERO);
        let mut grace = Grace { looked: begin, time: Duration::ZERO, used, still };
        for look in 1..=looks {
            grace.spend(begin + Duration::from_millis(10) * look, computed * look, activity);
        }
        grace
    }

    #[test]
    fn what_is_ready_uses_processor_time_and_what_waits_wall_time() {
        let millisecond = Duration::from_millis(1);
        let busy = after(100, millisecond, Activity::Computes);
        assert_eq!((busy.used, busy.still), (millisecond * 100, Duration::ZERO));
        let starved = after(100, Duration::ZERO, Activity::Computes);
        assert_eq!((starved.used, starved.still), (Duration::ZERO, millisecond * 1000));
        let waiting = after(100, Duration::ZERO, Activity::Waits);
        assert_eq!(waiting.used, millisecond * 1000);
        // The process was stopped for a long time.
        let mut stopped = after(1, Duration::ZERO, Activity::Waits);
        stopped.spend(Instant::now() + Duration::from_secs(60), Duration::ZERO, Activity::Waits);
        assert_eq!(stopped.used, millisecond * 10 + LONGEST);
    }

    #[test]
    fn the_threads_of_the_process_are_seen() {
        let work = Work::now();
        if work.threads.is_empty() {
            // The system does not say what its threads do.
            return;
        }
        let own = super::super::machine::this_thread();
        let others: Vec<u64> =
            work.threads.iter().map(|one| one.thread).filter(|one| Some(*one) != own).collect();
        assert_eq!(work.of(own, &others).1, Activity::Computes, "this thread runs");
    }
}
