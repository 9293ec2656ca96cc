//! Interactions as diagrams of Mermaid.

use scm_check::internals::kernel::base::{Control, Random};
use scm_check::internals::kernel::source::Source;
use scm_check::internals::language::interaction::{
    DiagramOptions, Model, Unprintable, print, print_mermaid, print_plantuml, read_mermaid,
    read_plantuml,
};
use scm_check::internals::language::scm;
use scm_check::internals::model::cfsm::ChannelKind;
use scm_check::internals::model::choreography::Architecture;
use scm_check::internals::model::interaction::{Expression, Repetition};

use crate::language::interaction_plantuml::plain;
use crate::language::interaction_printing::random_diagram;

/// Returns the term that a diagram is read as, without white space.
fn term(lines: &str) -> String {
    let source = Source::new("t.mmd", format!("sequenceDiagram\n{lines}\n"));
    let reading = read_mermaid(&source, DiagramOptions::default());
    let model = reading.model.unwrap_or_else(|| panic!("{lines}: {:?}", reading.diagnostics));
    print(&model.interaction).1.split_whitespace().collect()
}

/// Returns the codes and places of the diagnostics of a text.
fn found(text: &str) -> Vec<(&'static str, String)> {
    let source = Source::new("t.mmd", text);
    let diagnostics = read_mermaid(&source, DiagramOptions::default()).diagnostics;
    diagnostics
        .iter()
        .map(|one| (one.code.name, source.slice(one.primary.span).to_owned()))
        .collect()
}

#[test]
fn each_arrow_is_a_message() {
    for arrow in ["->", "-->", "->>", "-->>", "-)", "--)"] {
        assert_eq!(term(&format!("a{arrow}b: m")), "a--m->b", "{arrow}");
        assert_eq!(term(&format!("a {arrow}+ b : m")), "a--m->b", "{arrow}");
    }
    for arrow in ["-x", "--x"] {
        assert_eq!(term(&format!("a {arrow} b: m")), "a--m->|", "{arrow}");
    }
    for arrow in ["<<->>", "<<-->>"] {
        assert_eq!(term(&format!("a{arrow}b: m")), "par(a--m->b,b--m->a)", "{arrow}");
    }
    assert_eq!(term("a->>a: think"), "a--~think->|");
    assert_eq!(term("a->>b:\nb->>a: "), "seq(a--a__b_2->b,b--b__a_3->a)");
}

#[test]
fn a_lost_message_keeps_the_lifeline_that_its_arrow_points_at() {
    let mermaid = "sequenceDiagram\n  participant a\n  participant b\n  participant c\n  a-xc: m\n";
    let source = Source::new("t.mmd", mermaid);
    let interaction = read_mermaid(&source, DiagramOptions::default()).model.unwrap().interaction;
    assert_eq!(print_mermaid(&interaction).unwrap(), mermaid);
    let plantuml = print_plantuml(&interaction).unwrap();
    assert!(plantuml.contains("\na ->x c : m\n"), "{plantuml}");
    let source = Source::new("t.puml", plantuml.as_str());
    let again = read_plantuml(&source, DiagramOptions::default()).model.unwrap();
    assert_eq!(again.interaction, interaction);
    assert!(print(&interaction).1.contains("a -- m -> |"));
    let [only] = interaction.unreceived().collect::<Vec<_>>()[..] else { panic!("one is lost") };
    let Expression::Passing(passing) = &interaction.parts[only] else { panic!("a message") };
    assert_eq!(passing.missed(), interaction.signature.lifeline("c"));
    assert_eq!(passing.actions().count(), 1);
}

#[test]
fn a_lost_message_may_arrive_where_nobody_shows_it() {
    let text = "sequenceDiagram\na-xb: m\na->>b: n\n";
    let source = Source::new("t.mmd", text);
    let model = read_mermaid(&source, DiagramOptions::default()).model.unwrap();
    let may = model.with_losses_as_choices();
    let term: String = print(&may.interaction).1.split_whitespace().collect();
    assert_eq!(term, "seq(alt(a--m->|,a--m->|),a--n->b)");
    let places: Vec<&str> = may.spans.iter().map(|&span| source.slice(span)).collect();
    let all = "a-xb: m\na->>b: n";
    assert_eq!(places, ["a-xb: m", "a-xb: m", "a-xb: m", "a->>b: n", all]);
    let control = Control::unlimited();
    let kind = ChannelKind::Fifo;
    let sent = |model: &Model| {
        let projected = model.interaction.system("t", Architecture::PeerToPeer, kind, &control);
        let text = scm::print(&projected.unwrap(), &[], &[]);
        let [a, b] = ["automaton a", "automaton b"].map(|name| text.find(name).unwrap());
        [&text[a..b], &text[b..]].map(|text| text.matches("m ;").count())
    };
    assert_eq!(sent(&model), [0, 0]);
    assert_eq!(sent(&may), [1, 0]);
}

#[test]
fn names_may_have_blanks_and_hyphens() {
    let lines =
        "participant a-x as The first\nactor Some One\na-x->>Some One: m; Some One-->>a-x: n";
    let source = Source::new("t.mmd", format!("sequenceDiagram\n{lines}\n"));
    let model = read_mermaid(&source, DiagramOptions::default()).model.unwrap();
    let signature = &model.interaction.signature;
    assert_eq!(signature.lifelines().as_slice(), ["a-x", "Some One"]);
    assert_eq!(signature.messages().as_slice(), ["m", "n"]);
    let text = "a->>b: one<br/>two;<BR>three #59; four";
    let source = Source::new("t.mmd", format!("sequenceDiagram\n{text}\n"));
    let model = read_mermaid(&source, DiagramOptions::default()).model.unwrap();
    let messages = model.interaction.signature.messages();
    assert_eq!(messages.as_slice(), ["one two; three #59; four"]);
}

#[test]
fn line_breaks_are_one_blank_and_comments_are_none() {
    let messages = |text: &str| {
        let source = Source::new("t.mmd", format!("sequenceDiagram\n{text}\n"));
        let reading = read_mermaid(&source, DiagramOptions::default());
        let model = reading.model.unwrap_or_else(|| panic!("{text}: {:?}", reading.diagnostics));
        let signature = &model.interaction.signature;
        [signature.lifelines().as_slice(), signature.messages().as_slice()].concat().join("|")
    };
    for (text, expected) in [
        ("a->>b: bill 3 \u{20ac} <br/> total", "a|b|bill 3 \u{20ac} total"),
        ("a->>b: x<br> <BR/>\ty", "a|b|x y"),
        ("a->>b: <br>x<br>", "a|b|x"),
        ("a->>b: x < br", "a|b|x < br"),
        ("a->>b: pay # a comment; b->>a: n", "a|b|pay"),
        ("a->>b: pay#1; b->>a: n", "a|b|pay#1; b->>a: n"),
        ("a->>b: pay #9829; b->>a # x: n", "a|b|pay #9829; b->>a"),
        ("a->>b: m; b->>a: n # c", "a|b|m|n"),
        ("a#1->>b: m # c", "a#1|b|m"),
        ("participant a # c\na->>b: m", "a|b|m"),
        ("loop loopS # c\na->>b: m\nend # c", "a|b|m"),
    ] {
        assert_eq!(messages(text), expected, "{text}");
    }
}

#[test]
fn signs_that_end_texts_are_warned_of() {
    for (lines, expected) in [
        // The lines up to the sign.
        ("a->>b: one; two", "a->>b: one"),
        ("a->>b: one; two; three", "a->>b: one"),
        ("note over a: one; two\na->>b: m", "note over a: one"),
        ("a->>b: m\nNote right of b: order #1 of 2", "a->>b: m\nNote right of b: order "),
        ("a->>b: order #1", "a->>b: order "),
        ("a->>b: one #59; two; three", "a->>b: one #59; two"),
        ("opt a; b\na->>b: m\nend", "opt a"),
        ("alt a\na->>b: m\nelse b; c\na->>b: n\nend", "alt a\na->>b: m\nelse b"),
    ] {
        let text = format!("sequenceDiagram\n{lines}\n");
        let diagnostics =
            read_mermaid(&Source::new("t.mmd", &*text), DiagramOptions::default()).diagnostics;
        let [one] = &*diagnostics else { panic!("{lines}: {diagnostics:?}") };
        assert_eq!(one.code.name, "W0513", "{lines}");
        assert_eq!(text[..one.primary.span.start()], format!("sequenceDiagram\n{expected}"));
    }
    for lines in [
        "a->>b: one#59; two #quot;three#quot;",
        "a->>b: m;",
        "a->>b: m; ;",
        "a->>b: m; %% comment",
        "a->>b: m; # comment",
        "a->>b: m; b->>a: n;",
        "a->>b: m; activate b; note over b: x",
        "a->>b: m; ; activate b",
        "participant a # comment\na->>b: m",
        "loop loopS # comment\na->>b: m\nend # comment",
        "title: a; b\na->>b: m",
        "%% a; b # c\na->>b: m",
    ] {
        assert_eq!(found(&format!("sequenceDiagram\n{lines}\n")), [], "{lines}");
    }
    assert_eq!(term("a->>b: m; ; activate b; b->>a: n;;"), "seq(a--m->b,b--n->a)");
    assert_eq!(term("a->>b: m; ; activate b"), "a--m->b");
}

#[test]
fn a_background_changes_nothing() {
    for (with, without) in [
        (
            "a->>b: m\nrect x\na->>b: n\nbreak x\na->>b: stop\nend\na->>b: o\nend\na->>b: p",
            "a->>b: m\na->>b: n\nbreak x\na->>b: stop\nend\na->>b: o\na->>b: p",
        ),
        (
            "loop loopS\nrect x\nrect y\nbreak x\na->>b: stop\nend\nend\na->>b: o\nend\nend",
            "loop loopS\nbreak x\na->>b: stop\nend\na->>b: o\nend",
        ),
        (
            "alt x\nrect x\na->>b: m\nend\nelse\nrect x\nend\na->>b: n\nend",
            "alt x\na->>b: m\nelse\na->>b: n\nend",
        ),
    ] {
        assert_eq!(term(with), term(without), "{with}");
    }
}

#[test]
fn frames_are_operators() {
    for (lines, expected) in [
        ("alt x\na->>b: m\nelse y\na->>b: n\nend", "alt(a--m->b,a--n->b)"),
        ("alt x\na->>b: m\nend", "opt(a--m->b)"),
        ("opt x\na->>b: m\nend", "opt(a--m->b)"),
        ("par x\na->>b: m\nand y\na->>b: n\nend", "par(a--m->b,a--n->b)"),
        ("loop loopS x\na->>b: m\nend", "loopS(a--m->b)"),
        ("critical x\na->>b: m\nend", "a--m->b"),
        ("critical x\na->>b: m\noption y\na->>b: n\nend", "alt(a--m->b,a--n->b)"),
        ("rect rgb(0,0,0)\na->>b: m\nend", "a--m->b"),
        ("box x\nparticipant a\nend\na->>b: m", "a--m->b"),
        ("a->>b: m\nbreak x\na->>b: n\nend\na->>b: o", "seq(a--m->b,alt(a--o->b,a--n->b))"),
        ("break x\na->>b: n\nend", "opt(a--n->b)"),
        (
            "loop loopS\na->>b: m\nbreak x\na->>b: n\nend\na->>b: k\nend",
            "seq(loopS(seq(a--m->b,a--k->b)),opt(seq(a--m->b,a--n->b)))",
        ),
    ] {
        assert_eq!(term(lines), expected, "{lines}");
    }
}

#[test]
fn loops_mean_what_the_options_say() {
    let source = Source::new("t.mmd", "sequenceDiagram\nloop x\na->>b: m\nend\n");
    for kind in [Repetition::Strict, Repetition::Weak, Repetition::Parallel, Repetition::Head] {
        let reading = read_mermaid(&source, DiagramOptions { loops: Some(kind) });
        assert_eq!(reading.diagnostics, []);
        let text = reading.model.unwrap().interaction.text();
        assert_eq!(text, format!("{}(a -- m -> b)", kind.name()));
    }
}

#[test]
fn what_means_nothing_is_passed_over() {
    let text = "---\ntitle: x\n---\n%%{init: {'theme': 'dark'}}%%\n%% comment\n  sequenceDiagram\n\
        autonumber\ntitle: A -> B\naccTitle: x\naccDescr { a\n b->>c: m\n}\nparticipant a\n\
        Note over a,b: a->>b: x\nnote right of a : x\nlinks a: {\"x\": \"y\"}\nlink a: x @ y\n\
        a->>b: m\nactivate b\ndeactivate b\ncreate participant c\nb->>c: n\ndestroy c\n";
    assert_eq!(found(text), []);
    let model = read_mermaid(&Source::new("t.mmd", text), DiagramOptions::default()).model;
    assert_eq!(model.unwrap().interaction.text(), "seq(a -- m -> b, b -- n -> c)");
}

#[test]
fn each_mistake_has_its_code_and_place() {
    let one = |code, place: &str| vec![(code, place.to_owned())];
    for (lines, expected) in [
        ("a ==> b: m", one("E0413", "a ==> b: m")),
        ("else", one("E0401", "else")),
        ("end", one("E0401", "end")),
        ("loop loopS\nand\nend", one("E0401", "and")),
        ("alt x\na->>b: m\nand y\na->>b: n\nend", one("E0401", "and y")),
        ("alt x\noption\nend", one("E0401", "option")),
        ("par x\nelse\nend", one("E0401", "else")),
        ("par_over x\noption\nend", one("E0401", "option")),
        ("opt x\na->>b: m\nelse\na->>b: n\nend", one("E0401", "else")),
        ("critical x\nelse\nend", one("E0401", "else")),
        ("break x\nelse\nend", one("E0401", "else")),
        ("alt x\nrect y\nelse\nend\nend", one("E0401", "else")),
        ("box x\nelse\nend", one("E0401", "else")),
        ("box x\na->>b: m\nend", one("E0401", "a->>b: m")),
        ("box x\nparticipant a", one("E0401", "box x")),
        ("create b", one("E0401", "create b")),
        ("alt x", one("E0401", "alt x")),
        ("participant", one("E0401", "")),
        ("lop x\na->>b: m\nend", one("E0413", "lop")),
        ("critical synch\na->>b: m\nb->>a: n\nend", one("E0401", "critical synch")),
    ] {
        assert_eq!(found(&format!("sequenceDiagram\n{lines}\n")), expected, "{lines}");
    }
    assert_eq!(found("flowchart LR\na --> b"), one("E0413", "flowchart"));
    assert_eq!(found("pie title Gr\u{f6}\u{df}e\n"), one("E0413", "pie"));
    assert_eq!(found("gitGraph:\n"), one("E0413", "gitGraph:"));
    let word = "sequenceDiagra\u{df}".to_owned();
    assert_eq!(found(&format!("{word}\n")), [("E0401", word.clone()), ("E0413", word)]);
    assert_eq!(found("a->>b: m"), one("E0401", "a->>b:"));
    assert_eq!(found(""), one("E0401", ""));
    assert_eq!(found("sequenceDiagram\na->>a: m\na->>a: n"), one("W0510", "a->>a: m"));
}

#[test]
fn what_is_printed_reads_as_an_interaction_with_the_same_meaning() {
    let mut random = Random::new(23);
    let mut printed = 0;
    while printed < 1_000 {
        let interaction = random_diagram(&mut random);
        let text = match print_mermaid(&interaction) {
            Ok(text) => text,
            Err(Unprintable::Environment | Unprintable::Receivers) => continue,
            Err(Unprintable::TooLong) => panic!("it is short"),
        };
        printed += 1;
        let reading = read_mermaid(&Source::new("p.mmd", &*text), DiagramOptions::default());
        let back = reading.model.unwrap_or_else(|| panic!("{text}: {:?}", reading.diagnostics));
        assert_eq!(plain(&back.interaction), plain(&interaction), "{text}");
    }
}

#[test]
fn no_text_makes_the_reader_fail() {
    let mut random = Random::new(31);
    let words: Vec<&str> = "a|b|->>|-x|<<->>|--)|:|m|;|alt|else|end|opt|loop|par|and|critical|option|break|strict|\
        synch|coreg(a)|sync{a!m}|note|box|rect|\n|\n|\n|participant|as|%%|%%{|}%%|---|{|}|\u{e9}|<br/>|~m|accDescr"
        .split('|')
        .collect();
    for _ in 0..20_000 {
        let pick = |_| random.choose(&words).unwrap();
        let pieces: Vec<&str> = (0..25).map(pick).collect();
        let source = Source::new("r.mmd", format!("sequenceDiagram\n{}\n", pieces.join(" ")));
        let reading = read_mermaid(&source, DiagramOptions::default());
        let wrong = reading.diagnostics.iter().any(|d| d.code.name.starts_with('E'));
        assert_eq!(wrong, reading.model.is_none(), "{:?}", source.text());
    }
}
