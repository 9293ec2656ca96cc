//! Known misreadings of the theory are told from the right reading.
//!
//! For each misreading there is a small system on which the definition engine, made to misread,
//! answers wrongly. So a test suite that contains these systems would notice the same mistake in
//! any engine.

use crate::support::membership_engines::{Decision, ENGINES, communications};
use crate::support::misreading::{Misreading, check_misread};
use crate::support::small_systems::{BAG, FIFO, system};
use scm_check::internals::kernel::base::Control;
use scm_check::internals::model::cfsm::{Channel, System};

/// A system that tells a misreading from the right reading.
struct Killer {
    misreading: Misreading,
    channels: &'static [Channel],
    automata: &'static [&'static str],
    /// The number of communications of its shortest borderline violation; none if it is RSC.
    shortest: Option<usize>,
    /// The number that the misreading claims.
    claimed: Option<usize>,
}

impl Killer {
    fn system(&self) -> System {
        system(self.channels, self.automata)
    }
}

/// What the borderline automaton can get wrong when its definition is read too literally or too
/// freely.
const READINGS: &[Killer] = &[
    // The visitor takes the form or the pass, never both.
    Killer {
        misreading: Misreading::DisabledLastReception,
        channels: &[FIFO, FIFO, FIFO],
        automata: &["0 0!form 1, 1 1!note 2", "0 1?note 1, 1 2!pass 2", "0 2?pass 1, 0 0?form 2"],
        shortest: None,
        claimed: Some(3),
    },
    // The second page stays behind the first for ever.
    Killer {
        misreading: Misreading::UnmatchedSendsDoNotBlock,
        channels: &[FIFO, FIFO],
        automata: &["0 0!first 1, 1 0!second 2, 2 1!done 3", "0 1?done 1, 1 0?second 2"],
        shortest: None,
        claimed: Some(3),
    },
    Killer {
        misreading: Misreading::LastLinkOfReceiverAlone,
        channels: &[FIFO, FIFO],
        automata: &["0 0!data 1, 1 1!end 2", "0 1?end 1, 1 0?data 2"],
        shortest: Some(2),
        claimed: None,
    },
    // Only their channel orders the two offers.
    Killer {
        misreading: Misreading::FirstLinkNotThroughChannel,
        channels: &[FIFO, FIFO],
        automata: &["0 0!offer 1", "0 0!counter 1, 1 1!go 2", "0 1?go 1, 1 0?offer 2"],
        shortest: Some(3),
        claimed: None,
    },
    Killer {
        misreading: Misreading::LaterLinkNotThroughChannel,
        channels: &[FIFO, FIFO],
        automata: &["0 0!page 1, 1 1!log 2", "0 1!trace 1, 1 0?page 2"],
        shortest: Some(3),
        claimed: None,
    },
    // The clerks read one queue, and the first letter has to leave it before the second.
    Killer {
        misreading: Misreading::MatchedLinkNotThroughChannel,
        channels: &[FIFO, FIFO],
        automata: &[
            "0 0!draft 1, 1 1!first 2",
            "0 1?first 1",
            "0 1!second 1",
            "0 1?second 1, 1 0?draft 2",
        ],
        shortest: Some(3),
        claimed: None,
    },
    // The printer's trace is later than the page, but does not depend on it.
    Killer {
        misreading: Misreading::AnyLaterLink,
        channels: &[FIFO, FIFO],
        automata: &["0 0!page 1", "0 1!trace 1, 1 0?page 2"],
        shortest: None,
        claimed: Some(2),
    },
    Killer {
        misreading: Misreading::LastLinkOfAnyone,
        channels: &[FIFO, FIFO],
        automata: &["0 0!page 1, 1 1!log 2", "0 0?page 1"],
        shortest: None,
        claimed: Some(2),
    },
    Killer {
        misreading: Misreading::BagOrdersAllMessages,
        channels: &[FIFO, BAG],
        automata: &["0 0!page 1, 1 1!log 2", "0 1!trace 1, 1 0?page 2"],
        shortest: None,
        claimed: Some(3),
    },
    Killer {
        misreading: Misreading::BagBlocksAllMessages,
        channels: &[BAG],
        automata: &["0 0!slow 1, 1 0!fast 2", "0 0?fast 1, 1 0?slow 2"],
        shortest: Some(2),
        claimed: None,
    },
    Killer {
        misreading: Misreading::ChosenSendIsLink,
        channels: &[FIFO],
        automata: &["0 0!tick 1, 1 0?tick 0"],
        shortest: None,
        claimed: Some(1),
    },
    // Both alarms wait in one queue, yet nothing comes between the timer's two actions.
    Killer {
        misreading: Misreading::SenderIsReachedByAnyLink,
        channels: &[FIFO],
        automata: &["0 0!alarm 1, 1 0?alarm 2", "0 0!stop 1, 1 0!stop 2"],
        shortest: None,
        claimed: Some(2),
    },
    Killer {
        misreading: Misreading::SenderNeverReceives,
        channels: &[FIFO, FIFO],
        automata: &["0 0!alarm 1, 1 1!armed 2, 2 0?alarm 3", "0 1?armed 1"],
        shortest: Some(2),
        claimed: None,
    },
];

/// What a search can get wrong by trying too few executions.
const SHORTCUTS: &[Killer] = &[
    Killer {
        misreading: Misreading::FirstInitialStates,
        channels: &[FIFO, FIFO],
        automata: &["0 0!call 1, 1 1?call 2", "initial 0 1: 1 1!call 2, 2 0?call 3"],
        shortest: Some(2),
        claimed: None,
    },
    Killer {
        misreading: Misreading::FirstTransitions,
        channels: &[FIFO, FIFO],
        automata: &["0 0!call 1, 0 0!call 2, 2 1?call 3", "0 1!call 1, 1 0?call 2"],
        shortest: Some(2),
        claimed: None,
    },
    // The server takes the two messages in any order, so the first could always be received.
    Killer {
        misreading: Misreading::MatchableSendIsMatched,
        channels: &[FIFO, FIFO],
        automata: &["0 0!head 1, 1 1!body 2", "0 0?head 1, 1 1?body 2, 0 1?body 3, 3 0?head 4"],
        shortest: Some(2),
        claimed: None,
    },
    Killer {
        misreading: Misreading::SameControlDominates,
        channels: &[FIFO, FIFO],
        automata: &["0 0!head 1, 1 1!body 2", "0 0?head 0, 0 1?body 0"],
        shortest: Some(2),
        claimed: None,
    },
    // Waiting for the head in a loop, the server has given up the body.
    Killer {
        misreading: Misreading::LoopingReceptionDominates,
        channels: &[FIFO, FIFO],
        automata: &["0 0!head 1, 1 1!body 2", "0 tau 1, 1 0?head 1, 0 1?body 2, 2 0?head 3"],
        shortest: Some(2),
        claimed: None,
    },
    Killer {
        misreading: Misreading::RoundTripDominates,
        channels: &[FIFO, FIFO],
        automata: &["0 0!alarm 1, 1 0?alarm 0, 1 1!armed 2, 2 0?alarm 3"],
        shortest: Some(2),
        claimed: None,
    },
    // The crossing comes after the note to oneself.
    Killer {
        misreading: Misreading::InternalStepSeparates,
        channels: &[FIFO, FIFO, FIFO],
        automata: &[
            "0 2!note 1, 1 tau 2, 2 2?note 3, 3 0!call 4, 4 1?call 5",
            "0 1!call 1, 1 0?call 2",
        ],
        shortest: Some(3),
        claimed: None,
    },
];

fn killers() -> impl Iterator<Item = &'static Killer> {
    READINGS.iter().chain(SHORTCUTS)
}

#[test]
fn every_misreading_has_its_killer() {
    let mut killed: Vec<Misreading> = killers().map(|killer| killer.misreading).collect();
    killed.sort();
    assert_eq!(killed, Misreading::ALL);
}

#[test]
fn the_engines_are_right_where_a_misreading_is_wrong() {
    for killer in killers() {
        for (name, engine) in ENGINES {
            let found = match engine(&killer.system()) {
                Decision::Holds => None,
                Decision::Violated(execution) => Some(communications(&execution)),
            };
            assert_eq!(found, killer.shortest, "{name} on the killer of {:?}", killer.misreading);
        }
    }
}

#[test]
fn every_misreading_is_wrong_on_its_killer() {
    for killer in killers() {
        let Killer { misreading, shortest, claimed, .. } = *killer;
        assert_ne!(claimed.is_some(), shortest.is_some(), "{misreading:?}");
        let answer = check_misread(&killer.system(), misreading, &Control::unlimited());
        assert_eq!(answer, Ok(claimed), "{misreading:?}");
    }
}
