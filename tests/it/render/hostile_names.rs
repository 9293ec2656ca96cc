//! Names with any characters in them: pictures and files stay well formed, and hold the names.

use crate::support::scripted_systems::scripted;
use crate::support::xml::forbidden_replaced;
use scm_check::internals::check::membership::{self, Engine, Outcome};
use scm_check::internals::kernel::base::{Control, Random};
use scm_check::internals::language::evidence::{EvidenceSubject, WitnessDocument};
use scm_check::internals::model::cfsm::{
    Channel, ChannelKind, Direction, Label as Does, MessageSort, System, SystemBuilder,
};
use scm_check::internals::model::choreography::ChannelChoice;
use scm_check::internals::model::evidence::{Lines, Witness};
use scm_check::internals::render::drawing::Extent;
use scm_check::internals::render::drawing::{
    Cluster, Colours, Edge, Graph, Node, NodeShape, Stroke, chart_svg, dot, graph_layout, graph_svg,
};
use scm_check::internals::render::drawing::{Label, Rectangle, chart_scene};
use scm_check::internals::render::witness::{
    DrawnDependencies, action_graph, conflict_graph, witness_chart,
};

/// Returns names that have broken some writer or other.
fn names() -> Vec<String> {
    let mut names: Vec<String> = [
        "\"quoted\"",
        "it's",
        "<a & 'b'>",
        "</text><script>",
        "&lt;&#38;&amp;",
        "]]>",
        "<!-- -- -->",
        "back\\slash\\",
        "\\",
        "\\n\\N\\\"",
        "two\nlines",
        "\n",
        "\u{e9}\u{df}",
        "\u{3b1}\u{3b2}",
        "\u{4e2d}\u{6587}",
        "e\u{301}",
        "\u{5d0}\u{5d1}",
        "\u{202e}right",
        "\u{1f600}",
        "\u{1}\u{7f}\u{85}\u{ffff}",
        "tab\tend\r\nline",
        "\0",
        "; -> { } [ ] //",
    ]
    .map(str::to_owned)
    .to_vec();
    names.push("x".repeat(200));
    names.push("\u{4e2d}".repeat(200));
    let mut dice = Random::new(3);
    let symbols: Vec<char> =
        "ab\"'<>&;]-\\ \n\r\t\0\u{1}#\u{e9}\u{4e2d}\u{301}\u{5d0}".chars().collect();
    for _ in 0..60 {
        let length = 1 + dice.below(12);
        names.push((0..length).map(|_| symbols[dice.below(symbols.len())]).collect());
    }
    names
}

/// Returns a graph in which everything has the same name.
fn graph_named(name: &str) -> Graph {
    let mut graph = Graph { name: name.to_owned(), ..Graph::default() };
    let label = || name.to_owned();
    let cluster = Some(graph.clusters.push(Cluster { label: label() }));
    let node = |shape| Node { label: label(), shape, cluster, key: Some(label()) };
    let one = graph.nodes.push(node(NodeShape::Circle));
    let other = graph.nodes.push(node(NodeShape::Box));
    for (from, to) in [(one, one), (one, other), (other, one)] {
        graph.edges.push(Edge { from, to, label: label(), stroke: Stroke::Solid });
    }
    graph
}

/// Two that speak before they listen, and a third that waits.
fn system_named(names: [&str; 3]) -> System {
    let mut builder = SystemBuilder::new(names[0]);
    let fifo = Channel { kind: ChannelKind::Fifo, lossy: false };
    let channels = [builder.channel(fifo), builder.channel(fifo)];
    let messages =
        [0, 1].map(|number| builder.message(format!("{}{number}", names[1]), MessageSort::Int));
    for (own, other) in [(0, 1), (1, 0)] {
        let participant = builder.participant(format!("{}{own}", names[0]));
        let [first, second, last] =
            ["", "'", "''"].map(|end| builder.state(participant, format!("{}{end}", names[2])));
        builder.initial(participant, first);
        let send = Does::Action(Direction::Send, channels[own], messages[own]);
        let receive = Does::Action(Direction::Receive, channels[other], messages[other]);
        builder.transition(participant, first, send, second);
        builder.transition(participant, second, receive, last);
    }
    builder.finish()
}

fn violation(system: &System) -> Witness {
    match membership::check(system, Engine::Plain, &Control::unlimited()).outcome {
        Outcome::Violated(witness) => *witness,
        other => panic!("messages that cross are not RSC: {other:?}"),
    }
}

/// Returns the systems that have three hostile names each.
fn systems() -> Vec<System> {
    let names = names();
    (0..names.len())
        .map(|at| [0, 7, 11].map(|shift| names[(at + shift) % names.len()].as_str()))
        .map(system_named)
        .collect()
}

/// Returns the graphs of a system's violation.
fn graphs(system: &System) -> [Graph; 2] {
    let witness = violation(system);
    let execution = witness.replay().execution();
    [
        action_graph(system, execution, DrawnDependencies::All),
        conflict_graph(system, execution, witness.cycle(), DrawnDependencies::Neighbours),
    ]
}

#[test]
fn a_graph_in_svg_holds_every_name() {
    let named: Vec<Graph> = names().iter().map(|name| graph_named(name)).collect();
    for graph in named.into_iter().chain(systems().iter().flat_map(graphs)) {
        let svg = graph_svg(&graph, Colours::OfTheReader);
        let parsed = roxmltree::Document::parse(&svg).unwrap();
        assert_eq!(
            parsed.root_element().attribute("aria-label"),
            Some(&*forbidden_replaced(&graph.name))
        );
        let texts = parsed.descendants().filter(|node| node.has_tag_name("text"));
        let texts: Vec<&str> = texts.filter_map(|node| node.text()).collect();
        let labels = (graph.clusters.iter().map(|cluster| &cluster.label))
            .chain(graph.edges.iter().map(|edge| &edge.label))
            .chain(graph.nodes.iter().map(|node| &node.label));
        let mut lines: Vec<String> = labels
            .flat_map(|label| label.split('\n'))
            .map(|line| forbidden_replaced(line.trim_end_matches('\r')))
            .filter(|line| !line.is_empty())
            .collect();
        lines.sort();
        let mut shown: Vec<String> = texts.into_iter().map(str::to_owned).collect();
        shown.sort();
        assert_eq!(shown, lines, "{svg}");
        let keys = parsed.descendants().filter_map(|node| node.attribute("data-key"));
        let given =
            graph.nodes.iter().filter_map(|node| node.key.as_deref()).map(forbidden_replaced);
        assert!(keys.eq(given.collect::<Vec<_>>().iter().map(String::as_str)), "{svg}");
    }
}

#[test]
fn a_graph_with_any_names_has_its_labels_apart() {
    for name in names() {
        let layout = graph_layout(&graph_named(&name));
        let areas: Vec<Rectangle> = layout
            .nodes
            .iter()
            .copied()
            .chain(layout.courses.iter().filter_map(|course| course.label))
            .chain(layout.frames.iter().map(|frame| frame.title))
            .collect();
        for (index, one) in areas.iter().enumerate() {
            assert!(areas[..index].iter().all(|other| !one.overlaps(other)), "{name:?}");
        }
    }
}

#[test]
fn a_chart_in_svg_holds_every_name() {
    for system in systems() {
        let chart = witness_chart(&system, &violation(&system), Extent::Ends);
        let svg = chart_svg(&chart, Colours::OfTheReader);
        let parsed = roxmltree::Document::parse(&svg).unwrap_or_else(|why| panic!("{why}\n{svg}"));
        let texts: Vec<&str> = parsed
            .descendants()
            .filter(roxmltree::Node::is_text)
            .filter_map(|node| node.text())
            .collect();
        let whole = texts.concat();
        let scene = chart_scene(&chart);
        for line in scene.labels().flat_map(|label: &Label| &label.lines) {
            assert!(whole.contains(&forbidden_replaced(line)), "{line:?} in {svg}");
        }
    }
}

/// What a DOT file says: names of graphs and the values of `label`, in the order of the file.
struct Dot {
    names: Vec<String>,
    labels: Vec<String>,
}

/// The tokens of the DOT language that are used here.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Token {
    Word(String),
    /// A quoted string, as the grammar reads it: only `\"` is escaped.
    Quoted(String),
    Sign(&'static str),
}

fn tokens(text: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let signs = ["->", "{", "}", "[", "]", "=", ";", ","];
        if first.is_ascii_whitespace() {
            rest = &rest[1..];
        } else if let Some(sign) = signs.into_iter().find(|sign| rest.starts_with(sign)) {
            tokens.push(Token::Sign(sign));
            rest = &rest[sign.len()..];
        } else if first == '"' {
            let mut content = String::new();
            let mut symbols = rest[1..].char_indices();
            let end = loop {
                match symbols.next().expect("a quoted string ends") {
                    (at, '"') => break at + 2,
                    (_, '\\') => match symbols.next().expect("a quoted string ends").1 {
                        '"' => content.push('"'),
                        other => content.extend(['\\', other]),
                    },
                    (_, other) => content.push(other),
                }
            };
            tokens.push(Token::Quoted(content));
            rest = &rest[end..];
        } else {
            let is_part = |symbol: char| symbol.is_ascii_alphanumeric() || symbol == '_';
            let end = rest.find(|symbol| !is_part(symbol)).unwrap_or(rest.len());
            assert!(end > 0 && !first.is_ascii_digit(), "no token: {rest:?}");
            tokens.push(Token::Word(rest[..end].to_owned()));
            rest = &rest[end..];
        }
    }
    tokens
}

/// Returns what Graphviz shows for the value of a label.
fn shown(value: &str) -> String {
    let mut shown = String::new();
    let mut symbols = value.chars();
    while let Some(symbol) = symbols.next() {
        match symbol {
            '\\' => match symbols.next().expect("an escape has a letter") {
                'n' => shown.push('\n'),
                '\\' => shown.push('\\'),
                other => panic!("the escape {other:?} in {value:?}"),
            },
            '&' => match symbols.as_str().strip_prefix("amp;") {
                Some(rest) => {
                    shown.push('&');
                    symbols = rest.chars();
                }
                None => shown.push('&'),
            },
            '\0' => panic!("a null character ends the text"),
            other => shown.push(other),
        }
    }
    shown
}

/// Reads a graph by the grammar of DOT, as far as it is used, and fails on anything else.
fn read(text: &str) -> Dot {
    let tokens = tokens(text);
    let mut dot = Dot { names: Vec::new(), labels: Vec::new() };
    let mut at = 0;
    let next = |at: &mut usize| {
        *at += 1;
        tokens.get(*at - 1).cloned().expect("the file goes on")
    };
    let word = |text: &str| Token::Word(text.to_owned());
    assert_eq!(next(&mut at), word("digraph"));
    let Token::Quoted(name) = next(&mut at) else { panic!("a graph has a quoted name") };
    dot.names.push(name);
    assert_eq!(next(&mut at), Token::Sign("{"));
    let mut depth = 1;
    let id = |token: Token| match token {
        Token::Word(id) | Token::Quoted(id) => id,
        other @ Token::Sign(_) => panic!("{other:?} is no name"),
    };
    while depth > 0 {
        match next(&mut at) {
            Token::Sign("}") => depth -= 1,
            Token::Word(keyword) if keyword == "subgraph" => {
                id(next(&mut at));
                assert_eq!(next(&mut at), Token::Sign("{"));
                depth += 1;
            }
            Token::Word(name) => {
                let mut sign = next(&mut at);
                if sign == Token::Sign("=") {
                    let value = id(next(&mut at));
                    if name == "label" {
                        dot.labels.push(shown(&value));
                    }
                    sign = next(&mut at);
                } else {
                    if sign == Token::Sign("->") {
                        id(next(&mut at));
                        sign = next(&mut at);
                    }
                    assert_eq!(sign, Token::Sign("["));
                    while sign != Token::Sign("]") {
                        let attribute = id(next(&mut at));
                        assert_eq!(next(&mut at), Token::Sign("="));
                        let value = id(next(&mut at));
                        if attribute == "label" {
                            dot.labels.push(shown(&value));
                        }
                        sign = next(&mut at);
                        assert!([Token::Sign(","), Token::Sign("]")].contains(&sign), "{sign:?}");
                    }
                    sign = next(&mut at);
                }
                assert_eq!(sign, Token::Sign(";"));
            }
            other => panic!("{other:?} begins no statement"),
        }
    }
    assert_eq!(at, tokens.len(), "nothing comes behind the graph");
    dot
}

#[test]
fn a_graph_in_dot_holds_every_name() {
    let named: Vec<Graph> = names().iter().map(|name| graph_named(name)).collect();
    for graph in named.into_iter().chain(systems().iter().flat_map(graphs)) {
        let read = read(&dot(&graph));
        // A name is no label: backslashes stay doubled there.
        assert_eq!(read.names.len(), 1);
        let mut labels: Vec<String> = (graph.clusters.iter().map(|cluster| &cluster.label))
            .chain(graph.edges.iter().map(|edge| &edge.label))
            .chain(graph.nodes.iter().map(|node| &node.label))
            .map(|label| forbidden_replaced(label))
            .collect();
        labels.sort();
        let mut found = read.labels;
        found.sort();
        assert_eq!(found, labels);
    }
}

#[test]
fn a_witness_in_json_holds_every_name() {
    for system in systems() {
        let witness = violation(&system);
        let subject = EvidenceSubject {
            property: "rsc".to_owned(),
            channels: ChannelChoice::default(),
            sha256: None,
        };
        let document = WitnessDocument::new(&system, &witness, subject, &Lines::default());
        let text = serde_json::to_string(&document).unwrap();
        let read: serde_json::Value = serde_json::from_str(&text).unwrap();
        let steps = read["steps"].as_array().unwrap();
        assert_eq!(steps.len(), witness.replay().steps().len());
        for (step, shown) in witness.replay().steps().iter().zip(steps) {
            let automaton = &system.automata()[step.participant];
            let transition = &automaton.transitions()[step.transition];
            let Does::Action(_, _, message) = transition.label else { panic!("no internal steps") };
            assert_eq!(shown["participant"], automaton.name());
            assert_eq!(shown["message"], system.messages()[message].name.as_str());
            assert_eq!(shown["from"], &automaton.states()[transition.source]);
            assert_eq!(shown["to"], &automaton.states()[transition.target]);
        }
        assert_eq!(serde_json::from_str::<WitnessDocument>(&text).unwrap(), document);
    }
}

#[test]
fn a_system_of_scripted_names_is_drawn_too() {
    let run = scripted(&["p\"", "q&"], &[], "0!p\" <m> . 0?q& <m>");
    let read = read(&dot(&action_graph(&run.system, &run.execution(), DrawnDependencies::All)));
    assert_eq!(read.labels, ["p\"", "0! <m>", "q&", "0? <m>", ""]);
}
