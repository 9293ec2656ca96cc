//! Relations between words of communications and a run: a word completes the run, up to the order of actions that
//! commute, or the run is a part of a word.
//!
//! Two executions are equivalent iff they agree on the sequence of actions of each participant, and on those of
//! sends and of receptions of each key: the pairs of a send with its reception are then the same, and each action
//! comes after those that it depends on in both. So a word completes a run iff each of these sequences of the run is a
//! prefix of that of the word: an action at the same index in two sequences is the same action, since the equal actions
//! before it are the same in both, and the actions of the run include all actions that they depend on, since the k-th
//! reception of a key comes with its k-th send. A word is read action by action; the required information about its
//! prefix is the part of the run that it contains, as numbers of actions by participant, and the state that it leads
//! to. These are finitely many, so that the searches here are exact.

use super::expression::reachable;
use super::implementation::{Interaction, Protocol};
use super::run::{Action, Run, ensure_rsc, key};
use super::states::explore;
use super::system::{Act, Place, System};
use super::{Outcome, ensure};

/// Fails if a word of the choreography completes the run.
pub(super) fn is_not_completable(run: &Run, system: &System, protocol: &Protocol) -> Outcome {
    let count = system.participants.len();
    let why = || "a word of the choreography completes the run".to_owned();
    ensure(!run.actions.is_empty(), why)?;
    // A row has the number of actions read of each participant, and then the state of the choreography.
    explore(vec![0; count + 1], |row, add| {
        for &Interaction { sender, receiver, place, to } in &protocol.0[row[count] as usize] {
            let mut next = row.to_vec();
            next[count] = to as u32;
            if run.read(&mut next, system, sender, Act::Send(place))
                && run.read(&mut next, system, receiver, Act::Receive(place))
            {
                ensure(!run.is_read(&next[..count]), why)?;
                add(&next)?;
            }
        }
        Ok(())
    })
}

/// Fails if synchronous communications complete the run so that all channels are empty.
///
/// Each participant takes its actions in the run, and then any others: so its local state is determined until its
/// actions in the run are used up. In an RSC system no other executions lead to empty channels.
pub(super) fn is_not_synchronised(run: &Run, system: &System) -> Outcome {
    let count = system.participants.len();
    // The possible next actions of `p` with their targets: an action of the run, or any action behind internal steps.
    let options = |row: &[u32], p: usize| -> Vec<(Act, usize)> {
        let local = row[count + p] as usize;
        if let Some(action) = run.next(row, |action| action.participant == p) {
            return vec![(action.act(), local)];
        }
        let steps = |at: usize| system.state(p, at).transitions.iter();
        let internal = |at| steps(at).filter(|by| by.act == Act::Internal).map(|by| by.to);
        let actions = reachable([local], internal).into_iter().flat_map(steps);
        actions.map(|by| (by.act, by.to)).filter(|by| by.0 != Act::Internal).collect()
    };
    let locals = &run.end[..count];
    explore([&vec![0; count], locals].concat(), |row, add| {
        for sender in 0..count {
            for (act, to) in options(row, sender) {
                let Act::Send(place) = act else { continue };
                let mut sent = row.to_vec();
                sent[count + sender] = to as u32;
                if !run.read(&mut sent, system, sender, act) {
                    continue;
                }
                for receiver in 0..count {
                    for (act, to) in options(&sent, receiver) {
                        let mut next = sent.clone();
                        next[count + receiver] = to as u32;
                        if act == Act::Receive(place) && run.read(&mut next, system, receiver, act)
                        {
                            let why = || "what can follow empties all channels".to_owned();
                            ensure(!run.is_read(&next[..count]), why)?;
                            add(&next)?;
                        }
                    }
                }
            }
        }
        Ok(())
    })
}

/// Fails if the run is not RSC as written, or is a partial execution of a word of the choreography.
///
/// A word is read from the left, and each of its actions is kept as the next of the run, or left out. An action that is
/// left out blocks its participant and its key, and a send also blocks its reception: an action that depends on a
/// blocked one must not be kept.
pub(super) fn is_no_part(run: &Run, system: &System, protocol: &Protocol) -> Outcome {
    ensure_rsc(&run.actions)?;
    let why = || "the run is a partial execution of the choreography".to_owned();
    ensure(!run.actions.is_empty(), why)?;
    let count = system.participants.len();
    // The requirements of an action: the columns that state whether it is blocked, after state and position.
    let needs = |p: usize, is_send: bool, place: Place| {
        let others = system.senders.keys().map(|other| key(system, *other));
        let lane = others.take_while(|other| *other != key(system, place)).count();
        [2 + p, 2 + count + 2 * lane + usize::from(is_send)]
    };
    let keeps = |row: &mut Vec<u32>, needs: [usize; 2], p: usize, act: Act| {
        let next = run.actions.get(row[1] as usize);
        let is_next = next.is_some_and(|next| next.participant == p && next.act() == act);
        row[1] += 1;
        is_next && needs.iter().all(|column| row[*column] == 0)
    };
    explore(vec![0; 2 + count + 2 * system.senders.len()], |row, add| {
        for &Interaction { sender, receiver, place, to } in &protocol.0[row[0] as usize] {
            let sends = needs(sender, true, place);
            let receives = needs(receiver, false, place);
            let without = |mut row: Vec<u32>, columns: [usize; 2]| {
                for column in columns {
                    row[column] = 1;
                }
                row
            };
            let mut row = row.to_vec();
            row[0] = to as u32;
            add(&without(without(row.clone(), sends), receives))?;
            if keeps(&mut row, sends, sender, Act::Send(place)) {
                ensure((row[1] as usize) < run.actions.len(), why)?;
                add(&without(row.clone(), receives))?;
                if keeps(&mut row, receives, receiver, Act::Receive(place)) {
                    ensure((row[1] as usize) < run.actions.len(), why)?;
                    add(&row)?;
                }
            }
        }
        Ok(())
    })
}

impl Run {
    /// Returns the first action of a kind that was not read; `read` has the number of actions read of each participant.
    fn next(&self, read: &[u32], is: impl Fn(&Action) -> bool) -> Option<&Action> {
        let is_open = |action: &&Action| action.place_of_own >= read[action.participant];
        self.actions.iter().filter(is_open).find(|action| is(action))
    }

    /// Reads an action of a word; returns `true` if the run can still be a prefix of the word.
    fn read(&self, read: &mut [u32], system: &System, p: usize, act: Act) -> bool {
        let (Act::Send(place) | Act::Receive(place)) = act else { return false };
        let way = (act == Act::Send(place), key(system, place));
        let own = self.next(read, |action| action.participant == p);
        let same = self.next(read, |action| (action.is_send, action.key) == way);
        let is_next =
            own.zip(same).is_some_and(|(own, same)| own.step == same.step && own.act() == act);
        if is_next {
            read[p] += 1;
        }
        is_next || own.is_none() && same.is_none()
    }

    /// Returns `true` if all of the run was read.
    fn is_read(&self, read: &[u32]) -> bool {
        read.iter().sum::<u32>() as usize == self.actions.len()
    }
}
