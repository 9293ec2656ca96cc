use scm_check::internals::driver::restating::{Horizon, Update};
use scm_check::internals::driver::{Answer, AnswerSubject, Finding, Role, load};
use scm_check::internals::kernel::verdict::{Reason, Verdict};
use scm_check::internals::language::scm;
use scm_check::internals::model::cfsm::ChannelKind;
use scm_check::internals::model::choreography::ChannelChoice;
use scm_check::internals::render::system::update_text;

const MODEL: &str = "\
//# expect: rsc = holds, stuck(p) = violated, realisable = holds
scm m : nb_channels = 1 ; parameters : int a ;
automaton p : initial : 0 state 0 : to 0 : when true , 0 ! a ;
automaton q : initial : 0 state 0 : to 0 : when true , 0 ? a ;
";

const BAGS: ChannelChoice = ChannelChoice { architecture: None, kind: Some(ChannelKind::Bag) };

fn answer(property: &str, verdict: Verdict) -> Answer<()> {
    let subject = AnswerSubject::of_property("m.scm", property);
    Answer::new(subject, verdict, Finding::Found(()))
}

fn with_role(role: Role, answer: Answer<()>) -> Answer<()> {
    Answer { subject: AnswerSubject { role, ..answer.subject.clone() }, ..answer }
}

fn update_within(horizon: Horizon, answers: &[Answer<()>]) -> Update {
    let (loaded, model) = load("m.scm".into(), Ok(MODEL.into()), scm::read);
    let model = model.as_ref().expect("it can be read");
    let answers: Vec<_> = answers.iter().map(|answer| (answer, Vec::new())).collect();
    Update::new(&loaded, model, &answers, horizon).expect("it has a text")
}

fn update(answers: &[Answer<()>]) -> Update {
    update_within(Horizon::Usual, answers)
}

#[test]
fn usual_properties_are_stated_and_others_when_something_is_wrong() {
    let unknown = Verdict::Unknown(Reason::Undecidable);
    let update = update(&[
        answer("rsc", Verdict::Violated),
        answer("bad_states/1", Verdict::Holds),
        answer("bad_states/2", unknown),
        answer("unspecified-reception", Verdict::Holds),
        answer("progress", Verdict::Violated),
        answer("orphan-message", unknown),
        answer("reception-deadlock", Verdict::Holds),
        answer("deadlock", Verdict::Holds),
        answer("stuck(p)", Verdict::Holds),
        answer("stuck(q)", Verdict::Holds),
        answer("unreceived(a)", Verdict::Violated),
        answer("bad_states", Verdict::Holds),
    ]);
    insta::assert_snapshot!(update_text(&update), @r"
    m.scm
    - //# expect: rsc = holds, stuck(p) = violated, realisable = holds
    + //# expect: rsc = violated, stuck(p) = holds, realisable = holds
    + //# expect: bad_states/1 = holds, bad_states/2 = unknown, unspecified-reception = holds
    + //# expect: progress = violated, orphan-message = unknown, reception-deadlock = holds
    + //# expect: unreceived(a) = violated
    ");
}

#[test]
fn what_a_run_left_open_stays_as_it_is() {
    for reason in [
        Reason::Timeout,
        Reason::Memory,
        Reason::States,
        Reason::Interrupted,
        Reason::Rejected,
        Reason::Crashed,
    ] {
        let open = |property| answer(property, Verdict::Unknown(reason));
        let update = update(&[open("rsc"), open("progress"), open("stuck(p)")]);
        assert!(!update.is_change() && update.after.text == MODEL, "{reason:?}");
        let told = update_text(&update);
        assert_eq!(told, "m.scm: not everything was decided, nothing to update\n");
    }
}

#[test]
fn what_is_open_because_of_a_limit_elsewhere_is_not_stated() {
    let undecided = || answer("progress", Verdict::Unknown(Reason::Undecidable));
    let holds = answer("stuck(p)", Verdict::Holds);
    let told = "m.scm\n- //# expect: rsc = holds, stuck(p) = violated, realisable = holds\n\
                + //# expect: rsc = holds, stuck(p) = holds, realisable = holds\n";
    let update = update_within(Horizon::Chosen, &[undecided(), holds.clone()]);
    assert_eq!(update_text(&update), told, "the user asked for few configurations");
    let premise = with_role(Role::Premise, answer("rsc", Verdict::Unknown(Reason::Timeout)));
    let update = update_within(Horizon::Usual, &[premise, undecided(), holds]);
    assert_eq!(update_text(&update), told, "whether it is RSC was not found out");
    assert!(update_within(Horizon::Usual, &[undecided()]).is_change());
}

#[test]
fn what_this_version_does_not_answer_is_unknown_only_where_it_knows_the_property() {
    let unsupported = |property| answer(property, Verdict::Unknown(Reason::Unsupported));
    let update = update(&[unsupported("bad_states/1"), unsupported("realisable")]);
    assert_eq!(update_text(&update), "m.scm\n+ //# expect: bad_states/1 = unknown\n");
}

#[test]
fn premises_are_not_stated() {
    let premise = with_role(Role::Premise, answer("rsc", Verdict::Violated));
    let update = update(&[premise, answer("stuck(p)", Verdict::Violated)]);
    assert_eq!(update_text(&update), "m.scm: up to date\n");
}

#[test]
fn other_readings_are_other_answers() {
    let violated = answer("progress", Verdict::Violated);
    let bag = Answer {
        subject: AnswerSubject { channels: BAGS, ..violated.subject.clone() },
        ..violated
    };
    let update = update(&[answer("rsc", Verdict::Holds), bag]);
    assert_eq!(update_text(&update), "m.scm\n+ //# expect: progress[bag] = violated\n");
}

#[test]
fn facts_are_stated_only_where_they_are_stated_already() {
    let bag = answer("rsc", Verdict::Violated);
    let bag = Answer { subject: AnswerSubject { channels: BAGS, ..bag.subject.clone() }, ..bag };
    let facts = [
        answer("rsc", Verdict::Violated),
        bag,
        answer("multiparty-compatible[1]", Verdict::Violated),
    ];
    insta::assert_snapshot!(update_text(&update(&facts)), @r"
    m.scm
    - //# expect: rsc = holds, stuck(p) = violated, realisable = holds
    + //# expect: rsc = violated, stuck(p) = violated, realisable = holds
    ");
}
