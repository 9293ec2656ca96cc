//! The words for how the channels of a model are read.

use scm_check::internals::model::cfsm::ChannelKind;
use scm_check::internals::model::cfsm::ChannelKind::{Bag, Fifo};
use scm_check::internals::model::choreography::Architecture::{
    Free, Mailbox, OneBuffer, PeerToPeer,
};
use scm_check::internals::model::choreography::{Architecture, ChannelChoice};

/// All readings with their words.
const WORDS: [(&str, Option<Architecture>, Option<ChannelKind>); 12] = [
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
];

#[test]
fn every_reading_is_called_by_words_that_stand_for_it() {
    for (word, architecture, kind) in WORDS {
        let choice = ChannelChoice { architecture, kind };
        assert_eq!(choice.word(), word);
        assert_eq!(ChannelChoice::with_word(word), Some(choice), "{word}");
        let words = choice.words();
        assert_eq!(words.len(), word.split(',').filter(|word| *word != "as written").count());
        assert_eq!(ChannelChoice::with_words(words.iter().copied()), Some(choice), "{word}");
        assert_eq!(ChannelChoice::with_words(words.into_iter().rev()), Some(choice), "{word}");
    }
    for wrong in
        ["", "ring", "p2p,mailbox", "fifo,bag", "p2p,p2p", "as written,bag", "peer-to-peer"]
    {
        assert_eq!(ChannelChoice::with_word(wrong), None, "{wrong}");
    }
}

#[test]
fn channels_that_keep_their_names_are_read_as_written() {
    let free = ChannelChoice { architecture: Some(Free), kind: None };
    assert_eq!((free.renaming(), free.word().as_str()), (None, "as written"));
    assert_eq!(ChannelChoice { kind: Some(Bag), ..free }.word(), "bag");
}

#[test]
fn schemas_list_the_words() {
    for schema in [
        include_str!("../../../src/cli/schema/witness.json"),
        include_str!("../../../src/cli/schema/report.json"),
    ] {
        let list: Vec<String> = WORDS.iter().map(|(word, ..)| format!("\"{word}\"")).collect();
        assert!(schema.contains(&format!("\"channels\": {{ \"enum\": [{}] }}", list.join(", "))));
    }
}
