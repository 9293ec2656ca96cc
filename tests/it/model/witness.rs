//! Witnesses: replay, rejection, JSON.

use crate::support::scripted_systems::{Scripted, scripted};
use scm_check::internals::kernel::base::{Id as _, IndexVec};
use scm_check::internals::language::evidence::{
    Claimed, EvidenceSubject, Unreadable, WitnessDocument, read_claim,
};
use scm_check::internals::model::cfsm::{
    Channel, ChannelKind, Direction, Label, MessageSort, ParticipantId, StateId, Step,
    SystemBuilder, TransitionId,
};
use scm_check::internals::model::choreography::ChannelChoice;
use scm_check::internals::model::evidence::{Lines, Rejected, Witness};
use scm_check::internals::render::drawing::Extent;
use scm_check::internals::render::drawing::{TextStyle, chart_text};
use scm_check::internals::render::witness::{cycle_text, witness_chart, witness_table};

fn witness(run: &Scripted) -> Result<Witness, Rejected> {
    Witness::borderline_violation(&run.system, run.initial.clone(), run.steps.clone())
}

fn subject() -> EvidenceSubject {
    let sha256 = Some("0123abcd".to_owned());
    EvidenceSubject { property: "rsc".to_owned(), channels: ChannelChoice::default(), sha256 }
}

/// The example of the manual: a client and a server whose cancellation crosses an answer.
fn upload() -> Scripted {
    scripted(
        &["client", "server"],
        &[],
        "0!client req . 0?server req . 0!client cancel . 1!server done . 1?client done . \
         0?server cancel",
    )
}

/// Lines as if each participant's transitions stood below each other.
fn lines(run: &Scripted) -> Lines {
    let mut next = 8;
    let transitions = run
        .system
        .automata()
        .iter()
        .map(|automaton| {
            next += 1;
            automaton
                .transitions()
                .iter()
                .map(|_| {
                    next += 1;
                    Some(next)
                })
                .collect()
        })
        .collect();
    Lines { file: "upload.scm".to_owned(), transitions }
}

#[test]
fn a_crossing_is_a_borderline_violation() {
    let run = upload();
    let witness = witness(&run).unwrap();
    assert_eq!((witness.communications(), witness.actions()), (3, 6));
    let cycle: Vec<_> = witness
        .cycle()
        .iter()
        .map(|e| (e.from.index() + 1, e.to.index() + 1, e.before.number(), e.after.number()))
        .collect();
    assert_eq!(cycle, [(2, 3, 3, 5), (3, 2, 4, 6)]);
}

#[test]
fn what_is_no_borderline_violation_is_rejected() {
    let run = upload();
    let replay = |steps: Vec<Step>| {
        Witness::borderline_violation(&run.system, run.initial.clone(), steps).map(|_| ())
    };
    let all = &run.steps;
    assert_eq!(replay(Vec::new()), Err(Rejected::LastIsNotReception));
    assert_eq!(replay(all[..4].to_vec()), Err(Rejected::LastIsNotReception));
    assert_eq!(replay(all[..2].to_vec()), Err(Rejected::CausallyRsc));
    assert_eq!(replay(all[..5].to_vec()), Err(Rejected::CausallyRsc));
    let early = [all[0], all[2]].into_iter().chain(all[1..2].iter().copied()).collect();
    assert_eq!(replay(early), Err(Rejected::CausallyRsc));
    let separated = vec![all[0], all[2], all[1], all[3], all[5]];
    assert_eq!(replay(separated), Err(Rejected::PrefixNotRsc { send: 1 }));
    let impossible = replay(vec![all[1]]).unwrap_err();
    assert_eq!(impossible.to_string(), "step 1 is not enabled: `server` cannot do ? req there");
    let nowhere =
        Step { participant: all[0].participant, transition: TransitionId::from_index(99) };
    assert_eq!(replay(vec![nowhere]), Err(Rejected::NoSuchTransition { step: 1 }));
    let nobody = Step { participant: ParticipantId::from_index(9), ..all[0] };
    assert_eq!(replay(vec![all[0], nobody]), Err(Rejected::NoSuchTransition { step: 2 }));
    let few: IndexVec<ParticipantId, StateId> = [StateId::from_index(0)].into_iter().collect();
    assert_eq!(
        Witness::borderline_violation(&run.system, few, all.clone()).unwrap_err(),
        Rejected::WrongNumberOfParticipants { expected: 2, found: 1 }
    );
    let elsewhere: IndexVec<ParticipantId, StateId> =
        [0, 77].into_iter().map(StateId::from_index).collect();
    assert_eq!(
        Witness::borderline_violation(&run.system, elsewhere, all.clone()).unwrap_err(),
        Rejected::NotInitial { participant: "server".to_owned() }
    );
}

#[test]
fn a_trailing_internal_step_does_not_belong_to_a_violation() {
    let run = scripted(&[], &[], "0!p v . 1!q w . 1?p w . 0?q v . ~q");
    assert_eq!(witness(&run).unwrap_err(), Rejected::LastIsNotReception);
}

#[test]
fn json_is_that_of_the_manual() {
    let run = upload();
    let document =
        WitnessDocument::new(&run.system, &witness(&run).unwrap(), subject(), &lines(&run));
    insta::assert_snapshot!(serde_json::to_string_pretty(&document).unwrap());
}

#[test]
fn json_reads_back_to_the_same_run() {
    let run = scripted(&[], &[0], "~p . 0!p v . ~p . 1!q w . 1?p w . 0!q x . 0?q v");
    let witness = witness(&run).unwrap();
    let text = serde_json::to_string(&WitnessDocument::new(
        &run.system,
        &witness,
        subject(),
        &Lines::default(),
    ))
    .unwrap();
    let document: WitnessDocument = serde_json::from_str(&text).unwrap();
    let claim = read_claim(&run.system, &document).unwrap();
    assert_eq!(claim.claimed, Claimed::NotRsc);
    assert_eq!(claim.test(&run.system, &[], None, &document, 0).unwrap(), witness);
}

#[test]
fn json_of_another_system_is_refused_with_the_reason() {
    let run = upload();
    let document =
        WitnessDocument::new(&run.system, &witness(&run).unwrap(), subject(), &lines(&run));
    let refused = |change: &dyn Fn(&mut WitnessDocument)| {
        let mut changed = document.clone();
        change(&mut changed);
        read_claim(&run.system, &changed).unwrap_err()
    };
    assert!(matches!(refused(&|d| d.schema_version = 2), Unreadable::OtherFormat { .. }));
    assert!(matches!(refused(&|d| d.kind = "x".to_owned()), Unreadable::UnknownKind { .. }));
    let other = refused(&|d| d.property = Some("progress".to_owned()));
    assert_eq!(
        other.to_string(),
        "a witness of kind `borderline-violation` is not about `progress`"
    );
    assert!(matches!(refused(&|d| d.initial.clear()), Unreadable::NoInitialState { .. }));
    assert_eq!(
        refused(&|d| d.steps[1].participant = "nobody".to_owned()).to_string(),
        "there is no participant `nobody`"
    );
    assert_eq!(
        refused(&|d| d.steps[2].to = "7".to_owned()).to_string(),
        "step 3: `client` has no such transition from state `1`"
    );
    assert!(matches!(
        refused(&|d| d.initial["client"] = serde_json::Value::String("9".to_owned())),
        Unreadable::NoSuchState { .. }
    ));
}

/// Everything that a user sees of a witness.
fn picture(run: &Scripted, width: usize) -> String {
    let witness = witness(run).expect("the run is a borderline violation");
    let table = witness_table(&run.system, &witness, None, Extent::Ends, width).text(width);
    let chart = chart_text(&witness_chart(&run.system, &witness, Extent::Ends), TextStyle::ASCII);
    let cycle = cycle_text(&run.system, &witness, &lines(run));
    format!("{table}\n{chart}{cycle}")
}

#[test]
fn picture_of_a_crossing() {
    insta::assert_snapshot!(picture(&upload(), 100));
}

#[test]
fn picture_of_a_crossing_on_a_narrow_terminal() {
    insta::assert_snapshot!(picture(&upload(), 60));
}

#[test]
fn picture_of_a_mailbox_order_without_any_crossing() {
    // Figure 3.7: channel 0 is the mailbox of q, channel 1 that of p.
    let run = scripted(&["p", "r", "q"], &[], "1!r v2 . 0!r v3 . 0!p v1 . 1?p v2");
    insta::assert_snapshot!(picture(&run, 100));
}

#[test]
fn picture_of_a_mailbox_order_that_needs_a_lane() {
    let run = scripted(
        &["p", "q", "r", "s"],
        &[],
        "1!q go . 0!q one . 2!q x . 2?s x . 3!p y . 3?s y . 0!p two . 1?p go",
    );
    insta::assert_snapshot!(picture(&run, 100));
}

#[test]
fn picture_of_a_bag_with_equal_messages() {
    let run = scripted(&["p", "q"], &[0], "0!p a . 0!p b . 0!p a . 0?q b . 1!q c . 1?p c . 0?q a");
    assert!(witness(&run).is_err());
    let run = scripted(&["p", "q"], &[0], "0!p a . 0!p b . 0?q b . 0!p a . 0?q a");
    insta::assert_snapshot!(picture(&run, 100));
}

#[test]
fn picture_of_a_self_message() {
    let run = scripted(&["p", "q"], &[], "0!p me . 1!p w . 1?q w . 2!q x . 2?p x . 0?p me");
    insta::assert_snapshot!(picture(&run, 100));
    let alone = scripted(&["p"], &[], "0!p me . 1!p w . 1?p w . 0?p me");
    insta::assert_snapshot!(picture(&alone, 100));
    let last = scripted(&["p", "q"], &[], "0!q me . 1!p w . 1?q w . 0?q me");
    insta::assert_snapshot!(picture(&last, 100));
}

#[test]
fn picture_with_internal_steps_and_unmatched_messages() {
    let run = scripted(
        &["a", "b", "c"],
        &[],
        "~a . 0!a hello . 2!b lost . ~c . 1!b answer . 1?a answer . ~b . 3!c gone . 0?b hello",
    );
    insta::assert_snapshot!(picture(&run, 100));
}

#[test]
fn picture_of_a_long_chain_over_three_participants() {
    let run = scripted(
        &["p", "q", "r"],
        &[],
        "0!p late . 1!p first . 1?r first . 2!r second . 2?q second . 0?q late",
    );
    insta::assert_snapshot!(picture(&run, 100));
}

#[test]
fn picture_of_an_overtaking() {
    let run = scripted(&["p", "q"], &[], "0!p slow . 1!p fast . 1?q fast . 0?q slow");
    insta::assert_snapshot!(picture(&run, 100));
}

#[test]
fn picture_of_a_ring_of_twelve() {
    let names: Vec<String> = (0..12).map(|p| format!("p{p}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let run = scripted(
        &names,
        &[],
        "0!p0 m0 . 5!p0 far . 5?p11 far . 6!p11 n . 6?p3 n . 7!p3 k . 7?p4 k . 8!p4 j . 8?p6 j . 9!p6 i . 9?p7 i . 10!p7 h . 10?p8 h . 11!p8 g . 11?p9 g . 12!p9 f . 12?p10 f . 13!p10 e . 13?p5 e . 14!p5 d . 14?p2 d . 15!p2 c . 15?p1 c . 0?p1 m0",
    );
    insta::assert_snapshot!(picture(&run, 100));
}

/// A client whose first request is lost, and a crossing.
fn lossy() -> Scripted {
    let mut builder = SystemBuilder::new("lossy");
    let message = builder.message("hello", MessageSort::Int);
    let channels =
        [true, false].map(|lossy| builder.channel(Channel { kind: ChannelKind::Fifo, lossy }));
    let mut initial = IndexVec::new();
    let mut steps = Vec::new();
    for (name, [to, from]) in [("p", channels), ("q", [channels[1], channels[0]])] {
        let who = builder.participant(name);
        let state = builder.state(who, "0");
        builder.initial(who, state);
        initial.push(state);
        for label in [
            Label::Action(Direction::Send, to, message),
            Label::Action(Direction::Receive, from, message),
        ] {
            steps.push(Step {
                participant: who,
                transition: builder.transition(who, state, label, state),
            });
        }
    }
    let lost = Step { participant: steps[0].participant, transition: TransitionId::from_index(2) };
    let steps = vec![lost, steps[0], steps[2], steps[1], steps[3]];
    Scripted { system: builder.finish(), initial, steps }
}

#[test]
fn the_middle_of_a_full_channel_is_counted() {
    let sends: Vec<String> = (1..=12).map(|number| format!("0!p a{number}")).collect();
    let run =
        scripted(&["p", "q"], &[], &format!("{} . 1!q b . 1?p b . 0?q a1", sends.join(" . ")));
    let text = picture(&run, 100);
    assert!(text.contains(" a1 a2 a3 a4 a5 a6 a7 a8 a9\n"), "{text}");
    assert!(text.contains(" a1 a2 a3 a4 ..4.. a9 a10 a11 a12"), "{text}");
    assert!(text.contains(" a2 a3 a4 a5 ..3.. a9 a10 a11 a12"), "{text}");
}

#[test]
fn picture_of_a_lost_message() {
    insta::assert_snapshot!(picture(&lossy(), 100));
}

#[test]
fn json_of_a_lost_message_names_it_and_reads_back() {
    let run = lossy();
    let witness = witness(&run).unwrap();
    let document = WitnessDocument::new(&run.system, &witness, subject(), &lines(&run));
    assert_eq!(
        serde_json::to_string(&document.steps[0]).unwrap(),
        "{\"participant\":\"p\",\"action\":\"internal\",\"from\":\"0\",\"to\":\"0\",\"line\":10,\
         \"lost\":{\"channel\":0,\"message\":\"hello\"}}"
    );
    assert_eq!(read_claim(&run.system, &document).unwrap().steps, run.steps);
}
