//! The oracle of reachability on systems and expressions whose answers are known.

use crate::support::bad_specifications::bad;
use crate::support::cases::seeds;
use crate::support::small_systems::{BAG, FIFO, alphabet, system};
use oracle::configurations::{Answer, Bounds, Loss, explore, explore_rsc};
use oracle::reachability::{Letter, decide, matches};
use scm_check::internals::kernel::base::{Id as _, Random};
use scm_check::internals::model::cfsm::{
    Channel, ChannelKind, ContentsExpression, ContentsNode, ContentsNodeId, MessageId, System,
};
use std::collections::BTreeSet;

const BOUNDS: Bounds = Bounds { configurations: 2_000, messages: 5 };

/// The fewest sends that lead to a bad configuration; `None` where all configurations were explored
/// in vain.
fn fewest(system: &System, text: &str) -> Option<usize> {
    let answer = decide(&explore(system, Loss::OnTheWay, BOUNDS), &bad(system, text));
    match answer {
        Answer::Reachable { least, most, .. } if least == most => Some(most),
        Answer::Unreachable => None,
        _ => panic!("{answer:?}"),
    }
}

/// Whether an expression over two channels, with the messages `a`, `b`, `x`, `y`, describes a word.
fn describes(expression: &str, word: &str) -> bool {
    let system = alphabet(&[FIFO, FIFO]);
    let [bad] = &bad(&system, &format!("(automaton p0: in 0: true with {expression})"))[..] else {
        panic!("one specification was written")
    };
    let letter = |letter: char| match letter {
        '#' => Letter::Separator,
        name => Letter::Message(MessageId::from_index("abxy".find(name).expect("a message"))),
    };
    let word: Vec<Letter> = word.chars().map(letter).collect();
    matches(bad.contents.as_ref().expect("contents were written"), &word)
}

#[test]
fn words_are_read_from_left_to_right() {
    assert!(describes("a.b#_", "ab#"));
    assert!(!describes("b.a#_", "ab#"));
    assert!(!describes("a#_", "ab#"), "nothing may be left over");
    assert!(!describes("a.b#_", "a#"), "nothing may be missing");
}

#[test]
fn the_separator_is_a_letter_of_its_own() {
    assert!(describes("_#_", "#"));
    assert!(!describes("a#_", "#a"));
    assert!(describes("a^*#a^*", "aa#a"));
}

#[test]
fn alternatives_span_separators_and_are_no_product() {
    for word in ["a#x", "b#y"] {
        assert!(describes("a#x|b#y", word));
    }
    for word in ["a#y", "b#x", "a#", "#x"] {
        assert!(!describes("a#x|b#y", word));
    }
}

#[test]
fn letters_around_alternatives_belong_to_the_channels_beside_them() {
    let expression = "a.(b#_|_#b).x";
    for (word, expected) in [("ab#x", true), ("a#bx", true), ("a#x", false), ("ab#bx", false)] {
        assert_eq!(describes(expression, word), expected, "{word}");
    }
}

#[test]
fn stars_take_nothing_and_pluses_at_least_once() {
    assert!(describes("a^*#_", "#") && describes("a^*#_", "aaa#"));
    assert!(!describes("a^+#_", "#") && describes("a^+#_", "aaa#"));
    assert!(describes("(a|_)^+#_", "#"), "what is repeated may be empty");
}

#[test]
fn repetitions_of_what_may_be_empty_end() {
    assert!(describes("((a^*|_)^*)^+#(_^*)^+", "aa#"));
    assert!(!describes("((a^*|_)^*)^+#(_^*)^+", "ab#"));
}

#[test]
fn repetitions_of_words_come_out_even() {
    for (word, expected) in [("#", true), ("ab#", true), ("abab#", true), ("aba#", false)] {
        assert_eq!(describes("(a.b)^*#_", word), expected, "{word}");
    }
    // Only one way to cut the word: three and two.
    assert!(describes("(a.a|a.a.a)^+#_", "aaaaa#"));
    assert!(!describes("(a.a|a.a.a)^+#_", "a#"));
}

#[test]
fn greed_does_not_lose_a_match() {
    assert!(describes("a^*.a#b^*.(b|x).b", "aa#bbb"));
    assert!(describes("(a|a.b).(b.x|x)#_", "abx#"));
}

/// All words of an expression that are no longer than `most`, made letter by letter.
fn language(expression: &ContentsExpression, most: usize) -> BTreeSet<Vec<Letter>> {
    let mut of: Vec<BTreeSet<Vec<Letter>>> = Vec::new();
    let joined = |left: &BTreeSet<Vec<Letter>>, right: &BTreeSet<Vec<Letter>>| {
        let pairs = left.iter().flat_map(|one| right.iter().map(move |other| (one, other)));
        let words = pairs.map(|(one, other)| [one.as_slice(), other].concat());
        words.filter(|word| word.len() <= most).collect::<BTreeSet<_>>()
    };
    let empty: BTreeSet<Vec<Letter>> = [Vec::new()].into();
    for node in expression.nodes() {
        let part = |id: &ContentsNodeId| &of[id.index()];
        let star = |words: &BTreeSet<Vec<Letter>>| {
            // Words that add nothing aside, no more factors fit than letters.
            (0..most).fold(empty.clone(), |all, _| &all | &joined(&all, words))
        };
        let words = match node {
            ContentsNode::Empty => empty.clone(),
            ContentsNode::Message(message) => [vec![Letter::Message(*message)]].into(),
            ContentsNode::Separator => [vec![Letter::Separator]].into(),
            ContentsNode::Concatenation(parts) => {
                parts.iter().fold(empty.clone(), |front, id| joined(&front, part(id)))
            }
            ContentsNode::Alternatives(parts) => parts.iter().flat_map(part).cloned().collect(),
            ContentsNode::Star(id) => star(part(id)),
            ContentsNode::Plus(id) => joined(part(id), &star(part(id))),
        };
        of.push(words);
    }
    of.pop().expect("an expression has a root")
}

#[test]
fn an_expression_matches_the_words_that_can_be_made_of_it() {
    let (mut inside, mut outside) = (0, 0);
    for seed in seeds(20) {
        let mut numbers = Random::new(seed);
        let channels = numbers.between(1, 3);
        let system = alphabet(&vec![FIFO; channels]);
        let exploration = explore(&system, Loss::OnTheWay, BOUNDS);
        let bad =
            crate::support::bad_specifications::random_bad(&system, &exploration, &mut numbers);
        let Some(expression) = bad.contents else { continue };
        let most = 5;
        let words = language(&expression, most);
        // Words of the language, with and without a change, and words of no language.
        let mut tried: Vec<Vec<Letter>> = words.iter().take(100).cloned().collect();
        for place in 0..tried.len() + 20 {
            let mut word = tried.get(place).cloned().unwrap_or_default();
            for _ in 0..numbers.between(1, 2) {
                let letter = match numbers.below(5) {
                    4 => Letter::Separator,
                    message => Letter::Message(MessageId::from_index(message)),
                };
                let at = numbers.between(0, word.len());
                if at < word.len() && numbers.percent(50) {
                    word[at] = letter;
                } else if word.len() < most {
                    word.insert(at, letter);
                }
            }
            tried.push(word);
        }
        for word in tried {
            let expected = words.contains(&word);
            *(if expected { &mut inside } else { &mut outside }) += 1;
            assert_eq!(
                matches(&expression, &word),
                expected,
                "seed {seed}: {word:?}\n{expression:?}"
            );
        }
    }
    assert!(inside > 0 && outside > 0, "{inside} words inside, {outside} outside");
}

#[test]
fn the_initial_configuration_counts() {
    let idle = system(&[FIFO], &["0 0!a 1"]);
    assert_eq!(fewest(&idle, "(automaton p0: in 0: true with _)"), Some(0));
    assert_eq!(fewest(&idle, "(automaton p0: in 1: true with a)"), Some(1));
    assert_eq!(fewest(&idle, "(automaton p0: in 1: true with _)"), None);
    assert_eq!(fewest(&idle, "(automaton p0: in 0: true with a)"), None);
}

#[test]
fn every_combination_of_initial_states_is_initial() {
    let two = system(&[FIFO], &["initial 0 1: 0 0!a 2", "initial 0 2: 0 0?a 1"]);
    assert_eq!(fewest(&two, "(automaton p0: in 1: true automaton p1: in 2: true)"), Some(0));
    assert_eq!(fewest(&two, "(automaton p0: in 1: true automaton p1: in 1: true)"), None);
}

#[test]
fn states_of_one_participant_are_a_choice_and_participants_a_conjunction() {
    let pair = system(&[FIFO], &["0 0!a 1", "0 0?a 1"]);
    assert_eq!(fewest(&pair, "(automaton p0: in 0: true automaton p1: in 1: true)"), None);
    let text = "(automaton p0: in 0: true in 1: true automaton p1: in 1: true)";
    assert_eq!(fewest(&pair, text), Some(1));
    assert_eq!(fewest(&pair, "(automaton p1: in 1: true with a)"), None);
}

#[test]
fn specifications_are_a_choice() {
    let pair = system(&[FIFO], &["0 0!a 1, 1 0!b 2", "0 0?a 1"]);
    let far = "(automaton p0: in 2: true with a.b)";
    let near = "(automaton p0: in 1: true with a)";
    let never = "(automaton p0: in 2: true with b.a)";
    assert_eq!(fewest(&pair, &format!("{never} {far}")), Some(2));
    assert_eq!(fewest(&pair, &format!("{far} {never} {near}")), Some(1));
    assert_eq!(fewest(&pair, never), None);
}

#[test]
fn receptions_and_internal_steps_cost_nothing() {
    let automata = ["0 0!a 1, 1 tau 2", "0 tau 1, 1 0?a 2, 2 tau 3"];
    let text = "(automaton p0: in 2: true automaton p1: in 3: true with _)";
    assert_eq!(fewest(&system(&[FIFO], &automata), text), Some(1));
}

#[test]
fn the_run_with_the_fewest_sends_may_be_the_longer_one() {
    // Two sends, or three internal steps and one send.
    let automata = ["0 0!a 1, 1 0!a 5, 0 tau 2, 2 tau 3, 3 tau 4, 4 0!a 5"];
    let detour = system(&[BAG], &automata);
    assert_eq!(fewest(&detour, "(automaton p0: in 5: true)"), Some(1));
}

#[test]
fn a_fifo_channel_keeps_the_order_and_a_bag_does_not() {
    let automata = ["0 0!a 1, 1 0!b 2", "0 0?b 1"];
    let text = "(automaton p1: in 1: true)";
    assert_eq!(fewest(&system(&[FIFO], &automata), text), None);
    assert_eq!(fewest(&system(&[BAG], &automata), text), Some(2));
}

#[test]
fn what_a_bag_holds_has_no_order() {
    let senders = ["0 0!a 1", "0 0!b 1"];
    let count = |channel| explore(&system(&[channel], &senders), Loss::OnTheWay, BOUNDS);
    assert_eq!(count(FIFO).reached.len(), 5);
    assert_eq!(count(BAG).reached.len(), 4);
}

#[test]
fn rsc_executions_receive_at_once_or_never() {
    // Messages that cross: nobody has received, or somebody has; not both.
    let crossing = system(&[FIFO, FIFO], &["0 0!a 1, 1 1?b 2", "0 1!b 1, 1 tau 2, 2 0?a 3"]);
    let found = explore_rsc(&crossing, BOUNDS);
    let fewest = |text| decide(&found, &bad(&crossing, text)).fewest();
    assert_eq!(fewest("(automaton p0: in 1: true automaton p1: in 3: true with _#b)"), Some(2));
    assert_eq!(fewest("(automaton p0: in 2: true automaton p1: in 2: true with a#_)"), Some(2));
    assert_eq!(fewest("(automaton p0: in 2: true automaton p1: in 3: true)"), None);
}

#[test]
fn the_order_of_sends_by_several_is_any() {
    let shared = system(&[FIFO], &["0 0!a 1", "0 0!b 1"]);
    for word in ["a.b", "b.a"] {
        let text = format!("(automaton p0: in 1: true with {word})");
        assert_eq!(fewest(&shared, &text), Some(2), "{word}");
    }
}

#[test]
fn several_may_receive_from_a_channel() {
    let shared = system(&[FIFO], &["0 0!a 1, 1 0!b 2", "0 0?a 1", "0 0?a 1, 0 0?b 2"]);
    let both =
        |one, other| format!("(automaton p1: in {one}: true automaton p2: in {other}: true)");
    assert_eq!(fewest(&shared, &both(1, 2)), Some(2));
    assert_eq!(fewest(&shared, &both(1, 1)), None);
    assert_eq!(fewest(&shared, &both(0, 2)), None, "a comes first");
}

#[test]
fn messages_to_oneself_pass_through_the_channel() {
    let alone = system(&[FIFO], &["0 0!a 1, 1 0!b 2, 2 0?a 3, 3 0?b 4, 2 0?b 5"]);
    assert_eq!(fewest(&alone, "(automaton p0: in 4: true with _)"), Some(2));
    assert_eq!(fewest(&alone, "(automaton p0: in 3: true with b)"), Some(2));
    assert_eq!(fewest(&alone, "(automaton p0: in 5: true)"), None);
}

#[test]
fn a_lost_message_is_no_send() {
    let lossy = Channel { kind: ChannelKind::Fifo, lossy: true };
    let sender = ["0 0!a 1, 1 0!b 2"];
    let text = |word| format!("(automaton p0: in 2: true with {word})");
    for (word, sends) in [("_", 0), ("a", 1), ("b", 1), ("a.b", 2)] {
        assert_eq!(fewest(&system(&[lossy], &sender), &text(word)), Some(sends), "{word}");
    }
    assert_eq!(fewest(&system(&[FIFO], &sender), &text("b")), None);
}

#[test]
fn a_message_that_nobody_sends_is_nowhere() {
    let never = system(&[FIFO, FIFO], &["0 0!a 1", "0 1?b 1"]);
    assert_eq!(fewest(&never, "(automaton p0: in 0: true in 1: true with a^*.b#_)"), None);
    assert_eq!(fewest(&never, "(automaton p0: in 1: true with a#b^*)"), Some(1));
}

#[test]
fn a_bag_is_free_beside_a_channel_that_is_not() {
    let mixed = system(&[FIFO, BAG, FIFO], &["0 0!a 1, 1 1!b 2, 2 1!a 3, 3 2!b 4"]);
    let text = |contents| format!("(automaton p0: in 3: true in 4: true with {contents})");
    assert_eq!(fewest(&mixed, &text("a#(a|b)^*#_")), Some(3));
    assert_eq!(fewest(&mixed, &text("a#(a|b)^*#b")), Some(4));
    assert_eq!(fewest(&mixed, &text("_#(a|b)^*#b")), None);
}

#[test]
fn what_is_cut_off_is_said() {
    // One more a with each round; b needs six of them.
    let pump = system(&[FIFO], &["0 0!a 0, 0 0!b 1"]);
    let answer = |configurations, messages, text: &str| {
        let found = explore(&pump, Loss::OnTheWay, Bounds { configurations, messages });
        decide(&found, &bad(&pump, text))
    };
    let six = "(automaton p0: in 1: true with a.a.a.a.a.a.b)";
    assert_eq!(answer(1_000, 6, six), Answer::NotWithinBounds { least: 7 });
    assert_eq!(answer(1_000, 7, six).fewest(), Some(7));
    assert_eq!(answer(6, 9, six), Answer::NotWithinBounds { least: 3 });
    let never = "(automaton p0: in 1: true with _)";
    assert_eq!(answer(1_000, 6, never), Answer::NotWithinBounds { least: 7 });
}

#[test]
fn beyond_what_is_cut_off_a_run_may_not_be_the_shortest() {
    // With one message at a time it takes c and the answer to it; otherwise two sends are enough.
    let automata =
        ["0 0!a 1, 1 0!b 3, 0 1!c 4, 4 0!a 5, 5 2?d 6, 6 1!c 3", "0 1?c 1, 1 2!d 1, 1 1?c 1"];
    let both = system(&[FIFO, FIFO, FIFO], &automata);
    let answer = |messages| {
        let found = explore(&both, Loss::OnTheWay, Bounds { configurations: 5_000, messages });
        decide(&found, &bad(&both, "(automaton p0: in 3: true)"))
    };
    assert!(matches!(answer(1), Answer::Reachable { least: 2, most: 4, .. }), "{:?}", answer(1));
    assert_eq!(answer(2).fewest(), Some(2));
}

#[test]
fn the_run_of_an_answer_leads_there() {
    let exchange = system(&[FIFO, FIFO], &["0 0!a 1, 1 1?b 2, 2 0!a 3", "0 0?a 1, 1 1!b 0"]);
    let found = explore(&exchange, Loss::OnTheWay, BOUNDS);
    let specification = bad(&exchange, "(automaton p0: in 3: true with a#_)");
    let Answer::Reachable { place, most: 3, .. } = decide(&found, &specification) else {
        panic!("three sends lead there")
    };
    assert_eq!(found.run_to(place).1.len(), 5);
}
