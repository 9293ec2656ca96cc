//! Matching pairs, commutation and the conflict graph of one execution (2.3 and 2.4 of the thesis).

use scm_check::model::cfsm::{Action, ChannelKind, Direction, System};

/// For each action, the place of the action that it makes a matching pair with.
///
/// In a FIFO channel the k-th send and the k-th reception match, in a bag the k-th send and the
/// k-th reception of the same message.
pub(crate) fn matching(system: &System, execution: &[Action]) -> Vec<Option<usize>> {
    let rank = |place: usize| {
        let action = execution[place];
        let before = execution[..place].iter();
        before.filter(|other| same_way(system, action, **other)).count()
    };
    let ranks: Vec<usize> = (0..execution.len()).map(rank).collect();
    let mut partners = vec![None; execution.len()];
    let all = || execution.iter().enumerate();
    for (i, send) in all().filter(|(_, action)| action.direction == Direction::Send) {
        for (j, reception) in all() {
            if reception.direction == Direction::Receive
                && send.channel == reception.channel
                && send.message == reception.message
                && ranks[i] == ranks[j]
            {
                partners[i] = Some(j);
                partners[j] = Some(i);
            }
        }
    }
    partners
}

/// Whether both are sends, or both receptions, on the same FIFO channel; or of the same message on
/// the same bag.
pub(crate) fn same_way(system: &System, one: Action, other: Action) -> bool {
    one.direction == other.direction
        && one.channel == other.channel
        && match system.channels()[one.channel].kind {
            ChannelKind::Fifo => true,
            ChannelKind::Bag => one.message == other.message,
        }
}

/// Whether the conflict graph of the execution has a cycle.
///
/// Its vertices are the communications: matching pairs, and sends without partner. An edge leads
/// from a communication to another one when some action of the first comes before some action of
/// the second that it does not commute with.
pub(crate) fn is_cyclic(system: &System, execution: &[Action]) -> bool {
    let partners = matching(system, execution);
    let commute = |i: usize, j: usize| {
        let (one, other) = (execution[i], execution[j]);
        one.participant != other.participant
            && partners[i] != Some(j)
            && !same_way(system, one, other)
    };
    let communications: Vec<Vec<usize>> = (0..execution.len())
        .filter(|&place| execution[place].direction == Direction::Send)
        .map(|send| std::iter::once(send).chain(partners[send]).collect())
        .collect();
    let edge = |from: &[usize], to: &[usize]| {
        from.iter().any(|&i| to.iter().any(|&j| i < j && !commute(i, j)))
    };

    // A finite graph is acyclic iff taking away vertices that no edge enters, one after the
    // other, takes all of them.
    let mut left: Vec<&Vec<usize>> = communications.iter().collect();
    loop {
        let entered = |to: &[usize]| left.iter().any(|from| *from != to && edge(from, to));
        match left.iter().position(|to| !entered(to)) {
            Some(source) => {
                left.remove(source);
            }
            None => return !left.is_empty(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::example::{BAG, FIFO, alphabet, word};

    #[test]
    fn in_a_fifo_channel_the_kth_send_matches_the_kth_reception() {
        let system = alphabet(&[FIFO]);
        let word = word(&system, "p0:0!a p1:0!b p2:0?a p2:0?b p0:0!a");
        assert_eq!(matching(&system, &word), [Some(2), Some(3), Some(0), Some(1), None]);
    }

    #[test]
    fn in_a_bag_only_equal_messages_are_counted() {
        let system = alphabet(&[BAG]);
        let word = word(&system, "p0:0!a p0:0!b p0:0!a p1:0?b p1:0?a");
        assert_eq!(matching(&system, &word), [Some(4), Some(3), None, Some(1), Some(0)]);
    }

    #[test]
    fn crossing_messages_make_a_cycle() {
        let system = alphabet(&[FIFO, FIFO]);
        let crossing = word(&system, "p0:0!a p1:1!b p0:1?b p1:0?a");
        assert!(is_cyclic(&system, &crossing));
        assert!(!is_cyclic(&system, &crossing[..3]));
    }

    #[test]
    fn a_communication_makes_no_cycle_with_itself() {
        let system = alphabet(&[FIFO]);
        assert!(!is_cyclic(&system, &word(&system, "p0:0!a p0:0?a")));
    }

    #[test]
    fn sends_to_a_fifo_channel_are_ordered_and_to_a_bag_only_equal_ones() {
        // The cycle leads from a to x to y to b and back to a, if x must come before y.
        let cyclic = |channel, text: &str| {
            let system = alphabet(&[FIFO, channel, FIFO]);
            is_cyclic(&system, &word(&system, text))
        };
        assert!(cyclic(FIFO, "p0:0!a p0:1!x p2:1!y p2:2!b p2:0?a"));
        assert!(!cyclic(BAG, "p0:0!a p0:1!x p2:1!y p2:2!b p2:0?a"));
        assert!(cyclic(BAG, "p0:0!a p0:1!x p2:1!x p2:2!b p2:0?a"));
    }
}
