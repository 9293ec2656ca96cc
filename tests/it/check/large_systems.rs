//! Systems that are large in one way or another, and systems that hardly have anything.

use std::fmt::Write as _;

use crate::support::membership_engines::{Decision, ENGINES, communications};
use crate::support::small_systems::{BAG, FIFO, system};
use scm_check::internals::check::membership::{Engine, Outcome, check};
use scm_check::internals::check::reachability::{self, Justification, Premise};
use scm_check::internals::kernel::base::{Control, Id as _, Limit};
use scm_check::internals::model::cfsm::{BadConfigurations, ParticipantId};
use scm_check::internals::model::evidence::Lines;
use scm_check::internals::model::generate::ring;
use scm_check::internals::render::drawing::Extent;
use scm_check::internals::render::drawing::{TextStyle, chart_text};
use scm_check::internals::render::witness::{cycle_text, witness_chart, witness_table};

/// Returns `before`, then participants without any transition.
fn with_bystanders<'a>(before: &[&'a str], bystanders: usize) -> Vec<&'a str> {
    before.iter().copied().chain(std::iter::repeat_n("", bystanders)).collect()
}

#[test]
fn without_actions_a_system_is_rsc() {
    for (name, engine) in ENGINES {
        for automata in [&[""][..], &["0 tau 0"], &["initial 1 0: 0 tau 1, 1 tau 0", ""]] {
            assert_eq!(engine(&system(&[FIFO, BAG], automata)), Decision::Holds, "{name}");
        }
    }
}

#[test]
fn bystanders_change_nothing() {
    let crossing = ["0 0!v 1, 1 1?w 2", "0 1!w 1, 1 0?v 2"];
    let exchange = ["0 0!v 1, 1 1?w 2", "0 0?v 1, 1 1!w 2"];
    for (name, engine) in ENGINES {
        for bystanders in [0, 61, 62, 63, 64, 200, 600] {
            let violated = system(&[FIFO, FIFO], &with_bystanders(&crossing, bystanders));
            let Decision::Violated(execution) = engine(&violated) else {
                panic!("{name} overlooks the crossing among {bystanders}");
            };
            assert_eq!((communications(&execution), execution.len()), (2, 4), "{name}");
            let holds = system(&[FIFO, FIFO], &with_bystanders(&exchange, bystanders));
            assert_eq!(engine(&holds), Decision::Holds, "{name} among {bystanders}");
        }
    }
}

#[test]
fn one_of_many_senders_to_a_channel_is_found() {
    // All write to the last participant, who waits for the first of them and for nobody else.
    let mut automata = vec!["0 0!offer 1, 1 1!go 2"];
    automata.extend(std::iter::repeat_n("0 0!offer 1", 8));
    automata.push("0 1?go 1, 1 0?offer 2");
    let system = system(&[FIFO, FIFO], &automata);
    for (name, engine) in ENGINES {
        let Decision::Violated(execution) = engine(&system) else { panic!("{name}") };
        assert_eq!(communications(&execution), 2, "{name}");
    }
}

#[test]
fn a_violation_after_thousands_of_messages_is_found_and_shown() {
    let rounds = 2_500;
    let half = |first: char, second: char| {
        let mut text = String::new();
        for round in 0..rounds {
            let (a, b, c) = (2 * round, 2 * round + 1, 2 * round + 2);
            write!(text, "{a} 0{first}ping {b}, {b} 1{second}pong {c}, ").unwrap();
        }
        text
    };
    let end = 2 * rounds;
    let (one, two) = (end + 1, end + 2);
    let automata = [
        half('!', '?') + &format!("{end} 0!v {one}, {one} 1?w {two}"),
        half('?', '!') + &format!("{end} 1!w {one}, {one} 0?v {two}"),
    ];
    let system = system(&[FIFO, FIFO], &automata.each_ref().map(String::as_str));
    for engine in [Engine::Plain, Engine::Definition] {
        let answer = check(&system, engine, &Control::unlimited());
        let Outcome::Violated(witness) = answer.outcome else { panic!("{engine:?}") };
        assert_eq!(witness.communications(), 2 * rounds + 2);
        assert_eq!(witness.cycle().len(), 2);
        let chart = chart_text(&witness_chart(&system, &witness, Extent::All), TextStyle::ASCII);
        assert!(chart.contains("crosses w"));
        let table = witness_table(&system, &witness, None, Extent::All, 100).text(100);
        assert_eq!(table.lines().count(), witness.actions() + 1);
        assert!(cycle_text(&system, &witness, &Lines::default()).contains("both messages"));
    }
}

#[test]
fn a_limit_comes_before_memory_ends_on_a_ring_of_tens_of_thousands_of_messages() {
    let (ring, _) = ring(300, 300).unwrap();
    let control = Control { max_states: Some(100), ..Control::unlimited() };
    for engine in [Engine::Plain, Engine::Definition] {
        let outcome = check(&ring, engine, &control).outcome;
        assert_eq!(outcome, Outcome::Unknown(Limit::States), "{engine:?}");
    }
}

#[test]
fn more_initial_states_than_can_be_looked_at_cost_nothing_where_there_is_no_hope() {
    // Two initial states for each of 60 participants.
    let automata = vec!["initial 0 1 0: 0 tau 0, 1 tau 1"; 60];
    let system = system(&[FIFO], &automata);
    let first = ParticipantId::from_index(0);
    let nowhere = BadConfigurations { control: vec![(first, Vec::new())], contents: None };
    let control = Control { max_states: Some(1), ..Control::unlimited() };
    let answer = reachability::check(
        &system,
        &nowhere,
        Premise::BugsOnly,
        reachability::Engine::Auto,
        &control,
    );
    assert_eq!(answer.outcome, reachability::Outcome::Holds(Justification::Impossible));
}
