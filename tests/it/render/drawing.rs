//! Charts, tables and graphs as text: what must hold of every picture.

use std::collections::BTreeMap;

use crate::support::scripted_systems::random_run;
use scm_check::internals::kernel::base::{Id as _, IndexVec, Random};
use scm_check::internals::model::evidence::Replay;
use scm_check::internals::render::drawing::Extent;
use scm_check::internals::render::drawing::{
    Alignment, Chart, Cluster, ClusterId, Column, Edge, EventId, Graph, Node, NodeShape, Order,
    Stroke, Table, TableRow, TextStyle, chart_text, dot,
};
use scm_check::internals::render::witness::run_chart;

/// How often each word occurs.
fn words<'a>(texts: impl IntoIterator<Item = &'a str>) -> BTreeMap<String, usize> {
    let mut count = BTreeMap::new();
    for text in texts {
        let is_part = |symbol: char| symbol.is_ascii_alphanumeric() || symbol == '#';
        for word in text.split(|symbol| !is_part(symbol)).filter(|word| !word.is_empty()) {
            *count.entry(word.to_owned()).or_insert(0) += 1;
        }
    }
    count
}

/// Adds some orders between events of different lifelines.
fn add_orders(dice: &mut Random, chart: &mut Chart) {
    for _ in 0..dice.below(4) {
        let [one, other] = [(); 2].map(|()| EventId::from_index(dice.below(chart.events.len())));
        let (first, second) = (one.min(other), one.max(other));
        let share_a_message = chart.arrows.iter().any(|arrow| {
            let ends = [
                Some(arrow.from),
                match arrow.head {
                    scm_check::internals::render::drawing::ArrowHead::Event(event, _) => {
                        Some(event)
                    }
                    scm_check::internals::render::drawing::ArrowHead::Nowhere(_) => None,
                },
            ];
            ends.contains(&Some(first)) && ends.contains(&Some(second))
        });
        if chart.events[first].lifeline != chart.events[second].lifeline && !share_a_message {
            chart.orders.push(Order { first, second, label: "order".to_owned() });
        }
    }
}

#[test]
fn every_execution_can_be_drawn() {
    let mut dice = Random::new(11);
    for round in 0..300 {
        let participants = 1 + dice.below(12);
        let length = 1 + dice.below(24);
        let run = random_run(&mut dice, participants, length);
        let replay = Replay::new(&run.system, run.initial.clone(), run.steps.clone()).unwrap();
        let mut chart = run_chart(&run.system, &replay, Extent::Ends);
        add_orders(&mut dice, &mut chart);
        let text = chart_text(&chart, TextStyle::ASCII);
        let lines: Vec<Vec<char>> = text.lines().map(|line| line.chars().collect()).collect();
        let at = |row: usize, column: usize| lines[row].get(column).copied().unwrap_or(' ');

        // Lifelines run from top to bottom, and only an event interrupts them.
        let columns: Vec<usize> =
            (0..lines[1].len()).filter(|&column| at(1, column) == '|').collect();
        assert_eq!(columns.len(), chart.lifelines.len(), "{round}\n{text}");
        let mut events = 0;
        for row in 1..lines.len() {
            for &column in &columns {
                assert!("|+~".contains(at(row, column)), "{round}: {row},{column}\n{text}");
                events += usize::from(at(row, column) != '|');
            }
        }
        assert_eq!(events, chart.events.len(), "{round}\n{text}");

        // Every label and every number is there once for each message, order and step; two labels
        // that touched would make another word.
        let numbers: Vec<String> =
            chart.events.iter().map(|event| event.number.to_string()).collect();
        let open = chart.arrows.iter().filter(|arrow| {
            matches!(arrow.head, scm_check::internals::render::drawing::ArrowHead::Nowhere(_))
        });
        let expected = words(
            (chart.arrows.iter().map(|arrow| arrow.label.as_str()))
                .chain(chart.orders.iter().map(|order| order.label.as_str()))
                .chain(numbers.iter().map(String::as_str))
                .chain(open.map(|_| "x")),
        );
        assert_eq!(words(text.lines().skip(1)), expected, "{round}\n{text}");
    }
}

#[test]
fn pictures_of_random_executions() {
    let mut dice = Random::new(5);
    let mut pictures = String::new();
    for participants in 2..6 {
        let run = random_run(&mut dice, participants, 14);
        let replay = Replay::new(&run.system, run.initial.clone(), run.steps.clone()).unwrap();
        pictures += &chart_text(&run_chart(&run.system, &replay, Extent::Ends), TextStyle::ASCII);
        pictures.push('\n');
    }
    insta::assert_snapshot!(pictures);
}

fn table() -> Table {
    let row = |cells: [&str; 4], note: Option<&str>| TableRow {
        cells: cells.map(str::to_owned).to_vec(),
        note: note.map(str::to_owned),
    };
    Table {
        columns: vec![
            Column::number("step"),
            Column::text("who"),
            Column { least_width: 8, alignment: Alignment::Left, title: "what".to_owned() },
            Column::text("contents"),
        ],
        rows: vec![
            row(["1", "someone", "! a", "a"], None),
            row(["10", "p", "? a", ""], Some("a remark")),
            row(["", "p", "", "a b c d e f"], None),
        ],
    }
}

#[test]
fn a_table_is_aligned() {
    let text = table().text(80);
    assert_eq!(
        text,
        "  step  who      what      contents\n     1  someone  ! a       a\n    10  p        ? a       \
         a remark\n        p                  a b c d e f\n"
    );
    assert_eq!(table().width(), 38);
}

#[test]
fn a_table_is_folded_where_it_does_not_fit() {
    for width in 20..60 {
        let text = table().text(width);
        assert!(text.lines().all(|line| line.len() <= width), "{width}\n{text}");
        assert_eq!(words([text.as_str()]), words([table().text(80).as_str()]));
    }
    insta::assert_snapshot!(table().text(30));
}

#[test]
fn a_graph_is_valid_dot_whatever_its_labels() {
    let mut graph = Graph { name: "a \"graph\"".to_owned(), ..Graph::default() };
    let cluster: ClusterId = graph.clusters.push(Cluster { label: "p\\q".to_owned() });
    let start = graph.nodes.push(Node {
        label: String::new(),
        shape: NodeShape::Point,
        cluster: Some(cluster),
        key: None,
    });
    let state = graph.nodes.push(Node {
        label: "0".to_owned(),
        shape: NodeShape::Circle,
        cluster: Some(cluster),
        key: None,
    });
    let alone = graph.nodes.push(Node {
        label: "two\nlines".to_owned(),
        shape: NodeShape::Box,
        cluster: None,
        key: None,
    });
    graph.edges.push(Edge { from: start, to: state, label: String::new(), stroke: Stroke::Solid });
    graph.edges.push(Edge {
        from: state,
        to: alone,
        label: "0 ! \"a\"".to_owned(),
        stroke: Stroke::Dotted,
    });
    insta::assert_snapshot!(dot(&graph));
}

#[test]
fn a_chart_without_lifelines_is_empty() {
    assert_eq!(
        chart_text(&Chart { lifelines: IndexVec::new(), ..Chart::default() }, TextStyle::ASCII),
        ""
    );
}
