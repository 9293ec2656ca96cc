//! Final states of projections against the complete words of choreographies.
//!
//! The settings are those of `cases.rs`.

use crate::support::cases::{are_many, seeds};
use crate::support::effort::required;
use crate::support::random_choreographies::{automaton_of, describe};
use crate::support::reachability_engines::premise_within;
use oracle::choreography::local_words;
use scm_check::internals::check::reachability::{Configurations, Outcome};
use scm_check::internals::check::realisability::{self, Question};
use scm_check::internals::check::safety::check_in;
use scm_check::internals::kernel::base::{Control, Id as _, IndexVec, Random};
use scm_check::internals::kernel::search::reachable;
use scm_check::internals::model::cfsm::{
    Action, CommunicatingAutomaton, Direction, Label, SafetyProperty, StateId, System,
};
use scm_check::internals::model::choreography::{Automaton, Choreography, Edge, EdgeId};
use std::collections::BTreeMap;

/// How many states a projection, or the minimal automaton, may take.
const STATES: usize = 10_000;

/// The actions of the longest words of a participant that are looked at.
const ACTIONS: usize = 4;

/// A random choreography, in most cases with declared states in which it may end.
fn written(seed: u64) -> Automaton {
    let mut numbers = Random::new(seed);
    let mut automaton = automaton_of(&mut numbers);
    if numbers.percent(65) {
        let states: Vec<StateId> = automaton.states.ids().collect();
        automaton.finals = states.into_iter().filter(|_| numbers.percent(40)).collect();
    }
    automaton
}

/// The projections with their final states; nothing if nothing ever happens.
fn projected(automaton: &Automaton) -> Option<System> {
    let choreography = Choreography::new(automaton, STATES).unwrap();
    choreography.implementation_with_ends(STATES, &Control::unlimited())
}

/// An action by names.
type NamedAction = (Direction, String, String);

/// The state after a word, if there is one.
fn after(
    system: &System,
    automaton: &CommunicatingAutomaton,
    word: &[NamedAction],
) -> Option<StateId> {
    let named = |label: Label| {
        let Label::Action(direction, channel, message) = label else { panic!("it is visible") };
        let message = system.messages()[message].name.clone();
        (direction, system.channel_name(channel).into_owned(), message)
    };
    word.iter().try_fold(automaton.initial()[0], |state, action| {
        let mut leaving = automaton.outgoing(state).iter().map(|&id| automaton.transitions()[id]);
        leaving.find(|one| named(one.label) == *action).map(|one| one.target)
    })
}

#[test]
fn final_states_are_those_after_which_the_rest_may_go_on_to_an_end_alone() {
    let mut met = [0, 0];
    let mut with_more = 0;
    for seed in seeds(100) {
        let automaton = written(seed);
        let Some(system) = projected(&automaton) else { continue };
        for local in system.automata() {
            let mut participants = automaton.participants.enumerate();
            let (participant, _) = participants.find(|(_, name)| *name == local.name()).unwrap();
            let named = |action: &Action| {
                let channel = automaton.channels[action.channel].name.clone();
                (action.direction, channel, automaton.messages[action.message].clone())
            };
            for (word, is_complete) in local_words(&automaton, participant, ACTIONS) {
                let word: Vec<NamedAction> = word.iter().map(named).collect();
                let at = after(&system, local, &word);
                let found = at.map(|state| local.is_declared_final(state));
                let why = || format!("seed {seed}, {word:?} of {}, {automaton:?}", local.name());
                assert_eq!(found, Some(is_complete), "{}", why());
                met[usize::from(is_complete)] += 1;
            }
            with_more += local.declared_final().filter(|&one| !local.has_ended(one)).count();
        }
    }
    println!("{met:?} words, {with_more} final states that something leaves");
    assert!(
        !are_many()
            || met[0] > required(2_000) && met[1] > required(2_000) && with_more > required(200)
    );
}

/// An automaton of the same words: each state has two copies, one of which a transition leads to, or both.
fn doubled(automaton: &Automaton, numbers: &mut Random) -> Automaton {
    let copy = |state: StateId, number: usize| StateId::from_index(2 * state.index() + number);
    let mut edges: IndexVec<EdgeId, Edge> = IndexVec::new();
    for edge in &automaton.edges {
        for number in [0, 1] {
            let source = copy(edge.source, number);
            let only = (!numbers.percent(30)).then(|| numbers.below(2));
            for target in (0..2).filter(|one| only.is_none_or(|only| only == *one)) {
                edges.push(Edge { source, target: copy(edge.target, target), ..*edge });
            }
        }
    }
    let mut states = automaton.states.iter().flat_map(|name| [0, 1].map(|i| format!("{name}{i}")));
    Automaton {
        states: states.by_ref().collect(),
        initial: copy(automaton.initial, numbers.below(2)),
        edges,
        finals: automaton.finals.iter().flat_map(|&one| [copy(one, 0), copy(one, 1)]).collect(),
        ..automaton.clone()
    }
}

#[test]
fn projections_depend_on_the_words_and_not_on_the_automaton() {
    for seed in seeds(100) {
        let automaton = written(seed);
        let other = doubled(&automaton, &mut Random::new(!seed));
        let why = || format!("seed {seed}, {}, {:?}", describe(&automaton), automaton.finals);
        assert_eq!(projected(&automaton), projected(&other), "{}", why());
    }
}

/// Whether each state can be followed by an end.
fn can_always_end(choreography: &Choreography) -> bool {
    let (source, ends) = (choreography.source(), choreography.ends());
    let edges = source.edges.iter().map(|edge| (edge.target, edge.source));
    let before = IndexVec::grouped(source.states.len(), edges);
    let ends = source.states.ids().filter(|&state| ends[state]);
    reachable(ends, |&state| before[state].iter().copied()).len() == source.states.len()
}

#[test]
fn a_realisable_choreography_that_can_always_end_has_no_faults() {
    let mut held: BTreeMap<String, usize> = BTreeMap::new();
    let (mut with_help, mut only_where_it_stops) = (0, 0);
    for seed in seeds(50) {
        let automaton = written(seed);
        let choreography = Choreography::new(&automaton, STATES).unwrap();
        let control = Control { max_states: Some(500), ..Control::unlimited() };
        let Some(system) = choreography.implementation_with_ends(STATES, &control) else {
            continue;
        };
        let found = realisability::check(&choreography, &system, Question::Realisable, &control);
        if !matches!(found.outcome, realisability::Outcome::Holds(_)) {
            continue;
        }
        let can_always_end = can_always_end(&choreography);
        let is_implied = can_always_end || choreography.ends_where_it_stops();
        let configurations = Configurations::new(&system);
        let plain = system.without_final();
        let plain = Configurations::new(&plain);
        let stuck = system.automata().ids().map(SafetyProperty::Stuck);
        let stuck = stuck.filter(|_| can_always_end);
        let linear = SafetyProperty::LINEAR.into_iter().filter(|_| is_implied);
        for property in linear.chain(stuck) {
            let answer = |configurations: &Configurations<'_>| {
                let premise = premise_within(configurations.system(), &control);
                check_in(configurations, property, premise, &control).outcome
            };
            match answer(&configurations) {
                Outcome::Violated(found) => {
                    let why = (describe(&automaton), &automaton.finals, found.replay().steps());
                    panic!("seed {seed}, {}: {why:?}", property.name(&system))
                }
                Outcome::Holds(_) => *held.entry(property.name(&system)).or_default() += 1,
                Outcome::Unknown(_) => continue,
            }
            only_where_it_stops += usize::from(!can_always_end);
            with_help += usize::from(matches!(answer(&plain), Outcome::Violated(_)));
        }
    }
    println!("{held:?}, {with_help} only by final states that something leaves");
    println!("{only_where_it_stops} where it cannot always end");
    assert!(!are_many() || only_where_it_stops > required(20));
    assert!(
        !are_many() || held.values().all(|&count| count > required(5)) && with_help > required(5)
    );
}
