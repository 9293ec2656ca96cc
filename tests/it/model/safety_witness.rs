//! Witnesses of violated safety properties: what is believed, what is shown, what is refused.

use scm_check::internals::check::reachability::{Outcome, Premise};
use scm_check::internals::check::safety::check;
use scm_check::internals::kernel::base::{Control, Id as _, IndexVec};
use scm_check::internals::kernel::source::Source;
use scm_check::internals::language::evidence::{
    EvidenceSubject, Unreadable, WitnessDocument, read_claim,
};
use scm_check::internals::language::scm;
use scm_check::internals::model::cfsm::{
    ParticipantId, SafetyProperty, StateId, Step, System, TransitionId,
};
use scm_check::internals::model::choreography::ChannelChoice;
use scm_check::internals::model::evidence::{Lines, Rejected, Witness};
use scm_check::internals::render::drawing::Extent;
use scm_check::internals::render::witness::{cause_text, run_table, witness_chart, witness_table};

/// A client whose request may be answered by something that it does not understand.
const ANSWERED: &str = "scm answered :
nb_channels = 2 ;
parameters : int req ; int res ; int ack ;
automaton client :
initial : 0
state 0 : to 1 : when true , 0 ! req ;
state 1 : to 2 : when true , 1 ? ack ;
state 2 :
automaton server :
initial : 0
state 0 : to 1 : when true , 0 ? req ;
state 1 : to 2 : when true ;
state 2 : to 3 : when true , 1 ! ack ; to 3 : when true , 1 ! res ;
state 3 :
";

/// One who waits for what is never sent, while another one goes on for ever.
const IGNORED: &str = "scm ignored :
nb_channels = 2 ;
parameters : int a ;
automaton p :
initial : 0
state 0 : to 0 : when true , 0 ? a ;
automaton q :
initial : 0
state 0 : to 0 : when true , 1 ! a ;
";

fn system(text: &str) -> System {
    let reading = scm::read(&Source::new("test.scm", text));
    reading.model.unwrap_or_else(|| panic!("{:?}", reading.diagnostics)).system
}

fn violation(system: &System, property: &str) -> Witness {
    let property = SafetyProperty::named(system, property).unwrap();
    match check(system, property, Premise::BugsOnly, &Control::unlimited()).outcome {
        Outcome::Violated(witness) => *witness,
        outcome => panic!("{outcome:?}"),
    }
}

fn start(system: &System) -> IndexVec<ParticipantId, StateId> {
    system.automata().iter().map(|automaton| automaton.initial()[0]).collect()
}

#[test]
fn a_witness_shows_its_last_step_and_says_what_is_wrong_there() {
    let system = system(ANSWERED);
    let witness = violation(&system, "unspecified-reception");
    insta::assert_snapshot!(cause_text(&system, &witness).unwrap(), @"`client` waits for ever: it can only receive `ack`, and `res` is there");
    let table = witness_table(&system, &witness, None, Extent::Ends, 200);
    let rows = &table.rows;
    assert_eq!(rows.last().unwrap().cells[0], "* 4");
    assert_eq!(rows.last().unwrap().note.as_deref(), Some("unspecified-reception"));
    let plain = run_table(&system, witness.replay(), Extent::Ends, 200);
    assert_eq!(rows[..3], plain.rows[..3]);
    let chart = witness_chart(&system, &witness, Extent::Ends);
    let notes: Vec<Option<&str>> = chart.events.iter().map(|event| event.note.as_deref()).collect();
    assert_eq!(notes, [None, None, None, Some("unspecified-reception")]);
    assert!(witness.cycle().is_empty());
}

fn about(property: &str) -> EvidenceSubject {
    EvidenceSubject {
        property: property.to_owned(),
        channels: ChannelChoice::default(),
        sha256: None,
    }
}

#[test]
fn a_witness_in_a_file_names_who_and_what_is_at_fault() {
    let system = system(ANSWERED);
    let json = |property| {
        let witness = violation(&system, property);
        let document = WitnessDocument::new(&system, &witness, about(property), &Lines::default());
        let mut value = serde_json::to_value(document).unwrap();
        let object = value.as_object_mut().unwrap();
        object.retain(|key, _| {
            !["schema", "schema_version", "channels", "initial", "cycle"].contains(&key.as_str())
        });
        object["steps"] = object["steps"].as_array().unwrap().len().into();
        serde_json::to_string(&value).unwrap()
    };
    insta::assert_snapshot!(json("unspecified-reception"), @r#"{"kind":"unspecified-reception","property":"unspecified-reception","participants":["client"],"messages":[{"channel":1,"message":"res"}],"communications":2,"steps":4}"#);
    insta::assert_snapshot!(json("stuck(client)"), @r#"{"kind":"stuck","property":"stuck(client)","participants":["client"],"messages":[{"channel":1,"message":"res"}],"communications":2,"steps":4}"#);
    insta::assert_snapshot!(json("unreceived(res)"), @r#"{"kind":"unreceived","property":"unreceived(res)","messages":[{"channel":1,"message":"res"}],"communications":2,"steps":4}"#);
}

#[test]
fn a_witness_in_a_file_is_read_and_replayed() {
    let system = system(ANSWERED);
    for property in ["progress", "deadlock", "stuck(client)", "unreceived(res)"] {
        let witness = violation(&system, property);
        let document = WitnessDocument::new(&system, &witness, about(property), &Lines::default());
        let text = serde_json::to_string(&document).unwrap();
        let document: WitnessDocument = serde_json::from_str(&text).unwrap();
        let claim = read_claim(&system, &document).unwrap();
        assert_eq!(claim.test(&system, &[], None, &document, 100).unwrap(), witness);
        let changed = |change: &dyn Fn(&mut WitnessDocument)| {
            let mut changed = document.clone();
            change(&mut changed);
            read_claim(&system, &changed).map(|claim| claim.test(&system, &[], None, &changed, 100))
        };
        for name in [None, Some("orphan-message"), Some("rsc")] {
            let kind = document.kind.clone();
            let other = Unreadable::OtherProperty {
                kind: kind.clone(),
                property: name.unwrap_or_default().to_owned(),
            };
            let found = changed(&|d| d.property = name.map(str::to_owned));
            assert_eq!(found.unwrap_err(), other, "{kind}");
        }
        let found = changed(&|d| d.kind = "x".to_owned());
        assert_eq!(found.unwrap_err(), Unreadable::UnknownKind { kind: "x".to_owned() });
        let found = changed(&|d| d.participants.push("server".to_owned()));
        assert_eq!(found.unwrap().unwrap_err(), Rejected::OtherFault);
        let found = changed(&|d| d.communications += 1);
        assert!(matches!(found.unwrap().unwrap_err(), Rejected::OtherCommunications { .. }));
    }
}

#[test]
fn a_run_that_ends_before_or_elsewhere_is_no_witness() {
    let system = system(ANSWERED);
    for property in ["unspecified-reception", "progress", "deadlock", "stuck(client)"] {
        let witness = violation(&system, property);
        let steps: Vec<Step> = witness.replay().steps().iter().copied().collect();
        let property = SafetyProperty::named(&system, property).unwrap();
        let refused = |steps: &[Step]| {
            Witness::safety(&system, property, start(&system), steps.iter().copied(), 100)
                .unwrap_err()
        };
        let none = Rejected::NoViolation { property: property.name(&system) };
        for length in 0..steps.len() {
            assert_eq!(refused(&steps[..length]), none);
        }
        // The server says what the client understands.
        let mut others = steps.clone();
        let server = others[3].participant;
        others[3] = Step { participant: server, transition: TransitionId::from_index(2) };
        assert_eq!(refused(&others), none);
        let twice = [steps[0], steps[0]];
        assert!(matches!(refused(&twice), Rejected::NotEnabled { step: 2, .. }));
    }
}

#[test]
fn continuations_without_end_are_given_up() {
    let system = system(IGNORED);
    let stuck = SafetyProperty::named(&system, "stuck(p)").unwrap();
    let refused = Witness::safety(&system, stuck, start(&system), [], 1_000);
    assert_eq!(refused.unwrap_err(), Rejected::ManyContinuations { max_configurations: 1_000 });
    // What a continuation does in time is seen.
    let received = SafetyProperty::named(&system, "stuck(q)").unwrap();
    let none = Rejected::NoViolation { property: "stuck(q)".to_owned() };
    assert_eq!(Witness::safety(&system, received, start(&system), [], 1).unwrap_err(), none);
}
