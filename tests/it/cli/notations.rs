//! Protocols that are written in five notations have the same answers in all of them.

use std::collections::BTreeMap;
use std::collections::BTreeSet;
use std::fmt::Write as _;

use scm_check::internals::kernel::base::Random;

use crate::support::cases::{are_many, seeds};
use crate::support::effort::required;
use crate::support::program::{Directory, json_of};

/// The notations by their extensions: languages of choreographies, then languages of diagrams.
const NOTATIONS: [&str; 5] = ["ca", "scr", "mmd", "puml", "hif"];

/// How many of them are languages of choreographies.
const CHOREOGRAPHIES: usize = 2;

/// The participants.
const NAMES: [&str; 3] = ["A", "B", "C"];

/// How deep parts stand in parts.
const DEPTH: usize = 2;

/// What happens one after the other.
type Sequence = Vec<Part>;

/// A part of a protocol.
enum Part {
    Message(&'static str, &'static str, &'static str),
    Choice(Sequence, Sequence),
    Option(Sequence),
    Loop(Sequence),
    /// What may happen instead of the rest of the sequence; it ends the loop whose round the sequence is.
    Break(Sequence),
}

/// Returns a random sequence, with parts in parts to a depth.
fn drawn(numbers: &mut Random, depth: usize) -> Sequence {
    let part = |numbers: &mut Random| {
        let kind = if depth == 0 { 0 } else { numbers.below(10) };
        let mut inner = || drawn(numbers, depth - 1);
        match kind {
            6 => Part::Choice(inner(), inner()),
            7 => Part::Option(inner()),
            8 => Part::Loop(inner()),
            9 => Part::Break(inner()),
            _ => {
                let from = numbers.below(NAMES.len());
                let to = (from + numbers.between(1, 2)) % NAMES.len();
                Part::Message(NAMES[from], NAMES[to], numbers.choose(&["m", "n", "o"]).unwrap())
            }
        }
    };
    let parts = numbers.between(1, if depth == DEPTH { 3 } else { 2 });
    (0..parts).map(|_| part(numbers)).collect()
}

/// Returns who takes part, in order.
fn participants(sequence: &[Part]) -> BTreeSet<&'static str> {
    let of = |part: &Part| match part {
        Part::Message(from, to, _) => BTreeSet::from([*from, *to]),
        Part::Choice(one, other) => &participants(one) | &participants(other),
        Part::Option(inner) | Part::Loop(inner) | Part::Break(inner) => participants(inner),
    };
    sequence.iter().flat_map(of).collect()
}

/// An automaton of a protocol, with silent steps.
#[derive(Default)]
struct Automaton {
    states: usize,
    messages: Vec<(usize, String, usize)>,
    silent: Vec<(usize, usize)>,
}

impl Automaton {
    fn state(&mut self) -> usize {
        self.states += 1;
        self.states - 1
    }

    /// Adds a sequence from one state to another; a break of it leads to `after`.
    fn add(&mut self, sequence: &[Part], from: usize, to: usize, after: usize) {
        let mut here = from;
        for part in sequence {
            let next = self.state();
            match part {
                Part::Message(sender, receiver, message) => {
                    self.messages.push((here, format!("{sender}->{receiver}:{message}"), next));
                }
                Part::Choice(one, other) => {
                    self.add(one, here, next, next);
                    self.add(other, here, next, next);
                }
                Part::Option(inner) => {
                    self.add(inner, here, next, next);
                    self.silent.push((here, next));
                }
                Part::Loop(inner) => {
                    let round = self.state();
                    self.silent.extend([(here, round), (round, next)]);
                    self.add(inner, round, round, next);
                }
                Part::Break(inner) => {
                    self.add(inner, here, after, after);
                    self.silent.push((here, next));
                }
            }
            here = next;
        }
        self.silent.push((here, to));
    }

    /// Returns the states to which silent steps lead from a state, and itself.
    fn closure(&self, state: usize) -> BTreeSet<usize> {
        let (mut reached, mut open) = (BTreeSet::from([state]), vec![state]);
        while let Some(here) = open.pop() {
            let steps = self.silent.iter().filter(|(from, _)| *from == here);
            open.extend(steps.map(|(_, to)| *to).filter(|to| reached.insert(*to)));
        }
        reached
    }
}

fn choreography_automaton(protocol: &[Part]) -> String {
    let mut automaton = Automaton::default();
    let (begin, end) = (automaton.state(), automaton.state());
    automaton.add(protocol, begin, end, end);
    let (mut edges, mut ends) = (String::new(), String::new());
    let (mut reached, mut open) = (BTreeSet::from([begin]), vec![begin]);
    while let Some(here) = open.pop() {
        let all = automaton.closure(here);
        if all.contains(&end) {
            write!(ends, " {here}").unwrap();
        }
        for (_, label, to) in automaton.messages.iter().filter(|(from, ..)| all.contains(from)) {
            writeln!(edges, "{here} -{label}- {to}").unwrap();
            open.extend(Some(*to).filter(|to| reached.insert(*to)));
        }
    }
    format!("arch p2p\ninit {begin}\nfinal{ends}\n{edges}")
}

/// Writes a sequence in Scribble, and `last` behind it; loops are numbered.
fn scribble(sequence: &[Part], last: &str, loops: &mut usize, text: &mut String) {
    for (place, part) in sequence.iter().enumerate() {
        match part {
            Part::Message(from, to, message) => {
                write!(text, "{message}() from {from} to {to}; ").unwrap();
            }
            Part::Choice(one, other) => choice((one, ""), (other, ""), loops, text),
            Part::Option(inner) => choice((inner, ""), (&[], ""), loops, text),
            Part::Break(inner) => {
                return choice((inner, ""), (&sequence[place + 1..], last), loops, text);
            }
            Part::Loop(inner) => {
                *loops += 1;
                let name = format!("R{loops}");
                write!(text, "rec {name} {{ choice at SOMEBODY {{ ").unwrap();
                scribble(inner, &format!("continue {name}; "), loops, text);
                text.push_str("} or { } } ");
            }
        }
    }
    text.push_str(last);
}

/// Writes a choice in Scribble between two sequences, each with what is behind it.
fn choice(one: (&[Part], &str), other: (&[Part], &str), loops: &mut usize, text: &mut String) {
    text.push_str("choice at SOMEBODY { ");
    scribble(one.0, one.1, loops, text);
    text.push_str("} or { ");
    scribble(other.0, other.1, loops, text);
    text.push_str("} ");
}

/// Writes a sequence as a diagram, of Mermaid or `PlantUML` by their `arrow`.
fn diagram(sequence: &[Part], arrow: &str, text: &mut String) {
    let frame = |text: &mut String, word: &str, branches: &[&Sequence]| {
        for (number, branch) in branches.iter().enumerate() {
            writeln!(text, "{} it is so", if number == 0 { word } else { "else" }).unwrap();
            diagram(branch, arrow, text);
        }
        text.push_str("end\n");
    };
    for part in sequence {
        match part {
            Part::Message(from, to, message) => {
                writeln!(text, "{from} {arrow} {to}: {message}").unwrap();
            }
            Part::Choice(one, other) => frame(text, "alt", &[one, other]),
            Part::Option(inner) => frame(text, "opt", &[inner]),
            Part::Loop(inner) => frame(text, "loop", &[inner]),
            Part::Break(inner) => frame(text, "break", &[inner]),
        }
    }
}

/// Returns a sequence as a term.
fn term(sequence: &[Part]) -> String {
    let Some((part, rest)) = sequence.split_first() else { return "o".to_owned() };
    let first = match part {
        Part::Message(from, to, message) => format!("{from} -- {message} -> {to}"),
        Part::Choice(one, other) => format!("alt({}, {})", term(one), term(other)),
        Part::Option(inner) => format!("opt({})", term(inner)),
        Part::Loop(inner) => {
            let (round, exits) = rounds(inner);
            let last: Vec<String> = std::iter::once("o".to_owned()).chain(exits).collect();
            format!("seq(loopW({round}), alt({}))", last.join(", ")).replace("alt(o)", "o")
        }
        Part::Break(inner) => return format!("alt({}, {})", term(rest), term(inner)),
    };
    if rest.is_empty() { first } else { format!("seq({first}, {})", term(rest)) }
}

/// Returns a round of a loop without its breaks, and the last rounds that end with one.
fn rounds(sequence: &[Part]) -> (String, Vec<String>) {
    let (mut round, mut exits) = ("o".to_owned(), Vec::new());
    for part in sequence {
        match part {
            Part::Break(inner) => exits.push(format!("seq({round}, {})", term(inner))),
            part => round = format!("seq({round}, {})", term(std::slice::from_ref(part))),
        }
    }
    (round, exits)
}

/// Returns the texts of a protocol, in the order of [`NOTATIONS`].
fn texts(protocol: &[Part]) -> [String; 5] {
    let names = participants(protocol);
    let roles: Vec<String> = names.iter().map(|name| format!("role {name}")).collect();
    let first = names.first().expect("there is a message");
    let (mut scr, mut mmd, mut puml) = (String::new(), String::new(), String::new());
    scribble(protocol, "", &mut 0, &mut scr);
    diagram(protocol, "->>", &mut mmd);
    diagram(protocol, "->", &mut puml);
    [
        choreography_automaton(protocol),
        format!("global protocol P({}) {{ {scr}}}\n", roles.join(", ")).replace("SOMEBODY", first),
        format!("sequenceDiagram\n{mmd}"),
        format!("@startuml\n{puml}@enduml\n"),
        format!("{}\n", term(protocol)),
    ]
}

/// The verdicts of a text by property.
type Verdicts = BTreeMap<String, String>;

/// Returns the verdicts in a report by the file.
fn verdicts(report: &str) -> BTreeMap<String, Verdicts> {
    let mut all: BTreeMap<String, Verdicts> = BTreeMap::new();
    for row in report.lines().map(json_of) {
        let word = |key: &str| row[key].as_str().map(str::to_owned);
        let Some((model, property)) = word("model").zip(word("property")) else { continue };
        let file = model.rsplit_once('/').map_or(&*model, |(_, file)| file).to_owned();
        // Only diagrams have orders that are drawn and not enforced.
        if row["level"] != "race" {
            all.entry(file).or_default().insert(property, word("verdict").unwrap());
        }
    }
    all
}

/// Returns the exit code of a run about a text with these verdicts.
fn code(verdicts: &Verdicts) -> i32 {
    let has = |verdict: &str| verdicts.values().any(|one| one == verdict);
    if has("violated") {
        1
    } else if has("unknown") {
        3
    } else {
        0
    }
}

/// The properties of which two texts have different verdicts; where one has none, a limit was reached.
fn differences<'a>(one: &'a Verdicts, other: &Verdicts) -> Vec<(&'a str, &'a str)> {
    assert!(one.keys().eq(other.keys()), "{one:?} {other:?}");
    let verdicts = one.iter().filter(|(property, verdict)| {
        let pair = [verdict.as_str(), &other[*property]];
        pair[0] != pair[1] && !pair.contains(&"unknown")
    });
    verdicts.map(|(property, verdict)| (property.as_str(), verdict.as_str())).collect()
}

#[test]
fn a_protocol_has_the_same_answers_in_every_notation() {
    let mut here = Directory::new("notations");
    let seeds: Vec<u64> = seeds(15).collect();
    for &seed in &seeds {
        let texts = texts(&drawn(&mut Random::new(seed), DEPTH));
        for (text, notation) in texts.iter().zip(NOTATIONS) {
            here = here.with(&format!("p{seed}.{notation}"), text);
        }
    }
    let run = here.run("check . --format ndjson --progress none --max-states 2000");
    assert!(run.code < 2 || run.code == 3, "{}", run.errors);
    let all = verdicts(&run.output);
    let (mut tally, mut apart) = (BTreeMap::new(), 0);
    for (number, seed) in seeds.iter().enumerate() {
        let files = NOTATIONS.map(|notation| format!("p{seed}.{notation}"));
        let found = files.each_ref().map(|file| all.get(file).expect(file));
        let why = || format!("seed {seed}: {found:#?}");
        let [choreography, diagram] = [found[0], found[CHOREOGRAPHIES]];
        assert_eq!(choreography.len(), 5, "{}", why());
        let (choreographies, diagrams) = found.split_at(CHOREOGRAPHIES);
        let is_same = |one: &&Verdicts| differences(choreography, one).is_empty();
        assert!(choreographies.iter().all(is_same), "{}", why());
        let is_same = |one: &&Verdicts| differences(diagram, one).is_empty();
        assert!(diagrams.iter().all(is_same), "{}", why());
        // Whether messages may cross is said by the words of a diagram itself.
        let differ = differences(choreography, diagram);
        assert!(differ.iter().all(|differ| *differ == ("realisable", "violated")), "{}", why());
        apart += usize::from(!differ.is_empty());
        for (property, verdict) in choreography {
            *tally.entry((property.as_str(), verdict.as_str())).or_insert(0) += 1;
        }
        for (file, verdicts) in files.iter().zip(found).filter(|_| number < 4) {
            let run = here.run(&format!("check {file} --max-states 2000"));
            assert_eq!(run.code, code(verdicts), "{file}: {}", run.output);
        }
    }
    println!("{tally:?}, {apart} differ");
    assert!(apart * 5 < seeds.len() || !are_many(), "{apart} differ");
    let times = |property, verdict| tally.get(&(property, verdict)).copied().unwrap_or(0);
    for property in ["realisable", "progress", "orphan-message", "unspecified-reception"] {
        let often =
            times(property, "violated") > required(9) && times(property, "holds") > required(99);
        assert!(often && times(property, "unknown") < 9 || !are_many(), "{property}: {tally:?}");
    }
}

#[test]
fn a_choreography_is_asked_about_its_projections() {
    let stated = "#! expect: progress = violated, stuck(q) = holds, rsc = holds\n0 -p->q:a- 1\n";
    let here = Directory::new("notations_asked")
        .with("mixed.ca", "0 -p->q:hang_up- 1\n0 -q->p:over- 1\n")
        .with("stated.ca", stated)
        .with("mailbox.ca", "#! expect: progress[mailbox] = holds\n0 -p->q:a- 1\n")
        .with("nobody.ca", "#! expect: stuck(z) = holds\n0 -p->q:a- 1\n")
        .with("no_end.ca", "final 3\n0 -p->q:a- 1\n0 -p->q:b- 2\n2 -q->r:c- 3\n");
    for (line, code, says) in [
        ("check mixed.ca", 1, "orphan-message"),
        ("check mixed.ca --property stuck(q)", 0, "stuck(q) holds"),
        // The choreography answers what it has, too.
        ("check mixed.ca --property deadlock", 1, "explain protocol-checks"),
        ("check stated.ca", 1, "CHANGED   progress holds, and the model expects violated"),
        ("check mailbox.ca", 2, "progress[mailbox]   the channels can be read as"),
        ("check nobody.ca", 2, "there is no participant `z`"),
        // Nothing continues the word `a`, after which the protocol may not end.
        ("check no_end.ca", 1, "progress"),
        ("check no_end.ca --property realisable", 0, "realisable holds"),
    ] {
        let run = here.run(line);
        assert_eq!(run.code, code, "{line}: {}{}", run.output, run.errors);
        assert!(run.output.contains(says), "{line}: {}", run.output);
    }
    for file in ["mixed.ca", "no_end.ca", "stated.ca"] {
        let asked = |line: &str| verdicts(&here.run(&format!("{line} --format ndjson")).output);
        let plain = asked(&format!("check {file}"));
        assert!(plain[file].len() >= 5, "{plain:?}");
        for other in ["batch --no-cache", "check --verify", "check --verify --certificate c.json"] {
            assert_eq!(asked(&format!("{other} {file}")), plain, "{other} {file}");
        }
        let run = here.run(&format!("check --verify --format ndjson {file}"));
        let confirmed = run.output.matches(r#""evidence":"confirmed""#).count();
        assert!(confirmed >= 4, "{}", run.output);
    }
}
