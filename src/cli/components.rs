//! Reads component systems and their properties.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use super::component_args::PropertyArguments;
use super::failure::Failure;
use super::feed;
use super::input::Input;
use super::models::complaints;
use scm_check::driver::component::{FaultReport, describe_fault};
use scm_check::driver::{Loaded, load};
use scm_check::kernel::diagnostics::Severity;
use scm_check::kernel::source::Source;
use scm_check::kernel::verdict::ExitStatus;
use scm_check::language::component::property::{PropertyText, read_formula, read_monitors};
use scm_check::language::component::{FunctionRegistry, Model, Packages, read};
use scm_check::language::reading::Reading;
use scm_check::model::component::{Fault, Property};

/// Reads a component system, with the packages beside its file that it uses.
pub(crate) fn read_component(input: &Input, source: &Source) -> Reading<Model> {
    let beside = input.path().and_then(Path::parent).map(Path::to_path_buf);
    read(source, &mut Beside(beside), &FunctionRegistry::default())
}

/// Returns the failure of a command since the system has an error.
pub(crate) fn fault_failure(fault: &Fault, loaded: &Loaded, model: &Model) -> Failure {
    let FaultReport { place, message } = describe_fault(fault, model);
    let line = loaded.source().zip(place).map(|(source, at)| source.line_of(at.start()));
    let line = line.map(|line| format!(":{line}")).unwrap_or_default();
    Failure::Usage(format!("{}{line}: {message}", loaded.name))
}

/// Refuses options, each with whether it is given, that say nothing about systems of components.
///
/// # Errors
/// If one is given.
pub(crate) fn refuse_options<const N: usize>(options: [(bool, &str); N]) -> Result<(), Failure> {
    match options.into_iter().find(|option| option.0) {
        Some((_, option)) => {
            Err(Failure::Usage(format!("{option} says nothing about a system of components")))
        }
        None => Ok(()),
    }
}

/// The packages beside a file.
struct Beside(Option<PathBuf>);

impl Packages for Beside {
    fn text(&mut self, path: &str) -> Result<Source, String> {
        let directory = self.0.as_ref().ok_or("standard input has no files beside it")?;
        let file = directory.join(path);
        let bytes = feed::text(&Input::File(file))?;
        Ok(Source::from_bytes(path, bytes))
    }
}

/// Returns the properties that the options name: all of the model if they name none. Their diagnostics are reported by
/// `tell`.
///
/// # Errors
/// If one of them is none: its errors were reported.
pub(crate) fn properties(
    arguments: &PropertyArguments,
    model: &Model,
    tell: &dyn Fn(String),
) -> Result<Vec<Property>, Failure> {
    if arguments.properties.is_empty() {
        return Ok(model.properties.clone());
    }
    let mut found: Vec<Property> = Vec::new();
    for name in &arguments.properties {
        found.extend(named(name, model, tell)?);
    }
    Ok(found)
}

/// Returns the properties of this name: one of the model, those of a file, or a formula.
fn named(name: &OsStr, model: &Model, tell: &dyn Fn(String)) -> Result<Vec<Property>, Failure> {
    let of_model = model.properties.iter().find(|property| name == property.name.as_str());
    if let Some(property) = of_model {
        return Ok(vec![property.clone()]);
    }
    let composite = &model.composite;
    let path = Path::new(name);
    let is_file =
        path.extension().is_some_and(|extension| extension == "monitor") || path.is_file();
    let (loaded, texts) = if is_file {
        let input = Input::File(path.to_path_buf());
        let bytes = feed::text(&input);
        load(path.display().to_string(), bytes, |source| read_monitors(source, composite))
    } else {
        let text = name.to_string_lossy().into_owned();
        load("--property".to_owned(), Ok(text.into_bytes()), |source| {
            read_formula(source, composite).map(|text| vec![text])
        })
    };
    if let Some(text) = complaints(&loaded, Severity::Warning) {
        tell(text);
    }
    let texts = texts.ok_or(Failure::Told(ExitStatus::Refused))?;
    let is_one = texts.len() == 1;
    let renamed = |PropertyText { mut property, .. }| {
        if is_file {
            // A file is named as a whole; of several automata each has its name behind that.
            let file = &loaded.name;
            property.name = if is_one { file.clone() } else { format!("{file}:{}", property.name) };
        }
        property
    };
    Ok(texts.into_iter().map(renamed).collect())
}
