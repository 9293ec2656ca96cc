//! The languages of diagrams.

use super::frames::DiagramOptions;
use super::mermaid::read_mermaid;
use super::plantuml::read_plantuml;
use crate::interaction::Model;
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
        Some(match extension {
            "puml" | "plantuml" => Self::PlantUml,
            "mmd" | "mermaid" => Self::Mermaid,
            _ => return None,
        })
    }

    /// Returns the language of a text by its beginning; `None` if it is no diagram.
    ///
    /// # Complexity
    /// Linear in the comments before the diagram.
    pub fn of_text(source: &Source) -> Option<Self> {
        let mut text = source.text().trim_start_matches('\u{feff}').trim_start();
        if text.starts_with("@startuml") {
            return Some(Self::PlantUml);
        }
        if let Some(settings) = text.strip_prefix("---\n") {
            text = settings.split_once("\n---").map_or("", |(_, rest)| rest).trim_start();
        }
        while text.starts_with("%%") {
            let end = if text.starts_with("%%{") { text.find("}%%") } else { text.find('\n') };
            let length = if text.starts_with("%%{") { 3 } else { 0 };
            text = end.map_or("", |end| &text[end + length..]).trim_start();
        }
        text.starts_with("sequenceDiagram").then_some(Self::Mermaid)
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
}
