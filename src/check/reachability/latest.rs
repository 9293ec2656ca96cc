//! Cache of the latest result of a computation, recomputed if a limit cut it short and more is allowed now.

use std::cell::RefCell;
use std::rc::Rc;
use std::time::{Duration, Instant};

use kernel::base::{Control, Limit};

/// The latest result of a computation, if there is one.
#[derive(Debug)]
pub(super) struct Latest<T>(RefCell<Option<(Rc<T>, Option<Cutoff>)>>);

/// The limit that cut a computation short, and what was allowed then.
#[derive(Debug)]
struct Cutoff {
    limit: Limit,
    states: u64,
    bytes: Option<u64>,
    time: Duration,
}

impl<T> Latest<T> {
    /// Returns an empty cache.
    pub(super) fn none() -> Self {
        Self(RefCell::new(None))
    }

    /// Returns the result, if there is one.
    pub(super) fn known(&self) -> Option<Rc<T>> {
        self.0.borrow().as_ref().map(|(result, _)| Rc::clone(result))
    }

    /// Returns the result, if there is one, which is not cached any more, unless somebody else holds it.
    pub(super) fn take(&self) -> Option<T> {
        Rc::into_inner(self.0.take()?.0)
    }

    /// Returns the result; computes it if there is none, or if it was cut short by a limit and more is
    /// allowed now. A computation of at most `states` states returns the limit that cut it short, if one did; it gets the
    /// result that was cut short, unless somebody else holds that.
    pub(super) fn get(
        &self,
        control: &Control,
        states: u64,
        compute: impl FnOnce(Option<T>) -> (T, Option<Limit>),
    ) -> Rc<T> {
        let is_final =
            |cut: &Option<Cutoff>| !cut.as_ref().is_some_and(|cut| cut.is_lifted(control, states));
        let (result, cut) = match self.0.take() {
            Some((result, cut)) if is_final(&cut) => (result, cut),
            // A result that is to be recomputed is dropped before its memory is needed.
            before => {
                let begin = Instant::now();
                let (result, limit) =
                    compute(before.and_then(|(result, _)| Rc::into_inner(result)));
                let (bytes, time) = (control.max_bytes, begin.elapsed());
                (Rc::new(result), limit.map(|limit| Cutoff { limit, states, bytes, time }))
            }
        };
        *self.0.borrow_mut() = Some((Rc::clone(&result), cut));
        result
    }
}

impl Cutoff {
    /// Returns `true` if `control` and the number of states allow more of the exhausted resource.
    fn is_lifted(&self, control: &Control, states: u64) -> bool {
        if control.limit(0, 0).is_some() {
            return false;
        }
        match self.limit {
            Limit::States => states > self.states,
            Limit::Memory => match (control.max_bytes, self.bytes) {
                (Some(now), Some(before)) => now > before,
                (now, _) => now.is_none(),
            },
            Limit::Timeout => control.deadline.is_none_or(|deadline| {
                deadline.saturating_duration_since(Instant::now()) > self.time
            }),
            Limit::Interrupted => true,
        }
    }
}
