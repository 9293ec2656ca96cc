//! Languages of finite automata: what is printed can be read again, and mistakes have places.

use scm_check::internals::kernel::automata::{Alphabet, FiniteAutomaton, FiniteStateId, SymbolId};
use scm_check::internals::kernel::base::{Id as _, Random};
use scm_check::internals::kernel::diagnostics::{CodePage, Colours, render_all};
use scm_check::internals::kernel::source::Source;
use scm_check::internals::language::automaton::{Format, Model, Unprintable, codes, print, read};

use crate::support::cases::setting;

fn model(text: &str, format: Format) -> Model {
    let source = Source::new("text", text);
    let reading = read(&source, format);
    let wrong = render_all(&source, &reading.diagnostics, 20, Colours::Plain);
    reading.model.unwrap_or_else(|| panic!("{wrong}\n{text}"))
}

/// The codes of what is wrong, with the texts that they point at.
fn mistakes(text: &str, format: Format) -> Vec<(&'static str, String)> {
    let source = Source::new("text", text);
    let reading = read(&source, format);
    let found = reading.diagnostics.iter();
    found.map(|one| (one.code.name, source.slice(one.primary.span).to_owned())).collect()
}

/// Names that any character may stand in; the plain ones are names in Timbuk too.
fn random_name(random: &mut Random, plain: bool) -> String {
    let plain_signs = ['a', 'b', 'é', '!', '{', '}', ',', '>', '"', '\\', '漢', '?', '/', ';'];
    let signs = [' ', '(', ')', ':', '\n', '\r', '\t', '-', '\u{85}', '\u{7f}', '*', 'n', 'r', 't'];
    let length = random.between(usize::from(plain), 6);
    let draw = |random: &mut Random| {
        let other = !plain && random.percent(50);
        if other { signs[random.below(14)] } else { plain_signs[random.below(14)] }
    };
    (0..length).map(|_| draw(random)).collect()
}

fn random_model(random: &mut Random, plain: bool) -> Model {
    let (states, symbols) = (random.below(5), random.below(4));
    let mut names: Vec<String> = (0..symbols).map(|_| random_name(random, plain)).collect();
    names.sort_unstable();
    names.dedup();
    let state = FiniteStateId::from_index;
    let mut transitions = Vec::new();
    if states > 0 && !names.is_empty() {
        for _ in 0..random.below(10) {
            let symbol = SymbolId::from_index(random.below(names.len()));
            transitions.push((state(random.below(states)), symbol, state(random.below(states))));
        }
    }
    let initial = (0..states).filter(|_| random.percent(40)).map(state).collect();
    let accepting = (0..states).map(|_| random.percent(40)).collect();
    let automaton = FiniteAutomaton::new(names.len(), initial, accepting, transitions);
    Model::new(automaton, names.into_iter().collect())
}

#[test]
fn what_is_printed_is_read_again() {
    let mut random = Random::new(setting("SCM_CHECK_SEED", 3));
    for _ in 0..setting("SCM_CHECK_CASES", 2_000) {
        let mut odd = random_model(&mut random, false);
        let states = odd.automaton.len();
        if random.percent(50) {
            odd.names = (0..states).map(|_| random_name(&mut random, false)).collect();
            odd.locations = odd.alphabet.iter().map(|symbol| vec![symbol.clone()]).collect();
        }
        let text = print(&odd, Format::Json).unwrap();
        assert_eq!(model(&text, Format::Json), odd, "{text}");
        let text = print(&odd, Format::Aldebaran).unwrap();
        let again = model(&text, Format::Aldebaran);
        let used = odd.automaton.used_symbols();
        let names: Alphabet = used.iter().map(|&symbol| odd.alphabet[symbol].clone()).collect();
        assert_eq!(again.alphabet, names, "{text}");
        let number = |symbol| SymbolId::from_index(used.binary_search(&symbol).unwrap());
        assert_eq!(again.automaton, odd.automaton.renamed(used.len(), number), "{text}");

        let mut plain = random_model(&mut random, true);
        let text = print(&plain, Format::Timbuk).unwrap();
        plain.names = (0..plain.automaton.len()).map(|state| format!("q{state}")).collect();
        assert_eq!(model(&text, Format::Timbuk), plain, "{text}");
    }
}

#[test]
fn timbuk_refuses_names_by_name() {
    for name in ["a b", "a(b", "a:1", "", "States", "a->b", "a-"] {
        let state = FiniteStateId::from_index(0);
        let edge = (state, SymbolId::from_index(0), state);
        let automaton = FiniteAutomaton::new(1, vec![state], vec![true], vec![edge]);
        let model = Model::new(automaton, [name.to_owned()].into_iter().collect());
        assert_eq!(print(&model, Format::Timbuk), Err(Unprintable::Name(name.to_owned())));
    }
}

#[test]
fn json_has_the_documented_shape() {
    let text = r#"{"schema":"scm-check/automaton","schema_version":1,"states":3,"initial":[0],"final":[2],"transitions":[[0,"l!m",1],[1,"{k?m,l!m}",2]],"locations":[["l!m"],["{k?m,l!m}"]]}"#;
    let read = model(text, Format::Json);
    assert_eq!(read.alphabet.as_slice(), ["l!m", "{k?m,l!m}"]);
    assert_eq!(read.locations, [["l!m"], ["{k?m,l!m}"]]);
    assert_eq!(print(&read, Format::Json).unwrap(), format!("{text}\n"));
    let unused = text.replace("\"transitions\"", "\"alphabet\":[\"z\",\"l!m\"],\"transitions\"");
    assert_eq!(model(&unused, Format::Json).alphabet.len(), 3);
}

#[test]
fn aldebaran_is_read_as_others_write_it() {
    let text = "des(1,3,2)\r\n(0,a,1)\r\n  ( 1 , \"b \"c\", d\" , 0 )\n(1, i, 1)";
    let read = model(text, Format::Aldebaran);
    assert_eq!(read.alphabet.as_slice(), ["a", "b \"c\", d", "i"]);
    assert_eq!(read.automaton.initial(), [FiniteStateId::from_index(1)]);
    assert!(read.automaton.states().all(|state| read.automaton.is_accepting(state)));
    assert_eq!(mistakes(text, Format::Aldebaran), [("W0602", "des(1,3,2)".to_owned())]);
    let final_only = model("des (0, 0, 2)\n// final: 1\n// anything", Format::Aldebaran);
    assert!(!final_only.automaton.accepts_empty_word());
}

#[test]
fn timbuk_is_read_as_others_write_it() {
    let text = "Ops a:1 x:0\nAutomaton\nStates q0:0 q1:0\nFinal States q1\nTransitions\nx -> q0\n\
                x() -> q1\na (q0)->q1\n";
    let read = model(text, Format::Timbuk);
    assert_eq!(read.names, ["q0", "q1"]);
    assert_eq!((read.automaton.initial().len(), read.automaton.transition_count()), (2, 1));
}

#[test]
fn mistakes_have_places() {
    let json =
        |rest: &str| format!("{{\"schema\":\"scm-check/automaton\",\"schema_version\":1,{rest}}}");
    let all = "\"states\":2,\"initial\":[0],\"final\":[1]";
    for (text, format, expected) in [
        ("des (0, 1)", Format::Aldebaran, vec![("E0501", "(0, 1)")]),
        ("des (0, x, 1)", Format::Aldebaran, vec![("E0501", "x")]),
        ("(0, a, 1)", Format::Aldebaran, vec![("E0507", "(0, a, 1)")]),
        ("", Format::Aldebaran, vec![("E0507", "")]),
        ("des (0, 1, 99999999)", Format::Aldebaran, vec![("E0508", "99999999")]),
        ("des (2, 0, 2)\n// final:", Format::Aldebaran, vec![("E0502", "2")]),
        (
            "des (0, 4, 2)\n(0, \"a\", 2)\n(0, \"a\", -1)\n(0 a 1)\n(0, \"a, 1)\n// final: 7 x",
            Format::Aldebaran,
            vec![
                ("E0502", "2"),
                ("E0501", "-1"),
                ("E0501", "(0 a 1)"),
                ("E0501", "\"a"),
                ("E0502", "7"),
                ("E0501", "x"),
            ],
        ),
        (
            "des (0, 3, 2)\n(0, \"a\", 1)\n(0, a, 1)\n// final:",
            Format::Aldebaran,
            vec![("W0601", "des (0, 3, 2)"), ("W0603", "(0, a, 1)")],
        ),
        ("Automaton A", Format::Timbuk, vec![("E0507", "Automaton")]),
        ("Ops a", Format::Timbuk, vec![("E0501", "a")]),
        (
            "Ops f:2 x:0 y:0 a:1 a:1 Automaton A States q q Final States p Transitions\n\
             x -> q y -> q\nb(q) -> q a(r) -> q x(q) -> q\na q -> q\na(q) -> q",
            Format::Timbuk,
            vec![
                ("E0504", "f"),
                ("E0505", "a"),
                ("E0505", "q"),
                ("E0502", "p"),
                ("E0504", "y"),
                ("E0503", "b"),
                ("E0502", "r"),
                ("E0504", "x(q) -> q"),
                ("E0501", "q"),
            ],
        ),
        ("{", Format::Json, vec![("E0501", "{")]),
        ("[1, 2", Format::Json, vec![("E0501", "[")]),
        ("{\"schema\":\"other\"}", Format::Json, vec![("E0506", "\"other\"")]),
        (
            "{\"schema_version\": 2, \"schema\": \"scm-check/automaton\"}",
            Format::Json,
            vec![("E0506", "2")],
        ),
        (&json("\"states\": 1"), Format::Json, vec![("E0507", "{")]),
        (&json("\"states\": -1"), Format::Json, vec![("E0507", "{"), ("E0501", "-1")]),
        (
            &json(
                "\"states\":2,\"initial\":[0, 3],\"final\":[1,2],\"transitions\":[[0,\"]\",1],[1, \"a\", 5]]",
            ),
            Format::Json,
            vec![("E0502", "3"), ("E0502", "2"), ("E0502", "[1, \"a\", 5]")],
        ),
        (
            &json(&format!("{all},\"transitions\":[[0,\"a\",1],[0,\"a\" ,1]]")),
            Format::Json,
            vec![("W0603", "[0,\"a\" ,1]")],
        ),
        (
            &json(&format!(
                "{all},\"transitions\":[],\"names\":[\"p\"],\"locations\":[[\"a\"],[\"a\"]]"
            )),
            Format::Json,
            vec![("E0501", "[\"p\"]"), ("E0509", "[\"a\"]")],
        ),
    ] {
        let found = mistakes(text, format);
        let found: Vec<(&str, &str)> = found.iter().map(|one| (one.0, one.1.as_str())).collect();
        assert_eq!(found, expected, "{text}");
    }
}

#[test]
fn examples_of_codes_are_examples() {
    for CodePage { code, text, .. } in CodePage::all(codes::PAGES) {
        let (_, example) = text.split_once("\nExample\n\n").unwrap();
        let example = example.lines().map(|line| line.trim_start().to_owned() + "\n");
        let example = example.collect::<String>();
        let format = if example.starts_with('{') {
            Format::Json
        } else if example.starts_with("Ops") {
            Format::Timbuk
        } else {
            Format::Aldebaran
        };
        if example.starts_with("\"locations\"") {
            continue;
        }
        let found = mistakes(&example, format);
        assert!(found.iter().any(|one| one.0 == code.name), "{}: {found:?}", code.name);
    }
}

#[test]
fn no_text_breaks_a_reader() {
    let mut random = Random::new(77);
    let texts = [
        "des (0, 2, 2)\n(0, \"a\\\"\", 1)\n(1, b, 0)\n// final: 1\n// initial: 0 1\n",
        "Ops a:1 b:1 x:0\nAutomaton A\nStates q r\nFinal States r\nTransitions\nx -> q\na(q) -> r\n",
        "{\"schema\":\"scm-check/automaton\",\"schema_version\":1,\"states\":2,\"initial\":[0],\"final\":[1],\
         \"names\":[\"p\",\"q\"],\"transitions\":[[0,\"a\",1]],\"locations\":[[\"a\"]]}",
    ];
    let mut right = 0;
    for _ in 0..setting("SCM_CHECK_CASES", 3_000) {
        let which = random.below(3);
        let mut bytes = texts[which].as_bytes().to_vec();
        for _ in 0..random.between(1, 3) {
            let (at, from) = (random.below(bytes.len()), random.below(bytes.len()));
            let other = bytes[from];
            match random.below(3) {
                0 => bytes[at] = other,
                1 => bytes.insert(at, other),
                _ => drop(bytes.remove(at)),
            }
        }
        let format = [Format::Aldebaran, Format::Timbuk, Format::Json][which];
        let source = Source::from_bytes("text", bytes);
        let reading = read(&source, format);
        let has_error = reading.diagnostics.iter().any(|one| one.code.name.starts_with('E'));
        assert_eq!(reading.model.is_none(), has_error);
        for one in &reading.diagnostics {
            assert!(one.primary.span.end() <= source.text().len());
        }
        right += usize::from(reading.model.is_some());
        let _ = render_all(&source, &reading.diagnostics, 20, Colours::Plain);
    }
    assert!(right > 100, "{right}");
}
