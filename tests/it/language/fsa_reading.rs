//! Communicating machines: what is read, what every mistake looks like, and that no text makes the reader fail.

use std::fmt::Write as _;

use scm_check::internals::kernel::base::Random;
use scm_check::internals::kernel::diagnostics::{
    CodePage, Colours, Diagnostic, Severity, render_all,
};
use scm_check::internals::kernel::source::Source;
use scm_check::internals::language::system::Model;
use scm_check::internals::language::{fsa, scm};
use scm_check::internals::model::cfsm::{ChannelKind, Label, System};

use crate::support::corpora::{corpora, source};

/// Two machines in which nothing is wrong.
const RIGHT: &str = "\
.outputs ann
.state graph
q0 bob ! ask q1
q1 bob ? answer q0
.marking q0
.end
.outputs bob
.state graph
s 0 ? ask t
t 0 ! answer s
.marking s
.end
";

/// Returns the model of a text without errors and without warnings.
fn model(text: &str) -> Model {
    let reading = fsa::read(&Source::new("d/t.fsa", text));
    assert!(reading.diagnostics.is_empty(), "{text}\n{:#?}", reading.diagnostics);
    reading.model.unwrap()
}

/// Returns what there is in a system, by names: each automaton with its initial states, its final ones if some are declared,
/// and its transitions.
fn said(system: &System) -> String {
    let mut text = String::new();
    for automaton in system.automata() {
        let names = |states: &mut dyn Iterator<Item = _>| {
            states.map(|state| automaton.states()[state].to_owned()).collect::<Vec<_>>().join(" ")
        };
        let finals = names(&mut automaton.declared_final());
        let finals = if finals.is_empty() { finals } else { format!(" ends {finals}") };
        let initial = names(&mut automaton.initial().iter().copied());
        writeln!(text, "{} {initial}{finals}", automaton.name()).unwrap();
        for one in automaton.transitions() {
            let (source, target) =
                (&automaton.states()[one.source], &automaton.states()[one.target]);
            let Label::Action(direction, channel, message) = one.label else {
                panic!("an internal step")
            };
            let message = &system.messages()[message].name;
            let channel = system.channel_name(channel);
            writeln!(text, "  {source} {channel} {direction:?} {message} {target}").unwrap();
        }
    }
    text
}

/// Returns the diagnostics about a text, as they are shown.
fn shown(text: &str) -> String {
    let source = Source::new("t.fsa", text);
    render_all(&source, &fsa::read(&source).diagnostics, 100, Colours::Plain)
}

/// Returns the diagnostics about a text as `CODE line:column`.
fn places(text: &str) -> Vec<String> {
    let source = Source::new("t.fsa", text);
    let place = |one: &Diagnostic| {
        let place = source.line_column(one.primary.span.start());
        format!("{} {}:{}", one.code.name, place.line, place.column)
    };
    fsa::read(&source).diagnostics.iter().map(place).collect()
}

#[test]
fn machines_are_read_line_by_line() {
    let read = model(RIGHT);
    let expected = "ann q0\n  q0 ann>bob Send ask q1\n  q1 bob>ann Receive answer q0\n\
                    bob s\n  s ann>bob Receive ask t\n  t bob>ann Send answer s\n";
    assert_eq!(said(&read.system), expected);
    assert_eq!(read.system.name(), "t");
    assert!(read.system.channels().iter().all(|one| one.kind == ChannelKind::Fifo && !one.lossy));
    assert!(read.bad.is_empty() && read.expectations.is_empty() && !read.is_scm);
}

#[test]
fn machines_without_a_name_have_their_number_and_each_is_called_by_it() {
    let unnamed = RIGHT.replace(".outputs bob", ".outputs").replace("bob", "1");
    let expected = said(&model(RIGHT).system).replace("bob", "1");
    assert_eq!(said(&model(&unnamed).system), expected);
    assert_eq!(said(&model(&RIGHT.replace("q0 bob", "q0 1")).system), said(&model(RIGHT).system));
}

#[test]
fn layout_and_comments_say_nothing() {
    let plain = said(&model(RIGHT).system);
    let comments = RIGHT.replace("q1 bob", "-- it waits\n/* a\n-- b */ q1 bob");
    for text in [
        RIGHT.replace('\n', "\r\n"),
        RIGHT.replace('\n', "\r"),
        RIGHT.replace('\n', "  \n\n\t"),
        RIGHT.replace(' ', "\t "),
        RIGHT.replace('\n', " -- why\n"),
        RIGHT.replace("! ask", "! /* what */ ask"),
        format!("\u{feff}/* two */\n-- three\n{RIGHT}"),
        comments,
    ] {
        assert_eq!(said(&model(&text).system), plain, "{text}");
    }
}

#[test]
fn comments_state_answers_and_final_states() {
    let text =
        format!("--# expect: rsc = holds, rsc[bag] = violated\n{RIGHT}--# final: bob = s, t\n");
    let model = model(&text);
    let stated: Vec<String> = model.expectations.iter().map(ToString::to_string).collect();
    assert_eq!(stated, ["rsc = holds", "rsc[bag] = violated"]);
    let verdicts: Vec<&str> =
        model.places.expectations.iter().map(|at| &text[at.range()]).collect();
    assert_eq!(verdicts, ["holds", "violated"]);
    assert!(said(&model.system).contains("bob s ends s t\n"), "{}", said(&model.system));
}

#[test]
fn the_places_are_those_of_the_parts() {
    let text =
        RIGHT.replace("q1 bob ? answer q0", "q1 bob ? answer q0\nq0 bob ! ask q0\nq0 1 ! ask q1");
    let read = fsa::read(&Source::new("t.fsa", &*text));
    let model = read.model.unwrap();
    let at = |place: scm_check::internals::kernel::source::Span| &text[place.range()];
    let places = &model.places;
    assert_eq!(places.participants.iter().map(|&one| at(one)).collect::<Vec<_>>(), ["ann", "bob"]);
    for (id, automaton) in model.system.automata().enumerate() {
        for (state, &place) in places.states[id].enumerate() {
            assert_eq!(at(place), &automaton.states()[state]);
        }
        assert_eq!(places.transitions[id].len(), automaton.transitions().len());
        for (transition, &place) in places.transitions[id].enumerate() {
            let words: Vec<&str> = at(place).split_whitespace().collect();
            let one = &automaton.transitions()[transition];
            let ends = (&automaton.states()[one.source], &automaton.states()[one.target]);
            assert_eq!((words[0], words[4]), ends);
        }
    }
    let messages: Vec<&str> = places.messages.iter().map(|&one| at(one)).collect();
    assert_eq!(messages, ["ask", "answer"]);
}

/// Texts with mistakes, each with the changes that make it of [`RIGHT`], and the codes with their places.
const WRONG: [(&str, &str, &str, &[&str]); 32] = [
    ("a line with four words", "q0 bob ! ask q1", "q0 bob ! ask", &["E0701 3:1"]),
    ("a line with six words", "q0 bob ! ask q1", "q0 bob ! ask me q1", &["E0701 3:1"]),
    ("signs that are glued", "q0 bob ! ask q1", "q0 bob !ask q1", &["E0701 3:1"]),
    ("no sign", "q0 bob ! ask q1", "q0 bob > ask q1", &["E0701 3:8"]),
    ("an internal step", "q0 bob ! ask q1", "q0 bob tau ask q1", &["E0701 3:8"]),
    ("a keyword with a slip", ".marking q0", ".markin q0", &["E0701 5:1"]),
    ("a keyword without a dot", ".end\n.outputs bob", "end\n.outputs bob", &["E0701 6:1"]),
    (
        "a keyword that is unknown",
        ".state graph\nq0",
        ".inputs a\n.state graph\nq0",
        &["E0701 2:1"],
    ),
    ("no graph behind .state", ".state graph\nq0", ".state\nq0", &["E0701 2:1"]),
    ("a marking of two states", ".marking q0", ".marking q0 q1", &["E0701 5:1"]),
    ("a name of two words", ".outputs ann", ".outputs ann 0", &["E0701 1:1"]),
    ("a name with a sign", ".outputs ann", ".outputs a>n", &["E0701 1:10"]),
    ("a partner with a slip", "q0 bob", "q0 bop", &["E0702 3:4"]),
    ("a partner that is unknown", "q0 bob", "q0 server", &["E0702 3:4"]),
    ("a number that is unknown", "q0 bob", "q0 2", &["E0702 3:4"]),
    ("a machine that talks to itself", "q0 bob", "q0 ann", &["E0703 3:4"]),
    ("a machine that hears itself", "s 0 ?", "s 1 ?", &["E0703 9:3"]),
    ("an initial state that is unknown", ".marking q0", ".marking q2", &["E0704 5:10"]),
    (
        "a final state that is unknown",
        ".end\n.outputs",
        ".end\n--# final: ann = u\n.outputs",
        &["E0704 7:18"],
    ),
    (
        "final states of nobody",
        ".end\n.outputs",
        ".end\n--# final: an = q0\n.outputs",
        &["E0702 7:12"],
    ),
    ("no initial state", ".marking q0\n", "", &["E0705 5:1"]),
    ("no initial state behind .marking", ".marking q0", ".marking", &["E0701 5:1"]),
    ("no end before the next machine", ".end\n.outputs bob", ".outputs bob", &["E0705 6:1"]),
    ("no end before the end of the file", ".marking s\n.end\n", ".marking s\n", &["E0705 12:1"]),
    ("no graph", ".state graph\nq0", "q0", &["E0705 2:1"]),
    ("a line in no machine", ".outputs bob\n", "", &["E0705 7:1"]),
    ("two machines with one name", ".outputs bob", ".outputs ann", &["E0706 7:10"]),
    ("a name that is the number of another", ".outputs bob", ".outputs 0", &["E0706 7:10"]),
    ("two initial states", ".marking q0", ".marking q0\n.marking q1", &["E0706 6:1"]),
    ("a comment without end", ".marking s\n", "/* .marking s\n", &["E0707 11:1"]),
    (
        "final states twice",
        ".end\n.outputs",
        ".end\n--# final: ann = q0\n--# final: ann = q1\n.outputs",
        &["E0010 8:12"],
    ),
    (
        "an answer that is none",
        ".outputs ann",
        "--# expect: rsc = perhaps\n.outputs ann",
        &["E0009 1:19"],
    ),
];

/// Texts that are right and hardly meant, in the same form.
const ODD: [(&str, &str, &str, &[&str]); 5] = [
    ("a state that is never reached", "q1 bob ?", "q2 bob ?", &["W0801 4:1"]),
    (
        "a transition that stands twice",
        "q0 bob ! ask q1",
        "q0 bob ! ask q1\nq0 1 ! ask q1",
        &["W0802 4:1"],
    ),
    ("a message with a slip", "? ask", "? aks", &["W0803 3:10", "W0803 9:7"]),
    (
        "a message that nobody receives",
        "q0 bob ! ask q1",
        "q0 bob ! ask q1\nq1 bob ! more q1",
        &["W0803 4:10"],
    ),
    (
        "a message that nobody sends",
        "t 0 ! answer s",
        "t 0 ! answer s\nt 0 ? more s",
        &["W0803 11:7"],
    ),
];

#[test]
fn every_mistake_has_its_place() {
    for (what, right, wrong, expected) in WRONG.iter().chain(&ODD) {
        assert!(RIGHT.contains(right), "{what}");
        let text = RIGHT.replacen(right, wrong, 1);
        assert_eq!(places(&text), *expected, "{what}\n{}", shown(&text));
        let is_read = fsa::read(&Source::new("t.fsa", &*text)).model.is_some();
        assert_eq!(is_read, expected[0].starts_with('W'), "{what}");
    }
    for page in CodePage::all(fsa::codes::PAGES) {
        let mut all = WRONG.iter().chain(&ODD).flat_map(|one| one.3);
        assert!(all.any(|place| place.starts_with(page.code.name)), "{} is shown", page.code.name);
    }
}

#[test]
fn every_mistake_is_shown_with_advice() {
    let mut all = String::new();
    for (what, right, wrong, _) in WRONG.iter().chain(&ODD) {
        writeln!(all, "== {what}\n{}", shown(&RIGHT.replacen(right, wrong, 1))).unwrap();
    }
    insta::assert_snapshot!(all);
}

#[test]
fn a_text_without_a_machine_is_none() {
    assert_eq!(places(""), ["E0705 1:1"]);
    assert_eq!(places("-- nothing\n"), ["E0705 2:1"]);
    assert_eq!(places("q0 1 ! ask q1\nq1 1 ! ask q0\n"), ["E0705 1:1"]);
}

#[test]
fn a_machine_may_have_no_transitions() {
    let text = format!("{RIGHT}.outputs\n.state graph\n.marking idle\n.end\n");
    assert!(said(&model(&text).system).ends_with("2 idle\n"));
}

#[test]
fn several_mistakes_are_told_in_one_run() {
    let text = RIGHT
        .replace("q0 bob", "q0 bop")
        .replace("q1 bob ?", "q1 bob")
        .replace("s 0", "s 1")
        .replace("t 0 !", "t 0 =")
        .replace(".marking s", ".marking u");
    let expected = ["E0702 3:4", "E0701 4:1", "E0703 9:3", "E0701 10:5"];
    assert_eq!(places(&text), expected, "{}", shown(&text));
}

#[test]
fn reading_stops_after_a_thousand_mistakes() {
    let many = RIGHT.replace("q0 bob ! ask q1\n", &"q0 bop ! ask q1\n".repeat(2_000));
    let found = places(&many);
    assert_eq!(found.len(), 1_001);
    assert!(found[1_000].starts_with("E0007"), "{}", found[1_000]);
}

/// Asserts that a text is read or refused, and that what is told of it can be shown.
fn is_answered(bytes: &[u8]) {
    let source = Source::from_bytes("t.fsa", bytes.to_vec());
    let reading = fsa::read(&source);
    let is_wrong = reading.diagnostics.iter().any(|one| one.severity() == Severity::Error);
    assert_eq!(reading.model.is_none(), is_wrong, "{}", source.text());
    let told = render_all(&source, &reading.diagnostics, 100, Colours::Plain);
    assert_eq!(told.is_empty(), reading.diagnostics.is_empty());
    for one in &reading.diagnostics {
        assert!(one.primary.span.end() <= source.text().len(), "{}", source.text());
        if let Some(fix) = &one.fix {
            assert!(source.text().get(fix.span.range()).is_some(), "{}", source.text());
        }
    }
}

#[test]
fn texts_cut_at_each_byte_are_answered() {
    let model = std::fs::read_to_string("models/machines/pharmacy.fsa").unwrap();
    let odd = RIGHT.replace("ask", "fr\u{e4}gt \u{1f980}") + "--# final: \u{e4} = s\n/* \u{e4}";
    for text in [RIGHT, &odd, &model] {
        for end in 0..=text.len() {
            is_answered(&text.as_bytes()[..end]);
            is_answered(&text.as_bytes()[end..]);
        }
    }
}

#[test]
fn texts_with_random_changes_are_answered() {
    const PARTS: [&str; 18] = [
        ".outputs",
        ".state",
        "graph",
        ".marking",
        ".end",
        "--",
        "--# final: ann = q0,",
        "--# expect:",
        "/*",
        "*/",
        "!",
        "?",
        "0",
        "99999999999999999999999",
        "ann",
        "\n",
        "\u{a0}",
        "\u{0}",
    ];
    let mut random = Random::new(17);
    for _ in 0..4_000 {
        let mut words: Vec<&str> = RIGHT.split_inclusive([' ', '\n']).collect();
        for _ in 0..=random.between(0, 3) {
            let at = random.between(0, words.len() - 1);
            match random.between(0, 2) {
                0 => drop(words.remove(at)),
                1 => words.insert(at, PARTS[random.between(0, PARTS.len() - 1)]),
                _ => {
                    let other = random.between(0, words.len() - 1);
                    words.swap(at, other);
                }
            }
        }
        is_answered(words.concat().as_bytes());
    }
}

/// Returns a random text of machines with what it [says](said).
fn random_text(random: &mut Random) -> (String, String) {
    const NAMES: [&str; 6] = ["ann", "B-2", "c.d", "_", "\u{fc}", "automaton"];
    const MESSAGES: [&str; 4] = ["ask", "tell<int>", "state", "ok?"];
    let number = random.between(2, 4);
    let names: Vec<String> = (0..number)
        .map(|machine| {
            let is_named = random.between(0, 1) == 0;
            if is_named {
                NAMES[machine + random.between(0, 2)].to_owned() + "x" + &machine.to_string()
            } else {
                machine.to_string()
            }
        })
        .collect();
    let gap = |random: &mut Random| [" ", "  ", "\t", " /* a */ "][random.between(0, 3)];
    let end =
        |random: &mut Random| ["\n", "\n\n", " -- b\n", "\r\n", "\n-- c\n"][random.between(0, 4)];
    let (mut text, mut expected) = (String::new(), String::new());
    for (machine, name) in names.iter().enumerate() {
        let written = if *name == machine.to_string() { "" } else { name };
        text += &[".outputs ", written, end(random), ".state graph", end(random)].concat();
        let states = random.between(1, 4);
        let mut lines: Vec<(usize, String)> = Vec::new();
        let mut order: Vec<usize> = Vec::new();
        for _ in 0..random.between(1, 6) {
            let (source, target) = (random.between(1, states), random.between(1, states));
            let partner = (machine + random.between(1, number - 1)) % number;
            let message = MESSAGES[random.between(0, 3)];
            let is_send = random.between(0, 1) == 0;
            let (sign, direction, channel) = if is_send {
                ("!", "Send", [name.as_str(), names[partner].as_str()])
            } else {
                ("?", "Receive", [names[partner].as_str(), name.as_str()])
            };
            let channel = channel.join(">");
            let line = format!("  q{source} {channel} {direction} {message} q{target}\n");
            if lines.iter().any(|(_, other)| *other == line) {
                continue;
            }
            for state in [source, target] {
                if !order.contains(&state) {
                    order.push(state);
                }
            }
            lines.push((source, line));
            let by_number = partner.to_string();
            let partner = if random.between(0, 1) == 0 { &by_number } else { &names[partner] };
            let words = [&*format!("q{source}"), partner, sign, message, &format!("q{target}")];
            for word in words {
                text += word;
                text += gap(random);
            }
            text += end(random);
        }
        let initial = order[random.between(0, order.len() - 1)];
        writeln!(expected, "{name} q{initial}").unwrap();
        // States are in the order of the text, and transitions in the order of their sources.
        lines.sort_by_key(|(source, _)| order.iter().position(|state| state == source));
        expected.extend(lines.into_iter().map(|(_, line)| line));
        text += &[".marking q", &initial.to_string(), end(random), ".end", end(random)].concat();
    }
    (text, expected)
}

#[test]
fn random_machines_are_read_as_they_are_written_and_again_from_scm() {
    let mut random = Random::new(23);
    for _ in 0..4_000 {
        let (text, expected) = random_text(&mut random);
        let reading = fsa::read(&Source::new("t.fsa", &*text));
        let model = reading.model.unwrap_or_else(|| panic!("{text}\n{}", shown(&text)));
        assert_eq!(said(&model.system), expected, "{text}");
        let printed = scm::print(&model.system, &model.bad, &model.expectations);
        let again = scm::read(&Source::new("t.scm", &*printed));
        let again = again.model.unwrap_or_else(|| panic!("{printed}\n{:#?}", again.diagnostics));
        assert_eq!(again.system, scm::as_printed(&model.system), "{text}\n{printed}");
    }
}

#[test]
#[ignore = "needs the corpora"]
fn the_machines_of_another_tool_are_read_as_their_scm_says() {
    let base = corpora();
    let rows = std::fs::read_to_string(base.join("kmc-original/RESULTS.tsv")).unwrap();
    let mut read = 0;
    for row in rows.lines().map(|line| line.split('\t').collect::<Vec<_>>()) {
        if row[1] != "fsm" {
            continue;
        }
        let text = source(&base.join("kmc-original").join(row[0]));
        let reading = fsa::read(&text);
        let told = render_all(&text, &reading.diagnostics, 100, Colours::Plain);
        let system = reading.model.unwrap_or_else(|| panic!("{}\n{told}", row[0])).system;
        let size: Vec<usize> = row[3..7].iter().map(|cell| cell.parse().unwrap()).collect();
        let states: usize = system.automata().iter().map(|one| one.states().len()).sum();
        let transitions: usize = system.automata().iter().map(|one| one.transitions().len()).sum();
        let found = [system.automata().len(), states, transitions, system.channels().len()];
        assert_eq!(found, *size, "{}", row[0]);
        read += 1;
    }
    assert!(read > 40, "{read}");
}
