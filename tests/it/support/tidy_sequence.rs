//! What is demanded of every picture of a sequence diagram: nothing overlaps, and nothing leaves its frame.

use crate::support::xml::forbidden_replaced;
use scm_check::internals::render::drawing::{
    Colours, Label, LifelineId, Message, Point, Rectangle, SceneLifeline, Sequence, SequenceItem,
    SequenceScene, sequence_scene, sequence_svg,
};

/// Coordinates are compared as exactly as they are written.
const CLOSE: f64 = 0.05;

/// Returns the area of a straight line along an axis, which is as thick as it is drawn.
fn stroke(line: &[Point]) -> Rectangle {
    let (one, other) = (line[0], line[1]);
    Rectangle {
        left: one.x.min(other.x) - 0.6,
        top: one.y.min(other.y) - 0.6,
        right: one.x.max(other.x) + 0.6,
        bottom: one.y.max(other.y) + 0.6,
    }
}

/// Whether an area lies within another one or clear of it.
fn is_whole(area: &Rectangle, frame: &Rectangle) -> bool {
    frame.encloses(area) || !frame.overlaps(area)
}

/// Whether a message is between the environment and itself, so that nothing of it is drawn.
pub(crate) fn is_drawn(message: &Message) -> bool {
    message.from.is_some() || !message.to.is_empty()
}

/// The innermost frame around each item, by its number.
pub(crate) fn frames_around(sequence: &Sequence) -> Vec<Option<usize>> {
    let (mut open, mut begun) = (Vec::new(), 0);
    let mut around = Vec::new();
    for item in &sequence.items {
        if let SequenceItem::Open { .. } = item {
            open.push(begun);
            begun += 1;
        }
        around.push(open.last().copied());
        if *item == SequenceItem::Close {
            open.pop();
        }
    }
    around
}

/// Fails unless everything is apart that should be, and within what it stands in.
pub(crate) fn assert_tidy(name: &str, sequence: &Sequence) -> SequenceScene {
    let scene = sequence_scene(sequence);
    let picture = Rectangle { left: 0.0, top: 0.0, right: scene.width, bottom: scene.height };
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
        let (SequenceItem::Note { over, .. }, middle) =
            (&sequence.items[note.item], note.border.center().y)
        else {
            panic!("{name}: no note")
        };
        for &lifeline in over {
            let x = scene.lifelines[lifeline].x;
            let at = Rectangle { left: x, top: middle, right: x, bottom: middle };
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
    border: impl Fn(usize) -> Rectangle,
) {
    let is_drawn = |item: &&SequenceItem| match item {
        SequenceItem::Message(message) => is_drawn(message),
        _ => false,
    };
    assert_eq!(scene.messages.len(), sequence.items.iter().filter(is_drawn).count(), "{name}");
    let mut above = 0.0;
    for message in &scene.messages {
        let SequenceItem::Message(Message { from, to, target, .. }) = &sequence.items[message.item]
        else {
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
            let ring = Rectangle {
                left: at.x - 4.8,
                top: at.y - 4.8,
                right: at.x + 4.8,
                bottom: at.y + 4.8,
            };
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

/// Fails unless the picture is XML that holds every name, and a group for each thing.
fn assert_readable(name: &str, sequence: &Sequence, scene: &SequenceScene) {
    let svg = sequence_svg(sequence, Colours::OfTheReader);
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
    let texts = |class: fn(&SequenceItem) -> Option<&String>| -> Vec<String> {
        sequence.items.iter().filter_map(class).map(|text| forbidden_replaced(text)).collect()
    };
    let messages = texts(|item| match item {
        SequenceItem::Message(message) => is_drawn(message).then_some(&message.label),
        _ => None,
    });
    assert_eq!(titles("message"), messages, "{name}");
    let operators = texts(|item| match item {
        SequenceItem::Open { operator, .. } => Some(operator),
        _ => None,
    });
    assert_eq!(titles("fragment"), operators, "{name}");
    let notes = texts(|item| match item {
        SequenceItem::Note { text, .. } => Some(text),
        _ => None,
    });
    assert_eq!(titles("note"), notes, "{name}");
    let shown: String = document.descendants().filter_map(|node| node.text()).collect();
    for line in scene.labels().flat_map(|label| &label.lines) {
        assert!(shown.contains(&forbidden_replaced(line)), "{name}: {line:?}");
    }
}
