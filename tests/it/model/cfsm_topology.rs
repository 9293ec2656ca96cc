//! The topology of a system, and what it says about half-duplex communication.

use std::collections::BTreeSet;

use crate::support::effort::{required, scaled};
use crate::support::half_duplex_order::is_half_duplex;
use crate::support::scripted_systems::scripted;
use scm_check::internals::kernel::base::{Id as _, Random};
use scm_check::internals::kernel::source::Source;
use scm_check::internals::language::scm;
use scm_check::internals::model::cfsm::{
    Architecture, ChannelId, ParticipantId, System, Topology, TopologyObstacle,
};
use scm_check::internals::model::generate::{Family, Size, generate};

fn named(system: &System, participants: &[ParticipantId]) -> String {
    let names: Vec<&str> = participants.iter().map(|&one| system.automata()[one].name()).collect();
    names.join(" ")
}

/// The edges of the topology, each with its channels, as a text.
fn edges(system: &System) -> Vec<String> {
    let topology = Topology::new(system);
    let edge = |((from, to), channels): ((ParticipantId, ParticipantId), &[ChannelId])| {
        let channels: Vec<String> = channels.iter().map(|one| one.index().to_string()).collect();
        format!("{} {}", named(system, &[from, to]), channels.join(","))
    };
    topology.edges().map(edge).collect()
}

fn obstacle(system: &System) -> String {
    match Topology::new(system).obstacle() {
        None => "none".to_owned(),
        Some(TopologyObstacle::Cycle(cycle)) => format!("cycle {}", named(system, &cycle)),
        Some(TopologyObstacle::Junction { participant, sources: [first, second], target }) => {
            let all: Vec<_> = [first, second, participant].into_iter().chain(target).collect();
            format!("junction {}", named(system, &all))
        }
    }
}

#[test]
fn an_edge_leads_from_each_sender_to_each_receiver_of_a_channel() {
    let of = |text| edges(&scripted(&["p", "q", "r"], &[], text).system);
    assert_eq!(of("0!p a . 1!p b . 0?q a . 1?q b . 2!q c"), ["p q 0,1"]);
    assert_eq!(of("0!p a . 0!q b . 0?q a . 0?r b"), ["p q 0", "p r 0", "q q 0", "q r 0"]);
    assert_eq!(of("0?p a . 1!q b"), [""; 0]);
    assert_eq!(of("0!p a . 0!p a . 0?r a . 0?r a"), ["p r 0"]);
}

#[test]
fn obstacles_are_cycles_and_participants_that_send_and_have_two_sources() {
    let of = |text| obstacle(&scripted(&["p", "q", "r", "s"], &[], text).system);
    assert_eq!(of("0!p a . 0?q a . 1!q b . 1?r b"), "none");
    assert_eq!(of("0!p a . 0?q a . 1!p b . 1?r b . 2!q c . 2?r c"), "none");
    assert_eq!(of("0!p a . 0?q a . 1!r b . 1?q b . 2!q c . 2?s c"), "junction p r q s");
    assert_eq!(of("0!p a . 0?q a . 1!q b . 1?r b . 2!r c . 2?q c"), "cycle q r");
    assert_eq!(
        of("0!p a . 0?q a . 1!q b . 1?r b . 2!r c . 2?s c . 3!s d . 3?p d"),
        "cycle p q r s"
    );
    assert_eq!(of("0!p a . 0?p a"), "cycle p");
    // What nobody reads is sent all the same, so that what waits may be in its way: here q sends while `a` waits.
    assert_eq!(of("0!p a . 1!p b . 1?r b . 2!r c . 2?q c . 3!q d . 0?q a"), "junction p r q");
    // A channel that nobody reads leads nowhere, and one that nobody writes comes from nowhere.
    assert_eq!(of("0!p a . 0?q a . 1!q b . 2?p c"), "none");
    assert_eq!(of("0!p a . 0?q a . 1?q b . 2!q c . 2?s c"), "none");
}

#[test]
fn the_topology_of_the_client_the_server_and_the_database() {
    let text = include_str!("../../../models/paper/logged_client_server.scm");
    let system = scm::read(&Source::new("m.scm", text)).model.unwrap().system;
    // Figure 5.1 of the thesis; it has a cycle, although the system is half-duplex.
    assert_eq!(edges(&system), ["client server 0", "server client 1", "server database 2"]);
    assert_eq!(obstacle(&system), "cycle client server");
}

/// Whether a topology has an obstacle, by the definitions of a cycle and of degrees.
fn is_obstacle(topology: &Topology) -> bool {
    let mut leads: BTreeSet<(ParticipantId, ParticipantId)> =
        topology.edges().map(|(edge, _)| edge).collect();
    let edges: Vec<_> = leads.iter().copied().collect();
    let is_junction = |who| {
        let incoming = edges.iter().filter(|edge| edge.1 == who).count();
        incoming > 1 && edges.iter().any(|edge| edge.0 == who)
    };
    let has_junction = edges.iter().any(|edge| is_junction(edge.0));
    loop {
        let longer: Vec<_> = leads
            .iter()
            .flat_map(|&(from, to)| {
                edges.iter().filter(move |edge| edge.0 == to).map(move |edge| (from, edge.1))
            })
            .collect();
        let known = leads.len();
        leads.extend(longer);
        if leads.len() == known {
            return has_junction || leads.iter().any(|(from, to)| from == to);
        }
    }
}

#[test]
fn a_peer_to_peer_system_without_obstacle_is_half_duplex() {
    let mut dice = Random::new(11);
    // Without an obstacle; with one, half-duplex and not.
    let mut seen = [0; 3];
    for _ in 0..scaled(3_000) {
        let all = ["p", "q", "r", "s"];
        let participants = &all[..2 + dice.below(3)];
        // Rounds of messages, each between two random participants, and receptions that may come later.
        let mut items = Vec::new();
        let mut pairs: Vec<(usize, usize)> = Vec::new();
        let mut late = Vec::new();
        for _ in 0..2 + dice.below(3) {
            let from = dice.below(participants.len());
            let to = (from + 1 + dice.below(participants.len() - 1)) % participants.len();
            let channel = pairs.iter().position(|&pair| pair == (from, to)).unwrap_or_else(|| {
                pairs.push((from, to));
                pairs.len() - 1
            });
            items.push(format!("{channel}!{} v", participants[from]));
            late.push(format!("{channel}?{} v", participants[to]));
            if dice.percent(50) {
                items.append(&mut late);
            }
        }
        items.append(&mut late);
        let system = scripted(participants, &[], &items.join(" . ")).system;
        assert!(Architecture::PeerToPeer.suits(&system), "{items:?}");
        let topology = Topology::new(&system);
        let has_obstacle = topology.obstacle().is_some();
        assert_eq!(has_obstacle, is_obstacle(&topology), "{items:?}");
        let is_half_duplex = is_half_duplex(&system, 8);
        assert!(has_obstacle || is_half_duplex, "{items:?}");
        seen[usize::from(has_obstacle) * (1 + usize::from(!is_half_duplex))] += 1;
    }
    assert!(seen.iter().all(|&count| count > required(100)), "{seen:?}");
}

#[test]
fn a_large_ring_has_its_cycle() {
    let size = Size { participants: 2_000, messages: 1 };
    let (ring, _) = generate(Family::Ring, size, 0).unwrap();
    let Some(TopologyObstacle::Cycle(cycle)) = Topology::new(&ring).obstacle() else {
        panic!("a ring is a cycle")
    };
    assert!(ring.automata().ids().eq(cycle));
}
