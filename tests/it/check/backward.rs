//! Backward search, by examples and against the oracle on random systems.
//!
//! The settings are those of `cases.rs`.

use std::collections::BTreeMap;

use crate::support::bad_specifications::{bad, file, random_bad};
use crate::support::cases::{are_many, seeds, with_final_states};
use crate::support::effort::required;
use crate::support::small_systems::{BAG, FIFO, system};
use oracle::configurations::{Bounds, Configuration, Loss, explore, initial, moves};
use oracle::reachability::is_bad;
use oracle::rsc_states::sent_to;
use oracle::safety::Property;
use scm_check::internals::check::backward::{Outcome, Target, search};
use scm_check::internals::kernel::base::{Control, Id as _, Limit, Random};
use scm_check::internals::language::evidence::{EvidenceSubject, write_certificate};
use scm_check::internals::model::cfsm::{
    BadConfigurations, Channel, ChannelKind, LinearProperty, MessageId, StateId, System,
};
use scm_check::internals::model::choreography::ChannelChoice;
use scm_check::internals::model::evidence::{Certificate, LeastConfiguration, UpwardSet, Witness};
use scm_check::internals::model::generate::{RandomParameters, random};

const LOSSY: Channel = Channel { kind: ChannelKind::Fifo, lossy: true };

/// The word for an outcome; a run is replayed.
fn word(system: &System, bad: &BadConfigurations, outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Holds(_) => "holds",
        Outcome::Open => "open",
        Outcome::Violated { initial, steps } => {
            Witness::bad_configuration(system, bad, initial, steps).expect("a run");
            "violated"
        }
    }
}

/// What is found for a specification.
fn found(channels: &[Channel], automata: &[&str], text: &str) -> &'static str {
    let system = system(channels, automata);
    let bad = bad(&system, text).remove(0);
    let control = Control::unlimited();
    let outcome = search(&system, Target::Configurations(&bad), 1_000, &control).expect("no limit");
    word(&system, &bad, outcome)
}

#[test]
fn the_alternating_bit_is_right_on_channels_that_lose_messages_but_not_on_bags() {
    let sender = "0 0!a 0, 0 1?x 1, 0 1?y 0, 1 0!b 1, 1 1?y 0, 1 1?x 1";
    let receiver = "0 0?a 1, 1 1!x 2, 0 0?b 3, 3 1!y 0, 2 0?b 4, 4 1!y 0, 2 0?a 5, 5 1!x 2";
    let old = "(automaton p0: in 1: true automaton p1: in 0: true with a.(a|b)^*#(x|y)^*)";
    assert_eq!(found(&[LOSSY, LOSSY], &[sender, receiver], old), "holds");
    let any = "(automaton p0: in 1: true automaton p1: in 0: true)";
    assert_eq!(found(&[BAG, BAG], &[sender, receiver], any), "violated");
    let late = "(automaton p0: in 0: true automaton p1: in 2: true with a.a.a#x.x)";
    assert_eq!(found(&[LOSSY, LOSSY], &[sender, receiver], late), "violated");
}

#[test]
fn messages_in_bags_are_counted() {
    let three = "0 0?a 1, 1 0?a 2, 2 0?a 3";
    let end = "(automaton p1: in 3: true)";
    assert_eq!(found(&[BAG], &["0 0!a 0", three], end), "violated");
    assert_eq!(found(&[BAG], &["0 0!a 1, 1 0!a 2", three], end), "holds");
    // As many as the participant takes steps before, and one more with the other message.
    let exchange = "0 0?a 1, 1 1!b 2, 2 0?a 3";
    assert_eq!(found(&[BAG, BAG], &["0 0!a 1, 1 1?b 2, 2 0!a 3", exchange], end), "violated");
    assert_eq!(found(&[BAG, BAG], &["0 0!a 1, 1 1?c 2, 2 0!a 3", exchange], end), "holds");
}

#[test]
fn a_perfect_channel_may_leave_the_question_open() {
    let automata = ["0 0!a 1, 1 0!b 2", "0 0?b 1"];
    let end = "(automaton p1: in 1: true)";
    assert_eq!(found(&[FIFO], &automata, end), "open");
    assert_eq!(found(&[LOSSY], &automata, end), "violated");
    // One kind of messages is counted, lost or not.
    assert_eq!(found(&[FIFO], &["0 0!a 0", "0 0?a 1, 1 0?a 1"], end), "violated");
}

#[test]
fn least_contents_are_not_the_shortest_ones() {
    // Nobody is where `c` is sent.
    let automata = ["0 0!a 1, 1 0!b 2", "1 0!c 2"];
    for contents in ["b.a|a.b", "c|a.c^*.b", "a.c^*.b|c"] {
        let text = format!("(automaton p0: in 2: true with {contents})");
        assert_eq!(found(&[LOSSY], &automata, &text), "violated", "{contents}");
    }
    assert_eq!(found(&[LOSSY], &automata, "(automaton p0: in 2: true with c|b.a^*.b)"), "holds");
    assert_eq!(found(&[LOSSY], &automata, "(automaton p0: in 1: true with (a|b)^*.b)"), "holds");
}

#[test]
fn the_number_of_elements_is_limited() {
    let system = system(&[LOSSY], &["0 0!a 1, 1 0!b 0", "0 0?a 1, 1 0?b 2, 2 0?a 0"]);
    let control = Control::unlimited();
    let target = Target::Violations(LinearProperty::UnspecifiedReception);
    let [few, many] = [1, 1_000].map(|most| search(&system, target, most, &control));
    assert_eq!(few, Err(Limit::States));
    assert!(many.is_ok());
}

/// What a certificate is about.
pub(super) fn subject(property: &str) -> EvidenceSubject {
    EvidenceSubject {
        property: property.to_owned(),
        channels: ChannelChoice::default(),
        sha256: None,
    }
}

#[test]
fn a_certificate_has_the_least_configurations() {
    let system = system(&[LOSSY, BAG], &["0 0!a 1, 1 0!b 1, 1 1!c 1", "0 0?b 1, 1 1?c 2, 2 0?a 3"]);
    let bad =
        bad(&system, "(automaton p0: in 0: true automaton p1: in 1: true with a.b#(a|b|c)^*)");
    let target = Target::Configurations(&bad[0]);
    let outcome = search(&system, target, 1_000, &Control::unlimited()).expect("no limit");
    let Outcome::Holds(set) = outcome else { panic!("{outcome:?}") };
    let mut written = Vec::new();
    let certificate = Certificate::Upward(set.into());
    write_certificate(&certificate, &system, &subject("bad_states/1"), &mut written).unwrap();
    let written = String::from_utf8(written).unwrap();
    let end = r#""items":["0:a","0:b"],"states":["#;
    let states = "\n\"0 1 0 1\",\n\"0 0 1 0 1\"]}";
    assert!(written.contains(r#""form":"upward","property":"bad_states/1""#), "{written}");
    assert!(written.ends_with(&format!("{end}{states}")), "{written}");
}

/// Whether a configuration is above another one.
fn is_above(system: &System, least: &LeastConfiguration, here: &Configuration) -> bool {
    let control = least.control.iter().zip(&here.control);
    control.into_iter().all(|(least, state)| least.is_none_or(|least| least == *state))
        && system.channels().enumerate().all(|(channel, kind)| {
            let mut wanted: Vec<MessageId> =
                least.contents.iter().filter(|one| one.0 == channel).map(|one| one.1).collect();
            if kind.kind == ChannelKind::Bag {
                wanted.sort_unstable();
            }
            let mut held = here.held(channel).iter();
            wanted.iter().all(|message| held.any(|other| other == message))
        })
}

/// What is wrong with a set that is to be one of configurations that are never reached, as far as some configurations
/// show it.
fn objection(
    system: &System,
    set: &UpwardSet,
    is_bad: &dyn Fn(&Configuration) -> bool,
    seen: &[Configuration],
) -> Option<&'static str> {
    let is_in = |here: &Configuration| set.least.iter().any(|one| is_above(system, one, here));
    if initial(system).iter().any(is_in) {
        return Some("an initial configuration is in the set");
    }
    seen.iter().filter(|here| !is_in(here)).find_map(|here| {
        let mut next = moves(system, here, Loss::OnTheWay);
        if is_bad(here) {
            Some("a bad configuration is not in the set")
        } else if next.any(|(_, next)| is_in(&next)) {
            Some("a step leads into the set")
        } else {
            None
        }
    })
}

/// Draws configurations that need not be reachable, with messages that are sent to their channels.
pub(super) fn configurations(system: &System, numbers: &mut Random) -> Vec<Configuration> {
    let draw = |numbers: &mut Random| {
        let states = system.automata().iter().map(|automaton| automaton.states().len());
        let control = states.map(|count| StateId::from_index(numbers.below(count))).collect();
        let contents = system.channels().enumerate().map(|(channel, kind)| {
            let sent: Vec<MessageId> = sent_to(system, channel).into_iter().collect();
            let length = numbers.below(4);
            let mut held: Vec<MessageId> =
                (0..length).filter_map(|_| numbers.choose(&sent)).collect();
            if kind.kind == ChannelKind::Bag {
                held.sort_unstable();
            }
            held
        });
        let contents = contents.collect();
        Configuration { control, contents }
    };
    (0..60).map(|_| draw(numbers)).collect()
}

#[test]
fn the_search_agrees_with_the_oracle_on_random_systems() {
    let bounds = Bounds { configurations: 500, messages: 4 };
    let mut tally: BTreeMap<(bool, &str), usize> = BTreeMap::new();
    for seed in seeds(25) {
        let mut numbers = Random::new(seed);
        let mut parameters = RandomParameters::draw(&mut numbers);
        parameters.lossy_percent = [100, 60, 0][numbers.below(3)];
        let system = with_final_states(random(&parameters, numbers.bits()), seed);
        let exploration = explore(&system, Loss::OnTheWay, bounds);
        let reached = || exploration.reached.iter().map(|reached| &reached.configuration);
        let bad = [(); 3].map(|()| random_bad(&system, &exploration, &mut numbers));
        let mut seen: Vec<Configuration> = reached().cloned().collect();
        seen.extend(configurations(&system, &mut numbers));
        let is_exact = system.channels().iter().all(|channel| channel.lossy);
        for (target, asked) in asked(&bad) {
            let says =
                |what: &str| format!("seed {seed}: {what}: {target:?}\n{}", file(&system, &[]));
            let is_bad = |here: &Configuration| asked.is_bad(&system, here);
            let Ok(outcome) = search(&system, target, 2_000, &Control::unlimited()) else {
                *tally.entry((is_exact, "cap")).or_default() += 1;
                continue;
            };
            let is_reached = reached().any(is_bad);
            let word = match outcome {
                Outcome::Open => {
                    assert!(!is_exact, "{}", says("open"));
                    "open"
                }
                Outcome::Holds(set) => {
                    assert!(!is_reached, "{}", says("a bad configuration is reached"));
                    let objection = objection(&system, &set, &is_bad, &seen);
                    assert_eq!(objection, None, "{}\n{set:?}", says("the set"));
                    "holds"
                }
                Outcome::Violated { initial, steps } => {
                    assert!(is_reached || !exploration.is_complete(), "{}", says("not reached"));
                    let mut here =
                        Configuration::initial(&system, initial.iter().copied().collect());
                    for step in steps {
                        here =
                            here.after(&system, step).unwrap_or_else(|| panic!("{}", says("step")));
                    }
                    assert!(is_bad(&here), "{}", says("the run ends elsewhere"));
                    "violated"
                }
            };
            *tally.entry((is_exact, word)).or_default() += 1;
        }
    }
    println!("{tally:?}");
    let times = |is_exact, word| tally.get(&(is_exact, word)).copied().unwrap_or(0);
    let words = ["holds", "violated"];
    assert!(
        !are_many()
            || words.iter().all(|&word| times(true, word).min(times(false, word)) > required(50))
    );
}

/// What is asked, as the oracle knows it.
pub(super) enum Asked<'a> {
    Property(Property),
    Set(&'a BadConfigurations),
}

/// The linear properties and these sets.
pub(super) fn asked(bad: &[BadConfigurations]) -> impl Iterator<Item = (Target<'_>, Asked<'_>)> {
    let properties = [
        (LinearProperty::UnspecifiedReception, Property::UnspecifiedReception),
        (LinearProperty::Progress, Property::Progress),
        (LinearProperty::OrphanMessage, Property::OrphanMessage),
        (LinearProperty::ReceptionDeadlock, Property::ReceptionDeadlock),
    ];
    let properties =
        properties.map(|(asked, property)| (Target::Violations(asked), Asked::Property(property)));
    let sets = bad.iter().map(|bad| (Target::Configurations(bad), Asked::Set(bad)));
    properties.into_iter().chain(sets)
}

impl Asked<'_> {
    pub(super) fn is_bad(&self, system: &System, here: &Configuration) -> bool {
        match self {
            Self::Property(property) => property.is_violated_in(system, here).expect("linear"),
            Self::Set(bad) => is_bad(bad, here),
        }
    }
}
