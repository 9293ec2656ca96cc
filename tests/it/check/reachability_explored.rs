//! The configurations of a system, compared with the semantics of the model.

use std::collections::VecDeque;
use std::rc::Rc;
use std::time::Instant;

use rustc_hash::FxHashSet;

use scm_check::check::reachability::{Configurations, Explored};
use scm_check::kernel::base::{Control, Id as _, Random, combinations};
use scm_check::kernel::search::Statistics;
use scm_check::model::cfsm::{
    ChannelKind, CommunicatingAutomaton, Configuration, Label, MessageId, MessageSort, StateId,
    Step, System, SystemBuilder,
};
use scm_check::model::generate::{RandomParameters, random};

/// Returns `configuration` with sorted bags.
fn canonical(system: &System, mut configuration: Configuration) -> Configuration {
    for (channel, contents) in configuration.contents.ids().zip(system.channels()) {
        if contents.kind == ChannelKind::Bag {
            let mut held = configuration.contents[channel].messages().to_vec();
            held.sort_unstable();
            configuration.contents[channel] = held.into_iter().collect();
        }
    }
    configuration
}

/// Returns the configurations by the semantics of the model, or nothing if they are many.
fn literal(system: &System) -> Option<FxHashSet<Configuration>> {
    let initial = system.automata().iter().map(CommunicatingAutomaton::initial).collect();
    let starts = combinations(&initial).map(|control| Configuration::empty(system, control));
    let mut seen: FxHashSet<Configuration> = starts.collect();
    let mut open: VecDeque<Configuration> = seen.iter().cloned().collect();
    while let Some(configuration) = open.pop_front() {
        if seen.len() > 2_000 {
            return None;
        }
        for (participant, automaton) in system.automata().enumerate() {
            for transition in automaton.transitions().ids() {
                let next = configuration.after(system, Step { participant, transition });
                let Some(next) = next.map(|next| canonical(system, next)) else { continue };
                if seen.insert(next.clone()) {
                    open.push_back(next);
                }
            }
        }
    }
    Some(seen)
}

/// Returns `system` with so many more states and messages that symbols are wide.
fn widened(system: &System, more: usize) -> System {
    let mut builder = SystemBuilder::new("wide");
    for index in 0..more {
        builder.message(format!("unused{index}"), MessageSort::Int);
    }
    for message in system.messages() {
        builder.message(message.name.clone(), message.sort);
    }
    for &channel in system.channels() {
        builder.channel(channel);
    }
    let shifted = |state: StateId| StateId::from_index(state.index() + more);
    for automaton in system.automata() {
        let participant = builder.participant(automaton.name());
        for index in 0..more {
            builder.state(participant, format!("unused{index}"));
        }
        for state in automaton.states() {
            builder.state(participant, state.clone());
        }
        for &state in automaton.initial() {
            builder.initial(participant, shifted(state));
        }
        for transition in automaton.transitions() {
            let label = match transition.label {
                _ if transition.loss_of.is_some() => continue,
                Label::Internal => Label::Internal,
                Label::Action(direction, channel, message) => {
                    let message = MessageId::from_index(message.index() + more);
                    Label::Action(direction, channel, message)
                }
            };
            let [source, target] = [transition.source, transition.target].map(shifted);
            builder.transition(participant, source, label, target);
        }
    }
    builder.finish()
}

#[test]
fn the_configurations_are_those_of_the_semantics() {
    let (mut compared, mut large) = (0, 0);
    for seed in 0..300 {
        let system = random(&RandomParameters::draw(&mut Random::new(seed)), seed);
        let Some(expected) = literal(&system) else { continue };
        let configurations = Configurations::new(&system);
        let finite = configurations.explored(&Control::unlimited());
        assert_eq!(finite.gap(), None);
        let found: FxHashSet<Configuration> =
            finite.configurations().map(|(_, configuration)| configuration).collect();
        assert_eq!(found, expected, "seed {seed}");
        assert_eq!(finite.statistics().states, expected.len() as u64);
        compared += 1;
        large += usize::from(expected.len() > 50);
        for more in [300, 70_000] {
            if seed % 50 == 0 || more == 300 {
                let wide = widened(&system, more);
                let wide = Configurations::new(&wide);
                let wide = wide.explored(&Control::unlimited());
                let counts = |finite: &Explored<'_>| {
                    let Statistics { states, transitions, depth, .. } = finite.statistics();
                    (states, transitions, depth)
                };
                assert_eq!(counts(&wide), counts(&finite), "seed {seed}");
            }
        }
    }
    assert!(compared > 100 && large > 20, "{compared} compared, {large} of them large");
}

#[test]
fn a_run_leads_to_its_configuration() {
    let mut runs = 0;
    for seed in 0..100 {
        let system = random(&RandomParameters::draw(&mut Random::new(seed)), seed);
        let control = Control { max_states: Some(500), ..Control::unlimited() };
        let configurations = Configurations::new(&system);
        let finite = configurations.explored(&control);
        for (node, expected) in finite.configurations() {
            let (initial, steps) = finite.run_to(node);
            let mut configuration = Configuration::empty(&system, initial);
            for step in steps {
                let next = configuration.after(&system, step);
                configuration = next.expect("the step is enabled");
            }
            assert_eq!(canonical(&system, configuration), expected);
            runs += 1;
        }
    }
    assert!(runs > 1_000, "{runs} runs");
}

#[test]
fn what_a_limit_cut_short_is_explored_anew_where_more_is_granted() {
    let system = (0..).map(|seed| random(&RandomParameters::draw(&mut Random::new(seed)), seed));
    let mut systems = system.filter(|system| literal(system).is_some_and(|all| all.len() > 50));
    let system = systems.next().unwrap();
    let all = literal(&system).unwrap().len() as u64;
    let states = |max_states| Control { max_states: Some(max_states), ..Control::unlimited() };
    let stopped = Control::unlimited();
    stopped.interrupt();
    let late = Control { deadline: Some(Instant::now()), ..Control::unlimited() };
    let tight = Control { max_bytes: Some(1), ..Control::unlimited() };
    for few in [states(10), stopped, late, tight] {
        let configurations = Configurations::new(&system);
        let part = configurations.explored(&few);
        assert!(part.gap().is_some() && part.statistics().states < all, "{few:?}");
        // Nobody works for what has been found out already.
        assert!(Rc::ptr_eq(&part, &configurations.explored(&few)), "{few:?}");
        let whole = configurations.explored(&Control::unlimited());
        assert_eq!((whole.gap(), whole.statistics().states), (None, all), "{few:?}");
        assert!(Rc::ptr_eq(&whole, &configurations.explored(&few)), "{few:?}");
        assert!(Rc::ptr_eq(&whole, &configurations.known().unwrap()), "{few:?}");
    }
}

#[test]
fn a_system_is_known_to_grow_once_there_is_time_to_see_it() {
    let mut systems =
        (0..).map(|seed| random(&RandomParameters::draw(&mut Random::new(seed)), seed));
    let is_unbounded =
        |system: &System| Configurations::new(system).are_infinite(&Control::unlimited());
    let system = systems.find(is_unbounded).unwrap();
    let configurations = Configurations::new(&system);
    let late = Control { deadline: Some(Instant::now()), ..Control::unlimited() };
    assert!(!configurations.are_infinite(&late), "nothing is known");
    assert!(configurations.are_infinite(&Control::unlimited()));
    assert!(configurations.are_infinite(&late), "what is known stays so");
}
