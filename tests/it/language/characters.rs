//! Texts with characters of several bytes at every place: each reader answers, and its places are those of characters.

use scm_check::internals::kernel::base::Random;
use scm_check::internals::kernel::diagnostics::{Colours, Diagnostic, render_all};
use scm_check::internals::kernel::source::Source;
use scm_check::internals::language::component::property::{read_formula, read_monitors};
use scm_check::internals::language::component::{FunctionRegistry, NoPackages};
use scm_check::internals::language::component_log::{EventReader, LineFormat};
use scm_check::internals::language::evidence::read_requests;
use scm_check::internals::language::interaction::{
    DiagramLanguage, DiagramOptions, read_signature,
};
use scm_check::internals::language::log::{
    Elements, Form, Gathering, Grouping, Guess, LogReader, Order, Rules, Sessions,
};
use scm_check::internals::language::{
    automaton, choreography, component, interaction, multitrace, scm,
};

use crate::language::log_sessions::actions;
use crate::support::cases::{case_count, setting};
use crate::support::effort::sampled;

const MERMAID: &str = "---\ntitle: x\n---\n%%{init: {}}%%\nsequenceDiagram;autonumber\nparticipant a as The A\n\
    create actor b\na->>+b: m # no\nnote over a: x\nalt x\na-xb: n<br/>o; b<<->>a: p #59;\nelse\nrect x\nend\nend\nlop\n\
    critical coreg(a)\nend\naccDescr { x\n}\nbox x\nend\n%%# expect: realisable = holds\n";
const PLANTUML: &str = "x\n@startuml\n!$k = \"v\"\n!if ($k == \"v\")\nparticipant \"A b\" as a #red\nactor :Bob: as k\n\
    !endif\n/' x '/ a -> k /' y '/ : m\\n$k\n[<-[#red]- a : n\\\no\nalt#x y\n& a -> c ++ : m\nelse\nreturn r\nend\n\
    group sync{a!m,k?m}\na <-> k : m\nend\nnote left\nx\nend note\nskinparam x {\n}\nlop\n'# expect: x = y\n@enduml\n";
const SCM: &str = "scm s : # c\nnb_channels = 1 ; /* c */\nparameters : int a ; real b ;\nautomaton p :\ninitial : 0\n\
    state 0 : to 1 : when true , 0 ! a ; state 1 : invariant : true to 0 : when x == 1 , 0 ? b ;\n\
    bad_states : (automaton p : in 0 : true with a . b^*)\n//# expect: rsc = holds\n";
const COMPONENTS: &str = "package x\nextern function work(int)\nport type P(int v)\natom type A()\ndata int x = 0\n\
    export port P e(x)\nplace q, r\ninitial to q do { x = 0; }\non e from q to r provided (x < 9) do { x = x + 1; }\nend\n\
    connector type C(P p, P q)\ndefine p' q\non p q up {} down { q.v = p.v; }\nend\ncompound type Main()\n\
    component A a(), b()\nconnector C c(a.e, b.e)\nend\n//# property g = G(a.x < 3)\n@t(\"x\") end\n";
const JSON: &str = "{\"schema\":\"scm-check/automaton\",\"schema_version\":1,\"states\":2,\"initial\":[0],\"final\":[1],\
    \"transitions\":[[0,\"b\",1]],\"locations\":[[\"b\"]]}";
const RULES: &str = "format = \"text\"\nline = '(?<from>\\w+) (?<what>\\w+)'\nmessage = [\"what\"]\nsession = \"s\"\n\
    directions = { send = [\">\"], receive = [\"<\"] }\n[locations]\n1 = \"a\"\n2.5 = false\n";
const SPANS: &str = "{\"resourceSpans\":[{\"resource\":{\"attributes\":[{\"key\":\"service.name\",\"value\":\
    {\"stringValue\":\"a\"}}]},\"scopeSpans\":[{\"spans\":[{\"traceId\":\"1a\",\"name\":\"m\",\"kind\":3,\
    \"startTimeUnixNano\":\"5\"}]}]}]}\n";
const ZIPKIN: &str = "[{\"traceId\":\"1\",\"id\":\"2\",\"kind\":\"CLIENT\",\"name\":\"m\",\"timestamp\":5,\
    \"localEndpoint\":{\"serviceName\":\"a\"}}]\n";

/// Checks that places are those of characters, and shows them.
fn shown(source: &Source, diagnostics: &[Diagnostic]) {
    for one in diagnostics {
        for label in std::iter::once(&one.primary).chain(&one.secondary) {
            let text = source.text();
            assert!(text.get(label.span.range()).is_some(), "{one:?} in {text}");
        }
    }
    render_all(source, diagnostics, 20, Colours::Plain);
}

fn diagram(text: &str, language: DiagramLanguage) {
    let source = Source::new("t.mmd", text);
    shown(&source, &language.read(&source, DiagramOptions::default()).diagnostics);
    language.other_diagram(&source);
}

fn global(text: &str, format: choreography::Format) {
    let source = Source::new("t.txt", text);
    shown(&source, &choreography::read(&source, format).diagnostics);
}

fn finite(text: &str, format: automaton::Format) {
    let source = Source::new("t.aut", text);
    shown(&source, &automaton::read(&source, format).diagnostics);
}

fn log(text: &str, form: Form) {
    let gathering = Gathering { grouping: Grouping::Mixed, order: Order::ByTime, joined: false };
    for gathering in [Gathering::default(), gathering] {
        let mut sessions = Sessions::new(actions(), Elements::Actions, gathering);
        let mut reader = LogReader::new("x.log", 0, form.clone()).sampling(2);
        reader.feed(text.as_bytes(), &mut sessions);
        reader.finish(&mut sessions);
        sessions.finish();
        while sessions.next_closed().is_some() {}
    }
    let _ = Guess::of(text.as_bytes(), Some("log"));
}

fn components(text: &str) {
    let source = Source::new("t.bip", text);
    let reading = component::read(&source, &mut NoPackages, &FunctionRegistry::default());
    shown(&source, &reading.diagnostics);
    let _ = component::format(&source);
}

fn system() -> component::Model {
    let text = COMPONENTS.replace("@t(\"x\") end\n", "end\n");
    let source = Source::new("t.bip", text);
    let reading = component::read(&source, &mut NoPackages, &FunctionRegistry::default());
    reading.model.unwrap_or_else(|| panic!("{:?}", reading.diagnostics))
}

/// A reader with a text that it is tried on.
type Reader = (&'static str, Box<dyn Fn(&str)>);

/// Diagrams, systems, component systems and interactions.
fn models() -> Vec<Reader> {
    let signature = "@message{ m; n } @lifeline{ a; b } @gate{ g }";
    let names = read_signature(&Source::new("n.hsf", signature)).model.unwrap();
    let ring = scm::read(&Source::new(
        "t.scm",
        "scm s : nb_channels = 1 ; parameters : int m ; automaton p : initial : 0 state 0 : to 0 : when true , 0 ! m ;",
    ));
    let ring = ring.model.unwrap().system;
    vec![
        (MERMAID, Box::new(|text| diagram(text, DiagramLanguage::Mermaid))),
        (
            "pie title of a longer line\n\"a\" : 1\n",
            Box::new(|text| diagram(text, DiagramLanguage::Mermaid)),
        ),
        (PLANTUML, Box::new(|text| diagram(text, DiagramLanguage::PlantUml))),
        (
            SCM,
            Box::new(|text| {
                let source = Source::new("t.scm", text);
                shown(&source, &scm::read(&source).diagnostics);
                let _ = scm::format(&source);
            }),
        ),
        (COMPONENTS, Box::new(components)),
        (
            "@message{ m; n } /* c */ @lifeline{ a; b } @gate{ g }\nseq(a -- <asynch> m -> (b,g), opt(alt(o, b--n->|)))",
            Box::new(|text| {
                let source = Source::new("t.hif", text);
                shown(&source, &interaction::read(&source, None).diagnostics);
                shown(&source, &read_signature(&source).diagnostics);
                let _ = interaction::format(&source);
            }),
        ),
        (
            "{[a] a!m.{a!n,a?m}; [#all] b?m} /* c */",
            Box::new(move |text| {
                let source = Source::new("t.htf", text);
                shown(&source, &multitrace::read(&source, &names).diagnostics);
                shown(&source, &multitrace::read_plain(&source, &actions()).diagnostics);
            }),
        ),
        ("p!m.p:0!m->0 p->0", Box::new(move |text| drop(read_requests(&ring, text)))),
    ]
}

/// Properties and events of component systems.
fn of_components() -> Vec<Reader> {
    let composite = system().composite;
    let formula = "G(a.x < 3 && a@q) U fired(c) || \"x\\n\" == 'y'";
    let monitor = "monitor M { state good initial accepting; from good to good when !a@q; }\n";
    let initial = composite.initial_state().unwrap();
    let events = system().composite;
    vec![
        (
            formula,
            Box::new(move |text| {
                let source = Source::new("f", text);
                shown(&source, &read_formula(&source, &composite).diagnostics);
                let source = Source::new("f", text.replace("G(", "monitor M { state x; "));
                shown(&source, &read_monitors(&source, &composite).diagnostics);
            }),
        ),
        (
            monitor,
            Box::new(|text| {
                let source = Source::new("m.monitor", text);
                shown(&source, &read_monitors(&source, &system().composite).diagnostics);
            }),
        ),
        (
            "{\"interaction\":\"c\"}\n{\"component\":\"a\",\"place\":\"r\",\"variables\":{\"x\":1}}\n\
             component,a,r,\"{\"\"x\"\":1}\"\n",
            Box::new(move |text| {
                let mut reader = EventReader::new(&events, &initial);
                for line in text.lines() {
                    for format in [LineFormat::Json, LineFormat::Csv] {
                        let _ = reader.read(line.as_bytes(), format);
                        format.is_whole(line.as_bytes());
                    }
                }
            }),
        ),
    ]
}

/// Choreographies and automata.
fn automata() -> Vec<Reader> {
    vec![
        (
            "name x\narch p2p\nkind fifo\ninit 0\n0 -a->b:m- 1 # c\n1 -b->a:n via B- 0\nfinal 1\n//# expect: x = holds\n",
            Box::new(|text| global(text, choreography::Format::Automaton)),
        ),
        (
            "A -> B : m; (o) | sel {B -> A : n + repeat {A -> B : k}} [c]\n",
            Box::new(|text| global(text, choreography::Format::ChorGram)),
        ),
        (
            "module m; (* c *) global protocol P(role A, role B) { choice at A { m(int) from A to B; } or { rec X { \
             n() from A to B; continue X; } } }",
            Box::new(|text| global(text, choreography::Format::Scribble)),
        ),
        (
            "digraph x { 0 -> 1 [label=\"A->B:m\"]; 1 [shape=\"circle\"]; // c\n}",
            Box::new(|text| global(text, choreography::Format::Dot)),
        ),
        (
            "Initial state: (0)\n(0) p->q:m{x>0} (1)\nFinal states: (1)\n",
            Box::new(|text| global(text, choreography::Format::Sprout)),
        ),
        (JSON, Box::new(|text| finite(text, automaton::Format::Json))),
        (
            "Ops a:1 start:0\nAutomaton x\nStates q0 q1\nFinal States q1\nTransitions\nstart -> q0\na(q0) -> q1\n",
            Box::new(|text| finite(text, automaton::Format::Timbuk)),
        ),
        (
            "des (0, 1, 2)\n(0, \"a\", 1)\n",
            Box::new(|text| finite(text, automaton::Format::Aldebaran)),
        ),
    ]
}

/// Logs, and rules for them.
fn logs() -> Vec<Reader> {
    let rules = |text: &str| Rules::read(&Source::new("r.toml", text)).model.unwrap();
    let records = rules("format = \"json\"\nfrom = \"who\"\nto = \"whom.0\"\nmessage = \"what\"\n");
    let lines = rules("format = \"text\"\nline = '(?<from>\\w+) (?<to>\\w+) (?<message>\\w+)'\n");
    let of_records = move |rules: &Rules| Form::Records {
        rules: Box::new(rules.clone()),
        location: "a".to_owned(),
    };
    vec![
        (
            "{\"location\":\"a\",\"direction\":\"send\",\"message\":\"m\",\"time\":\"2024-05-17T09:30:00.25Z\",\"session\":7}\n",
            Box::new(|text| log(text, Form::JsonLines)),
        ),
        (
            "session,location,direction,message,time\n8,\"a\",send,\"m\"\"\",1.5\n",
            Box::new(|text| log(text, Form::Csv)),
        ),
        ("!m\na?n\n{l!m,k?m}\n", Box::new(|text| log(text, Form::Plain { location: "a".into() }))),
        (SPANS, Box::new(|text| log(text, Form::OpenTelemetry(Box::default())))),
        (ZIPKIN, Box::new(|text| log(text, Form::OpenTelemetry(Box::default())))),
        (
            "{\"who\":\"a\",\"whom\":[\"b\"],\"what\":\"m\"}\n",
            Box::new(move |text| log(text, of_records(&records))),
        ),
        ("a b m\n", Box::new(move |text| log(text, of_records(&lines)))),
        (
            RULES,
            Box::new(|text| {
                let source = Source::new("r.toml", text);
                shown(&source, &Rules::read(&source).diagnostics);
            }),
        ),
    ]
}

/// Each reader with a text of its language.
fn readers() -> impl Iterator<Item = Reader> {
    [models(), of_components(), automata(), logs()].into_iter().flatten()
}

#[test]
fn characters_of_several_bytes_may_stand_at_every_place() {
    const CHARACTERS: [&str; 3] = ["\u{e9}", "\u{20ac}", "\u{1d11e}"];
    // Of nine texts for each place one is read, unless many cases are asked for.
    let all = setting("SCM_CHECK_CASES", 0) >= 20_000;
    for (text, read) in readers() {
        for (place, (at, character)) in sampled(text.char_indices()).enumerate() {
            let (before, behind) = text.split_at(at);
            let rests = [behind, &behind[character.len_utf8()..], ""];
            for (number, new) in CHARACTERS.into_iter().enumerate() {
                for (other, rest) in rests.into_iter().enumerate() {
                    if all || (number, other) == (place % 3, place / 3 % 3) {
                        read(&format!("{before}{new}{rest}"));
                    }
                }
            }
        }
    }
}

#[test]
fn characters_of_several_bytes_may_stand_anywhere_together() {
    const CHARACTERS: [&str; 6] = ["\u{e9}", "\u{20ac}", "\u{1d11e}", "\u{feff}", "\n", "'"];
    let cases = case_count(50);
    for (text, read) in readers() {
        for seed in 0..cases {
            let mut random = Random::new(seed);
            let mut text = text.to_owned();
            for _ in 0..random.between(2, 6) {
                let places: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
                let at = random.choose(&places).unwrap();
                let new = random.choose(&CHARACTERS).unwrap();
                text.insert_str(at, new);
            }
            read(&text);
        }
    }
}
