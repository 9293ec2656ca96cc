//! Computation that a model stands for.

use std::hint::black_box;
use std::sync::Arc;
use std::time::Instant;

use kernel::base::{Control, IndexVec};
use model::component::{Composite, Function, FunctionId, Type, Value, Workload};

/// Number of microseconds that are computed without asking whether to stop.
const UNINTERRUPTED: u64 = 10_000;

/// Executes `work(n)` as about `n` nanoseconds of computation; other functions without result do nothing.
#[derive(Clone, Debug)]
pub(super) struct Computation {
    is_work: IndexVec<FunctionId, bool>,
    /// Number of rounds of the loop that take a thousand nanoseconds.
    rounds: u64,
    /// Stops long computations.
    control: Arc<Control>,
}

/// Returns `true` if a function stands for as many nanoseconds of computation as its operand says.
pub fn is_work(function: &Function) -> bool {
    function.name == "work" && function.result.is_none() && function.operands == [Type::Int]
}

impl Computation {
    /// Measures how fast the machine counts, where the composite calls `work`. A request to stop `control` ends
    /// computations early.
    pub(super) fn new(composite: &Composite, control: &Control) -> Self {
        let is_work: IndexVec<FunctionId, bool> =
            composite.functions().iter().map(is_work).collect();
        let rounds = if is_work.iter().any(|&it| it) { rounds_of_a_microsecond() } else { 1 };
        Self { is_work, rounds, control: Arc::new(control.part(u64::MAX)) }
    }
}

impl Workload for Computation {
    fn run(&mut self, function: FunctionId, arguments: &[Value]) {
        if let (true, [Value::Int(nanoseconds)]) = (self.is_work[function], arguments) {
            let nanoseconds = u64::try_from(*nanoseconds).unwrap_or_default();
            let mut rounds = nanoseconds.saturating_mul(self.rounds) / 1_000;
            let at_once = self.rounds.saturating_mul(UNINTERRUPTED);
            while rounds > at_once && self.control.limit(0, 0).is_none() {
                count(at_once);
                rounds -= at_once;
            }
            count(rounds.min(at_once));
        }
    }
}

/// Counts, so that the time of a thread is used whether or not others run beside it.
fn count(rounds: u64) {
    for round in 0..rounds {
        black_box(round);
    }
}

/// Measures the loop. Of many short measurements the fastest one counts, so that two processes come to nearly the same
/// number although others use the machine beside them.
fn rounds_of_a_microsecond() -> u64 {
    const ROUNDS: u64 = 20_000;
    const MEASUREMENTS: usize = 500;
    let fastest = (0..MEASUREMENTS).map(|_| {
        let start = Instant::now();
        count(ROUNDS);
        start.elapsed().as_nanos()
    });
    let nanoseconds = fastest.min().unwrap_or(1).max(1);
    let rounds = u128::from(ROUNDS) * 1_000 / nanoseconds;
    u64::try_from(rounds).unwrap_or(1).max(1)
}
