//! Reads component systems and their properties.

use std::ffi::OsStr;
use std::path::Path;

use super::companions::FilesBeside;
use super::component_args::PropertyArguments;
use super::failure::Failure;
use super::feed;
use super::file_kind::is_component_system;
use super::input::Input;
use super::models::{complaints, shown};
use super::option_groups::{ChannelArguments, Colour, EngineChoice, SearchArguments};
use super::output::tell;
use super::run_context::RunContext;
use scm_check::internals::check::witness_trace::UnreadableState;
use scm_check::internals::driver::codes;
use scm_check::internals::driver::component::{
    FaultReport, OwnText, describe_fault, describe_monitor_error,
};
use scm_check::internals::driver::{AnswerSubject, Loaded, load};
use scm_check::internals::kernel::diagnostics::Severity;
use scm_check::internals::kernel::source::Source;
use scm_check::internals::kernel::verdict::ExitStatus;
use scm_check::internals::language::component::property::{
    PropertyText, read_formula, read_monitors,
};
use scm_check::internals::language::component::{FunctionRegistry, Model, read};
use scm_check::internals::language::reading::Reading;
use scm_check::internals::model::component::{Fault, Property};
use scm_check::internals::render::component::fault_row;
use scm_check::internals::render::report::Note;

/// Reads a component system, with the packages beside its file that it uses.
pub(crate) fn read_component(input: &Input, source: &Source) -> Reading<Model> {
    let mut files = FilesBeside::new(input, None, &|_| {});
    read(source, &mut files, &FunctionRegistry::default())
}

/// Reports on standard error that the system has an error, and returns the failure of the command.
pub(crate) fn fault_failure(
    fault: &Fault,
    (loaded, model): (&Loaded, &Model),
    colour: Colour,
) -> Failure {
    let report = describe_fault(fault, model);
    match fault_text(&report, loaded) {
        Some(text) => {
            tell(colour, &text);
            Failure::Told(ExitStatus::Refused)
        }
        None => Failure::Usage(format!("{}: {}", loaded.name, report.message)),
    }
}

/// Reports an error of the system: a diagnostic, and a row.
///
/// # Errors
/// If the report cannot be written.
pub(crate) fn report_fault(
    context: &RunContext<'_>,
    input: &Input,
    loaded: &Loaded,
    report: &FaultReport,
) -> Result<(), Failure> {
    note_fault(context, loaded, report);
    context.reporter.row(input, fault_row(report, loaded))
}

/// Reports the diagnostic of an error of the system, on standard error and in reports for programs.
pub(crate) fn note_fault(context: &RunContext<'_>, loaded: &Loaded, report: &FaultReport) {
    let reporter = context.reporter;
    let source = report.text(loaded.source());
    let note = match (source, report.diagnostic()) {
        (Some(source), Some(diagnostic)) => Note::all(source, &[diagnostic]),
        _ => {
            let code = codes::SYSTEM_ERROR.name;
            vec![Note::without_place(code, &report.message, &loaded.name)]
        }
    };
    reporter.note(note);
    reporter.tell(fault_text(report, loaded).unwrap_or_else(|| {
        let (code, name) = (codes::SYSTEM_ERROR.name, &loaded.name);
        format!("\x1b[1;31merror[{code}]\x1b[0m: {name}: {}\n", report.message)
    }));
}

/// Returns an error of the system with its place, if that is known.
fn fault_text(report: &FaultReport, loaded: &Loaded) -> Option<String> {
    shown(report.text(loaded.source())?, &[report.diagnostic()?], Severity::Error)
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

/// Returns the options of searches that say nothing about systems of components, each with whether it is given.
pub(crate) fn idle_options(search: &SearchArguments) -> [(bool, &'static str); 2] {
    [(search.engine != EngineChoice::Auto, "--engine"), (search.assume_eager, "--assume-eager")]
}

/// Refuses options about channels and their searches if all inputs are systems of components, for which they say
/// nothing.
///
/// # Errors
/// If one is given.
pub(crate) fn refuse_system_options(
    inputs: &[Input],
    channels: &ChannelArguments,
    search: &SearchArguments,
) -> Result<(), Failure> {
    if inputs.is_empty() || !inputs.iter().all(is_component_system) {
        return Ok(());
    }
    refuse_options([(channels.fifo, "--fifo"), (channels.bag, "--bag")])?;
    refuse_options(idle_options(search))
}

/// Properties that options name.
pub(crate) struct AskedProperties {
    pub(crate) properties: Vec<Property>,
    /// The texts of those that do not stand in the model.
    texts: Vec<Option<OwnText>>,
}

impl AskedProperties {
    /// Returns the names.
    pub(crate) fn names(&self) -> Vec<String> {
        self.properties.iter().map(|property| property.name.clone()).collect()
    }

    /// Returns the subjects of the answers.
    pub(crate) fn subjects(&self, loaded: &Loaded) -> Vec<AnswerSubject> {
        self.names().iter().map(|name| loaded.subject(name)).collect()
    }

    /// Returns no properties.
    pub(crate) const fn none() -> Self {
        Self { properties: Vec::new(), texts: Vec::new() }
    }

    /// Returns the properties that the options name: all of the model if they name none. Their diagnostics are reported
    /// by `tell`. What is named twice is there once.
    ///
    /// # Errors
    /// If one of them is none: its errors were reported.
    pub(crate) fn read(
        arguments: &PropertyArguments,
        model: &Model,
        tell: &dyn Fn(String),
    ) -> Result<Self, Failure> {
        let mut asked = Self::none();
        for (number, name) in arguments.properties.iter().enumerate() {
            if !arguments.properties[..number].contains(name) {
                asked.add(name, model, tell)?;
            }
        }
        if arguments.properties.is_empty() {
            asked.properties.clone_from(&model.properties);
            asked.texts.resize_with(model.properties.len(), || None);
        }
        Ok(asked)
    }

    /// Adds the properties of this name: one of the model, those of a file, or a formula.
    fn add(&mut self, name: &OsStr, model: &Model, tell: &dyn Fn(String)) -> Result<(), Failure> {
        let of_model = model.properties.iter().find(|property| name == property.name.as_str());
        if let Some(property) = of_model {
            self.properties.push(property.clone());
            self.texts.push(None);
            return Ok(());
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
        let known: Vec<&str> = model.properties.iter().map(|one| one.name.as_str()).collect();
        if texts.is_none() && !is_file && !known.is_empty() {
            tell(format!("the properties of the file are `{}`\n", known.join("`, `")));
        }
        let texts = texts.ok_or(Failure::Told(ExitStatus::Refused))?;
        let is_one = texts.len() == 1;
        for PropertyText { mut property, sites } in texts {
            if is_file {
                // A file is named as a whole; of several automata each has its name behind that.
                let file = &loaded.name;
                property.name =
                    if is_one { file.clone() } else { format!("{file}:{}", property.name) };
            }
            self.properties.push(property);
            self.texts.push(loaded.source().cloned().map(|source| OwnText { source, sites }));
        }
        Ok(())
    }

    /// Describes why a monitor of one of them cannot read a state.
    pub(crate) fn describe(&self, unreadable: &UnreadableState, model: &Model) -> FaultReport {
        let name = &self.properties[unreadable.property].name;
        let text = self.texts[unreadable.property].as_ref();
        describe_monitor_error(&unreadable.error, name, model, text)
    }
}
