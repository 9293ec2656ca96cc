//! Systems whose participants do not all share channels: properties that one component decides for all, against the
//! oracle.
//!
//! The settings are those of `cases.rs`.

use crate::support::bad_specifications::file;
use crate::support::cases::{are_many, seeds, with_final_states};
use crate::support::effort::required;
use crate::support::membership_engines::{Decision, ENGINES, communications};
use crate::support::reachability_engines::{Case, Claim, found, premise_within};
use crate::support::small_systems::{FIFO, system};
use oracle::configurations::{Answer, Bounds, Configuration, Loss, explore};
use oracle::evidence::{Model, Objection};
use oracle::evidence_certificate::sha256;
use oracle::evidence_files::valid_evidence;
use oracle::safety::{Property, decide};
use scm_check::internals::check::membership::{self, Engine as Membership};
use scm_check::internals::check::reachability::{
    Configurations, Engine, Justification, Outcome, Premise,
};
use scm_check::internals::check::safety::certify_in;
use scm_check::internals::kernel::base::{Control, Id as _, Random};
use scm_check::internals::language::evidence::{EvidenceSubject, write_certificate};
use scm_check::internals::model::cfsm::{
    ChannelId, Direction, Label, LinearProperty, MessageId, ParticipantId, SafetyProperty, StateId,
    System, SystemBuilder,
};
use scm_check::internals::model::choreography::ChannelChoice;
use scm_check::internals::model::evidence::{Certificate, EvidenceRequest};
use scm_check::internals::model::generate::{RandomParameters, random};
use serde_json::{Value, json};
use verify::{Verdict, verify};

/// What the oracle explores.
const BOUNDS: Bounds = Bounds { configurations: 1_500, messages: 4 };

/// The system in which these systems are side by side, with nothing in common but the names of messages.
fn side_by_side(parts: &[System]) -> System {
    let mut builder = SystemBuilder::new("side_by_side");
    let most = parts.iter().map(|part| part.messages().len()).max().unwrap_or(0);
    for number in 0..most {
        let of = parts.iter().find(|part| part.messages().len() > number).expect("one has so many");
        let message = &of.messages()[MessageId::from_index(number)];
        builder.message(message.name.clone(), message.sort);
    }
    let mut channels = 0;
    for (number, part) in parts.iter().enumerate() {
        for &channel in part.channels() {
            builder.channel(channel);
        }
        for automaton in part.automata() {
            let participant = builder.participant(format!("{}_{number}", automaton.name()));
            for name in automaton.states().iter() {
                builder.state(participant, name);
            }
            for &state in automaton.initial() {
                builder.initial(participant, state);
            }
            // Finishing the system adds the steps that lose a message.
            for one in automaton.transitions().iter().filter(|one| one.loss_of.is_none()) {
                let label = match one.label {
                    Label::Internal => Label::Internal,
                    Label::Action(direction, channel, message) => {
                        let channel = ChannelId::from_index(channels + channel.index());
                        Label::Action(direction, channel, message)
                    }
                };
                builder.transition(participant, one.source, label, one.target);
            }
        }
        channels += part.channels().len();
    }
    builder.finish()
}

/// A system of one to three small random ones side by side.
fn system_of(seed: u64) -> System {
    let mut numbers = Random::new(seed);
    let parts: Vec<System> = (0..[2, 2, 2, 3, 3, 1][numbers.below(6)])
        .map(|_| {
            let parameters = RandomParameters {
                participants: numbers.between(1, 2),
                states: numbers.between(1, 3),
                transitions: numbers.between(1, 3),
                messages: numbers.between(1, 2),
                ..RandomParameters::draw(&mut numbers)
            };
            random(&parameters, numbers.bits())
        })
        .collect();
    with_final_states(side_by_side(&parts), seed)
}

/// The answer to a property, with its certificate as a file.
fn asked(
    system: &System,
    property: SafetyProperty,
    sha256: &str,
    control: &Control,
) -> (Outcome, Option<Value>) {
    let premise = premise_within(system, control);
    let all = Configurations::new(system);
    let wanted = EvidenceRequest::Certificate;
    let (answer, certificate) = certify_in(&all, property, premise, Engine::Auto, wanted, control);
    let subject = EvidenceSubject {
        property: property.name(system),
        channels: ChannelChoice::default(),
        sha256: Some(sha256.to_owned()),
    };
    let certificate = certificate.filter(|one| matches!(one, Certificate::Component(..)));
    let written = certificate.map(|certificate| {
        let mut written = Vec::new();
        write_certificate(&certificate, system, &subject, &mut written).unwrap();
        serde_json::from_slice(&written).unwrap()
    });
    (answer.outcome, written)
}

#[test]
fn what_a_component_decides_is_so_for_the_whole_system() {
    let properties = [
        (Property::Progress, LinearProperty::Progress),
        (Property::ReceptionDeadlock, LinearProperty::ReceptionDeadlock),
    ];
    let (mut holds, mut violated, mut by_component) = ([0; 2], [0; 2], [0; 2]);
    for seed in seeds(15) {
        let system = system_of(seed);
        let text = file(&system, &[]);
        let digest = sha256(text.as_bytes());
        let exploration = explore(&system, Loss::OnTheWay, BOUNDS);
        for (number, (property, linear)) in properties.into_iter().enumerate() {
            let name = || format!("seed {seed}, {linear:?}\n{text}");
            let expected = decide(&system, &exploration, property);
            let control = Control::unlimited();
            let linear = SafetyProperty::Linear(linear);
            let (outcome, certificate) = asked(&system, linear, &digest, &control);
            let is_hit = |here: &Configuration| property.is_violated_in(&system, here);
            let case = Case { system: &system, answer: Some(expected), is_hit: &is_hit };
            assert_eq!(case.objection(Claim::Sound, &found(&outcome)), None, "{}", name());
            match expected {
                Answer::Unreachable => holds[number] += 1,
                Answer::Reachable { .. } => violated[number] += 1,
                Answer::NotWithinBounds { .. } => {}
            }
            let is_part = matches!(outcome, Outcome::Holds(Justification::Component { .. }));
            assert_eq!(certificate.is_some(), is_part, "{}", name());
            if let Some(certificate) = certificate {
                by_component[number] += 1;
                let bytes = certificate.to_string();
                let verdict = verify(bytes.as_bytes(), text.as_bytes(), None);
                assert_eq!(verdict, Verdict::Confirmed, "{}\n{bytes}", name());
                let model = Model { system: &system, bad: &[], sha256: &digest };
                assert_eq!(valid_evidence(model, &certificate, None), Ok(()), "{}", name());
            }
        }
    }
    println!("holds {holds:?}, violated {violated:?}, by a component {by_component:?}");
    if are_many() {
        let counts = [holds, violated, by_component];
        assert!(counts.iter().flatten().all(|&count| count > required(3)), "{counts:?}");
    }
}

#[test]
fn violations_of_membership_are_searched_component_by_component() {
    let mut violated = 0;
    for seed in seeds(8) {
        let system = system_of(seed);
        let lengths = ENGINES.iter().map(|(_, engine)| match engine(&system) {
            Decision::Holds => None,
            Decision::Violated(run) => Some(communications(&run)),
        });
        let lengths: Vec<Option<usize>> = lengths.collect();
        assert_eq!(lengths[0], lengths[1], "seed {seed}\n{}", file(&system, &[]));
        violated += usize::from(lengths[0].is_some());
    }
    assert!(violated > required(10), "{violated}");
}

/// Two participants, neither of which ever waits without a message on the way, on channels 0 and 1.
const PAIR: [&str; 2] = ["0 0!a 1, 0 0!b 0, 1 1?c 0", "0 0?a 1, 0 0?b 0, 1 1!c 0, 1 1!c 1"];

/// So many pairs of participants.
fn pairs(count: usize) -> System {
    side_by_side(&vec![system(&[FIFO, FIFO], &PAIR); count])
}

#[test]
fn many_components_are_not_multiplied() {
    let system = pairs(60);
    assert_eq!(system.connected_components().len(), 60);
    let control = Control::unlimited();
    let membership = membership::check(&system, Membership::Plain, &control);
    assert!(matches!(membership.outcome, membership::Outcome::Violated(_)));
    assert!(membership.statistics.states < 10_000, "{:?}", membership.statistics);
    let property = SafetyProperty::Linear(LinearProperty::Progress);
    let (outcome, certificate) = asked(&system, property, "", &control);
    let Outcome::Holds(Justification::Component { participants, ground }) = outcome else {
        panic!("a pair never waits: {outcome:?}")
    };
    assert_eq!(participants, [0, 1].map(ParticipantId::from_index));
    assert!(matches!(*ground, Justification::Invariant { .. }), "{ground:?}");
    assert_eq!(certificate.expect("it has one")["component"], json!(["p0_0", "p1_0"]));
}

#[test]
fn counting_comes_before_what_enumerates_a_large_product() {
    // Each second participant of a pair also sends to the first one of the next pair.
    let pairs = pairs(12);
    let mut builder = SystemBuilder::new("chain");
    for message in pairs.messages() {
        builder.message(message.name.clone(), message.sort);
    }
    let channels: Vec<ChannelId> = (0..36).map(|_| builder.channel(FIFO)).collect();
    for (id, automaton) in pairs.automata().enumerate() {
        let participant = builder.participant(automaton.name());
        for name in automaton.states().iter() {
            builder.state(participant, name);
        }
        builder.initial(participant, automaton.initial()[0]);
        for one in automaton.transitions() {
            builder.transition(participant, one.source, one.label, one.target);
        }
        let (pair, message) = (id.index() / 2, MessageId::from_index(0));
        let (state, label) = if id.index() % 2 == 1 {
            let to = channels[24 + pair];
            (1, Label::Action(Direction::Send, to, message))
        } else if pair > 0 {
            let from = channels[23 + pair];
            (0, Label::Action(Direction::Receive, from, message))
        } else {
            continue;
        };
        let state = StateId::from_index(state);
        builder.transition(participant, state, label, state);
    }
    let system = builder.finish();
    assert_eq!(system.connected_components().len(), 1);
    let property = SafetyProperty::Linear(LinearProperty::Progress);
    let all = Configurations::new(&system);
    let wanted = EvidenceRequest::Answer;
    let premise = Premise::BugsOnly;
    let control = Control::unlimited();
    let (answer, _) = certify_in(&all, property, premise, Engine::Auto, wanted, &control);
    assert!(matches!(answer.outcome, Outcome::Holds(Justification::Linear { .. })), "{answer:?}");
    let tried: Vec<&str> = answer.tried.iter().map(|one| one.engine.word()).collect();
    assert_eq!(tried, ["persistent", "safety"]);
}

#[test]
fn a_component_that_may_end_or_shares_a_channel_is_refused() {
    // The last participant may end, and the first two never wait without a message on the way.
    let whole = side_by_side(&[system(&[FIFO, FIFO], &PAIR), system(&[FIFO], &["0 0!a 1"])]);
    let text = file(&whole, &[]);
    let digest = sha256(text.as_bytes());
    let property = SafetyProperty::Linear(LinearProperty::Progress);
    let control = Control::unlimited();
    let (_, certificate) = asked(&whole, property, &digest, &control);
    let certificate = certificate.expect("the pair decides");
    let judged = |certificate: &Value| {
        let model = Model { system: &whole, bad: &[], sha256: &digest };
        let verdict = verify(certificate.to_string().as_bytes(), text.as_bytes(), None);
        assert_eq!(
            verdict == Verdict::Confirmed,
            valid_evidence(model, certificate, None).is_ok(),
            "{certificate}"
        );
        verdict
    };
    assert_eq!(judged(&certificate), Verdict::Confirmed);
    let impossible = |component: Value| {
        json!({
            "schema": "scm-check/certificate", "schema_version": 1, "form": "explicit",
            "property": "progress", "channels": "as written", "sha256": digest,
            "component": component, "over": "rsc-executions", "items": [], "states": [],
        })
    };
    // Alone, the one that may end is never without a step unless it has ended.
    let verdict = judged(&impossible(json!(["p0_1"])));
    let why = "`component` does not suffice for the property".to_owned();
    assert_eq!(verdict, Verdict::Rejected(why));
    for component in [json!(["p0_0"]), json!(["p1_0", "p0_1"])] {
        let why = "`component` shares a channel with other participants".to_owned();
        assert_eq!(judged(&impossible(component)), Verdict::Rejected(why));
    }
    for component in [json!(["p1_0", "p0_0"]), json!(["p0_0", "p0_0"]), json!(["nobody"])] {
        let why = "`component` does not list participants in the order of the model".to_owned();
        let mut changed = certificate.clone();
        changed["component"] = component;
        assert_eq!(judged(&changed), Verdict::Rejected(why));
    }
    let mut changed = certificate.clone();
    changed["property"] = json!("orphan-message");
    assert!(matches!(judged(&changed), Verdict::Rejected(_)));
    changed["property"] = json!("progress");
    changed.as_object_mut().unwrap().remove("component");
    assert!(matches!(judged(&changed), Verdict::Rejected(_)));
}

#[test]
fn a_component_that_may_wait_for_ever_is_refused() {
    // The first participant may wait for ever, and so hides nothing of the second one, which is stuck.
    let whole = system(&[FIFO; 2], &["0 0?a 0", "0 1?b 1"]);
    let first = (ParticipantId::from_index(0), StateId::from_index(0));
    let whole = whole.with_final([first]);
    let text = file(&whole, &[]);
    let digest = sha256(text.as_bytes());
    for property in ["progress", "reception-deadlock"] {
        let certificate = json!({
            "schema": "scm-check/certificate", "schema_version": 1, "form": "explicit",
            "property": property, "channels": "as written", "sha256": digest,
            "component": ["p0"], "over": "configurations", "items": [], "states": ["0"],
        });
        let verdict = verify(certificate.to_string().as_bytes(), text.as_bytes(), None);
        let why = "`component` does not suffice for the property".to_owned();
        assert_eq!(verdict, Verdict::Rejected(why), "{property}");
        let model = Model { system: &whole, bad: &[], sha256: &digest };
        let judged = valid_evidence(model, &certificate, None);
        assert!(matches!(judged, Err(Objection::Wrong(_))), "{property}: {judged:?}");
    }
}
