//! The bundled models of the half-duplex classes, by the definitions as far as short executions show.

use crate::support::bundled_systems::models;
use crate::support::half_duplex_order::{all_executions, is_half_duplex};
use scm_check::internals::check::membership::{self, Engine, Outcome};
use scm_check::internals::kernel::base::{Control, IndexVec};
use scm_check::internals::model::cfsm::{
    Architecture, ChannelId, Configuration, Direction, ParticipantId, System,
};

/// The longest executions that are looked at.
const ACTIONS: usize = 8;

/// For each model whether it is RSC, natural, multiparty, restricted and binary half-duplex; a class that is not defined
/// for its channels counts as one that it is not in.
const MODELS: [(&str, [bool; 5]); 12] = [
    ("crossing_messages", [false, false, false, false, false]),
    ("rsc_not_half_duplex", [true, false, false, false, false]),
    ("natural_ring", [false, true, false, false, false]),
    ("bag_half_duplex", [false, false, true, false, false]),
    ("unheard_ring", [true, true, false, false, false]),
    ("mailbox_half_duplex", [true, false, true, false, false]),
    ("post_correspondence", [false, true, true, false, false]),
    ("natural_half_duplex", [true, true, true, false, false]),
    ("logged_client_server", [true, true, true, false, false]),
    ("restricted_half_duplex", [true, true, true, true, false]),
    ("half_duplex", [true, true, true, true, true]),
    ("junction", [false, true, false, false, false]),
];

/// The sender and the receiver of each channel of a peer-to-peer system.
fn ends(system: &System) -> IndexVec<ChannelId, [Option<ParticipantId>; 2]> {
    let mut ends = IndexVec::filled([None; 2], system.channels().len());
    for action in system.actions() {
        ends[action.channel][usize::from(action.direction == Direction::Receive)] =
            Some(action.participant);
    }
    ends
}

fn classes(system: &System) -> [bool; 5] {
    let is_peer_to_peer = Architecture::PeerToPeer.suits(system);
    let ends = ends(system);
    let filled = |configuration: &Configuration| -> Vec<ChannelId> {
        let contents = configuration.contents.enumerate();
        contents.filter(|(_, held)| !held.is_empty()).map(|(channel, _)| channel).collect()
    };
    let is_natural = all_executions(system, ACTIONS, |configuration, _| {
        let filled = filled(configuration);
        filled.iter().all(|&one| {
            filled.iter().all(|&other| {
                let [from, to] = ends[other];
                ends[one] != [to, from]
            })
        })
    });
    let is_restricted =
        all_executions(system, ACTIONS, |configuration, _| filled(configuration).len() <= 1);
    let answer = membership::check(system, Engine::Plain, &Control::unlimited());
    [
        matches!(answer.outcome, Outcome::Holds(_)),
        is_peer_to_peer && is_natural,
        is_half_duplex(system, ACTIONS),
        is_peer_to_peer && is_restricted,
        is_peer_to_peer && is_restricted && system.automata().len() == 2,
    ]
}

#[test]
fn there_is_a_model_in_each_region_of_the_half_duplex_classes() {
    let models = models();
    for (name, expected) in MODELS {
        let file = format!("{name}.scm");
        let (_, model) = models.iter().find(|(path, _)| path.ends_with(&file)).unwrap();
        assert_eq!(classes(&model.system), expected, "{name}");
    }
}
