//! The parts of oracles: which actions match, which words contents expressions describe.

use oracle::conflict::{is_cyclic, matching};
use oracle::contents_ways::Expression;

use crate::support::bad_specifications::bad;
use crate::support::small_systems::{BAG, FIFO, alphabet, word};

#[test]
fn in_a_fifo_channel_the_kth_send_matches_the_kth_reception() {
    let system = alphabet(&[FIFO]);
    let word = word(&system, "p0:0!a p1:0!b p2:0?a p2:0?b p0:0!a");
    assert_eq!(matching(&system, &word), [Some(2), Some(3), Some(0), Some(1), None]);
}

#[test]
fn in_a_bag_only_equal_messages_are_counted() {
    let system = alphabet(&[BAG]);
    let word = word(&system, "p0:0!a p0:0!b p0:0!a p1:0?b p1:0?a");
    assert_eq!(matching(&system, &word), [Some(4), Some(3), None, Some(1), Some(0)]);
}

#[test]
fn crossing_messages_make_a_cycle() {
    let system = alphabet(&[FIFO, FIFO]);
    let crossing = word(&system, "p0:0!a p1:1!b p0:1?b p1:0?a");
    assert!(is_cyclic(&system, &crossing));
    assert!(!is_cyclic(&system, &crossing[..3]));
}

#[test]
fn a_communication_makes_no_cycle_with_itself() {
    let system = alphabet(&[FIFO]);
    assert!(!is_cyclic(&system, &word(&system, "p0:0!a p0:0?a")));
}

#[test]
fn sends_to_a_fifo_channel_are_ordered_and_to_a_bag_only_equal_ones() {
    // The cycle leads from a to x to y to b and back to a, if x must come before y.
    let cyclic = |channel, text: &str| {
        let system = alphabet(&[FIFO, channel, FIFO]);
        is_cyclic(&system, &word(&system, text))
    };
    assert!(cyclic(FIFO, "p0:0!a p0:1!x p2:1!y p2:2!b p2:0?a"));
    assert!(!cyclic(BAG, "p0:0!a p0:1!x p2:1!y p2:2!b p2:0?a"));
    assert!(cyclic(BAG, "p0:0!a p0:1!x p2:1!x p2:2!b p2:0?a"));
}

#[test]
fn ways_connect_iff_the_word_is_described() {
    let system = alphabet(&[FIFO, FIFO]);
    let set = bad(&system, "(automaton p0: in 0: true with a#b|(a^*.b)#_)").remove(0);
    let expression = Expression::new(&set.contents.unwrap());
    let message = |name| system.messages().enumerate().find(|m| m.1.name == name).unwrap().0;
    let ways = |word: &str| {
        let letters = word.chars().map(|letter| message(letter.to_string()));
        letters.fold(expression.nothing(), |ways, letter| expression.read(&ways, letter))
    };
    for (words, described) in [
        (["a", "b"], true),
        (["b", ""], true),
        (["aab", ""], true),
        (["a", ""], false),
        (["b", "b"], false),
        (["aab", "b"], false),
    ] {
        assert_eq!(expression.connect(&words.map(ways)), described, "{words:?}");
    }
}

#[test]
fn an_automaton_of_ways_means_what_its_states_are() {
    let system = alphabet(&[FIFO]);
    let set = bad(&system, "(automaton p0: in 0: true with a.b^*|b)").remove(0);
    let expression = Expression::new(&set.contents.unwrap());
    let messages: Vec<_> = system.messages().ids().collect();
    let (states, next) = expression.automaton(&messages);
    let meaning = expression.meaning(&messages, &next);
    assert_eq!(meaning, states);
    assert!(meaning.iter().any(|ways| expression.connect(std::slice::from_ref(ways))));
}
