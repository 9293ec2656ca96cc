//! The bundled models of the half-duplex classes, by the definitions as far as short executions show.

use std::collections::BTreeSet;

use crate::support::bundled_systems::models;
use crate::support::effort::scaled;
use crate::support::half_duplex_order::{all_executions, is_half_duplex};
use crate::support::scripted_systems::scripted;
use scm_check::internals::check::membership::{self, Engine, Outcome};
use scm_check::internals::kernel::base::{Control, IndexVec, Random};
use scm_check::internals::kernel::verdict::Verdict;
use scm_check::internals::language::scm;
use scm_check::internals::model::cfsm::{
    Architecture, ChannelId, Configuration, Direction, ParticipantId, System,
};
use scm_check::internals::render::report::class_map;

/// The longest executions that are looked at.
const ACTIONS: usize = 8;

/// The classes, in the order of the map.
const NAMES: [&str; 5] = [
    "rsc",
    "half-duplex[natural]",
    "half-duplex[multiparty]",
    "half-duplex[restricted]",
    "half-duplex[binary]",
];

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

/// Whether a system is in each class, as far as executions of at most so many actions show.
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

/// A random system in which each participant does what it does in a random run: of queues between two, or of mailboxes, which
/// may be bags.
fn drawn(dice: &mut Random) -> System {
    let all = ["p", "q", "r"];
    let participants = &all[..2 + dice.below(2)];
    let has_mailboxes = dice.percent(50);
    let bags: Vec<usize> =
        (0..participants.len()).filter(|_| has_mailboxes && dice.percent(40)).collect();
    let mut items = Vec::new();
    let mut late = Vec::new();
    for _ in 0..2 + dice.below(3) {
        let from = dice.below(participants.len());
        let to = (from + 1 + dice.below(participants.len() - 1)) % participants.len();
        let channel = if has_mailboxes { to } else { 3 * from + to };
        let message = ["a", "b"][dice.below(2)];
        items.push(format!("{channel}!{} {message}", participants[from]));
        // Some wait for another message than the one that comes.
        let received = if dice.percent(80) { message } else { "c" };
        late.push(format!("{channel}?{} {received}", participants[to]));
        if dice.percent(40) {
            items.append(&mut late);
        }
    }
    if dice.percent(50) {
        late.reverse();
    }
    items.append(&mut late);
    scripted(participants, &bags, &items.join(" . ")).system
}

#[test]
fn random_systems_are_in_the_regions_of_the_map() {
    let mut dice = Random::new(5);
    let mut seen: BTreeSet<(usize, usize)> = BTreeSet::new();
    for _ in 0..scaled(3_000) {
        let system = drawn(&mut dice);
        let is_peer_to_peer = Architecture::PeerToPeer.suits(&system);
        let is_defined = [
            true,
            is_peer_to_peer,
            is_peer_to_peer || Architecture::Mailbox.suits(&system),
            is_peer_to_peer,
            is_peer_to_peer && system.automata().len() == 2,
        ];
        let classes = classes(&system);
        let answer = |name: &str| {
            let class = NAMES.iter().position(|&class| class == name).unwrap();
            let verdict = if classes[class] { Verdict::Holds } else { Verdict::Violated };
            is_defined[class].then_some(verdict)
        };
        let map = class_map(Some(("m.scm", &answer)));
        assert_eq!(map.marks.len(), 1, "{classes:?} {}", scm::print(&system, &[], &[]));
        let inside = map.regions.iter().map(|region| region.is_marked);
        assert!(inside.eq(classes), "{classes:?} {}", scm::print(&system, &[], &[]));
        seen.insert(map.marks[0].place);
    }
    assert!(seen.len() >= 8, "{seen:?}");
}
