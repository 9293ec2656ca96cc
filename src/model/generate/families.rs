//! Stars, pipelines, philosophers and pairs.

use super::rows::{Rounds, Rows, receives, sends};
use crate::cfsm::System;
use std::iter::zip;

/// Returns the star: a centre sends a request to each leaf in turn, each leaf answers, and the centre then receives
/// the answers in turn.
pub(super) fn star(name: String, leaves: usize, rounds: Rounds) -> System {
    let mut rows = Rows::new(name, rounds);
    let [request, answer] = ["request", "answer"].map(|name| rows.message(name));
    let requests = rows.channels(leaves);
    let answers = rows.channels(leaves);
    let asks = requests.iter().map(|&channel| sends(channel, request));
    let collects = answers.iter().map(|&channel| receives(channel, answer));
    rows.participant("centre", &[asks.chain(collects).collect()]);
    for (leaf, (&asked, &answered)) in zip(&requests, &answers).enumerate() {
        let row = vec![receives(asked, request), sends(answered, answer)];
        rows.participant(format!("leaf{leaf}"), &[row]);
    }
    rows.finish()
}

/// Returns the pipeline: each participant receives an item from the one before and sends it to the next.
///
/// In endless rounds each item is acknowledged, or the first participant would run ahead without end.
pub(super) fn pipeline(name: String, participants: usize, rounds: Rounds) -> System {
    let mut rows = Rows::new(name, rounds);
    let item = rows.message("item");
    let items = rows.channels(participants - 1);
    let back = (rounds == Rounds::Endless)
        .then(|| (rows.message("taken"), rows.channels(participants - 1)));
    for index in 0..participants {
        let mut row = Vec::new();
        if let Some(before) = index.checked_sub(1) {
            row.push(receives(items[before], item));
            row.extend(back.iter().map(|(taken, channels)| sends(channels[before], *taken)));
        }
        if let Some(&next) = items.get(index) {
            row.push(sends(next, item));
            row.extend(back.iter().map(|(taken, channels)| receives(channels[index], *taken)));
        }
        rows.participant(format!("p{index}"), &[row]);
    }
    rows.finish()
}

/// Which fork philosophers take first.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Manners {
    /// All but the first the left one, so that some philosopher can always eat.
    Careful,
    /// All the left one, so that all may wait for ever.
    Hungry,
}

/// Returns as many philosophers as forks, which are participants, too: a philosopher asks for a fork, waits until
/// it is granted, asks for the other one, and puts both down in the order in which they were taken.
pub(super) fn philosophers(name: String, count: usize, manners: Manners) -> System {
    let mut rows = Rows::new(name, Rounds::Endless);
    let [take, granted, put] = ["take", "granted", "put"].map(|name| rows.message(name));
    // Philosopher `k` speaks with the left fork `k` at place `2 * k`, with the right one at the next.
    let to_forks = rows.channels(2 * count);
    let from_forks = rows.channels(2 * count);
    for index in 0..count {
        let [left, right] = [2 * index, 2 * index + 1];
        let is_careful = manners == Manners::Careful && index == 0;
        let order = if is_careful { [right, left] } else { [left, right] };
        let takes = order.iter().flat_map(|&place| {
            [sends(to_forks[place], take), receives(from_forks[place], granted)]
        });
        let puts = order.iter().map(|&place| sends(to_forks[place], put));
        rows.participant(format!("philosopher{index}"), &[takes.chain(puts).collect()]);
    }
    for index in 0..count {
        let served = [2 * index, 2 * ((index + count - 1) % count) + 1].map(|place| {
            vec![
                receives(to_forks[place], take),
                sends(from_forks[place], granted),
                receives(to_forks[place], put),
            ]
        });
        rows.participant(format!("fork{index}"), &served);
    }
    rows.finish()
}

/// Returns pairs of a client and a server that know nothing of the other pairs: request and answer, for ever.
pub(super) fn pairs(name: String, count: usize) -> System {
    let mut rows = Rows::new(name, Rounds::Endless);
    let [request, answer] = ["request", "answer"].map(|name| rows.message(name));
    let requests = rows.channels(count);
    let answers = rows.channels(count);
    for (index, (&asked, &answered)) in zip(&requests, &answers).enumerate() {
        let client = vec![sends(asked, request), receives(answered, answer)];
        rows.participant(format!("client{index}"), &[client]);
        let server = vec![receives(asked, request), sends(answered, answer)];
        rows.participant(format!("server{index}"), &[server]);
    }
    rows.finish()
}
