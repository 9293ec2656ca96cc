//! `monitor`: the global states of a run, reconstructed from its logs, and its properties.

use std::io::{self, Write};
use std::num::NonZeroUsize;

use serde_json::json;

use super::run::{line_format, monitor_states, size};
use crate::cli::component_args::MonitorArguments;
use crate::cli::components::{
    AskedProperties, idle_options, read_component, refuse_options, report_fault,
};
use crate::cli::failure::Failure;
use crate::cli::feed::Feed;
use crate::cli::input::{Input, Naming, Sought, expand_to, only_one};
use crate::cli::models::{LoadOptions, Single};
use crate::cli::option_groups::Format;
use crate::cli::output::{put, refuse_input, tell};
use crate::cli::reporter::Reporter;
use crate::cli::run::{InputCommand, LoadedModel, run_inputs};
use crate::cli::run_context::RunContext;
use crate::cli::run_options::RunOptions;
use crate::cli::watch::Watch;
use scm_check::internals::check::witness_trace::{NotSliceable, Slice};
use scm_check::internals::driver::component::{
    LogEnd, LogSource, MonitorOptions, MonitoredLogs, NoSink, WitnessSink, describe_fault,
    instrument, instrument_error, monitor_logs,
};
use scm_check::internals::driver::conformance::LogFeed;
use scm_check::internals::kernel::base::Limit;
use scm_check::internals::kernel::source::Source;
use scm_check::internals::kernel::verdict::{ExitStatus, Verdict};
use scm_check::internals::language::component::{Model, print};
use scm_check::internals::language::component_log::codes;
use scm_check::internals::language::kinds::Kind;
use scm_check::internals::language::reading::Reading;
use scm_check::internals::model::component::{GlobalState, Property};
use scm_check::internals::render::component::{
    WitnessLines, log_statistics, log_summary, nothing_read_row, property_row, window_row,
};
use scm_check::internals::render::report::{Amount, Details, ModelSize, Note, ResultLayout, Row};

/// Number of interactions that may be open in an instrumented system, unless the user says otherwise.
const INSTRUMENTED_WINDOW: NonZeroUsize = NonZeroUsize::new(4).expect("it is not zero");

/// Maximum number of states of a monitor in an instrumented system, unless the user says otherwise.
const INSTRUMENTED_STATES: usize = 1_024;

/// Runs the command, and returns the exit code, which depends on the properties.
///
/// # Errors
/// If the options do not fit, or the report cannot be written.
pub(super) fn run(arguments: &MonitorArguments, watch: &Watch) -> Result<u8, Failure> {
    let MonitorArguments { search, .. } = arguments;
    let mut report = arguments.report.clone();
    report.refuse_evidence("runs of component systems")?;
    refuse_options(idle_options(search))?;
    let input = only_one(
        &arguments.system,
        Sought::Kinds(&[Kind::Components]),
        "system; monitor takes one",
    )?;
    if arguments.instrument {
        return print_instrumented(arguments, input);
    }
    if arguments.reconstruct {
        if !matches!(report.format(), Format::Auto | Format::Ndjson | Format::Json) {
            return Err(Failure::usage(
                "--reconstruct prints JSON lines; it has no other --format",
            ));
        }
        report.asked_format = Format::Ndjson;
    }
    let logs: Vec<Input> = expand_to(&arguments.log, Sought::Endings(&["jsonl", "csv"]));
    if logs.iter().filter(|log| **log == Input::Standard).count() > 1 {
        return Err(Failure::usage("standard input is one log; name it once"));
    }
    refuse_input(report.output.output.as_deref(), &logs)?;
    let amount = if report.quiet { Amount::Line } else { Amount::Everything };
    let layout = ResultLayout::Blocks(amount);
    let options = RunOptions::new("monitor", vec![input], search, &report, layout);
    run_inputs(&options, watch, &mut MonitorCommand { arguments, logs })
}

/// Prints the system together with what reconstructs its states and monitors them.
fn print_instrumented(arguments: &MonitorArguments, input: Input) -> Result<u8, Failure> {
    let output = &arguments.report.output;
    let options = LoadOptions::new(&arguments.report);
    let Single { input, loaded, model } = Single::read(input, options, read_component)?;
    let asked = &arguments.property;
    let AskedProperties { properties, .. } =
        AskedProperties::read(asked, &model, &|text| tell(output.color, &text))?;
    let window = asked.window.unwrap_or(INSTRUMENTED_WINDOW);
    let states = match arguments.search.max_states {
        Some(_) => monitor_states(&arguments.search),
        None => INSTRUMENTED_STATES,
    };
    let made = instrument(&model.composite, &properties, asked.semantics, window, states);
    let made = made.map_err(|why| {
        let why = instrument_error(&why, &model);
        Failure::Usage(format!("{}: not instrumented: {why}", loaded.name))
    })?;
    put(print(&made, &[]).as_bytes(), output, [&input])
}

struct MonitorCommand<'a> {
    arguments: &'a MonitorArguments,
    logs: Vec<Input>,
}

impl InputCommand for MonitorCommand<'_> {
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
        let asked = if arguments.reconstruct && arguments.property.properties.is_empty() {
            AskedProperties::none()
        } else {
            AskedProperties::read(&arguments.property, model, &|text| context.reporter.tell(text))?
        };
        let properties = &asked.properties;
        if properties.is_empty() && !arguments.reconstruct && !arguments.replay {
            let why = format!(
                "there is nothing to do: {} names no property; name one with --property, or ask for --reconstruct or --replay",
                loaded.name
            );
            return Err(Failure::Usage(why));
        }
        let slice = arguments.slice.then(|| Slice::new(&model.composite, properties)).transpose();
        let slice = slice.map_err(|(index, why)| not_sliceable(&properties[index], why))?;
        let initial = match model.composite.initial_state() {
            Ok(initial) => initial,
            Err(fault) => {
                return report_fault(context, input, loaded, &describe_fault(&fault, model));
            }
        };
        self.monitor(subject, &asked, slice.as_ref(), &initial)
    }
}

impl MonitorCommand<'_> {
    /// Returns `true` if logs have no event, while some are expected.
    fn refuses(&self, logs: &MonitoredLogs) -> bool {
        logs.are_empty() && !self.arguments.allow_empty && !self.arguments.reconstruct
    }

    fn monitor(
        &self,
        subject: &LoadedModel<'_, Model>,
        asked: &AskedProperties,
        slice: Option<&Slice>,
        initial: &GlobalState,
    ) -> Result<(), Failure> {
        let &LoadedModel { context, loaded, model, .. } = subject;
        let properties = asked.properties.as_slice();
        let arguments = self.arguments;
        let mut feeds = Vec::new();
        for log in &self.logs {
            let name = log.name(Naming::Path);
            let feed = Feed::open(log).map_err(|why| Failure::Usage(format!("{name}: {why}")))?;
            feeds.push((name, line_format(log.path()), feed.0));
        }
        let mut sources: Vec<LogSource<'_>> = feeds
            .iter_mut()
            .map(|(name, format, feed)| LogSource {
                name: name.clone(),
                format: *format,
                feed: feed as &mut dyn LogFeed,
            })
            .collect();
        let options = MonitorOptions {
            properties,
            semantics: arguments.property.semantics,
            max_states: monitor_states(&arguments.search),
            window: arguments.property.window(),
            slice,
            replays: arguments.replay,
            allows_empty: arguments.allow_empty,
        };
        context.watch.ask(asked.subjects(loaded));
        let control = context.watch.control(None);
        let composite = &model.composite;
        let mut lines = arguments.reconstruct.then(|| {
            WitnessLines::new(composite, properties, slice, ReportStream(context.reporter))
        });
        let sink: &mut dyn WitnessSink = match &mut lines {
            Some(lines) => lines,
            None => &mut NoSink,
        };
        let logs = monitor_logs(composite, initial, &options, &mut sources, sink, &control);
        if let Some(mut lines) = lines {
            // What was reconstructed stands, whatever follows.
            let written = match logs.end {
                LogEnd::All | LogEnd::WindowFull(_) | LogEnd::Cut(_) => lines.finish(&logs),
                _ => lines.stall(),
            };
            if let (Err(_) | Ok(()), Some(failure)) = (written, lines.into_failure()) {
                return Err(if failure.kind() == io::ErrorKind::BrokenPipe {
                    Failure::Closed
                } else {
                    Failure::writing("the output", &failure)
                });
            }
        }
        self.report(subject, (asked, slice), &logs)
    }

    fn report(
        &self,
        subject: &LoadedModel<'_, Model>,
        (asked, slice): (&AskedProperties, Option<&Slice>),
        logs: &MonitoredLogs,
    ) -> Result<(), Failure> {
        let &LoadedModel { context, input, loaded, model } = subject;
        let reporter = context.reporter;
        let style = context.style();
        let name = |log: usize| self.logs[log].name(context.options.loading.naming);
        for place in &logs.cut_off {
            let message = "the last line is cut off; it is left out";
            say(reporter, codes::CUT_OFF.name, (&name(place.log), place.event), message, None);
        }
        match &logs.end {
            LogEnd::Event(place, error) => {
                let at = (&*name(place.log), place.event);
                say(reporter, error.code.name, at, &error.message, error.help.as_deref());
                reporter.settle(ExitStatus::Refused);
            }
            LogEnd::Unreadable(log, why) => {
                reporter.fault(&Failure::Usage(format!("{}: {why}", name(*log))));
            }
            LogEnd::Monitor(unreadable) => {
                report_fault(context, input, loaded, &asked.describe(unreadable, model))?;
            }
            LogEnd::Fault(place, fault) => {
                let report = describe_fault(fault, model);
                let at = (&*name(place.log), place.event);
                say(reporter, codes::NOT_OF_THE_MODEL.name, at, &report.message, None);
                report_fault(context, input, loaded, &report)?;
            }
            LogEnd::WindowFull(component) if logs.answers.is_empty() => {
                let window = self.arguments.property.window();
                reporter.row(input, window_row(loaded, &model.composite, *component, window))?;
            }
            LogEnd::All if logs.answers.is_empty() && self.refuses(logs) => {
                reporter.row(input, nothing_read_row(loaded))?;
            }
            LogEnd::Cut(limit) if logs.answers.is_empty() || *limit == Limit::Interrupted => {
                reporter.settle(ExitStatus::from_verdict(Verdict::Unknown((*limit).into()), None));
            }
            LogEnd::All | LogEnd::WindowFull(_) | LogEnd::Cut(_) | LogEnd::SinkClosed => {}
        }
        for answer in &logs.answers {
            let subject = loaded.subject(&answer.name);
            let mut row = property_row(answer, (&model.composite, slice), subject, "log", &style);
            if let LogEnd::WindowFull(component) = logs.end {
                let window = self.arguments.property.window();
                let waits = window_row(loaded, &model.composite, component, window);
                if answer.verdict == waits.answer.verdict {
                    row.message = waits.message;
                    if let Details::Fields(fields) = &mut row.details {
                        fields["waits_for"] = json!(model.composite.components()[component].name);
                    }
                }
            }
            reporter.row(input, row)?;
        }
        if let (LogEnd::Event(place, error), false) = (&logs.end, logs.answers.is_empty()) {
            // What makes the exit code, beside verdicts that are not known.
            let title = name(place.log);
            let message = format!("event {}: {}", place.event, error.message);
            reporter.row(input, Row::unreadable(title, message))?;
        }
        if !self.arguments.reconstruct {
            let statistics = log_statistics(logs);
            reporter.record(move |writer| writer.report.count(statistics));
            if !context.options.report.quiet && reporter.is_for_people() {
                reporter.remark(&log_summary(&loaded.name, &model.composite, logs))?;
            }
        }
        Ok(())
    }
}

/// Reports a diagnostic about an event.
fn say(
    reporter: &Reporter,
    code: &'static str,
    (log, event): (&str, u64),
    message: &str,
    help: Option<&str>,
) {
    reporter.tell(event_complaint(code, (log, event), message, help));
    let mut note = Note::without_place(code, message, log);
    note.line = Some(event);
    note.help = help.map(str::to_owned).into_iter().collect();
    reporter.note(vec![note]);
}

/// Returns a diagnostic about an event as text.
pub(super) fn event_complaint(
    code: &str,
    (log, event): (&str, u64),
    message: &str,
    help: Option<&str>,
) -> String {
    let kind = if code.starts_with('W') { "\x1b[1;33mwarning" } else { "\x1b[1;31merror" };
    let help_line = help.map(|help| format!("help: {help}\n")).unwrap_or_default();
    format!(
        "{kind}[{code}]\x1b[0m: {log}: event {event}: {message}\n{help_line}see: scm-check explain {code}\n"
    )
}

fn not_sliceable(property: &Property, why: NotSliceable) -> Failure {
    let name = &property.name;
    let what = match why {
        NotSliceable::Fired => "`fired`".to_owned(),
        NotSliceable::Repetition => "an automaton that may count states".to_owned(),
        NotSliceable::Operator(operator) => format!("`{}`", operator.sign()),
    };
    Failure::Usage(format!(
        "--slice leaves out steps, and `{name}` has {what}, for which each step counts"
    ))
}

/// Writes to the output of the report.
struct ReportStream<'a>(&'a Reporter);

impl Write for ReportStream<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.write_all(bytes)?;
        Ok(bytes.len())
    }

    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        let bytes = bytes.to_vec();
        let written =
            self.0.write(move |writer| writer.output.write(|stream| stream.write_all(&bytes)));
        written.map_err(|failure| match failure {
            Failure::Closed => io::ErrorKind::BrokenPipe.into(),
            other => io::Error::other(other.to_string()),
        })
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
