//! Interactions as diagrams of `PlantUML`.

use scm_check::internals::kernel::base::{IndexVec, Random};
use scm_check::internals::kernel::source::Source;
use scm_check::internals::language::interaction::{
    DiagramOptions, print, print_plantuml, read_plantuml,
};
use scm_check::internals::model::interaction::{
    Expression, ExpressionId, Interaction, Operator, Origin, Target,
};

use crate::language::interaction_printing::random_diagram;

/// Returns the term that a diagram is read as, without white space.
fn term(lines: &str) -> String {
    let source = Source::new("t.puml", format!("@startuml\n{lines}\n@enduml\n"));
    let reading = read_plantuml(&source, DiagramOptions::default());
    let model = reading.model.unwrap_or_else(|| panic!("{lines}: {:?}", reading.diagnostics));
    assert_eq!(model.spans.len(), model.interaction.parts.len());
    print(&model.interaction).1.split_whitespace().collect()
}

fn found(text: &str) -> Vec<(&'static str, String)> {
    let source = Source::new("t.puml", text);
    let reading = read_plantuml(&source, DiagramOptions::default());
    let all = reading.diagnostics.iter();
    all.map(|d| (d.code.name, source.slice(d.primary.span).to_owned())).collect()
}

#[test]
fn arrows_are_read_in_every_form() {
    for (line, expected) in [
        ("a -> b : m", "a--m->b"),
        ("a->b:m", "a--m->b"),
        ("a -->> b: m", "a--m->b"),
        ("b <- a : m", "a--m->b"),
        ("b <<-- a : m", "a--m->b"),
        ("a -[#red]> b ++ #gold : m", "a--m->b"),
        ("a -> b -- : m", "a--m->b"),
        ("\"a b\" -> c : m(x, y)", "a_b--m_x__y_->c"),
        ("[-> a : m", "m->a"),
        ("a <-] : m", "m->a"),
        ("a ->] : m", "a--m->|"),
        ("[<- a : m", "a--m->|"),
        ("a -> a : m", "a--~m->|"),
        ("a -> b : m\n& a -> c : m", "a--m->(b,c)"),
        ("[-> b : m\n& [-> c : m", "m->(b,c)"),
        ("end -> note : alt", "end--alt->note"),
        ("a <-> b : m", "par(a--m->b,b--m->a)"),
        ("a ->x b : m", "a--m->|"),
        ("a x-> b : m", "a--m->b"),
        ("a [#gray]--x b : m", "a--m->|"),
        ("a ->o b : m", "a--m->b"),
        ("a -\\ b : m", "a--m->b"),
        ("a ->(10) b : m", "a--m->b"),
        ("a (5)<- b : m", "b--m->a"),
        ("-> a : m", "m->a"),
        ("a -> : m", "a--m->|"),
        ("?-> a : m", "m->a"),
        ("a -> b", "a--a__b_2->b"),
        ("a -> x : m", "a--m->x"),
        ("a -> b & c ++ : m", "a--m->(b,c)"),
        ("/' x '/ a -> b : m", "a--m->b"),
        ("a /' x: y '/ -> b /' z '/ : m /' t '/", "a--m->b"),
        ("a -> b : x /\'\'\' y \'\'\'/ z", "a--x__z->b"),
        ("a -> b : it/'s x'/y", "a--it__s_x__y->b"),
        ("a -> \"long name\" as l : m", "a--m->l"),
        ("a -> b <<x>> [[http://y.z]] #red : m", "a--m->b"),
        ("{start} a -> b : m\n{start} <-> {end} : 5 s", "a--m->b"),
        ("a -> b : m\\nn", "a--m_n->b"),
        ("a -> b : m\\\n  n", "a--m_n->b"),
        ("a -> b : m\n& c -> d : n", "par(a--m->b,c--n->d)"),
        ("a -> b ++ : m\nreturn n", "seq(a--m->b,b--n->a)"),
        (
            "a -> b : m\nactivate b\nb -> c ++ : n\nreturn o\nreturn",
            "seq(a--m->b,b--n->c,c--o->b,b--b__a_6->a)",
        ),
        ("[-> a : m\nactivate a\nreturn n", "seq(m->a,a--n->|)"),
        ("a -> b : m\nreturn n\nreturn o", "seq(a--m->b,b--n->a,b--o->a)"),
        ("a -[hidden]> b : m\na -> b : n", "a--n->b"),
        ("!define A b\n!$m = \"text\"\na -> A : $m", "a--text->b"),
        ("!$x = true\n!if ($x == true)\na -> b : m\n!else\na -> b : n\n!endif", "a--m->b"),
        ("participant \"X Y\" <<S>> as xy\nxy -> a : m", "xy--m->a"),
        ("create participant c\na -> c : m", "a--m->c"),
        ("ref over a\nelse\nend\na -> b : m", "a--m->b"),
        ("title: x\na -> b : m", "a--m->b"),
        ("sprite $a [2x2/16] {\n00\n}\na -> b : m", "a--m->b"),
        ("<style>\na -> b : no\n</style>\na -> b : m", "a--m->b"),
    ] {
        assert_eq!(term(line), expected, "{line}");
    }
}

#[test]
fn returns_of_alternatives_answer_the_same_call() {
    let calls = "a -> b ++ : open\nb -> c ++ : read";
    for (frame, expected) in [
        (
            "alt x\nreturn one\nelse\nreturn two\nend\nreturn end",
            "alt(c--one->b,c--two->b),b--end->a",
        ),
        (
            "critical x\nreturn one\nelse\nreturn two\nelse\nreturn three\nend\nreturn end",
            "alt(c--one->b,c--two->b,c--three->b),b--end->a",
        ),
        (
            "opt x\nreturn one\nelse\nb -> c : again\nreturn two\nend\nreturn end",
            "alt(c--one->b,seq(b--again->c,c--two->b)),b--end->a",
        ),
        // The call is open behind the frame where one of the branches did not answer it.
        (
            "alt x\nreturn one\nreturn no\nelse\nb -> c : again\nend\nreturn two",
            "alt(seq(c--one->b,b--no->a),b--again->c),c--two->b",
        ),
        (
            "alt x\nalt y\nreturn one\nelse\nreturn two\nend\nelse\nreturn three\nend\nreturn end",
            "alt(alt(c--one->b,c--two->b),c--three->b),b--end->a",
        ),
        // Parts that all happen answer one call after another.
        ("par\nreturn one\nelse\nreturn end\nend\na -> b : m", "par(c--one->b,b--end->a),a--m->b"),
    ] {
        let found = term(&format!("{calls}\n{frame}"));
        assert_eq!(found, format!("seq(a--open->b,b--read->c,{expected})"), "{frame}");
    }
}

#[test]
fn linked_parts_side_by_side_are_a_sequence() {
    for (lines, expected, is_told) in [
        ("a -> b : m\nelse\nb -> c : n\nelse\nc -> d : o", "seq(a--m->b,b--n->c,c--o->d)", true),
        (
            "a -> b : m\na -> c : n\nelse\nc -> d : o\nc -> a : p",
            "seq(seq(a--m->b,a--n->c),seq(c--o->d,c--p->a))",
            true,
        ),
        ("a -> b : m\nelse\na -> b : n", "par(a--m->b,a--n->b)", false),
        ("a -> b : m\nelse\nb -> c : n\nelse\nb -> d : o", "par(a--m->b,b--n->c,b--o->d)", false),
        // It is not known who begins.
        ("a -> b : m\nelse\nopt x\nb -> c : n\nend", "par(a--m->b,opt(b--n->c))", false),
        ("a ->x b : m\nelse\nb -> c : n", "par(a--m->|,b--n->c)", false),
        ("a -> b : m", "a--m->b", false),
    ] {
        let lines = format!("par2 x\n{lines}\nend");
        assert_eq!(term(&lines), expected, "{lines}");
        let told = found(&format!("@startuml\n{lines}\n@enduml\n"));
        let expected = if is_told { vec![("W0515", "par2 x".to_owned())] } else { Vec::new() };
        assert_eq!(told, expected, "{lines}");
    }
    let steps = "par2\na -> a : think\na -> b : m\nelse\nb -> b : think\nb -> c : n\nend";
    assert_eq!(term(steps), "seq(seq(a--~think->|,a--m->b),seq(b--~think->|,b--n->c))");
}

#[test]
fn frames_are_operators() {
    for (lines, expected) in [
        ("", "o"),
        ("a -> b : m\nb -> a : n", "seq(a--m->b,b--n->a)"),
        ("alt yes\na -> b : m\nelse no\nelse\na -> b : n\nend", "alt(a--m->b,o,a--n->b)"),
        ("alt perhaps\na -> b : m\nend", "opt(a--m->b)"),
        ("opt x\na -> b : m\nend", "opt(a--m->b)"),
        ("opt x\na -> b : m\nelse\na -> b : n\nend", "alt(a--m->b,a--n->b)"),
        ("group x\na -> b : m\nelse\na -> b : n\nelse\nend", "alt(a--m->b,a--n->b,o)"),
        ("opt x\ngroup y\na -> b : m\nend\nelse\na -> b : n\nend", "alt(a--m->b,a--n->b)"),
        ("alt#Gold x\na -> b : m\nend alt", "opt(a--m->b)"),
        ("par2\na -> b : m\nelse\na -> b : n\nend", "par(a--m->b,a--n->b)"),
        ("critical x\na -> b : m\nend opt;", "a--m->b"),
        ("a -> b : m\nbreak x\na -> b : n\nend\na -> b : k", "seq(a--m->b,alt(a--k->b,a--n->b))"),
        ("par\na -> b : m\nelse\nb -> a : n\nend", "par(a--m->b,b--n->a)"),
        ("loop loopS 3 times\na -> b : m\nend", "loopS(a--m->b)"),
        ("loop loopP\na -> b : m\nend", "loopP(a--m->b)"),
        ("group strict\na -> b : m\nelse\nb -> a : n\nend", "strict(a--m->b,b--n->a)"),
        ("group coreg(a, b)\na -> b : m\nelse\nb -> a : n\nend", "coreg(a,b)(a--m->b,b--n->a)"),
        (
            "group sync{a!m, b?m}\no -> b : m\nelse\nb -> a : n\nend",
            "sync{a!m,b?m}(o--m->b,b--n->a)",
        ),
        ("group synch\na -> b : m\n& a -> c : m\nend", "a--<synch>m->(b,c)"),
        ("group any title\na -> b : m\nb -> a : n\nend\n[-> a : x", "seq(a--m->b,b--n->a,x->a)"),
        (
            "group x\na -> b : m\nbreak y\na -> b : n\nend\nend\na -> b : k",
            "seq(a--m->b,alt(a--k->b,a--n->b))",
        ),
    ] {
        assert_eq!(term(lines), expected, "{lines}");
    }
}

#[test]
fn participants_keep_their_order_and_short_names() {
    let text = "junk\n";
    assert_eq!(found(text).first().map(|found| found.0), Some("E0401"));
    let lines = "participant c\nactor \"Some One\" as s #red\nqueue q as \"A queue\" <<x>>\n\
        participant \"only long\" order 3\na -> s : m";
    let source = Source::new("t.puml", format!("@startuml t\n{lines}\n@enduml"));
    let signature =
        read_plantuml(&source, DiagramOptions::default()).model.unwrap().interaction.signature;
    assert_eq!(signature.lifelines().as_slice(), ["c", "s", "q", "only long", "a"]);
    let text = "@startuml\nactor :Bob B: as V #red\nactor :Eve:\nV -> Eve : m\n@enduml";
    let source = Source::new("t.puml", text);
    let signature =
        read_plantuml(&source, DiagramOptions::default()).model.unwrap().interaction.signature;
    assert_eq!(signature.lifelines().as_slice(), ["V", "Eve"]);
    // What a constant or a comment moves has the place of its line.
    let text = "@startuml\n!$k = x\nparticipant \u{e9}$k\nparticipant /'\u{e9}'/ y\n@enduml";
    let lines = ["participant \u{e9}$k", "participant /'\u{e9}'/ y"];
    assert_eq!(found(text), lines.map(|line| ("W0508", line.to_owned())));
}

#[test]
fn what_means_nothing_is_passed_over() {
    let lines = "title A title\n' a comment\n/' some\nlines -> b : x\n'/\nautonumber 10\n\
        skinparam monochrome true\nskinparam x {\n a -> b : no\n}\na -> b : m\nactivate b\n\
        note left of a : text\nnote over a, b\n a -> b : no\nend note\n== part ==\n...\n||45||\n\
        hide footbox\nlegend\nb -> a : no\nendlegend\ndeactivate b\nbox \"x\" #blue\nend box\r\n\
        !theme plain\nnewpage";
    assert_eq!(term(lines), "a--m->b");
}

#[test]
fn loops_without_a_kind_are_weak_and_said_to_be() {
    let text = "@startuml\nloop retry\na -> b : m\nend\n@enduml";
    assert_eq!(found(text), [("W0505", "loop retry".to_owned())]);
    assert_eq!(term("loop retry\na -> b : m\nend"), "loopW(a--m->b)");
    assert_eq!(found("@startuml\nloop loopH x\na -> b : m\nend\n@enduml"), []);
}

#[test]
fn each_mistake_has_its_code_and_place() {
    let one = |code, place: &str| vec![(code, place.to_owned())];
    for (lines, expected) in [
        ("a -- b : m", one("E0413", "--")),
        ("return m", one("E0413", "return m")),
        ("else", one("E0401", "else")),
        ("end", one("E0401", "end")),
        ("group synch\na -> b : m\nb -> a : m\nend", one("E0401", "group synch")),
        ("group synch\na -> a : m\nend", one("E0401", "group synch")),
        ("loop\nelse\nend", one("E0401", "else")),
        ("!$a", one("E0413", "!$a")),
        ("!if (a && b)", one("E0413", "!if (a && b)")),
        ("class A", one("E0413", "class A")),
        ("entity a {", one("E0413", "entity a {")),
        ("group sync{x}\nend", one("E0401", "group sync{x}")),
        ("participant", one("E0401", "participant")),
        ("note over a\nno end", one("E0403", "note over a")),
    ] {
        let text = match lines {
            "note over a\nno end" => format!("@startuml\n{lines}"),
            _ => format!("@startuml\n{lines}\n@enduml"),
        };
        assert_eq!(found(&text), expected, "{lines}");
    }
    assert_eq!(found("a -> b : m\n@enduml"), one("E0401", "a -> b : m"));
    assert_eq!(found("@startuml\na -> b : m"), one("E0401", ""));
    assert_eq!(found("\u{feff}@startuml\r\na -> b : m\r\n@enduml\r\n"), []);
}

/// Returns an interaction without what diagrams do not show: gates, the grouping of weak sequences and
/// empty parts of these.
pub(crate) fn plain(interaction: &Interaction) -> (Vec<String>, String) {
    let mut texts: IndexVec<ExpressionId, Vec<String>> = IndexVec::new();
    let signature = &interaction.signature;
    for part in &interaction.parts {
        let whole = |id: ExpressionId| match &*texts[id] {
            [] => "o".to_owned(),
            [only] => only.clone(),
            all => format!("seq({})", all.join(",")),
        };
        let text = match part {
            Expression::Empty => Vec::new(),
            Expression::Compound(Operator::Seq, operands) => {
                operands.iter().flat_map(|&operand| texts[operand].clone()).collect()
            }
            Expression::Compound(operator, operands) => {
                let operands: Vec<String> = operands.iter().map(|&id| whole(id)).collect();
                let head = match operator {
                    Operator::Coreg(lifelines) => {
                        let names = lifelines.iter().map(|&l| signature.lifelines()[l].as_str());
                        let mut names: Vec<_> = names.collect();
                        names.sort_unstable();
                        format!("coreg({})", names.join(","))
                    }
                    Operator::Sync(actions) => {
                        let names = actions.iter().map(|a| a.text(signature));
                        let mut names: Vec<_> = names.collect();
                        names.sort_unstable();
                        format!("sync({})", names.join(","))
                    }
                    other => format!("{other:?}"),
                };
                vec![format!("{head}({})", operands.join(","))]
            }
            Expression::Optional(operand) => vec![format!("opt({})", whole(*operand))],
            Expression::Loop(kind, operand) => vec![format!("{kind:?}({})", whole(*operand))],
            Expression::Passing(passing) => {
                let origin = match passing.origin {
                    Origin::Lifeline(lifeline) => signature.lifelines()[lifeline].as_str(),
                    Origin::Gate(_) | Origin::Environment => "",
                };
                let targets = passing.targets.iter().filter_map(|target| match *target {
                    Target::Lifeline(lifeline) => Some(signature.lifelines()[lifeline].as_str()),
                    Target::Gate(_) | Target::Lost(_) | Target::Unshown(_) => None,
                });
                let targets: Vec<&str> = targets.collect();
                let message = &signature.messages()[passing.message];
                vec![format!("{origin}-{}{message}>{targets:?}", passing.synchronous)]
            }
        };
        texts.push(text);
    }
    let lifelines = signature.lifelines().iter().cloned().collect();
    let root = &texts[interaction.root];
    (lifelines, root.join(","))
}

#[test]
fn what_is_printed_reads_as_an_interaction_with_the_same_meaning() {
    let mut random = Random::new(17);
    for _ in 0..2_000 {
        let interaction = random_diagram(&mut random);
        let text = print_plantuml(&interaction).unwrap();
        let reading = read_plantuml(&Source::new("p.puml", &*text), DiagramOptions::default());
        let back = reading.model.unwrap_or_else(|| panic!("{text}: {:?}", reading.diagnostics));
        let is_odd = |code: &str| ["W0508", "W0509", "W0510", "W0514"].contains(&code);
        assert!(reading.diagnostics.iter().all(|one| is_odd(one.code.name)), "{text}");
        assert_eq!(plain(&back.interaction), plain(&interaction), "{text}");
    }
}

#[test]
fn a_diagram_has_a_line_for_each_arrow_and_frame() {
    let lines = "alt\n[-> a : m\nelse\nloop loopS\na -> b : n\n& a -> c : n\nend\nend";
    let source = Source::new("t.puml", format!("@startuml\n{lines}\n@enduml"));
    let model = read_plantuml(&source, DiagramOptions::default()).model.unwrap();
    let expected = "@startuml\nparticipant a\nparticipant b\nparticipant c\nalt\n  [-> a : m\nelse\n  \
        loop loopS\n    a -> b : n\n    & a -> c : n\n  end\nend\n@enduml\n";
    assert_eq!(print_plantuml(&model.interaction).unwrap(), expected);
}

#[test]
fn depth_is_no_limit_for_reading_and_length_is_one_for_printing() {
    let deep = 200_000;
    let text = format!("@startuml\n{}{}@enduml", "opt\n".repeat(deep), "end\n".repeat(deep));
    let model =
        read_plantuml(&Source::new("d.puml", text), DiagramOptions::default()).model.unwrap();
    assert_eq!(model.interaction.parts.len(), deep + 1);
    assert!(print_plantuml(&model.interaction).is_err());
    assert_eq!(found(&format!("@startuml\n{}", "alt\n".repeat(deep))).len(), 2);
}

#[test]
fn no_text_makes_the_reader_fail() {
    let mut random = Random::new(29);
    let words: Vec<&str> = "a|b|->|<-|-->|[|]|:|m|\"|alt|else|end|opt|loop|par|group|strict|synch|\
        coreg(a)|sync{a!m}|note|end note|&|\n|\n|\n|participant|as|/'|'/|[#|==|{|}|\u{e9}|<|>|title"
        .split('|')
        .collect();
    for _ in 0..20_000 {
        let pick = |_| random.choose(&words).unwrap();
        let pieces: Vec<&str> = (0..25).map(pick).collect();
        let source = Source::new("r.puml", format!("@startuml\n{}\n@enduml", pieces.join(" ")));
        let reading = read_plantuml(&source, DiagramOptions::default());
        let wrong = reading.diagnostics.iter().any(|d| d.code.name.starts_with('E'));
        assert_eq!(wrong, reading.model.is_none(), "{:?}", source.text());
    }
}
