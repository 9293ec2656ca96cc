//! Choreographies against their implementations: small ones, whose answers were worked out by hand.

use scm_check::internals::check::completability::{
    Completable, Level, completable, included, one_by_one,
};
use scm_check::internals::check::membership::{self, Engine};
use scm_check::internals::check::realisability::{
    Blame, Condition, Justification, Occurrence, Outcome, Question, UnknownReason, Violation,
    blame, check, incoherences,
};
use scm_check::internals::kernel::base::{Control, Id, IndexVec, Limit, Random};
use scm_check::internals::model::cfsm::{
    ChannelKind, CommunicatingAutomaton, Exchange, MessageId, ParticipantId, StateId,
};
use scm_check::internals::model::choreography::{
    Architecture, Buffer, BufferId, ChannelChoice, Choreography, DescribedEdge,
    DescribedInteraction, Description,
};

use std::collections::BTreeSet;

/// Reads edges such as `0 p>q:a 1`, `0 p>q:a@b 1` through the channel `b`, between semicolons.
pub(crate) fn description(text: &str) -> Description {
    fn id<I: Id>(names: &mut IndexVec<I, String>, name: &str) -> I {
        let known = names.enumerate().find(|(_, known)| *known == name).map(|(id, _)| id);
        known.unwrap_or_else(|| names.push(name.to_owned()))
    }
    let mut read = Description {
        name: "small".to_owned(),
        participants: IndexVec::new(),
        messages: IndexVec::new(),
        buffers: IndexVec::new(),
        architecture: Architecture::Free,
        kind: ChannelKind::Fifo,
        states: IndexVec::new(),
        initial: None,
        edges: IndexVec::new(),
        finals: Vec::new(),
    };
    let mut buffers: IndexVec<BufferId, String> = IndexVec::new();
    for edge in text.split(';').map(str::trim).filter(|edge| !edge.is_empty()) {
        let words: Vec<&str> = edge.split_whitespace().collect();
        let [source, label, target] = words[..] else { panic!("`{edge}` is no edge") };
        let (ends, what) = label.split_once(':').unwrap();
        let (sender, receiver) = ends.split_once('>').unwrap();
        let (message, via) = what.split_once('@').map_or((what, None), |(m, via)| (m, Some(via)));
        let [source, target]: [StateId; 2] = [source, target].map(|s| id(&mut read.states, s));
        let exchange = DescribedInteraction {
            sender: id::<ParticipantId>(&mut read.participants, sender),
            receiver: id::<ParticipantId>(&mut read.participants, receiver),
            message: id::<MessageId>(&mut read.messages, message),
            channel: via.map(|name| id(&mut buffers, name)),
        };
        read.edges.push(DescribedEdge { source, exchange: Some(exchange), target });
        read.initial.get_or_insert(source);
    }
    read.buffers = buffers.iter().map(|name| Buffer { name: name.clone(), kind: None }).collect();
    read
}

/// All orders of some messages between lifelines in which those that share a lifeline keep theirs.
fn weakly_ordered(messages: &[(usize, usize)]) -> Choreography {
    let share = |one: (usize, usize), other: (usize, usize)| {
        [one.0, one.1].iter().any(|lifeline| [other.0, other.1].contains(lifeline))
    };
    let (mut open, mut seen) = (vec![0_u32], BTreeSet::from([0_u32]));
    let mut edges = Vec::new();
    while let Some(done) = open.pop() {
        for (next, &(from, to)) in messages.iter().enumerate() {
            let is_done = |message: usize| done >> message & 1 == 1;
            let waits = |before: usize| !is_done(before) && share(messages[before], (from, to));
            if is_done(next) || (0..next).any(waits) {
                continue;
            }
            let after = done | 1 << next;
            edges.push(format!("{done} l{from}>l{to}:m{next} {after}"));
            if seen.insert(after) {
                open.push(after);
            }
        }
    }
    let p2p = ChannelChoice { architecture: Some(Architecture::PeerToPeer), kind: None };
    choreography(&edges.join(";"), p2p)
}

#[test]
fn what_no_level_reads_is_decided_by_the_configurations() {
    // Nine lifelines, among which most messages are independent.
    let messages = [
        (1, 8),
        (0, 1),
        (1, 8),
        (5, 6),
        (4, 8),
        (6, 1),
        (1, 5),
        (1, 7),
        (7, 1),
        (1, 7),
        (7, 1),
        (4, 1),
        (3, 6),
        (6, 3),
        (3, 0),
        (3, 7),
    ];
    let choreography = weakly_ordered(&messages);
    let system = choreography.implementation(10_000).unwrap();
    let asked =
        |control: &Control| check(&choreography, &system, Question::Realisable, control).outcome;
    assert_eq!(asked(&Control::unlimited()), Outcome::Holds(Justification::Synchronous));
    let control = Control { max_states: Some(10), ..Control::unlimited() };
    assert_eq!(asked(&control), Outcome::Unknown(UnknownReason::Limit(Limit::States)));
}

pub(crate) fn choreography(text: &str, choice: ChannelChoice) -> Choreography {
    Choreography::new(&description(text).resolved(choice), 10_000).unwrap()
}

fn answer(choreography: &Choreography, question: Question) -> Outcome {
    let system = choreography.implementation(10_000).unwrap();
    check(choreography, &system, question, &Control::unlimited()).outcome
}

/// Writes a word as `p!q? a . p! b`.
fn written(choreography: &Choreography, word: &[Exchange]) -> String {
    let source = choreography.source();
    let letter = |letter: &Exchange| {
        let receiver = letter.receiver.map(|one| format!("{}?", source.participants[one]));
        format!(
            "{} {}!{} {}",
            source.channels[letter.channel].name,
            source.participants[letter.sender],
            receiver.unwrap_or_default(),
            source.messages[letter.message]
        )
    };
    word.iter().map(letter).collect::<Vec<_>>().join(" . ")
}

/// The answer as one word: `yes`, `no`, or `open`.
fn word(outcome: &Outcome) -> &'static str {
    match outcome {
        Outcome::Holds(_) => "yes",
        Outcome::Violated(_) => "no",
        Outcome::Unknown(_) => "open",
    }
}

const P2P: ChannelChoice =
    ChannelChoice { architecture: Some(Architecture::PeerToPeer), kind: None };
const MAILBOX: ChannelChoice =
    ChannelChoice { architecture: Some(Architecture::Mailbox), kind: None };
const BAG: ChannelChoice =
    ChannelChoice { architecture: Some(Architecture::Mailbox), kind: Some(ChannelKind::Bag) };
const ONE: ChannelChoice =
    ChannelChoice { architecture: Some(Architecture::OneBuffer), kind: None };
const ONE_BAG: ChannelChoice =
    ChannelChoice { architecture: Some(Architecture::OneBuffer), kind: Some(ChannelKind::Bag) };
const FREE: ChannelChoice = ChannelChoice { architecture: None, kind: None };

#[test]
fn small_choreographies_are_told_apart() {
    // The text, the channels, and the answers in the literal reading and up to independent actions.
    let cases = [
        ("0 p>r:a 1; 1 q>r:b 2", P2P, "no", "yes"),
        ("0 p>r:a 1; 1 q>r:b 2", MAILBOX, "no", "no"),
        ("0 p>r:a 1; 1 q>r:b 2", BAG, "no", "yes"),
        ("0 p>r:a 1; 1 q>r:a 2", BAG, "no", "no"),
        ("0 p>q:a 1; 1 r>s:b 2", ONE, "no", "no"),
        ("0 p>q:a 1; 1 r>s:b 2", ONE_BAG, "no", "yes"),
        ("0 p>q:a 1; 0 r>s:b 2", P2P, "no", "no"),
        ("0 p>q:a 1; 0 q>p:b 2", P2P, "no", "no"),
        ("0 p>q:a 1; 1 p>r:a 2", ONE_BAG, "no", "no"),
        ("0 p>q:a 1; 1 p>r:b 2", ONE, "yes", "yes"),
        ("0 p>q:a 1; 1 r>s:b 0", P2P, "no", "yes"),
        ("0 q>r:a@2 1; 1 q>r:a@1 2; 2 r>q:a@2 3", FREE, "no", "no"),
        ("0 p>q:a 1; 1 q>r:b 2; 1 p>q:c 3; 2 p>q:c 4; 3 q>r:b 4", P2P, "no", "yes"),
        ("0 p>q:a 1; 1 r>q:c 3; 0 p>q:b 2; 2 r>q:d 4", P2P, "no", "no"),
    ];
    for (text, channels, literal, causal) in cases {
        let choreography = choreography(text, channels);
        let answers = [Question::WellFormed, Question::Realisable]
            .map(|question| answer(&choreography, question));
        assert_eq!(
            answers.each_ref().map(word),
            [literal, causal],
            "{text} {channels:?}: {answers:?}"
        );
    }
}

#[test]
fn a_loop_beside_one_message_needs_more_than_a_lag() {
    let choreography = choreography("0 p>q:a 0; 0 r>s:b 1", P2P);
    assert_eq!(word(&answer(&choreography, Question::WellFormed)), "no");
    assert_eq!(
        answer(&choreography, Question::Realisable),
        Outcome::Holds(Justification::Executions(Level::Gaps(1)))
    );
}

#[test]
fn the_client_the_server_and_the_database_are_realisable_and_not_well_formed() {
    let text =
        "0 c>s:req@s 1; 1 s>c:res@c 2; 2 c>s:ack@s 3; 3 s>d:log@d 0; 3 c>s:req@s 4; 4 s>d:log@d 1";
    let choreography = choreography(text, FREE);
    let Outcome::Violated(Violation::Execution(word)) = answer(&choreography, Question::WellFormed)
    else {
        panic!("it is not well-formed");
    };
    let expected = "s c!s? req . c s!c? res . s c!s? ack . s c! req . d s! log";
    assert_eq!(written(&choreography, &word), expected);
    let realisable = answer(&choreography, Question::Realisable);
    assert!(
        matches!(realisable, Outcome::Holds(Justification::Executions(Level::Lag(1)))),
        "{realisable:?}"
    );
}

#[test]
fn a_shared_mailbox_orders_what_nobody_orders() {
    let choreography = choreography("0 p>r:a 1; 1 q>r:b 2", MAILBOX);
    let Outcome::Violated(Violation::Execution(word)) = answer(&choreography, Question::Realisable)
    else {
        panic!("the second sender may be first");
    };
    assert_eq!(written(&choreography, &word), "@r q! b");
}

/// Who is to blame for the violation, what it and the others take for granted, and what it should do.
fn blamed(text: &str, channels: ChannelChoice) -> [String; 4] {
    let choreography = choreography(text, channels);
    let Outcome::Violated(Violation::Execution(word)) = answer(&choreography, Question::Realisable)
    else {
        panic!("{text} is realisable");
    };
    let control = Control::unlimited();
    let Blame { participant, own, others, instead } =
        blame(&choreography, &word, Id::index, &control).unwrap();
    let letters = |word: &[Occurrence]| {
        let letters: Vec<_> = word.iter().map(|one| one.exchange.letter(true)).collect();
        written(&choreography, &letters)
    };
    let name = choreography.source().participants[participant].clone();
    [name, letters(&own), letters(&others), letters(instead.as_slice())]
}

#[test]
fn who_does_not_know_is_blamed() {
    let choice = "0 p>q:a 1; 0 r>s:b 2";
    assert_eq!(blamed(choice, P2P), ["r", "r>s r!s? b", "p>q p!q? a", ""]);
    let race = "0 p>q:a 1; 0 q>p:b 2";
    assert_eq!(blamed(race, P2P), ["q", "q>p q!p? b", "p>q p!q? a", "p>q p!q? a"]);
    let correlated = "0 p>q:a 1; 1 r>q:c 3; 0 p>q:b 2; 2 r>q:d 4";
    let others = "p>q p!q? a";
    assert_eq!(
        blamed(correlated, P2P),
        ["r", "p>q p!q? b . r>q r!q? d", others, ""],
        "the receiver of the choice is not the one who goes on"
    );
    let allowed = choreography("0 p>q:a 1; 1 r>s:b 2", P2P);
    assert_eq!(blame(&allowed, &[], Id::index, &Control::unlimited()), None);
}

#[test]
fn a_violation_is_said_to_be_a_shortest_one() {
    // Behind a loop that has to be put off there is a choice that nobody sees.
    let text = "0 p>q:a 0; 0 r>s:b 1; 1 r>s:b 2; 2 t>u:c 3; 1 v>w:d 4";
    let choreography = choreography(text, P2P);
    let system = choreography.implementation(100).unwrap();
    let found = check(&choreography, &system, Question::Realisable, &Control::unlimited());
    let Outcome::Violated(Violation::Execution(word)) = &found.outcome else { panic!("{found:?}") };
    assert!(found.is_shortest && word.len() == 2, "{}", written(&choreography, word));
}

#[test]
fn the_projections_have_the_ids_of_the_choreography() {
    let choreography = choreography("0 x>p:a 0; 9 q>p:b 0", P2P);
    let system = choreography.implementation(100).unwrap();
    let names: Vec<&str> = system.automata().iter().map(CommunicatingAutomaton::name).collect();
    assert_eq!(names, ["x", "p"], "who cannot be reached is left out");
    assert_eq!(choreography.language().len(), 1);
    let edges: Vec<usize> = choreography
        .language()
        .transitions(choreography.language().initial())
        .iter()
        .flat_map(|&(exchange, _)| choreography.edges(choreography.language().initial(), exchange))
        .map(Id::index)
        .collect();
    assert_eq!(edges, [0]);
    assert!(choreography.intermediate_implementation().is_some());
}

#[test]
fn coherence_names_the_participant_that_does_not_know() {
    // The text, who breaks what, if anybody does; nothing where the conditions do not decide.
    let cases = [
        ("0 p>q:a 1; 1 r>q:c 3; 0 p>q:b 2; 2 r>q:d 4", Some(vec![("r", Condition::Send)])),
        ("0 p>q:a 1; 1 q>r:c 3; 0 p>q:b 2; 2 q>r:d 4", Some(vec![])),
        ("0 p>q:a 1; 1 r>p:c 2; 0 p>r:b 3; 3 r>q:d 4", Some(vec![("r", Condition::NoMixedChoice)])),
        ("0 p>q:a 1; 1 q>r:c 2; 0 p>r:b 3; 3 q>r:d 4", Some(vec![("q", Condition::NoMixedChoice)])),
        (
            "0 p>q:l 1; 1 p>r:x 2; 2 q>r:y 3; 0 p>q:m 4; 4 q>r:y 5; 5 p>r:x 6",
            Some(vec![("r", Condition::Receive)]),
        ),
        ("0 p>q:a 1; 0 q>p:b 2", None),
    ];
    for (text, expected) in cases {
        let choreography = choreography(text, P2P);
        let found = incoherences(&choreography).map(|all| {
            let name = |one| choreography.source().participants[one].as_str();
            all.iter().map(|one| (name(one.participant), one.condition)).collect::<Vec<_>>()
        });
        assert_eq!(found, expected, "{text}");
    }
    // A bag of messages that are all the same is a queue.
    assert_eq!(incoherences(&choreography("0 p>q:a 1", BAG)), Some(vec![]));
    assert_eq!(incoherences(&choreography("0 p>q:a 1; 1 p>q:b 2", BAG)), None);
}

/// Returns edges between `states` states; in each state one participant sends.
fn sender_driven(dice: &mut Random, states: usize) -> String {
    let senders: Vec<usize> = (0..states).map(|_| dice.below(3)).collect();
    let edge = |dice: &mut Random, first: bool| {
        let source = if first { 0 } else { dice.below(states) };
        let sender = senders[source];
        let receiver = (sender + 1 + dice.below(2)) % 3;
        let names = ["p", "q", "r"];
        let message = ["a", "b"][dice.below(2)];
        let target = dice.below(states);
        format!("{source} {}>{}:{message} {target};", names[sender], names[receiver])
    };
    let more = 1 + dice.below(5);
    (0..=more).map(|number| edge(dice, number == 0)).collect()
}

#[test]
fn coherence_and_executions_agree_wherever_both_decide() {
    let mut dice = Random::new(5);
    let control = Control::unlimited();
    let mut agreed = [0, 0];
    for _ in 0..600 {
        let states = 1 + dice.below(4);
        let text = sender_driven(&mut dice, states);
        let plain = choreography(&text, P2P);
        let Some(broken) = incoherences(&plain) else { continue };
        // Where the protocol may end makes no difference.
        let mut ending = description(&text);
        ending.finals = ending.states.ids().filter(|_| dice.percent(50)).collect();
        let ending = Choreography::new(&ending.resolved(P2P), 1000).unwrap();
        for choreography in [&plain, &ending] {
            let answer = answer(choreography, Question::Realisable);
            let is_coherent = answer == Outcome::Holds(Justification::Coherence);
            assert_eq!(is_coherent, broken.is_empty(), "{text}: {answer:?}");
        }
        let system = plain.implementation(1000).unwrap();
        let member = membership::check(&system, Engine::Plain, &control).outcome;
        let found = match completable(&plain, &system, &control).0 {
            Completable::Unknown(_) => one_by_one(&plain, &system, &control),
            found => Some(found),
        };
        let holds = match (member, found) {
            (membership::Outcome::Violated(_), _) | (_, Some(Completable::Violated(_))) => false,
            (membership::Outcome::Holds(_), Some(Completable::Holds(_))) => true,
            _ => continue,
        };
        assert_eq!(broken.is_empty(), holds, "{text}: {broken:?}");
        agreed[usize::from(holds)] += 1;
    }
    assert!(agreed.iter().all(|&number| number > 50), "{agreed:?}");
}

#[test]
fn long_sequences_and_many_options_need_no_search() {
    let sequence: Vec<String> = (0..3_000).map(|at| format!("{at} p>q:m{at} {}", at + 1)).collect();
    // Any number of messages may be left out.
    let options = (0..80).flat_map(|at| (at..80).map(move |next| (at, next)));
    let options: Vec<String> =
        options.map(|(at, next)| format!("{at} p>q:m{next} {}", next + 1)).collect();
    // The last sender sees nothing of what came before.
    let last = sequence.iter().cloned().chain(["3000 r>s:last end".to_owned()]).collect();
    // One message is passed on by many.
    let chain = (0..2_000).map(|at| format!("{at} p{at}>p{}:m {}", at + 1, at + 1)).collect();
    for edges in [sequence, options, last, chain] {
        let choreography = choreography(&edges.join(";"), P2P);
        let system = choreography.implementation(10_000).unwrap();
        let found = check(&choreography, &system, Question::Realisable, &Control::unlimited());
        assert_eq!(found.outcome, Outcome::Holds(Justification::Coherence));
        assert_eq!(found.statistics.states, 0);
    }
}

#[test]
fn levels_keep_nothing_of_places_where_everybody_is_blocked() {
    let edge = |at: usize| {
        let ends = ["p>q", "q>p"][at % 2];
        format!("{at} {ends}:m{at} {}", at + 1)
    };
    let edges: Vec<String> = (0..400).map(edge).collect();
    let choreography = choreography(&edges.join(";"), P2P);
    let system = choreography.implementation(10_000).unwrap();
    let (found, counts) = included(&choreography, &system, &Control::unlimited());
    assert_eq!(found, Completable::Holds(Level::Partials));
    assert!(counts.bytes < 1_000_000, "{counts:?}");
}

#[test]
fn levels_of_a_row_grow_with_its_messages() {
    let row = |length: usize, edge: fn(usize) -> String| {
        let edges = (0..length).map(|at| format!("{at} {} {}", edge(at), at + 1));
        edges.collect::<Vec<_>>().join(";")
    };
    let edges: [fn(usize) -> String; 4] = [
        |_| "p>q:m".to_owned(),
        |at| format!("p>q:m{at}"),
        |at| format!("{}:m{at}", ["p>q", "q>p"][at % 2]),
        |at| format!("{}:m", ["p>q", "r>q"][at % 2]),
    ];
    for (number, edge) in edges.into_iter().enumerate() {
        for channels in [P2P, MAILBOX, BAG] {
            let [short, long] = [100, 200].map(|length| {
                let choreography = choreography(&row(length, edge), channels);
                let system = choreography.implementation(1_000).unwrap();
                let control = Control::unlimited();
                [included, completable].map(|asked| {
                    let (found, counts) = asked(&choreography, &system, &control);
                    (matches!(found, Completable::Holds(_)), counts.states)
                })
            });
            for (short, long) in short.into_iter().zip(long) {
                assert_eq!(short.0, long.0, "row {number}, {channels:?}");
                assert!(long.1 <= 2 * short.1, "row {number}, {channels:?}: {short:?}, {long:?}");
            }
        }
    }
}
