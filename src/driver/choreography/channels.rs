//! How the channels of a choreography are read.

use model::cfsm::ChannelKind;
use model::choreography::{Architecture, ChannelChoice, Description};

/// The readings with their words in reports, from the word list of expectations.
const WORDS: [(&str, Option<Architecture>, Option<ChannelKind>); 12] = {
    use Architecture::{Mailbox, OneBuffer, PeerToPeer};
    use ChannelKind::{Bag, Fifo};
    [
        ("as written", None, None),
        ("fifo", None, Some(Fifo)),
        ("bag", None, Some(Bag)),
        ("p2p", Some(PeerToPeer), None),
        ("p2p,fifo", Some(PeerToPeer), Some(Fifo)),
        ("p2p,bag", Some(PeerToPeer), Some(Bag)),
        ("mailbox", Some(Mailbox), None),
        ("mailbox,fifo", Some(Mailbox), Some(Fifo)),
        ("mailbox,bag", Some(Mailbox), Some(Bag)),
        ("onebuf", Some(OneBuffer), None),
        ("onebuf,fifo", Some(OneBuffer), Some(Fifo)),
        ("onebuf,bag", Some(OneBuffer), Some(Bag)),
    ]
};

/// Conversion between a reading and the words for it in reports and expectations.
pub trait ChannelWords: Sized {
    /// Returns the reading that the words of an expectation name, in any order; `None` if they name no reading.
    fn of_words(words: &[String]) -> Option<Self>;

    /// Returns the word for the reading in reports.
    fn word(self) -> &'static str;

    /// Returns the reading with one kind for all channels of `description`, if the reading renames the channels and the
    /// description does not state the kind of the channels with the new names.
    #[must_use]
    fn settled(self, description: &Description) -> Self;
}

impl ChannelWords for ChannelChoice {
    fn of_words(words: &[String]) -> Option<Self> {
        let (mut architecture, mut kind) = (None, None);
        for word in words {
            match word.as_str() {
                "fifo" | "bag" if kind.is_some() => return None,
                "fifo" => kind = Some(ChannelKind::Fifo),
                "bag" => kind = Some(ChannelKind::Bag),
                _ if architecture.is_some() => return None,
                word => architecture = Some(architecture_named(word)?),
            }
        }
        Some(Self { architecture: architecture.filter(|&one| is_anew(one)), kind })
    }

    fn word(self) -> &'static str {
        let own = (self.architecture.filter(|&one| is_anew(one)), self.kind);
        let found = WORDS.into_iter().find(|&(_, architecture, kind)| (architecture, kind) == own);
        found.expect("every reading has its word").0
    }

    fn settled(self, description: &Description) -> Self {
        let says_kinds = description.buffers.iter().any(|buffer| buffer.kind.is_some());
        if self.architecture.is_some_and(is_anew) && !says_kinds {
            return Self { kind: self.kind.or(Some(ChannelKind::Fifo)), ..self };
        }
        self
    }
}

fn is_anew(architecture: Architecture) -> bool {
    architecture != Architecture::Free
}

fn architecture_named(word: &str) -> Option<Architecture> {
    Some(match word {
        "p2p" => Architecture::PeerToPeer,
        "mailbox" => Architecture::Mailbox,
        "onebuf" => Architecture::OneBuffer,
        "free" => Architecture::Free,
        _ => return None,
    })
}
