//! Kind of a file, by the extension of its name.

use super::failure::Failure;
use super::input::Input;
use super::values::{Choice, one_of};
use clap::Args;
use scm_check::driver::codes;
use scm_check::kernel::diagnostics::Diagnostic;
use scm_check::kernel::source::{Source, Span};
use scm_check::language::choreography::Format;
use scm_check::language::interaction::DiagramLanguage;
use scm_check::language::reading::begins_as_components;

/// A kind of files in directories: their extensions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Kind(pub(crate) &'static [&'static str]);

/// The kinds of files that directories may be searched for.
pub(crate) const KINDS: [Choice<Kind>; 7] = [
    (
        "choreography",
        Kind(&["ca", "gc", "sgg", "sprout"]),
        "Choreographies: *.ca, *.gc, *.sgg, *.sprout",
    ),
    ("interaction", Kind(&["hif"]), "Interactions: *.hif"),
    ("mermaid", Kind(&["mmd", "mermaid"]), "Diagrams of Mermaid: *.mmd, *.mermaid"),
    ("plantuml", Kind(&["puml", "plantuml"]), "Diagrams of PlantUML: *.puml, *.plantuml"),
    ("markdown", Kind(&["md", "markdown"]), "The diagrams in documents: *.md, *.markdown"),
    ("scribble", Kind(&["scr", "nuscr"]), "Protocols of Scribble and nuScr: *.scr, *.nuscr"),
    ("graph", Kind(&["dot"]), "Graphs of choreographies: *.dot"),
];

// What directories are searched for.
#[derive(Args, Debug, Default)]
pub(crate) struct KindArguments {
    /// Look for files of these kinds in directories, too
    #[arg(long = "kind", value_name = "KINDS", value_delimiter = ',', value_parser = one_of(&KINDS))]
    pub(crate) kinds: Vec<Kind>,
}

impl KindArguments {
    /// Returns the extensions of a command with those of the kinds that are asked for.
    pub(crate) fn extensions(&self, usual: &[&'static str]) -> Vec<&'static str> {
        let mut all = usual.to_vec();
        for extension in self.kinds.iter().flat_map(|kind| kind.0) {
            if !all.contains(extension) {
                all.push(extension);
            }
        }
        all
    }
}

/// The extensions of interactions in directories.
pub(crate) const INTERACTION_EXTENSIONS: [&str; 3] = ["hif", "puml", "plantuml"];

/// The commands that read systems of components.
const COMPONENT_COMMANDS: &str =
    "see `scm-check check`, `safety`, `run`, `monitor`, `simulate`, `draw`, `fmt`";

/// The extension of systems of components.
pub(crate) const COMPONENT_EXTENSION: &str = "bip";

/// Returns `true` if the extension of a file is that of component systems.
pub(crate) fn is_component_system(input: &Input) -> bool {
    input.extension() == Some(COMPONENT_EXTENSION)
}

/// Returns `true` if a text is one of a component system: by the extension of its file, on standard input by its
/// beginning.
pub(crate) fn is_component_text(input: &Input, source: &Source) -> bool {
    is_component_system(input) || *input == Input::Standard && begins_as_components(source)
}

/// Returns `true` for an input that has a component system, without reading it: what is on standard input is
/// recognised as by [`is_component_text`], by the bytes that come first.
pub(crate) fn is_component_input(input: &Input) -> bool {
    match input {
        Input::Standard => is_component_text(input, &Source::from_bytes("-", input.begin())),
        _ => is_component_system(input),
    }
}

/// Returns `true` if the extension of a file is that of interactions.
pub(crate) fn is_interaction(input: &Input) -> bool {
    let is_it =
        |ending| matches!(ending, "hsf" | "hif") || DiagramLanguage::of_extension(ending).is_some();
    input.extension().is_some_and(is_it)
}

/// Returns `true` if a text is an interaction: by the extension of its file or, where that says nothing, by its
/// beginning.
pub(crate) fn is_interaction_text(input: &Input, source: &Source) -> bool {
    is_interaction(input)
        || other_kind(input).is_none() && DiagramLanguage::of_text(source).is_some()
}

/// Returns `true` if the extension of a file is that of a language of choreographies.
pub(crate) fn is_choreography(input: &Input) -> bool {
    input.extension().and_then(Format::of_extension).is_some()
}

/// Returns the kind of a file that is not a system, and advice on how to use it, by its extension.
pub(crate) fn other_kind(input: &Input) -> Option<(&'static str, &'static str)> {
    if is_interaction(input) {
        let help = "see `scm-check chor check`, `interaction nfa`, `draw`; `interaction project` makes a system of it";
        Some(("an interaction", help))
    } else if is_choreography(input) {
        let help = "see `scm-check chor check`, `draw`; `chor project` makes a system of it";
        Some(("a choreography", help))
    } else if is_component_system(input) {
        Some(("a system of components", COMPONENT_COMMANDS))
    } else {
        None
    }
}

/// Refuses to rewrite the statements of what is no model in SCM.
///
/// # Errors
/// If there is such an input.
pub(crate) fn refuse_update(inputs: &[Input]) -> Result<(), Failure> {
    let other = inputs.iter().find_map(|input| Some((input.path()?, other_kind(input)?.0)));
    other.map_or(Ok(()), |(path, what)| {
        let path = path.display();
        Err(Failure::Usage(format!("`--update` rewrites models of SCM, and {path} is {what}")))
    })
}

/// Returns the diagnostic for a file of another kind that is read as a system.
pub(crate) fn other_kind_diagnostic(input: &Input) -> Option<Diagnostic> {
    Some(mistaken(other_kind(input)?, "system of automata in SCM"))
}

/// Returns the diagnostic for a system of components that is read as `wanted`, which is another kind of model.
pub(crate) fn component_diagnostic(input: &Input, wanted: &str) -> Option<Diagnostic> {
    let kind = other_kind(input).filter(|_| is_component_system(input))?;
    Some(mistaken(kind, wanted))
}

fn mistaken((what, help): (&str, &str), wanted: &str) -> Diagnostic {
    let message = format!("this is {what}, and no {wanted}");
    Diagnostic::new(codes::UNREADABLE, Span::default(), message).help(help)
}
