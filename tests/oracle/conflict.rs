//! Matching pairs, commutation and the conflict graph of one execution (2.3 and 2.4 of the thesis).

use model::cfsm::{Action, ChannelKind, Direction, System};

/// For each action, the place of the action that it makes a matching pair with.
///
/// In a FIFO channel the k-th send and the k-th reception match, in a bag the k-th send and the
/// k-th reception of the same message.
pub fn matching(system: &System, execution: &[Action]) -> Vec<Option<usize>> {
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
pub fn same_way(system: &System, one: Action, other: Action) -> bool {
    one.direction == other.direction
        && one.channel == other.channel
        && match system.channels()[one.channel].kind {
            ChannelKind::Fifo => true,
            ChannelKind::Bag => one.message == other.message,
        }
}

/// Whether two actions of an execution, by their places, commute: they are of different participants, no matching pair, and
/// no two sends or two receptions that their channel keeps in order.
pub fn commute(
    system: &System,
    execution: &[Action],
    partners: &[Option<usize>],
    i: usize,
    j: usize,
) -> bool {
    let (one, other) = (execution[i], execution[j]);
    one.participant != other.participant && partners[i] != Some(j) && !same_way(system, one, other)
}

/// Whether the conflict graph of the execution has a cycle.
pub fn is_cyclic(system: &System, execution: &[Action]) -> bool {
    let partners = matching(system, execution);
    has_cycle(execution, &partners, |i, j| commute(system, execution, &partners, i, j))
}

/// Whether the conflict graph of an execution has a cycle, given for each action its partner, and which actions commute.
///
/// Its vertices are the communications: matching pairs, and sends without partner. An edge leads
/// from a communication to another one when some action of the first comes before some action of
/// the second that it does not commute with.
pub fn has_cycle(
    execution: &[Action],
    partners: &[Option<usize>],
    commute: impl Fn(usize, usize) -> bool,
) -> bool {
    let communications: Vec<Vec<usize>> = (0..execution.len())
        .filter(|&place| execution[place].direction == Direction::Send)
        .map(|send| std::iter::once(send).chain(partners[send]).collect())
        .collect();
    let edge = |from: &[usize], to: &[usize]| {
        from.iter().any(|&i| to.iter().any(|&j| i < j && !commute(i, j)))
    };
    has_circle(communications.len(), |from, to| edge(&communications[from], &communications[to]))
}

/// Whether a graph has a cycle, given its number of vertices and its edges, of which those from a vertex to itself do not
/// count.
pub fn has_circle(vertices: usize, edge: impl Fn(usize, usize) -> bool) -> bool {
    // A finite graph is acyclic iff taking away vertices that no edge enters, one after the
    // other, takes all of them.
    let mut left: Vec<usize> = (0..vertices).collect();
    loop {
        let entered = |to: usize| left.iter().any(|&from| from != to && edge(from, to));
        match left.iter().position(|&to| !entered(to)) {
            Some(source) => {
                left.remove(source);
            }
            None => return !left.is_empty(),
        }
    }
}
