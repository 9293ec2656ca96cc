//! Membership of a configuration in a set of bad configurations.

use super::{BadConfigurations, ChannelId, Configuration, ContentsChain};
use kernel::automata::SymbolId;
use kernel::base::Id as _;

impl BadConfigurations {
    /// Returns `true` if `configuration` belongs to this set.
    ///
    /// The control part is looked up. The contents are one word, channel by channel with separators between
    /// them, which is read letter by letter on all paths of the expression at once; nothing is determinised
    /// beforehand.
    ///
    /// # Complexity
    /// `O(n w log n)` for an expression of `n` nodes and a word of length `w`.
    pub fn contains(&self, configuration: &Configuration) -> bool {
        let control = self
            .control
            .iter()
            .all(|(participant, states)| states.contains(&configuration.control[*participant]));
        control
            && self.contents.as_ref().is_none_or(|contents| {
                let silent = ContentsChain::silent();
                let automaton = ContentsChain::new(contents).with_separators();
                let mut reached = automaton.closure(automaton.initial().iter().copied(), silent);
                for letter in word(configuration) {
                    let steps = reached.iter().flat_map(|&one| automaton.successors(one, letter));
                    reached = automaton.closure(steps.map(|&(_, target)| target), silent);
                }
                reached.into_iter().any(|state| automaton.is_accepting(state))
            })
    }
}

/// Returns the word of all channels: messages, and separators between two channels.
fn word(configuration: &Configuration) -> impl Iterator<Item = SymbolId> {
    configuration.contents.enumerate().flat_map(|(channel, contents)| {
        let separator = (channel != ChannelId::from_index(0)).then_some(None);
        let letters = separator.into_iter().chain(contents.messages().iter().copied().map(Some));
        letters.map(ContentsChain::symbol)
    })
}
