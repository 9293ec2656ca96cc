//! Sessions about choreographies.

use scm_check::internals::check::realisability::{self, Question};
use scm_check::internals::driver::choreography::{
    ChoreographyFinding, ChoreographySession, NamedCheck, asked,
};
use scm_check::internals::driver::{Answer, Finding, Host as _, Loaded};
use scm_check::internals::kernel::base::Control;
use scm_check::internals::kernel::source::Source;
use scm_check::internals::kernel::verdict::{Outcome, Reason, Verdict};
use scm_check::internals::language::choreography::{Format, Model, read};
use scm_check::internals::language::scm;
use scm_check::internals::model::cfsm::System;
use scm_check::internals::model::choreography::{ChannelChoice, Choreography};

/// A participant that sends without end, and another one that receives everything.
const STREAM: &str = "name stream\ninit 0\n0 -p->q:a- 0\n";

/// The same participants, of which `q` receives a single message: what is sent after that stays in the channel.
const STUCK: &str = "scm stuck :

nb_channels = 1 ;
parameters :
int a ;

automaton p :
initial : 0
state 0 :
to 0 : when true , 0 ! a ;

automaton q :
initial : 0
state 0 :
to 1 : when true , 0 ? a ;
state 1 :
";

fn loaded(text: &str) -> (Loaded, Model) {
    let bytes = Ok(text.as_bytes().to_vec());
    let (loaded, model) =
        driver::load("a.ca".to_owned(), bytes, |source| read(source, Format::Automaton));
    (loaded, model.expect("the text is a choreography"))
}

fn stuck() -> System {
    scm::read(&Source::new("stuck.scm", STUCK)).model.expect("the text is a model").system
}

fn answer(
    control: &Control,
    model: &(Loaded, Model),
    given: Option<&System>,
    property: &str,
) -> Answer<ChoreographyFinding> {
    let (loaded, model) = model;
    let mut session = ChoreographySession::new(control, None, (loaded, model), given);
    session.answer(&asked(model, property, ChannelChoice::default()))
}

#[test]
fn a_participant_is_no_message_of_the_same_name() {
    // In SCM the participant is `a_b`, and the message `a_b_1`.
    let model = loaded("0 -a-b->q:a_b- 1\n1 -a-b->q:a-b- 2\n");
    let (control, choice) = (Control::unlimited(), ChannelChoice::default());
    let mut session = ChoreographySession::new(&control, None, (&model.0, &model.1), None);
    let text = scm::print(session.system(choice).unwrap(), &[], &[]);
    let given = scm::read(&Source::new("p.scm", &*text)).model.expect("it is a model").system;
    let answer = answer(&control, &model, Some(&given), "realisable");
    assert_eq!(answer.verdict, Verdict::Holds, "{:?}", answer.finding);
}

#[test]
fn nothing_is_concluded_from_realisability_for_automata_that_are_given() {
    let (model, given) = (loaded(STREAM), stuck());
    let choreography =
        Choreography::new(&model.1.description.resolved(ChannelChoice::default()), 100).unwrap();
    let question = Question::Realisable;
    let control = Control::unlimited();
    // Each execution of the automata is the beginning of a word, which they cannot finish.
    let found = realisability::check(&choreography, &given, question, &control).outcome;
    assert!(matches!(found, Outcome::Holds(_)), "{found:?}");
    for max_states in (1..40).map(Some).chain([None]) {
        let control = Control { max_states, ..Control::unlimited() };
        for check in [NamedCheck::Deadlock, NamedCheck::StrongProgressSent] {
            let verdict = answer(&control, &model, Some(&given), check.name()).verdict;
            assert_ne!(verdict, Verdict::Holds, "{check:?} within {max_states:?} states");
        }
    }
    let deadlock = answer(&control, &model, Some(&given), "deadlock");
    assert_eq!(deadlock.verdict, Verdict::Violated);
    let Finding::Found(finding) = &deadlock.finding else { panic!("{:?}", deadlock.finding) };
    assert!(finding.witness().is_some(), "a run shows it");
    // No search has a verdict here, so that the wrong conclusion would count.
    let progress = answer(&control, &model, Some(&given), "strong-progress(sent)");
    assert_eq!(progress.verdict, Verdict::Unknown(Reason::Undecidable));
    for property in ["deadlock", "strong-progress(sent)"] {
        assert_eq!(answer(&control, &model, None, property).verdict, Verdict::Holds, "{property}");
    }
    let missing = answer(&control, &model, Some(&given), "realisable");
    assert_eq!(missing.verdict, Verdict::Violated, "q cannot receive twice");
}

#[test]
fn a_question_that_comes_after_a_signal_is_not_asked() {
    let model = loaded(STREAM);
    let control = Control::unlimited();
    control.interrupt();
    assert!(control.reached().is_some());
    let answer = answer(&control, &model, None, "realisable");
    assert_eq!(answer.verdict, Verdict::Unknown(Reason::Interrupted));
    assert!(matches!(answer.finding, Finding::NotStarted(_)));
}
