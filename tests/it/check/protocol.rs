//! The named checks on small choreographies, whose answers were worked out by hand.

use crate::check::realisability::choreography;
use scm_check::internals::check::named_checks::{
    Fairness, Finding, Unknown, commutation_closure, globally_cooperative, label_determinism,
    role_progress, strong_progress_expected, strong_progress_sent, termination_awareness,
};
use scm_check::internals::check::reachability::{Configurations, Premise};
use scm_check::internals::check::realisability::Occurrence;
use scm_check::internals::kernel::base::{Control, Limit};
use scm_check::internals::model::cfsm::{ParticipantId, SafetyProperty};
use scm_check::internals::model::choreography::{Architecture, ChannelChoice, Choreography};

const P2P: ChannelChoice =
    ChannelChoice { architecture: Some(Architecture::PeerToPeer), kind: None };

fn read(text: &str) -> Choreography {
    choreography(text, P2P)
}

fn name(choreography: &Choreography, participant: ParticipantId) -> &str {
    &choreography.source().participants[participant]
}

/// The messages of a run.
fn messages(choreography: &Choreography, run: &[Occurrence]) -> String {
    let messages = &choreography.source().messages;
    run.iter().map(|one| messages[one.exchange.message].as_str()).collect()
}

#[test]
fn who_waits_behind_the_end_is_named() {
    // After `a` the protocol may be over, and `q` cannot know.
    let open = read("0 p>q:a 1; 0 p>r:b 2; 2 p>q:a 3; 3 p>q:c 4");
    let Finding::Violated(found) = termination_awareness(&open, 100, &Control::unlimited()) else {
        panic!("q waits for c");
    };
    assert_eq!(name(&open, found.participant), "q");
    assert_eq!(messages(&open, &found.run), "a");
    assert_eq!(open.source().messages[found.awaited.1], "c");
    let closed = read("0 p>q:a 1; 0 p>r:b 2; 2 p>q:a 3; 1 p>r:c 3");
    assert_eq!(
        termination_awareness(&closed, 100, &Control::unlimited()),
        Finding::Holds(()),
        "everybody is told"
    );
    assert_eq!(
        termination_awareness(&read("0 p>q:a 1; 1 p>r:c 3"), 100, &Control::unlimited()),
        Finding::Holds(())
    );
}

#[test]
fn what_nothing_leaves_is_an_end_though_the_same_words_go_on() {
    // After `a` the protocol is over in 2 and goes on in 1: `p` cannot know.
    let hidden = read("0 s>r:a 1; 0 s>r:a 2; 1 s>p:a 2");
    let Finding::Violated(found) = termination_awareness(&hidden, 100, &Control::unlimited())
    else {
        panic!("p waits for a");
    };
    assert_eq!(name(&hidden, found.participant), "p");
    assert_eq!(messages(&hidden, &found.run), "a");
    assert_eq!(
        termination_awareness(&read("0 s>r:a 1; 1 s>p:a 2"), 100, &Control::unlimited()),
        Finding::Holds(()),
        "with one target it goes on"
    );
}

#[test]
fn who_may_also_send_is_waiting_at_the_end_and_for_what_is_expected_but_not_for_progress() {
    // For all that it has seen `p` may send `a` and may receive `b`.
    let both = read("0 p>q:a 1; 0 r>q:c 2; 2 r>p:b 1; 0 r>s:e 3; 3 r>s:e 3");
    let Finding::Violated(found) =
        role_progress(&both, Fairness::Unfair, 100, &Control::unlimited())
    else {
        panic!("q can only receive");
    };
    assert_eq!(name(&both, found.participant), "q");
    let ending = read("0 p>q:a 1; 0 r>q:c 2; 2 r>p:b 1; 0 r>s:e 3");
    let Finding::Violated(found) = termination_awareness(&ending, 100, &Control::unlimited())
    else {
        panic!("p may wait for b after e");
    };
    assert_eq!(name(&ending, found.participant), "p");
    assert_eq!(ending.source().messages[found.awaited.1], "b");
    // After `c` it may still send `a`, but then waits for `e`.
    let chosen = read(
        "0 r>q:c 1; 1 r>q:f 6; 6 q>r:g 1; 0 r>q:d 2; 2 p>q:a 3; 3 r>p:e 5; 2 r>p:b 4; 4 r>q:h 7",
    );
    let system = chosen.implementation(100).unwrap();
    let p = system.automata().ids().find(|&id| system.automata()[id].name() == "p").unwrap();
    let configurations = Configurations::new(&system);
    let expected =
        strong_progress_expected(&configurations, Premise::BugsOnly, &Control::unlimited());
    let Finding::Violated(found) = expected else { panic!("after c nobody sends b") };
    assert_eq!(found.property, SafetyProperty::Stuck(p));
    assert_eq!(found.witness.replay().steps().len(), 1);
}

#[test]
fn every_check_stops_when_it_is_told_to() {
    let choreography = read("0 p>q:a 1; 1 q>p:b 0");
    let control = Control::unlimited();
    control.interrupt();
    fn is_cut<V>(found: &Finding<V>) -> bool {
        matches!(found, Finding::Unknown(Unknown::Limit(Limit::Interrupted)))
    }
    assert!(is_cut(&termination_awareness(&choreography, 100, &control)));
    assert!(is_cut(&role_progress(&choreography, Fairness::Unfair, 100, &control)));
    assert!(is_cut(&label_determinism(&choreography, 100, &control)));
    assert!(is_cut(&commutation_closure(&choreography, &control)));
    assert!(is_cut(&globally_cooperative(&choreography, &control)));
    let system = choreography.implementation(100).unwrap();
    let configurations = Configurations::new(&system);
    assert!(is_cut(&strong_progress_expected(&configurations, Premise::BugsOnly, &control)));
}

#[test]
fn fair_choices_leave_fewer_out() {
    let progress = |text: &str| {
        let choreography = read(text);
        [Fairness::Fair, Fairness::Unfair].map(|fairness| {
            match role_progress(&choreography, fairness, 100, &Control::unlimited()) {
                Finding::Violated(found) => {
                    let cycle = messages(&choreography, &found.cycle);
                    format!("{} by {cycle}", name(&choreography, found.participant))
                }
                Finding::Holds(()) => "nobody".to_owned(),
                Finding::Unknown(why) => panic!("{why:?}"),
            }
        })
    };
    assert_eq!(progress("0 p>q:a 0; 0 p>q:b 1; 1 p>r:c 2"), ["nobody", "r by a"]);
    assert_eq!(progress("0 p>q:a 1; 1 p>q:b 1; 0 p>q:c 2; 2 p>r:d 3"), ["r by b"; 2]);
    assert_eq!(progress("0 p>q:a 1; 1 q>r:b 0"), ["nobody"; 2]);
}

#[test]
fn equal_interactions_with_different_targets_are_ambiguous() {
    let one = read("0 p>q:a 1; 1 p>q:b 2; 0 p>q:a 3; 3 p>q:b 4");
    let Finding::Violated(found) = label_determinism(&one, 100, &Control::unlimited()) else {
        panic!("0 has two")
    };
    assert_eq!(found.edges.map(scm_check::internals::kernel::base::Id::index), [0, 2]);
    assert_eq!((found.run.len(), found.are_equal_behind), (0, Some(true)));
    let other = read("0 p>q:x 5; 5 p>q:a 1; 1 p>q:b 2; 5 p>q:a 3; 3 p>q:c 4");
    let Finding::Violated(found) = label_determinism(&other, 100, &Control::unlimited()) else {
        panic!("5 has two")
    };
    assert_eq!((messages(&other, &found.run), found.are_equal_behind), ("x".into(), Some(false)));
    assert_eq!(
        label_determinism(&read("0 p>q:a 1; 0 p>q:b 1"), 100, &Control::unlimited()),
        Finding::Holds(())
    );
}

#[test]
fn independent_interactions_commute_or_not() {
    let ordered = read("0 p>q:x 1; 1 p>q:a 2; 2 r>s:b 3");
    let Finding::Violated(found) = commutation_closure(&ordered, &Control::unlimited()) else {
        panic!("b is not first")
    };
    assert_eq!(messages(&ordered, &found.run), "x");
    assert_eq!(messages(&ordered, &[found.first, found.second]), "ab");
    assert_eq!(found.other, None);
    let both = read("0 p>q:a 1; 1 r>s:b 3; 0 r>s:b 2; 2 p>q:a 3");
    assert_eq!(commutation_closure(&both, &Control::unlimited()), Finding::Holds(()));
    let differ = read("0 p>q:a 1; 1 r>s:b 3; 0 r>s:b 2; 2 p>q:a 4; 4 p>q:c 5");
    assert!(matches!(commutation_closure(&differ, &Control::unlimited()), Finding::Violated(_)));
}

#[test]
fn loops_keep_together_or_fall_apart() {
    let apart = read("0 p>q:x 1; 1 p>q:a 2; 2 r>s:b 1");
    let Finding::Violated(found) = globally_cooperative(&apart, &Control::unlimited()) else {
        panic!("a and b loop")
    };
    assert_eq!(messages(&apart, &found.run), "x");
    assert_eq!(messages(&apart, &found.cycle).len(), 2);
    assert_eq!(found.part.len(), 1);
    // The loop through `c` keeps together, and within it there is one that does not.
    let inner = read("0 p>q:a 1; 1 r>s:b 0; 1 q>r:c 0");
    let Finding::Violated(found) = globally_cooperative(&inner, &Control::unlimited()) else {
        panic!("a and b loop")
    };
    let mut cycle: Vec<char> = messages(&inner, &found.cycle).chars().collect();
    cycle.sort_unstable();
    assert_eq!(cycle, ['a', 'b']);
    assert_eq!(
        globally_cooperative(&read("0 p>q:a 1; 1 q>r:b 0"), &Control::unlimited()),
        Finding::Holds(())
    );
    assert_eq!(
        globally_cooperative(&read("0 p>q:a 1; 1 r>s:b 2"), &Control::unlimited()),
        Finding::Holds(()),
        "no loop"
    );
    // Two loops that meet in a state are one closed walk.
    assert!(matches!(
        globally_cooperative(&read("0 p>q:a 0; 0 r>s:b 0"), &Control::unlimited()),
        Finding::Violated(_)
    ));
}

#[test]
fn what_is_sent_and_who_waits_make_progress() {
    let progress = |text: &str| {
        let system = read(text).implementation(100).unwrap();
        let (configurations, control) = (Configurations::new(&system), Control::unlimited());
        let sent = strong_progress_sent(&configurations, Premise::BugsOnly, &control);
        let expected = strong_progress_expected(&configurations, Premise::BugsOnly, &control);
        [sent, expected].map(|found| match found {
            Finding::Holds(()) => "holds".to_owned(),
            Finding::Violated(found) => found.property.name(&system),
            Finding::Unknown(why) => panic!("{why:?}"),
        })
    };
    assert_eq!(progress("0 p>q:a 1; 1 q>p:b 0"), ["holds", "holds"]);
    assert_eq!(progress("0 p>q:a 1; 0 p>r:b 2")[0], "holds");
    assert_eq!(progress("0 p>q:a 1; 0 p>r:b 2")[1], "stuck(q)");
    assert_eq!(progress("0 p>q:a 1; 1 r>q:c 3; 0 p>q:b 2; 2 r>q:d 4")[0], "unreceived(c)");
}
