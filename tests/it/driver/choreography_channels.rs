//! The words for how the channels of a choreography are read.

use scm_check::driver::choreography::ChannelWords as _;
use scm_check::model::cfsm::ChannelKind::{Bag, Fifo};
use scm_check::model::choreography::Architecture::{Mailbox, OneBuffer, PeerToPeer};
use scm_check::model::choreography::ChannelChoice;

#[test]
fn every_reading_is_called_by_words_that_stand_for_it() {
    for (word, architecture, kind) in [
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
    ] {
        let choice = ChannelChoice { architecture, kind };
        assert_eq!(choice.word(), word);
        let words: Vec<String> = word.split(',').map(str::to_owned).collect();
        let stated = if word == "as written" { Vec::new() } else { words };
        assert_eq!(ChannelChoice::of_words(&stated), Some(choice), "{word}");
        let reversed: Vec<String> = stated.into_iter().rev().collect();
        assert_eq!(ChannelChoice::of_words(&reversed), Some(choice), "{word}");
    }
    for wrong in ["ring", "p2p,mailbox", "fifo,bag", "p2p,p2p"] {
        let words: Vec<String> = wrong.split(',').map(str::to_owned).collect();
        assert_eq!(ChannelChoice::of_words(&words), None, "{wrong}");
    }
}
