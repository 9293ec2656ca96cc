//! Whether a system is RSC, by trying its executions.
//!
//! A system is RSC iff none of its executions has a cyclic conflict graph (Definition 3.1.2 and
//! Lemmas 3.1.1 and 3.1.2 of the thesis). Two ways to look for one are offered:
//!
//! - [`Among::AllExecutions`] is that sentence itself.
//! - [`Among::BorderlineViolations`] (Definition 4.1.1) looks only at executions `e.r` with `e` RSC
//!   and `r` a reception: there are far fewer of them.
//!
//! Both find the same least number of communications, and the same least number of actions, and
//! these are the numbers that an engine must find that searches borderline violations. For let `e`
//! be any cyclic execution, and `f.a` its shortest cyclic prefix. It has no more sends, and no more
//! actions, than `e`. The last action is a reception, because a send that comes last is a new vertex
//! without outgoing edge. `f` is acyclic, so it is causally equivalent to an RSC execution `f'`; both
//! lead to the same configuration, so `f'.a` is an execution too, a borderline violation with the
//! actions of `f.a`. Conversely a borderline violation is a cyclic execution.
//!
//! For the same reason an execution that is cyclic is never extended: nothing shorter lies behind.

use super::conflict::{is_cyclic, matching};
use super::executions::Execution;
use model::cfsm::{Action, Direction, System};

/// Where to look for a violation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Among {
    /// All executions.
    AllExecutions,
    /// RSC executions followed by one reception.
    BorderlineViolations,
}

/// What makes a violation short.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Measure {
    /// Few communications: matching pairs and sends without partner, as many as there are sends.
    Communications,
    /// Few actions.
    Actions,
}

/// What the oracle knows about a system.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// This execution is a violation, and none is shorter.
    Violated { shortest: Vec<Action>, length: usize },
    /// All executions were tried, and there is no violation.
    Holds,
    /// There is no violation of this length or less; longer ones were not tried.
    HoldsUpTo { length: usize },
}

/// How much the oracle tries.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    /// The largest number of executions.
    pub executions: usize,
    /// The largest length, in the measure that is asked for.
    pub length: usize,
}

/// Tries executions in order of length, until there are no more or the budget is spent.
pub fn decide(system: &System, among: Among, measure: Measure, budget: Budget) -> Verdict {
    let mut tried = 0;
    // The executions of the current length, and those that are longer by one.
    let (mut current, mut longer) = (vec![Execution::empty(system)], Vec::new());
    let mut length = 0;
    loop {
        while let Some(execution) = current.pop() {
            for next in execution.extensions(system) {
                tried += 1;
                if tried > budget.executions {
                    return Verdict::HoldsUpTo { length: length_done(length, measure) };
                }
                let last = *next.actions.last().expect("an extension has an action");
                let costs = measure == Measure::Actions || last.direction == Direction::Send;
                if last.direction == Direction::Receive && is_cyclic(system, &next.actions) {
                    let length = length + usize::from(costs);
                    return Verdict::Violated { shortest: next.actions, length };
                }
                if among == Among::AllExecutions || stays_rsc(system, &next.actions) {
                    if costs { &mut longer } else { &mut current }.push(next);
                }
            }
        }
        if longer.is_empty() {
            return Verdict::Holds;
        }
        if length == budget.length {
            return Verdict::HoldsUpTo { length };
        }
        current = std::mem::take(&mut longer);
        length += 1;
    }
}

/// The length up to which everything was tried while executions of `length` are being extended.
pub fn length_done(length: usize, measure: Measure) -> usize {
    match measure {
        // Some executions of this very length still await receptions; and none of length 0 does.
        Measure::Communications => length.saturating_sub(1),
        // Executions of this length were looked at when they were made.
        Measure::Actions => length,
    }
}

/// Whether an execution that is RSC but for its last action is RSC: a reception must come right
/// after the send that it matches.
fn stays_rsc(system: &System, execution: &[Action]) -> bool {
    let last = execution.len() - 1;
    match execution[last].direction {
        Direction::Send => true,
        Direction::Receive => {
            let send = matching(system, execution)[last].expect("what is received was sent");
            send + 1 == last
        }
    }
}
