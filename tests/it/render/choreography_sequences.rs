//! Terms of choreographies as sequence diagrams: read back, a diagram means what its text does.

use crate::support::cases::setting;
use crate::support::choreography_texts::{agree, model, random_statements, random_view};
use scm_check::internals::kernel::base::Random;
use scm_check::internals::kernel::source::Source;
use scm_check::internals::language::choreography::{Format, Model, read};
use scm_check::internals::render::diagrams::choreography_sequence;
use scm_check::internals::render::drawing::{
    LifelineId, Message, Sequence, SequenceItem, TextStyle, sequence_scene, sequence_text,
};
use std::collections::BTreeMap;

fn drawn(model: &Model) -> Sequence {
    choreography_sequence(model.structure.as_ref().unwrap(), &model.description).unwrap()
}

/// A diagram as a tree: what stands in frames, compartment by compartment.
enum Part<'a> {
    Message { from: &'a str, to: &'a str, label: &'a str },
    Frame { operator: &'a str, remark: &'a str, compartments: Vec<Vec<Part<'a>>> },
    Note(&'a str),
}

fn parts(sequence: &Sequence) -> Vec<Part<'_>> {
    let name = |id: LifelineId| sequence.lifelines[id].as_str();
    let mut open: Vec<(&str, &str, Vec<Vec<Part<'_>>>)> = vec![("", "", vec![Vec::new()])];
    for item in &sequence.items {
        let part = match item {
            SequenceItem::Message(Message { label, from, to, .. }) => {
                let [to] = to[..] else { panic!("one receiver") };
                Part::Message { from: name(from.unwrap()), to: name(to), label }
            }
            SequenceItem::Note { text, .. } => Part::Note(text),
            SequenceItem::Bracket(..) => panic!("choreographies have no brackets"),
            SequenceItem::Open { operator, remark } => {
                open.push((operator, remark, vec![Vec::new()]));
                continue;
            }
            SequenceItem::Next(remark) => {
                assert!(remark.is_empty() && open.len() > 1);
                open.last_mut().unwrap().2.push(Vec::new());
                continue;
            }
            SequenceItem::Close => {
                let (operator, remark, compartments) = open.pop().unwrap();
                Part::Frame { operator, remark, compartments }
            }
        };
        open.last_mut().unwrap().2.last_mut().unwrap().push(part);
    }
    let [(_, _, whole)] = &mut open[..] else { panic!("every frame is closed") };
    whole.pop().unwrap()
}

/// Writes parts one after the other as a global view.
fn view(parts: &[Part<'_>]) -> String {
    let part = |part: &Part<'_>| match part {
        Part::Message { from, to, label } => format!("{from} -> {to} : {label}"),
        Part::Note(text) => {
            assert_eq!(*text, "nothing happens");
            "(o)".to_owned()
        }
        Part::Frame { operator, compartments, .. } => {
            let each: Vec<String> = compartments.iter().map(|parts| view(parts)).collect();
            match (*operator, &each[..]) {
                ("alt", _) => format!("sel {{ {} }}", each.join(" + ")),
                ("opt", [one]) => format!("sel {{ {one} + (o) }}"),
                ("loop", [one]) => format!("repeat {{ {one} }}"),
                ("par", _) => format!("({})", each.join(" | ")),
                other => panic!("{other:?}"),
            }
        }
    };
    let all: Vec<String> = parts.iter().map(part).collect();
    if all.is_empty() { "(o)".to_owned() } else { all.join(" ; ") }
}

#[test]
fn diagrams_of_random_global_views_mean_what_is_written() {
    let mut random = Random::new(13);
    let mut frames: BTreeMap<String, usize> = BTreeMap::new();
    for _ in 0..setting("SCM_CHECK_CASES", 300) {
        let text = random_view(&mut random, 3);
        let written = model(&text, Format::ChorGram);
        let diagram = drawn(&written);
        for item in &diagram.items {
            if let SequenceItem::Open { operator, .. } = item {
                *frames.entry(operator.clone()).or_default() += 1;
            }
        }
        let again = view(&parts(&diagram));
        let again_read = model(&again, Format::ChorGram);
        assert!(agree(&written.description, &again_read.description), "{text}\n{again}");
    }
    assert_eq!(frames.len(), 4, "{frames:?}");
}

/// Protocols by their names, as they are written again.
type Protocols = BTreeMap<String, String>;

/// Writes parts one after the other as statements; a frame of a protocol becomes one.
fn statements(parts: &[Part<'_>], protocols: &mut Protocols) -> String {
    parts.iter().map(|part| statement(part, protocols)).collect::<Vec<_>>().concat()
}

fn statement(part: &Part<'_>, protocols: &mut Protocols) -> String {
    let call = |name: &str| {
        let name: String = name.chars().filter(|symbol| symbol.is_alphanumeric()).collect();
        format!("do {name}(A, B); ")
    };
    match part {
        Part::Message { from, to, label } => format!("{label} from {from} to {to}; "),
        Part::Note("nothing happens") => String::new(),
        Part::Note(note) => match note.strip_prefix("do ") {
            Some(name) => call(name),
            None => format!("{note}; "),
        },
        Part::Frame { operator, remark, compartments } => {
            let mut each: Vec<String> =
                compartments.iter().map(|parts| statements(parts, protocols)).collect();
            if *operator == "opt" {
                each.push(String::new());
            }
            let decides = remark.strip_suffix(" decides").map(|who| format!("choice at {who} "));
            match (*operator, decides) {
                ("alt" | "opt", Some(choice)) => {
                    format!("{choice}{{ {}}} ", each.join("} or { "))
                }
                (rec, None) if rec.starts_with("rec ") => format!("{rec} {{ {}}} ", each[0]),
                (name, None) => {
                    assert!(protocols.insert(call(name), each.remove(0)).is_none(), "{name}");
                    call(name)
                }
                other => panic!("{other:?}"),
            }
        }
    }
}

#[test]
fn diagrams_of_random_protocols_mean_what_is_written() {
    let mut random = Random::new(19);
    let (mut compared, mut recursions, mut called_again) = (0, 0, 0);
    for _ in 0..setting("SCM_CHECK_CASES", 600) {
        let (p, q) =
            (random_statements(&mut random, 3, &[]), random_statements(&mut random, 2, &[]));
        let text = format!(
            "global protocol P(role A, role B) {{ {p}}} aux global protocol Q(role A, role B) {{ {q}}}"
        );
        let Some(written) = read(&Source::new("random", text.as_str()), Format::Scribble).model
        else {
            continue;
        };
        let diagram = drawn(&written);
        let mut protocols = Protocols::new();
        let main = statements(&parts(&diagram), &mut protocols);
        let mut again = vec![format!("global protocol Main(role A, role B) {{ {main}}}")];
        for (call, body) in protocols {
            let name = call.trim_start_matches("do ").split('(').next().unwrap();
            again.push(format!("aux global protocol {name}(role A, role B) {{ {body}}}"));
        }
        let again = again.join(" ");
        let again_read = model(&again, Format::Scribble);
        assert!(agree(&written.description, &again_read.description), "{text}\n{again}");
        compared += 1;
        recursions += usize::from(again.contains("continue"));
        called_again += usize::from(
            diagram
                .items
                .iter()
                .any(|i| matches!(i, SequenceItem::Note { over, .. } if !over.is_empty())),
        );
    }
    println!("{compared} compared, {recursions} with a recursion, {called_again} with a call");
    assert!(recursions > 5 && called_again > 5, "{compared} {recursions} {called_again}");
}

#[test]
fn a_protocol_is_drawn_once_and_its_recursions_refer_to_their_frames() {
    let text = "global protocol Buy(role Buyer, role Seller, role Bank, role Nobody) {\n\
                rec Again { ask(item: string) from Buyer to Seller;\n\
                choice at Seller { price(int) from Seller to Buyer, Bank; do Pay(Buyer, Bank); }\n\
                or { unknown() from Seller to Buyer; wait() from Seller to Bank; continue Again; }\n\
                } }\n\
                aux global protocol Pay(role P, role B) { card(number) from P to B;\n\
                choice at B { ok() from B to P; } or { again() from B to P; do Pay(P, B); } }";
    insta::assert_snapshot!(sequence_text(
        &drawn(&model(text, Format::Scribble)),
        TextStyle::ASCII
    ));
}

#[test]
fn operators_of_global_views_are_frames() {
    let text = "sel { A -> B : x ; (C -> D : left | E -> F : right) + A -> C : y ;\n\
                repeat { B -> F : far ; F -> B : back } + (o) } ; sel { A -> F : z + (o) } ;\n\
                sel { A -> B : one + B -> A : other }";
    insta::assert_snapshot!(sequence_text(
        &drawn(&model(text, Format::ChorGram)),
        TextStyle::ASCII
    ));
}

#[test]
fn what_is_too_large_is_not_drawn() {
    let of = |text: &str| {
        let model = model(text, Format::ChorGram);
        choreography_sequence(&model.structure.unwrap(), &model.description)
    };
    let nested = |deep| format!("{} A -> B : x {}", "repeat { ".repeat(deep), "}".repeat(deep));
    let deepest = of(&nested(60)).unwrap();
    assert_eq!(sequence_scene(&deepest).fragments.len(), 60);
    assert!(of(&nested(61)).is_none() && of(&nested(20_000)).is_none());
    let long = |count| vec!["A -> B : x"; count].join(" ; ");
    assert_eq!(of(&long(5_000)).unwrap().items.len(), 5_000);
    assert!(of(&long(5_001)).is_none());
    let deep = 100_000;
    let text = format!("{}A -> B : x{}", "(".repeat(deep), ")".repeat(deep));
    assert_eq!(of(&text).unwrap().items.len(), 1);
    assert!(of("(o)").unwrap().items.is_empty());
}
