//! k-multiparty compatibility, and the branching properties that it decides, against the definitions.
//!
//! The settings are those of `cases.rs`.

use std::collections::BTreeMap;

use crate::support::bad_specifications::file;
use crate::support::bundled_systems::models;
use crate::support::cases::{are_many, seeds};
use crate::support::effort::required;
use crate::support::random_sessions::hasty_system;
use crate::support::reachability_engines::{Found, found, premise_within};
use crate::support::small_systems::{BAG, FIFO, system};
use oracle::multiparty::Bounded;
use oracle::safety::Property;
use scm_check::internals::check::EngineName;
use scm_check::internals::check::classes::{
    ClassOutcome, ClassQuestion, ClassScope, Equivalence, InClass, OpenClass, Outside, decide,
};
use scm_check::internals::check::compatibility::{Inapplicable, applies, is_racing};
use scm_check::internals::check::reachability::{Configurations, Justification, Outcome, Premise};
use scm_check::internals::check::safety::{by_compatibility, check_in};
use scm_check::internals::kernel::base::{Control, Id as _, Limit};
use scm_check::internals::kernel::verdict::Expected;
use scm_check::internals::model::cfsm::{
    Channel, ChannelId, Direction, LinearProperty, ParticipantId, SafetyProperty, StateId, System,
};
use scm_check::internals::model::evidence::{Class, Rejected, Witness};
use scm_check::internals::model::generate::{Family, Size, generate};

/// How many systems there are of 100 cases that are asked for.
const SHARE: u64 = 15;
/// The most states of each search of the checks.
const STATES: u64 = 3_000;
/// The most configurations that the oracle explores.
const MOST: usize = 1_500;
/// The bounds that are asked for.
const BOUNDS: [usize; 3] = [1, 2, 3];
/// The bounds that stand for no bound, the first of them within which there are not too many configurations.
const WIDE: [usize; 3] = [5, 4, 3];

fn class(bound: usize) -> Class {
    Class::named(&format!("multiparty-compatible[{bound}]")).expect("it is a class")
}

fn asked(system: &System, bound: usize) -> Result<ClassOutcome, String> {
    asked_within(system, bound, &Control::unlimited())
}

fn asked_within(system: &System, bound: usize, control: &Control) -> Result<ClassOutcome, String> {
    let (configurations, class) = (&Configurations::new(system), class(bound));
    let equivalence = Equivalence::Branching;
    let question = ClassQuestion { class, configurations, most: bound, equivalence, control };
    decide(&question).map(|found| found.outcome)
}

/// Whether a compatible system is so for all bounds.
fn is_sound(system: &System, bound: usize) -> bool {
    match asked(system, bound) {
        Ok(ClassOutcome::Holds(InClass { scope, .. })) => scope == ClassScope::Decided,
        other => panic!("{other:?}"),
    }
}

/// The participants at fault in the violation of a system that is not compatible, and the number of its steps.
fn blamed(system: &System, bound: usize) -> (Vec<ParticipantId>, usize) {
    let Ok(ClassOutcome::Violated(Outside::Run(witness))) = asked(system, bound) else {
        panic!("it is not compatible");
    };
    (witness.fault().participants.clone(), witness.replay().steps().len())
}

/// What bounded channels say about a property.
fn by_bounds(system: &System, property: SafetyProperty) -> Option<Outcome> {
    let (all, control, mut tried) = (Configurations::new(system), Control::unlimited(), Vec::new());
    let answer = by_compatibility(&all, property, &[1, 2, 3], &mut tried, &control);
    answer.map(|answer| answer.outcome)
}

#[test]
fn sends_that_wait_for_their_sender_need_a_larger_bound() {
    // Both send twice before they receive, and p0 sends `c` as often as it likes.
    let ahead = system(
        &[FIFO; 2],
        &[
            "0 0!c 0, 0 0!a 1, 1 0!a 2, 2 1?b 3, 3 1?b 0",
            "0 1!b 1, 1 1!b 2, 2 0?c 2, 2 0?a 3, 3 0?a 0",
        ],
    );
    // p1 cannot send twice before p0 receives, nor receive before.
    assert_eq!(blamed(&ahead, 1), (Vec::new(), 1));
    assert!(is_sound(&ahead, 2));
    for property in SafetyProperty::all(&ahead) {
        let outcome = by_bounds(&ahead, property);
        let is_right = matches!(
            outcome,
            Some(Outcome::Holds(Justification::Compatible { bound: 2, configurations: 30 }))
        );
        assert!(is_right, "{}: {outcome:?}", property.name(&ahead));
    }
    // p0 can end its own waiting, and only p0 can.
    let first = ParticipantId::from_index(0);
    let choice = system(&[FIFO; 2], &["0 0!a 0, 0 1!go 1", "0 1?go 1, 1 0?a 1"]);
    assert_eq!(blamed(&choice, 1), (vec![first], 1));
    // p0 waits for `b`, which is never sent.
    let waits = system(&[FIFO; 2], &["0 0!a 1, 1 1?b 2", "0 0?a 1, 1 1!c 2"]);
    assert_eq!(blamed(&waits, 1), (vec![first], 1));
    // Nobody receives `a`.
    let left = system(&[FIFO], &["0 0!a 1", "0 0?b 0"]);
    assert_eq!(blamed(&left, 1).1, 0, "p1 waits from the beginning");
    assert_eq!(blamed(&system(&[FIFO], &["0 0!a 1", ""]), 1), (Vec::new(), 1));
}

#[test]
fn sends_that_never_fit_prove_nothing_of_any_property() {
    // p1 waits for `b`, which p0 sends behind two `a`, and then for `c`, which is never sent.
    let late = system(&[FIFO; 3], &["0 0!a 1, 1 0!a 2, 2 1!b 3", "0 1?b 1, 1 2?c 2"]);
    assert_eq!(blamed(&late, 1), (vec![ParticipantId::from_index(1)], 1));
    let (control, progress) = (Control::unlimited(), LinearProperty::Progress);
    for property in SafetyProperty::all(&late) {
        let (all, tried) = (Configurations::new(&late), &mut Vec::new());
        let answer = by_compatibility(&all, property, &[1], tried, &control);
        assert!(answer.is_none(), "{}: {answer:?}", property.name(&late));
    }
    // With two messages in the first channel p0 gets to the end.
    let outcome = by_bounds(&late, SafetyProperty::Linear(progress));
    let Some(Outcome::Violated(witness)) = outcome else { panic!("{outcome:?}") };
    assert_eq!(witness.replay().steps().len(), 4);
}

#[test]
fn a_reception_that_full_channels_hide_is_no_choice_to_rely_on() {
    // With one message in each channel, p0 receives the first `m` before p1 can send the second one, and so before `x` and
    // `a`. With two it may receive `a` first, and is stuck.
    let hidden = system(
        &[FIFO; 3],
        &[
            "0 0?m 1, 1 0?m 2, 2 1?a 3, 0 1?a 4, 4 0?x 5",
            "0 0!m 1, 1 0!m 2, 2 2!x 3",
            "0 2?x 1, 1 1!a 2",
        ],
    );
    assert!(!is_sound(&hidden, 1));
    let stuck = SafetyProperty::Stuck(ParticipantId::from_index(0));
    assert!(!matches!(by_bounds(&hidden, stuck), Some(Outcome::Holds(_))));
    assert_eq!(blamed(&hidden, 2).0, [ParticipantId::from_index(0)]);
    // If `x` follows a message of p0 after the first `m`, it cannot come first in any bound.
    let ordered = system(
        &[FIFO; 4],
        &[
            "0 0?m 1, 1 3!y 2, 2 1?a 3, 0 1?a 4, 4 0?x 5",
            "0 0!m 1, 1 3?y 2, 2 2!x 3",
            "0 2?x 1, 1 1!a 2",
        ],
    );
    assert!(is_sound(&ordered, 1));
    assert!(matches!(by_bounds(&ordered, stuck), Some(Outcome::Holds(_))));
    // Whoever sends to one of two channels, of which one may be full.
    let full = system(&[FIFO; 2], &["0 0!a 0, 0 1!b 0", "0 0?a 0", "0 1?b 0"]);
    assert!(!is_sound(&full, 1));
}

#[test]
fn a_choice_between_messages_of_two_channels_shows_soon_that_nothing_can_be_said() {
    let control = Control::unlimited();
    let choice = ["0 0!a 0", "0 1!b 0", "0 0?a 0, 0 1?b 0"];
    assert!(is_racing(&system(&[FIFO; 2], &choice), &control));
    // Where one channel has what is not received, or only one of two is filled, there is no choice.
    let other = ["0 0!c 0", "0 1!b 0", "0 0?a 0, 0 1?b 0"];
    assert!(!is_racing(&system(&[FIFO; 2], &other), &control));
    let one = ["0 0!a 1, 0 1!b 1", "0 0?a 0, 0 1?b 0"];
    assert!(!is_racing(&system(&[FIFO; 2], &one), &control));
    // Two messages of one channel are no choice.
    assert!(!is_racing(&system(&[FIFO; 1], &["0 0!a 0, 0 0!b 0", "0 0?a 0, 0 0?b 0"]), &control));
    // Few configurations are enough where there are millions.
    let size = Size { participants: 7, messages: 1 };
    let (philosophers, _) = generate(Family::Philosophers, size, 0).unwrap();
    assert!(is_racing(&philosophers, &control));
    let (all, tried) = (Configurations::new(&philosophers), &mut Vec::new());
    assert!(by_compatibility(&all, SafetyProperty::Deadlock, &[1], tried, &control).is_none());
    assert!(tried.is_empty(), "{tried:?}");
}

#[test]
fn it_is_defined_for_channels_between_two_and_states_that_do_not_mix() {
    let inapplicable = |channels: &[Channel], automata: &[&str]| {
        applies(&system(channels, automata)).expect_err("it is not defined")
    };
    let channel = ChannelId::from_index(0);
    assert_eq!(inapplicable(&[BAG], &["0 0!a 1", "0 0?a 1"]), Inapplicable::Bag(channel));
    let two = ["0 0!a 1", "0 0!a 1", "0 0?a 0"];
    assert_eq!(inapplicable(&[FIFO], &two), Inapplicable::Shared(channel, Direction::Send));
    let two = ["0 0!a 0", "0 0?a 1", "0 0?a 1"];
    assert_eq!(inapplicable(&[FIFO], &two), Inapplicable::Shared(channel, Direction::Receive));
    let mixed = Inapplicable::Mixed(ParticipantId::from_index(1), StateId::from_index(0));
    assert_eq!(inapplicable(&[FIFO; 2], &["0 0!a 0, 0 1?b 0", "0 0?a 0"]), {
        Inapplicable::Mixed(ParticipantId::from_index(0), StateId::from_index(0))
    });
    assert_eq!(inapplicable(&[FIFO], &["0 0!a 0", "0 0?a 0, 0 tau 1"]), mixed);
    // Two channels from one participant to another are none too many.
    assert!(is_sound(&system(&[FIFO; 2], &["0 0!a 1, 1 1!b 0", "0 0?a 1, 1 1?b 0"]), 1));
}

#[test]
fn a_limit_is_no_verdict() {
    let stream = system(&[FIFO], &["0 0!a 0", "0 0?a 0"]);
    let few = Control { max_states: Some(1), ..Control::unlimited() };
    let found = asked_within(&stream, 10_000, &few);
    let is_cut = matches!(found, Ok(ClassOutcome::Unknown(OpenClass::Limit(Limit::States))));
    assert!(is_cut, "{found:?}");
}

#[test]
fn a_witness_is_tested_by_the_definition() {
    let ahead = system(
        &[FIFO; 2],
        &["0 0!a 1, 1 0!a 2, 2 1?b 3, 3 1?b 0", "0 1!b 1, 1 1!b 2, 2 0?a 3, 3 0?a 0"],
    );
    let Ok(ClassOutcome::Violated(Outside::Run(witness))) = asked(&ahead, 1) else {
        panic!("not for 1")
    };
    let replay = witness.replay();
    let test = |bound, most| {
        let (initial, steps) = (replay.initial().control.clone(), replay.steps().iter().copied());
        Witness::outside_class(&ahead, class(bound), initial, steps, most)
    };
    assert_eq!(test(1, 100).as_ref(), Ok(&*witness));
    let property = class(2).name();
    assert_eq!(test(2, 100), Err(Rejected::NoViolation { property }));
    let too_many = Rejected::ManyContinuations { max_configurations: 0 };
    assert_eq!(test(1, 0), Err(too_many));
}

#[test]
fn every_model_is_as_compatible_as_it_states() {
    let mut seen = Vec::new();
    for (path, model) in models() {
        for stated in &model.expectations {
            let class = Class::named(&stated.property);
            let class = class.filter(|one| one.definition().evidence == "not-compatible");
            let Some(class) = class else { continue };
            let verdict = match asked(&model.system, class.bound()) {
                Ok(ClassOutcome::Holds(found)) => {
                    assert_eq!(found.scope, ClassScope::Decided, "{}", path.display());
                    Expected::Holds
                }
                Ok(ClassOutcome::Violated(_)) => Expected::Violated,
                other => panic!("{}: {other:?}", path.display()),
            };
            assert_eq!(verdict, stated.verdict, "{} {}", path.display(), stated.property);
            seen.push(verdict);
        }
    }
    assert!(seen.len() >= 4 && seen.contains(&Expected::Violated), "{seen:?}");
}

/// What is counted of random systems.
type Counts = BTreeMap<&'static str, usize>;

/// Compares all answers about a system with the definitions, and those of bounded channels with those of longer ones;
/// returns what is wrong.
fn objections(system: &System, counts: &mut Counts) -> Vec<String> {
    let mut wrong = Vec::new();
    let mut count = |name| *counts.entry(name).or_default() += 1;
    let control = Control { max_states: Some(STATES), ..Control::unlimited() };
    let configurations = Configurations::new(system);
    let Some(wide) = WIDE.into_iter().find_map(|bound| Bounded::new(system, bound, MOST)) else {
        count("too large");
        return wrong;
    };
    let properties = Property::all(system).into_iter().zip(SafetyProperty::all(system));
    let properties: Vec<_> = properties.collect();
    let violated: Vec<bool> = properties.iter().map(|&(one, _)| wide.is_violated(one)).collect();
    for bound in BOUNDS {
        let Some(bounded) = Bounded::new(system, bound, MOST) else { continue };
        let is_exhaustive = bounded.is_exhaustive();
        let is_independent = is_exhaustive && bounded.is_independent();
        let expected = (is_exhaustive && bounded.is_safe()).then_some(is_independent);
        let (class, configurations, control) = (class(bound), &configurations, &control);
        let equivalence = Equivalence::Branching;
        let question = ClassQuestion { class, configurations, most: bound, equivalence, control };
        let answer = decide(&question).expect("it is defined");
        let conditions = answer.conditions.expect("it is multiparty compatibility");
        let apart = (conditions.is_exhaustive, conditions.is_safe);
        if apart != (is_exhaustive, bounded.is_safe()) {
            wrong.push(format!("bound {bound}: {conditions:?}"));
        }
        let found = match answer.outcome {
            ClassOutcome::Holds(found) => Some(found.scope == ClassScope::Decided),
            ClassOutcome::Violated(_) => None,
            ClassOutcome::Unknown(open) => panic!("{open:?}"),
        };
        if found != expected {
            wrong.push(format!("bound {bound}: {found:?} instead of {expected:?}"));
        }
        count(match (found, is_exhaustive) {
            (Some(true), _) => "compatible for all bounds",
            (Some(false), _) => "compatible up to the bound",
            (None, true) => "not safe",
            (None, false) if apart.1 => "safe, and not exhaustive",
            (None, false) => "not exhaustive",
        });
        if is_racing(system, control) {
            count("racing");
            if is_independent {
                wrong.push(format!("bound {bound}: racing, and independent"));
            }
        }
        // The theorem: bounded channels say what longer ones say.
        for (&(property, _), &violated) in properties.iter().zip(&violated) {
            if is_independent && bounded.is_violated(property) != violated {
                wrong.push(format!("bound {bound}: {} is {violated}", property.name(system)));
            }
        }
    }
    let premise = premise_within(system, &control);
    for (&(_, property), violated) in properties.iter().zip(violated) {
        let tried = &mut Vec::new();
        let bounded = by_compatibility(&configurations, property, &BOUNDS, tried, &control);
        let answer = check_in(&configurations, property, premise, &control);
        // What others say is about configurations beyond the bound of the oracle, too.
        let answers = bounded.iter().chain([&answer]);
        for answer in answers.filter(|answer| answer.engine == EngineName::Multiparty) {
            let is_wrong = match found(&answer.outcome) {
                Found::Holds => violated,
                Found::Violated { .. } => !violated,
                Found::Unknown => false,
            };
            if is_wrong {
                wrong.push(format!("{} by {}", property.name(system), answer.engine.word()));
            }
        }
        if property.is_linear() && bounded.is_some() {
            count(if violated { "linear violation by bounds" } else { "linear by bounds" });
        }
        if premise == Premise::BugsOnly {
            count(match (found(&answer.outcome), answer.engine) {
                (Found::Unknown, _) => "open",
                (_, EngineName::Multiparty) => "decided by bounded channels",
                _ => "decided by others",
            });
        }
    }
    wrong
}

#[test]
fn bounded_channels_say_what_the_definitions_say_and_longer_channels_too() {
    let (mut counts, mut wrong) = (Counts::new(), Vec::new());
    for seed in seeds(SHARE) {
        let system = hasty_system(seed);
        let objections = objections(&system, &mut counts);
        let texts = objections.into_iter().map(|why| format!("seed {seed}: {why}"));
        wrong.extend(texts.map(|why| format!("{why}\n{}", file(&system, &[]))));
    }
    println!("{counts:#?}");
    assert!(wrong.is_empty(), "{} wrong; {}", wrong.len(), wrong[0]);
    if are_many() {
        let linear = ["linear by bounds", "linear violation by bounds"];
        let often = ["compatible for all bounds", "not safe", "not exhaustive", "racing"];
        let often = linear.into_iter().chain(often);
        for name in often.into_iter().chain(["open", "decided by bounded channels"]) {
            assert!(
                counts.get(name).is_some_and(|&count| count >= required(20)),
                "{name}: {counts:?}"
            );
        }
    }
}
