//! The SVG elements that pictures of all kinds consist of.

use std::fmt::{Arguments, Write as _};

use super::LifelineId;
use super::chart_scene::{FONT, Label, SceneLifeline};
use super::colours::{Colours, PictureStyle};
use super::plane::{Point, Rectangle, coordinate};
use super::xml::xml_escaped;
use kernel::base::IndexVec;

/// A picture under construction.
pub(super) struct Svg(String);

impl Svg {
    /// Begins a picture of this size, with the description `about` for screen readers.
    pub(super) fn new(
        style: &PictureStyle,
        colours: Colours,
        (width, height): (f64, f64),
        about: &str,
    ) -> Self {
        let (width, height) = (coordinate(width), coordinate(height));
        let PictureStyle { class, background, .. } = style;
        let (about, rules) = (xml_escaped(about), style.element(colours));
        Self(format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"{class}\" viewBox=\"0 0 {width} {height}\" \
             width=\"{width}\" height=\"{height}\" role=\"img\" aria-label=\"{about}\">\n{rules}\
             <rect class=\"{background}\" width=\"{width}\" height=\"{height}\"/>\n"
        ))
    }

    /// Begins a picture with lifelines and their names, which stand in its description behind `about`.
    pub(super) fn with_lifelines(
        style: &PictureStyle,
        colours: Colours,
        (width, height): (f64, f64),
        about: &str,
        lifelines: &IndexVec<LifelineId, SceneLifeline>,
        names: &IndexVec<LifelineId, String>,
    ) -> Self {
        let all: Vec<&str> = names.iter().map(String::as_str).collect();
        let about = format!("{about}: {}", all.join(", "));
        let mut svg = Self::new(style, colours, (width.ceil(), height.ceil()), &about);
        for (number, (line, name)) in lifelines.iter().zip(names).enumerate() {
            svg.put(format_args!("<g class=\"lifeline\" data-lifeline=\"{number}\">"));
            svg.title(name);
            let [x, top, bottom] = [line.x, line.top, line.bottom].map(coordinate);
            svg.path("life", &format!("M{x} {top}V{bottom}"));
            for label in [Some(&line.header), line.footer.as_ref()].into_iter().flatten() {
                svg.rectangle("frame", &label.area, 5.0);
                svg.label(label, "name", FONT);
            }
            svg.close();
        }
        svg
    }

    /// Returns the finished picture.
    pub(super) fn finish(mut self) -> String {
        self.0.push_str("</svg>\n");
        self.0
    }

    /// Writes markup unchanged.
    pub(super) fn put(&mut self, markup: Arguments<'_>) {
        self.0.write_fmt(markup).expect("writing to a string does not fail");
    }

    /// Opens a group.
    pub(super) fn open(&mut self, class: &str) {
        self.put(format_args!("<g class=\"{class}\">"));
    }

    /// Closes a group, which ends a line.
    pub(super) fn close(&mut self) {
        self.0.push_str("</g>\n");
    }

    /// Writes the title of a group.
    pub(super) fn title(&mut self, text: &str) {
        self.put(format_args!("<title>{}</title>", xml_escaped(text)));
    }

    /// Writes a path.
    pub(super) fn path(&mut self, class: &str, path: &str) {
        self.put(format_args!("<path class=\"{class}\" d=\"{path}\"/>"));
    }

    /// Writes a circle.
    pub(super) fn circle(&mut self, class: &str, center: Point, radius: f64) {
        let [x, y, radius] = [center.x, center.y, radius].map(coordinate);
        self.put(format_args!("<circle class=\"{class}\" cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"/>"));
    }

    /// Writes a rectangle with round corners.
    pub(super) fn rectangle(&mut self, class: &str, area: &Rectangle, radius: f64) {
        self.frame(class, [area.left, area.top, area.width(), area.height()], radius);
    }

    /// Writes a rectangle with round corners, given by its upper left corner, width and height; without a
    /// class if `class` is empty.
    pub(super) fn frame(&mut self, class: &str, frame: [f64; 4], radius: f64) {
        let ([x, y, width, height], radius) = (frame.map(coordinate), coordinate(radius));
        let class = attribute(class);
        self.put(format_args!(
            "<rect{class} x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" rx=\"{radius}\"/>"
        ));
    }

    /// Writes a line of text, without a class if `class` is empty.
    pub(super) fn text(&mut self, class: &str, x: f64, y: f64, text: &str) {
        let ([x, y], text) = ([x, y].map(coordinate), xml_escaped(text));
        self.put(format_args!("<text{} x=\"{x}\" y=\"{y}\">{text}</text>", attribute(class)));
    }

    /// Writes the lines of a label at `x`, in the middle of its height.
    pub(super) fn label_at(&mut self, label: &Label, class: &str, x: f64, size: f64) {
        for (y, line) in label.places(size) {
            self.text(class, x, y, line);
        }
    }

    /// Writes the lines of a label in the middle of its area.
    pub(super) fn label(&mut self, label: &Label, class: &str, size: f64) {
        self.label_at(label, class, label.area.center().x, size);
    }

    /// Writes the background of a label, which covers the lines behind it.
    pub(super) fn paper(&mut self, label: &Label) {
        self.rectangle("paper", &label.area, 2.0);
    }
}

/// Returns the attribute that names a class; empty without a class.
fn attribute(class: &str) -> String {
    if class.is_empty() { String::new() } else { format!(" class=\"{class}\"") }
}

/// Returns a point in the notation of paths.
pub(super) fn pair(point: Point) -> String {
    format!("{} {}", coordinate(point.x), coordinate(point.y))
}

/// Returns a path along points.
pub(super) fn polyline(points: &[Point]) -> String {
    let points: Vec<String> = points.iter().map(|&point| pair(point)).collect();
    format!("M{}", points.join("L"))
}

/// Returns the path of a filled head of an arrow, from its tip along its two other corners.
pub(super) fn triangle(corners: [Point; 3]) -> String {
    format!("{}z", polyline(&corners))
}
