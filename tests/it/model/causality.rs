//! Executions, their graphs, and causal equivalence: the thesis's examples, and laws.

use crate::support::causal_equivalence::{causally_equivalent, commute, precedes};
use crate::support::scripted_systems::{random_run, scripted};
use scm_check::internals::kernel::base::{Id as _, Random};
use scm_check::internals::model::cfsm::{
    ActionId, CommunicationId, ConflictGraph, Dependency, Execution,
};

fn execution(bags: &[usize], text: &str) -> Execution {
    scripted(&[], bags, text).execution()
}

/// The execution with its actions in another order, counted from 1.
fn permuted(execution: &Execution, order: &[usize]) -> Execution {
    let order: Vec<ActionId> = order.iter().map(|at| ActionId::from_index(at - 1)).collect();
    execution.reordered(&order)
}

/// The matching pairs, counted from 1.
fn pairs(execution: &Execution) -> Vec<(usize, usize)> {
    execution
        .communications()
        .iter()
        .filter_map(|c| Some((c.send.index() + 1, c.reception?.index() + 1)))
        .collect()
}

/// The edges of the conflict graph, counted from 1.
fn conflict_edges(execution: &Execution) -> Vec<(usize, usize)> {
    ConflictGraph::new(execution).edges().map(|(a, b)| (a.index() + 1, b.index() + 1)).collect()
}

const E_N: &str = "0!p v . 1!q w . 1?p w . 0?q v";
// Channels of the client/server/database system: 0 to s, 1 to c, 2 to d.
const E_R: &str = "0!c req . 0?s req . 1!s res . 1?c res . 0!c ack_s . 0?s ack_s . 2!c log_c . \
                   2?d log_c . 1!d ack_d . 1?c ack_d . 2!s log_s . 2?d log_s . 0!c req";
const E_EQ: &str = "0!c req . 0?s req . 1!s res . 1?c res . 0!c ack_s . 2!c log_c . 2?d log_c . \
                    0?s ack_s . 1!d ack_d . 2!s log_s . 1?c ack_d . 0!c req . 2?d log_s";

#[test]
fn example_2_3_1_has_no_matching_pair_and_is_ill_formed() {
    let execution = execution(&[], "0?p v1 . 0!p v1 . 1?p v2 . 1!p v3 . 1?p v3");
    assert_eq!(pairs(&execution), []);
    assert!(!execution.is_well_formed());
    assert!(!execution.is_rsc());
    // Example 2.3.3: its communications are the two sends.
    assert_eq!(execution.communications().len(), 2);
}

#[test]
fn example_2_3_3_second_execution_has_one_pair_and_one_unmatched_send() {
    let execution = execution(&[], "0!p v1 . 1!q v2 . 0?q v1");
    assert!(execution.is_well_formed());
    assert_eq!(pairs(&execution), [(1, 3)]);
    assert_eq!(execution.communications().len(), 2);
}

#[test]
fn example_2_3_2_equal_messages_in_a_bag_keep_their_order() {
    let one = execution(&[0], "0!p v . 0!q v . 0?r v");
    let other = permuted(&one, &[2, 1, 3]);
    assert!(!causally_equivalent(&one, &other));
    assert_eq!(pairs(&one), [(1, 3)]);
    assert_eq!(pairs(&other), [(1, 3)]);
    assert_eq!(one.communications()[CommunicationId::from_index(0)].send.index(), 0);
    // Different messages in a bag do commute.
    let one = execution(&[0], "0!p v . 0!q w . 0?r v");
    let other = permuted(&one, &[2, 1, 3]);
    assert!(causally_equivalent(&one, &other));
}

#[test]
fn examples_2_4_2_and_2_4_4_a_fifo_mailbox_orders_its_sends() {
    let one = execution(&[], "0!p v1 . 0!r v2 . 0?q v1 . 0?q v2 . 1!q v3");
    let other = permuted(&one, &[2, 1, 3, 4, 5]);
    assert!(one.is_well_formed() && !other.is_well_formed());
    assert!(!causally_equivalent(&one, &other));
    assert!(precedes(&one, ActionId::from_index(0), ActionId::from_index(1)));
    assert!(!precedes(&one, ActionId::from_index(1), ActionId::from_index(2)));
    assert_eq!(conflict_edges(&one), [(1, 2), (1, 3), (2, 3)]);
}

#[test]
fn examples_3_1_1_and_3_1_2_rsc_as_written() {
    let rsc = execution(&[], E_R);
    assert!(rsc.is_rsc());
    assert_eq!(rsc.communications().iter().filter(|c| c.reception.is_none()).count(), 1);
    assert!(!execution(&[], E_N).is_rsc());
    let equivalent = execution(&[], E_EQ);
    assert!(!equivalent.is_rsc());
    assert!(causally_equivalent(&equivalent, &rsc));
    assert!(causally_equivalent(&rsc, &equivalent));
}

#[test]
fn example_3_1_3_a_sequence_of_communications_need_not_be_rsc() {
    // The reception matches the first send, not the one that it stands beside.
    let execution = execution(&[], "0!p v . 0!q v . 0?r v");
    assert!(execution.is_well_formed() && !execution.is_rsc());
    assert_eq!(pairs(&execution), [(1, 3)]);
}

#[test]
fn example_3_1_4_an_acyclic_conflict_graph_gives_an_rsc_reordering() {
    let equivalent = execution(&[], E_EQ);
    let graph = ConflictGraph::new(&equivalent);
    assert!(graph.is_causally_rsc());
    let reordered = equivalent.reordered(&graph.rsc_reordering().unwrap());
    assert!(reordered.is_rsc());
    assert!(causally_equivalent(&equivalent, &reordered));
}

#[test]
fn example_3_1_5_a_crossing_is_a_cycle() {
    let execution = execution(&[], E_N);
    let graph = ConflictGraph::new(&execution);
    assert!(!graph.is_causally_rsc());
    assert_eq!(graph.rsc_reordering(), None);
    assert_eq!(conflict_edges(&execution), [(1, 2), (2, 1)]);
    let ids: Vec<CommunicationId> = (0..2).map(CommunicationId::from_index).collect();
    assert_eq!(graph.shortest_cycle(ids[0]), Some(vec![ids[0], ids[1]]));
    assert_eq!(graph.shortest_cycle(ids[1]), Some(vec![ids[1], ids[0]]));
    let reasons = graph.conflicts(ids[0], ids[1]);
    assert_eq!(reasons.len(), 1);
    assert!(matches!(reasons[0].dependency, Dependency::Participant(_)));
    assert_eq!((reasons[0].before.index(), reasons[0].after.index()), (0, 2));
}

#[test]
fn figure_3_7_is_cyclic_with_fifo_mailboxes_only() {
    let text = "1!r v2 . 0!r v3 . 0!p v1 . 1?p v2";
    let fifo = execution(&[], text);
    let graph = ConflictGraph::new(&fifo);
    assert!(!graph.is_causally_rsc());
    let cycle = graph.shortest_cycle(CommunicationId::from_index(0)).unwrap();
    let numbers: Vec<usize> = cycle.iter().map(|c| c.index() + 1).collect();
    assert_eq!(numbers, [1, 2, 3]);
    let through_channel = graph.conflicts(cycle[1], cycle[2]);
    assert!(
        matches!(through_channel.as_slice(), [c] if matches!(c.dependency, Dependency::Channel(_)))
    );
    assert!(ConflictGraph::new(&execution(&[0, 1], text)).is_causally_rsc());
}

#[test]
fn the_conflict_graph_has_no_self_loops() {
    let execution = execution(&[], "0!p a . 0?p a");
    assert_eq!(conflict_edges(&execution), []);
    assert!(execution.is_rsc());
}

#[test]
fn one_conflict_graph_may_belong_to_executions_that_are_not_equivalent() {
    let one = execution(&[], "0!p v . 1!p w . 1?q w . 0?q v");
    let other = permuted(&one, &[2, 1, 4, 3]);
    assert_eq!(conflict_edges(&one), conflict_edges(&other));
    assert!(!causally_equivalent(&one, &other));
}

#[test]
fn commuting_neighbours_may_be_swapped() {
    let mut dice = Random::new(1);
    let (mut swapped, mut kept) = (0, 0);
    for _ in 0..400 {
        let participants = 1 + dice.below(4);
        let run = random_run(&mut dice, participants, 9);
        let execution = run.execution();
        assert!(execution.is_well_formed());
        let ids: Vec<ActionId> = execution.actions().ids().collect();
        for at in 0..ids.len().saturating_sub(1) {
            let mut order = ids.clone();
            order.swap(at, at + 1);
            let other = execution.reordered(&order);
            if !commute(&execution, ids[at], ids[at + 1]) {
                kept += 1;
                assert!(
                    !causally_equivalent(&execution, &other) || order_is_same(&execution, &other)
                );
                continue;
            }
            swapped += 1;
            // Positions in `other` of the actions of `execution`.
            let place = |id: ActionId| ids[order.iter().position(|&at| at == id).unwrap()];
            for &id in &ids {
                assert_eq!(execution.partner(id).map(place), other.partner(place(id)));
            }
            for &one in &ids {
                for &two in &ids {
                    assert_eq!(
                        precedes(&execution, one, two),
                        precedes(&other, place(one), place(two))
                    );
                }
            }
            assert!(causally_equivalent(&execution, &other));
            let (graph, graph_of_other) =
                (ConflictGraph::new(&execution), ConflictGraph::new(&other));
            let renumbered = |c: CommunicationId| {
                let send = execution.communications()[c].send;
                graph_of_other.communication_of(place(send)).unwrap()
            };
            let mut edges: Vec<_> =
                graph.edges().map(|(a, b)| (renumbered(a), renumbered(b))).collect();
            edges.sort_unstable();
            let expected: Vec<_> = graph_of_other.edges().collect();
            assert_eq!(edges, expected);
        }
    }
    assert!(swapped > 200 && kept > 200, "{swapped} {kept}");
}

/// Whether two executions do the same actions in the same order.
fn order_is_same(one: &Execution, other: &Execution) -> bool {
    one.actions() == other.actions()
}

/// All causally equivalent executions, by swapping neighbours that commute.
fn equivalence_class(execution: &Execution) -> Vec<Execution> {
    let mut class = vec![execution.clone()];
    let mut next = 0;
    while next < class.len() {
        let current = class[next].clone();
        next += 1;
        let ids: Vec<ActionId> = current.actions().ids().collect();
        for at in 0..ids.len().saturating_sub(1) {
            if commute(&current, ids[at], ids[at + 1]) {
                let mut order = ids.clone();
                order.swap(at, at + 1);
                let other = current.reordered(&order);
                if !class.contains(&other) {
                    class.push(other);
                }
            }
        }
    }
    class
}

/// The length of a shortest cycle through `start`, by counting the edges of walks from it.
fn shortest_cycle_length(graph: &ConflictGraph<'_>, start: CommunicationId) -> Option<usize> {
    let mut reached = vec![start];
    for length in 1..=graph.len() {
        reached = graph.edges().filter(|(a, _)| reached.contains(a)).map(|(_, b)| b).collect();
        if reached.contains(&start) {
            return Some(length);
        }
    }
    None
}

#[test]
fn a_conflict_graph_is_acyclic_iff_some_equivalent_execution_is_rsc() {
    let mut dice = Random::new(7);
    let (mut rsc, mut not_rsc) = (0, 0);
    for _ in 0..400 {
        let participants = 1 + dice.below(4);
        let execution = random_run(&mut dice, participants, 7).execution();
        let graph = ConflictGraph::new(&execution);
        let class = equivalence_class(&execution);
        assert_eq!(graph.is_causally_rsc(), class.iter().any(Execution::is_rsc));
        match graph.rsc_reordering() {
            Some(order) => {
                rsc += 1;
                let reordered = execution.reordered(&order);
                assert!(reordered.is_rsc());
                assert!(class.contains(&reordered));
                assert!(causally_equivalent(&execution, &reordered));
            }
            None => not_rsc += 1,
        }
        let through_any = graph.edges().any(|(from, _)| graph.shortest_cycle(from).is_some());
        assert_eq!(through_any, !graph.is_causally_rsc());
        for start in execution.communications().ids() {
            let cycle = graph.shortest_cycle(start);
            assert_eq!(cycle.as_ref().map(Vec::len), shortest_cycle_length(&graph, start));
            for (&from, &to) in cycle.iter().flat_map(|c| c.iter().zip(c.iter().cycle().skip(1))) {
                assert!(!graph.conflicts(from, to).is_empty());
            }
        }
    }
    assert!(rsc > 50 && not_rsc > 50, "{rsc} {not_rsc}");
}
