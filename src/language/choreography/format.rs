//! The languages of choreographies.

use crate::kinds::Language;

kernel::words! {
    /// A language in which choreographies are written.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
    pub enum Format {
        /// Choreography automata, one transition a line: `0 -p->q:m via b- 1`.
        Automaton = "choreography automaton",
        /// The global views of `ChorGram`: `sel { A -> B : x + A -> C : y }`.
        ChorGram = "ChorGram",
        /// The core of Scribble, as nuScr reads it.
        Scribble = "Scribble",
        /// Graphs of Graphviz whose edges are labelled `A->B:m`.
        Dot = "DOT",
        /// The protocols of Sprout, without guards.
        Sprout = "Sprout",
    }
}

impl Format {
    /// Returns the language of files with this extension, which is given without its dot.
    ///
    /// ```
    /// use language::choreography::Format;
    ///
    /// assert_eq!(Format::of_extension("sgg"), Some(Format::ChorGram));
    /// assert_eq!(Format::of_extension("scm"), None);
    /// ```
    pub fn of_extension(extension: &str) -> Option<Self> {
        Self::named(Language::of_ending(extension)?.name)
    }

    /// Returns the language with a name; `None` if it is none of choreographies.
    pub fn named(name: &str) -> Option<Self> {
        let all = [Self::Automaton, Self::ChorGram, Self::Scribble, Self::Dot, Self::Sprout];
        all.into_iter().find(|format| format.word() == name)
    }

    /// Returns the prefix of comments that are directives.
    pub(super) fn directive(self) -> &'static str {
        match self {
            Self::Automaton | Self::ChorGram => "#!",
            Self::Scribble | Self::Dot | Self::Sprout => "//#",
        }
    }
}
