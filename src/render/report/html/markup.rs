//! Markup that is well-formed by construction.

use crate::drawing::xml_escaped;

/// A page under construction, or a part of one: text is escaped, and elements are closed in order.
///
/// ```
/// use render::report::html::Markup;
///
/// let mut markup = Markup::default();
/// markup.open("code", &[]);
/// markup.text("a < b");
/// markup.close();
/// assert_eq!(markup.finish(), "<code>a &lt; b</code>");
/// ```
#[derive(Debug, Default)]
pub struct Markup {
    text: String,
    /// The open elements.
    open: Vec<&'static str>,
    /// Whether the page has pictures in its own colours.
    has_pictures: bool,
}

impl Markup {
    /// Opens an element with attributes, each a name and a value.
    pub fn open(&mut self, name: &'static str, attributes: &[(&str, &str)]) {
        self.tag(name, attributes);
        self.text.push('>');
        self.open.push(name);
    }

    /// Closes the element that was opened last.
    ///
    /// # Panics
    /// If none is open.
    pub fn close(&mut self) {
        let name = self.open.pop().expect("what is closed was opened");
        self.text.extend(["</", name, ">"]);
        if matches!(
            name,
            "p" | "li" | "tr" | "section" | "div" | "ol" | "ul" | "table" | "details" | "figure"
        ) {
            self.text.push('\n');
        }
    }

    /// Writes an element with text in it.
    pub fn element(&mut self, name: &'static str, attributes: &[(&str, &str)], text: &str) {
        self.open(name, attributes);
        self.text(text);
        self.close();
    }

    /// Writes an element that never has content.
    pub fn void(&mut self, name: &str, attributes: &[(&str, &str)]) {
        self.tag(name, attributes);
        self.text.push_str("/>");
    }

    /// Writes text.
    pub fn text(&mut self, text: &str) {
        self.text.push_str(&xml_escaped(text));
    }

    /// Writes a script or a style sheet, which is raw text in HTML, and a CDATA section in
    /// XML.
    pub fn verbatim(&mut self, name: &'static str, attributes: &[(&str, &str)], content: &str) {
        self.open(name, attributes);
        self.text.extend(["/*<![CDATA[*/\n", content, "/*]]>*/"]);
        self.close();
        self.text.push('\n');
    }

    /// Writes well-formed markup unchanged.
    pub fn markup(&mut self, markup: &str) {
        self.text.push_str(markup);
    }

    /// Writes a picture of [`Colours::OfThePage`](crate::drawing::Colours::OfThePage), which is black
    /// on a page without the style of pictures.
    pub fn picture(&mut self, svg: &str) {
        self.has_pictures = true;
        self.markup(svg);
    }

    /// Returns `true` if the page needs the style of pictures,
    /// [`picture_style`](crate::drawing::picture_style).
    pub fn has_pictures(&self) -> bool {
        self.has_pictures
    }

    /// Returns the page, whose elements are all closed.
    pub fn finish(self) -> String {
        debug_assert!(self.open.is_empty(), "open: {:?}", self.open);
        self.text
    }

    fn tag(&mut self, name: &str, attributes: &[(&str, &str)]) {
        self.text.extend(["<", name]);
        for (name, value) in attributes {
            self.text.extend([" ", name, "=\"", &xml_escaped(value), "\""]);
        }
    }
}
