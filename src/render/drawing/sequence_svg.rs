//! Sequence diagrams as SVG.

use std::fmt::Write as _;

use super::chart_scene::{FONT, Label, SMALL};
use super::colours::{Colours, Style};
use super::plane::{Area, Point, coordinate};
use super::sequence_scene::{
    RING, SceneBracket, SceneFragment, SceneMessage, SceneNote, SequenceScene, sequence_scene,
};
use super::xml::xml_escaped;
use super::{Item, Message, Sequence, Transmission};

/// How sequence diagrams look: as charts do, with frames.
pub(super) const STYLE: Style = Style {
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

/// Returns the sequence diagram as one element `svg`, which stands alone as a file and in a page.
///
/// Time flows down, one row for each message. Asynchronous messages have open heads, synchronous ones
/// filled heads and double lines; a ring is the environment. The colours follow the reader's preference. Groups can be
/// found by their classes: `lifeline` with `data-lifeline`; `message`, `fragment`, `bracket` and `note`,
/// each with the place of its item as `data-item`.
///
/// ```
/// use render::drawing::{Item, Message, Sequence, sequence_svg};
///
/// let mut sequence = Sequence::default();
/// let [p, q] = ["<p>", "q"].map(|name| sequence.lifelines.push(name.to_owned()));
/// let label = "hello".to_owned();
/// let message = Message { label, from: Some(p), to: vec![q], ..Message::default() };
/// sequence.items.push(Item::Message(message));
/// let svg = sequence_svg(&sequence);
/// assert!(svg.starts_with("<svg ") && svg.contains("&lt;p&gt;") && svg.contains("hello"));
/// ```
///
/// # Complexity
/// That of [`sequence_scene`].
pub fn sequence_svg(sequence: &Sequence) -> String {
    sequence_svg_in(sequence, Colours::OfTheReader)
}

/// Returns the same in other colours.
pub fn sequence_svg_in(sequence: &Sequence, colours: Colours) -> String {
    let scene = sequence_scene(sequence);
    let mut svg = Svg::default();
    svg.open(sequence, &scene, colours);
    svg.lifelines(sequence, &scene);
    for fragment in &scene.fragments {
        svg.fragment(sequence, fragment);
    }
    for bracket in &scene.brackets {
        svg.bracket(bracket);
    }
    for message in &scene.messages {
        svg.message(sequence, message);
    }
    for note in &scene.notes {
        svg.note(sequence, note);
    }
    svg.0.push_str("</svg>\n");
    svg.0
}

/// The element as far as it is written.
#[derive(Default)]
struct Svg(String);

impl Svg {
    fn put(&mut self, arguments: std::fmt::Arguments<'_>) {
        self.0.write_fmt(arguments).expect("writing to a string does not fail");
    }

    fn open(&mut self, sequence: &Sequence, scene: &SequenceScene, colours: Colours) {
        let names: Vec<&str> = sequence.lifelines.iter().map(String::as_str).collect();
        let messages = scene.messages.len();
        let about = format!("Sequence diagram of {messages} messages: {}", names.join(", "));
        let (width, height) = (coordinate(scene.width.ceil()), coordinate(scene.height.ceil()));
        self.put(format_args!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"sequence\" \
             viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" role=\"img\" \
             aria-label=\"{}\">\n{}<rect class=\"paper\" width=\"{width}\" height=\"{height}\"/>\n",
            xml_escaped(&about),
            STYLE.element(colours)
        ));
    }

    fn lifelines(&mut self, sequence: &Sequence, scene: &SequenceScene) {
        for ((id, line), name) in scene.lifelines.iter().enumerate().zip(&sequence.lifelines) {
            let (x, top, bottom) =
                (coordinate(line.x), coordinate(line.top), coordinate(line.bottom));
            self.put(format_args!(
                "<g class=\"lifeline\" data-lifeline=\"{id}\"><title>{}</title>\
                 <path class=\"life\" d=\"M{x} {top}V{bottom}\"/>",
                xml_escaped(name)
            ));
            for label in [Some(&line.header), line.footer.as_ref()].into_iter().flatten() {
                self.rectangle("frame", &label.area, 5);
                self.lines(label, "name", FONT);
            }
            self.0.push_str("</g>\n");
        }
    }

    /// Opens a group for an item, with its whole text as a title.
    fn group(&mut self, class: &str, sequence: &Sequence, item: usize) {
        let title = match &sequence.items[item] {
            Item::Message(Message { label: text, .. }) | Item::Note { text, .. } => text,
            Item::Open { operator, .. } => operator,
            Item::Next(_) | Item::Close | Item::Bracket(..) => return,
        };
        let title = xml_escaped(title);
        self.put(format_args!("<g class=\"{class}\" data-item=\"{item}\"><title>{title}</title>"));
    }

    fn fragment(&mut self, sequence: &Sequence, fragment: &SceneFragment) {
        self.group("fragment", sequence, fragment.item);
        self.rectangle("border", &fragment.border, 3);
        let (left, right) = (coordinate(fragment.border.left), coordinate(fragment.border.right));
        for &divider in &fragment.dividers {
            let y = coordinate(divider);
            self.put(format_args!("<path class=\"divider\" d=\"M{left} {y}H{right}\"/>"));
        }
        self.rectangle("corner", &fragment.operator.area, 3);
        self.lines(&fragment.operator, "small operator", SMALL);
        for remark in &fragment.remarks {
            self.rectangle("paper", &remark.area, 2);
            self.lines(remark, "small", SMALL);
        }
        self.0.push_str("</g>\n");
    }

    fn message(&mut self, sequence: &Sequence, message: &SceneMessage) {
        self.group("message", sequence, message.item);
        let transmission = match &sequence.items[message.item] {
            Item::Message(message) => message.transmission,
            _ => Transmission::Any,
        };
        let is_double = transmission == Transmission::Synchronous;
        for line in &message.lines {
            if is_double {
                let path = polyline(&behind_heads(line, &message.heads));
                self.put(format_args!(
                    "<path class=\"line double\" d=\"{path}\"/><path class=\"gap\" d=\"{path}\"/>"
                ));
            } else {
                self.put(format_args!("<path class=\"line\" d=\"{}\"/>", polyline(line)));
            }
        }
        let (length, half) = if is_double { (12.0, 5.5) } else { (10.0, 4.0) };
        for &[from, tip] in &message.heads {
            let back = if from.x < tip.x { -length } else { length };
            let side = |down: f64| pair(Point { x: tip.x + back, y: tip.y + down });
            let (one, other, tip) = (side(-half), side(half), pair(tip));
            let path = match transmission {
                Transmission::Asynchronous => {
                    format!("<path class=\"open\" d=\"M{one}L{tip}L{other}\"/>")
                }
                _ => format!("<path class=\"head\" d=\"M{tip}L{one}L{other}z\"/>"),
            };
            self.put(format_args!("{path}"));
        }
        for &Point { x, y } in &message.environment {
            let (x, y, r) = (coordinate(x), coordinate(y), coordinate(RING));
            self.put(format_args!(
                "<circle class=\"environment\" cx=\"{x}\" cy=\"{y}\" r=\"{r}\"/>"
            ));
        }
        for place in &message.places {
            self.rectangle("paper", &place.area, 2);
            self.lines(place, "small", SMALL);
        }
        self.rectangle("paper", &message.label.area, 2);
        self.lines(&message.label, "label", FONT);
        self.0.push_str("</g>\n");
    }

    fn bracket(&mut self, bracket: &SceneBracket) {
        let (item, path) = (bracket.item, polyline(&bracket.line));
        self.put(format_args!("<path class=\"bracket\" data-item=\"{item}\" d=\"{path}\"/>\n"));
    }

    fn note(&mut self, sequence: &Sequence, note: &SceneNote) {
        self.group("note", sequence, note.item);
        self.rectangle("box", &note.border, 8);
        self.lines(&note.label, "label", FONT);
        self.0.push_str("</g>\n");
    }

    fn rectangle(&mut self, class: &str, area: &Area, corner: u8) {
        self.put(format_args!(
            "<rect class=\"{class}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"{corner}\"/>",
            coordinate(area.left),
            coordinate(area.top),
            coordinate(area.width()),
            coordinate(area.height())
        ));
    }

    /// Writes the lines of a label, in the middle of its area; small print begins on its left.
    fn lines(&mut self, label: &Label, class: &str, size: f64) {
        for (x, y, line) in label.places(size) {
            let x = if class.starts_with("small") { label.area.left + 4.0 } else { x };
            self.put(format_args!(
                "<text class=\"{class}\" x=\"{}\" y=\"{}\">{}</text>",
                coordinate(x),
                coordinate(y),
                xml_escaped(line)
            ));
        }
    }
}

/// Returns a line that ends in the middle of the heads at its ends, where it would show beside their tips.
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

fn polyline(line: &[Point]) -> String {
    let points: Vec<String> = line.iter().map(|&point| pair(point)).collect();
    format!("M{}", points.join("L"))
}

fn pair(point: Point) -> String {
    format!("{} {}", coordinate(point.x), coordinate(point.y))
}
