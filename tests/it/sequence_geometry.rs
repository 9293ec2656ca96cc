//! Pictures of sequence diagrams: nothing overlaps, nothing leaves its frame, and names come back as they
//! are.

use scm_check::kernel::base::{Id as _, Random};
use scm_check::kernel::drawing::{
    Area, BracketEnd, Item, Label, LifelineId, Message, Point, SceneLifeline, Sequence,
    SequenceScene, Transmission, sequence_scene, sequence_svg, sequence_text,
};

/// Coordinates are compared as exactly as they are written.
const CLOSE: f64 = 0.05;

/// Returns the area of a straight line along an axis, which is as thick as it is drawn.
fn stroke(line: &[Point]) -> Area {
    let (one, other) = (line[0], line[1]);
    Area {
        left: one.x.min(other.x) - 0.6,
        top: one.y.min(other.y) - 0.6,
        right: one.x.max(other.x) + 0.6,
        bottom: one.y.max(other.y) + 0.6,
    }
}

/// Whether an area lies within another one or clear of it.
fn is_whole(area: &Area, frame: &Area) -> bool {
    frame.encloses(area) || !frame.overlaps(area)
}

/// Whether a message is between the environment and itself, so that nothing of it is drawn.
fn is_drawn(message: &Message) -> bool {
    message.from.is_some() || !message.to.is_empty()
}

/// The innermost frame around each item, by its number.
fn frames_around(sequence: &Sequence) -> Vec<Option<usize>> {
    let (mut open, mut begun) = (Vec::new(), 0);
    let mut around = Vec::new();
    for item in &sequence.items {
        if let Item::Open { .. } = item {
            open.push(begun);
            begun += 1;
        }
        around.push(open.last().copied());
        if *item == Item::Close {
            open.pop();
        }
    }
    around
}

/// Fails unless everything is apart that should be, and within what it stands in.
pub(crate) fn assert_tidy(name: &str, sequence: &Sequence) -> SequenceScene {
    let scene = sequence_scene(sequence);
    let picture = Area { left: 0.0, top: 0.0, right: scene.width, bottom: scene.height };
    let around = frames_around(sequence);
    let border = |item: usize| around[item].map_or(picture, |frame| scene.fragments[frame].border);
    let labels: Vec<_> = scene.labels().collect();
    for (index, label) in labels.iter().enumerate() {
        assert!(picture.encloses(&label.area), "{name}: {label:?} leaves");
        for other in &labels[..index] {
            assert!(!label.area.overlaps(&other.area), "{name}: {label:?} and {other:?} overlap");
        }
        for frame in &scene.fragments {
            assert!(is_whole(&label.area, &frame.border), "{name}: {label:?} on {frame:?}");
            let crosses = |y: &f64| {
                label.area.top < *y
                    && *y < label.area.bottom
                    && label.area.left < frame.border.right
                    && frame.border.left < label.area.right
            };
            assert!(!frame.dividers.iter().any(crosses), "{name}: {label:?} on a line");
        }
        let lines = scene.messages.iter().flat_map(|message| &message.lines);
        for piece in lines.flat_map(|line| line.windows(2)) {
            assert!(!label.area.overlaps(&stroke(piece)), "{name}: {label:?} on an arrow");
        }
    }
    for (index, frame) in scene.fragments.iter().enumerate() {
        let outer = frame.parent.map_or(picture, |parent| scene.fragments[parent].border);
        assert!(frame.parent.is_none_or(|parent| parent < index), "{name}");
        assert!(outer.encloses(&frame.border), "{name}: {frame:?} leaves {outer:?}");
        for label in frame.remarks.iter().chain([&frame.operator]) {
            assert!(frame.border.encloses(&label.area), "{name}: {label:?} leaves {frame:?}");
        }
        for other in scene.fragments[..index].iter().filter(|other| other.parent == frame.parent) {
            assert!(!frame.border.overlaps(&other.border), "{name}: {frame:?} and {other:?}");
        }
        assert!(frame.dividers.is_sorted(), "{name}");
        for divider in &frame.dividers {
            assert!(frame.border.top < *divider && *divider < frame.border.bottom, "{name}");
        }
        for header in
            scene.lifelines.iter().flat_map(|one| [Some(&one.header), one.footer.as_ref()])
        {
            assert!(header.is_none_or(|header| !frame.border.overlaps(&header.area)), "{name}");
        }
    }
    assert_messages(name, sequence, &scene, border);
    for note in &scene.notes {
        assert!(border(note.item).encloses(&note.border), "{name}: {note:?} leaves");
        assert!(note.border.encloses(&note.label.area), "{name}: {note:?}");
        let others = labels.iter().filter(|label| ***label != note.label);
        assert!(others.into_iter().all(|other| !note.border.overlaps(&other.area)), "{name}");
        for frame in &scene.fragments {
            assert!(is_whole(&note.border, &frame.border), "{name}: {note:?} on {frame:?}");
        }
        let (Item::Note { over, .. }, middle) =
            (&sequence.items[note.item], note.border.center().y)
        else {
            panic!("{name}: no note")
        };
        for &lifeline in over {
            let x = scene.lifelines[lifeline].x;
            let at = Area { left: x, top: middle, right: x, bottom: middle };
            assert!(note.border.encloses(&at), "{name}: {note:?} misses {lifeline:?}");
        }
    }
    assert_readable(name, sequence, &scene);
    scene
}

/// Fails unless messages start and end where they should, within their frames, one below the other.
fn assert_messages(
    name: &str,
    sequence: &Sequence,
    scene: &SequenceScene,
    border: impl Fn(usize) -> Area,
) {
    let is_drawn = |item: &&Item| match item {
        Item::Message(message) => is_drawn(message),
        _ => false,
    };
    assert_eq!(scene.messages.len(), sequence.items.iter().filter(is_drawn).count(), "{name}");
    let mut above = 0.0;
    for message in &scene.messages {
        let Item::Message(Message { from, to, target, .. }) = &sequence.items[message.item] else {
            panic!("{name}: no message")
        };
        let frame = border(message.item);
        assert!(frame.encloses(&message.label.area), "{name}: {message:?} leaves {frame:?}");
        for line in &message.lines {
            assert!(
                line.windows(2).all(|piece| frame.encloses(&stroke(piece))),
                "{name}: {message:?}"
            );
            assert!(line[0].y > above, "{name}: {message:?}");
            above = line[line.len() - 1].y;
        }
        let x = |lifeline: LifelineId| scene.lifelines[lifeline].x;
        for &to in to {
            let is_at = |head: &&[Point; 2]| (head[1].x - x(to)).abs() < CLOSE;
            assert_eq!(message.heads.iter().filter(is_at).count(), 1, "{name}: {message:?}");
        }
        let mut different = to.clone();
        different.sort_unstable();
        different.dedup();
        let leaves = target.is_some() || to.is_empty();
        let heads = different.len() + usize::from(leaves);
        assert_eq!(message.heads.len(), heads, "{name}: {message:?}");
        let [tip, start] = [1, 0].map(|at| message.heads.iter().map(move |head| head[at].x));
        assert!(tip.zip(start).all(|(tip, start)| (tip - start).abs() > 9.0), "{name}");
        if let Some(from) = *from {
            let touches = |line: &Vec<Point>| {
                let xs = || line.iter().map(|point| point.x);
                xs().fold(f64::MAX, f64::min) < x(from) + CLOSE
                    && x(from) - CLOSE < xs().fold(f64::MIN, f64::max)
            };
            assert!(message.lines.iter().all(touches), "{name}: {message:?}");
        }
        let rings = usize::from(from.is_none()) + usize::from(leaves);
        assert_eq!(message.environment.len(), rings, "{name}: {message:?}");
        for at in &message.environment {
            let ring =
                Area { left: at.x - 4.8, top: at.y - 4.8, right: at.x + 4.8, bottom: at.y + 4.8 };
            assert!(frame.encloses(&ring), "{name}: {message:?}");
            let is_on = |label: &Label| label.area.overlaps(&ring);
            assert!(!scene.labels().any(is_on), "{name}: {message:?}");
            let is_clear = |line: f64| (line - at.x).abs() > 5.0;
            assert!(scene.lifelines.iter().all(|one| is_clear(one.x)), "{name}: {message:?}");
        }
        for place in &message.places {
            assert!(frame.encloses(&place.area), "{name}: {message:?} leaves {frame:?}");
            let is_on = |one: &SceneLifeline| place.area.left < one.x && one.x < place.area.right;
            assert!(!scene.lifelines.iter().any(is_on), "{name}: {message:?}");
        }
    }
    for bracket in &scene.brackets {
        let pieces = || bracket.line.windows(2).map(stroke);
        let frame = border(bracket.item);
        assert!(pieces().all(|piece| frame.encloses(&piece)), "{name}: {bracket:?}");
        let is_on = |label: &Label| pieces().any(|piece| label.area.overlaps(&piece));
        assert!(!scene.labels().any(is_on), "{name}: {bracket:?}");
        let lines = || scene.messages.iter().flat_map(|message| &message.lines);
        for line in lines().flat_map(|line| line.windows(2)) {
            assert!(!pieces().any(|piece| piece.overlaps(&stroke(line))), "{name}: {bracket:?}");
        }
        for frame in &scene.fragments {
            for piece in pieces() {
                assert!(is_whole(&piece, &frame.border), "{name}: {bracket:?} on {frame:?}");
                let crosses = |y: &f64| piece.top < *y && *y < piece.bottom;
                let is_beside = !frame.border.overlaps(&piece);
                assert!(is_beside || !frame.dividers.iter().any(crosses), "{name}: {bracket:?}");
            }
        }
    }
}

/// Returns a text as a reader of XML gives it back.
fn forbidden_replaced(text: &str) -> String {
    let is_forbidden = |c: char| c < ' ' && !"\t\n\r".contains(c) || "\u{fffe}\u{ffff}".contains(c);
    text.chars().map(|c| if is_forbidden(c) { '\u{fffd}' } else { c }).collect()
}

/// Fails unless the picture is XML that holds every name, and a group for each thing.
fn assert_readable(name: &str, sequence: &Sequence, scene: &SequenceScene) {
    let svg = sequence_svg(sequence);
    let document =
        roxmltree::Document::parse(&svg).unwrap_or_else(|e| panic!("{name}: {e}\n{svg}"));
    let titles = |class: &str| {
        let groups = document.descendants().filter(|node| {
            node.attribute("class") == Some(class)
                && node.has_tag_name(("http://www.w3.org/2000/svg", "g"))
        });
        let title = |node: roxmltree::Node<'_, '_>| {
            let title = node.children().find(|child| child.tag_name().name() == "title");
            title.unwrap().text().unwrap_or_default().to_owned()
        };
        groups.map(title).collect::<Vec<_>>()
    };
    let names: Vec<String> =
        sequence.lifelines.iter().map(|name| forbidden_replaced(name)).collect();
    assert_eq!(titles("lifeline"), names, "{name}");
    let texts = |class: fn(&Item) -> Option<&String>| -> Vec<String> {
        sequence.items.iter().filter_map(class).map(|text| forbidden_replaced(text)).collect()
    };
    let messages = texts(|item| match item {
        Item::Message(message) => is_drawn(message).then_some(&message.label),
        _ => None,
    });
    assert_eq!(titles("message"), messages, "{name}");
    let operators = texts(|item| match item {
        Item::Open { operator, .. } => Some(operator),
        _ => None,
    });
    assert_eq!(titles("fragment"), operators, "{name}");
    let notes = texts(|item| match item {
        Item::Note { text, .. } => Some(text),
        _ => None,
    });
    assert_eq!(titles("note"), notes, "{name}");
    let shown: String = document.descendants().filter_map(|node| node.text()).collect();
    for line in scene.labels().flat_map(|label| &label.lines) {
        assert!(shown.contains(&forbidden_replaced(line)), "{name}: {line:?}");
    }
}

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
                Item::Open { operator: text(dice), remark }
            }
            4..6 if depth > 0 => {
                Item::Next(if dice.percent(50) { text(dice) } else { String::new() })
            }
            6..9 if depth > 0 => {
                depth -= 1;
                Item::Close
            }
            10 => {
                let over = (0..dice.below(4)).map(|_| some(dice)).collect();
                let is_top = dice.percent(50);
                Item::Bracket(if is_top { BracketEnd::Top } else { BracketEnd::Bottom }, over)
            }
            9 => {
                let over = (0..dice.below(3)).map(|_| some(dice)).collect();
                Item::Note { text: text(dice), over }
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
                Item::Message(Message { label, from, to, transmission, origin, target })
            }
        };
        sequence.items.push(item);
    }
    // Some frames are never closed, and some ends are too many.
    for _ in 0..dice.below(depth + 3) {
        sequence.items.push(Item::Close);
    }
    sequence
}

#[test]
fn pictures_of_random_diagrams_are_tidy() {
    let mut dice = Random::new(23);
    let (mut deepest, mut longest, mut loops, mut open, mut many) = (0, 0, 0, 0, 0);
    let (mut through, mut brackets) = (0, 0);
    let mut number = 0;
    for round in 0..600 {
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
            if let Item::Message(Message { from, to, target, origin, .. }) = item {
                loops += usize::from(from.is_some_and(|from| to.contains(&from)));
                open += usize::from(from.is_none() != to.is_empty());
                many += usize::from(to.len() > 1);
                through += usize::from(!to.is_empty() && !origin.is_empty() && target.is_some());
            }
            if let Item::Bracket(_, over) = item {
                brackets += over.len();
            }
        }
    }
    assert!(deepest == 6 && longest >= 50, "{deepest} {longest}");
    assert!(through > 100 && brackets > 1_000, "{through} {brackets}");
    assert!(loops > 1_000 && open > 1_000 && many > 1_000, "{loops} {open} {many}");
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
        let drawn = sequence_text(&sequence);
        let has = |text: &&String| drawn.matches(text.as_str()).count() == 1;
        let depth_of = frames_around(&sequence);
        let is_shown = |text: &String| {
            let at = |item: &Item| match item {
                Item::Message(message) => {
                    let target = message.target.as_ref();
                    let all = [Some(&message.label), Some(&message.origin), target];
                    all.contains(&Some(text)) && !is_drawn(message)
                }
                _ => false,
            };
            let lost = |(place, item): (usize, &Item)| match item {
                Item::Next(remark) => remark == text && depth_of[place].is_none(),
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
                Item::Message(message) if is_drawn(message) => {
                    let mut to = message.to.clone();
                    to.sort_unstable();
                    to.dedup();
                    to.len() + usize::from(to.is_empty() || message.target.is_some())
                }
                _ => 0,
            })
            .sum();
        assert_eq!(drawn.matches(['<', '>']).count(), heads, "round {round}\n{drawn}");
        let corners = 4 * sequence.items.iter().filter(|i| matches!(i, Item::Open { .. })).count();
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
        let text = sequence_text(&sequence);
        assert!(text.chars().all(|c| c == '\n' || !c.is_control()), "{text:?}");
        assert!(text.lines().all(|line| line.chars().count() < 2_000), "{text}");
    }
}

#[test]
fn a_diagram_without_anything_is_a_picture() {
    assert_tidy("empty", &Sequence::default());
    assert_eq!(sequence_text(&Sequence::default()), "");
    let mut sequence = Sequence::default();
    sequence.lifelines.push("alone".to_owned());
    assert_tidy("alone", &sequence);
    let open = |name: &str| Item::Open { operator: name.to_owned(), remark: String::new() };
    sequence.items = vec![Item::Close, Item::Next(String::new()), open("alt"), open("par")];
    assert_tidy("nothing in it", &sequence);
}

#[test]
fn many_nested_frames_take_no_stack() {
    let mut sequence = Sequence::default();
    sequence.lifelines.push("p".to_owned());
    for _ in 0..50_000 {
        let (operator, remark) = ("loop".to_owned(), String::new());
        sequence.items.push(Item::Open { operator, remark });
    }
    let scene = sequence_scene(&sequence);
    assert_eq!(scene.fragments.len(), 50_000);
    assert!(sequence_svg(&sequence).ends_with("</svg>\n"));
}
