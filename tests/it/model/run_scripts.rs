//! Scripts, what the automata follow of them, and what holds of runs.

use crate::support::cases::system_of;
use crate::support::scripted_systems::{random_run, scripted};
use crate::support::small_systems::{BAG, FIFO, system};
use scm_check::internals::kernel::base::{Id as _, IndexVec, Random};
use scm_check::internals::language::evidence::{read_requests, step_text};
use scm_check::internals::model::cfsm::{
    ActionId, ChannelKind, Configuration, ConflictGraph, ParticipantId, StateId, Step, System,
};
use scm_check::internals::model::evidence::{
    Equivalence, Findings, Obstacle, Replay, RscDegree, ScriptMove, StepId, follow,
};
use scm_check::internals::render::witness::departure_text;

/// A run of enabled steps, from random initial states.
fn random_replay(dice: &mut Random, system: &System, length: usize) -> Replay {
    let initial: IndexVec<ParticipantId, StateId> =
        system.automata().iter().map(|a| dice.choose(a.initial()).unwrap()).collect();
    let mut here = Configuration::empty(system, initial.clone());
    let mut steps: Vec<Step> = Vec::new();
    while steps.len() < length {
        let Some(step) = dice.choose(&here.enabled(system)) else { break };
        here = here.after(system, step).unwrap();
        steps.push(step);
    }
    Replay::new(system, initial, steps).unwrap()
}

/// The configuration, without the order in its bags.
fn settled(system: &System, configuration: &Configuration) -> Configuration {
    let mut settled = configuration.clone();
    for (channel, contents) in configuration.contents.enumerate() {
        let mut held = contents.messages().to_vec();
        if system.channels()[channel].kind == ChannelKind::Bag {
            held.sort_unstable();
        }
        settled.contents[channel] = held.into_iter().collect();
    }
    settled
}

/// The steps of a run as text.
fn text(system: &System, replay: &Replay, order: &[StepId]) -> String {
    let moves = replay.script().moves();
    let steps: Vec<String> = order.iter().map(|&step| step_text(system, moves[step])).collect();
    steps.join(" ")
}

#[test]
fn a_run_that_is_written_down_is_followed_to_the_same_actions() {
    let mut dice = Random::new(11);
    let (mut long, mut ambiguous) = (0, 0);
    for _ in 0..400 {
        let system = system_of(dice.bits());
        let replay = random_replay(&mut dice, &system, 8);
        let order: Vec<StepId> = replay.steps().ids().collect();
        let text = text(&system, &replay, &order);
        let followed = follow(&system, &read_requests(&system, &text).unwrap());
        assert_eq!(followed.departure, None, "{text}");
        assert_eq!(followed.script.execution(), replay.execution(), "{text}");
        assert_eq!(followed.replay.last().contents, replay.last().contents);
        long += usize::from(replay.steps().len() > 4);
        ambiguous += usize::from(text.contains(':'));
    }
    assert!(long > 100 && ambiguous > 20, "{long} {ambiguous}");
}

#[test]
fn a_synchronous_order_is_a_run_to_the_same_configuration() {
    let mut dice = Random::new(12);
    let (mut reordered, mut internal) = (0, 0);
    for _ in 0..400 {
        let participants = 2 + dice.below(3);
        let run = random_run(&mut dice, participants, 9);
        let replay = Replay::new(&run.system, run.initial, run.steps).unwrap();
        let findings = Findings::new(replay.script());
        let Equivalence::Rsc(order) = &findings.equivalence else { continue };
        let steps = replay.script().reordered(order);
        let text = text(&run.system, &replay, &steps);
        let followed = follow(&run.system, &read_requests(&run.system, &text).unwrap());
        assert_eq!(followed.departure, None, "{text}");
        assert!(followed.script.execution().is_rsc());
        assert_eq!(
            settled(&run.system, followed.replay.last()),
            settled(&run.system, replay.last())
        );
        reordered += usize::from(!findings.is_rsc());
        internal += usize::from(replay.steps().len() > replay.execution().actions().len());
    }
    assert!(reordered > 50 && internal > 50, "{reordered} {internal}");
}

#[test]
fn a_run_stands_as_each_of_its_beginnings_does() {
    let mut dice = Random::new(13);
    let mut seen = [0; 3];
    for _ in 0..300 {
        let participants = 1 + dice.below(4);
        let run = random_run(&mut dice, participants, 10);
        let replay = Replay::new(&run.system, run.initial.clone(), run.steps.clone()).unwrap();
        for (step, degree) in RscDegree::of_steps(&replay).enumerate() {
            let steps = run.steps.iter().take(step.number()).copied();
            let beginning = Replay::new(&run.system, run.initial.clone(), steps).unwrap();
            let expected = if beginning.execution().is_rsc() {
                RscDegree::AsWritten
            } else if ConflictGraph::new(beginning.execution()).is_causally_rsc() {
                RscDegree::Causally
            } else {
                RscDegree::Not
            };
            assert_eq!(*degree, expected);
            seen[expected as usize] += 1;
        }
    }
    assert!(seen.iter().all(|&count| count > 100), "{seen:?}");
}

#[test]
fn findings_agree_with_the_definitions() {
    let mut dice = Random::new(14);
    let (mut violations, mut ill_formed) = (0, 0);
    for _ in 0..600 {
        let participants = 2 + dice.below(2);
        let run = random_run(&mut dice, participants, 6);
        let replay = Replay::new(&run.system, run.initial, run.steps).unwrap();
        // Any order of the moves, most of them ill-formed.
        let mut moves: Vec<ScriptMove> = replay.script().moves().iter().copied().collect();
        if dice.percent(40) {
            for at in (1..moves.len()).rev() {
                moves.swap(at, dice.below(at + 1));
            }
        }
        let script = scm_check::internals::model::evidence::Script::new(&run.system, moves);
        let execution = script.execution();
        let findings = Findings::new(&script);
        assert_eq!(findings.is_well_formed(), execution.is_well_formed());
        assert_eq!(findings.is_rsc(), execution.is_rsc());
        let causally =
            execution.is_well_formed() && ConflictGraph::new(execution).is_causally_rsc();
        assert_eq!(matches!(findings.equivalence, Equivalence::Rsc(_)), causally);
        let is_violation =
            execution.is_well_formed() && !causally && execution.without_last().is_rsc();
        assert_eq!(findings.is_borderline_violation, is_violation);
        if let Equivalence::Cyclic(cycle) = &findings.equivalence {
            let graph = ConflictGraph::new(execution);
            let shortest = execution.communications().ids();
            let shortest =
                shortest.filter_map(|id| graph.shortest_cycle(id).map(|c| c.len())).min();
            assert_eq!(Some(cycle.len()), shortest);
            for (edge, next) in cycle.iter().zip(cycle.iter().cycle().skip(1)) {
                assert_eq!(edge.to, next.from);
                assert!(!graph.conflicts(edge.from, edge.to).is_empty());
            }
        }
        violations += usize::from(is_violation);
        ill_formed += usize::from(!execution.is_well_formed());
    }
    assert!(violations > 5 && ill_formed > 100, "{violations} {ill_formed}");
}

#[test]
fn of_several_ways_one_that_leads_on_is_taken() {
    // The first of the two sends leads to a state where nothing is received.
    let system = system(&[FIFO], &["0 0!a 1, 0 0!a 2, 2 0?a 3, 2 tau 2, 2 tau 3"]);
    let requests = |text: &str| read_requests(&system, text).unwrap();
    let followed = follow(&system, &requests("p0!a p0?a"));
    assert_eq!(followed.departure, None);
    let states = |text: &str| {
        let followed = follow(&system, &requests(text));
        let last = followed.replay.last().control[ParticipantId::from_index(0)];
        (last.index(), followed.departure.map(|departure| departure.step.number()))
    };
    assert_eq!(states("p0!a"), (1, None));
    assert_eq!(states("p0!a p0->2 p0?a"), (3, None));
    assert_eq!(states("p0!a->1 p0?a"), (1, Some(2)));
    assert_eq!(states("p0?a"), (0, Some(1)));
}

#[test]
fn who_starts_in_several_states_starts_where_the_steps_can_be_done() {
    let system = system(&[FIFO], &["initial 0 1 2: 0 0!a 3, 1 0!b 3, 2 0!b 4, 4 0!a 5"]);
    let followed = follow(&system, &read_requests(&system, "p0!b p0!a").unwrap());
    assert_eq!(followed.departure, None);
    assert_eq!(followed.replay.initial().control.as_slice(), [StateId::from_index(2)]);
}

#[test]
fn why_the_automata_stop_is_said() {
    let system = system(&[FIFO, BAG], &["0 0!a 1, 1 1!b 2", "0 0?a 1, 0 0?b 1, 0 1?a 1"]);
    let why = |text: &str| {
        let followed = follow(&system, &read_requests(&system, text).unwrap());
        let obstacle = followed.departure.clone().unwrap().obstacle;
        let is_contents = matches!(obstacle, Obstacle::NotReceivable { .. });
        (departure_text(&system, &followed).unwrap(), is_contents)
    };
    insta::assert_snapshot!(why("p0!a p0!a").0, @"`p0` is in state 1 and has no send of `a` on channel 0 there");
    insta::assert_snapshot!(why("p1->1").0, @"`p1` is in state 0 and has no such internal step there");
    insta::assert_snapshot!(why("p1:1?b").0, @"`p1` is in state 0 and has no reception of `b` from channel 1 there");
    for (text, words) in [
        ("p1:0?a", "`p1` cannot receive `a`: channel 0 is empty"),
        ("p0!a p1?b", "`p1` cannot receive `b`: channel 0 begins with `a`"),
        ("p0!a p0!b p1:1?a", "`p1` cannot receive `a`: channel 1 does not hold it"),
    ] {
        assert_eq!(why(text), (words.to_owned(), true));
    }
}

#[test]
fn internal_steps_move_with_the_next_action_of_their_participant() {
    let run = scripted(&[], &[], "~p . 0!p v . ~q . 1!r w . 0?q v . ~q");
    let replay = Replay::new(&run.system, run.initial, run.steps).unwrap();
    let order = [0, 2, 1].map(ActionId::from_index);
    let numbers: Vec<usize> =
        replay.script().reordered(&order).into_iter().map(StepId::number).collect();
    assert_eq!(numbers, [1, 2, 3, 5, 4, 6]);
}
