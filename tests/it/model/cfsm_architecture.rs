//! The communication architecture of small systems.

use crate::support::scripted_systems::scripted;
use scm_check::internals::kernel::base::Random;
use scm_check::internals::model::cfsm::{Architecture, System};

#[test]
fn a_channel_for_each_direction_is_peer_to_peer() {
    let run = scripted(&[], &[], "0!p v . 1!q w . 1?p w . 0?q v");
    assert_eq!(Architecture::new(&run.system), Architecture::PeerToPeer);
}

#[test]
fn a_channel_for_each_receiver_is_mailbox() {
    let run = scripted(&["p", "r", "q"], &[], "1!r v2 . 0!r v3 . 0!p v1 . 1?p v2 . 0?q v3");
    assert_eq!(Architecture::new(&run.system), Architecture::Mailbox);
}

#[test]
fn bags_may_be_mailboxes_but_not_peer_to_peer() {
    let run = scripted(&[], &[0], "0!p v . 0?q v");
    assert_eq!(Architecture::new(&run.system), Architecture::Mailbox);
}

#[test]
fn one_channel_for_all_is_one_buffer() {
    let run = scripted(&[], &[], "0!p v . 0?q v . 0!q w . 0?p w");
    assert_eq!(Architecture::new(&run.system), Architecture::OneBuffer);
}

#[test]
fn two_channels_into_one_participant_have_one_receiver_each() {
    let run = scripted(&[], &[], "0!p v . 1!p w . 0?q v . 1?q w");
    assert_eq!(Architecture::new(&run.system), Architecture::OneReceiver);
    let own = scripted(&[], &[], "0!p v . 0?p v . 1!p w . 1?q w");
    assert!(
        !Architecture::Mailbox.suits(&own.system),
        "p sends to the channel that it receives from"
    );
}

#[test]
fn several_receivers_share_a_channel() {
    let run = scripted(&[], &[], "0!p v . 0!p v . 0?q v . 0?r v . 1!p w");
    assert_eq!(Architecture::new(&run.system), Architecture::Shared);
}

#[test]
fn a_channel_without_reception_takes_a_free_pair_if_there_is_one() {
    let free = scripted(&["p", "q", "r"], &[], "0!p a . 1!p b");
    assert_eq!(Architecture::new(&free.system), Architecture::PeerToPeer);
    assert!(Architecture::Mailbox.suits(&free.system));
    let full = scripted(&["p", "q"], &[], "0!p a . 1!p b");
    assert!(!Architecture::PeerToPeer.suits(&full.system));
    // The only place of channel 2 is p's: channels 0 and 1 have to leave it to 2.
    let moved = scripted(&["p", "q", "r", "s"], &[], "0!q a . 1!r b . 2!q c . 2!r d . 2!s e");
    assert!(Architecture::Mailbox.suits(&moved.system));
}

#[test]
fn unused_channels_play_no_role() {
    let run = scripted(&["p", "q"], &[], "3!p v . 3?q v");
    assert_eq!(Architecture::new(&run.system), Architecture::PeerToPeer);
}

/// Whether an injection exists, by trying all assignments.
fn injection(system: &System, of: Architecture) -> bool {
    let participants: Vec<_> = system.automata().ids().collect();
    let pairs: Vec<_> = participants
        .iter()
        .flat_map(|&p| participants.iter().map(move |&q| (p, q)))
        .filter(|(p, q)| of == Architecture::Mailbox || p != q)
        .collect();
    let actions: Vec<_> = system
        .automata()
        .enumerate()
        .flat_map(|(p, automaton)| {
            automaton.transitions().ids().filter_map(move |t| system.action(p, t))
        })
        .collect();
    let allowed = |channel, (p, q)| {
        actions.iter().filter(|a| a.channel == channel).all(|a| {
            use scm_check::internals::model::cfsm::Direction::{Receive, Send};
            match (of, a.direction) {
                (Architecture::Mailbox, Send) => a.participant != q,
                (_, Send) => a.participant == p,
                (_, Receive) => a.participant == q,
            }
        })
    };
    let used = system.channels().ids().filter(|&c| actions.iter().any(|a| a.channel == c));
    let mut taken: Vec<Vec<_>> = vec![Vec::new()];
    for channel in used {
        let mut next = Vec::new();
        for so_far in &taken {
            for &(p, q) in &pairs {
                // A mailbox belongs to its receiver alone.
                let place = if of == Architecture::Mailbox { (q, q) } else { (p, q) };
                if !so_far.contains(&place) && allowed(channel, (p, q)) {
                    let mut more: Vec<_> = so_far.clone();
                    more.push(place);
                    more.sort_unstable();
                    next.push(more);
                }
            }
        }
        next.sort_unstable();
        next.dedup();
        taken = next;
    }
    !taken.is_empty()
}

#[test]
fn the_architecture_is_that_of_the_definitions() {
    let mut dice = Random::new(3);
    let mut seen = [0; 4];
    for _ in 0..600 {
        let all = ["p", "q", "r", "s"];
        let participants = &all[..2 + dice.below(3)];
        let mut items = Vec::new();
        for channel in 0..=dice.below(4) {
            for _ in 0..=dice.below(2) {
                let name = participants[dice.below(participants.len())];
                items.push(format!("{channel}{}{name} v", ["!", "?"][dice.below(2)]));
            }
        }
        let system = scripted(participants, &[], &items.join(" . ")).system;
        let peer_to_peer = Architecture::PeerToPeer.suits(&system);
        let mailbox = Architecture::Mailbox.suits(&system);
        assert_eq!(peer_to_peer, injection(&system, Architecture::PeerToPeer), "{items:?}");
        assert_eq!(mailbox, injection(&system, Architecture::Mailbox), "{items:?}");
        // A binary system is peer-to-peer iff it is mailbox.
        assert!(participants.len() > 2 || peer_to_peer == mailbox, "{items:?}");
        seen[usize::from(peer_to_peer) * 2 + usize::from(mailbox)] += 1;
    }
    assert!(seen.iter().all(|&count| count > 20), "{seen:?}");
}
