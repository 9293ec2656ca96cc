//! Mistakes in the languages beside SCM: what was meant is named, can be applied by an editor, and then the text is
//! right; and warnings about texts that are right and hardly meant.

use std::path::Path;

use scm_check::internals::kernel::diagnostics::{Diagnostic, Severity};
use scm_check::internals::kernel::source::Source;
use scm_check::internals::language::choreography::{self, Format};
use scm_check::internals::language::interaction::DiagramOptions;
use scm_check::internals::language::log::Rules;
use scm_check::internals::language::{automaton, fsa, interaction, multitrace, scm};

const SIGNATURE: &str = "@message{ get; page } @lifeline{ client; server }";

/// Returns the diagnostics about a text, by the ending of its file.
fn diagnostics(ending: &str, text: &str) -> Vec<Diagnostic> {
    let source = Source::new(format!("m.{ending}"), text);
    let signature = || interaction::read_signature(&Source::new("m.hsf", SIGNATURE)).model.unwrap();
    if let Some(format) = Format::of_extension(ending) {
        return choreography::read(&source, format).diagnostics;
    }
    if let Some(format) = automaton::Format::of_extension(ending) {
        return automaton::read(&source, format).diagnostics;
    }
    match ending {
        "scm" => scm::read(&source).diagnostics,
        "fsa" => fsa::read(&source).diagnostics,
        "hif" => interaction::read(&source, Some(&signature())).diagnostics,
        "hsf" => interaction::read_signature(&source).diagnostics,
        "puml" => interaction::read_plantuml(&source, DiagramOptions::default()).diagnostics,
        "mmd" => interaction::read_mermaid(&source, DiagramOptions::default()).diagnostics,
        "htf" => multitrace::read(&source, &signature()).diagnostics,
        "toml" => Rules::read(&source).diagnostics,
        _ => panic!("no language has the ending {ending}"),
    }
}

/// Returns the text with the changes that its diagnostics propose.
fn applied(text: &str, diagnostics: &[Diagnostic]) -> String {
    let mut text = text.to_owned();
    let mut fixes: Vec<_> = diagnostics.iter().filter_map(|one| one.fix.as_ref()).collect();
    fixes.sort_by_key(|fix| fix.span);
    for fix in fixes.into_iter().rev() {
        text.replace_range(fix.span.range(), &fix.text);
    }
    text
}

/// By the endings of files: texts with mistakes, each with what was meant.
const MEANT: [(&str, &[(&str, &str)]); 13] = [
    (
        "scm",
        &[(
            "scm t : nb_channels = 1 ; parameters : int m ;\n\
             automaton p : initial : 0 state 0 to 1 when true , 0 ! m ;\n\
             state 1 : state 1 : to 3 : when true , 0 ? m ; state 1 : to 2 : when true , 0 ? m ;",
            "scm t : nb_channels = 1 ; parameters : int m ;\n\
             automaton p : initial : 0 state 0 : to 1 : when true , 0 ! m ;\n\
             state 1 : state 2 : to 3 : when true , 0 ? m ; state 3 : to 2 : when true , 0 ? m ;",
        )],
    ),
    (
        "fsa",
        &[
            (
                ".outputs p\nq0 queue ! m q0\n.markng q0\n.outputs queue\n.state graf\nq0 p ? m q0\n.marking q0",
                ".outputs p\n.state graph q0 queue ! m q0\n.marking q0\n.end .outputs queue\n.state graph\n\
                 q0 p ? m q0\n.marking q0\n.end",
            ),
            (
                ".outputs p\n.state graph\nidle quue ! m idle\n.marking idel\n.end\n\
                 .outputs queue\n.state graph\nq0 p ? m q0\n.marking q0\n.end now\n",
                ".outputs p\n.state graph\nidle queue ! m idle\n.marking idle\n.end\n\
                 .outputs queue\n.state graph\nq0 p ? m q0\n.marking q0\n.end\n",
            ),
        ],
    ),
    (
        "ca",
        &[
            ("0 -p->q:m 1", "0 -p->q:m- 1"),
            ("0 p->q:m- 1", "0 -p->q:m- 1"),
            ("(0) p -> q : m (1);", "0 -p->q:m- 1"),
            ("0 -p=>q:m- 1", "0 -p->q:m- 1"),
            ("0 -p->q m- 1", "0 -p->q:m- 1"),
            ("0 -p-q:m- 1", "0 -p->q:m- 1"),
            ("0 -p->q:m vai b- 1", "0 -p->q:m via b- 1"),
            ("archi p2p\n0 -p->q:m- 1", "arch p2p\n0 -p->q:m- 1"),
            ("kind fif\n0 -p->q:m- 1", "kind fifo\n0 -p->q:m- 1"),
            ("init strt\nstart -p->q:m- end", "init start\nstart -p->q:m- end"),
        ],
    ),
    (
        "gc",
        &[
            ("repeat { a -> b : m", "repeat { a -> b : m}"),
            ("a -> b : m ;", "a -> b : m "),
            ("a -> b : m\nb -> a : n", "a -> b : m;\nb -> a : n"),
            ("a -> b m ; a - > b : m ; a b : m", "a -> b: m ; a -> b : m ; a-> b : m"),
            ("repat { a -> b : m }", "repeat { a -> b : m }"),
            ("sel { a -> b : m + }", "sel { a -> b : m + (o) }"),
            ("a -> b : m }", "a -> b : m "),
            ("// note\na -> b : m", ".. note\na -> b : m"),
        ],
    ),
    (
        "scr",
        &[
            (
                "globl protocol P(A, role B) { m() form A to B\n n() from B A; }",
                "global protocol P(role A, role B) { m() from A to B;\n n() from B to A; }",
            ),
            (
                "protocol P(role A, role B) { rec Again { choice at A { m() from A to B; or { \
                     continue Agin; } } }",
                "protocol P(role A, role B) { rec Again { choice at A { m() from A to B;} or { \
                     continue Again; } } }",
            ),
            (
                "protocol P(role A, role B) { m(int from A to C; choice A { do Paye(A); } or {} }\
                     aux protocol Pay(role A) {}",
                "protocol P(role A, role B, role C) { m(int) from A to C; choice at A { do \
                     Pay(A); } or {} }aux protocol Pay(role A) {}",
            ),
            (
                "protocol P(role A, role B) { m() from A to B;",
                "protocol P(role A, role B) { m() from A to B; }",
            ),
            (
                "protocol P(role A, role B) { choise at A { m() from A to B; } else { } }",
                "protocol P(role A, role B) { choice at A { m() from A to B; } or { } }",
            ),
        ],
    ),
    (
        "sprout",
        &[(
            "initial state: 0)\n(0) p-q:m (1\n(1) q->p n (0)\nFinal state: (1)",
            "Initial state:( 0)\n(0) p->q:m (1)\n(1) q->p: n (0)\nFinal states: (1)",
        )],
    ),
    ("dot", &[("graph g { a -- b [lable=\"p->q:m\"]", "digraph g { a -> b [label=\"p->q:m\"]}")]),
    (
        "hif",
        &[
            ("seq(clint -- get -> server, server -- pag -> client)", ""),
            ("seq(client -- get -> server server -- page -> client", ""),
            ("seq(client -> server : get; server => client : page)", ""),
            ("Seq(client - get -> server, server -- page => client)", ""),
        ],
    ),
    ("hsf", &[("@message{ m, n } @lifelines{ l; k }", "@message{ m; n } @lifeline{ l; k }")]),
    (
        "puml",
        &[
            ("a -> b : m\n@enduml", "@startuml\na -> b : m\n@enduml"),
            (
                "@startuml\nparticipent a\nlop\na -> b : m\nens\n",
                "@startuml\nparticipant a\nloop\na -> b : m\nend\n@enduml\n",
            ),
        ],
    ),
    (
        "htf",
        &[(
            "{[client] client!get client?page; [server] server?gt.server!page",
            "{[client] client!get.client?page; [server] server?get.server!page}",
        )],
    ),
    (
        "timbuk",
        &[(
            "Op a:1 x:0\nAutomaton A\nStates start\nFinal States strt\nTransition\nx -> start",
            "Ops a:1 x:0\nAutomaton A\nStates start\nFinal States start\nTransitions\nx -> \
                 start",
        )],
    ),
    ("toml", &[("mesage = \"name\"", "message = \"name\"")]),
];

#[test]
fn what_was_meant_can_be_applied_and_is_right() {
    for (ending, pairs) in MEANT {
        for (text, meant) in pairs {
            let right = "seq(client -- get -> server, server -- page -> client)";
            let meant = if meant.is_empty() { right } else { meant };
            let found = diagnostics(ending, text);
            let errors = || found.iter().filter(|one| one.severity() == Severity::Error);
            assert!(errors().all(|one| one.fix.is_some()), "{text}: {found:#?}");
            // A missing sign may stand at once behind the name before it.
            let plain = |text: &str| text.split_whitespace().collect::<String>();
            let fixed = applied(text, &found);
            assert_eq!(plain(&fixed), plain(meant), "{text}");
            let rest = diagnostics(ending, &fixed);
            assert!(rest.iter().all(|one| one.severity() != Severity::Error), "{fixed}: {rest:#?}");
        }
    }
}

/// Returns the diagnostics about a text as `CODE line:column message`, each with its help behind ` / `.
fn told(ending: &str, text: &str) -> Vec<String> {
    let source = Source::new("m", text);
    let line = |one: Diagnostic| {
        let place = source.line_column(one.primary.span.start());
        let said =
            [&[one.message.as_str()], &*one.help.iter().map(String::as_str).collect::<Vec<_>>()];
        format!("{} {}:{} {}", one.code.name, place.line, place.column, said.concat().join(" / "))
    };
    diagnostics(ending, text).into_iter().map(line).collect()
}

#[test]
fn a_text_in_a_language_that_no_command_reads_is_named_once() {
    let texts = [
        ("Mermaid", "%%{init: {}}%%\nsequenceDiagram\n  a->>b: x\n"),
        ("XML", "<?xml version=\"1.0\"?>\n<nta></nta>\n"),
        ("Promela", "/* two */\nmtype = { a };\nactive proctype P() { skip }\n"),
        ("Promela", "#define N 2\nproctype P() { skip }\n"),
        ("Promela", "// two\nchan c = [1] of { byte };\n\nactive [2] proctype P() { skip }\n"),
        ("Promela", "/* two */\n#define N 2\nbyte n, m;\nproctype P() { skip }\n"),
        ("Promela", "chan c = [1] of { byte }\ninit { c ! 1 -> skip }\n"),
        ("Promela", "int n = 1\nmtype = { a }\ninit\n{ n = 2 }\n"),
        ("a diagram of BPMN", "<?xml version=\"1.0\"?>\n<bpmn:definitions>\n</bpmn:definitions>\n"),
        (
            "a diagram of BPMN",
            "<?xml version=\"1.0\"?>\n<ns0:definitions \
             xmlns:ns0=\"http://www.omg.org/spec/BPMN/20100524/MODEL\"/>\n",
        ),
        (
            "a diagram of BPMN",
            "<ns0:definitions xmlns:ns0=\"http://www.omg.org/spec/BPMN/20100524/MODEL\">\n\
             </ns0:definitions>\n",
        ),
        ("a local protocol of Scribble", "local protocol P at A(role A, role B) { m() to B; }"),
        ("OpenTelemetry", "{\"resourceSpans\": []}"),
    ];
    let readers = [
        ("scm", "SCM"),
        ("fsa", "FSA"),
        ("gc", "ChorGram"),
        ("scr", "Scribble"),
        ("dot", "DOT"),
        ("hif", "interaction"),
        ("puml", "PlantUML"),
        ("htf", "multitrace"),
        ("json", "JSON"),
    ];
    for (name, text) in texts {
        for (ending, wanted) in readers {
            let found = told(ending, text);
            let message = format!("expected the language {wanted}, found {name}");
            // Scribble itself says what a local protocol is.
            let is_known = wanted == "Scribble" && name.ends_with(wanted);
            let named = ("E0308 1:16", "`P` is a local protocol");
            let (code, message) = if is_known { named } else { ("E0011", message.as_str()) };
            let is_it = |said: &String| said.starts_with(code) && said.contains(message);
            assert!(found.len() == 1 && is_it(&found[0]), "{text} as {ending}: {found:?}");
        }
    }
}

#[test]
fn a_program_with_words_of_promela_is_none() {
    for text in [
        "#include <stdio.h>\nint init(void) { return chan; }\n/* no proctype */\n",
        "#define N 2\nvoid f(int proctype) {\n  init(N);\n}\n",
        "chan := make(chan int)\nfunc main() {}\n",
        "package main\n\nfunc init() {\n}\nvar proctype int\n",
        "init {\n  println()\n}\n",
        "@startuml\nnote over a\nproctype P() {}\nend note\n? b\n@enduml\n",
    ] {
        for ending in ["scm", "gc", "puml"] {
            let found = told(ending, text);
            assert!(!found.iter().any(|said| said.contains("Promela")), "{text}: {found:?}");
        }
    }
}

#[test]
fn a_text_in_another_language_is_named_once() {
    let texts = [
        (
            "scm",
            "SCM",
            "scm t :\nnb_channels = 1 ;\nparameters :\nint a ;\nautomaton p :\ninitial : 0\nstate 0 :\n",
        ),
        ("fsa", "FSA", "-- note\n.outputs\n.state graph\n.marking q\n.end\n"),
        ("ca", "choreography automaton", "# note\n0 -p->q:m- 1\n"),
        ("gc", "ChorGram", "repeat { p -> q : m }"),
        ("scr", "Scribble", "global protocol P(role A, role B) { m() from A to B; }"),
        ("dot", "DOT", "digraph g { a -> b [label=\"p->q:m\"] }"),
        ("sprout", "Sprout", "Initial state: (0)\n(0) p->q:m (1)\n"),
        ("hif", "interaction", "client -- get -> server"),
        ("hsf", "signature", SIGNATURE),
        ("puml", "PlantUML", "@startuml\na -> b : m\n@enduml\n"),
        ("htf", "multitrace", "{[client] client!get}"),
        ("timbuk", "Timbuk", "Ops a:1 x:0\nAutomaton A\nStates q\nFinal States q\nTransitions\n"),
        ("aut", "Aldebaran", "des (0, 1, 2)\n(0, \"a\", 1)\n"),
        (
            "json",
            "JSON",
            "{\"schema\":\"scm-check/automaton\",\"schema_version\":1,\"states\":1,\"initial\":[0],\
             \"final\":[0],\"transitions\":[]}",
        ),
    ];
    for (ending, _, text) in texts {
        let errors = diagnostics(ending, text);
        assert!(errors.iter().all(|one| one.severity() == Severity::Warning), "{text}: {errors:?}");
        for (other, name, _) in texts.into_iter().filter(|(other, ..)| *other != ending) {
            let found = told(other, text);
            let refused = found.len() == 1 && found[0].starts_with("E0011");
            let (from, start) =
                (texts.iter().find(|one| one.0 == ending).unwrap().1, found.join(""));
            let message = format!("expected the language {name}, found {from}");
            let same_family =
                other == "hif" && ending == "hsf" || other == "hsf" && ending == "hif";
            assert!(
                same_family || refused && start.contains(&message),
                "{text} as {other}: {found:?}"
            );
        }
    }
}

#[test]
fn each_wrong_member_of_an_automaton_is_reported() {
    let text = "{\"schema\":\"scm-check/automaton\",\"schema_version\":1,\"initial\":0,\"final\":[1,\
                \"b\"],\"transitions\":[[0,\"a\",1],[0,\"b\"],[\"x\",\"a\",1]]}";
    let shape = "transitions are [source, \"symbol\", target]; states are numbers from 0, symbols are texts";
    assert_eq!(
        told("json", text),
        [
            "E0507 1:1 there is no states / an automaton has schema, schema_version, states, \
             initial, final, transitions"
                .to_owned(),
            format!("E0501 1:62 found integer `0`, expected a list / {shape}"),
            format!("E0501 1:75 found string \"b\", expected a number from 0 / {shape}"),
            format!("E0501 1:105 found a list of 2, expected a list of 3 / {shape}"),
            format!("E0501 1:113 found string \"x\", expected a number from 0 / {shape}"),
        ]
    );
}

#[test]
fn names_that_occur_once_and_resemble_another_are_named() {
    let similar = |name: &str, other: &str| {
        let text = format!("0 -client->server:{other}- 1\n1 -client->server:{name}- 0\n");
        told("ca", &text)
    };
    assert_eq!(
        similar("reqest", "request"),
        ["W0410 2:19 message `reqest` is used only here, and resembles `request` / did you mean \
          `request`?"]
    );
    assert_eq!(similar("Get", "get").len(), 1);
    for (name, other) in [("req1", "req2"), ("items", "item"), ("lock", "dock"), ("ab", "ac")] {
        assert_eq!(similar(name, other), [""; 0], "{name} {other}");
    }
    let text = "0 -client->server:get- 1\n1 -servr->client:page- 0\n";
    let found = "W0410 2:4 participant `servr` is used only here, and resembles `server` / did you \
                 mean `server`?";
    assert_eq!(told("ca", text), [found]);
    // The same name between other participants is another message.
    let text = "0 -p->q:request- 1\n1 -q->p:reqest- 0\n";
    assert_eq!(told("ca", text), [""; 0]);
    let text = "protocol P(role A, role B) { add(v: int) from A to B; add(w: int) from A to B; }";
    assert_eq!(told("scr", text), [""; 0]);
}

#[test]
fn what_changes_nothing_or_misleads_is_named() {
    let tables = [
        (
            "gc",
            "sel { a -> b : m + a->b:m }",
            "W0409 1:20 two alternatives of this choice are equal",
        ),
        ("gc", "a -> b : m ; repeat { (o) }", "W0409 1:14 nothing happens in these rounds"),
        (
            "scr",
            "protocol P(role A, role B) { rec X { m() from A to B; } }",
            "W0409 1:30 `X` is never continued: its body happens once / write `continue X;` where it \
             repeats",
        ),
        (
            "scr",
            "protocol P(role A, role B, role C) { m() from A to B; }",
            "W0408 1:33 role `C` takes part in nothing",
        ),
        (
            "hif",
            "alt(client -- get -> server, client--get->server)",
            "W0509 1:30 two alternatives of this choice are equal",
        ),
        (
            "hif",
            "seq(client -- get -> server, loopS(o))",
            "W0509 1:30 nothing happens in this part",
        ),
        (
            "scr",
            "protocol P(role A, role B) { choice at A { m() from B to A; } or { rec X { choice at B { \
             n() from B to A; } or { } continue X; } } }",
            "W0411 1:40 `A` is said to decide this choice, and `B` sends first / each branch begins with a message that `A` sends",
        ),
        (
            "scr",
            "protocol P(role A, role B) { choice at A { m() from A to B; } or { choice at B { n() from \
             B to A; } or { } o() from A to B; } }",
            "W0411 1:40 `A` is said to decide this choice, and `B` sends first / each branch begins \
             with a message that `A` sends",
        ),
        ("hif", "client -- get ->|", "W0508 1:1 lifeline `server` takes part in nothing"),
        (
            "puml",
            "@startuml\nparticipant idle\na -> b : m\n@enduml",
            "W0508 2:13 lifeline `idle` takes part in nothing",
        ),
    ];
    for (ending, text, expected) in tables {
        assert_eq!(told(ending, text), [expected], "{text}");
    }
}

#[test]
fn a_branch_that_is_the_beginning_of_another_is_named() {
    let warned = |code: &str, place: &str, [line, other]: [usize; 2]| {
        let what =
            format!("the branch of line {line} is the beginning of the branch of line {other}");
        let advice = "give the branches different first messages, or let a message say that nothing more comes";
        format!("{code} {place} {what}: `B` cannot know whether more comes / {advice}")
    };
    let scribble = |one: &str, other: &str| {
        let choice = format!("choice at A {{ {one} }}\nor {{ {other} }}");
        format!("global protocol P(role A, role B) {{\nrec X {{ {choice} }} }}")
    };
    let mermaid = |one: &str, other: &str| {
        let branches = format!("alt c\n{one}\nelse d\n{other}\nend");
        told("mmd", &format!("sequenceDiagram\n{branches}\n"))
    };
    let (m, n, go) = ("m() from A to B;", "n() from A to B;", "continue X;");
    let found = warned("W0414", "2:23", [2, 3]);
    assert_eq!(told("scr", &scribble(&[m, go].concat(), &[m, n, go].concat())), [found]);
    let found = warned("W0414", "3:6", [3, 2]);
    assert_eq!(told("nuscr", &scribble(&[m, n, go].concat(), m)), [found]);
    let terms = "sel { A -> B : m ; A -> B : n +\nA -> B : m }";
    assert_eq!(told("gc", terms), [warned("W0414", "2:1", [2, 1])]);
    let term = "alt(client--get->server,\nseq(client--get->server, opt(server--page->client)))";
    let found = warned("W0514", "1:5", [1, 2]).replace("`B`", "`client`");
    assert_eq!(told("hif", term), [found]);
    let found = warned("W0514", "3:1", [3, 5]);
    assert_eq!(mermaid("A->>B: m", "A->>B: m\nA->>A: think\nA->>B: n")[..1], [found]);
    for (one, other) in [
        ("A->>A: think", "A->>B: m"),
        ("A->>B: m", "A->>B: m\nA->>A: think"),
        ("A->>B: m", "C->>B: m\nA->>B: n"),
        ("loop\nA->>B: m\nend", "loop\nA->>B: m\nend\nA->>B: n"),
    ] {
        let found = mermaid(one, other);
        assert!(!found.iter().any(|line| line.starts_with("W0514")), "{found:#?}");
    }
}

#[test]
fn bundled_models_are_meant_as_they_are() {
    let mut files = 0;
    for (directory, endings) in
        [("choreographies", "ca gc sgg scr nuscr dot"), ("interactions", "hif")]
    {
        let models = Path::new(env!("CARGO_MANIFEST_DIR")).join("models").join(directory);
        for entry in std::fs::read_dir(models).unwrap() {
            let path = entry.unwrap().path();
            let ending = path.extension().unwrap_or_default().to_str().unwrap().to_owned();
            let name = path.file_stem().unwrap().to_str().unwrap();
            if !endings.split(' ').any(|one| one == ending) || name == "many_ways_to_nothing" {
                continue;
            }
            files += 1;
            let source = Source::new(name, std::fs::read_to_string(&path).unwrap());
            let found = match Format::of_extension(&ending) {
                Some(format) => choreography::read(&source, format).diagnostics,
                None => {
                    let names = std::fs::read_to_string(path.with_extension("hsf")).ok();
                    let names = names.map(|text| Source::new("m.hsf", text));
                    let names =
                        names.map(|source| interaction::read_signature(&source).model.unwrap());
                    interaction::read(&source, names.as_ref()).diagnostics
                }
            };
            let hardly_meant =
                ["W0408", "W0409", "W0410", "W0411", "W0414", "W0508", "W0509", "W0514"];
            let warned: Vec<_> =
                found.iter().filter(|one| hardly_meant.contains(&one.code.name)).collect();
            assert!(warned.is_empty(), "{name}: {warned:#?}");
        }
    }
    assert!(files > 40, "{files} models");
}
