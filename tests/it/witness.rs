//! Witnesses: replay, rejection, JSON.

use crate::scripted::{Scripted, scripted};
use scm_check::kernel::base::{Id as _, IndexVec};
use scm_check::model::cfsm::{ParticipantId, StateId, Step, TransitionId};
use scm_check::model::witness::{
    Lines, Rejected, Unreadable, Witness, WitnessDocument, read_steps,
};

fn witness(run: &Scripted) -> Result<Witness, Rejected> {
    Witness::borderline_violation(&run.system, run.initial.clone(), run.steps.clone())
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
    let document = WitnessDocument::new(&run.system, &witness(&run).unwrap(), &lines(&run));
    insta::assert_snapshot!(serde_json::to_string_pretty(&document).unwrap());
}

#[test]
fn json_reads_back_to_the_same_run() {
    let run = scripted(&[], &[0], "~p . 0!p v . ~p . 1!q w . 1?p w . 0!q x . 0?q v");
    let witness = witness(&run).unwrap();
    let text =
        serde_json::to_string(&WitnessDocument::new(&run.system, &witness, &Lines::default()))
            .unwrap();
    let document: WitnessDocument = serde_json::from_str(&text).unwrap();
    let (initial, steps) = read_steps(&run.system, &document).unwrap();
    assert_eq!(Witness::borderline_violation(&run.system, initial, steps).unwrap(), witness);
}

#[test]
fn json_of_another_system_is_refused_with_the_reason() {
    let run = upload();
    let document = WitnessDocument::new(&run.system, &witness(&run).unwrap(), &lines(&run));
    let refused = |change: &dyn Fn(&mut WitnessDocument)| {
        let mut changed = document.clone();
        change(&mut changed);
        read_steps(&run.system, &changed).unwrap_err()
    };
    assert!(matches!(refused(&|d| d.schema_version = 2), Unreadable::OtherFormat { .. }));
    assert!(matches!(refused(&|d| d.kind = "x".to_owned()), Unreadable::UnknownKind { .. }));
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
