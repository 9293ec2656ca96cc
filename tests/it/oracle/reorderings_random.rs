//! Three ways to say whether an execution is equivalent to one that keeps a rule, on random executions of random systems.

use crate::support::cases::{are_many, seeds, system_of};
use crate::support::effort::required;
use crate::support::small_systems::describe;
use oracle::executions::Execution;
use oracle::half_duplex::{Inputs, inputs, is_half_duplex, is_half_duplex_by_graph};
use oracle::reorderings::{Held, has_equivalent, has_order};
use scm_check::internals::kernel::base::Random;
use scm_check::internals::model::cfsm::{Action, Direction, System};

/// How many systems there are of 100 cases that are asked for.
const SHARE: u64 = 100;
/// How many actions an execution has at most.
const LENGTH: usize = 7;

/// A random execution, with as many actions as possible.
fn walk(system: &System, numbers: &mut Random) -> Vec<Action> {
    let mut execution = Execution::empty(system);
    while execution.actions.len() < LENGTH {
        let mut next = execution.extensions(system);
        if next.is_empty() {
            break;
        }
        execution = next.swap_remove(numbers.below(next.len()));
    }
    execution.actions
}

/// Whether each participant alone receives from its input channels.
fn has_one_receiver(inputs: &Inputs) -> bool {
    inputs.iter().map(std::collections::BTreeSet::len).sum::<usize>()
        == inputs.iter().flatten().collect::<std::collections::BTreeSet<_>>().len()
}

#[test]
fn the_graph_says_which_executions_are_half_duplex() {
    let (mut half, mut full, mut shared) = (0, 0, 0);
    for seed in seeds(SHARE) {
        let (system, mut numbers) = (system_of(seed), Random::new(seed));
        let inputs = inputs(&system);
        let is_clear = has_one_receiver(&inputs);
        for _ in 0..3 {
            let execution = walk(&system, &mut numbers);
            let rule = |held: &Held, action: Action| is_half_duplex(&inputs, held, action);
            let expected = has_equivalent(&system, &execution, &rule);
            let context = || format!("seed {seed}\n{}{execution:?}", describe(&system));
            assert_eq!(has_order(&system, &execution, &rule), expected, "{}", context());
            let by_graph = is_half_duplex_by_graph(&system, &execution);
            if by_graph == expected {
                *if expected { &mut half } else { &mut full } += 1;
            } else {
                // What somebody else receives need not wait; the graph says so, and there may be another order.
                assert!(!is_clear && !by_graph, "{}", context());
                shared += 1;
            }
        }
    }
    println!("{half} half-duplex, {full} not, {shared} for which the graph is too strict");
    if are_many() {
        assert!(half >= required(1_000) && full >= required(1_000) && shared > 0);
    }
}

#[test]
fn orders_say_which_executions_are_bounded() {
    let (mut kept, mut exceeded) = (0, 0);
    for seed in seeds(SHARE) {
        let (system, mut numbers) = (system_of(seed), Random::new(seed));
        let execution = walk(&system, &mut numbers);
        let bound = numbers.between(1, 2);
        let rule = |held: &Held, action: Action| {
            action.direction == Direction::Receive || held[action.channel] < bound
        };
        let expected = has_equivalent(&system, &execution, &rule);
        assert_eq!(has_order(&system, &execution, &rule), expected, "seed {seed}");
        *if expected { &mut kept } else { &mut exceeded } += 1;
    }
    if are_many() {
        assert!(kept >= required(200) && exceeded >= required(200), "{kept}, {exceeded}");
    }
}
