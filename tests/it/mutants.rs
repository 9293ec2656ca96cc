//! Known misreadings of the theory are told from the right reading.
//!
//! For each misreading there is a small system on which the definition engine, made to misread,
//! answers wrongly. So a test suite that contains these systems would notice the same mistake in
//! any engine.

use crate::engines::shortest;
use crate::notation::system;
use scm_check::check::membership::{Misreading, check_misread};
use scm_check::kernel::base::Control;
use scm_check::model::cfsm::System;

/// A system that kills a misreading.
struct Killer {
    misreading: Misreading,
    system: System,
    /// The number of communications of its shortest borderline violation, if it has one.
    right: Option<usize>,
    /// The number that the misreading claims.
    wrong: Option<usize>,
}

fn killer(
    misreading: Misreading,
    right: Option<usize>,
    wrong: Option<usize>,
    bags: &[usize],
    participants: &[(&str, &str)],
) -> Killer {
    Killer { misreading, system: system(bags, participants), right, wrong }
}

/// What the borderline automaton can get wrong when its definition is read too literally or too
/// freely.
fn killers_of_readings() -> Vec<Killer> {
    use Misreading as M;
    vec![
        // The visitor takes the form or the pass, never both.
        killer(
            M::DisabledLastReception,
            None,
            Some(3),
            &[],
            &[
                ("clerk", "0: 0 0!form 1; 1 1!note 2"),
                ("guard", "0: 0 1?note 1; 1 2!pass 2"),
                ("visitor", "0: 0 2?pass 1; 0 0?form 2"),
            ],
        ),
        // The second page stays behind the first for ever.
        killer(
            M::UnmatchedSendsDoNotBlock,
            None,
            Some(3),
            &[],
            &[
                ("scanner", "0: 0 0!first 1; 1 0!second 2; 2 1!done 3"),
                ("reader", "0: 0 1?done 1; 1 0?second 2"),
            ],
        ),
        killer(
            M::LastLinkOfReceiverAlone,
            Some(2),
            None,
            &[],
            &[("client", "0: 0 0!data 1; 1 1!end 2"), ("server", "0: 0 1?end 1; 1 0?data 2")],
        ),
        // Only their channel orders the two offers.
        killer(
            M::FirstLinkNotThroughChannel,
            Some(3),
            None,
            &[],
            &[
                ("seller", "0: 0 0!offer 1"),
                ("rival", "0: 0 0!counter 1; 1 1!go 2"),
                ("buyer", "0: 0 1?go 1; 1 0?offer 2"),
            ],
        ),
        killer(
            M::LaterLinkNotThroughChannel,
            Some(3),
            None,
            &[],
            &[("writer", "0: 0 0!page 1; 1 1!log 2"), ("printer", "0: 0 1!trace 1; 1 0?page 2")],
        ),
        // The clerks read one queue, and the first letter has to leave it before the second.
        killer(
            M::MatchedLinkNotThroughChannel,
            Some(3),
            None,
            &[],
            &[
                ("author", "0: 0 0!draft 1; 1 1!first 2"),
                ("clerk", "0: 0 1?first 1"),
                ("editor", "0: 0 1!second 1"),
                ("reviewer", "0: 0 1?second 1; 1 0?draft 2"),
            ],
        ),
        // The printer's trace is later than the page, but does not depend on it.
        killer(
            M::AnyLaterLink,
            None,
            Some(2),
            &[],
            &[("writer", "0: 0 0!page 1"), ("printer", "0: 0 1!trace 1; 1 0?page 2")],
        ),
        killer(
            M::LastLinkOfAnyone,
            None,
            Some(2),
            &[],
            &[("writer", "0: 0 0!page 1; 1 1!log 2"), ("printer", "0: 0 0?page 1")],
        ),
        killer(
            M::BagOrdersAllMessages,
            None,
            Some(3),
            &[1],
            &[("writer", "0: 0 0!page 1; 1 1!log 2"), ("printer", "0: 0 1!trace 1; 1 0?page 2")],
        ),
        killer(
            M::BagBlocksAllMessages,
            Some(2),
            None,
            &[0],
            &[("client", "0: 0 0!slow 1; 1 0!fast 2"), ("server", "0: 0 0?fast 1; 1 0?slow 2")],
        ),
        killer(M::ChosenSendIsLink, None, Some(1), &[], &[("timer", "0: 0 0!tick 1; 1 0?tick 0")]),
        // Both alarms wait in one queue, yet nothing comes between the timer's two actions.
        killer(
            M::SenderIsReachedByAnyLink,
            None,
            Some(2),
            &[],
            &[("timer", "0: 0 0!alarm 1; 1 0?alarm 2"), ("user", "0: 0 0!stop 1; 1 0!stop 2")],
        ),
        killer(
            M::SenderNeverReceives,
            Some(2),
            None,
            &[],
            &[("timer", "0: 0 0!alarm 1; 1 1!armed 2; 2 0?alarm 3"), ("user", "0: 0 1?armed 1")],
        ),
    ]
}

/// What a search can get wrong by trying too few executions.
fn killers_of_shortcuts() -> Vec<Killer> {
    use Misreading as M;
    vec![
        killer(
            M::FirstInitialStates,
            Some(2),
            None,
            &[],
            &[
                ("caller", "0: 0 0!call 1; 1 1?call 2"),
                ("callee", "idle busy: busy 1!call 1; 1 0?call 2"),
            ],
        ),
        killer(
            M::FirstTransitions,
            Some(2),
            None,
            &[],
            &[
                ("caller", "0: 0 0!call 1; 0 0!call 2; 2 1?call 3"),
                ("callee", "0: 0 1!call 1; 1 0?call 2"),
            ],
        ),
        // The server takes the two messages in any order, so the first could always be received.
        killer(
            M::MatchableSendIsMatched,
            Some(2),
            None,
            &[],
            &[
                ("client", "0: 0 0!head 1; 1 1!body 2"),
                ("server", "0: 0 0?head 1; 1 1?body 2; 0 1?body 3; 3 0?head 4"),
            ],
        ),
        killer(
            M::SameControlDominates,
            Some(2),
            None,
            &[],
            &[("client", "0: 0 0!head 1; 1 1!body 2"), ("server", "0: 0 0?head 0; 0 1?body 0")],
        ),
        // Waiting for the head in a loop, the server has given up the body.
        killer(
            M::LoopingReceptionDominates,
            Some(2),
            None,
            &[],
            &[
                ("client", "0: 0 0!head 1; 1 1!body 2"),
                ("server", "0: 0 ~ 1; 1 0?head 1; 0 1?body 2; 2 0?head 3"),
            ],
        ),
        killer(
            M::RoundTripDominates,
            Some(2),
            None,
            &[],
            &[("timer", "0: 0 0!alarm 1; 1 0?alarm 0; 1 1!armed 2; 2 0?alarm 3")],
        ),
        // The crossing comes after the note to oneself.
        killer(
            M::InternalStepSeparates,
            Some(3),
            None,
            &[],
            &[
                ("caller", "0: 0 2!note 1; 1 ~ 2; 2 2?note 3; 3 0!call 4; 4 1?call 5"),
                ("callee", "0: 0 1!call 1; 1 0?call 2"),
            ],
        ),
    ]
}

fn killers() -> Vec<Killer> {
    let mut killers = killers_of_readings();
    killers.extend(killers_of_shortcuts());
    killers
}

#[test]
fn every_misreading_has_its_killer() {
    let mut killed: Vec<Misreading> = killers().iter().map(|k| k.misreading).collect();
    killed.sort();
    assert_eq!(killed, Misreading::ALL);
}

#[test]
fn the_engines_are_right_where_a_misreading_is_wrong() {
    for Killer { misreading, system, right, .. } in killers() {
        assert_eq!(shortest(&system), right, "the killer of {misreading:?}");
    }
}

#[test]
fn every_misreading_is_wrong_on_its_killer() {
    for Killer { misreading, system, wrong, right } in killers() {
        let claimed = check_misread(&system, misreading, &Control::unlimited()).unwrap();
        assert_eq!(claimed, wrong, "{misreading:?}");
        assert_ne!(claimed.is_some(), right.is_some(), "{misreading:?}");
    }
}
