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

    /// Returns the processor times that the activity of a thread has used, and whether it waits. `others` are the threads
    /// of other activities, and of the monitor; what is left are its helpers. If nothing is known, it waits.
    fn of(&self, thread: Option<u64>, others: &[u64]) -> (Times, Activity) {
        let own: Vec<&ThreadWork> =
            self.threads.iter().filter(|one| !others.contains(&one.thread)).collect();
        let is_ready = own.iter().any(|one| one.state == ThreadState::Ready);
        let activity = if is_ready { Activity::Computes } else { Activity::Waits };
        let thread = own.iter().find(|one| Some(one.thread) == thread);
        let thread = thread.map_or(Duration::ZERO, |one| one.time);
        let is_alone = others.len() <= 1;
        (Times { thread, process: self.process, is_alone }, activity)
    }
}

/// Processor times at a moment.
#[derive(Clone, Copy, Debug)]
struct Times {
    thread: Duration,
    process: Duration,
    /// Whether the process has no other activity.
    is_alone: bool,
}

impl Times {
    /// Returns the processor time that an activity has used since another moment.
    fn since(self, before: Self) -> Duration {
        if self.is_alone && before.is_alone {
            // More precise, and with the helpers that have ended.
            self.process.saturating_sub(before.process)
        } else {
            self.thread.saturating_sub(before.thread)
        }
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
    /// The processor times at the last look.
    times: Times,
    used: Duration,
    /// Wall time since it last used a processor.
    still: Duration,
}

impl Grace {
    /// Begins the grace of the activity of a thread, which has reached a limit.
    pub(super) fn new(now: Instant, work: &Work, thread: Option<u64>, others: &[u64]) -> Self {
        let (times, _) = work.of(thread, others);
        Self { looked: now, times, used: Duration::ZERO, still: Duration::ZERO }
    }

    /// Looks at the activity again, and returns `true` if its grace is over.
    pub(super) fn is_over(
        &mut self,
        now: Instant,
        work: &Work,
        thread: Option<u64>,
        others: &[u64],
    ) -> bool {
        let (times, activity) = work.of(thread, others);
        self.spend(now, times, activity);
        self.used >= grace() || self.still >= STANDSTILL
    }

    fn spend(&mut self, now: Instant, times: Times, activity: Activity) {
        let passed = now.saturating_duration_since(self.looked).min(LONGEST);
        let computed = times.since(self.times);
        self.looked = now;
        self.times = times;
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
        let mut grace = Grace { looked: begin, times: alone(Duration::ZERO), used, still };
        for look in 1..=looks {
            let times = alone(computed * look);
            grace.spend(begin + Duration::from_millis(10) * look, times, activity);
        }
        grace
    }

    /// Returns the times of an activity that is the only one.
    fn alone(process: Duration) -> Times {
        Times { thread: Duration::ZERO, process, is_alone: true }
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
        let later = Instant::now() + Duration::from_secs(60);
        stopped.spend(later, alone(Duration::ZERO), Activity::Waits);
        assert_eq!(stopped.used, millisecond * 10 + LONGEST);
    }

    #[test]
    fn the_time_of_others_that_have_ended_is_not_used() {
        let second = Duration::from_secs(1);
        let beside = Times { thread: second, process: second * 5, is_alone: false };
        let alone = Times { thread: second, process: second * 5, is_alone: true };
        assert_eq!(alone.since(beside), Duration::ZERO);
        assert_eq!(Times { process: second * 6, ..alone }.since(alone), second);
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
