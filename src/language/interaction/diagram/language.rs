//! The languages of diagrams.

use super::frames::DiagramOptions;
use super::mermaid::{other_mermaid, read_mermaid};
use super::plantuml::{other_plantuml, read_plantuml};
use crate::interaction::Model;
use crate::kinds::Language;
use crate::reading::Reading;
use kernel::source::Source;

/// A language of sequence diagrams.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DiagramLanguage {
    /// `PlantUML`.
    PlantUml,
    /// Mermaid.
    Mermaid,
}

impl DiagramLanguage {
    /// Returns the language of files with an extension, which is also that of blocks in Markdown; `None` if there is
    /// none.
    pub fn of_extension(extension: &str) -> Option<Self> {
        Language::of_ending(extension).and_then(Self::of)
    }

    /// Returns the language of diagrams that a language is.
    pub fn of(language: &Language) -> Option<Self> {
        match language.name {
            "PlantUML" => Some(Self::PlantUml),
            "Mermaid" => Some(Self::Mermaid),
            _ => None,
        }
    }

    /// Returns the language of a text by its beginning; `None` if it is no diagram.
    ///
    /// # Complexity
    /// Linear in the text.
    pub fn of_text(source: &Source) -> Option<Self> {
        Language::of_text(source).and_then(Self::of)
    }

    /// Reads a diagram in the language.
    ///
    /// # Complexity
    /// That of [`read_plantuml`] or [`read_mermaid`].
    pub fn read(self, source: &Source, options: DiagramOptions) -> Reading<Model> {
        match self {
            Self::PlantUml => read_plantuml(source, options),
            Self::Mermaid => read_mermaid(source, options),
        }
    }

    /// Returns what a diagram in the language shows, if it is no sequence diagram: "flowchart", "classes".
    ///
    /// # Complexity
    /// That of [`Self::read`].
    pub fn other_diagram(self, source: &Source) -> Option<String> {
        match self {
            Self::PlantUml => other_plantuml(source),
            Self::Mermaid => other_mermaid(source),
        }
    }
}
