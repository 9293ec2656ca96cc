//! Whether a configuration is bad.

use super::{BadConfigurations, ChannelId, Configuration, ContentsChain, MessageId};
use kernel::base::Id as _;

impl BadConfigurations {
    /// Tells whether `configuration` belongs to this set.
    ///
    /// The control part is looked up. The contents are one word, channel by channel with separators
    /// between them, which is read letter by letter by all ways through the expression at once;
    /// nothing is determined beforehand.
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
                let (nfa, initial, last) = ContentsChain::new(contents).with_separators();
                let mut reached = nfa.closure([initial]);
                for letter in word(configuration) {
                    let targets = reached
                        .iter()
                        .flat_map(|&state| nfa.transitions(state))
                        .filter(|(other, _)| *other == letter)
                        .map(|&(_, target)| target);
                    reached = nfa.closure(targets);
                }
                reached.binary_search(&last).is_ok()
            })
    }
}

/// Returns the word that all channels make: messages, and nothing between two channels.
fn word(configuration: &Configuration) -> impl Iterator<Item = Option<MessageId>> {
    configuration.contents.enumerate().flat_map(|(channel, contents)| {
        let separator = (channel != ChannelId::from_index(0)).then_some(None);
        separator.into_iter().chain(contents.messages().iter().copied().map(Some))
    })
}
