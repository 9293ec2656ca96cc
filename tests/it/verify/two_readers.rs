//! The two readers of SCM, that of the program and that of the checker, on the same texts.
//!
//! What the program reads the checker reads to the same system; what the program refuses the checker refuses, but for
//! the mistakes of [`FORGIVEN`]. The settings are those of `cases.rs`.

use std::fmt::Write as _;

use scm_check::internals::kernel::base::{Id as _, Random};
use scm_check::internals::kernel::diagnostics::Severity;
use scm_check::internals::kernel::source::Source;
use scm_check::internals::language::{scm, system};
use scm_check::internals::model::cfsm::{ChannelKind, Direction, Label};
use verify::system::{Act, ChannelMessage};

use crate::support::bundled_systems::models;
use crate::support::cases::{are_many, seeds};
use crate::support::effort::sampled;

/// What the checker reads all the same, by code: it cannot change what another model means.
const FORGIVEN: [(&str, &str); 9] = [
    ("E0007", "so many mistakes: those behind are not looked for"),
    ("E0009", "a `//#` line that begins with another word"),
    ("E0120", "borders between channels in the contents mean what they say"),
    ("E0121", "the same"),
    ("E0122", "the same"),
    ("E0123", "whatever the contents of a bag are called, they are not looked at"),
    ("E0124", "the same"),
    ("E0125", "borders between channels in the contents mean what they say"),
    ("E0201", "a condition that never holds: there is no such transition"),
];

/// A system in words that do not depend on the order of states and messages.
type Shape = Vec<String>;

/// Returns the shape of what the program reads, or the codes of its mistakes.
fn by_program(text: &str) -> Result<Shape, Vec<&'static str>> {
    let reading = scm::read(&Source::new("model.scm", text));
    let Some(system::Model { system, bad, .. }) = reading.model else {
        let errors = reading.diagnostics.iter().filter(|one| one.severity() == Severity::Error);
        return Err(errors.map(|one| one.code.name).collect());
    };
    let kinds = system.channels().iter().map(|channel| channel.kind == ChannelKind::Bag);
    let mut shape = vec![format!("bags {:?}", kinds.collect::<Vec<_>>())];
    let mut messages: Vec<&str> = system.messages().iter().map(|one| one.name.as_str()).collect();
    messages.sort_unstable();
    shape.push(messages.join(" "));
    for automaton in system.automata() {
        let names = automaton.states();
        let initial = automaton.initial().iter().map(|state| &names[*state]);
        let mut lines = vec![sorted(initial), sorted(names.iter())];
        let act = |label: Label| match label {
            Label::Internal => String::new(),
            Label::Action(direction, channel, message) => {
                let sign = if direction == Direction::Send { '!' } else { '?' };
                format!("{}{sign}{}", channel.index(), system.messages()[message].name)
            }
        };
        let transitions = automaton.transitions();
        let mut written: Vec<String> = transitions
            .iter()
            .map(|by| {
                let lost = by.loss_of.map(|send| act(transitions[send].label));
                format!("{} {} {} {lost:?}", &names[by.source], act(by.label), &names[by.target])
            })
            .collect();
        written.sort();
        lines.append(&mut written);
        shape.push(format!("{}: {}", automaton.name(), lines.join("; ")));
    }
    for specification in &bad {
        let mut lines: Vec<String> = specification
            .control
            .iter()
            .map(|(p, states)| {
                let automaton = &system.automata()[*p];
                let names = states.iter().map(|state| &automaton.states()[*state]);
                format!("{} in {}", automaton.name(), sorted(names))
            })
            .collect();
        lines.sort();
        shape.push(format!("{} {}", lines.join("; "), specification.contents.is_some()));
    }
    Ok(shape)
}

/// Returns the shape of what the checker reads, or what it does not understand.
fn by_checker(text: &str) -> Result<Shape, String> {
    let system = verify::scm::read(text.as_bytes()).map_err(|why| format!("{why:?}"))?;
    let mut shape = vec![format!("bags {:?}", system.bags), system.messages.join(" ")];
    let place = |ChannelMessage { channel, message }: ChannelMessage, sign: char| {
        format!("{channel}{sign}{}", system.messages[message])
    };
    let numbers = |p: usize, states: &mut dyn Iterator<Item = usize>| {
        let states: Vec<String> = states.map(|at| system.state(p, at).number.to_string()).collect();
        sorted(states.iter().map(String::as_str))
    };
    for (p, participant) in system.participants.iter().enumerate() {
        let mut lines = vec![
            numbers(p, &mut participant.initial.iter().copied()),
            numbers(p, &mut (0..participant.states.len())),
        ];
        let mut written = Vec::new();
        for state in &participant.states {
            for by in &state.transitions {
                let act = match by.act {
                    Act::Internal => String::new(),
                    Act::Send(at) => place(at, '!'),
                    Act::Receive(at) => place(at, '?'),
                };
                let lost = by.lost.map(|at| place(at, '!'));
                let to = system.state(p, by.to).number;
                written.push(format!("{} {act} {to} {lost:?}", state.number));
            }
        }
        written.sort();
        lines.append(&mut written);
        shape.push(format!("{}: {}", participant.name, lines.join("; ")));
    }
    for specification in &system.specifications {
        let mut lines: Vec<String> = specification
            .control
            .iter()
            .map(|(p, states)| {
                let name = &system.participants[*p].name;
                format!("{name} in {}", numbers(*p, &mut states.iter().copied()))
            })
            .collect();
        lines.sort();
        shape.push(format!("{} {}", lines.join("; "), specification.contents.is_some()));
    }
    Ok(shape)
}

fn sorted<'a>(words: impl Iterator<Item = &'a str>) -> String {
    let mut words: Vec<&str> = words.collect();
    words.sort_unstable();
    words.dedup();
    words.join(",")
}

/// What the readers made of texts.
#[derive(Default)]
struct Tally {
    read: usize,
    refused: usize,
    forgiven: usize,
}

impl Tally {
    fn compare(&mut self, seed: u64, text: &str) {
        let (program, checker) = (by_program(text), by_checker(text));
        match (&program, &checker) {
            (Ok(one), Ok(other)) => {
                self.read += 1;
                assert_eq!(one, other, "seed {seed}\n{text}");
            }
            (Err(_), Err(_)) => self.refused += 1,
            (Ok(_), Err(why)) => panic!("seed {seed}: the checker does not read it: {why}\n{text}"),
            (Err(codes), Ok(_)) => {
                self.forgiven += 1;
                let is_forgiven = |code: &&str| FORGIVEN.iter().any(|(known, _)| known == code);
                let are_all = codes.iter().all(is_forgiven);
                assert!(are_all, "seed {seed}: the checker reads it in spite of {codes:?}\n{text}");
            }
        }
    }
}

/// Pieces that are put into texts.
const PIECES: [&str; 36] = [
    "true",
    "false",
    "not",
    "and",
    "or",
    "(",
    ")",
    "==",
    "!=",
    "<",
    "1",
    "007",
    "1.5",
    ".5e3",
    "-",
    "+",
    "*",
    "/",
    "%",
    ";",
    ",",
    ":",
    "=",
    "!",
    "?",
    "int x ;",
    "in 0 : true",
    "^*",
    "_",
    "#",
    "|",
    ".",
    "//# bag_buffers = 0\n",
    "//# bag_buffersX = 0\n",
    "/* /* */ */",
    "state 9 :",
];

/// Returns where the words of a text begin, and its end.
fn cuts(text: &str) -> Vec<usize> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let (mut cuts, mut last) = (Vec::new(), ' ');
    for (at, character) in text.char_indices() {
        if !(is_word(last) && is_word(character)) {
            cuts.push(at);
        }
        last = character;
    }
    cuts.push(text.len());
    cuts
}

/// Leaves out a word, says it twice, puts another word in its place, or one of the pieces before it.
fn mutated(text: &str, numbers: &mut Random) -> String {
    let cuts = cuts(text);
    let word = |i: usize| &text[cuts[i]..cuts[i + 1]];
    let (one, other) = (numbers.below(cuts.len() - 1), numbers.below(cuts.len() - 1));
    let (before, behind) = (&text[..cuts[one]], &text[cuts[one + 1]..]);
    match numbers.below(5) {
        0 => format!("{before}{behind}"),
        1 => format!("{before}{0} {0}{behind}", word(one)),
        2 => format!("{before}{}{behind}", word(other)),
        3 => format!("{before} {} {behind}", PIECES[numbers.below(PIECES.len())]),
        _ => format!("{before} {} {}{behind}", PIECES[numbers.below(PIECES.len())], word(one)),
    }
}

#[test]
fn damaged_models_are_read_alike() {
    let texts: Vec<String> =
        models().iter().map(|(path, _)| std::fs::read_to_string(path).unwrap()).collect();
    let mut tally = Tally::default();
    for text in &texts {
        tally.compare(0, text);
    }
    assert_eq!(tally.read, texts.len());
    for seed in seeds(200) {
        let mut numbers = Random::new(seed);
        let mut text = texts[numbers.below(texts.len())].clone();
        for _ in 0..=numbers.below(2) {
            text = mutated(&text, &mut numbers);
        }
        tally.compare(seed, &text);
    }
    println!("{} read, {} refused, {} forgiven", tally.read, tally.refused, tally.forgiven);
    if are_many() {
        assert!(tally.read > 100 && tally.refused > 500, "both happen");
    }
}

/// Returns a random condition, mostly a right one.
fn condition(numbers: &mut Random, depth: usize) -> String {
    let sub = |numbers: &mut Random| condition(numbers, depth + 1);
    match numbers.below(if depth < 4 { 9 } else { 3 }) {
        0 | 1 => ["true", "true", "true", "false"][numbers.below(4)].to_owned(),
        2 => {
            let sign = ["==", "!=", "<", ">", "<=", ">="][numbers.below(6)];
            format!("{} {sign} {}", value(numbers, 0), value(numbers, 0))
        }
        3 => format!("not {}", sub(numbers)),
        4 | 5 => format!("{} and {}", sub(numbers), sub(numbers)),
        6 | 7 => format!("{} or {}", sub(numbers), sub(numbers)),
        _ => format!("({})", sub(numbers)),
    }
}

/// Returns a random value, mostly a right one.
fn value(numbers: &mut Random, depth: usize) -> String {
    match numbers.below(if depth < 3 { 8 } else { 4 }) {
        0 | 1 => numbers.below(4).to_string(),
        2 => ["x", "a", "1.5", "0.25e2", "y"][numbers.below(5)].to_owned(),
        3 if numbers.percent(5) => "true".to_owned(),
        3 => "2".to_owned(),
        4 => format!("-{}", value(numbers, depth + 1)),
        5 => format!("({})", value(numbers, depth + 1)),
        _ => {
            let sign = ["+", "-", "*", "/", "%"][numbers.below(5)];
            format!("{} {sign} {}", value(numbers, depth + 1), value(numbers, depth + 1))
        }
    }
}

#[test]
fn conditions_and_values_are_read_alike() {
    let mut tally = Tally::default();
    for seed in seeds(200) {
        let mut numbers = Random::new(seed);
        let [first, second, third] = [0; 3].map(|_| condition(&mut numbers, 0));
        let [message, variable] = [0; 2].map(|_| value(&mut numbers, 0));
        let mut text =
            format!("scm t : nb_channels = 1 ; parameters : int a = {message} ; int b ;\n");
        write!(
            text,
            "automaton p : int x = {variable} ; initial : 0 state 0 : to 1 : when {first} , 0 ! a ; \
             to 0 : when {second} ; state 1 :\nbad_states : (automaton p : in 0 : {third} in 1 : true)"
        )
        .unwrap();
        tally.compare(seed, &text);
    }
    println!("{} read, {} refused, {} forgiven", tally.read, tally.refused, tally.forgiven);
    if are_many() {
        assert!(tally.read > 40 && tally.refused > 500, "both happen");
    }
}

#[test]
fn what_is_written_in_other_ways_is_read() {
    for condition in [
        "(true)",
        "true and not false",
        "not not true",
        "false or true",
        "true or x == 1",
        "true or a < 2",
    ] {
        let text = format!(
            "scm t : nb_channels = 1 ; parameters : int a = 3 ; real b = 2 * (1.5 - a) ; automaton p : int x ; \
             initial : 0 state 0 : to 0 : when {condition} , 0 ! a ;"
        );
        assert_eq!(
            by_checker(&text),
            Ok(by_program(&text).expect("the program reads it")),
            "{condition}"
        );
    }
}

#[test]
fn a_condition_without_variables_has_its_meaning() {
    let transitions = |condition: &str| {
        let text = format!(
            "scm t : nb_channels = 1 ; parameters : int a ; automaton p : int x ; initial : 0 \
             state 0 : to 0 : when {condition} , 0 ! a ;"
        );
        verify::scm::read(text.as_bytes()).map(|system| system.state(0, 0).transitions.len())
    };
    for holds in
        ["1 == 1", "2 + 3 * 2 == 8", "-(1 - 4) > 2", "7 % 3 != 2", "6 / 3 <= 2", "not 1 < 1"]
    {
        assert_eq!(transitions(holds), Ok(1), "{holds}");
    }
    for never in ["false", "1 != 1", "not (2 >= 2)", "1 == 2 or 3 < 2", "x == 1 and false"] {
        assert_eq!(transitions(never), Ok(0), "{never}");
    }
    // Whether quotients are rounded is nowhere said.
    for open in ["x == 1", "7 / 2 == 3", "1.5 == 1.5", "1 / 0 == 1", "true and a < 1", "1", "x"] {
        assert!(transitions(open).is_err(), "{open}");
    }
}

#[test]
fn only_the_word_itself_says_which_channels_are_bags() {
    let bags = |line: &str| {
        let text = format!(
            "scm t : nb_channels = 1 ; //# {line}\nparameters : int a ; automaton p : initial : 0 state 0 :"
        );
        verify::scm::read(text.as_bytes()).map(|system| system.bags[0])
    };
    assert_eq!(bags("bag_buffers = 0"), Ok(true));
    assert_eq!(bags("bag_buffers=0"), Ok(true));
    assert_eq!(bags("bag_buffersX = 0"), Ok(false));
    assert_eq!(bags("bag_buffers_ = 0"), Ok(false));
    assert!(bags("bag_buffers = 1").is_err() && bags("bag_buffers = +0").is_err());
}

#[test]
fn a_thousand_states_with_a_thousand_internal_steps_each_are_checked() {
    let dense = |is_step: fn(usize, usize) -> bool| {
        let mut text = "scm t : nb_channels = 1 ; parameters : int a ;\n".to_owned();
        text.push_str("automaton p : initial : 0\n");
        for from in 0..1_000 {
            writeln!(text, "state {from} :").unwrap();
            for to in (0..1_000).filter(|to| is_step(from, *to)) {
                writeln!(text, "to {to} : when true ;").unwrap();
            }
            if from % 100 == 0 {
                text.push_str("to 0 : when true , 0 ! a ;\n");
            }
        }
        text + "automaton q : initial : 0 state 0 : to 0 : when true , 0 ? a ;"
    };
    for is_step in sampled([|_: usize, _: usize| true, |from: usize, to: usize| from < to]) {
        let text = dense(is_step);
        let here = crate::support::program::Directory::new("verify_dense").with("dense.scm", &text);
        let run = here.run("safety dense.scm --property progress --certificate progress.json");
        assert!(run.code == 0 || run.code == 1, "{}", run.output);
        assert_eq!(here.run("rsc dense.scm --certificate rsc.json").code, 0);
        let evidence = std::fs::read(here.path("rsc.json")).unwrap();
        let verdict = verify::verify(&evidence, text.as_bytes(), None);
        assert_eq!(verdict, verify::Verdict::Confirmed);
    }
}
