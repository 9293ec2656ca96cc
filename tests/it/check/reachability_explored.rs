//! The configurations of a system, compared with the semantics of the model.

use std::collections::{BTreeMap, VecDeque};
use std::rc::Rc;
use std::time::Instant;

use rustc_hash::FxHashSet;

use scm_check::internals::check::configurations::{ConfigurationScratch, ConfigurationSpace};
use scm_check::internals::check::reachability::{
    Configurations, Explored, Justification, Outcome, Premise, SAMPLE, UnknownReason,
};
use scm_check::internals::check::safety::{by_configurations, check_in};
use scm_check::internals::kernel::base::{Control, Id as _, Random, combinations};
use scm_check::internals::kernel::search::{NodeId, SearchBounds, Statistics, explore};
use scm_check::internals::kernel::transition_system::TransitionSystem as _;
use scm_check::internals::model::cfsm::{
    Channel, ChannelKind, CommunicatingAutomaton, Configuration, Direction, Label, MessageId,
    MessageSort, SafetyProperty, StateId, Step, System, SystemBuilder,
};
use scm_check::internals::model::generate::{Family, RandomParameters, Size, generate, random};

use crate::support::small_systems::many_transitions;

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
        for state in automaton.states().iter() {
            builder.state(participant, state);
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
fn the_successors_of_states_with_many_transitions_are_those_of_the_semantics() {
    let (mut taken, mut blocked, mut full) = (0, 0, 0);
    for seed in 0..100 {
        let system = random(&many_transitions(&mut Random::new(seed)), seed);
        for bound in [1, 2, usize::MAX] {
            let space = match bound {
                usize::MAX => ConfigurationSpace::new(&system),
                _ => ConfigurationSpace::bounded(&system, bound),
            };
            let graph = explore(space, 100, &Control::unlimited());
            let space = graph.system();
            let mut scratch = ConfigurationScratch::default();
            for node in graph.nodes().take(100) {
                let here = space.unpack(*graph.state(node));
                let mut expected = Vec::new();
                for (participant, automaton) in system.automata().enumerate() {
                    for transition in automaton.transitions().ids() {
                        let step = Step { participant, transition };
                        let Some(next) = here.after(&system, step) else {
                            blocked += 1;
                            continue;
                        };
                        let next = canonical(&system, next);
                        let is_full =
                            next.contents.iter().any(|held| held.messages().len() > bound);
                        full += usize::from(is_full);
                        if !is_full {
                            expected.push((step, next));
                        }
                    }
                }
                let mut found = Vec::new();
                let mut emit = |step, next| found.push((step, next));
                space.successors(graph.state(node), &mut scratch, &mut emit);
                taken += found.len();
                let found: Vec<_> =
                    found.into_iter().map(|(step, next)| (step, space.unpack(next))).collect();
                assert_eq!(found, expected, "seed {seed}, bound {bound}");
            }
        }
    }
    assert!(taken > 1_000 && blocked > 1_000 && full > 1_000, "{taken}, {blocked}, {full}");
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

#[test]
fn configurations_take_at_most_forty_bytes_and_steps_five() {
    let (system, _) =
        generate(Family::LoopedRing, Size { participants: 8, messages: 1 }, 0).unwrap();
    let configurations = Configurations::new(&system);
    let explored = configurations.explored(&Control::unlimited());
    let Statistics { states, transitions, bytes, .. } = explored.statistics();
    assert_eq!((states, transitions), (68_464, 317_200));
    assert!(bytes <= 40 * states, "{bytes} bytes");
    let edges = explored.edges(&Control::unlimited()).unwrap();
    assert_eq!(edges.bytes(), 4 * (states + 1) + 5 * transitions);
}

#[test]
fn deadlocks_are_the_same_with_the_steps_and_without_them() {
    let mut words = BTreeMap::new();
    for seed in 0..400 {
        let system = random(&RandomParameters::draw(&mut Random::new(seed)), seed);
        for max_states in [Some(1), Some(40), Some(2_000)] {
            let control = Control { max_states, ..Control::unlimited() };
            let deadlock = |explored: &Explored<'_>| {
                let answer = by_configurations(explored, SafetyProperty::Deadlock, &control);
                let Outcome::Violated(witness) = &answer.outcome else {
                    return format!("{:?}", answer.outcome);
                };
                format!("after {:?}", witness.replay().steps())
            };
            let (with, without) = (Configurations::new(&system), Configurations::new(&system));
            let (with, without) = (with.explored(&control), without.explored(&control));
            with.edges(&control).unwrap();
            let found = deadlock(&without);
            assert_eq!(found, deadlock(&with), "seed {seed}, {max_states:?}");
            let is_part = without.gap().is_some();
            *words.entry((is_part, found.chars().next())).or_insert(0) += 1;
        }
    }
    assert!(words.len() == 4 && words.values().all(|&count| count > 20), "{words:?}");
}

#[test]
fn what_one_message_in_each_channel_begins_is_all_if_each_send_fits() {
    let control = Control::unlimited();
    let size = Size { participants: 9, messages: 1 };
    let (system, _) = generate(Family::LoopedPipeline, size, 0).unwrap();
    let begun = explore(ConfigurationSpace::bounded(&system, 1), 1_000, &control);
    assert!(begun.cut().is_some() && !begun.system().is_cut());
    let bounds = SearchBounds { states: 20_000, bytes: u64::MAX };
    let all = begun.continued(ConfigurationSpace::without_bound, bounds, &control);
    let expected = explore(ConfigurationSpace::new(&system), bounds.states, &control);
    assert_eq!(all.statistics(), expected.statistics());
    assert!(all.nodes().all(|node| all.state(node) == expected.state(node)));
    assert_eq!(all.system().bound(), None);
    // More configurations than are explored with one message in each channel.
    let configurations = Configurations::new(&system);
    let answer = check_in(&configurations, SafetyProperty::Deadlock, Premise::BugsOnly, &control);
    assert!(
        matches!(answer.outcome, Outcome::Holds(Justification::Finite { configurations: 92_736 })),
        "{answer:?}"
    );
    assert_eq!(configurations.known().unwrap().statistics().states, 92_736);
}

#[test]
fn configurations_keep_their_contents_when_there_are_many_words() {
    // One message in a channel, and then ever more in another one: each configuration adds a word.
    let mut builder = SystemBuilder::new("words");
    let fifo = Channel { kind: ChannelKind::Fifo, lossy: false };
    let (more, one) = (builder.channel(fifo), builder.channel(fifo));
    let sender = builder.participant("sender");
    let [start, on] = ["start", "on"].map(|name| builder.state(sender, name));
    builder.initial(sender, start);
    let message = builder.message("m", MessageSort::Int);
    builder.transition(sender, start, Label::Action(Direction::Send, one, message), on);
    builder.transition(sender, on, Label::Action(Direction::Send, more, message), on);
    let system = builder.finish();
    let graph = explore(ConfigurationSpace::new(&system), 66_000, &Control::unlimited());
    let sent = |number: usize| {
        let found = graph.system().unpack(*graph.state(NodeId::from_index(number)));
        [one, more].map(|channel| found.contents[channel].messages().len())
    };
    assert_eq!(sent(0), [0, 0]);
    for number in [1, 2, 255, 256, 257, 258, 65_535, 65_536, 65_537, 65_538, 66_000] {
        assert_eq!(sent(number), [1, number - 1]);
    }
}

#[test]
fn of_infinitely_many_configurations_only_those_between_the_explored_ones_have_steps() {
    // Somebody sends one of many messages again and again, or the last one of all, which nobody receives.
    let mut builder = SystemBuilder::new("many");
    let channel = builder.channel(Channel { kind: ChannelKind::Fifo, lossy: false });
    let [sender, receiver] = ["sender", "receiver"].map(|name| builder.participant(name));
    let [start, end] = ["start", "end"].map(|name| builder.state(sender, name));
    let only = builder.state(receiver, "only");
    builder.initial(sender, start);
    builder.initial(receiver, only);
    for number in 0..400 {
        let message = builder.message(format!("m{number}"), MessageSort::Int);
        builder.transition(sender, start, Label::Action(Direction::Send, channel, message), start);
        builder.transition(
            receiver,
            only,
            Label::Action(Direction::Receive, channel, message),
            only,
        );
    }
    let last = builder.message("last", MessageSort::Int);
    builder.transition(sender, start, Label::Action(Direction::Send, channel, last), end);
    let system = builder.finish();
    let control = Control::unlimited();
    let configurations = Configurations::new(&system);
    let explored = configurations.explored(&control);
    let statistics = explored.statistics();
    assert!(matches!(explored.gap(), Some(UnknownReason::Undecided { infinite: true, .. })));
    assert!((SAMPLE..2 * SAMPLE + (1 << 14)).contains(&statistics.states), "{statistics:?}");
    let edges = explored.edges(&control).unwrap();
    let count = explored.nodes().map(|node| edges.leaving(node).len() as u64).sum::<u64>();
    assert!(count < statistics.transitions + 1_000, "{count} steps, not 400 for each");
    // Where all is over but a message all continuations are known.
    let closed = explored.closed(&control).unwrap().to_vec();
    let ended = |node| explored.control(node, sender) == end;
    assert!(closed.iter().any(|&node| edges.leaving(node).len() > 0));
    assert!(closed.iter().all(|&node| ended(node)), "who goes on sending is not known");
    for property in [SafetyProperty::Deadlock, SafetyProperty::Unreceived(last)] {
        let answer = by_configurations(&explored, property, &control);
        let Outcome::Violated(witness) = answer.outcome else { panic!("{property:?}") };
        assert_eq!(witness.replay().steps().len(), 1, "{property:?}");
    }
    // What is not among the explored ones is looked up, and not stored.
    let graph = explore(ConfigurationSpace::new(&system), SAMPLE, &control);
    let stored = graph.system().shared_bytes();
    assert!(graph.edges(&control).unwrap().open().len() > 10_000);
    assert_eq!(graph.system().shared_bytes(), stored);
}
