//! The run of all commands with verdicts: input by input, in any language.

use super::certificates::not_certified;
use super::checker::Checker;
use super::failure::Failure;
use super::feed::{self, Unread};
use super::input::Input;
use super::option_groups::{Format, ProgressChoice};
use super::output::{is_same_file, refuse_input, text_style};
use super::picture::refuse_picture;
use super::progress::Display;
use super::reporter::Reporter;
use super::run_context::RunContext;
use super::run_options::RunOptions;
use super::watch::Watch;
use crate::cli::models::{notes, tell_about};
use scm_check::driver::{Loaded, isolated, load};
use scm_check::kernel::source::Source;
use scm_check::language::reading::Reading;
use scm_check::render::report::{ModelSize, Row};

/// What a command does with each input.
pub(crate) trait InputCommand {
    /// The model that a text describes.
    type Model;

    /// Reads a text.
    fn read(&self, input: &Input, source: &Source) -> Reading<Self::Model>;

    /// Returns the size of a model.
    fn size(&self, model: &Self::Model) -> ModelSize;

    /// Answers every question about a model, and reports the answers.
    ///
    /// # Errors
    /// If the report cannot be written.
    fn answer(&mut self, subject: &LoadedModel<'_, Self::Model>) -> Result<(), Failure>;

    /// Handles the input with a number if it is read as a stream, and reports the answers. Returns `true` if it did.
    ///
    /// # Errors
    /// If the report cannot be written.
    fn handle_stream(
        &mut self,
        _context: &RunContext<'_>,
        _number: usize,
    ) -> Result<bool, Failure> {
        Ok(false)
    }

    /// Returns `true` if results can be written as CSV.
    fn writes_csv(&self) -> bool {
        false
    }

    /// Returns `true` if the remaining inputs need not be read.
    fn is_finished(&self) -> bool {
        false
    }

    /// Returns the remark for people on all inputs together, if there is one.
    fn closing(&self) -> Option<String> {
        None
    }
}

/// An input that is not a model: its text, if it could be read, and the row with the reason.
pub(crate) type NoModel = Box<(Option<Loaded>, Row)>;

/// A model with its input, in a run.
pub(crate) struct LoadedModel<'a, M> {
    pub(crate) context: &'a RunContext<'a>,
    /// The input of the model.
    pub(crate) input: &'a Input,
    /// The text of the model, with its diagnostics.
    pub(crate) loaded: &'a Loaded,
    /// The model.
    pub(crate) model: &'a M,
}

/// Answers every question about all inputs, and returns the exit code.
///
/// # Errors
/// If the report cannot be written.
pub(crate) fn run_inputs(
    options: &RunOptions,
    watch: &Watch,
    command: &mut impl InputCommand,
) -> Result<u8, Failure> {
    let report = &options.report;
    if report.format() == Format::Csv && !command.writes_csv() {
        return Err(Failure::usage("--format csv is for logs, as `conform` reads them"));
    }
    if report.asked_format == Format::Auto {
        refuse_picture(&report.output)?;
    }
    if let Some(path) = &report.certificate {
        refuse_input(Some(path), &options.inputs)?;
        if report.output.output.as_ref().is_some_and(|output| is_same_file(output, path)) {
            let path = path.display();
            let why = format!("-o and --certificate name the same file, {path}");
            return Err(Failure::Usage(why));
        }
        if options.inputs.len() > 1 {
            let why = "--certificate takes one model; several are checked with --verify";
            return Err(Failure::usage(why));
        }
    }
    let checker = report.verify.then(Checker::find).transpose()?;
    let mut style = text_style(report.signs, &report.output);
    if report.reproducible {
        style.width = None;
    }
    let reporter = &Reporter::open(
        options.command,
        report,
        options.layout,
        &options.inputs,
        style.width,
        watch,
    )?;
    let progress = if report.quiet { ProgressChoice::None } else { report.progress };
    let display = &Display::new(progress);
    let context =
        RunContext { options, display, watch, checker: checker.as_ref(), reporter, style };
    let last = options.inputs.len();
    for (number, input) in options.inputs.iter().enumerate() {
        if command.is_finished() {
            break;
        }
        context.watch.begin_model(&input.name(context.options.loading.naming));
        let taken = command.handle_stream(&context, number);
        let done = match taken {
            Ok(false) => one(&context, input, command),
            Ok(true) => Ok(()),
            Err(failure) => Err(failure),
        };
        match done {
            Ok(()) => {}
            // Standard output is closed; the results so far determine the exit code.
            Err(Failure::Closed) => return Ok(reporter.unheard(number + 1 < last)),
            Err(failure) => return Err(failure),
        }
    }
    if let Some(path) = report.certificate.as_ref().filter(|_| !reporter.is_certified()) {
        not_certified(path, &[], reporter)?;
    }
    // Drawing a page takes time, too.
    context.watch.begin_model("");
    if let Some(text) = command.closing() {
        reporter.closing(&text)?;
    }
    reporter.finish()
}

/// Answers every question about one model.
fn one(
    context: &RunContext<'_>,
    input: &Input,
    command: &mut impl InputCommand,
) -> Result<(), Failure> {
    match read_input(context, input, command) {
        Err(no_model) => nothing(context, input, no_model),
        Ok((loaded, model)) => {
            tell_about(&loaded, context.options.loading);
            context.reporter.model(&notes(&loaded), Some(command.size(&model)));
            let (loaded, model) = (&loaded, &model);
            command.answer(&LoadedModel { context, input, loaded, model })
        }
    }
}

/// Reads an input within the time limit that has begun, without reporting anything.
pub(crate) fn read_input<I: InputCommand>(
    context: &RunContext<'_>,
    input: &Input,
    command: &I,
) -> Result<(Loaded, I::Model), NoModel> {
    let name = || input.name(context.options.loading.naming);
    let bytes = match feed::text_within(input, &context.watch.control(None)) {
        Ok(bytes) => Ok(bytes),
        Err(Unread::Refused(why)) => Err(why),
        Err(Unread::Cut(limit)) => {
            let row = Row::not_read(name(), limit, context.watch.limits());
            return Err(Box::new((None, row)));
        }
    };
    let read = |source: &Source| command.read(input, source);
    match isolated(|| load(name(), bytes, read)) {
        Ok((loaded, Some(model))) => Ok((loaded, model)),
        Ok((loaded, None)) => {
            let row = Row::without_model(&loaded);
            Err(Box::new((Some(loaded), row)))
        }
        Err(panic) => Err(Box::new((None, Row::broken_reader(name(), &panic)))),
    }
}

/// Reports that an input is not a model.
///
/// # Errors
/// If the report cannot be written.
pub(crate) fn nothing(
    context: &RunContext<'_>,
    input: &Input,
    no_model: NoModel,
) -> Result<(), Failure> {
    let (loaded, row) = *no_model;
    context.reporter.model(&loaded.as_ref().map_or_else(Vec::new, notes), None);
    if let Some(loaded) = &loaded {
        tell_about(loaded, context.options.loading);
        context.describe(loaded);
    }
    context.reporter.row(input, row)
}
