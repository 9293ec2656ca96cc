//! Charts as SVG.

use std::fmt::Write as _;

use super::chart_placement::chart_scene;
use super::chart_scene::{BADGE, ChartScene, FONT, Label, PADDING, SMALL, SceneArrow};
use super::chart_spacing::has_dot;
use super::colours::{Colours, Style};
use super::plane::{Area, Point, coordinate};
use super::xml::xml_escaped;
use super::{Chart, EventId, Head, Mark};

/// How charts look.
pub(super) const STYLE: Style = Style {
    shapes: "\
.chart text{font-family:@font;font-size:13px;text-anchor:middle}\
.chart .small{font-size:11px}\
.chart .name{font-weight:600}\
.chart .frame{stroke-width:1.2}\
.chart .life{stroke-width:1.2}\
.chart .line{fill:none;stroke-width:1.5;stroke-linejoin:round}\
.chart .unmatched .line{stroke-width:2.2;stroke-linecap:round;stroke-dasharray:0.1 5}\
.chart .open{fill:none;stroke-width:1.5}\
.chart .cycle .line{stroke-width:2.8}\
.chart .cycle text{font-weight:600}\
.chart .order .line{stroke-width:1.6;stroke-dasharray:8 5}\
.chart .cycle-edge .edge{stroke-width:5;fill:none}\
.chart .bridge{stroke-width:7}\
.chart .crossing{fill:none;stroke-width:1.8}\
.chart .cross{fill:none;stroke-width:3.2;stroke-linecap:round}\
.chart .fault .note{font-weight:600}",
    paint: "\
.chart .paper{fill:@paper}\
.chart .frame{fill:@paper;stroke:@muted}\
.chart text{fill:@ink}\
.chart .small{fill:@muted}\
.chart .life{stroke:@muted}\
.chart .line,.chart .open{stroke:@ink}\
.chart .head{fill:@ink}\
.chart .dot{fill:@ink}\
.chart .crossing{stroke:@muted}\
.chart .crossing.cycle{stroke:@cycle}\
.chart .bridge{stroke:@paper}\
.chart .order .line{stroke:@accent}\
.chart .order .head,.chart .order text{fill:@accent}\
.chart .note{fill:@accent}\
.chart .cycle .line,.chart .cycle .open,.chart .cycle-edge .edge{stroke:@cycle}\
.chart .cycle .head,.chart .cycle-edge .head,.chart .cycle text,.chart .badge{fill:@cycle}\
.chart .cycle .count{fill:@paper}\
.chart .cross{stroke:@cycle}\
.chart .fault .small,.chart .fault .note{fill:@cycle}",
};

/// Returns the chart as one element `svg`, which stands alone as a file and in a page.
///
/// Time flows down, one row for each event. Each message is a straight arrow from its send to its
/// reception, a dotted line with an open end if it is not received. What belongs to the cycle has
/// another colour, heavier lines, and numbers. The colours follow the reader's preference.
///
/// Groups can be found by their classes: `lifeline` with `data-lifeline`, `event` with `data-step`,
/// `message` with `data-from` and, if it is received, `data-to`; `order`, `cycle-edge`, `crossing`. An event that
/// should not have come is of the class `fault`, too, and is a cross.
/// Each message and each order has two groups, one for its line and one for its label, which stands
/// over all lines.
///
/// ```
/// use render::drawing::{Chart, Event, Mark, chart_svg};
///
/// let mut chart = Chart::default();
/// let lifeline = chart.lifelines.push("<p>".to_owned());
/// chart.events.push(Event { lifeline, number: 1, mark: Mark::Internal, label: None, note: None });
/// let svg = chart_svg(&chart);
/// assert!(svg.starts_with("<svg ") && svg.contains("&lt;p&gt;"));
/// ```
///
/// # Complexity
/// That of [`chart_scene`].
pub fn chart_svg(chart: &Chart) -> String {
    chart_svg_in(chart, Colours::OfTheReader)
}

/// Returns the same in other colours.
pub fn chart_svg_in(chart: &Chart, colours: Colours) -> String {
    let scene = chart_scene(chart);
    let mut svg = Svg::default();
    svg.open(chart, &scene, colours);
    svg.lifelines(chart, &scene);
    svg.cycle_edges(chart, &scene);
    svg.order_lines(&scene);
    for index in 0..scene.arrows.len() {
        svg.message_line(chart, &scene, index);
    }
    svg.crossings(chart, &scene);
    svg.events(chart, &scene);
    svg.message_labels(chart, &scene);
    svg.order_labels(&scene);
    for gap in &scene.gaps {
        svg.paper(gap);
        svg.lines(gap, "small", gap.area.center().x, "middle", SMALL);
    }
    if let Some(legend) = &scene.legend {
        svg.lines(legend, "small", legend.area.left + PADDING, "start", SMALL);
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

    fn open(&mut self, chart: &Chart, scene: &ChartScene, colours: Colours) {
        let names: Vec<&str> = chart.lifelines.iter().map(String::as_str).collect();
        let steps = chart.events.len();
        let about = format!("Message sequence chart of {steps} steps: {}", names.join(", "));
        let (width, height) = (coordinate(scene.width.ceil()), coordinate(scene.height.ceil()));
        self.put(format_args!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"chart\" viewBox=\"0 0 {width} {height}\" \
             width=\"{width}\" height=\"{height}\" role=\"img\" aria-label=\"{}\">\n{}\
             <rect class=\"paper\" width=\"{width}\" height=\"{height}\"/>\n",
            xml_escaped(&about),
            STYLE.element(colours)
        ));
    }

    fn lifelines(&mut self, chart: &Chart, scene: &ChartScene) {
        for ((id, line), name) in scene.lifelines.iter().enumerate().zip(&chart.lifelines) {
            let (x, top, bottom) =
                (coordinate(line.x), coordinate(line.top), coordinate(line.bottom));
            self.put(format_args!(
                "<g class=\"lifeline\" data-lifeline=\"{id}\"><title>{}</title>\
                 <path class=\"life\" d=\"M{x} {top}V{bottom}\"/>",
                xml_escaped(name)
            ));
            for label in [Some(&line.header), line.footer.as_ref()].into_iter().flatten() {
                self.rectangle("frame", &label.area, 5);
                self.lines(label, "name", label.area.center().x, "middle", FONT);
            }
            self.0.push_str("</g>\n");
        }
    }

    fn cycle_edges(&mut self, chart: &Chart, scene: &ChartScene) {
        for edge in &scene.cycle {
            let mark = &chart.cycle[edge.mark];
            let (from, to) = (&chart.arrows[mark.from].label, &chart.arrows[mark.to].label);
            let [first, second] = [mark.first, mark.second].map(|event| chart.events[event].number);
            let [start, end] = edge.line;
            let (x, top, bottom) = (coordinate(start.x), coordinate(start.y), coordinate(end.y));
            self.put(format_args!(
                "<g class=\"cycle-edge\" data-from=\"{first}\" data-to=\"{second}\"><title>{} before \
                 {}</title><path class=\"edge\" d=\"M{x} {top}V{bottom}\"/>",
                xml_escaped(from),
                xml_escaped(to),
            ));
            let middle = start.toward(end, 0.5);
            self.head(middle, Point { x: middle.x, y: middle.y + 6.0 }, 13.0);
            self.0.push_str("</g>\n");
        }
    }

    fn order_lines(&mut self, scene: &ChartScene) {
        for order in &scene.orders {
            let [start, bend, end] = order.bow;
            self.put(format_args!(
                "<g class=\"order{}\"><path class=\"line\" d=\"M{}Q{} {}\"/>",
                if order.is_in_cycle { " cycle" } else { "" },
                pair(start),
                pair(bend),
                pair(end)
            ));
            let length = bend.distance(end).max(1.0);
            self.head(end.toward(bend, 8.0_f64.min(length) / length), end, 8.0);
            self.0.push_str("</g>\n");
        }
    }

    /// Opens a group of a message.
    fn message(&mut self, chart: &Chart, arrow: &SceneArrow, index: usize) {
        let from = chart.events[chart.arrows[index].from].number;
        let unmatched = if arrow.is_received { "" } else { " unmatched" };
        let cycle = if arrow.badge.is_some() { " cycle" } else { "" };
        self.put(format_args!("<g class=\"message{unmatched}{cycle}\" data-from=\"{from}\""));
        match chart.arrows[index].head {
            Head::Event(event, _) => {
                self.put(format_args!(" data-to=\"{}\">", chart.events[event].number));
            }
            Head::Nowhere(_) => self.0.push('>'),
        }
    }

    fn message_line(&mut self, chart: &Chart, scene: &ChartScene, index: usize) {
        let arrow = &scene.arrows[index];
        self.message(chart, arrow, index);
        for &at in &arrow.bridges {
            let piece = arrow.path.windows(2).min_by(|one, other| {
                let detour = |piece: &[Point]| {
                    piece[0].distance(at) + at.distance(piece[1]) - piece[0].distance(piece[1])
                };
                detour(one).total_cmp(&detour(other))
            });
            let Some(&[start, end]) = piece else { continue };
            let share = 7.0 / start.distance(end).max(7.0);
            let way = Point { x: (end.x - start.x) * share, y: (end.y - start.y) * share };
            let [before, after] =
                [-1.0, 1.0].map(|sign| Point { x: at.x + sign * way.x, y: at.y + sign * way.y });
            self.put(format_args!(
                "<path class=\"bridge\" d=\"M{}L{}\"/>",
                pair(before),
                pair(after)
            ));
        }
        let points: Vec<String> = arrow.path.iter().map(|&point| pair(point)).collect();
        self.put(format_args!("<path class=\"line\" d=\"M{}\"/>", points.join("L")));
        if let [.., before, end] = arrow.path[..] {
            if arrow.is_received {
                self.head(before, end, if arrow.badge.is_some() { 12.0 } else { 10.0 });
            } else {
                let way = before.distance(end).max(1.0);
                let center = end.toward(before, -4.0 / way);
                self.put(format_args!(
                    "<circle class=\"open\" cx=\"{}\" cy=\"{}\" r=\"4\"/>",
                    coordinate(center.x),
                    coordinate(center.y)
                ));
            }
        }
        self.0.push_str("</g>\n");
    }

    fn crossings(&mut self, chart: &Chart, scene: &ChartScene) {
        for crossing in &scene.crossings {
            let [under, over] = crossing.arrows.map(|arrow| &chart.arrows[arrow].label);
            let in_cycle = crossing.arrows.iter().all(|&one| scene.arrows[one].badge.is_some());
            let cycle = if in_cycle { " cycle" } else { "" };
            self.put(format_args!(
                "<circle class=\"crossing{cycle}\" cx=\"{}\" cy=\"{}\" r=\"6\"><title>{} crosses {}</title>\
                 </circle>\n",
                coordinate(crossing.at.x),
                coordinate(crossing.at.y),
                xml_escaped(over),
                xml_escaped(under)
            ));
        }
    }

    fn events(&mut self, chart: &Chart, scene: &ChartScene) {
        for (place, event) in scene.events.iter().enumerate() {
            let id = <EventId as kernel::base::Id>::from_index(place);
            let source = &chart.events[id];
            let is_fault = chart.faults.contains(&id);
            let class = if is_fault { "event fault" } else { "event" };
            self.put(format_args!("<g class=\"{class}\" data-step=\"{}\">", source.number));
            let (x, y) = (coordinate(event.at.x), coordinate(event.at.y));
            if is_fault {
                let path = format!("M{x} {y}m-6 -6l12 12m0 -12l-12 12");
                self.put(format_args!("<path class=\"cross\" d=\"{path}\"/>"));
            } else if matches!(source.mark, Mark::Internal | Mark::Other) {
                let path = format!("M{x} {y}m-5 0l5 -5l5 5l-5 5z");
                self.put(format_args!("<path class=\"dot\" d=\"{path}\"/>"));
            } else if has_dot(source.mark) {
                self.put(format_args!("<circle class=\"dot\" cx=\"{x}\" cy=\"{y}\" r=\"3\"/>"));
            }
            self.paper(&event.number);
            self.lines(&event.number, "small", event.number.area.center().x, "middle", SMALL);
            if let Some(note) = &event.note {
                let text: Vec<&str> = [&source.label, &source.note]
                    .into_iter()
                    .flatten()
                    .map(String::as_str)
                    .collect();
                self.put(format_args!("<g><title>{}</title>", xml_escaped(&text.join(" "))));
                self.paper(note);
                self.lines(note, "note", note.area.center().x, "middle", FONT);
                self.0.push_str("</g>");
            }
            self.0.push_str("</g>\n");
        }
    }

    fn message_labels(&mut self, chart: &Chart, scene: &ChartScene) {
        for (index, arrow) in scene.arrows.iter().enumerate() {
            self.message(chart, arrow, index);
            self.put(format_args!("<title>{}</title>", xml_escaped(&chart.arrows[index].label)));
            self.paper(&arrow.label);
            let mut x = arrow.label.area.center().x;
            if let Some(badge) = arrow.badge {
                x += BADGE / 2.0;
                let center = Point {
                    x: arrow.label.area.left + PADDING + 8.0,
                    y: arrow.label.area.center().y,
                };
                self.put(format_args!(
                    "<circle class=\"badge\" cx=\"{}\" cy=\"{}\" r=\"8\"/><text class=\"small count\" \
                     x=\"{}\" y=\"{}\">{badge}</text>",
                    coordinate(center.x),
                    coordinate(center.y),
                    coordinate(center.x),
                    coordinate(center.y + 0.36 * SMALL)
                ));
            }
            self.lines(&arrow.label, "label", x, "middle", FONT);
            self.0.push_str("</g>\n");
        }
    }

    fn order_labels(&mut self, scene: &ChartScene) {
        for order in &scene.orders {
            let cycle = if order.is_in_cycle { " cycle" } else { "" };
            self.put(format_args!("<g class=\"order{cycle}\">"));
            self.paper(&order.label);
            self.lines(&order.label, "small", order.label.area.center().x, "middle", SMALL);
            self.0.push_str("</g>\n");
        }
    }

    fn paper(&mut self, label: &Label) {
        self.rectangle("paper", &label.area, 2);
    }

    fn rectangle(&mut self, class: &str, area: &Area, corner: u8) {
        self.put(format_args!(
            "<rect class=\"{class}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"{corner}\"/>",
            coordinate(area.left),
            coordinate(area.top),
            coordinate(area.right - area.left),
            coordinate(area.bottom - area.top)
        ));
    }

    /// Writes the lines of a label, in the middle of its height.
    fn lines(&mut self, label: &Label, class: &str, x: f64, anchor: &str, size: f64) {
        let anchor = match anchor {
            "middle" => String::new(),
            other => format!(" style=\"text-anchor:{other}\""),
        };
        for (_, y, line) in label.places(size) {
            self.put(format_args!(
                "<text class=\"{class}\"{anchor} x=\"{}\" y=\"{}\">{}</text>",
                coordinate(x),
                coordinate(y),
                xml_escaped(line)
            ));
        }
    }

    /// Draws the head of an arrow that comes from a point.
    fn head(&mut self, from: Point, tip: Point, size: f64) {
        let length = from.distance(tip).max(1.0);
        let (x, y) = ((tip.x - from.x) / length, (tip.y - from.y) / length);
        let side = |sign: f64| Point {
            x: tip.x - size * x - sign * 0.4 * size * y,
            y: tip.y - size * y + sign * 0.4 * size * x,
        };
        self.put(format_args!(
            "<path class=\"head\" d=\"M{}L{}L{}z\"/>",
            pair(tip),
            pair(side(1.0)),
            pair(side(-1.0))
        ));
    }
}

fn pair(point: Point) -> String {
    format!("{} {}", coordinate(point.x), coordinate(point.y))
}
