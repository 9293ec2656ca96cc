//! Certificates of form `upward`: configurations such that nothing bad is reached unless one of them is exceeded.
//!
//! A configuration lies above a listed one if it has the same local states, where the listed one does not have `*`, and
//! its channels contain at least as much: the messages of each FIFO channel are a subword, those of each bag a part. What
//! must be shown is that
//! - no initial configuration lies above a listed one;
//! - where a step leads above a listed configuration, it starts above one. The smallest start of a step to a
//!   configuration is unique: a reception adds its message in front, a send removes the last message if it is the one
//!   that is sent, and otherwise the listed contents were there before;
//! - each configuration that violates the property lies above a listed one. The smallest ones are tested.
//!
//! Then all configurations that do not lie above a listed one are an invariant. This holds for channels of all kinds.
//! Only contents of messages that are sent are considered: others are not reached.

use crate::core::{
    ANY, Act, ChannelMessage, Claim, Configurations, Nfa, Outcome, Participant, Space as _,
    Transition, ensure, read_rows,
};

/// The listed states.
struct Upward<'a> {
    all: Configurations<'a>,
    rows: Vec<Vec<u32>>,
}

/// Checks that configurations above the listed ones include those that violate a property, and are not reached.
pub(super) fn check(claim: &Claim<'_>) -> Outcome {
    let &Claim { document, system, ref properties, .. } = claim;
    let all = Configurations::new(system);
    let rows = read_rows(&all, document, Some(ANY))?;
    let upward = Upward { all, rows };
    let is_initial = |(row, participant): (&u32, &Participant)| {
        *row == ANY || participant.initial.contains(&(*row as usize))
    };
    for row in &upward.rows {
        let text = || upward.all.text(row);
        let is_empty = row.len() == system.participants.len();
        let are_initial = row.iter().zip(&system.participants).all(is_initial);
        ensure(!is_empty || !are_initial, || format!("an initial state lies above {}", text()))?;
        for (p, participant) in system.participants.iter().enumerate() {
            for (from, state) in participant.states.iter().enumerate() {
                for by in &state.transitions {
                    let Some(before) = upward.before(row, p, from, by) else { continue };
                    ensure(upward.covers(&before, None)?, || {
                        let before = upward.all.text(&before);
                        format!("{before} leads above {}, and is above no listed state", text())
                    })?;
                }
            }
        }
    }
    let covers = |row: &[u32], contents: Option<&Nfa>| upward.covers(row, contents);
    properties.iter().try_for_each(|property| property.ensure_excluded(&upward.all, &covers))
}

impl Upward<'_> {
    /// Returns the contents of the listed states whose local states are these, or any.
    fn listed(&self, locals: &[u32]) -> impl Iterator<Item = &[u32]> {
        let listed = self.rows.iter().map(|row| row.split_at(locals.len()));
        let is_above = move |(listed, _): &(&[u32], _)| {
            listed.iter().zip(locals).all(|(listed, local)| *listed == ANY || listed == local)
        };
        listed.filter(is_above).map(|(_, contents)| contents)
    }

    /// Returns `true` if the configurations above a row lie above a listed one; with an expression, if those do that have
    /// these local states and contents that it describes.
    ///
    /// The contents are in the order of channels, so subwords of the whole are those of the channels. The words of an
    /// expression are read along with all listed contents: known is how many of the messages of each were found in their
    /// order, or that a channel lacks one.
    fn covers(&self, row: &[u32], contents: Option<&Nfa>) -> Outcome<bool> {
        let (locals, held) = row.split_at(self.all.width());
        let listed: Vec<&[u32]> = self.listed(locals).collect();
        let Some(expression) = contents else {
            return Ok(listed.iter().any(|listed| {
                let mut held = held.iter();
                listed.iter().all(|item| held.any(|other| other == item))
            }));
        };
        let is_open =
            |found: &Vec<usize>| found.iter().zip(&listed).all(|(at, all)| *at != all.len());
        let next = |found: Vec<usize>, message: ChannelMessage| {
            let item = self.all.item(message)? as u32;
            let step = |(at, place): (usize, usize)| match listed[place].get(at) {
                Some(next) if *next == item => at + 1,
                Some(next) if self.all.message(*next).channel < message.channel => usize::MAX,
                _ => at,
            };
            Some(found.into_iter().zip(0..).map(step).collect()).filter(is_open)
        };
        let start = vec![0; listed.len()];
        Ok(!is_open(&start) || !expression.allows(self.all.system, start, next)?)
    }

    /// Returns the smallest configuration with `p` in `from` that a transition from there leads above `row`; `None` if
    /// there is none.
    fn before(&self, row: &[u32], p: usize, from: usize, by: &Transition) -> Option<Vec<u32>> {
        let mut before = row.to_vec();
        before[p] = from as u32;
        match by.act {
            _ if ![by.to as u32, ANY].contains(&row[p]) => return None,
            Act::Internal => {}
            Act::Send(sent) => {
                let (same_key, item) = (self.all.range(row, sent), self.all.item(sent)?);
                if row[same_key.clone()].last() == Some(&(item as u32)) {
                    before.remove(same_key.end - 1);
                }
            }
            Act::Receive(received) => {
                let item = self.all.item(received)?;
                before.insert(self.all.range(row, received).start, item as u32);
            }
        }
        Some(before)
    }
}
