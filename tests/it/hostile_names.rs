//! Names that mean something to the forms in which pictures are written: read back, they are the same.

use scm_check::check::membership::{self, Engine, Outcome};
use scm_check::check::rsc;
use scm_check::kernel::base::{Control, Random};
use scm_check::kernel::drawing::{
    Cluster, Edge, Graph, Node, NodeShape, Stroke, chart_svg, dot, graph_svg,
};
use scm_check::model::cfsm::{
    Channel, ChannelKind, Direction, Label, MessageSort, System, SystemBuilder,
};
use scm_check::model::witness::{
    Drawn, Lines, Subject, WitnessDocument, action_graph, conflict_graph, witness_chart,
};

/// What the strings of DOT, Graphviz, XML, HTML and JSON treat in their own way.
const PIECES: [&str; 28] = [
    "\"",
    "'",
    "\\",
    "\\n",
    "\\N",
    "\\l",
    "\n",
    "\r",
    "\t",
    "<",
    ">",
    "<b>",
    "&",
    "&amp;",
    "&#38;",
    "]]>",
    "-->",
    "</script>",
    "{",
    "}",
    "|",
    "\u{1}",
    "\u{1b}[31m",
    "\u{e9}",
    "\u{4e2d}",
    "\u{1f600}",
    "\u{202e}",
    "e\u{301}",
];

/// Returns names made of such pieces, the last of 200 characters.
fn names() -> Vec<String> {
    let mut dice = Random::new(11);
    let mut names: Vec<String> = PIECES.iter().map(|piece| format!("a{piece}b")).collect();
    for _ in 0..200 {
        let pieces = (0..=dice.below(6)).map(|_| PIECES[dice.below(PIECES.len())]);
        names.push(pieces.collect());
    }
    names.push("x".repeat(200));
    names
}

/// A token of the DOT language.
#[derive(Clone, PartialEq, Debug)]
enum Token {
    /// A name or a number, as it is.
    Word(String),
    /// A quoted string, as Graphviz shows it in a label.
    Text(String),
    /// A sign: one of `{}[];=,` or `->`.
    Sign(String),
}

/// Reads DOT by its grammar (<https://graphviz.org/doc/info/lang.html>); no comments, no HTML strings.
fn tokens(text: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = match first {
            symbol if symbol.is_whitespace() => symbol.len_utf8(),
            '"' => {
                let (raw, length) = quoted(&rest[1..]);
                tokens.push(Token::Text(shown(&raw)));
                length + 1
            }
            '-' if rest.starts_with("->") => {
                tokens.push(Token::Sign("->".to_owned()));
                2
            }
            symbol if "{}[];=,".contains(symbol) => {
                tokens.push(Token::Sign(symbol.to_string()));
                1
            }
            symbol if symbol.is_ascii_alphanumeric() || symbol == '_' => {
                let is_part = |symbol: char| symbol.is_ascii_alphanumeric() || symbol == '_';
                let end = rest.find(|symbol| !is_part(symbol)).unwrap_or(rest.len());
                tokens.push(Token::Word(rest[..end].to_owned()));
                end
            }
            other => panic!("{other:?} begins no token: {rest}"),
        };
        rest = &rest[length..];
    }
    tokens
}

/// Reads a string up to its closing quote; returns it, and its length with that quote. In the language
/// itself only a quote is escaped.
fn quoted(text: &str) -> (String, usize) {
    let mut raw = String::new();
    let mut symbols = text.char_indices().peekable();
    while let Some((place, symbol)) = symbols.next() {
        match symbol {
            '"' => return (raw, place + 1),
            '\\' if symbols.peek().is_some_and(|next| next.1 == '"') => {
                symbols.next();
                raw.push('"');
            }
            // A pair of backslashes is kept together, so that the second one escapes no quote.
            '\\' if symbols.peek().is_some_and(|next| next.1 == '\\') => {
                symbols.next();
                raw.push_str("\\\\");
            }
            other => raw.push(other),
        }
    }
    panic!("a string without an end: {text}")
}

/// Returns what Graphviz shows for a string in a label: escapes and character references.
fn shown(raw: &str) -> String {
    let mut shown = String::new();
    let mut symbols = raw.chars();
    while let Some(symbol) = symbols.next() {
        match symbol {
            '\\' => match symbols.next() {
                Some('\\') => shown.push('\\'),
                Some('n') => shown.push('\n'),
                other => panic!("\\{other:?} in {raw}"),
            },
            other => shown.push(other),
        }
    }
    assert!(!shown.contains("&#"), "{raw}");
    shown.replace("&amp;", "&")
}

/// Returns the strings that follow `label=`, those of the graph and of edges too, in order.
fn labels(text: &str) -> Vec<String> {
    let tokens = tokens(text);
    assert!(matches!(tokens.first(), Some(Token::Word(word)) if word == "digraph"));
    let depth = |open: &str, close: &str| {
        let is = |token: &Token, sign: &str| *token == Token::Sign(sign.to_owned());
        let opened = tokens.iter().filter(|token| is(token, open)).count();
        opened == tokens.iter().filter(|token| is(token, close)).count()
    };
    assert!(depth("{", "}") && depth("[", "]"), "{text}");
    let is_label = |window: &&[Token]| window[0] == Token::Word("label".to_owned());
    let label = |window: &[Token]| match &window[2] {
        Token::Text(label) => label.clone(),
        other => panic!("{other:?} is no label"),
    };
    tokens.windows(3).filter(is_label).map(label).collect()
}

/// Returns the name as DOT can hold it.
fn writable(name: &str) -> String {
    let replaced = |symbol: char| {
        if symbol < ' ' && symbol != '\n' && symbol != '\t' { '\u{fffd}' } else { symbol }
    };
    name.chars().filter(|&symbol| symbol != '\r').map(replaced).collect()
}

#[test]
fn dot_gives_every_name_back() {
    for name in names() {
        let mut graph = Graph { name: name.clone(), ..Graph::default() };
        let cluster = Some(graph.clusters.push(Cluster { label: name.clone() }));
        let (label, shape) = (name.clone(), NodeShape::Circle);
        let node = graph.nodes.push(Node { label, shape, cluster, key: Some(name.clone()) });
        let (label, stroke) = (name.clone(), Stroke::Solid);
        graph.edges.push(Edge { from: node, to: node, label, stroke });
        let text = dot(&graph);
        assert_eq!(labels(&text), vec![writable(&name); 3], "{text}");
        assert_eq!(tokens(&text)[1], Token::Text(writable(&name)), "{text}");
    }
}

/// Returns a system in which two participants of hostile names cross two messages.
fn crossing(name: &str) -> System {
    let mut builder = SystemBuilder::new(name);
    let channels =
        [(); 2].map(|()| builder.channel(Channel { kind: ChannelKind::Fifo, lossy: false }));
    let messages =
        ["1", "2"].map(|number| builder.message(format!("{name}{number}"), MessageSort::Int));
    for (own, other) in [(0, 1), (1, 0)] {
        let participant = builder.participant(format!("{name}{own}"));
        let states =
            ["s", "t", "u"].map(|state| builder.state(participant, format!("{name}{state}")));
        builder.initial(participant, states[0]);
        let send = Label::Action(Direction::Send, channels[own], messages[own]);
        let receive = Label::Action(Direction::Receive, channels[other], messages[other]);
        builder.transition(participant, states[0], send, states[1]);
        builder.transition(participant, states[1], receive, states[2]);
    }
    builder.finish()
}

#[test]
fn a_witness_keeps_its_names_in_every_form() {
    let control = Control::unlimited();
    for name in names() {
        let system = crossing(&name);
        let Outcome::Violated(witness) =
            membership::check(&system, Engine::Plain, &control).outcome
        else {
            panic!("{name}: messages cross");
        };
        let participants: Vec<String> =
            system.automata().iter().map(|automaton| automaton.name().to_owned()).collect();
        let messages: Vec<String> =
            system.messages().iter().map(|message| message.name.clone()).collect();
        // JSON
        let subject = Subject { property: name.clone(), channels: "as written", sha256: None };
        let lines = Lines { file: name.clone(), ..Lines::default() };
        let document = WitnessDocument::new(&system, &witness, subject, &lines);
        let json = serde_json::to_string(&document).unwrap();
        let read: serde_json::Value = serde_json::from_str(&json).unwrap();
        assert_eq!(read["property"], name.as_str());
        for step in read["steps"].as_array().unwrap() {
            assert!(participants.iter().any(|one| step["participant"] == one.as_str()), "{step}");
            assert!(messages.iter().any(|one| step["message"] == one.as_str()), "{step}");
        }
        // SVG
        let execution = witness.replay().execution();
        let graphs = [
            action_graph(&system, execution, Drawn::All),
            conflict_graph(&system, execution, witness.cycle(), Drawn::All),
            rsc::diagram(&system, 100, &control).unwrap().graph(),
        ];
        let svgs =
            graphs.iter().map(graph_svg).chain([chart_svg(&witness_chart(&system, &witness))]);
        for svg in svgs {
            let document =
                roxmltree::Document::parse(&svg).unwrap_or_else(|why| panic!("{why}: {svg}"));
            let is_known = |node: roxmltree::Node<'_, '_>| {
                ["svg", "style", "rect", "g", "path", "circle", "text", "title"]
                    .contains(&node.tag_name().name())
            };
            assert!(
                document.descendants().filter(roxmltree::Node::is_element).all(is_known),
                "{svg}"
            );
        }
        // DOT
        for (graph, wanted) in graphs.iter().zip([&participants, &messages, &messages]) {
            let labels = labels(&dot(graph));
            for one in wanted {
                let one = writable(one);
                assert!(labels.iter().any(|label| label.contains(&one)), "{one}: {labels:?}");
            }
        }
    }
}
