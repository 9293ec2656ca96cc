//! The thesis's examples of single executions, on our models, by what `simulate` looks at.
//!
//! The library's own tests of executions and their graphs are in `causality.rs`.

use std::fs;
use std::path::Path;

use crate::support::causal_equivalence::{causally_equivalent, commute, precedes};
use crate::support::half_duplex_order::is_half_duplex_order;
use scm_check::internals::kernel::base::{Id as _, IndexVec};
use scm_check::internals::kernel::source::Source;
use scm_check::internals::language::evidence::read_requests;
use scm_check::internals::language::{scm, system};
use scm_check::internals::model::cfsm::{
    ActionId, ConflictGraph, Execution, LinearProperty, ParticipantId, SafetyProperty,
};
use scm_check::internals::model::evidence::{
    Equivalence, Findings, Followed, Rejected, Witness, follow,
};

/// A run on a model, and what holds of it.
pub(crate) struct Run {
    pub(crate) model: system::Model,
    pub(crate) followed: Followed,
    pub(crate) findings: Findings,
}

/// Returns the model of the thesis in the file called `name`.
fn paper(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("models/paper").join(name);
    fs::read_to_string(path).unwrap()
}

/// Returns a model in which nobody does anything: an alphabet.
fn alphabet(participants: &[&str], messages: &[&str], channels: usize, bags: &str) -> String {
    let messages: Vec<String> = messages.iter().map(|name| format!("int {name} ;\n")).collect();
    let automata: Vec<String> = participants
        .iter()
        .map(|name| format!("automaton {name} :\ninitial : 0\nstate 0 :\n"))
        .collect();
    let (messages, automata) = (messages.concat(), automata.concat());
    format!(
        "scm alphabet :\nnb_channels = {channels} ;\n{bags}\nparameters :\n{messages}{automata}"
    )
}

pub(crate) fn run(model: &str, steps: &str) -> Run {
    let source = Source::from_bytes("m.scm", model.as_bytes().to_vec());
    let model = scm::read(&source).model.unwrap();
    let requests = read_requests(&model.system, steps).unwrap();
    let followed = follow(&model.system, &requests);
    let findings = Findings::new(&followed.script);
    Run { model, followed, findings }
}

impl Run {
    fn execution(&self) -> &Execution {
        self.followed.script.execution()
    }

    /// The matching pairs, by the numbers of the steps.
    pub(crate) fn pairs(&self) -> Vec<(usize, usize)> {
        self.execution()
            .communications()
            .iter()
            .filter_map(|c| Some((c.send.index() + 1, c.reception?.index() + 1)))
            .collect()
    }

    /// The steps that send and are not matched.
    fn unmatched(&self) -> Vec<usize> {
        let communications = self.execution().communications();
        let unmatched = communications.iter().filter(|c| c.reception.is_none());
        unmatched.map(|c| c.send.index() + 1).collect()
    }

    /// The edges of the conflict graph, by the numbers of the communications.
    fn edges(&self) -> Vec<(usize, usize)> {
        let graph = ConflictGraph::new(self.execution());
        graph.edges().map(|(from, to)| (from.index() + 1, to.index() + 1)).collect()
    }

    fn is_causally_rsc(&self) -> bool {
        matches!(self.findings.equivalence, Equivalence::Rsc(_))
    }

    fn is_feasible(&self) -> bool {
        self.followed.departure.is_none()
    }

    fn is_equivalent_to(&self, other: &Self) -> bool {
        causally_equivalent(self.execution(), other.execution())
    }

    /// All executions that swapping neighbours that commute leads to.
    fn equivalents(&self) -> Vec<Execution> {
        let mut class = vec![self.execution().clone()];
        let mut next = 0;
        while let Some(current) = class.get(next).cloned() {
            next += 1;
            let ids: Vec<ActionId> = current.actions().ids().collect();
            for at in 1..ids.len() {
                if commute(&current, ids[at - 1], ids[at]) {
                    let mut order = ids.clone();
                    order.swap(at - 1, at);
                    let other = current.reordered(&order);
                    if !class.contains(&other) {
                        class.push(other);
                    }
                }
            }
        }
        class
    }
}

// Channels 0, 1 and 2 of the protocol are s, c and d of the thesis.
const E_R: &str = "client!req server?req server!res client?res client!ack_server server?ack_server \
                   client!log_client database?log_client database!ack_database \
                   client?ack_database server!log_server database?log_server client!req";
const E_EQ: &str = "client!req server?req server!res client?res client!ack_server \
                    client!log_client database?log_client server?ack_server \
                    database!ack_database server!log_server client?ack_database client!req \
                    database?log_server";
const E_N: &str = "left!hello right!welcome left?welcome right?hello";

#[test]
fn example_2_3_1_and_its_communications_in_example_2_3_3() {
    let alphabet = alphabet(&["p"], &["v1", "v2", "v3"], 2, "");
    let run = run(&alphabet, "p:0?v1 p:0!v1 p:1?v2 p:1!v3 p:1?v3");
    assert_eq!(run.pairs(), []);
    assert!(!run.findings.is_well_formed() && !run.findings.is_rsc());
    let without: Vec<usize> = run.findings.without_send.iter().map(|id| id.index() + 1).collect();
    assert_eq!(without, [1, 3, 5]);
    assert_eq!(run.unmatched(), [2, 4]);
    assert_eq!(run.findings.equivalence, Equivalence::IllFormed);
    assert!(!run.is_feasible());
}

#[test]
fn example_2_3_3_a_well_formed_execution() {
    let run = run(&alphabet(&["p", "q"], &["v1", "v2"], 2, ""), "p:0!v1 q:1!v2 q:0?v1");
    assert!(run.findings.is_well_formed());
    assert_eq!((run.pairs(), run.unmatched()), (vec![(1, 3)], vec![2]));
}

#[test]
fn examples_2_3_2_and_2_5_1_equal_messages_in_one_bag() {
    let model = paper("two_senders_one_bag.scm");
    let one = run(&model, "p!coin q!coin r?coin");
    let other = run(&model, "q!coin p!coin r?coin");
    assert!(one.is_feasible() && other.is_feasible());
    assert!(!one.is_equivalent_to(&other));
    // The first send is matched in both: that of p, and that of q.
    for (run, sender) in [(&one, 0), (&other, 1)] {
        assert_eq!((run.pairs(), run.unmatched()), (vec![(1, 3)], vec![2]));
        let first = run.execution().actions()[ActionId::from_index(0)];
        assert_eq!(first.participant, ParticipantId::from_index(sender));
    }
    assert_eq!(one.equivalents().len(), 2, "the second send and the reception commute");
}

#[test]
fn examples_2_4_1_to_2_4_4_two_senders_into_one_mailbox() {
    let alphabet = alphabet(&["p", "q", "r"], &["v1", "v2", "v3"], 2, "");
    let one = run(&alphabet, "p:0!v1 r:0!v2 q:0?v1 q:0?v2 q:1!v3");
    assert!(one.findings.is_well_formed());
    assert_eq!((one.pairs(), one.unmatched()), (vec![(1, 3), (2, 4)], vec![5]));
    // 2.4.2: with the sends the other way round the mailbox cannot give v1 first.
    let other = run(&alphabet, "r:0!v2 p:0!v1 q:0?v1 q:0?v2 q:1!v3");
    assert!(!other.findings.is_well_formed());
    assert!(!one.is_equivalent_to(&other));
    // 2.4.3: the mailbox orders the two sends.
    let (first, second) = (ActionId::from_index(0), ActionId::from_index(1));
    assert!(precedes(one.execution(), first, second));
    assert!(one.equivalents().iter().all(Execution::is_well_formed));
    // 2.4.4
    assert_eq!(one.edges(), [(1, 2), (1, 3), (2, 3)]);
    assert!(!one.findings.is_rsc() && one.is_causally_rsc());
}

#[test]
fn examples_3_1_1_to_3_1_4_and_3_2_1_a_protocol_run_that_can_be_reordered() {
    let model = paper("client_and_server_logging.scm");
    let (rsc, equivalent) = (run(&model, E_R), run(&model, E_EQ));
    // 3.1.1
    assert!(rsc.findings.is_rsc());
    assert_eq!(rsc.unmatched(), [13]);
    assert_eq!(rsc.edges().iter().find(|(from, to)| from >= to), None);
    // 3.1.2: three receptions are apart from their sends.
    assert!(!equivalent.findings.is_rsc() && equivalent.findings.is_well_formed());
    let apart: Vec<_> =
        equivalent.pairs().into_iter().filter(|(send, reception)| send + 1 < *reception).collect();
    assert_eq!(apart, [(5, 8), (9, 11), (10, 13)]);
    assert!(equivalent.is_equivalent_to(&rsc));
    // 3.1.4
    let Equivalence::Rsc(order) = &equivalent.findings.equivalence else {
        panic!("it is causally RSC")
    };
    let reordered = equivalent.execution().reordered(order);
    assert!(reordered.is_rsc() && causally_equivalent(&reordered, rsc.execution()));
    // 3.2.1: the system can do both, and they lead to the same configuration.
    assert!(rsc.is_feasible() && equivalent.is_feasible());
    assert_eq!(rsc.followed.replay.last(), equivalent.followed.replay.last());
}

#[test]
fn examples_3_1_2_3_1_5_3_2_2_and_4_1_1_the_crossing() {
    let run = run(&paper("crossing_messages.scm"), E_N);
    assert!(run.is_feasible());
    // 3.1.2: the first pair is apart.
    assert_eq!(run.pairs(), [(1, 4), (2, 3)]);
    let apart = run.findings.apart.unwrap();
    assert_eq!((apart.send.index() + 1, apart.reception.map(|id| id.index() + 1)), (1, Some(4)));
    // 3.1.5
    assert_eq!(run.edges(), [(1, 2), (2, 1)]);
    let Equivalence::Cyclic(cycle) = &run.findings.equivalence else { panic!("there is a cycle") };
    assert_eq!(cycle.len(), 2);
    // 3.2.2: every equivalent execution begins with both sends.
    let class = run.equivalents();
    assert_eq!(class.len(), 4);
    for execution in &class {
        assert!(execution.communications().iter().all(|c| c.send.index() < 2));
        assert!(!execution.is_rsc());
    }
    // 4.1.1
    assert!(run.findings.is_borderline_violation);
}

#[test]
fn example_3_1_3_communications_that_are_no_rsc_execution() {
    let run = run(&alphabet(&["p", "q"], &["v"], 1, ""), "p!v p!v q?v");
    assert_eq!((run.pairs(), run.unmatched()), (vec![(1, 3)], vec![2]));
    assert!(run.findings.is_well_formed() && !run.findings.is_rsc());
}

#[test]
fn example_3_3_2_an_rsc_execution_of_a_system_that_is_not_rsc() {
    let run = run(&paper("crossing_messages.scm"), "left!hello right!welcome left?welcome");
    assert!(run.is_feasible() && run.findings.is_rsc());
    assert_eq!((run.pairs(), run.unmatched()), (vec![(2, 3)], vec![1]));
    assert!(!run.findings.is_borderline_violation);
}

#[test]
fn example_3_4_1_another_execution_reaches_the_same_configuration() {
    let model = paper("eager_not_rsc.scm");
    let one = run(&model, "p!query q!notice p?notice q?query");
    let other = run(&model, "q!notice p?notice p!query q?query");
    assert!(one.is_feasible() && other.is_feasible());
    assert!(!one.is_causally_rsc() && other.findings.is_rsc());
    assert_eq!(one.followed.replay.last(), other.followed.replay.last());
    assert!(!one.is_equivalent_to(&other));
}

#[test]
fn examples_4_1_2_and_4_1_4_a_candidate_that_is_no_violation() {
    let here = alphabet(&["p", "q"], &["v"], 1, "");
    let candidate = run(&here, "p!v p!v q?v q?v");
    assert!(!candidate.findings.is_borderline_violation);
    assert!(!run(&here, "p!v p!v q?v").findings.is_rsc());
    assert!(candidate.is_causally_rsc());
    assert!(candidate.is_equivalent_to(&run(&here, "p!v q?v p!v q?v")));
    // 4.1.4: the same over the alphabet of the crossing, whose automata do not do it.
    let text = "left!hello left!hello right?hello right?hello";
    let crossing = run(&paper("crossing_messages.scm"), text);
    assert!(!crossing.findings.is_borderline_violation && crossing.is_causally_rsc());
    assert_eq!(crossing.followed.departure.unwrap().step.number(), 2);
}

#[test]
fn example_4_1_3_an_rsc_beginning_and_no_violation() {
    // Only a bag, or channels of their own, allow the second message first.
    let here = alphabet(&["p", "q", "r"], &["v1", "v2"], 1, "//# bag_buffers = 0");
    let whole = run(&here, "p!v1 q!v2 r?v2 r?v1");
    assert!(run(&here, "p!v1 q!v2 r?v2").findings.is_rsc());
    assert!(!whole.findings.is_rsc() && whole.is_causally_rsc());
    assert!(!whole.findings.is_borderline_violation);
    let other = run(&here, "q!v2 r?v2 p!v1 r?v1");
    assert!(other.findings.is_rsc() && whole.is_equivalent_to(&other));
}

#[test]
fn example_4_1_5_a_candidate_over_the_alphabet_of_an_rsc_system() {
    let model = paper("alternating_reader.scm");
    let candidate = run(&model, "even!tock even!tock even!tock reader?tock reader?tock");
    assert!(!candidate.findings.is_borderline_violation && candidate.is_causally_rsc());
    let other = run(&model, "even!tock reader?tock even!tock reader?tock even!tock");
    assert!(other.findings.is_rsc() && candidate.is_equivalent_to(&other));
    let beginning = run(&model, "even!tock even!tock even!tock reader?tock");
    assert!(!beginning.findings.is_rsc());
    assert_eq!(beginning.pairs(), [(1, 4)]);
    // The execution after Lemma 4.1.3 is a candidate, too.
    let text = "odd!tick even!tock reader?tock odd!tick reader?tick reader?tick";
    let run = run(&model, text);
    assert!(!run.findings.is_borderline_violation && run.is_causally_rsc());
}

#[test]
fn examples_4_2_1_and_4_2_2_contents_that_are_bad() {
    let run =
        run(&paper("alternating_reader.scm"), "odd!tick even!tock even!tock odd!tick even!tock");
    let last = run.followed.replay.last();
    let lengths: Vec<usize> = last.contents.iter().map(|held| held.messages().len()).collect();
    assert_eq!(lengths, [2, 3]);
    let bad: Vec<bool> = run.model.bad.iter().map(|bad| bad.contains(last)).collect();
    assert_eq!(bad, [false, true]);
}

#[test]
fn example_4_2_3_an_execution_without_receptions_is_rsc() {
    let text = "writer!x writer!y writer!z writer!x writer!y writer!z";
    let run = run(&paper("three_equal_queues.scm"), text);
    assert!(run.is_feasible() && run.findings.is_rsc());
    assert_eq!((run.pairs(), run.unmatched()), (vec![], vec![1, 2, 3, 4, 5, 6]));
    let last = run.followed.replay.last();
    assert!(last.contents.iter().all(|held| held.messages().len() == 2));
}

#[test]
fn example_4_2_4_three_orders_of_sends_and_one_configuration() {
    let model = paper("alternating_reader.scm");
    let runs = [
        "odd!tick odd!tick even!tock",
        "odd!tick even!tock odd!tick",
        "even!tock odd!tick odd!tick",
    ]
    .map(|text| run(&model, text));
    for one in &runs {
        assert!(one.is_feasible() && one.findings.is_rsc());
        assert_eq!(one.followed.replay.last(), runs[0].followed.replay.last());
        assert!(one.is_equivalent_to(&runs[0]));
    }
}

#[test]
fn example_4_2_5_the_last_message_of_one_channel_is_in_the_other() {
    let run = run(&paper("same_last_message.scm"), "writer:0!b writer:1!a writer:0!a");
    assert!(run.is_feasible() && run.model.bad[0].contains(run.followed.replay.last()));
}

#[test]
fn examples_4_2_7_to_4_2_9_where_executions_end() {
    let violated = |name: &str, text: &str| {
        let run = run(&paper(name), text);
        assert!(run.is_feasible());
        let replay = &run.followed.replay;
        let shows = |property: &SafetyProperty| {
            let initial: IndexVec<ParticipantId, _> = replay.initial().control.clone();
            let steps = replay.steps().iter().copied();
            let witness = Witness::safety(&run.model.system, *property, initial, steps, 0);
            assert!(matches!(witness, Ok(_) | Err(Rejected::NoViolation { .. })));
            witness.is_ok()
        };
        SafetyProperty::LINEAR.into_iter().filter(shows).collect::<Vec<_>>()
    };
    let found = violated("unspecified_reception.scm", "q!offered");
    assert_eq!(found, [SafetyProperty::Linear(LinearProperty::UnspecifiedReception)]);
    let found = violated("no_progress.scm", "q!once r?once");
    assert_eq!(found, [SafetyProperty::Linear(LinearProperty::Progress)]);
    let found = violated("orphan_message.scm", "p!lost q!found r?found");
    assert_eq!(found, [SafetyProperty::Linear(LinearProperty::OrphanMessage)]);
}

#[test]
fn example_5_1_1_a_run_that_is_half_duplex_in_another_order() {
    let model = paper("logged_client_server.scm");
    let round = "client!req server?req server!res client?res client!ack server?ack";
    let one = run(&model, &format!("{round} client!req server!log"));
    let other = run(&model, &format!("{round} server!log client!req"));
    assert!(one.is_feasible() && other.is_feasible());
    assert!(one.is_equivalent_to(&other));
    let is_half_duplex = |run: &Run| is_half_duplex_order(&run.model.system, run.execution());
    assert!(!is_half_duplex(&one) && is_half_duplex(&other));
}
