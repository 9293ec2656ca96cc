//! What texts are, and which commands read them.

use super::failure::Failure;
use super::input::{Input, Naming};
use scm_check::internals::driver::{Loaded, codes};
use scm_check::internals::kernel::diagnostics::Diagnostic;
use scm_check::internals::kernel::source::{Source, Span};
use scm_check::internals::language::kinds::{Kind, Language};
use scm_check::internals::language::reading::codes::OTHER_LANGUAGE;
use scm_check::internals::render::sentences::{advise_how, shell_word};

/// The models of which `check` reads each.
pub(crate) const MODELS: &[Kind] =
    &[Kind::System, Kind::Components, Kind::Choreography, Kind::Interaction];
/// The models that have messages between participants.
pub(crate) const PROTOCOLS: &[Kind] = &[Kind::Choreography, Kind::Interaction];

/// Returns advice on what to do with a text of a kind, which is in the file with this name.
fn advice(kind: Kind, name: &str) -> String {
    let name = shell_word(name);
    let projected = format!("`scm-check convert {name} --to scm` makes a system of it");
    match kind {
        Kind::System | Kind::Components => format!("see `scm-check check {name}`"),
        Kind::Choreography | Kind::Interaction => {
            format!("see `scm-check check {name}`; {projected}")
        }
        Kind::Automaton | Kind::Log => format!("see `scm-check show {name}`"),
        Kind::Multitrace => {
            format!("see `scm-check show {name}`, `scm-check conform --model MODEL {name}`")
        }
        Kind::Formula => format!("see `scm-check generate 3sat {name}`"),
        Kind::Evidence => format!("see `scm-check run {name}`"),
    }
}

/// Adds to the diagnostics of a text what can be asked of the program, and to that of a text in another language than the
/// expected one which commands read it.
pub(crate) fn advise(loaded: &mut Loaded) {
    loaded.diagnostics.iter_mut().for_each(advise_how);
    let Ok(source) = &loaded.text else { return };
    let mistaken = loaded.diagnostics.iter_mut().find(|one| one.code == OTHER_LANGUAGE);
    let Some(mistaken) = mistaken else { return };
    let path = std::path::Path::new(&loaded.name);
    let ending = path.extension().and_then(std::ffi::OsStr::to_str);
    mistaken.help.push(match Language::of_text(source) {
        // By its ending it is read as something else.
        Some(Language { endings: [right, ..], .. })
            if Language::of(ending, source) != Language::of_text(source) =>
        {
            format!("rename it to {}", path.with_extension(right).display())
        }
        Some(found) => advice(found.kind, &loaded.name),
        None => "what is read: `scm-check explain formats`".to_owned(),
    });
}

/// Returns what an input is: by its ending or, where that says nothing, by its beginning; `None` for all that may be a text of
/// any kind.
pub(crate) fn kind(input: &Input, source: &Source) -> Option<Kind> {
    Language::of(input.extension(), source).map(|language| language.kind)
}

/// Returns what an input is by its ending, if that says so.
pub(crate) fn kind_by_name(input: &Input) -> Option<Kind> {
    input.extension().and_then(Language::of_ending).map(|language| language.kind)
}

/// Returns `true` if the extension of a file is that of component systems.
pub(crate) fn is_component_system(input: &Input) -> bool {
    kind_by_name(input) == Some(Kind::Components)
}

/// Returns `true` for an input that has a component system, without reading it: what is on standard input is
/// recognised by the bytes that come first.
pub(crate) fn is_component_input(input: &Input) -> bool {
    match input {
        Input::Standard => {
            kind(input, &Source::from_bytes("-", input.begin())) == Some(Kind::Components)
        }
        _ => is_component_system(input),
    }
}

/// Returns the kind of a file that is a model but not a system, and advice on how to use it, by its extension.
fn other_kind(input: &Input) -> Option<(&'static str, String)> {
    let kind = kind_by_name(input)?;
    let is_model = MODELS.contains(&kind) && kind != Kind::System;
    is_model.then(|| (kind.described(), advice(kind, &input.name(Naming::Path))))
}

/// Refuses to rewrite the statements of what is no model in SCM.
///
/// # Errors
/// If there is such an input.
pub(crate) fn refuse_update(inputs: &[Input]) -> Result<(), Failure> {
    let other = inputs.iter().find_map(|input| {
        let source = Source::from_bytes("", input.begin());
        let language = Language::of(input.extension(), &source)?;
        (language.name != "SCM").then_some((input.path()?, language))
    });
    other.map_or(Ok(()), |(path, language)| {
        let what = match language.kind {
            Kind::System => format!("a system in {}", language.name),
            kind => kind.described().to_owned(),
        };
        let path = path.display();
        Err(Failure::Usage(format!("`--update` rewrites models of SCM, and {path} is {what}")))
    })
}

/// Returns the diagnostic for a model of another kind than those that are wanted, by its extension. What is read as anything
/// but a system may have any extension but that of systems of components.
pub(crate) fn mistaken_kind(input: &Input, wanted: &[Kind]) -> Option<Diagnostic> {
    let what = match wanted[0] {
        Kind::System => "system of automata in SCM",
        Kind::Choreography => "choreography",
        _ => "interaction",
    };
    let is_wanted = kind_by_name(input).is_some_and(|kind| wanted.contains(&kind));
    let mistaken = other_kind(input).filter(|_| !is_wanted)?;
    let is_any = wanted[0] == Kind::System || is_component_system(input);
    is_any.then(|| mistaken_as(mistaken, what))
}

/// Returns the diagnostic for a system of components that is read as `wanted`, which is another kind of model.
pub(crate) fn component_diagnostic(input: &Input, wanted: &str) -> Option<Diagnostic> {
    let kind = other_kind(input).filter(|_| is_component_system(input))?;
    Some(mistaken_as(kind, wanted))
}

fn mistaken_as((what, help): (&str, String), wanted: &str) -> Diagnostic {
    let message = format!("this is {what}, and no {wanted}");
    Diagnostic::new(codes::UNREADABLE, Span::default(), message).help(help)
}
