//! The contents part of a set of bad configurations: one automaton for each channel, and the meaning of their
//! states together.

use super::relations::{self, Relation};
use super::tuples::{self, Tuples};
use kernel::automata::{Dfa, DfaStateId};
use kernel::base::{Id as _, IndexVec};
use model::cfsm::{ChannelId, ContentsExpression, MessageId};

/// An automaton for each channel, with the outputs that each state can still reach.
#[derive(Clone, Debug)]
pub(super) struct ChannelAutomata<O> {
    automata: IndexVec<ChannelId, Dfa<O>>,
    /// For each state all outputs together that some further word leads to.
    co_reachable: IndexVec<ChannelId, IndexVec<DfaStateId, O>>,
}

/// How the automata of the channels are combined.
#[derive(Clone, Debug)]
pub(super) enum ContentsPart {
    /// By tuples of languages.
    Tuples(ChannelAutomata<Tuples>),
    /// By relations between separators.
    Relations(ChannelAutomata<Relation>),
}

impl ContentsPart {
    /// Returns the automata of the tuples of `expression`, if they are small enough.
    pub(super) fn tuples(
        expression: &ContentsExpression,
        letters: &IndexVec<ChannelId, Vec<MessageId>>,
    ) -> Option<Self> {
        let automata = tuples::compile(expression, letters)?;
        let unite = |tuples: &mut Tuples, more: &Tuples| {
            let grown = more & !*tuples != 0;
            *tuples |= more;
            grown
        };
        Some(Self::Tuples(ChannelAutomata::new(automata, unite)))
    }

    /// Returns the relation automata of `expression`, if they are small enough.
    pub(super) fn relations(
        expression: &ContentsExpression,
        letters: &IndexVec<ChannelId, Vec<MessageId>>,
    ) -> Option<Self> {
        let automata = relations::compile(expression, letters)?;
        Some(Self::Relations(ChannelAutomata::new(automata, relations::unite)))
    }

    /// Returns the number of states of the automaton for `channel`. Reading starts in state 0.
    pub(super) fn states(&self, channel: ChannelId) -> usize {
        match self {
            Self::Tuples(all) => all.automata[channel].outputs().len(),
            Self::Relations(all) => all.automata[channel].outputs().len(),
        }
    }

    /// Returns the state after reading `letter` on `channel`.
    #[inline]
    pub(super) fn after(&self, channel: ChannelId, state: usize, letter: usize) -> usize {
        let state = DfaStateId::from_index(state);
        match self {
            Self::Tuples(all) => all.automata[channel].after(state, letter).index(),
            Self::Relations(all) => all.automata[channel].after(state, letter).index(),
        }
    }

    /// Returns `true` if contents that lead each channel to its state in `states` are bad.
    pub(super) fn accepts(&self, states: impl Fn(ChannelId) -> usize) -> bool {
        match self {
            Self::Tuples(all) => all.outputs(states).fold(Tuples::MAX, |all, one| all & one) != 0,
            Self::Relations(all) => relations::connect(all.outputs(states)),
        }
    }

    /// Returns `true` if the contents could become bad after further messages, judged for each channel alone.
    pub(super) fn is_co_reachable(&self, states: impl Fn(ChannelId) -> usize) -> bool {
        match self {
            Self::Tuples(all) => {
                all.co_reachable(states).fold(Tuples::MAX, |all, one| all & one) != 0
            }
            Self::Relations(all) => relations::connect(all.co_reachable(states)),
        }
    }
}

impl<O: Clone + Ord> ChannelAutomata<O> {
    fn new(automata: IndexVec<ChannelId, Dfa<O>>, unite: impl Fn(&mut O, &O) -> bool) -> Self {
        let co_reachable = automata.iter().map(|dfa| co_reachable(dfa, &unite)).collect();
        Self { automata, co_reachable }
    }

    fn outputs(&self, states: impl Fn(ChannelId) -> usize) -> impl Iterator<Item = &O> {
        self.automata
            .enumerate()
            .map(move |(channel, dfa)| &dfa.outputs()[DfaStateId::from_index(states(channel))])
    }

    fn co_reachable(&self, states: impl Fn(ChannelId) -> usize) -> impl Iterator<Item = &O> {
        self.co_reachable.enumerate().map(move |(channel, co_reachable)| {
            &co_reachable[DfaStateId::from_index(states(channel))]
        })
    }
}

/// Returns for each state all outputs together that some word leads to from there.
fn co_reachable<O: Clone + Ord>(
    dfa: &Dfa<O>,
    unite: impl Fn(&mut O, &O) -> bool,
) -> IndexVec<DfaStateId, O> {
    let mut co_reachable: IndexVec<DfaStateId, O> = dfa.outputs().iter().cloned().collect();
    let mut grows = true;
    while grows {
        grows = false;
        for state in dfa.outputs().ids().rev() {
            for letter in 0..dfa.letters() {
                let more = co_reachable[dfa.after(state, letter)].clone();
                grows |= unite(&mut co_reachable[state], &more);
            }
        }
    }
    co_reachable
}
