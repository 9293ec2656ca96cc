//! The colours of pictures, and the style sheet of one kind of picture.

/// The source of the colours of a picture.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Colours {
    /// The page around the picture, which has the [`picture_style`](super::picture_style()) and sets the custom
    /// properties `--ink`, `--paper`, `--muted`, `--accent` and `--cycle`; the picture has no style of its own.
    OfThePage,
    /// Light or dark, by the preference of the reader.
    OfTheReader,
    /// Light, for programs that support no other.
    Light,
}

/// The custom properties, each with its value on light and on dark backgrounds.
const PROPERTIES: [(&str, &str, &str); 5] = [
    ("ink", "#1f2328", "#e6edf3"),
    ("paper", "#ffffff", "#0d1117"),
    ("muted", "#656d76", "#9198a1"),
    ("accent", "#0550ae", "#79b8ff"),
    ("cycle", "#b3370b", "#ff9a5c"),
];

/// The fonts of pictures, which `@font` stands for in their rules.
const FONT: &str =
    "system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,'DejaVu Sans',sans-serif";

/// The style of one kind of picture.
pub(super) struct PictureStyle {
    /// The class of its pictures.
    pub(super) class: &'static str,
    /// The class of the rectangle in the background.
    pub(super) background: &'static str,
    /// The rules that do not depend on colours.
    pub(super) shapes: &'static str,
    /// The rules for colours; `@` precedes the name of a custom property.
    pub(super) paint: &'static str,
}

impl PictureStyle {
    /// Returns the `style` element of a picture with its own style; empty if the page has the style.
    pub(super) fn element(&self, colours: Colours) -> String {
        let shapes = self.shapes();
        let light = self.painted(|&(_, light, _)| light.to_owned());
        match colours {
            Colours::OfThePage => String::new(),
            Colours::Light => format!("<style>{shapes}{light}</style>\n"),
            Colours::OfTheReader => {
                let dark = self.painted(|&(_, _, dark)| dark.to_owned());
                let media = "@media (prefers-color-scheme:dark)";
                format!("<style>{shapes}{light}{media}{{{dark}}}</style>\n")
            }
        }
    }

    /// Returns the rules for a page.
    pub(super) fn page_rules(&self) -> String {
        self.shapes() + &self.painted(|(name, ..)| format!("var(--{name})"))
    }

    fn shapes(&self) -> String {
        self.shapes.replace("@font", FONT)
    }

    /// Returns the rules for colours with the value of each custom property.
    fn painted(&self, value: impl Fn(&(&str, &str, &str)) -> String) -> String {
        PROPERTIES.iter().fold(self.paint.to_owned(), |rules, property| {
            rules.replace(&format!("@{}", property.0), &value(property))
        })
    }
}
