//! Charts as SVG.

use super::chart_placement::chart_scene;
use super::chart_scene::{BADGE, ChartScene, FONT, PADDING, SMALL, SceneEvent, SceneLine};
use super::colours::{Colours, PictureStyle};
use super::plane::{Point, coordinate};
use super::svg::{Svg, pair, polyline, triangle};
use super::xml::xml_escaped;
use super::{Chart, CycleMark, EventId, LineStyle, Mark};

/// The style of charts.
pub(super) const STYLE: PictureStyle = PictureStyle {
    class: "chart",
    background: "paper",
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

/// Returns the chart as one `svg` element, which is usable as a file and in a page.
///
/// Time flows down, one row for each event. Each message is a straight arrow from its send to its
/// reception, a dotted line with an open end if it is not received. Parts of the cycle have
/// another colour, heavier lines, and numbers.
///
/// Groups can be found by their classes: `lifeline` with `data-lifeline`, `event` with `data-step`,
/// `message` with `data-from` and, if it is received, `data-to`; `order`, `cycle-edge`, `crossing`. An event of
/// [`Chart::faults`] also has the class `fault`, and is drawn as a cross.
/// Each message and each order has two groups, one for its line and one for its label, which is drawn
/// over all lines.
///
/// ```
/// use render::drawing::{Chart, Colours, Event, Mark, chart_svg};
///
/// let mut chart = Chart::default();
/// let lifeline = chart.lifelines.push("<p>".to_owned());
/// chart.events.push(Event { lifeline, number: 1, mark: Mark::Internal, label: None, note: None });
/// let svg = chart_svg(&chart, Colours::OfTheReader);
/// assert!(svg.starts_with("<svg ") && svg.contains("&lt;p&gt;"));
/// ```
///
/// # Complexity
/// That of [`chart_scene`].
pub fn chart_svg(chart: &Chart, colours: Colours) -> String {
    let scene = &chart_scene(chart);
    let about = format!("Message sequence chart of {} steps", chart.events.len());
    let size = (scene.width, scene.height);
    let svg =
        Svg::with_lifelines(&STYLE, colours, size, &about, &scene.lifelines, &chart.lifelines);
    let mut drawing = ChartDrawing { chart, scene, svg };
    chart.cycle.iter().for_each(|mark| drawing.cycle_edge(mark));
    // The lines of orders are behind those of messages.
    let messages = chart.arrows.len();
    for index in (messages..scene.lines.len()).chain(0..messages) {
        drawing.line(index);
    }
    drawing.crossings();
    for (id, event) in scene.events.enumerate() {
        drawing.event(event, id);
    }
    (0..scene.lines.len()).for_each(|index| drawing.label(index));
    let ChartDrawing { mut svg, .. } = drawing;
    for gap in &scene.gaps {
        svg.paper(gap);
        svg.label(gap, "small", SMALL);
    }
    if let Some(legend) = &scene.legend {
        let x = coordinate(legend.area.left + PADDING);
        for (y, line) in legend.places(SMALL) {
            let (y, line) = (coordinate(y), xml_escaped(line));
            svg.put(format_args!(
                "<text class=\"small\" style=\"text-anchor:start\" x=\"{x}\" y=\"{y}\">{line}</text>"
            ));
        }
    }
    svg.finish()
}

/// A partly drawn chart.
struct ChartDrawing<'a> {
    chart: &'a Chart,
    scene: &'a ChartScene,
    svg: Svg,
}

impl<'a> ChartDrawing<'a> {
    /// Draws a step of the cycle, if it is along a lifeline.
    fn cycle_edge(&mut self, mark: &CycleMark) {
        let ends = [mark.first, mark.second];
        let [one, other] = ends.map(|id| self.chart.events[id].lifeline);
        if one != other {
            return;
        }
        let [from, to] =
            [mark.from, mark.to].map(|arrow| xml_escaped(&self.chart.arrows[arrow].label));
        let [first, second] = ends.map(|id| self.chart.events[id].number);
        let [start, end] = ends.map(|id| self.scene.events[id].at);
        let [x, top, bottom] = [start.x, start.y, end.y].map(coordinate);
        self.svg.put(format_args!(
            "<g class=\"cycle-edge\" data-from=\"{first}\" data-to=\"{second}\"><title>{from} before \
             {to}</title>"
        ));
        self.svg.path("edge", &format!("M{x} {top}V{bottom}"));
        let middle = start.toward(end, 0.5);
        self.head(middle, Point { x: middle.x, y: middle.y + 6.0 }, 13.0);
        self.svg.close();
    }

    /// Opens a group of a line, and returns the line.
    fn open(&mut self, index: usize) -> &'a SceneLine {
        let line = &self.scene.lines[index];
        let cycle = if line.is_in_cycle { " cycle" } else { "" };
        let Some(message) = self.chart.arrows.get(index) else {
            self.svg.open(&format!("order{cycle}"));
            return line;
        };
        let from = self.chart.events[message.from].number;
        let (unmatched, to) = match message.reception() {
            Some(event) => ("", format!(" data-to=\"{}\"", self.chart.events[event].number)),
            None => (" unmatched", String::new()),
        };
        self.svg
            .put(format_args!("<g class=\"message{unmatched}{cycle}\" data-from=\"{from}\"{to}>"));
        line
    }

    /// Draws a line without its label.
    fn line(&mut self, index: usize) {
        let line = self.open(index);
        for &(stretch, at) in &line.bridges {
            let (start, end) = (line.path[stretch], line.path[stretch + 1]);
            let share = 7.0 / start.distance(end).max(7.0);
            let way = Point { x: (end.x - start.x) * share, y: (end.y - start.y) * share };
            let ends =
                [-1.0, 1.0].map(|sign| Point { x: at.x + sign * way.x, y: at.y + sign * way.y });
            self.svg.path("bridge", &polyline(&ends));
        }
        let [.., before, end] = line.path[..] else { return self.svg.close() };
        let length = before.distance(end).max(1.0);
        match line.style {
            LineStyle::Order => {
                let start = pair(line.path[0]);
                self.svg.path("line", &format!("M{start}Q{} {}", pair(before), pair(end)));
                self.head(end.toward(before, 8.0_f64.min(length) / length), end, 8.0);
            }
            LineStyle::Message => {
                self.svg.path("line", &polyline(&line.path));
                self.head(before, end, if line.is_in_cycle { 12.0 } else { 10.0 });
            }
            LineStyle::Unmatched => {
                self.svg.path("line", &polyline(&line.path));
                self.svg.circle("open", end.toward(before, -4.0 / length), 4.0);
            }
        }
        self.svg.close();
    }

    fn crossings(&mut self) {
        for crossing in &self.scene.crossings {
            let [under, over] =
                crossing.arrows.map(|arrow| xml_escaped(&self.chart.arrows[arrow].label));
            let is_in_cycle = crossing.arrows.iter().all(|&one| self.scene.lines[one].is_in_cycle);
            let cycle = if is_in_cycle { " cycle" } else { "" };
            let [x, y] = [crossing.at.x, crossing.at.y].map(coordinate);
            self.svg.put(format_args!(
                "<circle class=\"crossing{cycle}\" cx=\"{x}\" cy=\"{y}\" r=\"6\"><title>{over} crosses \
                 {under}</title></circle>\n"
            ));
        }
    }

    fn event(&mut self, event: &SceneEvent, id: EventId) {
        let source = &self.chart.events[id];
        let is_fault = self.chart.faults.contains(&id);
        let class = if is_fault { "event fault" } else { "event" };
        self.svg.put(format_args!("<g class=\"{class}\" data-step=\"{}\">", source.number));
        let start = pair(event.at);
        if is_fault {
            self.svg.path("cross", &format!("M{start}m-6 -6l12 12m0 -12l-12 12"));
        } else if matches!(source.mark, Mark::Internal | Mark::Other) {
            self.svg.path("dot", &format!("M{start}m-5 0l5 -5l5 5l-5 5z"));
        } else if source.mark == Mark::Send {
            self.svg.circle("dot", event.at, 3.0);
        }
        self.svg.paper(&event.number);
        self.svg.label(&event.number, "small", SMALL);
        if let Some(note) = &event.note {
            self.svg.put(format_args!("<g>"));
            self.svg.title(&source.text().unwrap_or_default());
            self.svg.paper(note);
            self.svg.label(note, "note", FONT);
            self.svg.put(format_args!("</g>"));
        }
        self.svg.close();
    }

    fn label(&mut self, index: usize) {
        let line = self.open(index);
        let Some(message) = self.chart.arrows.get(index) else {
            self.svg.paper(&line.label);
            self.svg.label(&line.label, "small", SMALL);
            return self.svg.close();
        };
        self.svg.title(&message.label);
        self.svg.paper(&line.label);
        let Point { mut x, y } = line.label.area.center();
        if let Some(badge) = line.badge {
            x += BADGE / 2.0;
            let center = Point { x: line.label.area.left + PADDING + 8.0, y };
            self.svg.circle("badge", center, 8.0);
            self.svg.text("small count", center.x, center.y + 0.36 * SMALL, &badge.to_string());
        }
        self.svg.label_at(&line.label, "label", x, FONT);
        self.svg.close();
    }

    /// Draws the head of an arrow that comes from a point.
    fn head(&mut self, from: Point, tip: Point, size: f64) {
        let length = from.distance(tip).max(1.0);
        let (x, y) = ((tip.x - from.x) / length, (tip.y - from.y) / length);
        let side = |sign: f64| Point {
            x: tip.x - size * x - sign * 0.4 * size * y,
            y: tip.y - size * y + sign * 0.4 * size * x,
        };
        self.svg.path("head", &triangle([tip, side(1.0), side(-1.0)]));
    }
}
