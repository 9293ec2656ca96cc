//! How the channels of a model are read, and the words for it.

use crate::cfsm::ChannelKind;

kernel::words! {
    /// How participants share channels.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
    pub enum Architecture {
        /// One channel for each ordered pair of participants, named `P>R`.
        PeerToPeer = "p2p",
        /// One channel for each receiver, named `@R`.
        Mailbox = "mailbox",
        /// One channel for all, named `@`.
        OneBuffer = "onebuf",
        /// Each interaction names its channel.
        Free = "free",
    }
}

/// How the channels of a model are read: as written, which is the default, or with other names or of another kind.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct ChannelChoice {
    /// Renames every channel by this architecture; [`Architecture::Free`] leaves them as written.
    pub architecture: Option<Architecture>,
    /// The kind of all channels.
    pub kind: Option<ChannelKind>,
}

/// The word for channels that are read as the model states.
const AS_WRITTEN: &str = "as written";

impl ChannelChoice {
    /// Returns the architecture by which the channels are renamed, if they are.
    pub fn renaming(self) -> Option<Architecture> {
        self.architecture.filter(|&architecture| architecture != Architecture::Free)
    }

    /// Returns the words by which expectations state the reading, the architecture first; none if it is as written.
    pub fn words(self) -> Vec<&'static str> {
        let renaming = self.renaming().map(Architecture::word);
        renaming.into_iter().chain(self.kind.map(ChannelKind::word)).collect()
    }

    /// Returns the reading that the words of an expectation name, in any order; `None` if they name no reading.
    pub fn with_words<'w>(words: impl IntoIterator<Item = &'w str>) -> Option<Self> {
        let mut choice = Self::default();
        for word in words {
            match (ChannelKind::with_word(word), Architecture::with_word(word)) {
                (kind @ Some(_), _) if choice.kind.is_none() => choice.kind = kind,
                (None, named @ Some(_)) if choice.architecture.is_none() => {
                    choice.architecture = named;
                }
                _ => return None,
            }
        }
        Some(choice)
    }

    /// Returns the word for the reading in reports and evidence: `as written`, `bag`, `mailbox,bag`.
    pub fn word(self) -> String {
        let words = self.words();
        if words.is_empty() { AS_WRITTEN.to_owned() } else { words.join(",") }
    }

    /// Returns the reading with a [word](Self::word), whose parts may stand in any order.
    pub fn with_word(word: &str) -> Option<Self> {
        if word == AS_WRITTEN { Some(Self::default()) } else { Self::with_words(word.split(',')) }
    }
}
