//! Witnesses of kind `not-completable`: a run of an implementation that no word of the choreography completes, up to the
//! order of actions that commute.
//!
//! Two executions are equivalent iff they agree on the sequence of actions of each participant, and on those of
//! sends and of receptions of each key: the pairs of a send with its reception are then the same, and each action
//! comes after those that it depends on in both. So a word completes a run iff each of these sequences of the run is a
//! prefix of that of the word: an action at the same index in two sequences is the same action, since the equal actions
//! before it are the same in both, and the actions of the run include all actions that they depend on, since the k-th
//! reception of a key comes with its k-th send. A word is read action by action; the required information about its
//! prefix is the part of the run that it contains, as numbers of actions by participant, and the state that it leads
//! to. These are finitely many, so that the searches here are exact.

use super::executions::{Behind, Move};
use crate::core::{Act, Action, Claim, Interaction, Outcome, Run, System, ensure, explore, replay};

/// Checks that no word of the choreography completes the run.
pub(super) fn check(claim: &Claim<'_>) -> Outcome {
    let (run, system) = (replay(claim)?, claim.system);
    let count = system.participants.len();
    let why = || "a word of the choreography completes the run";
    ensure(!run.actions.is_empty(), why)?;
    // A row has the number of actions read of each participant, and then the state of the choreography.
    explore(vec![0; count + 1], |row, reached| {
        for &Interaction { sender, receiver, message, to } in &system.protocol[row[count] as usize]
        {
            let mut next = row.to_vec();
            next[count] = to as u32;
            if run.read(&mut next, system, sender, Act::Send(message))
                && run.read(&mut next, system, receiver, Act::Receive(message))
            {
                ensure(!run.is_read(&next[..count]), why)?;
                reached.add(next)?;
            }
        }
        Ok(())
    })?;
    run.blamed(claim).map(drop)
}

/// Fails if synchronous communications complete the run so that all channels are empty.
///
/// Each participant takes its actions in the run, and then any others: so its local state is determined until its
/// actions in the run are used up. In an RSC system no other executions lead to empty channels.
pub(super) fn is_not_synchronised(run: &Run, system: &System) -> Outcome {
    let count = system.participants.len();
    let behind = system.participants.iter().map(Behind::new).collect::<Outcome<Vec<_>>>()?;
    // A row has the number of actions read of each participant, and then the local states.
    let moves_of = |row: &[u32], p: usize| -> Vec<Move> {
        let local = row[count + p] as usize;
        match run.next(row, |action| action.participant == p) {
            Some(action) => vec![(action.act, local)],
            None => behind[p].moves[local].clone(),
        }
    };
    let read = |row: &[u32], p: usize, (act, to): Move| {
        let mut next = row.to_vec();
        next[count + p] = to as u32;
        run.read(&mut next, system, p, act).then_some(next)
    };
    explore([&vec![0; count], &run.end[..count]].concat(), |row, reached| {
        for sender in 0..count {
            for first in moves_of(row, sender) {
                let Act::Send(message) = first.0 else { continue };
                let Some(sent) = read(row, sender, first) else { continue };
                for receiver in 0..count {
                    let moves = moves_of(&sent, receiver).into_iter();
                    for second in moves.filter(|second| second.0 == Act::Receive(message)) {
                        let Some(next) = read(&sent, receiver, second) else { continue };
                        let why = || "what can follow empties all channels";
                        ensure(!run.is_read(&next[..count]), why)?;
                        reached.add(next)?;
                    }
                }
            }
        }
        Ok(())
    })
}

impl Run {
    /// Returns the first action of a kind that was not read; `read` has the number of actions read of each participant.
    fn next(&self, read: &[u32], is: impl Fn(&Action) -> bool) -> Option<&Action> {
        let is_open = |action: &&Action| action.own_before >= read[action.participant];
        self.actions.iter().filter(is_open).find(|action| is(action))
    }

    /// Reads an action of a word; returns `true` if the run can still be a prefix of the word.
    ///
    /// The action must be the next one of its participant and of its key in the run, or come after all of them.
    fn read(&self, read: &mut [u32], system: &System, p: usize, act: Act) -> bool {
        let (Act::Send(message) | Act::Receive(message)) = act else { return false };
        let of_own = self.next(read, |action| action.participant == p);
        let of_key = self.next(read, |action| {
            action.act.is_send() == act.is_send() && action.key == system.key(message)
        });
        match (of_own, of_key) {
            (None, None) => true,
            (Some(own), Some(same)) if own.step == same.step && own.act == act => {
                read[p] += 1;
                true
            }
            _ => false,
        }
    }

    /// Returns `true` if all of the run was read.
    fn is_read(&self, read: &[u32]) -> bool {
        read.iter().sum::<u32>() as usize == self.actions.len()
    }
}
