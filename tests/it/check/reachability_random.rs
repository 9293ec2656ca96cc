//! All engines of reachability against the oracle, on random systems and specifications; and the
//! oracle against the laws of the matter.
//!
//! The settings are those of `cases.rs`.

use crate::support::bad_specifications::{bad, file, random_bad};
use crate::support::cases::{BOUNDS, all_seeds, few_seeds, seeds, system_of};
use crate::support::membership_engines::is_rsc;
use crate::support::reachability_engines::{
    Case, Claim, Found, Subject, engines, run_to, searches_rsc_executions,
};
use oracle::configurations::{
    Answer, Bounds, Configuration, Exploration, Loss, explore, explore_rsc,
};
use oracle::reachability::{decide, is_bad};
use scm_check::internals::check::reachability::Premise;
use scm_check::internals::kernel::base::{Id as _, IndexVec, Random};
use scm_check::internals::kernel::source::Source;
use scm_check::internals::language::scm;
use scm_check::internals::model::cfsm::{
    BadConfigurations, ChannelId, ChannelKind, ContentsExpression, ContentsNode, ContentsNodeId,
    Direction, Label, MessageId, StateId, Step, System, SystemBuilder,
};
use std::cell::LazyCell;
use std::collections::BTreeMap;

/// How many specifications each system gets.
const SPECIFICATIONS: usize = 3;

/// The specifications of a seed for its system.
fn specifications(system: &System, exploration: &Exploration, seed: u64) -> Vec<BadConfigurations> {
    let mut numbers = Random::new(!seed);
    (0..SPECIFICATIONS).map(|_| random_bad(system, exploration, &mut numbers)).collect()
}

/// How often each answer was given.
#[derive(Default, Debug)]
struct Tally {
    cases: usize,
    reachable: usize,
    /// Of these, those where the fewest sends are known.
    shortest: usize,
    unreachable: usize,
    rsc: usize,
    /// Of these, those where the oracle is conclusive.
    rsc_conclusive: usize,
    with_contents: usize,
    /// Of these, those whose contents alone make them unreachable.
    by_contents: usize,
}

impl Tally {
    fn count(
        &mut self,
        exploration: &Exploration,
        bad: &BadConfigurations,
        answer: Answer,
        rsc: bool,
    ) {
        self.cases += 1;
        self.shortest += usize::from(answer.fewest().is_some());
        self.rsc += usize::from(rsc);
        match answer {
            Answer::Reachable { .. } => self.reachable += 1,
            Answer::Unreachable => self.unreachable += 1,
            Answer::NotWithinBounds { .. } => {}
        }
        if !matches!(answer, Answer::NotWithinBounds { .. }) {
            self.rsc_conclusive += usize::from(rsc);
        }
        if bad.contents.is_some() {
            self.with_contents += 1;
            if answer == Answer::Unreachable {
                let control = BadConfigurations { contents: None, ..bad.clone() };
                self.by_contents += usize::from(decide(exploration, &[control]) != answer);
            }
        }
    }

    fn check(&self) {
        println!("{self:?}");
        if self.cases >= 600 {
            let often = |part: usize, percent: usize| part * 100 >= self.cases * percent;
            assert!(often(self.reachable, 25) && often(self.unreachable, 20), "both are common");
            assert!(self.shortest * 10 >= self.reachable * 9, "the fewest sends are mostly known");
            assert!(often(self.rsc, 25), "RSC systems are common");
            assert!(self.rsc_conclusive * 10 >= self.rsc * 7, "their answers are mostly known");
            assert!(often(self.by_contents, 8), "contents decide");
        }
    }
}

#[test]
fn engines_agree_with_the_oracle_on_random_specifications() {
    let mut tally = Tally::default();
    let (mut asked, mut given_up) = (0, 0);
    for seed in few_seeds(100) {
        let system = system_of(seed);
        let exploration = explore(&system, Loss::OnTheWay, BOUNDS);
        let by_rsc = LazyCell::new(|| explore_rsc(&system, BOUNDS));
        let subject = Subject::of(&system);
        let rsc = subject.premise != Premise::BugsOnly;
        for bad in specifications(&system, &exploration, seed) {
            let answer = decide(&exploration, std::slice::from_ref(&bad));
            tally.count(&exploration, &bad, answer, rsc);
            let case = Case {
                system: &system,
                answer: Some(answer),
                is_hit: &|here| Some(is_bad(&bad, here)),
            };
            for (name, engine) in engines() {
                let claim = match searches_rsc_executions(name) {
                    true if rsc => Claim::Exact,
                    true => Claim::RscExecutions(decide(&by_rsc, std::slice::from_ref(&bad))),
                    false => Claim::Sound,
                };
                let found = engine(&subject, &bad);
                asked += 1;
                if name == "pebbles" && found == Found::Unknown {
                    given_up += 1;
                    continue;
                }
                if exploration.is_complete() {
                    assert_ne!(found, Found::Unknown, "seed {seed}, engine {name}: it is finite");
                }
                if let Some(why) = case.objection(claim, &found) {
                    panic!(
                        "seed {seed}, engine {name}: {why}\n  engine: {found:?}\n  oracle: \
                         {answer:?}\n{}",
                        file(&system, std::slice::from_ref(&bad))
                    );
                }
            }
        }
    }
    println!("of {asked} answers the slow engine gave up on {given_up}");
    assert!(given_up * 12 <= asked, "{given_up} of {asked}");
    tally.check();
}

#[test]
fn whatever_an_engine_gets_wrong_is_noticed() {
    let mut noticed = 0;
    for seed in seeds(10) {
        let system = system_of(seed);
        let exploration = explore(&system, Loss::OnTheWay, BOUNDS);
        for bad in specifications(&system, &exploration, seed) {
            let answer = decide(&exploration, std::slice::from_ref(&bad));
            let case = Case {
                system: &system,
                answer: Some(answer),
                is_hit: &|here| Some(is_bad(&bad, here)),
            };
            let objects = |found: &Found| case.objection(Claim::Exact, found).is_some();
            let name = format!("seed {seed}\n{}", file(&system, std::slice::from_ref(&bad)));
            match answer {
                Answer::Unreachable => assert!(!objects(&Found::Holds), "{name}"),
                Answer::Reachable { place, .. } => {
                    let right = run_to(&exploration, place);
                    assert_eq!(case.objection(Claim::Exact, &right), None, "{name}");
                    assert!(objects(&Found::Holds) && objects(&Found::Unknown), "{name}");
                    let longer = exploration.reached.iter().enumerate().find(|(_, reached)| {
                        let sends = answer.fewest().unwrap_or(usize::MAX);
                        reached.sends > sends && is_bad(&bad, &reached.configuration)
                    });
                    if let Some((place, _)) = longer {
                        let longer = run_to(&exploration, place);
                        assert!(objects(&longer), "{name}");
                        assert_eq!(case.objection(Claim::Sound, &longer), None, "{name}");
                    }
                    for wrong in mistakes(&right) {
                        noticed += usize::from(objects(&wrong));
                        if let Found::Violated { sends, .. } = &wrong
                            && answer.fewest().is_some_and(|fewest| fewest != *sends)
                        {
                            assert!(objects(&wrong), "{name}{wrong:?}");
                        }
                    }
                }
                Answer::NotWithinBounds { .. } => {}
            }
            // Runs to where nothing is wrong.
            let mut numbers = Random::new(seed);
            let place = numbers.below(exploration.reached.len());
            let elsewhere = !is_bad(&bad, &exploration.reached[place].configuration);
            if elsewhere {
                assert!(objects(&run_to(&exploration, place)), "{name}");
            }
        }
    }
    assert!(noticed > 0, "mistakes are noticed");
}

/// The same run with a mistake in it.
fn mistakes(found: &Found) -> Vec<Found> {
    let Found::Violated { sends, steps, initial } = found else { return Vec::new() };
    let run = |sends, steps: &[Step]| Found::Violated {
        sends,
        steps: steps.to_vec(),
        initial: initial.clone(),
    };
    let mut wrong = vec![run(sends + 1, steps)];
    if let Some((last, front)) = steps.split_last() {
        wrong.push(run(*sends, front));
        wrong.push(run(*sends, &[steps.as_slice(), &[*last]].concat()));
        wrong.push(run(*sends, &steps[1..]));
    }
    wrong
}

/// Ways to take a bad configuration for something else.
const MISREADINGS: &[(&str, fn(&BadConfigurations, &Configuration) -> bool)] = &[
    ("contents do not matter", |bad, here| {
        is_bad(&BadConfigurations { contents: None, ..bad.clone() }, here)
    }),
    ("control states do not matter", |bad, here| {
        is_bad(&BadConfigurations { control: Vec::new(), ..bad.clone() }, here)
    }),
    ("only the first participant matters", |bad, here| {
        is_bad(&BadConfigurations { control: vec![bad.control[0].clone()], ..bad.clone() }, here)
    }),
    ("only the first state matters", |bad, here| {
        let first = bad.control.iter().map(|(p, states)| (*p, vec![states[0]])).collect();
        is_bad(&BadConfigurations { control: first, ..bad.clone() }, here)
    }),
    ("the newest message comes first", |bad, here| {
        is_bad(bad, &with_contents(here, |held| held.reverse()))
    }),
    ("the newest message does not matter", |bad, here| {
        let shorter = with_contents(here, |held| held.truncate(held.len().saturating_sub(1)));
        is_bad(bad, here) || is_bad(bad, &shorter)
    }),
    ("the oldest message does not matter", |bad, here| {
        let shorter = with_contents(here, |held| drop(held.drain(..held.len().min(1))));
        is_bad(bad, here) || is_bad(bad, &shorter)
    }),
    ("the last channel comes first", |bad, here| {
        let mut rotated = here.clone();
        rotated.contents.rotate_right(1);
        is_bad(bad, &rotated)
    }),
    ("the last channel is empty", |bad, here| {
        is_bad(bad, here) && here.contents.last().is_some_and(Vec::is_empty)
    }),
];

/// The configuration with something done to each channel.
fn with_contents(here: &Configuration, change: fn(&mut Vec<MessageId>)) -> Configuration {
    let mut changed = here.clone();
    changed.contents.iter_mut().for_each(change);
    changed
}

#[test]
fn random_specifications_tell_misreadings_from_the_truth() {
    let mut noticed = vec![0; MISREADINGS.len()];
    let mut cases = 0;
    for seed in all_seeds(15) {
        let system = system_of(seed);
        let exploration = explore(&system, Loss::OnTheWay, BOUNDS);
        for bad in specifications(&system, &exploration, seed) {
            cases += 1;
            let right = decide(&exploration, std::slice::from_ref(&bad));
            for (noticed, (_, misread)) in noticed.iter_mut().zip(MISREADINGS) {
                let wrong = exploration.fewest_sends(|here| misread(&bad, here));
                // The verdict or the fewest sends, not which of several configurations it is.
                *noticed += usize::from(range(wrong) != range(right));
            }
        }
    }
    for ((name, _), noticed) in MISREADINGS.iter().zip(noticed) {
        println!("{name}: noticed in {noticed} of {cases} cases");
        assert!(noticed > 0 || cases < 300, "{name}: {noticed} of {cases}");
    }
}

#[test]
fn the_reader_accepts_random_specifications() {
    let (mut bags, mut spanning) = (0, 0);
    for seed in seeds(15) {
        let system = system_of(seed);
        let exploration = explore(&system, Loss::OnTheWay, BOUNDS);
        let specifications = specifications(&system, &exploration, seed);
        let text = file(&system, &specifications);
        let reading = scm::read(&Source::new("random.scm", text.clone()));
        let model = reading.model.unwrap_or_else(|| panic!("{:?}\n{text}", reading.diagnostics));
        // The parser makes one concatenation of two; printing again makes them comparable.
        assert_eq!(file(&model.system, &model.bad), text, "seed {seed}");
        for place in 0..exploration.reached.len().min(50) {
            let here = &exploration.reached[place].configuration;
            for (one, other) in specifications.iter().zip(&model.bad) {
                assert_eq!(is_bad(one, here), is_bad(other, here), "seed {seed}\n{text}");
            }
        }
        for expression in specifications.iter().filter_map(|bad| bad.contents.as_ref()) {
            bags += usize::from(system.channels().iter().any(|c| c.kind == ChannelKind::Bag));
            spanning += usize::from(has_spanning_alternatives(expression));
        }
    }
    assert!(bags > 0 && spanning > 0, "{bags} with bags, {spanning} with spanning alternatives");
}

/// Whether a separator stands below alternatives.
fn has_spanning_alternatives(expression: &ContentsExpression) -> bool {
    let mut spans: IndexVec<ContentsNodeId, bool> = IndexVec::new();
    let mut found = false;
    for node in expression.nodes() {
        let spanning = match node {
            ContentsNode::Separator => true,
            ContentsNode::Concatenation(parts) | ContentsNode::Alternatives(parts) => {
                parts.iter().any(|&part| spans[part])
            }
            _ => false,
        };
        found |= spanning && matches!(node, ContentsNode::Alternatives(_));
        spans.push(spanning);
    }
    found
}

/// Between which numbers the fewest sends are.
fn range(answer: Answer) -> (usize, usize) {
    match answer {
        Answer::Reachable { least, most, .. } => (least, most),
        Answer::NotWithinBounds { least } => (least, usize::MAX),
        Answer::Unreachable => (usize::MAX, usize::MAX),
    }
}

#[test]
fn a_larger_bound_never_takes_an_answer_back() {
    for seed in seeds(10) {
        let system = system_of(seed);
        let large = explore(&system, Loss::OnTheWay, BOUNDS);
        for (configurations, messages) in [(20, 6), (1_000, 1), (200, 3)] {
            let bounds = Bounds { configurations, messages };
            let small = explore(&system, Loss::OnTheWay, bounds);
            for bad in specifications(&system, &large, seed) {
                let [one, two] = [&small, &large].map(|e| decide(e, std::slice::from_ref(&bad)));
                // The fewest sends are in both ranges, without end where nothing is reachable.
                let [(least, most), (at_least, at_most)] = [one, two].map(range);
                let fine = least.max(at_least) <= most.min(at_most);
                assert!(
                    fine,
                    "seed {seed}, {bounds:?}: {one:?}, {two:?}\n{}",
                    file(&system, &[bad])
                );
            }
        }
    }
}

#[test]
fn several_specifications_are_a_disjunction() {
    for seed in seeds(10) {
        let system = system_of(seed);
        let exploration = explore(&system, Loss::OnTheWay, BOUNDS);
        let all = specifications(&system, &exploration, seed);
        let hit = |bad: &[BadConfigurations]| match decide(&exploration, bad) {
            Answer::Reachable { most, .. } => Some(most),
            _ => None,
        };
        let least = all.iter().filter_map(|bad| hit(std::slice::from_ref(bad))).min();
        assert_eq!(hit(&all), least, "seed {seed}\n{}", file(&system, &all));
        // The same with alternatives in one specification.
        if let [Some(one), Some(other)] = [&all[0].contents, &all[1].contents] {
            let control = all[0].control.clone();
            let with = |contents: &ContentsExpression| BadConfigurations {
                control: control.clone(),
                contents: Some(contents.clone()),
            };
            let apart = [with(one), with(other)];
            let together = [with(&either(one, other))];
            assert_eq!(hit(&apart), hit(&together), "seed {seed}\n{}", file(&system, &together));
        }
    }
}

/// The expression that describes what one of the two describes.
pub(crate) fn either(one: &ContentsExpression, other: &ContentsExpression) -> ContentsExpression {
    let mut nodes = one.nodes().clone();
    let moved = |id: &ContentsNodeId| ContentsNodeId::from_index(id.index() + one.nodes().len());
    for node in other.nodes() {
        nodes.push(match node {
            ContentsNode::Concatenation(parts) => {
                ContentsNode::Concatenation(parts.iter().map(moved).collect())
            }
            ContentsNode::Alternatives(parts) => {
                ContentsNode::Alternatives(parts.iter().map(moved).collect())
            }
            ContentsNode::Star(part) => ContentsNode::Star(moved(part)),
            ContentsNode::Plus(part) => ContentsNode::Plus(moved(part)),
            leaf => leaf.clone(),
        });
    }
    let roots = vec![one.root(), moved(&other.root())];
    nodes.push(ContentsNode::Alternatives(roots));
    ContentsExpression::from_nodes(nodes)
}

#[test]
fn rsc_executions_of_an_rsc_system_lead_everywhere_with_as_few_sends() {
    let (mut same, mut fewer) = (0, 0);
    for seed in seeds(30) {
        let system = system_of(seed);
        let all = explore(&system, Loss::OnTheWay, BOUNDS);
        let some = explore_rsc(&system, BOUNDS);
        let known = |e: &Exploration| e.cut.unwrap_or(usize::MAX);
        let common = known(&all).min(known(&some));
        let reached = |e: &Exploration| -> BTreeMap<Configuration, usize> {
            // A configuration that occurs twice counts with its first occurrence.
            let within = e.reached.iter().rev().filter(|reached| reached.sends < common);
            within.map(|reached| (reached.configuration.clone(), reached.sends)).collect()
        };
        let [all, some] = [reached(&all), reached(&some)];
        let name = || format!("seed {seed}\n{}", file(&system, &[]));
        if is_rsc(&system) {
            same += 1;
            assert_eq!(all, some, "{}", name());
        } else {
            fewer += usize::from(all != some);
            for (configuration, sends) in some {
                assert!(all.get(&configuration).is_some_and(|&s| s <= sends), "{}", name());
            }
        }
    }
    println!("{same} RSC systems; others lead elsewhere in {fewer} systems");
    assert!(same > 0 && fewer > 0, "{same} RSC systems; {fewer} others that lead elsewhere");
}

/// The system with one transition more.
pub(crate) fn with_transition(system: &System, numbers: &mut Random) -> System {
    let mut builder = SystemBuilder::new("larger");
    for message in system.messages() {
        builder.message(message.name.clone(), message.sort);
    }
    for &channel in system.channels() {
        builder.channel(channel);
    }
    let chosen = numbers.below(system.automata().len());
    for (old, automaton) in system.automata().enumerate() {
        let participant = builder.participant(automaton.name());
        for state in automaton.states().iter() {
            builder.state(participant, state);
        }
        for &state in automaton.initial() {
            builder.initial(participant, state);
        }
        for transition in automaton.transitions().iter().filter(|t| t.loss_of.is_none()) {
            builder.transition(participant, transition.source, transition.label, transition.target);
        }
        if old.index() == chosen {
            let mut state = || StateId::from_index(numbers.below(automaton.states().len()));
            let (source, target) = (state(), state());
            let direction = if numbers.percent(50) { Direction::Send } else { Direction::Receive };
            let channel = ChannelId::from_index(numbers.below(system.channels().len()));
            let message = MessageId::from_index(numbers.below(system.messages().len()));
            let label = if numbers.percent(10) {
                Label::Internal
            } else {
                Label::Action(direction, channel, message)
            };
            builder.transition(participant, source, label, target);
        }
    }
    builder.finish()
}

/// What is reached within a bound on the messages of a channel alone, unless that is much.
fn all_within(system: &System) -> Option<Exploration> {
    let bounds = Bounds { configurations: 5_000, messages: 2 };
    let found = explore(system, Loss::OnTheWay, bounds);
    (found.reached.len() < bounds.configurations).then_some(found)
}

fn contains(one: &Exploration, other: &Exploration, as_seen: fn(&Configuration) -> Configuration) {
    for reached in &other.reached {
        let wanted = as_seen(&reached.configuration);
        let place = one.place(&wanted).unwrap_or_else(|| panic!("{wanted:?} is lost"));
        assert!(one.reached[place].sends <= reached.sends, "{wanted:?} needs more sends");
    }
}

#[test]
fn one_transition_more_only_adds_configurations() {
    let (mut compared, mut added) = (0, 0);
    for seed in seeds(10) {
        let system = system_of(seed);
        let larger = with_transition(&system, &mut Random::new(seed));
        if let [Some(small), Some(large)] = [&system, &larger].map(all_within) {
            contains(&large, &small, Configuration::clone);
            compared += 1;
            added += usize::from(large.reached.len() > small.reached.len());
        }
    }
    assert!(compared > 0 && added > 0, "{compared} compared, {added} of them larger");
}

#[test]
fn bags_only_add_configurations() {
    let sorted = |configuration: &Configuration| {
        let mut sorted = configuration.clone();
        sorted.contents.iter_mut().for_each(|held| held.sort_unstable());
        sorted
    };
    let mut compared = 0;
    for seed in seeds(10) {
        let system = system_of(seed);
        let [fifo, bags] = [ChannelKind::Fifo, ChannelKind::Bag].map(|k| system.with_channels(k));
        if let [Some(fifo), Some(bags)] = [&fifo, &bags].map(all_within) {
            contains(&bags, &fifo, sorted);
            compared += 1;
        }
    }
    assert!(compared > 0);
}

#[test]
fn naming_less_only_adds_bad_configurations() {
    for seed in seeds(10) {
        let system = system_of(seed);
        let exploration = explore(&system, Loss::OnTheWay, BOUNDS);
        for bad in specifications(&system, &exploration, seed) {
            let mut weaker = vec![BadConfigurations { contents: None, ..bad.clone() }];
            for left_out in 0..bad.control.len() {
                let mut control = bad.control.clone();
                control.remove(left_out);
                weaker.push(BadConfigurations { control, ..bad.clone() });
            }
            for weaker in weaker {
                for reached in &exploration.reached {
                    let here = &reached.configuration;
                    assert!(!is_bad(&bad, here) || is_bad(&weaker, here), "seed {seed}, {here:?}");
                }
            }
        }
    }
}

#[test]
fn specifications_can_be_written_in_a_line() {
    let system = system_of(1);
    let every = system.automata().iter().map(|automaton| {
        let states = automaton.states().iter().map(|state| format!(" in {state}: true"));
        format!(" automaton {}:{}", automaton.name(), states.collect::<String>())
    });
    let anything = bad(&system, &format!("({})", every.collect::<String>()));
    let exploration = explore(&system, Loss::OnTheWay, BOUNDS);
    assert_eq!(decide(&exploration, &anything).fewest(), Some(0));
}
