//! Which engine of reachability answers, on expressions that are too large for some of them, and what
//! limits and threads do.

use crate::support::bad_specifications::bad;
use crate::support::small_systems::{BAG, FIFO, system};
use scm_check::internals::check::membership;
use scm_check::internals::check::reachability::{
    Answer, Engine, Justification, Outcome, Premise, UnknownReason, check,
};
use scm_check::internals::kernel::base::{Control, Id as _, IndexVec, Limit};
use scm_check::internals::model::cfsm::{
    BadConfigurations, ChannelId, Configuration, ContentsExpression, ContentsNode, ContentsNodeId,
    MessageId, ParticipantId, StateId, System,
};
use scm_check::internals::model::generate::looped_ring;
use std::fmt::Write as _;
use std::time::Duration;

const ENGINES: [Engine; 4] = [Engine::Auto, Engine::Channels, Engine::Relations, Engine::Pebbles];

/// An expression that is being written, node by node.
#[derive(Default)]
struct Nodes(IndexVec<ContentsNodeId, ContentsNode>);

impl Nodes {
    fn push(&mut self, node: ContentsNode) -> ContentsNodeId {
        self.0.push(node)
    }

    fn message(&mut self, message: usize) -> ContentsNodeId {
        self.push(ContentsNode::Message(MessageId::from_index(message)))
    }

    /// Returns the set of all configurations with these contents.
    fn bad(self) -> BadConfigurations {
        let contents = Some(ContentsExpression::from_nodes(self.0));
        BadConfigurations { control: Vec::new(), contents }
    }
}

/// Participants that send for ever, `a` or `b` to a channel each, and never receive.
fn senders(channels: usize) -> System {
    let automata: Vec<String> = (0..channels).map(|c| format!("0 {c}!a 0, 0 {c}!b 0")).collect();
    let automata: Vec<&str> = automata.iter().map(String::as_str).collect();
    system(&vec![FIFO; channels], &automata)
}

fn premise(system: &System) -> Premise {
    match membership::check(system, membership::Engine::Plain, &Control::unlimited()).outcome {
        membership::Outcome::Holds(proof) => Premise::Rsc(proof),
        other => panic!("{} is RSC: {other:?}", system.name()),
    }
}

fn ask(system: &System, bad: &BadConfigurations, engine: Engine) -> Answer {
    check(system, bad, premise(system), engine, &Control::unlimited())
}

/// The sends of a shortest run to a bad configuration, or nothing where there is none.
fn sends(answer: &Answer) -> Option<usize> {
    match &answer.outcome {
        Outcome::Violated(witness) => Some(witness.communications()),
        Outcome::Holds(Justification::Rsc(_) | Justification::Impossible) => None,
        other => panic!("{other:?}"),
    }
}

/// The one specification that a text states.
fn one_bad(system: &System, text: &str) -> BadConfigurations {
    let [one] = <[_; 1]>::try_from(bad(system, text)).unwrap();
    one
}

/// Asserts that the engine that is asked for hands over to this one, and that all engines find as many
/// sends; returns what they answer, in their order.
fn assert_answers(
    system: &System,
    bad: &BadConfigurations,
    answering: &str,
    expected: Option<usize>,
) -> [Answer; 4] {
    ENGINES.map(|engine| {
        let answer = ask(system, bad, engine);
        assert_eq!(sends(&answer), expected, "{engine:?}");
        match engine {
            Engine::Auto | Engine::Channels => {
                assert_eq!(answer.engine.word(), answering, "{engine:?}");
            }
            Engine::Pebbles => assert_eq!(answer.engine.word(), "pebbles"),
            _ => {}
        }
        answer
    })
}

#[test]
fn more_tuples_than_bits_are_left_to_relations() {
    for (channels, answering) in [(7, "channels"), (8, "relations")] {
        let system = senders(channels);
        // Two ways to hold something in each channel but the last: so many tuples.
        let text = "(a#_|b#_).".repeat(channels - 1);
        let reachable = one_bad(&system, &format!("(automaton p0: in 0: true with {text}b)"));
        assert_answers(&system, &reachable, answering, Some(channels));
        // Nobody sends what is not there.
        let text = "(a.c#_|b.c#_).".repeat(channels - 1);
        let more = SystemWithUnused::of(channels);
        let unreachable = one_bad(&more.0, &format!("(automaton p0: in 0: true with {text}b)"));
        assert_answers(&more.0, &unreachable, answering, None);
    }
}

/// The senders, and a message `c` that is sent on the last channel only.
struct SystemWithUnused(System);

impl SystemWithUnused {
    fn of(channels: usize) -> Self {
        let mut automata: Vec<String> =
            (0..channels).map(|c| format!("0 {c}!a 0, 0 {c}!b 0")).collect();
        write!(automata[channels - 1], ", 0 {}!c 0", channels - 1).unwrap();
        let automata: Vec<&str> = automata.iter().map(String::as_str).collect();
        Self(system(&vec![FIFO; channels], &automata))
    }
}

#[test]
fn the_nth_letter_from_the_end_is_left_to_relations_and_then_to_pebbles() {
    let system = senders(1);
    for (letters, answering) in [(8, "channels"), (13, "relations"), (20, "pebbles")] {
        let tail = ".(a|b)".repeat(letters - 1);
        let text = format!("(automaton p0: in 0: true with (a|b)^*.a{tail})");
        let bad = one_bad(&system, &text);
        let [_, _, relations, _] = assert_answers(&system, &bad, answering, Some(letters));
        let relations = relations.engine.word();
        let expected = if answering == "pebbles" { "pebbles" } else { "relations" };
        assert_eq!(relations, expected, "of {letters} letters");
    }
}

#[test]
fn more_messages_than_bytes_are_left_to_relations() {
    for (messages, answering) in [(256, "channels"), (257, "relations")] {
        let mut text = String::new();
        for message in 0..messages {
            write!(text, "0 0!m{message} 0, ").unwrap();
        }
        let system = system(&[FIFO], &[&text]);
        let mut nodes = Nodes::default();
        let parts = (0..messages).map(|message| nodes.message(message)).collect();
        let one = nodes.push(ContentsNode::Alternatives(parts));
        let last = nodes.message(messages - 1);
        nodes.push(ContentsNode::Concatenation(vec![one, last]));
        assert_answers(&system, &nodes.bad(), answering, Some(2));
    }
}

/// How often something is put around something.
const DEPTH: usize = 100_000;

/// Expressions with something around something, over and over, and the number of messages `a` that
/// make a shortest word of it.
fn deep(depth: usize) -> Vec<(&'static str, BadConfigurations, usize)> {
    type Around = fn(&mut Nodes, ContentsNodeId) -> ContentsNodeId;
    let around: [(&str, Around, usize); 5] = [
        ("plus", |nodes, part| nodes.push(ContentsNode::Plus(part)), 2),
        (
            "nothing behind",
            |nodes, part| {
                let nothing = nodes.push(ContentsNode::Empty);
                nodes.push(ContentsNode::Concatenation(vec![part, nothing]))
            },
            2,
        ),
        (
            "nothing before",
            |nodes, part| {
                let nothing = nodes.push(ContentsNode::Empty);
                nodes.push(ContentsNode::Concatenation(vec![nothing, part]))
            },
            2,
        ),
        (
            "or nothing",
            |nodes, part| {
                let nothing = nodes.push(ContentsNode::Empty);
                nodes.push(ContentsNode::Alternatives(vec![part, nothing]))
            },
            1,
        ),
        ("star", |nodes, part| nodes.push(ContentsNode::Star(part)), 1),
    ];
    around
        .into_iter()
        .map(|(name, around, sends)| {
            // One message stands apart, so that something must be sent.
            let mut nodes = Nodes::default();
            let mut part = nodes.message(0);
            for _ in 0..depth {
                part = around(&mut nodes, part);
            }
            let one = nodes.message(0);
            nodes.push(ContentsNode::Concatenation(vec![part, one]));
            (name, nodes.bad(), sends)
        })
        .collect()
}

#[test]
fn no_depth_of_an_expression_overflows_a_stack() {
    let system = senders(1);
    for (name, bad, expected) in deep(DEPTH) {
        let [automatic, ..] = assert_answers(&system, &bad, "relations", Some(expected));
        // By its meaning.
        let control = IndexVec::filled(StateId::from_index(0), 1);
        let empty = Configuration::empty(&system, control);
        assert!(!bad.contains(&empty), "{name}");
        let Outcome::Violated(witness) = automatic.outcome else { panic!("{name}") };
        assert!(bad.contains(witness.replay().last()), "{name}");
    }
}

#[test]
fn bags_in_a_specification_are_left_alone_or_refused() {
    // A bag and then a channel.
    let system = system(&[BAG, FIFO], &["0 0!a 0, 0 1!b 0"]);
    for engine in ENGINES {
        let alone = one_bad(&system, "(automaton p0: in 0: true with (a|b)^*#b.b)");
        assert_eq!(sends(&ask(&system, &alone, engine)), Some(2), "{engine:?}");
        let mut nodes = Nodes::default();
        let a = nodes.message(0);
        let separator = nodes.push(ContentsNode::Separator);
        let b = nodes.message(1);
        nodes.push(ContentsNode::Concatenation(vec![a, separator, b]));
        let answer = ask(&system, &nodes.bad(), engine);
        let channel = ChannelId::from_index(0);
        assert_eq!(
            answer.outcome,
            Outcome::Unknown(UnknownReason::BagConstrained { channel }),
            "{engine:?}"
        );
    }
}

#[test]
fn a_specification_may_name_nobody_or_no_state() {
    let system = senders(1);
    let anything = BadConfigurations { control: Vec::new(), contents: None };
    let nobody = (ParticipantId::from_index(0), Vec::new());
    let nowhere = BadConfigurations { control: vec![nobody], contents: None };
    for engine in ENGINES {
        assert_eq!(sends(&ask(&system, &anything, engine)), Some(0), "{engine:?}");
        assert_eq!(sends(&ask(&system, &nowhere, engine)), None, "{engine:?}");
    }
}

#[test]
fn what_is_known_decides_what_nothing_found_means() {
    // Both send before they receive: no RSC execution receives anything.
    let crossing = system(&[FIFO, FIFO], &["0 0!a 1, 1 1?b 2", "0 1!b 1, 1 0?a 2"]);
    let done = one_bad(&crossing, "(automaton p0: in 2: true automaton p1: in 2: true)");
    let elsewhere = one_bad(&crossing, "(automaton p0: in 2: true automaton p1: in 0: true)");
    let control = Control::unlimited();
    let ask = |bad, premise, engine| check(&crossing, bad, premise, engine, &control).outcome;
    for engine in ENGINES {
        assert_eq!(
            ask(&done, Premise::AssumedEager, engine),
            Outcome::Holds(Justification::AssumedEager),
            "{engine:?}"
        );
        let found = ask(&done, Premise::BugsOnly, engine);
        let Outcome::Violated(witness) = found else { panic!("{engine:?}: {found:?}") };
        assert_eq!(witness.actions(), 4, "{engine:?}");
        let found = ask(&elsewhere, Premise::BugsOnly, engine);
        assert!(
            matches!(found, Outcome::Holds(Justification::Finite { .. })),
            "{engine:?}: {found:?}"
        );
    }
    // The same, but infinitely many configurations.
    let endless = system(&[FIFO, FIFO], &["0 0!a 1, 1 1?b 2, 2 0!a 2", "0 1!b 1, 1 0?a 2"]);
    let never = one_bad(&endless, "(automaton p0: in 2: true automaton p1: in 0: true)");
    for engine in ENGINES {
        let found = check(&endless, &never, Premise::BugsOnly, engine, &control).outcome;
        assert!(
            matches!(found, Outcome::Holds(Justification::Invariant { .. })),
            "{engine:?}: {found:?}"
        );
    }
}

/// A ring of so many participants, and contents of its last two channels: one message more than fits
/// into all of them, and as many as fit.
fn ring_without_room(participants: usize) -> (System, BadConfigurations, BadConfigurations) {
    let ring = looped_ring(participants, 1).unwrap();
    let [unreachable, reachable] = [participants, participants - 1].map(|messages| {
        let halves = [messages / 2, messages.div_ceil(2)].map(|half| vec!["m1"; half].join("."));
        let others = "_#".repeat(participants - 2);
        one_bad(&ring, &format!("(automaton p0: in 0: true with {others}{})", halves.join("#")))
    });
    (ring, unreachable, reachable)
}

#[test]
fn limits_leave_the_question_open() {
    let (ring, unreachable, reachable) = ring_without_room(5);
    let interrupted = Control::unlimited();
    interrupted.interrupt();
    let controls = [
        (Control { max_states: Some(1), ..Control::unlimited() }, Limit::States),
        (Control { max_bytes: Some(1), ..Control::unlimited() }, Limit::Memory),
        (Control::unlimited().with_timeout(Duration::ZERO), Limit::Timeout),
        (interrupted, Limit::Interrupted),
    ];
    let premise = premise(&ring);
    for (control, limit) in &controls {
        for engine in ENGINES {
            for (bad, premise) in [
                (&unreachable, premise),
                (&unreachable, Premise::AssumedEager),
                (&unreachable, Premise::BugsOnly),
                (&reachable, premise),
                (&reachable, Premise::BugsOnly),
            ] {
                let answer = check(&ring, bad, premise, engine, control);
                assert_eq!(
                    answer.outcome,
                    Outcome::Unknown(UnknownReason::Limit(*limit)),
                    "{engine:?}, {premise:?}"
                );
            }
        }
    }
    // Without limits there are answers.
    for engine in ENGINES {
        assert_eq!(sends(&ask(&ring, &unreachable, engine)), None, "{engine:?}");
        assert!(sends(&ask(&ring, &reachable, engine)).is_some(), "{engine:?}");
    }
}

#[test]
fn the_answer_does_not_depend_on_the_number_of_threads() {
    // In the middle of the search there are thousands of states with as many sends.
    let mut automata: Vec<String> = (0..6).map(|c| format!("0 {c}!a 0, 0 {c}!b 0")).collect();
    automata.push("0 6!a 1, 0 6!b 1".to_owned());
    let automata: Vec<&str> = automata.iter().map(String::as_str).collect();
    let senders = system(&[FIFO; 7], &automata);
    let contents = "(a.b|b.a)#".repeat(6);
    let [unreachable, reachable] = ["(a.b|b.a)", "(a|b)"].map(|last| {
        one_bad(&senders, &format!("(automaton p0: in 0: true with {contents}{last})"))
    });
    assert!(ask(&senders, &unreachable, Engine::Auto).statistics.states > 10_000);
    let (ring, too_many, fitting) = ring_without_room(7);
    for (system, bad) in
        [(&senders, &unreachable), (&senders, &reachable), (&ring, &too_many), (&ring, &fitting)]
    {
        let premise = premise(system);
        let cases = ENGINES.map(|engine| (engine, premise));
        for (engine, premise) in cases.into_iter().chain([(Engine::Auto, Premise::BugsOnly)]) {
            let by = |threads| {
                let control = Control { threads, ..Control::unlimited() };
                check(system, bad, premise, engine, &control)
            };
            let alone = by(1);
            for threads in [2, 8] {
                assert_eq!(by(threads), alone, "{engine:?}, {premise:?}, {threads} threads");
            }
        }
    }
}
