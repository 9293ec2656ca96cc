//! Sequence diagrams as SVG.

use super::chart_scene::{FONT, Label, SMALL};
use super::colours::{Colours, PictureStyle};
use super::plane::{Point, coordinate};
use super::sequence_scene::{RING, SceneFragment, SceneMessage, sequence_scene};
use super::svg::{Svg, polyline, triangle};
use super::xml::xml_escaped;
use super::{Message, Sequence, SequenceItem, Transmission};

/// The style of sequence diagrams: that of charts, with frames.
pub(super) const STYLE: PictureStyle = PictureStyle {
    class: "sequence",
    background: "paper",
    shapes: "\
.sequence text{font-family:@font;font-size:13px;text-anchor:middle}\
.sequence .small{font-size:11px;text-anchor:start}\
.sequence .name,.sequence .operator{font-weight:600}\
.sequence .frame,.sequence .life{stroke-width:1.2}\
.sequence .border{fill:none;stroke-width:1.2}\
.sequence .divider{fill:none;stroke-width:1.2;stroke-dasharray:6 4}\
.sequence .line{fill:none;stroke-width:1.5;stroke-linejoin:round}\
.sequence .double{stroke-width:5}\
.sequence .gap{fill:none;stroke-width:2.2}\
.sequence .open{fill:none;stroke-width:1.5;stroke-linejoin:round}\
.sequence .bracket{fill:none;stroke-width:2}\
.sequence .environment{stroke-width:1.5}\
.sequence .box{stroke-width:1.2}",
    paint: "\
.sequence .paper{fill:@paper}\
.sequence text{fill:@ink}\
.sequence .frame{fill:@paper;stroke:@muted}\
.sequence .life{stroke:@muted}\
.sequence .border,.sequence .divider{stroke:@accent}\
.sequence .corner{fill:@paper;stroke:@accent}\
.sequence .operator{fill:@accent}\
.sequence .line,.sequence .open{stroke:@ink}\
.sequence .gap{stroke:@paper}\
.sequence .bracket{stroke:@accent}\
.sequence .head{fill:@ink}\
.sequence .environment{fill:@paper;stroke:@ink}\
.sequence .box{fill:@paper;stroke:@muted}\
.sequence .note text{fill:@muted}",
};

/// Returns the sequence diagram as one `svg` element, which is usable as a file and in a page.
///
/// Time flows down, one row for each message. Asynchronous messages have open heads, synchronous ones
/// filled heads and double lines; a ring is the environment. Groups can be
/// found by their classes: `lifeline` with `data-lifeline`; `message`, `fragment`, `bracket` and `note`,
/// each with the place of its item as `data-item`.
///
/// ```
/// use render::drawing::{Colours, Message, Sequence, SequenceItem, sequence_svg};
///
/// let mut sequence = Sequence::default();
/// let [p, q] = ["<p>", "q"].map(|name| sequence.lifelines.push(name.to_owned()));
/// let label = "hello".to_owned();
/// let message = Message { label, from: Some(p), to: vec![q], ..Message::default() };
/// sequence.items.push(SequenceItem::Message(message));
/// let svg = sequence_svg(&sequence, Colours::OfTheReader);
/// assert!(svg.starts_with("<svg ") && svg.contains("&lt;p&gt;") && svg.contains("hello"));
/// ```
///
/// # Complexity
/// That of [`sequence_scene`].
pub fn sequence_svg(sequence: &Sequence, colours: Colours) -> String {
    let scene = sequence_scene(sequence);
    let about = format!("Sequence diagram of {} messages", scene.messages.len());
    let size = (scene.width, scene.height);
    let mut svg =
        Svg::with_lifelines(&STYLE, colours, size, &about, &scene.lifelines, &sequence.lifelines);
    for fragment in &scene.fragments {
        put_fragment(&mut svg, sequence, fragment);
    }
    for bracket in &scene.brackets {
        let (item, path) = (bracket.item, polyline(&bracket.line));
        svg.put(format_args!("<path class=\"bracket\" data-item=\"{item}\" d=\"{path}\"/>\n"));
    }
    for message in &scene.messages {
        put_message(&mut svg, sequence, message);
    }
    for note in &scene.notes {
        open(&mut svg, "note", sequence, note.item);
        svg.rectangle("box", &note.border, 8.0);
        svg.label(&note.label, "label", FONT);
        svg.close();
    }
    svg.finish()
}

/// Opens a group for an item, with its whole text as a title.
fn open(svg: &mut Svg, class: &str, sequence: &Sequence, item: usize) {
    let title = match &sequence.items[item] {
        SequenceItem::Message(Message { label: text, .. }) | SequenceItem::Note { text, .. } => {
            text
        }
        SequenceItem::Open { operator, .. } => operator,
        SequenceItem::Next(_) | SequenceItem::Close | SequenceItem::Bracket(..) => return,
    };
    let title = xml_escaped(title);
    svg.put(format_args!("<g class=\"{class}\" data-item=\"{item}\"><title>{title}</title>"));
}

/// Writes the lines of a label in small print, left-aligned.
fn put_small(svg: &mut Svg, label: &Label, class: &str) {
    svg.label_at(label, class, label.area.left + 4.0, SMALL);
}

fn put_fragment(svg: &mut Svg, sequence: &Sequence, fragment: &SceneFragment) {
    open(svg, "fragment", sequence, fragment.item);
    svg.rectangle("border", &fragment.border, 3.0);
    let [left, right] = [fragment.border.left, fragment.border.right].map(coordinate);
    for &divider in &fragment.dividers {
        svg.path("divider", &format!("M{left} {}H{right}", coordinate(divider)));
    }
    svg.rectangle("corner", &fragment.operator.area, 3.0);
    put_small(svg, &fragment.operator, "small operator");
    for remark in &fragment.remarks {
        svg.paper(remark);
        put_small(svg, remark, "small");
    }
    svg.close();
}

fn put_message(svg: &mut Svg, sequence: &Sequence, message: &SceneMessage) {
    open(svg, "message", sequence, message.item);
    let transmission = match &sequence.items[message.item] {
        SequenceItem::Message(message) => message.transmission,
        _ => Transmission::Any,
    };
    let is_double = transmission == Transmission::Synchronous;
    for line in &message.lines {
        if is_double {
            let path = polyline(&behind_heads(line, &message.heads));
            svg.path("line double", &path);
            svg.path("gap", &path);
        } else {
            svg.path("line", &polyline(line));
        }
    }
    let (length, half) = if is_double { (12.0, 5.5) } else { (10.0, 4.0) };
    for &[from, tip] in &message.heads {
        let back = if from.x < tip.x { -length } else { length };
        let [one, other] = [-half, half].map(|down| Point { x: tip.x + back, y: tip.y + down });
        match transmission {
            Transmission::Asynchronous => svg.path("open", &polyline(&[one, tip, other])),
            _ => svg.path("head", &triangle([tip, one, other])),
        }
    }
    for &place in &message.environment {
        svg.circle("environment", place, RING);
    }
    for place in &message.places {
        svg.paper(place);
        put_small(svg, place, "small");
    }
    svg.paper(&message.label);
    svg.label(&message.label, "label", FONT);
    svg.close();
}

/// Returns a line that is shortened to the middle of the heads at its ends, where it would show beside their tips.
fn behind_heads(line: &[Point], heads: &[[Point; 2]]) -> Vec<Point> {
    let mut line = line.to_vec();
    let last = line.len() - 1;
    for end in [0, last] {
        if let Some([from, tip]) = heads.iter().find(|head| head[1] == line[end]) {
            line[end].x = f64::midpoint(from.x, tip.x);
        }
    }
    line
}
