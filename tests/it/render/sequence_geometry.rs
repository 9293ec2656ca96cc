//! Pictures of sequence diagrams: nothing overlaps, nothing leaves its frame, and names come back as they
//! are.

use crate::support::effort::{required, scaled};
use crate::support::tidy_sequence::{assert_tidy, frames_around, is_drawn};
use scm_check::internals::kernel::base::{Id as _, Random};
use scm_check::internals::render::drawing::{
    BracketEnd, Colours, LifelineId, Message, Sequence, SequenceItem, TextStyle, Transmission,
    sequence_scene, sequence_svg, sequence_text,
};

/// Draws a diagram at random; `text` gives each of its texts.
fn random(dice: &mut Random, text: &mut impl FnMut(&mut Random) -> String) -> Sequence {
    let mut sequence = Sequence::default();
    let count = dice.between(1, 8);
    for _ in 0..count {
        sequence.lifelines.push(text(dice));
    }
    let some = |dice: &mut Random| LifelineId::from_index(dice.below(count));
    let (mut depth, mut messages) = (0, 0);
    let most = dice.between(1, 60);
    while messages < most {
        let item = match dice.below(20) {
            0..4 if depth < 6 => {
                depth += 1;
                let remark = if dice.percent(50) { text(dice) } else { String::new() };
                SequenceItem::Open { operator: text(dice), remark }
            }
            4..6 if depth > 0 => {
                SequenceItem::Next(if dice.percent(50) { text(dice) } else { String::new() })
            }
            6..9 if depth > 0 => {
                depth -= 1;
                SequenceItem::Close
            }
            10 => {
                let over = (0..dice.below(4)).map(|_| some(dice)).collect();
                let is_top = dice.percent(50);
                SequenceItem::Bracket(
                    if is_top { BracketEnd::Top } else { BracketEnd::Bottom },
                    over,
                )
            }
            9 => {
                let over = (0..dice.below(3)).map(|_| some(dice)).collect();
                SequenceItem::Note { text: text(dice), over }
            }
            kind => {
                messages += 1;
                let from = (kind > 12).then(|| some(dice));
                let receivers = if dice.percent(80) { 1 } else { dice.below(4) };
                let to = (0..receivers).map(|_| some(dice)).collect();
                let label = text(dice);
                let is_named = |dice: &mut Random| dice.percent(40);
                let mut place =
                    |dice: &mut Random| if is_named(dice) { text(dice) } else { String::new() };
                let origin = if from.is_none() { place(dice) } else { String::new() };
                let target = dice.percent(20).then(|| place(dice));
                let kinds =
                    [Transmission::Any, Transmission::Asynchronous, Transmission::Synchronous];
                let transmission = kinds[dice.below(3)];
                SequenceItem::Message(Message { label, from, to, transmission, origin, target })
            }
        };
        sequence.items.push(item);
    }
    // Some frames are never closed, and some ends are too many.
    for _ in 0..dice.below(depth + 3) {
        sequence.items.push(SequenceItem::Close);
    }
    sequence
}

#[test]
fn pictures_of_random_diagrams_are_tidy() {
    let mut dice = Random::new(23);
    let (mut deepest, mut longest, mut loops, mut open, mut many) = (0, 0, 0, 0, 0);
    let (mut through, mut brackets) = (0, 0);
    let mut number = 0;
    for round in 0..scaled(600) {
        let sequence = random(&mut dice, &mut |dice| {
            number += 1;
            format!("{}{number}", "name_of ".repeat(dice.below(6)))
        });
        let scene = assert_tidy(&format!("round {round}"), &sequence);
        let mut depths: Vec<usize> = Vec::new();
        for frame in &scene.fragments {
            depths.push(1 + frame.parent.map_or(0, |parent| depths[parent]));
        }
        deepest = deepest.max(depths.into_iter().max().unwrap_or(0));
        if sequence.lifelines.len() == 8 {
            longest = longest.max(scene.messages.len());
        }
        for item in &sequence.items {
            if let SequenceItem::Message(Message { from, to, target, origin, .. }) = item {
                loops += usize::from(from.is_some_and(|from| to.contains(&from)));
                open += usize::from(from.is_none() != to.is_empty());
                many += usize::from(to.len() > 1);
                through += usize::from(!to.is_empty() && !origin.is_empty() && target.is_some());
            }
            if let SequenceItem::Bracket(_, over) = item {
                brackets += over.len();
            }
        }
    }
    assert!(deepest == 6 && longest >= 50, "{deepest} {longest}");
    assert!(through > required(100) && brackets > required(1_000), "{through} {brackets}");
    assert!(
        [loops, open, many].into_iter().all(|count| count > required(1_000)),
        "{loops} {open} {many}"
    );
}

#[test]
fn every_text_of_a_random_diagram_stands_in_its_text() {
    let mut dice = Random::new(29);
    for round in 0..300 {
        let mut texts = Vec::new();
        let sequence = random(&mut dice, &mut |dice| {
            let text = format!("t{}{}t", "_".repeat(dice.below(25)), texts.len());
            texts.push(text.clone());
            text
        });
        let drawn = sequence_text(&sequence, TextStyle::ASCII);
        let has = |text: &&String| drawn.matches(text.as_str()).count() == 1;
        let depth_of = frames_around(&sequence);
        let is_shown = |text: &String| {
            let at = |item: &SequenceItem| match item {
                SequenceItem::Message(message) => {
                    let target = message.target.as_ref();
                    let all = [Some(&message.label), Some(&message.origin), target];
                    all.contains(&Some(text)) && !is_drawn(message)
                }
                _ => false,
            };
            let lost = |(place, item): (usize, &SequenceItem)| match item {
                SequenceItem::Next(remark) => remark == text && depth_of[place].is_none(),
                item => at(item),
            };
            // A message with a loop and other receivers has its label once; nothing else is left out.
            !sequence.items.iter().enumerate().any(lost)
        };
        for text in texts.iter().filter(|text| is_shown(text)) {
            assert!(has(&text), "round {round}: {text}\n{drawn}");
        }
        assert!(drawn.lines().all(|line| line == line.trim_end()), "round {round}");
        let heads: usize = sequence
            .items
            .iter()
            .map(|item| match item {
                SequenceItem::Message(message) if is_drawn(message) => {
                    let mut to = message.to.clone();
                    to.sort_unstable();
                    to.dedup();
                    to.len() + usize::from(to.is_empty() || message.target.is_some())
                }
                _ => 0,
            })
            .sum();
        assert_eq!(drawn.matches(['<', '>']).count(), heads, "round {round}\n{drawn}");
        let corners =
            4 * sequence.items.iter().filter(|i| matches!(i, SequenceItem::Open { .. })).count();
        assert_eq!(drawn.matches('+').count(), corners, "round {round}\n{drawn}");
    }
}

/// Names that break careless programs.
fn hostile() -> Vec<String> {
    let texts = [
        "\"quoted\" 'single'",
        "<g></g>",
        "a & b &amp; ]]>",
        "--> <!--",
        "",
        " ",
        "e\u{301}",
        "\u{4e2d}\u{6587}",
        "\u{5d0}\u{5d1}",
        "\u{1f600}",
        "\u{0}\u{1}\u{1b}[31m",
        "line\nbreak\r\n\ttab",
        "\u{7f}\u{85}\u{fffe}\u{ffff}",
        "\u{202e}right",
    ];
    let long = ["x", "W", "\u{4e2d}", "<", "a b_c-"].map(|part| part.repeat(200));
    texts.into_iter().map(str::to_owned).chain(long).collect()
}

#[test]
fn names_of_any_kind_come_back_as_they_are() {
    let names = hostile();
    let mut dice = Random::new(31);
    for round in 0..100 {
        let sequence = random(&mut dice, &mut |dice| names[dice.below(names.len())].clone());
        assert_tidy(&format!("round {round}"), &sequence);
        let text = sequence_text(&sequence, TextStyle::ASCII);
        assert!(text.chars().all(|c| c == '\n' || !c.is_control()), "{text:?}");
        assert!(text.lines().all(|line| line.chars().count() < 2_000), "{text}");
    }
}

#[test]
fn a_diagram_without_anything_is_a_picture() {
    assert_tidy("empty", &Sequence::default());
    assert_eq!(sequence_text(&Sequence::default(), TextStyle::ASCII), "");
    let mut sequence = Sequence::default();
    sequence.lifelines.push("alone".to_owned());
    assert_tidy("alone", &sequence);
    let open = |name: &str| SequenceItem::Open { operator: name.to_owned(), remark: String::new() };
    sequence.items =
        vec![SequenceItem::Close, SequenceItem::Next(String::new()), open("alt"), open("par")];
    assert_tidy("nothing in it", &sequence);
}

#[test]
fn many_nested_frames_take_no_stack() {
    let mut sequence = Sequence::default();
    sequence.lifelines.push("p".to_owned());
    for _ in 0..50_000 {
        let (operator, remark) = ("loop".to_owned(), String::new());
        sequence.items.push(SequenceItem::Open { operator, remark });
    }
    let scene = sequence_scene(&sequence);
    assert_eq!(scene.fragments.len(), 50_000);
    assert!(sequence_svg(&sequence, Colours::OfTheReader).ends_with("</svg>\n"));
}
