//! Models of any kind, read in the language that their texts are in.

use crate::ask::Subject;
use kernel::diagnostics::Diagnostic;
use kernel::source::{Source, Span};
use language::choreography::{self, Format, Guards};
use language::component::{self, FunctionRegistry, Packages};
use language::interaction::codes::LEFT_OUT;
use language::interaction::{self, DiagramLanguage, DiagramOptions};
use language::kinds::{Kind, Language};
use language::reading::Reading;
use language::{fsa, scm, system};
use model::interaction::Repetition;
use model::trace::Signature;

/// A system, a choreography, an interaction or a system of components.
#[derive(Debug)]
pub enum AnyModel {
    /// A system of automata.
    System(Box<system::Model>),
    /// A choreography.
    Choreography(Box<choreography::Model>),
    /// An interaction.
    Interaction(Box<interaction::Model>),
    /// A system of components.
    Components(Box<component::Model>),
}

/// How texts are read that leave something open.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ReadingOptions {
    /// The language of choreographies, if it is not that of the ending of the file, or of the beginning of the text.
    pub format: Option<Format>,
    /// What is made of guards, which choreographies have not.
    pub guards: Guards,
    /// What loops of diagrams mean that do not say it.
    pub loops: Option<Repetition>,
}

impl Default for ReadingOptions {
    fn default() -> Self {
        Self { format: None, guards: Guards::Refused, loops: None }
    }
}

/// What is known of a text besides its bytes: its name, and the files that it is read with.
pub trait Companions: Packages {
    /// Returns the ending of the name of the file, without its dot.
    fn ending(&self) -> Option<&str>;

    /// Returns the signature of an interaction, if there is a file with it.
    ///
    /// # Errors
    /// If that file cannot be read as one.
    fn signature(&mut self) -> Result<Option<Signature>, Box<Diagnostic>>;

    /// Returns what is said about other diagrams of the same file, which are not read, if there are any.
    fn left_out(&self) -> Option<&str>;
}

impl AnyModel {
    /// Reads a text as a model of one of `kinds`: of the one that the ending of the file says, else that as which the text
    /// begins, else of the first.
    ///
    /// # Panics
    /// If `kinds` is empty.
    pub fn read(
        source: &Source,
        kinds: &[Kind],
        options: ReadingOptions,
        companions: &mut dyn Companions,
    ) -> Reading<Self> {
        let found = Language::of(companions.ending(), source).map(|language| language.kind);
        let found = found.filter(|kind| options.format.is_none() && kinds.contains(kind));
        match found.unwrap_or(kinds[0]) {
            Kind::Components => component::read(source, companions, &FunctionRegistry::default())
                .map(|model| Self::Components(Box::new(model))),
            Kind::Interaction => read_interaction(source, options, companions)
                .map(|model| Self::Interaction(Box::new(model))),
            Kind::Choreography => read_choreography(source, options, companions.ending())
                .map(|model| Self::Choreography(Box::new(model))),
            _ => {
                read_system(source, companions.ending()).map(|model| Self::System(Box::new(model)))
            }
        }
    }

    /// Returns `true` if another text describes the same model, wherever its parts stand.
    pub fn says_the_same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::System(one), Self::System(other)) => {
                (&one.system, &one.bad, &one.expectations)
                    == (&other.system, &other.bad, &other.expectations)
            }
            (Self::Choreography(one), Self::Choreography(other)) => {
                (&one.description, &one.expectations) == (&other.description, &other.expectations)
            }
            (Self::Interaction(one), Self::Interaction(other)) => {
                (&one.interaction, &one.expectations) == (&other.interaction, &other.expectations)
            }
            _ => false,
        }
    }

    /// Returns the model as one of which something is asked.
    pub fn subject(&self) -> &dyn Subject {
        match self {
            Self::System(model) => &**model,
            Self::Choreography(model) => &**model,
            Self::Interaction(model) => &**model,
            Self::Components(model) => &**model,
        }
    }
}

/// The languages of systems by their names, each with what reads it.
const SYSTEMS: &[(&str, fn(&Source) -> Reading<system::Model>)] =
    &[("SCM", scm::read), ("FSA", fsa::read)];

/// Reads a system in the language that the ending of its file or its beginning say, else in SCM.
pub fn read_system(source: &Source, ending: Option<&str>) -> Reading<system::Model> {
    let language = Language::of(ending, source);
    let row = SYSTEMS.iter().find(|(name, _)| language.is_some_and(|known| known.name == *name));
    row.map_or_else(|| scm::read(source), |(_, read)| read(source))
}

/// Reads a choreography in the language that the options, the ending of its file or its beginning say, else as a
/// choreography automaton.
pub fn read_choreography(
    source: &Source,
    options: ReadingOptions,
    ending: Option<&str>,
) -> Reading<choreography::Model> {
    let language = Language::of(ending, source);
    let format = language.and_then(|language| Format::named(language.name));
    let format = options.format.or(format).unwrap_or(Format::Automaton);
    choreography::read_with(source, format, options.guards)
}

/// Reads an interaction: a diagram, or a term with its signature.
pub fn read_interaction(
    source: &Source,
    options: ReadingOptions,
    companions: &mut dyn Companions,
) -> Reading<interaction::Model> {
    let by_ending = companions.ending().and_then(DiagramLanguage::of_extension);
    if let Some(language) = by_ending.or_else(|| DiagramLanguage::of_text(source)) {
        let mut reading = language.read(source, DiagramOptions { loops: options.loops });
        if let (Some(_), Some(text)) = (&reading.model, companions.left_out()) {
            reading.diagnostics.insert(0, left_out(source, text));
        }
        return reading;
    }
    match companions.signature() {
        Ok(signature) => interaction::read(source, signature.as_ref()),
        Err(diagnostic) => Reading::refused(*diagnostic),
    }
}

/// Returns the warning about the diagrams of the same file that are left out, at the first line of this one.
fn left_out(source: &Source, text: &str) -> Diagnostic {
    let start = source.text().len() - source.text().trim_start().len();
    let first = source.text()[start..].lines().next().unwrap_or_default();
    let label = "the first diagram that is read";
    LEFT_OUT.at(Span::new(start, start + first.trim_end().len()), text).label(label)
}
