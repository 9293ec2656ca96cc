//! Binary half-duplex systems against the definition.
//!
//! The settings are those of `cases.rs`.

use std::collections::BTreeMap;

use crate::support::bad_specifications::file;
use crate::support::bundled_systems::models;
use crate::support::cases::{are_many, seeds};
use crate::support::effort::required;
use crate::support::small_systems::{BAG, FIFO, system};
use oracle::configurations::{Answer, Bounds, Loss};
use oracle::evidence_certificate::sha256;
use oracle::half_duplex::fewest_sends;
use scm_check::internals::check::classes::{
    ClassOutcome, ClassQuestion, ClassScope, Equivalence, OpenClass, Outside, decide,
};
use scm_check::internals::check::membership;
use scm_check::internals::check::reachability::Configurations;
use scm_check::internals::kernel::base::{Control, Id as _, Limit, Random};
use scm_check::internals::kernel::verdict::Expected;
use scm_check::internals::language::evidence::{EvidenceSubject, WitnessDocument};
use scm_check::internals::model::cfsm::{
    Channel, ParticipantId, StateId, Step, System, TransitionId,
};
use scm_check::internals::model::choreography::ChannelChoice;
use scm_check::internals::model::evidence::{Class, Lines, Rejected, Witness, binary_senders};
use scm_check::internals::model::generate::{Architecture, Kinds, RandomParameters, random};
use serde_json::{Value, json};
use verify::{Verdict, verify};

/// How many systems there are of 100 cases that are asked for.
const SHARE: u64 = 150;
/// What the oracle explores.
const BOUNDS: Bounds = Bounds { configurations: 1_000, messages: 6 };

fn class() -> Class {
    Class::named("half-duplex[binary]").expect("it is a class")
}

fn asked_within(system: &System, control: &Control) -> Result<ClassOutcome, String> {
    let configurations = &Configurations::new(system);
    let equivalence = Equivalence::Branching;
    let question = ClassQuestion { class: class(), configurations, most: 4, equivalence, control };
    decide(&question).map(|found| found.outcome)
}

fn asked(system: &System) -> Result<ClassOutcome, String> {
    asked_within(system, &Control::unlimited())
}

fn holds(system: &System) -> bool {
    match asked(system) {
        Ok(ClassOutcome::Holds(found)) => {
            assert_eq!(found.scope, ClassScope::Decided);
            true
        }
        Ok(ClassOutcome::Violated(_)) => false,
        other => panic!("{other:?}"),
    }
}

#[test]
fn whoever_sends_while_a_message_comes_makes_it_full_duplex() {
    let turns = ["0 0!a 1, 1 1?b 0", "0 0?a 1, 1 1!b 0"];
    assert!(holds(&system(&[FIFO; 2], &turns)));
    let crossing = ["0 0!a 1, 1 1?b 2", "0 1!b 1, 1 0?a 2"];
    assert!(!holds(&system(&[FIFO; 2], &crossing)));
    // The answer comes before all of the question was read.
    let early = ["0 0!a 1, 1 0!a 2, 2 1?b 3", "0 0?a 1, 1 1!b 2, 2 0?a 3"];
    assert!(!holds(&system(&[FIFO; 2], &early)));
    // RSC, as nobody ever receives `a`; an internal step decides who begins.
    let unread = ["0 0!a 1", "0 1!b 1, 1 0?c 2"];
    assert!(!holds(&system(&[FIFO; 2], &unread)));
    let either = ["0 tau 1, 1 0!a 2, 0 1?b 2", "0 0?a 1, 0 tau 2, 2 1!b 1"];
    assert!(!holds(&system(&[FIFO; 2], &either)));
    // Each is in one of two initial states; in one of four combinations both begin.
    let begins = ["initial 0 1: 0 0!a 2, 1 1?b 2", "initial 0 1: 0 0?a 2, 1 1!b 2"];
    assert!(!holds(&system(&[FIFO; 2], &begins)));
    let one_begins = ["initial 0 1: 0 0!a 2, 1 1?b 2", "0 0?a 2, 1 1!b 2"];
    assert!(holds(&system(&[FIFO; 2], &one_begins)));
    // With one direction, or none, there is nothing to cross.
    assert!(holds(&system(&[FIFO], &["0 0!a 0", "0 0?a 0"])));
    assert!(holds(&system(&[], &["", ""])));
}

#[test]
fn it_is_decided_for_one_fifo_channel_in_each_direction() {
    let why = |channels: &[Channel], automata: &[&str]| {
        let why = asked(&system(channels, automata)).expect_err("it is not decided");
        let start = "only for two participants with one FIFO channel in each direction, and ";
        why.strip_prefix(start).expect("it says for which").to_owned()
    };
    assert_eq!(why(&[FIFO], &["0 0!a 0", "0 0?a 0", ""]), "the system has 3");
    assert_eq!(why(&[FIFO], &["0 0!a 0"]), "the system has 1");
    assert_eq!(why(&[BAG], &["0 0!a 0", "0 0?a 0"]), "channel 0 is a bag");
    let both = "channel 0 is used in both directions";
    assert_eq!(why(&[FIFO], &["0 0!a 0", "0 0!a 0"]), both);
    assert_eq!(why(&[FIFO], &["0 0?a 0", "0 0?a 0"]), both);
    assert_eq!(why(&[FIFO], &["0 0!a 1, 1 0?a 0", ""]), both);
    let two = ["0 0!a 1, 1 1!b 0", "0 1?b 1, 1 0?a 0"];
    assert_eq!(why(&[FIFO; 2], &two), "`p0` has two, 0 and 1");
}

#[test]
fn a_limit_is_no_verdict() {
    let turns = system(&[FIFO; 2], &["0 0!a 1, 1 1?b 0", "0 0?a 1, 1 1!b 0"]);
    let few = Control { max_states: Some(1), ..Control::unlimited() };
    let found = asked_within(&turns, &few);
    assert!(
        matches!(found, Ok(ClassOutcome::Unknown(OpenClass::Limit(Limit::States)))),
        "{found:?}"
    );
}

#[test]
fn a_witness_is_tested_by_the_definition() {
    let [first, second] = [0, 1].map(ParticipantId::from_index);
    let step = |participant, transition| Step { participant, transition };
    let test = |system: &System, steps: &[(ParticipantId, usize)]| {
        let steps = steps.iter().map(|&(who, what)| step(who, TransitionId::from_index(what)));
        let initial = [StateId::from_index(0); 2].into_iter().collect();
        Witness::outside_class(system, class(), initial, steps, 0)
            .map(|found| found.fault().clone())
    };
    let none = || Err(Rejected::NoViolation { property: class().name() });
    let crossing = system(&[FIFO; 2], &["0 0!a 1, 1 1?b 2", "0 1!b 1, 1 0?a 2"]);
    let fault = test(&crossing, &[(second, 0), (first, 0)]).expect("both are on their way");
    assert_eq!((fault.participants.len(), fault.messages.len()), (0, 2));
    // Only the end of the run counts.
    assert_eq!(test(&crossing, &[(second, 0)]), none());
    assert_eq!(test(&crossing, &[(second, 0), (first, 0), (first, 1)]), none());
    // It is defined for more channels, and for bags, than it is decided.
    let several = ["0 0!a 1, 1 2!a 2", "0 1!b 1"];
    let several = system(&[FIFO, BAG, BAG], &several);
    assert_eq!(test(&several, &[(first, 0), (first, 1)]), none());
    assert!(test(&several, &[(first, 0), (first, 1), (second, 0)]).is_ok());
    // A channel that both use has no direction.
    let shared = system(&[FIFO; 2], &["0 0!a 1", "0 0!a 1, 1 1!b 2"]);
    assert!(binary_senders(&shared).is_err());
    assert_eq!(test(&shared, &[(first, 0), (second, 0)]), none());
}

#[test]
fn every_model_is_as_it_states() {
    let mut seen = Vec::new();
    for (path, model) in models() {
        let is_ours = |name: &str| Class::named(name) == Some(class());
        let Some(stated) = model.expectations.iter().find(|one| is_ours(&one.property)) else {
            continue;
        };
        let found = if holds(&model.system) { Expected::Holds } else { Expected::Violated };
        assert_eq!(found, stated.verdict, "{}", path.display());
        seen.push(found);
    }
    assert!(seen.contains(&Expected::Holds) && seen.contains(&Expected::Violated), "{seen:?}");
}

/// The random system of a seed, with two participants and a FIFO channel in each direction.
fn system_of(seed: u64) -> System {
    let mut numbers = Random::new(seed);
    let parameters = RandomParameters {
        participants: 2,
        architecture: Architecture::PeerToPeer,
        kinds: Kinds::Fifo,
        ..RandomParameters::draw(&mut numbers)
    };
    random(&parameters, numbers.bits())
}

/// A violation as a file, and the model.
fn written(system: &System, witness: &Witness) -> (Value, String) {
    let text = file(system, &[]);
    let automata = system.automata().iter();
    let transitions =
        automata.map(|one| one.transitions().iter().map(|_| None).collect()).collect();
    let subject = EvidenceSubject {
        property: class().name(),
        channels: ChannelChoice::with_word("as written").expect("it is a choice"),
        sha256: Some(sha256(text.as_bytes())),
    };
    let lines = Lines { file: "random.scm".to_owned(), transitions };
    let document = WitnessDocument::new(system, witness, subject, &lines);
    (serde_json::to_value(document).expect("it can be written"), text)
}

/// What the checker says of a file.
fn judged(evidence: &Value, model: &str) -> Verdict {
    verify(evidence.to_string().as_bytes(), model.as_bytes(), None)
}

/// What is counted of random systems.
type Counts = BTreeMap<&'static str, usize>;

/// Compares the answer about a system with the definition; returns what is wrong.
fn objection(system: &System, counts: &mut Counts) -> Option<String> {
    let mut count = |name| *counts.entry(name).or_default() += 1;
    let expected = fewest_sends(system, Loss::OnTheWay, BOUNDS);
    let outcome = asked(system).expect("it is decided");
    let is_rsc = membership::check(system, membership::Engine::Plain, &Control::unlimited());
    let is_rsc = matches!(is_rsc.outcome, membership::Outcome::Holds(_));
    let is_lossy = system.channels().iter().any(|channel| channel.lossy);
    match (&outcome, expected) {
        (ClassOutcome::Holds(_), Answer::Unreachable) => count("holds"),
        (ClassOutcome::Holds(_), Answer::NotWithinBounds { .. }) => count("holds within bounds"),
        (ClassOutcome::Violated(Outside::Run(witness)), Answer::Reachable { least, most, .. })
            if (least..=most).contains(&witness.communications()) =>
        {
            count(if is_rsc { "violated, and RSC" } else { "violated" });
        }
        (ClassOutcome::Violated(Outside::Run(witness)), Answer::NotWithinBounds { least })
            if witness.communications() >= least =>
        {
            count("violated beyond bounds");
        }
        _ => return Some(format!("{outcome:?} instead of {expected:?}")),
    }
    let is_violated = matches!(outcome, ClassOutcome::Violated(_));
    if !is_violated && !is_rsc {
        return Some("half-duplex, and not RSC".to_owned());
    }
    if is_lossy {
        count("lossy");
        // It does not matter when messages are lost.
        let other = fewest_sends(system, Loss::AtAnyTime, BOUNDS);
        let is_same = match other {
            Answer::Reachable { .. } => is_violated,
            Answer::Unreachable => !is_violated,
            Answer::NotWithinBounds { .. } => true,
        };
        if !is_same {
            return Some(format!("{outcome:?} instead of {other:?}, if losses are late"));
        }
    }
    let ClassOutcome::Violated(Outside::Run(witness)) = outcome else { return None };
    let (mut evidence, model) = written(system, &witness);
    match judged(&evidence, &model) {
        Verdict::Confirmed => count("confirmed"),
        other => return Some(format!("{other:?} of {evidence}")),
    }
    // Without its last send the run shows nothing.
    evidence["steps"].as_array_mut().expect("it has steps").pop();
    evidence["communications"] = json!(witness.communications() - 1);
    match judged(&evidence, &model) {
        Verdict::Rejected(_) => None,
        other => Some(format!("{other:?} of {evidence}")),
    }
}

#[test]
fn random_systems_are_half_duplex_as_the_definition_says() {
    let (mut counts, mut wrong) = (Counts::new(), Vec::new());
    for seed in seeds(SHARE) {
        let system = system_of(seed);
        if let Some(why) = objection(&system, &mut counts) {
            wrong.push(format!("seed {seed}: {why}\n{}", file(&system, &[])));
        }
    }
    println!("{counts:#?}");
    assert!(wrong.is_empty(), "{} wrong; {}", wrong.len(), wrong[0]);
    if are_many() {
        for (name, least) in [
            ("holds", 300),
            ("holds within bounds", 50),
            ("violated", 300),
            ("violated, and RSC", 50),
            ("lossy", 50),
            ("confirmed", 300),
        ] {
            assert!(
                counts.get(name).is_some_and(|&count| count >= required(least)),
                "{name}: {counts:?}"
            );
        }
    }
}

#[test]
fn the_checker_takes_no_other_evidence_for_it() {
    let crossing = system(&[FIFO; 2], &["0 0!a 1, 1 1?b 2", "0 1!b 1, 1 0?a 2"]);
    let Ok(ClassOutcome::Violated(Outside::Run(witness))) = asked(&crossing) else {
        panic!("they cross")
    };
    let (evidence, model) = written(&crossing, &witness);
    assert_eq!(judged(&evidence, &model), Verdict::Confirmed);
    let changed = |field: &str, value: Value| {
        let mut other = evidence.clone();
        other[field] = value;
        judged(&other, &model)
    };
    let is_rejected = |verdict: Verdict, why: &str| match verdict {
        Verdict::Rejected(said) => assert!(said.contains(why), "{said}"),
        other => panic!("{other:?} instead of {why}"),
    };
    is_rejected(changed("kind", json!("borderline-violation")), "no witness against");
    is_rejected(changed("kind", json!("half-duplex[binary]")), "no witness against");
    is_rejected(changed("property", json!("rsc")), "no witness against rsc");
    is_rejected(changed("messages", json!([])), "not those at fault");
    is_rejected(changed("participants", json!(["p0"])), "not those at fault");
    // The same run, where there is a third participant, or a channel that both use.
    let of_another = |automata: &[&str], why: &str| {
        let model = file(&system(&[FIFO; 3], automata), &[]);
        let mut evidence = evidence.clone();
        evidence["sha256"] = json!(sha256(model.as_bytes()));
        is_rejected(judged(&evidence, &model), why);
    };
    let [left, right] = ["0 0!a 1, 1 1?b 2", "0 1!b 1, 1 0?a 2"];
    of_another(&[&format!("{left}, 2 2!a 3"), &format!("{right}, 2 2!a 3")], "both directions");
    let model = file(&system(&[FIFO; 2], &[left, right, "0 tau 0"]), &[]);
    let mut evidence = evidence;
    evidence["sha256"] = json!(sha256(model.as_bytes()));
    evidence["initial"] = json!({ "p0": "0", "p1": "0", "p2": "0" });
    is_rejected(judged(&evidence, &model), "two participants");
}
