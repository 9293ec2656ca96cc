//! The only run of systems without choices: what it shows, against the oracle on random systems, and where it is asked.
//!
//! The settings are those of `cases.rs`.

use crate::support::bad_specifications::file;
use crate::support::cases::{BOUNDS, are_many, seeds, system_of, with_final_states};
use crate::support::effort::required;
use crate::support::small_systems::{BAG, FIFO, system};
use oracle::configurations::{Answer, Loss, explore};
use oracle::safety::{Property, decide};
use scm_check::internals::check::persistent::only_run;
use scm_check::internals::check::reachability::{Justification, Outcome, Premise};
use scm_check::internals::check::safety::check;
use scm_check::internals::kernel::base::Control;
use scm_check::internals::model::cfsm::{
    Channel, Direction, Label, LinearProperty, MessageSort, SafetyProperty, System, SystemBuilder,
};
use scm_check::internals::model::evidence::Witness;
use scm_check::internals::model::generate::{Family, Size, generate};

/// Returns the number of steps of the only run and the names of the properties that are violated, if there is one.
fn shown(channels: &[Channel], automata: &[&str]) -> Option<(usize, Vec<String>)> {
    let system = system(channels, automata);
    let run = only_run(&system)?;
    Some((run.steps.len(), run.violated.iter().map(|property| property.name(&system)).collect()))
}

/// Returns the system with only some transitions of each local state and only the first initial state of each participant:
/// the first transition, or all receptions from one channel.
fn without_choices(system: &System) -> System {
    let mut builder = SystemBuilder::new("determined");
    for message in system.messages() {
        builder.message(message.name.clone(), message.sort);
    }
    for channel in system.channels() {
        builder.channel(Channel { lossy: false, ..*channel });
    }
    for automaton in system.automata() {
        let participant = builder.participant(automaton.name());
        for state in automaton.states().ids() {
            builder.state(participant, &automaton.states()[state]);
        }
        builder.initial(participant, automaton.initial()[0]);
        for state in automaton.states().ids() {
            let leaving = automaton.outgoing(state).iter().map(|&id| &automaton.transitions()[id]);
            let mut kept: Vec<Label> = Vec::new();
            for transition in leaving {
                let is_kept = match (kept.first(), transition.label) {
                    (None, _) => true,
                    (
                        Some(&Label::Action(Direction::Receive, first, _)),
                        Label::Action(Direction::Receive, channel, _),
                    ) => channel == first && !kept.contains(&transition.label),
                    _ => false,
                };
                if is_kept {
                    kept.push(transition.label);
                    builder.transition(participant, state, transition.label, transition.target);
                }
            }
        }
    }
    builder.finish()
}

#[test]
fn a_run_that_leaves_no_choice_shows_what_is_violated() {
    let names = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect::<Vec<_>>();
    // Two senders with their receivers: nine configurations, and one run.
    let pairs = ["0 0!a 1", "0 0?a 1", "0 1!a 1", "0 1?a 1"];
    assert_eq!(shown(&[FIFO; 2], &pairs), Some((4, Vec::new())));
    // Which message comes is no choice of the receiver.
    let read = ["0 0!a 1, 1 0!b 2", "0 0?a 1, 0 0?b 2, 1 0?a 1, 1 0?b 2"];
    assert_eq!(shown(&[FIFO], &read), Some((4, Vec::new())));
    // A message that nobody receives, before one that somebody waits for.
    let unread = ["0 0!a 1, 1 0!b 2", "0 0?b 1"];
    let all = ["unspecified-reception", "progress", "deadlock", "stuck(p1)", "unreceived(a)"];
    assert_eq!(shown(&[FIFO], &unread), Some((2, names(&all))));
    let bag = ["orphan-message", "deadlock", "unreceived(a)"];
    assert_eq!(shown(&[BAG], &unread), Some((3, names(&bag))));
    // The message that p1 could wait for does not come first, so it goes on.
    let goes_on = ["0 0!a 1", "0 0?b 1, 0 tau 2, 2 0?a 3"];
    assert_eq!(shown(&[FIFO], &goes_on), Some((3, Vec::new())));
    assert_eq!(shown(&[FIFO; 2], &["0 1!c 1", goes_on[1]]), None);
    // Both wait for the other.
    let waits = ["0 0?a 1, 1 1!b 2", "0 1?b 1, 1 0!a 2"];
    let all = ["progress", "reception-deadlock", "stuck(p0)", "stuck(p1)"];
    assert_eq!(shown(&[FIFO; 2], &waits), Some((0, names(&all))));
}

#[test]
fn choices_races_and_endless_runs_are_left_to_others() {
    for automata in [
        &["0 0!a 1, 0 0!b 2", "0 0?a 1, 0 0?b 1"][..],
        &["0 0!a 1", "0 0!b 1", "0 0?a 1, 1 0?b 2"],
        &["0 0!a 1", "0 0?a 1", "0 0?a 1"],
        &["0 0!a 1", "0 1!a 1", "0 0?a 1, 0 1?a 1"],
        &["0 0!a 1", "initial 0 1: 0 0?a 1"],
        &["0 tau 0"],
        &["0 0!a 0", "0 0?a 0"],
    ] {
        assert_eq!(shown(&[FIFO; 2], automata), None, "{automata:?}");
    }
    // In a bag the messages of two senders have no order.
    let two = ["0 0!a 1", "0 0!b 1", "0 0?a 1, 1 0?b 2"];
    assert_eq!(shown(&[BAG], &two), Some((4, Vec::new())));
    let lossy = Channel { lossy: true, ..FIFO };
    assert_eq!(shown(&[lossy], &["0 0!a 1", "0 0?a 1"]), None);
}

#[test]
fn the_only_run_agrees_with_the_oracle_on_random_systems() {
    let (mut found, mut holds, mut violated, mut steps) = (0, 0, 0, 0);
    for seed in seeds(300) {
        let drawn = system_of(seed);
        for system in [with_final_states(without_choices(&drawn), seed), drawn] {
            let Some(run) = only_run(&system) else { continue };
            let exploration = explore(&system, Loss::OnTheWay, BOUNDS);
            found += 1;
            steps += run.steps.len();
            for property in Property::all(&system) {
                let name = property.name(&system);
                let ours = SafetyProperty::named(&system, &name).expect("the library knows it");
                let is_violated = run.violated.contains(&ours);
                *(if is_violated { &mut violated } else { &mut holds }) += 1;
                let case = || format!("seed {seed}, {name}: {run:?}\n{}", file(&system, &[]));
                match decide(&system, &exploration, property) {
                    Answer::Reachable { .. } => {
                        assert!(is_violated, "{}", case());
                        let steps = run.steps.clone();
                        let witness =
                            Witness::safety(&system, ours, system.first_control(), steps, 1);
                        assert!(witness.is_ok(), "{witness:?}: {}", case());
                    }
                    Answer::Unreachable => assert!(!is_violated, "{}", case()),
                    Answer::NotWithinBounds { .. } => {
                        assert!(!exploration.is_complete(), "{}", case());
                    }
                }
            }
        }
    }
    println!(
        "{found} systems with one run of {steps} steps in all: {holds} hold, {violated} violated"
    );
    if are_many() {
        assert!(
            holds.min(violated) > required(100) && steps > 2 * found,
            "{found} {steps} {holds} {violated}"
        );
    }
}

#[test]
fn large_systems_without_choices_are_decided_by_their_only_run() {
    let control = Control::unlimited();
    let size = Size { participants: 200, messages: 1 };
    let (pipeline, _) = generate(Family::Pipeline, size, 0).expect("there is one of this size");
    let last = pipeline.automata().ids().last().expect("there are participants");
    for property in
        [SafetyProperty::LINEAR[0], SafetyProperty::Deadlock, SafetyProperty::Stuck(last)]
    {
        let holds =
            |control: &Control| check(&pipeline, property, Premise::BugsOnly, control).outcome;
        let ground = Justification::Persistent { configurations: 399, reduced: 398 };
        assert_eq!(holds(&control), Outcome::Holds(ground));
        let few = Control { max_states: Some(398), ..Control::unlimited() };
        assert!(!matches!(holds(&few), Outcome::Holds(Justification::Persistent { .. })));
    }
    // The leaves of a star answer in any order: it has far too many configurations to see all.
    let (star, _) = generate(Family::Star, size, 0).expect("there is one of this size");
    let outcome = check(&star, SafetyProperty::Deadlock, Premise::BugsOnly, &control).outcome;
    let ground = Justification::Persistent { configurations: 801, reduced: 800 };
    assert_eq!(outcome, Outcome::Holds(ground));
    // Its centre waits for one leaf that never answers.
    let mut builder = SystemBuilder::new("ignored");
    let [request, answer] =
        ["request", "answer"].map(|name| builder.message(name, MessageSort::Int));
    let ends: Vec<_> = (0..40).map(|_| [(); 2].map(|()| builder.channel(FIFO))).collect();
    let mut add = |name: String, labels: Vec<Label>| {
        let participant = builder.participant(name);
        let states: Vec<_> =
            (0..=labels.len()).map(|state| builder.state(participant, state.to_string())).collect();
        builder.initial(participant, states[0]);
        for (place, label) in labels.into_iter().enumerate() {
            builder.transition(participant, states[place], label, states[place + 1]);
        }
    };
    let asks = ends.iter().map(|&[to, _]| Label::Action(Direction::Send, to, request));
    let collects = ends.iter().map(|&[_, from]| Label::Action(Direction::Receive, from, answer));
    add("centre".to_owned(), asks.chain(collects).collect());
    for (place, &[to, from]) in ends.iter().enumerate() {
        let mut labels = vec![Label::Action(Direction::Receive, to, request)];
        labels.extend((place != 20).then_some(Label::Action(Direction::Send, from, answer)));
        add(format!("leaf{place}"), labels);
    }
    let ignored = builder.finish();
    let progress = SafetyProperty::Linear(LinearProperty::Progress);
    let outcome = check(&ignored, progress, Premise::BugsOnly, &control).outcome;
    let Outcome::Violated(witness) = outcome else { panic!("the centre waits: {outcome:?}") };
    // 40 requests that are received, 39 answers, 20 of which are received.
    assert_eq!(witness.replay().steps().len(), 80 + 39 + 20);
}
