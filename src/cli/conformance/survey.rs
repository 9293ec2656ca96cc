//! Lists what logs hold, without a model.

use super::inputs::LogInput;
use super::log_inputs::{LogInputs, Logs, report_unread};
use crate::cli::failure::Failure;
use crate::cli::input::Input;
use crate::cli::run::{InputCommand, LoadedModel};
use crate::cli::run_context::RunContext;
use scm_check::internals::driver::conformance::{
    LogFault, LogGroup, LogObserver, LogOptions, LogReading, LogSource, Stop,
};
use scm_check::internals::kernel::source::Source;
use scm_check::internals::kernel::verdict::ExitStatus;
use scm_check::internals::language::log::{LogReader, unknown_log};
use scm_check::internals::language::reading::Reading;
use scm_check::internals::render::conformance::{
    fault_text, first_session_chart, survey_json, survey_text,
};
use scm_check::internals::render::diagrams::{Picture, PictureForm};
use scm_check::internals::render::report::ModelSize;

/// Lists what logs hold.
pub(crate) struct SurveyCommand<'a> {
    inputs: &'a [LogInput],
    options: LogOptions,
    form: SurveyForm,
}

/// The form of what is listed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SurveyForm {
    /// For people.
    Text,
    /// A line of JSON for each log.
    Json,
    /// A picture of the first session.
    Picture(PictureForm),
}

impl<'a> SurveyCommand<'a> {
    /// Returns the command for logs.
    pub(crate) fn new(inputs: &'a [LogInput], options: LogOptions, form: SurveyForm) -> Self {
        Self { inputs, options, form }
    }
}

impl InputCommand for SurveyCommand<'_> {
    type Model = ();

    fn read(&self, _: &RunContext<'_>, _: &Input, _: &Source) -> Reading<()> {
        Reading::refused(unknown_log())
    }

    fn size(&self, (): &()) -> ModelSize {
        ModelSize { participants: 0, channels: 0, architecture: None }
    }

    fn answer(&mut self, _: &LoadedModel<'_, ()>) -> Result<(), Failure> {
        Ok(())
    }

    fn handle_stream(&mut self, context: &RunContext<'_>, number: usize) -> Result<bool, Failure> {
        let input = &self.inputs[number];
        let Some(format) = input.format else { return Ok(false) };
        let name = input.input.name(context.options.loading.naming);
        let sources = [LogSource { name, format, location: input.location.clone() }];
        let group = LogGroup::surveying(context, &self.options, &sources);
        let inputs = [input];
        let files = LogInputs::new(context, &inputs, &group);
        let mut logs = LogReading { group, files };
        logs.read(&mut Survey { form: self.form })?;
        // What cannot be read is a row.
        let stop = logs.group.stop.filter(|&stop| stop != Stop::Unread);
        logs.files.settle(stop);
        Ok(true)
    }
}

/// Prints what each log holds.
struct Survey {
    form: SurveyForm,
}

impl<'f> LogObserver<LogInputs<'f>> for Survey {
    type Error = Failure;

    fn on_data(&mut self, _: &mut Logs<'_, 'f>) -> Result<(), Failure> {
        Ok(())
    }

    fn on_end(
        &mut self,
        logs: &mut Logs<'_, 'f>,
        reader: &LogReader,
        fault: Option<LogFault>,
    ) -> Result<(), Failure> {
        logs.files.close_diagnostics(reader);
        let Some(survey) = logs.group.sessions.take_survey() else { return Ok(()) };
        let reporter = logs.files.context.reporter;
        if survey.events() == 0 {
            reporter.settle(ExitStatus::Open);
        }
        let (name, style) = (logs.group.name(), logs.files.context.style);
        match self.form {
            SurveyForm::Json => reporter.text(&survey_json(reader, name, &survey))?,
            _ if fault == Some(LogFault::WrongLanguage) => {}
            SurveyForm::Text => reporter.text(&survey_text(reader, name, &survey, style))?,
            SurveyForm::Picture(form) => {
                let chart = first_session_chart(&survey).unwrap_or_default();
                let (before, after) = (format!("{name}\n\n"), String::new());
                let picture = Picture::Chart { chart, before, after, json: None };
                let encoded = picture.encoded(form, style)?;
                reporter.text(&String::from_utf8_lossy(&encoded))?;
            }
        }
        match fault {
            Some(_) if self.form == SurveyForm::Json => {
                reporter.settle(ExitStatus::Refused);
                Ok(())
            }
            Some(fault) => report_unread(logs, fault_text(fault)),
            None => Ok(()),
        }
    }

    fn on_error(&mut self, logs: &mut Logs<'_, 'f>, why: &str) -> Result<(), Failure> {
        report_unread(logs, format!("{why}, nothing read"))
    }
}
