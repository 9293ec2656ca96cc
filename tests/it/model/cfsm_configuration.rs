use scm_check::internals::kernel::base::{Id as _, Random};
use scm_check::internals::kernel::search::hash;
use scm_check::internals::model::cfsm::{ChannelKind, Contents, MessageId};

#[test]
fn contents_are_what_was_pushed_and_not_removed() {
    let mut dice = Random::new(3);
    for kind in [ChannelKind::Fifo, ChannelKind::Bag] {
        let (mut contents, mut plain) = (Contents::default(), Vec::new());
        let mut max_states = 0;
        for round in 0..20_000 {
            let message = MessageId::from_index(dice.below(3));
            // Long stretches in which the channel fills up, and in which it empties.
            if dice.below(10) < if round / 1_000 % 2 == 0 { 7 } else { 3 } {
                contents.push(message);
                plain.push(message);
            } else {
                let place = contents.receivable(kind, message);
                let expected = match kind {
                    ChannelKind::Fifo => (plain.first() == Some(&message)).then_some(0),
                    ChannelKind::Bag => plain.iter().position(|&held| held == message),
                };
                assert_eq!(place, expected);
                if let Some(place) = place {
                    contents.remove(place);
                    plain.remove(place);
                }
            }
            assert_eq!(contents.messages(), plain);
            assert_eq!(contents.is_empty(), plain.is_empty());
            let other: Contents = plain.iter().copied().collect();
            assert!(contents == other && hash(&contents) == hash(&other));
            max_states = max_states.max(plain.len());
        }
        assert!(max_states > 100, "{kind:?}: {max_states}");
    }
}
