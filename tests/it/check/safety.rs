//! The generated safety properties on small systems whose answers are known, and on random ones.

use crate::support::cases::{case_count, system_of};
use crate::support::effort::required;
use crate::support::reachability_engines::premise;
use scm_check::internals::check::reachability::{
    Answer, Configurations, Engine, Justification, Outcome, Premise, UnknownReason,
};
use scm_check::internals::check::safety::{by_configurations, certify_in, check, check_in};
use scm_check::internals::kernel::base::{Control, Id as _, Limit};
use scm_check::internals::kernel::source::Source;
use scm_check::internals::language::scm;
use scm_check::internals::model::cfsm::{
    Channel, ChannelKind, Configuration, Direction, Fault, Label, LinearProperty, MessageSort,
    NotExpressible, ParticipantId, SafetyProperty, Step, System, SystemBuilder, bad_states,
    is_impossible,
};
use scm_check::internals::model::evidence::{EvidenceRequest, Witness};
use scm_check::internals::render::witness::cause_text;

/// Reads a system from the sections after the name.
fn system(sections: &str) -> System {
    let source = Source::new("test.scm", format!("scm test :\n{sections}"));
    let reading = scm::read(&source);
    reading.model.unwrap_or_else(|| panic!("{:?}", reading.diagnostics)).system
}

fn word(answer: &Answer) -> &'static str {
    match answer.outcome {
        Outcome::Holds(_) => "holds",
        Outcome::Violated(_) => "violated",
        Outcome::Unknown(_) => "unknown",
    }
}

/// Returns a pipeline: each participant passes one message to the next, but for one of them, which passes nothing on.
fn cut_pipeline(participants: usize, cut: usize) -> System {
    let mut builder = SystemBuilder::new("pipeline");
    let message = builder.message("m", MessageSort::Int);
    let channel = Channel { kind: ChannelKind::Fifo, lossy: false };
    let channels: Vec<_> = (1..participants).map(|_| builder.channel(channel)).collect();
    for index in 0..participants {
        let participant = builder.participant(format!("p{index}"));
        let mut state = builder.state(participant, "0");
        builder.initial(participant, state);
        let received = index.checked_sub(1).map(|left| (Direction::Receive, channels[left]));
        let right = channels.get(index).filter(|_| index != cut);
        for (direction, channel) in
            received.into_iter().chain(right.map(|&right| (Direction::Send, right)))
        {
            let next = builder.state(participant, format!("{}", state.index() + 1));
            builder.transition(
                participant,
                state,
                Label::Action(direction, channel, message),
                next,
            );
            state = next;
        }
    }
    builder.finish()
}

#[test]
fn obligations_of_many_words_are_met_by_those_who_can_meet_them() {
    let system = cut_pipeline(150, 100);
    let control = Control::unlimited();
    let configurations = Configurations::new(&system);
    let explored = configurations.explored(&control);
    for (index, participant) in system.automata().ids().enumerate() {
        let property = SafetyProperty::Stuck(participant);
        let answer = by_configurations(&explored, property, &control);
        assert_eq!(word(&answer), if index > 100 { "violated" } else { "holds" }, "p{index}");
    }
    for property in [SafetyProperty::Deadlock, SafetyProperty::all(&system).pop().unwrap()] {
        assert_eq!(word(&by_configurations(&explored, property, &control)), "holds");
    }
}

fn witness(answer: Answer) -> Witness {
    match answer.outcome {
        Outcome::Violated(witness) => *witness,
        other => panic!("not violated but {other:?}"),
    }
}

/// Checks all properties and returns, for each that is violated, the numbers of communications and
/// of steps and the sentence about it.
fn answers(system: &System) -> Vec<(String, Option<(usize, usize, String)>)> {
    let control = Control::unlimited();
    let premise = premise(system);
    let configurations = Configurations::new(system);
    assert_eq!(configurations.explored(&control).gap(), None);
    SafetyProperty::all(system)
        .into_iter()
        .map(|property| {
            let name = property.name(system);
            let answer = check(system, property, premise, &control);
            let unproved = check_in(&configurations, property, Premise::BugsOnly, &control);
            assert_eq!(word(&answer), word(&unproved), "{name}");
            let violated = word(&answer) == "violated";
            let shown = violated.then(|| {
                let witness = witness(answer);
                let text = cause_text(system, &witness).unwrap();
                (witness.communications(), witness.replay().steps().len(), text)
            });
            (name, shown)
        })
        .collect()
}

/// Returns the names of the properties that are violated, those about participants and messages
/// included.
fn violated(sections: &str) -> Vec<String> {
    let system = system(sections);
    answers(&system).into_iter().filter_map(|(name, shown)| shown.map(|_| name)).collect()
}

fn sentence(sections: &str, property: &str) -> (usize, usize, String) {
    let system = system(sections);
    let answers = answers(&system);
    let found = answers.into_iter().find(|(name, _)| name == property).unwrap();
    found.1.unwrap_or_else(|| panic!("{property} holds"))
}

const REQUEST: &str = "
nb_channels = 2 ;
parameters : int req ; int res ; int ack ;
automaton client :
initial : 0
state 0 : to 1 : when true , 0 ! req ;
state 1 : to 2 : when true , 1 ? res ;
state 2 :
automaton server :
initial : 0
state 0 : to 1 : when true , 0 ? req ;
state 1 : to 2 : when true , 1 ! res ;
state 2 :
";

/// What is at fault in a configuration that violates a linear property.
fn fault(
    property: SafetyProperty,
    system: &System,
    configuration: &Configuration,
) -> Option<Fault> {
    let SafetyProperty::Linear(property) = property else { panic!("{property:?}") };
    property.fault(system, configuration)
}

#[test]
fn a_request_that_is_answered_has_every_property() {
    assert_eq!(violated(REQUEST), [""; 0]);
}

#[test]
fn an_answer_that_nobody_understands_is_an_unspecified_reception() {
    let sections = REQUEST.replace("1 ! res", "1 ! ack");
    assert_eq!(
        violated(&sections),
        ["unspecified-reception", "progress", "deadlock", "stuck(client)", "unreceived(ack)"]
    );
    assert_eq!(
        sentence(&sections, "unspecified-reception"),
        (2, 3, "`client` waits for ever: it can only receive `res`, and `ack` is there".to_owned())
    );
}

#[test]
fn a_reception_of_what_nobody_sends_still_makes_a_state_receiving() {
    // Dropping the reception would make p final, and the message an orphan.
    let sections = "
nb_channels = 1 ;
parameters : int wanted ; int sent ;
automaton p :
initial : 0
state 0 : to 1 : when true , 0 ? wanted ;
state 1 :
automaton q :
initial : 0
state 0 : to 1 : when true , 0 ! sent ;
state 1 :
";
    assert_eq!(
        violated(sections),
        ["unspecified-reception", "progress", "deadlock", "stuck(p)", "unreceived(sent)"]
    );
    assert_eq!(
        sentence(sections, "progress").2,
        "nobody can go on after 1 step: `p` waits for `wanted` from `q` (`sent` is there)"
    );
    // With a bag p may still get what it waits for, as far as one can see there; yet nothing goes on.
    let bag = format!("//# bag_buffers = 0\n{sections}");
    assert_eq!(violated(&bag), ["progress", "deadlock", "stuck(p)", "unreceived(sent)"]);
    assert_eq!(
        sentence(&bag, "progress").2,
        "nobody can go on after 1 step: `p` waits for `wanted` from `q` (`sent` is there)"
    );
}

#[test]
fn what_happens_after_internal_steps_counts_and_the_witness_shows_them() {
    let sections = "
nb_channels = 1 ;
parameters : int v ;
automaton p :
initial : 0
state 0 : to 1 : when true ;
state 1 : to 2 : when true , 0 ? v ;
state 2 :
";
    assert_eq!(violated(sections), ["progress", "reception-deadlock", "stuck(p)"]);
    assert_eq!(
        sentence(sections, "reception-deadlock"),
        (0, 1, "all wait, and no message is on its way: `p` waits for `v` on channel 0".to_owned())
    );
    // Where p may always step on it neither waits nor has ended.
    let restless = sections.replace("0 ? v ;", "0 ? v ; to 1 : when true ;");
    assert_eq!(violated(&restless), ["stuck(p)"]);
}

#[test]
fn somebody_must_be_left_waiting_for_progress_to_fail() {
    // p may end or wait; q has ended after its step.
    let sections = "
nb_channels = 1 ;
parameters : int v ;
automaton p :
initial : 0
state 0 : to 1 : when true ; to 2 : when true ;
state 1 :
state 2 : to 1 : when true , 0 ? v ;
automaton q :
initial : 0
state 0 : to 1 : when true ;
state 1 :
";
    assert_eq!(violated(sections), ["progress", "stuck(p)"]);
    let (communications, steps, text) = sentence(sections, "progress");
    assert_eq!((communications, steps), (0, 2));
    assert!(
        text.starts_with("nobody can go on after 2 steps: `p` waits for `v` on channel 0"),
        "{text}"
    );
    let ends = sections.replace("to 2 : when true ;", "");
    assert_eq!(violated(&ends), [""; 0]);
}

#[test]
fn messages_left_when_everybody_has_ended_are_orphans() {
    let sections = "
nb_channels = 2 ;
parameters : int a ; int b ;
automaton p :
initial : 0
state 0 : to 1 : when true , 0 ! a ; to 2 : when true , 0 ! b ;
state 1 :
state 2 : to 1 : when true , 1 ! b ;
automaton q :
initial : 0
state 0 : to 1 : when true , 0 ? a ; to 2 : when true , 0 ? b ;
state 1 :
state 2 :
";
    assert_eq!(violated(sections), ["orphan-message", "deadlock", "unreceived(b)"]);
    assert_eq!(
        sentence(sections, "orphan-message"),
        (2, 3, "all have ended, and nobody will receive `b` in channel 1".to_owned())
    );
    assert_eq!(
        sentence(sections, "deadlock").2,
        "the channels can never all become empty again; there is `b` in channel 0 (p->q) and `b` in channel 1"
    );
    assert_eq!(sentence(sections, "unreceived(b)").2, "nobody will ever receive `b` in channel 1");
    // q reads the second message too: a message is late, but never left.
    let read = sections.replace("state 2 :\n", "state 2 : to 1 : when true , 1 ? b ;\n");
    assert_eq!(violated(&read), [""; 0]);
}

#[test]
fn everybody_waiting_for_empty_channels_is_a_reception_deadlock() {
    let sections = "
nb_channels = 2 ;
parameters : int a ; int b ;
automaton p :
initial : 0
state 0 : to 1 : when true , 0 ? a ; to 1 : when true , 0 ? b ;
state 1 : to 1 : when true , 1 ! b ;
automaton q :
initial : 0
state 0 : to 1 : when true , 1 ? b ;
state 1 : to 1 : when true , 0 ! a ;
";
    assert_eq!(violated(sections), ["progress", "reception-deadlock", "stuck(p)", "stuck(q)"]);
    assert_eq!(
        sentence(sections, "reception-deadlock").2,
        "all wait, and no message is on its way: `p` waits for `a` or `b` from `q`, `q` waits for `b` from `p`"
    );
    // One who has ended does not wait: that is no reception deadlock, but nothing goes on.
    let ended = sections.replace("to 1 : when true , 1 ? b ;", "");
    assert_eq!(violated(&ended), ["progress", "stuck(p)"]);
}

#[test]
fn in_a_shared_channel_a_message_for_somebody_else_is_no_unspecified_reception() {
    // q never receives a, but r could, somewhere.
    let sections = "
nb_channels = 1 ;
parameters : int a ; int b ;
automaton p :
initial : 0
state 0 : to 1 : when true , 0 ! a ;
state 1 :
automaton q :
initial : 0
state 0 : to 1 : when true , 0 ? b ;
state 1 :
automaton r :
initial : 0
state 0 :
state 1 : to 0 : when true , 0 ? a ;
";
    assert_eq!(violated(sections), ["progress", "deadlock", "stuck(q)", "unreceived(a)"]);
    // Its own reception elsewhere is of no use to who waits here.
    let own = sections
        .replace("state 1 : to 0 : when true , 0 ? a ;", "")
        .replace("0 ? b ;\nstate 1 :", "0 ? b ;\nstate 1 : to 1 : when true , 0 ? a ;");
    let unspecified = "unspecified-reception";
    assert_eq!(violated(&own), [unspecified, "progress", "deadlock", "stuck(q)", "unreceived(a)"]);
}

#[test]
fn a_message_to_oneself_is_received_like_any_other() {
    let sections = "
nb_channels = 1 ;
parameters : int a ; int b ;
automaton p :
initial : 0
state 0 : to 1 : when true , 0 ! a ;
state 1 : to 2 : when true , 0 ? a ;
state 2 :
";
    assert_eq!(violated(sections), [""; 0]);
    let other = sections.replace("0 ? a", "0 ? b");
    assert_eq!(
        violated(&other),
        ["unspecified-reception", "progress", "deadlock", "stuck(p)", "unreceived(a)"]
    );
}

#[test]
fn in_a_bag_a_message_waits_behind_no_other() {
    let sections = "
nb_channels = 1 ;
parameters : int a ; int b ;
automaton p :
initial : 0
state 0 : to 1 : when true , 0 ! a ;
state 1 : to 2 : when true , 0 ! b ;
state 2 :
automaton q :
initial : 0
state 0 : to 1 : when true , 0 ? b ;
state 1 : to 2 : when true , 0 ? a ;
state 2 :
";
    assert_eq!(
        violated(sections),
        ["unspecified-reception", "progress", "deadlock", "stuck(q)", "unreceived(a)"]
    );
    let bag = format!("//# bag_buffers = 0\n{sections}");
    assert_eq!(violated(&bag), [""; 0]);
    // Two a's, and one is received: one of them is left, and none after the last reception.
    let twice = bag
        .replace("0 ! b ;\nstate 2 :", "0 ! b ;\nstate 2 : to 3 : when true , 0 ! a ;\nstate 3 :");
    assert_eq!(violated(&twice), ["orphan-message", "deadlock", "unreceived(a)"]);
    assert_eq!(
        sentence(&twice, "unreceived(a)").2,
        "nobody will ever receive `a` in channel 0 (p->q)"
    );
}

#[test]
fn a_message_that_may_get_lost_may_leave_a_participant_stuck() {
    let lossy = REQUEST.replace("parameters", "lossy : 0\nparameters");
    assert_eq!(
        violated(&lossy),
        ["progress", "reception-deadlock", "stuck(client)", "stuck(server)"]
    );
}

/// Two participants that send and never receive: infinitely many configurations.
const ENDLESS: &str = "
nb_channels = 2 ;
parameters : int a ;
automaton p :
initial : 0
state 0 : to 0 : when true , 0 ! a ; to 1 : when true , 1 ? a ;
state 1 :
automaton q :
initial : 0
state 0 : to 0 : when true , 1 ! a ; to 1 : when true , 0 ? a ;
state 1 :
";

#[test]
fn what_is_neither_found_nor_proved_is_unknown_with_the_number_of_configurations() {
    // No control state of the two can be at fault, whatever there is in the channels.
    let nobody = system(ENDLESS);
    let property = SafetyProperty::Linear(LinearProperty::UnspecifiedReception);
    let outcome = check(&nobody, property, Premise::BugsOnly, &Control::unlimited()).outcome;
    assert_eq!(outcome, Outcome::Holds(Justification::Impossible));
    // Beside them somebody waits who might get what it does not understand, if somebody else did not wait for ever.
    let waiting =
        ENDLESS.replace("nb_channels = 2", "nb_channels = 4").replace("int a", "int b ; int a");
    let waiting = format!(
        "{waiting}automaton r :\ninitial : 0\nstate 0 : to 0 : when true , 2 ? a ;\n\
         automaton s :\ninitial : 0\nstate 0 : to 1 : when true , 3 ? a ;\n\
         state 1 : to 0 : when true , 2 ! b ;\n"
    );
    let system = system(&waiting);
    assert_eq!(premise(&system), Premise::BugsOnly);
    let control = Control { max_states: Some(5_000), ..Control::unlimited() };
    let unspecified = |premise, control: &Control| {
        check(
            &system,
            SafetyProperty::Linear(LinearProperty::UnspecifiedReception),
            premise,
            control,
        )
        .outcome
    };
    let found = unspecified(Premise::BugsOnly, &control);
    assert!(matches!(found, Outcome::Holds(Justification::Invariant { .. })), "{found:?}");
    // Few messages in each channel prove nothing.
    let property = SafetyProperty::Linear(LinearProperty::UnspecifiedReception);
    let (all, wanted) = (Configurations::new(&system), EvidenceRequest::Answer);
    let (answer, _) =
        certify_in(&all, property, Premise::BugsOnly, Engine::Bounded, wanted, &control);
    let Outcome::Unknown(UnknownReason::Undecided { configurations, infinite, bound }) =
        answer.outcome
    else {
        panic!("decided, though there are infinitely many configurations");
    };
    assert!(infinite && configurations > 0 && bound == Some(8), "{configurations} {bound:?}");
    let assumed = unspecified(Premise::AssumedEager, &control);
    assert_eq!(assumed, Outcome::Holds(Justification::AssumedEager));
    control.interrupt();
    let stopped = unspecified(Premise::BugsOnly, &control);
    assert_eq!(stopped, Outcome::Unknown(UnknownReason::Limit(Limit::Interrupted)));
}

#[test]
fn among_infinitely_many_configurations_violations_are_found_all_the_same() {
    let system = system(ENDLESS);
    // Where both have ended and a message is left nothing can follow. One who waits in vain may go
    // on sending, so that its continuations are not known.
    let a = system.messages().ids().next().unwrap();
    let properties = [
        SafetyProperty::Linear(LinearProperty::OrphanMessage),
        SafetyProperty::Deadlock,
        SafetyProperty::Unreceived(a),
    ];
    for property in properties {
        let answer = check(&system, property, Premise::BugsOnly, &Control::unlimited());
        assert_eq!(word(&answer), "violated", "{property:?}");
        assert!(witness(answer).replay().steps().len() < 6, "{property:?}");
    }
    for participant in system.automata().ids() {
        let stuck = SafetyProperty::Stuck(participant);
        let answer = check(&system, stuck, Premise::BugsOnly, &Control::unlimited());
        assert_eq!(word(&answer), "unknown");
    }
}

#[test]
fn continuations_are_known_of_rsc_systems_where_configurations_are_infinitely_many() {
    // Whatever p sends, q receives, and p may always send more.
    let stream = system(
        "
nb_channels = 1 ;
parameters : int a ;
automaton p :
initial : 0
state 0 : to 0 : when true , 0 ! a ;
automaton q :
initial : 0
state 0 : to 0 : when true , 0 ? a ;
",
    );
    // Few messages in a FIFO channel say something about all, and nothing of bags.
    let bag = stream.with_channels(ChannelKind::Bag);
    let premises = (premise(&stream), premise(&bag));
    for property in SafetyProperty::all(&stream) {
        for (system, premise) in [(&stream, premises.0), (&bag, premises.1)] {
            let answer = check(system, property, premise, &Control::unlimited());
            assert_eq!(word(&answer), "holds", "{property:?}");
        }
        if !property.is_linear() {
            let answer = check(&stream, property, Premise::BugsOnly, &Control::unlimited());
            assert_eq!(word(&answer), "holds", "{property:?}");
            let answer = check(&bag, property, Premise::BugsOnly, &Control::unlimited());
            // The sender never has a reception.
            let is_idle = property == SafetyProperty::Stuck(ParticipantId::from_index(0));
            let expected = if is_idle { "holds" } else { "unknown" };
            assert_eq!(word(&answer), expected, "{property:?}: nothing is known of the system");
        }
    }
}

#[test]
fn what_few_configurations_show_is_so_in_all() {
    let (mut violated, mut unknown) = (0, 0);
    for seed in 0..case_count(3_000) / 3 {
        let system = system_of(seed);
        let few = Control { max_states: Some(20), ..Control::unlimited() };
        let many = Control { max_states: Some(3_000), ..Control::unlimited() };
        let (part, all) = (Configurations::new(&system), Configurations::new(&system));
        if part.explored(&few).gap().is_none() || all.explored(&many).gap().is_some() {
            continue;
        }
        for property in SafetyProperty::all(&system).into_iter().filter(|p| !p.is_linear()) {
            let of_part = check_in(&part, property, Premise::BugsOnly, &few);
            if word(&of_part) == "violated" {
                let of_all = check_in(&all, property, Premise::BugsOnly, &many);
                let steps = |answer| witness(answer).replay().steps().len();
                assert!(steps(of_all) <= steps(of_part), "seed {seed}: {property:?}");
                violated += 1;
            } else if word(&of_part) == "holds" {
                let of_all = check_in(&all, property, Premise::BugsOnly, &many);
                assert_eq!(word(&of_all), "holds", "seed {seed}: {property:?}");
            } else {
                assert_eq!(word(&of_part), "unknown", "seed {seed}: {property:?}");
                unknown += 1;
            }
        }
    }
    println!("{violated} violated, {unknown} unknown");
    assert!(
        violated > required(20) && unknown > required(20),
        "{violated} violated, {unknown} unknown"
    );
}

#[test]
fn executions_find_what_the_definitions_say_of_random_rsc_systems() {
    let (mut holds, mut violated, mut trailing) = ([0; 4], [0; 4], 0);
    for seed in 0..case_count(3_000) {
        let system = system_of(seed);
        let premise = premise(&system);
        if premise == Premise::BugsOnly {
            continue;
        }
        let control = Control { max_states: Some(3_000), ..Control::unlimited() };
        let configurations = Configurations::new(&system);
        let explored = configurations.explored(&control);
        if explored.gap().is_some() {
            continue;
        }
        for (place, property) in SafetyProperty::LINEAR.into_iter().enumerate() {
            let answer = check(&system, property, premise, &control);
            let mut all = explored.configurations();
            let wrong = all.find(|(_, there)| fault(property, &system, there).is_some());
            match answer.outcome {
                Outcome::Violated(shortest) => {
                    let (node, _) = wrong.expect("what is violated is wrong somewhere");
                    let (_, steps) = explored.run_to(node);
                    let sends = |step: &Step| {
                        let action = system.action(step.participant, step.transition);
                        action.is_some_and(|action| action.direction == Direction::Send)
                    };
                    let any = steps.iter().filter(|step| sends(step)).count();
                    assert!(shortest.communications() <= any, "seed {seed}: {property:?}");
                    let last = shortest.replay().steps().iter().next_back();
                    let internal = last.is_some_and(|step| {
                        system.action(step.participant, step.transition).is_none()
                    });
                    trailing += usize::from(internal);
                    violated[place] += 1;
                }
                outcome => {
                    let is_exact = matches!(
                        outcome,
                        Outcome::Holds(Justification::Rsc(_) | Justification::Component { .. })
                    );
                    assert!(is_exact, "seed {seed}");
                    assert!(wrong.is_none(), "seed {seed}: {property:?}");
                    holds[place] += 1;
                }
            }
        }
    }
    println!("holds {holds:?}, violated {violated:?}, {trailing} end with an internal step");
    assert!(
        holds.iter().chain(&violated).all(|&count| count > required(20)) && trailing > required(20)
    );
}

#[test]
fn bad_states_hold_where_the_definitions_do() {
    let (mut inside, mut outside) = ([0; 4], [0; 4]);
    for seed in 0..case_count(3_000) / 10 {
        let drawn = system_of(seed);
        let system = drawn.with_channels(ChannelKind::Fifo);
        let control = Control { max_states: Some(200), ..Control::unlimited() };
        let specifications = SafetyProperty::LINEAR
            .map(|property| bad_states(&system, property).expect("a small system"));
        for bad in &specifications {
            // What is written is understood.
            let source = Source::new("bad.scm", scm::print(&system, bad, &[]));
            let reading = scm::read(&source);
            let model = reading.model.unwrap_or_else(|| panic!("{:?}", reading.diagnostics));
            assert_eq!(model.bad.len(), bad.len());
        }
        let configurations = Configurations::new(&system);
        for (_, there) in configurations.explored(&control).configurations() {
            for (place, property) in SafetyProperty::LINEAR.into_iter().enumerate() {
                let expected = fault(property, &system, &there).is_some();
                let found = specifications[place].iter().any(|bad| bad.contains(&there));
                assert_eq!(found, expected, "seed {seed}: {property:?} at {there:?}");
                *(if found { &mut inside[place] } else { &mut outside[place] }) += 1;
            }
        }
    }
    println!("{inside:?} configurations inside, {outside:?} outside");
    assert!(inside.iter().all(|&count| count > required(10)), "{inside:?}");
}

#[test]
fn what_bad_states_cannot_say_is_refused() {
    let system = system(REQUEST);
    let refused = |system: &System, property| bad_states(system, property).unwrap_err();
    assert_eq!(refused(&system, SafetyProperty::Deadlock), NotExpressible::Branching);
    let bags = system.with_channels(ChannelKind::Bag);
    let first = bags.channels().ids().next().unwrap();
    assert_eq!(
        refused(&bags, SafetyProperty::Linear(LinearProperty::Progress)),
        NotExpressible::Bag(first)
    );
    // Nobody waits for what another one waits for: 2 to the power of 14 sets of channels.
    let mut builder = SystemBuilder::new("many");
    let message = builder.message("m", MessageSort::Int);
    for name in 0..14 {
        let participant = builder.participant(format!("p{name}"));
        let states = ["0", "1"].map(|state| builder.state(participant, state));
        builder.initial(participant, states[0]);
        for state in states {
            let channel = builder.channel(Channel { kind: ChannelKind::Fifo, lossy: false });
            let receive = Label::Action(Direction::Receive, channel, message);
            builder.transition(participant, state, receive, states[1]);
        }
    }
    let many = builder.finish();
    assert_eq!(
        refused(&many, SafetyProperty::Linear(LinearProperty::ReceptionDeadlock)),
        NotExpressible::TooMany
    );
    assert_eq!(
        refused(&many, SafetyProperty::Linear(LinearProperty::Progress)),
        NotExpressible::TooMany
    );
    assert_eq!(
        bad_states(&many, SafetyProperty::Linear(LinearProperty::OrphanMessage)),
        Ok(Vec::new())
    );
}

#[test]
fn what_no_participant_can_get_to_excuses_nothing_and_spoils_no_proof() {
    let talker =
        "automaton p : initial : 0 state 0 : to 0 : when true , 0 ! a ; to 0 : when true , 0 ? a ;";
    let plain = format!("nb_channels = 1 ; parameters : int a ; {talker}");
    let cluttered = format!("nb_channels = 3 ; parameters : int a ; int b ; {talker} state 9 :");
    for sections in [&plain, &cluttered] {
        let system = system(sections);
        for property in SafetyProperty::LINEAR {
            let answer = check(&system, property, Premise::BugsOnly, &Control::unlimited());
            assert_eq!(
                answer.outcome,
                Outcome::Holds(Justification::Impossible),
                "{property:?}: {sections}"
            );
        }
    }
    // A reception that its participant never gets to still excuses another who does not understand the message.
    let refusing = "nb_channels = 1 ; parameters : int a ; int b ;
        automaton p : initial : 0 state 0 : to 0 : when true , 0 ! a ;
        automaton q : initial : 0 state 0 : to 0 : when true , 0 ? b ;
        automaton r : initial : 0 state 0 : to 0 : when true ; state 9 : to 9 : when true , 0 ?";
    for (received, verdict) in [("a", "holds"), ("b", "violated")] {
        let system = system(&format!("{refusing} {received} ;"));
        let property = SafetyProperty::Linear(LinearProperty::UnspecifiedReception);
        let answer = check(&system, property, Premise::BugsOnly, &Control::unlimited());
        assert_eq!(word(&answer), verdict, "{received}");
    }
}

#[test]
fn what_is_impossible_happens_in_no_configuration_that_is_reached() {
    let (mut impossible, mut more) = (0, 0);
    for seed in 0..case_count(3_000) {
        let system = system_of(seed);
        let control = Control { max_states: Some(500), ..Control::unlimited() };
        let configurations = Configurations::new(&system);
        for property in SafetyProperty::LINEAR {
            if is_impossible(&system, property) != Ok(true) {
                continue;
            }
            impossible += 1;
            more += usize::from(bad_states(&system, property).is_ok_and(|bad| !bad.is_empty()));
            let explored = configurations.explored(&control);
            let wrong =
                explored.configurations().find(|(_, one)| fault(property, &system, one).is_some());
            assert!(wrong.is_none(), "seed {seed}: {property:?}");
        }
    }
    println!("{impossible} impossible, {more} of them only within reach");
    assert!(
        impossible > required(100) && more > required(20),
        "{impossible} impossible, {more} only within reach"
    );
}
