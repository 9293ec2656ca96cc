//! Charts in text: the same picture in two sets of characters, with and without colours, and within a width.

use std::fmt::Write as _;

use crate::support::program::stripped;
use crate::support::scripted_systems::{random_run, scripted};
use scm_check::internals::kernel::base::{Id as _, Random};
use scm_check::internals::model::evidence::{Findings, Replay};
use scm_check::internals::render::drawing::{
    Chart, EventId, Extent, Order, TextStyle, chart_text, display_width, fitted_chart,
};
use scm_check::internals::render::witness::{run_chart, script_chart};

/// Returns the chart of a run in the notation of [`scripted`], with the cycle in its conflict graph.
fn chart(participants: &[&str], text: &str) -> Chart {
    let run = scripted(participants, &[], text);
    let replay = Replay::new(&run.system, run.initial, run.steps).unwrap();
    let findings = Findings::new(replay.script());
    script_chart(&run.system, replay.script(), findings.cycle(), Extent::Ends)
}

/// `a` and `b` of two participants cross, while others exchange messages and one of them is lost.
fn crossing_among_others() -> Chart {
    let text = "0!p req . 0?q req . 2!r order . 1!p cancel . 3!q done . 2?s order . ~s . 3?p done . \
                1?q cancel . 4!s bill . 5!q report . 5?s report";
    chart(&["p", "q", "r", "s", "t"], text)
}

fn random_chart(dice: &mut Random, most: usize) -> Chart {
    let (participants, length) = (1 + dice.below(most), 1 + dice.below(24));
    let run = random_run(dice, participants, length);
    let replay = Replay::new(&run.system, run.initial.clone(), run.steps.clone()).unwrap();
    run_chart(&run.system, &replay, Extent::Ends)
}

fn coloured(style: TextStyle) -> TextStyle {
    TextStyle { is_coloured: true, ..style }
}

fn within(width: usize) -> TextStyle {
    TextStyle { width: Some(width), ..TextStyle::default() }
}

#[test]
fn charts_in_both_sets_of_characters() {
    let mut ordered = chart(&["p", "q", "r"], "0!p a . 0?r a . 1!q b . 1?r b . ~p . 2!r c . 2?r c");
    let [first, second] = [0, 2].map(EventId::from_index);
    ordered.orders.push(Order { first, second, label: "channel 0".to_owned() });
    let charts = [
        chart(&["p", "q"], "0!p req . 0?q req . 0!p cancel . 1!q done . 1?p done . 0?q cancel"),
        crossing_among_others(),
        ordered,
        chart(&["p"], "0!p a . 0!p b . 0?p a . ~p"),
    ];
    let both = |chart: &Chart| {
        [TextStyle::ASCII, TextStyle::default()].map(|style| chart_text(chart, style)).concat()
    };
    insta::assert_snapshot!(charts.iter().map(both).collect::<Vec<_>>().join("\n"));
}

#[test]
fn both_sets_of_characters_draw_the_same() {
    /// The characters of drawings, each behind the ASCII characters that it replaces.
    const PAIRS: [(&str, &str); 9] = [
        ("|", "│"),
        ("+", "├┤┼"),
        ("~", "○"),
        ("-", "─"),
        ("- ", "╌"),
        (".", "╭╮"),
        ("'", "╰╯"),
        ("<", "◄"),
        (">", "►"),
    ];
    let is_pair = |(one, other): (char, char)| {
        one == other
            || PAIRS.iter().any(|(ascii, signs)| ascii.contains(one) && signs.contains(other))
            || (one, other) == ('x', '×')
    };
    let mut dice = Random::new(23);
    for round in 0..300 {
        let chart = random_chart(&mut dice, 12);
        let ascii = chart_text(&chart, TextStyle::ASCII);
        let unicode = chart_text(&chart, TextStyle::default());
        assert!(ascii.is_ascii() && !unicode.is_ascii());
        assert_eq!(ascii.lines().count(), unicode.lines().count());
        for (one, other) in ascii.lines().zip(unicode.lines()) {
            assert_eq!(display_width(other), other.chars().count(), "{other}");
            assert_eq!(one.len(), other.chars().count(), "{round}\n{ascii}{unicode}");
            assert!(one.chars().zip(other.chars()).all(is_pair), "{round}\n{one}\n{other}");
        }
    }
}

#[test]
fn numbers_are_beside_their_events() {
    let mut dice = Random::new(29);
    for round in 0..300 {
        let chart = random_chart(&mut dice, 9);
        let text = chart_text(&chart, TextStyle::ASCII);
        let gap = if chart.lifelines.len() > 2 { " " } else { "  " };
        for event in &chart.events {
            let (number, mark) = (event.number, event.mark.symbol().unwrap());
            let sign = if mark == '~' { '~' } else { '+' };
            let beside =
                [format!(" {number}{gap}{mark} {sign}"), format!("{sign} {mark}{gap}{number}")];
            let is_there = |line: &str| {
                // A number may be the beginning of a longer one.
                (line.to_owned() + " ").contains(&(beside[1].clone() + " "))
                    || line.contains(&beside[0])
            };
            assert!(text.lines().any(is_there), "{round}: {number}\n{text}");
        }
    }
}

#[test]
fn a_chart_of_six_lifelines_fits_80_columns() {
    let text = "0!a m . 0?b m . 1!b m . 1?c m . 2!c m . 2?d m . 3!d m . 3?e m . 4!e m . 4?f m . \
                5!f m . 6!e n . 5?a m . 6?b n";
    let text = chart_text(&chart(&["a", "b", "c", "d", "e", "f"], text), TextStyle::default());
    assert!(text.lines().all(|line| display_width(line) <= 80), "{text}");
}

#[test]
fn colours_add_nothing_but_sequences() {
    let mut dice = Random::new(31);
    for style in [TextStyle::ASCII, TextStyle::default(), within(60)] {
        for _ in 0..100 {
            let chart = random_chart(&mut dice, 6);
            let text = fitted_chart(&chart, coloured(style), "");
            assert_eq!(stripped(&text), fitted_chart(&chart, style, ""));
        }
    }
}

#[test]
fn names_the_cycle_lost_messages_and_remarks_have_colours() {
    let mut chart = crossing_among_others();
    chart.events[EventId::from_index(6)].note = Some("odd".to_owned());
    let text = chart_text(&chart, coloured(TextStyle::ASCII));
    for part in ["\x1b[1mp\x1b[0m", "\x1b[35mcancel\x1b[0m", "\x1b[31m<- odd\x1b[0m"] {
        assert!(text.contains(part), "{part}\n{text}");
    }
    // What is not in the cycle has no colour, and a lost message the one of its kind.
    assert!(text.contains(" req ") && !text.contains("\x1b[35m- req"), "{text}");
    assert!(text.contains("\x1b[33mx - bill - -\x1b[0m"), "{text}");
    chart.faults.push(EventId::from_index(6));
    let text = chart_text(&chart, coloured(TextStyle::ASCII));
    assert!(text.contains("\x1b[1;31m<- odd\x1b[0m"), "{text}");
}

#[test]
fn charts_at_three_widths() {
    let mut crossing = crossing_among_others();
    let last = crossing.events.ids().next_back().unwrap();
    crossing.events[last].note = Some(
        "nobody can go on: `p` waits for `ok` from `q`, and `q` waits for `ok` from `p`".to_owned(),
    );
    let mut idle =
        chart(&["client", "server"], "0!client request . 0?server request . 1!server query");
    for name in ["proxy", "database", "statistics", "log"] {
        idle.lifelines.push(name.to_owned());
    }
    let mut text = String::new();
    for width in [30, 60, 80, 120] {
        for chart in [&crossing, &idle] {
            let drawn = fitted_chart(chart, within(width), "-o FILE");
            writeln!(text, "{width}:\n{drawn}").unwrap();
        }
    }
    insta::assert_snapshot!(text);
}

#[test]
fn every_line_of_a_chart_fits_the_width() {
    let mut dice = Random::new(37);
    let mut drawn = 0;
    for round in 0..300 {
        let mut chart = random_chart(&mut dice, 12);
        let event = EventId::from_index(dice.below(chart.events.len()));
        chart.events[event].note = Some("this should not have happened at this place".to_owned());
        for width in [40, 60, 80] {
            let text = fitted_chart(&chart, within(width), "-o FILE writes it in full");
            assert!(text.lines().all(|line| display_width(line) <= width), "{round}\n{text}");
            if !text.contains("the chart needs ") {
                drawn += 1;
                let words: Vec<&str> = text.split(|sign: char| !sign.is_alphanumeric()).collect();
                let count = |word: &str| words.iter().filter(|one| **one == word).count();
                for word in ["should", "happened", "place"] {
                    assert_eq!(count(word), 1, "{round}\n{text}");
                }
            }
        }
    }
    assert!(drawn > 200, "{drawn}");
}

#[test]
fn a_chart_is_folded_to_the_lifelines_of_its_cycle() {
    let chart = crossing_among_others();
    let natural = chart_text(&chart, TextStyle::default());
    // There is no remark that would be wrapped.
    let widest = natural.lines().map(display_width).max().unwrap();
    assert_eq!(fitted_chart(&chart, within(widest), ""), natural);
    let text = fitted_chart(&chart, within(58), "");
    for part in ["<- report to s", "without r, s", "they are not in the cycle", "cancel", "done"] {
        assert!(text.contains(part), "{part}\n{text}");
    }
    assert!(!text.contains("order") && !text.contains("bill"), "{text}");
    assert_eq!(
        fitted_chart(&chart, within(20), "so"),
        format!("  the chart needs {widest}\n  columns: so\n")
    );
}
