//! Markup that is well-formed by construction.

use crate::drawing::xml_escaped;

/// A page under construction: text is escaped, and elements are closed in order.
#[derive(Debug, Default)]
pub(super) struct Markup {
    text: String,
    /// The elements that are open.
    open: Vec<&'static str>,
    /// Whether it has pictures of the page's colours.
    has_pictures: bool,
}

impl Markup {
    /// Opens an element.
    pub(super) fn open(&mut self, name: &'static str, attributes: &[(&str, &str)]) {
        self.tag(name, attributes);
        self.text.push('>');
        self.open.push(name);
    }

    /// Closes the element that was opened last.
    pub(super) fn close(&mut self) {
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
    pub(super) fn element(&mut self, name: &'static str, attributes: &[(&str, &str)], text: &str) {
        self.open(name, attributes);
        self.text(text);
        self.close();
    }

    /// Writes an element that never has content.
    pub(super) fn void(&mut self, name: &str, attributes: &[(&str, &str)]) {
        self.tag(name, attributes);
        self.text.push_str("/>");
    }

    /// Writes text.
    pub(super) fn text(&mut self, text: &str) {
        self.text.push_str(&xml_escaped(text));
    }

    /// Writes a script or a style sheet, which HTML reads as it stands, and XML in a section of
    /// characters.
    pub(super) fn verbatim(
        &mut self,
        name: &'static str,
        attributes: &[(&str, &str)],
        content: &str,
    ) {
        self.open(name, attributes);
        self.text.extend(["/*<![CDATA[*/\n", content, "/*]]>*/"]);
        self.close();
        self.text.push('\n');
    }

    /// Writes markup that is complete in itself.
    pub(super) fn markup(&mut self, markup: &str) {
        self.text.push_str(markup);
    }

    /// Writes a picture of [`Colours::OfThePage`](crate::drawing::Colours::OfThePage), which is black
    /// on a page without their style.
    pub(super) fn picture(&mut self, svg: &str) {
        self.has_pictures = true;
        self.markup(svg);
    }

    /// Tells whether the page needs the style of pictures.
    pub(super) fn has_pictures(&self) -> bool {
        self.has_pictures
    }

    /// Returns the page.
    pub(super) fn finish(self) -> String {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_and_attributes_are_escaped() {
        let mut markup = Markup::default();
        markup.open("p", &[("title", "a\"b")]);
        markup.text("</script> & 'more'");
        markup.void("br", &[]);
        markup.close();
        let text = "<p title=\"a&quot;b\">&lt;/script&gt; &amp; &#39;more&#39;<br/></p>\n";
        assert_eq!(markup.finish(), text);
    }
}
