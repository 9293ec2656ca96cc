//! Contents expressions as relations between the separators, one automaton for each channel.
//!
//! The contents of a channel are read from each of its entries at once, that is, behind each separator at
//! which they may begin. This yields a relation: the entries, each with the exits that the contents lead to.
//! The contents of all channels belong to the expression iff the relations, one after the other, connect its
//! beginning and its end. There is one automaton for each channel, however many paths the expression has.

use smallvec::{SmallVec, smallvec};

use kernel::automata::{Dfa, FiniteStateId};
use kernel::base::{Id as _, IndexVec};
use model::cfsm::{ChannelId, ContentsChain, ContentsExpression, MessageId};

/// Maximum number of states of an automaton for one channel.
const STATES: usize = 1 << 14;
/// Maximum number of visited states of the expression's automaton in the construction of one automaton: a
/// bound on time and memory.
const WORK: usize = 1 << 22;

/// The entries of a channel, each with the exits that its contents lead to: a row of bits for each entry.
///
/// The exits of a channel are the entries of the next one, in order.
pub(super) type Relation = Vec<Vec<u64>>;

/// Returns for each channel the minimal automaton over `letters` of that channel that outputs the relation of
/// the contents read; `None` if one has too many states.
pub(super) fn compile(
    expression: &ContentsExpression,
    letters: &IndexVec<ChannelId, Vec<MessageId>>,
) -> Option<IndexVec<ChannelId, Dfa<Relation>>> {
    let chain = ContentsChain::new(expression);
    let mut automata = IndexVec::new();
    for (channel, letters) in letters.enumerate() {
        automata.push(for_channel(&chain, channel.index(), letters)?.minimised());
    }
    Some(automata)
}

fn for_channel(
    chain: &ContentsChain,
    channel: usize,
    letters: &[MessageId],
) -> Option<Dfa<Relation>> {
    let (automaton, silent) = (chain.automaton(), ContentsChain::silent());
    let exits: Vec<FiniteStateId> =
        chain.ends(channel).into_iter().map(|(state, _)| state).collect();
    let mut sorted = exits.clone();
    sorted.sort_unstable();
    // Only those states of a set matter that read a letter or are an exit.
    let closure = |states: Vec<FiniteStateId>| -> Vec<FiniteStateId> {
        let mut closure = automaton.closure(states, silent);
        closure.retain(|state| {
            let mut transitions = automaton.transitions(*state).iter();
            sorted.binary_search(state).is_ok() || transitions.any(|step| step.0 != silent)
        });
        closure
    };
    let entries: Vec<Vec<FiniteStateId>> =
        chain.starts(channel).into_iter().map(|(state, _)| closure(vec![state])).collect();
    let mut room = WORK;
    Dfa::explore(
        letters.len(),
        entries,
        STATES,
        |sets, letter| {
            let symbol = ContentsChain::symbol(Some(letters[letter]));
            let after = |set: &Vec<FiniteStateId>| {
                let steps = set.iter().flat_map(|&state| automaton.successors(state, symbol));
                closure(steps.map(|&(_, target)| target).collect())
            };
            let next: Vec<Vec<FiniteStateId>> = sets.iter().map(after).collect();
            let row = exits.len().div_ceil(64) + 1;
            room = room.checked_sub(next.iter().map(|set| set.len() + row).sum())?;
            Some(next)
        },
        |sets| {
            sets.iter()
                .map(|set| {
                    let mut row = vec![0; exits.len().div_ceil(64)];
                    for (place, exit) in exits.iter().enumerate() {
                        if set.binary_search(exit).is_ok() {
                            row[place / 64] |= 1 << (place % 64);
                        }
                    }
                    row
                })
                .collect()
        },
    )
}

/// Returns `true` if relations, one after the other, connect the first entry of the first with the first
/// exit of the last.
pub(super) fn connect<'a>(relations: impl Iterator<Item = &'a Relation>) -> bool {
    // Few channels have more than 256 entries.
    let mut reached: SmallVec<[u64; 4]> = smallvec![1];
    for relation in relations {
        let mut next: SmallVec<[u64; 4]> = smallvec![0; relation.first().map_or(0, Vec::len)];
        for (entry, row) in relation.iter().enumerate() {
            if reached[entry / 64] >> (entry % 64) & 1 != 0 {
                for (bits, more) in next.iter_mut().zip(row) {
                    *bits |= more;
                }
            }
        }
        reached = next;
    }
    reached.first().is_some_and(|bits| bits & 1 != 0)
}

/// Adds the pairs of `other` to `relation`; returns `true` if there was a new one.
pub(super) fn unite(relation: &mut Relation, other: &Relation) -> bool {
    let mut grown = false;
    for (row, more) in relation.iter_mut().zip(other) {
        for (bits, &more) in row.iter_mut().zip(more) {
            grown |= more & !*bits != 0;
            *bits |= more;
        }
    }
    grown
}
