//! `run`: runs a component system, writes its log, monitors its properties.

use std::io::Write;
use std::path::Path;

use crate::cli::component_args::ExecuteArguments;
use crate::cli::components::{
    AskedProperties, idle_options, read_component, refuse_options, report_fault,
};
use crate::cli::failure::Failure;
use crate::cli::input::{Input, Sought, only_one};
use crate::cli::machine::thread_time;
use crate::cli::option_groups::SearchArguments;
use crate::cli::output::refuse_input;
use crate::cli::run::{InputCommand, LoadedModel, run_inputs};
use crate::cli::run_context::RunContext;
use crate::cli::run_options::RunOptions;
use crate::cli::watch::Watch;
use scm_check::internals::driver::component::{
    EngineOptions, Execution, RunEnd, RunLog, WatchOptions, describe_fault, execute,
};
use scm_check::internals::kernel::base::Limit;
use scm_check::internals::kernel::source::Source;
use scm_check::internals::kernel::verdict::{ExitStatus, Verdict};
use scm_check::internals::language::component::Model;
use scm_check::internals::language::component_log::{EventWriter, LineFormat};
use scm_check::internals::language::kinds::Kind;
use scm_check::internals::language::reading::Reading;
use scm_check::internals::render::component::{property_row, run_statistics, run_summary};
use scm_check::internals::render::report::{Amount, ModelSize, ResultLayout, Row, write_row};

/// Maximum number of states of a monitor of a formula, unless the user says otherwise.
const MONITOR_STATES: usize = 1_000_000;

/// Returns the maximum number of states of a monitor of a formula.
pub(super) fn monitor_states(search: &SearchArguments) -> usize {
    search.max_states.map_or(MONITOR_STATES, |most| usize::try_from(most).unwrap_or(usize::MAX))
}

/// Runs the command, and returns the exit code, which depends on the properties.
///
/// # Errors
/// If the options do not fit, or the report or the log cannot be written.
pub(super) fn run(arguments: &ExecuteArguments, watch: &Watch) -> Result<u8, Failure> {
    let ExecuteArguments { search, report, .. } = arguments;
    report.refuse_evidence("runs of component systems")?;
    refuse_options(idle_options(search))?;
    let input =
        only_one(&arguments.system, Sought::Kinds(&[Kind::Components]), "system; run takes one")?;
    let inputs = vec![input];
    let log = match arguments.log.as_slice() {
        [] => None,
        [log] => Some(log.as_path()),
        _ => return Err(Failure::usage("a run has one log; name one --log FILE")),
    };
    refuse_input(log, &inputs)?;
    if arguments.changed_only && log.is_none() {
        return Err(Failure::usage("--changed-only is about the log: name one with --log FILE"));
    }
    let is_log_shown = log == Some(Path::new("-"));
    let layout = match (is_log_shown && report.output.output.is_none(), report.quiet) {
        (true, _) if !report.format().is_text() => {
            let why = "the log and the report are both for standard output; name a file with -o";
            return Err(Failure::usage(why));
        }
        (true, _) => ResultLayout::Silent,
        (false, true) => ResultLayout::Blocks(Amount::Line),
        (false, false) => ResultLayout::Blocks(Amount::Everything),
    };
    let options = RunOptions::new("run", inputs, search, report, layout);
    run_inputs(&options, watch, &mut ExecuteCommand { arguments, log })
}

struct ExecuteCommand<'a> {
    arguments: &'a ExecuteArguments,
    log: Option<&'a Path>,
}

impl InputCommand for ExecuteCommand<'_> {
    type Model = Model;

    fn read(&self, _: &RunContext<'_>, input: &Input, source: &Source) -> Reading<Model> {
        read_component(input, source)
    }

    fn size(&self, model: &Model) -> ModelSize {
        size(model)
    }

    fn answer(&mut self, subject: &LoadedModel<'_, Model>) -> Result<(), Failure> {
        let &LoadedModel { context, input, loaded, model } = subject;
        let arguments = self.arguments;
        let composite = &model.composite;
        let reporter = context.reporter;
        let asked = if arguments.unmonitored {
            AskedProperties::none()
        } else {
            AskedProperties::read(&arguments.property, model, &|text| reporter.tell(text))?
        };
        let options = EngineOptions {
            threads: arguments.threads,
            interactions: arguments.interactions,
            seed: arguments.seed,
            waits_for_all: arguments.snapshot,
            cpu_time: thread_time,
        };
        let watched = WatchOptions {
            properties: &asked.properties,
            semantics: arguments.property.semantics,
            max_states: monitor_states(&arguments.search),
            stops_on_violation: arguments.stop_on_violation,
            window: arguments.property.window(),
            reconstructs: !arguments.unmonitored,
        };
        let mut output = self.log.map(open_log).transpose()?;
        let log = output.as_mut().map(|output| RunLog {
            output: &mut **output,
            writer: EventWriter::new(composite, line_format(self.log)),
            changed_only: arguments.changed_only,
        });
        context.watch.ask(asked.subjects(loaded));
        // A run lasts as long as it is asked to.
        let control = context.watch.control(None);
        let run = match execute(composite, &options, &watched, log, &control) {
            Ok(run) => run,
            Err(fault) => {
                return report_fault(context, input, loaded, &describe_fault(&fault, model));
            }
        };
        self.report(subject, &asked, &run)
    }
}

impl ExecuteCommand<'_> {
    fn report(
        &self,
        subject: &LoadedModel<'_, Model>,
        asked: &AskedProperties,
        run: &Execution,
    ) -> Result<(), Failure> {
        let &LoadedModel { context, input, loaded, model } = subject;
        let reporter = context.reporter;
        let style = context.style();
        if let Some(error) = &run.log_failure {
            let path = self.log.unwrap_or(Path::new("-"));
            reporter.fault(&Failure::writing(path.display().to_string(), error));
        }
        if let RunEnd::Fault(fault) = &run.summary.end {
            report_fault(context, input, loaded, &describe_fault(fault, model))?;
        }
        if let Some(unreadable) = &run.unreadable {
            report_fault(context, input, loaded, &asked.describe(unreadable, model))?;
        }
        for answer in &run.answers {
            let subject = loaded.subject(&answer.name);
            let row = property_row(answer, (&model.composite, None), subject, "run", &style);
            if context.options.layout == ResultLayout::Silent {
                // The log has standard output.
                reporter.tell(text_of(&row, context.options.report.quiet));
            }
            reporter.row(input, row)?;
        }
        if let RunEnd::Cut(limit) = run.summary.end
            && (run.answers.is_empty() || limit == Limit::Interrupted)
        {
            // The answers need not say that the run did not end by itself.
            reporter.settle(ExitStatus::from_verdict(Verdict::Unknown(limit.into()), None));
        }
        let statistics = run_statistics(run, context.detail());
        reporter.record(move |writer| writer.report.count(statistics));
        let summary = run_summary(&loaded.name, run, context.detail());
        match context.options.layout {
            _ if context.options.report.quiet || !reporter.is_for_people() => Ok(()),
            ResultLayout::Silent => {
                reporter.tell(summary);
                Ok(())
            }
            _ => reporter.remark(&summary),
        }
    }
}

/// Returns a result as people see it.
fn text_of(row: &Row, is_quiet: bool) -> String {
    let mut text = Vec::new();
    let amount = if is_quiet { Amount::Line } else { Amount::Everything };
    write_row(row, amount, &mut text).expect("memory takes it");
    String::from_utf8_lossy(&text).into_owned()
}

/// Returns the size of a system of components.
pub(in crate::cli) fn size(model: &Model) -> ModelSize {
    ModelSize { participants: model.composite.components().len(), channels: 0, architecture: None }
}

/// Returns the form of the lines of a log, by the ending of its name.
pub(super) fn line_format(path: Option<&Path>) -> LineFormat {
    let is_csv = path.and_then(Path::extension).is_some_and(|extension| extension == "csv");
    if is_csv { LineFormat::Csv } else { LineFormat::Json }
}

fn open_log(path: &Path) -> Result<Box<dyn Write + Send>, Failure> {
    if path == Path::new("-") {
        return Ok(Box::new(std::io::stdout()));
    }
    let file = std::fs::File::create(path);
    let file = file.map_err(|error| Failure::writing(path.display().to_string(), &error))?;
    Ok(Box::new(file))
}
