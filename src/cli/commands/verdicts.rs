//! The run that all commands with verdicts share: each question about each model, one by one.

use std::borrow::Cow;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

use crate::cli::answers::{Case, Desk};
use crate::cli::args::{ProgressChoice, ReportArguments, RscArguments, SearchArguments};
use crate::cli::checker::Checker;
use crate::cli::input::{Input, expand};
use crate::cli::interrupt::Interrupt;
use crate::cli::isolation::isolated;
use crate::cli::models::{Loaded, load};
use crate::cli::output::{Failure, terminal_width};
use crate::cli::progress::Display;
use crate::cli::reporter::{Layout, Reporter, Size, is_same_file, manner, refuse_input};
use crate::cli::task::{Reading, Task};
use crate::cli::walk::section;
use crate::kernel::report::{Amount, Reason, Row, Verdict};
use crate::language::scm;
use crate::model::cfsm::System;

/// A signal during the wait for bytes is heard after so long at most.
const PATIENCE: Duration = Duration::from_millis(50);

/// What is to be done.
pub(super) struct Run<'a> {
    /// The inputs, expanded.
    pub(super) inputs: Vec<Input>,
    /// The engine and the limits.
    pub(super) search: &'a SearchArguments,
    /// What the report looks like.
    pub(super) report: &'a ReportArguments,
    /// How results for people are laid out.
    pub(super) layout: Layout,
    /// What to do to see the witness, where it is not shown.
    pub(super) hint: Option<&'static str>,
    /// How properties are called.
    pub(super) titles: Titles,
    /// The questions about a model.
    pub(super) ask: &'a dyn Fn(&scm::Model) -> Vec<Task>,
    /// What follows the results of a model.
    pub(super) attach: &'a mut Attach<'a>,
}

/// Does what follows the results of a model.
pub(super) type Attach<'a> = dyn FnMut(&mut Reporter, &Asked<'_>) -> Result<(), Failure> + 'a;

/// A model, and the answers about it.
pub(super) struct Asked<'a> {
    /// Where it comes from.
    pub(super) input: &'a Input,
    /// Its text, and what was odd about it.
    pub(super) loaded: &'a Loaded,
    /// The model.
    pub(super) model: &'a scm::Model,
    /// The results.
    pub(super) rows: &'a [Row],
}

/// How properties are called on the first line of a result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Titles {
    /// By their names: the channels are read in one way.
    Plain,
    /// With the kind of channels, where it is not as written.
    WithChannels,
}

/// Asks the questions of a modern command, and returns the exit code: one model in `single` layout,
/// several as a table.
///
/// # Errors
/// If the options do not fit, or the report cannot be written.
pub(super) fn run_modern(
    arguments: &RscArguments,
    single: Layout,
    titles: Titles,
    ask: &dyn Fn(&scm::Model, Reading) -> Vec<Task>,
) -> Result<u8, Failure> {
    run_modern_and(arguments, single, titles, ask, &mut |_, _| Ok(()))
}

/// The same, with something that follows the results of each model.
///
/// # Errors
/// If the options do not fit, or the report cannot be written.
pub(super) fn run_modern_and<'a>(
    arguments: &'a RscArguments,
    single: Layout,
    titles: Titles,
    ask: &dyn Fn(&scm::Model, Reading) -> Vec<Task>,
    attach: &'a mut Attach<'a>,
) -> Result<u8, Failure> {
    let reading = Reading::new(&arguments.channels)?;
    let inputs = expand(&arguments.models.models);
    let layout = match (arguments.report.quiet, inputs.len()) {
        (true, _) => Layout::Blocks(Amount::Line),
        (false, 0 | 1) => single,
        (false, _) => Layout::Table,
    };
    run(Run {
        inputs,
        search: &arguments.search,
        report: &arguments.report,
        layout,
        hint: None,
        titles,
        ask: &|model| ask(model, reading),
        attach,
    })
}

/// Asks every question, and returns the exit code.
///
/// # Errors
/// If the report cannot be written.
pub(super) fn run(run: Run<'_>) -> Result<u8, Failure> {
    if let Some(path) = &run.report.certificate {
        refuse_input(path, &run.inputs)?;
        let report = run.report.output.output.as_ref();
        if report.is_some_and(|report| is_same_file(report, path)) {
            let path = path.display();
            let why = format!("-o and --certificate name the same file, {path}");
            return Err(Failure::Usage(why));
        }
        if run.inputs.len() > 1 {
            let why = "--certificate takes one model; several are checked with --verify";
            return Err(Failure::Usage(why.to_owned()));
        }
    }
    let checker = run.report.verify.then(Checker::find).transpose()?;
    let interrupt = Interrupt::listen();
    let mut reporter = Reporter::open(run.report, run.layout, &run.inputs, width(run.report))?;
    let progress = if run.report.quiet { ProgressChoice::None } else { run.report.progress };
    let desk = Desk {
        search: run.search,
        report: run.report,
        display: &Display::new(progress),
        interrupt: &interrupt,
        checker: checker.as_ref(),
        hint: run.hint,
        width: width(run.report),
    };
    let last = run.inputs.len();
    for (number, input) in run.inputs.iter().enumerate() {
        let done = one(&desk, &mut reporter, input, run.titles, run.ask, run.attach);
        match done {
            Ok(()) => {}
            // Nobody listens any more; what is known by now decides the exit code.
            Err(Failure::Closed) => return Ok(reporter.unheard(number + 1 < last)),
            Err(failure) => return Err(failure),
        }
    }
    reporter.finish()
}

/// Asks every question about one model.
fn one(
    desk: &Desk<'_>,
    reporter: &mut Reporter,
    input: &Input,
    titles: Titles,
    ask: &dyn Fn(&scm::Model) -> Vec<Task>,
    attach: &mut Attach<'_>,
) -> Result<(), Failure> {
    let Some(bytes) = bytes(desk, input) else {
        let name = input.name(manner(desk.report).naming);
        let verdict = Verdict::Unknown(Reason::Interrupted);
        reporter.model(&[], None);
        return reporter.row(input, Row { verdict, ..Row::unreadable(name, "not read") });
    };
    let loaded = match isolated(|| load(input, bytes, manner(desk.report))) {
        Ok(loaded) => loaded,
        Err(message) => {
            let name = input.name(manner(desk.report).naming);
            let message = format!("internal error while reading: {message}");
            let verdict = Verdict::Unknown(Reason::Crashed);
            reporter.model(&[], None);
            return reporter.row(input, Row { verdict, ..Row::unreadable(name, message) });
        }
    };
    let size = loaded.model.as_ref().map(|model| Size {
        participants: model.system.automata().len(),
        channels: model.system.channels().len(),
    });
    reporter.model(&loaded.notes, size);
    let Some(model) = &loaded.model else {
        reporter.describe(|| section(&loaded.name, None, loaded.source.as_ref()));
        return reporter.row(input, loaded.unreadable());
    };
    let tasks = ask(model);
    let mut systems: Vec<(Reading, Cow<'_, System>)> = Vec::new();
    for task in &tasks {
        if systems.iter().all(|(reading, _)| *reading != task.reading) {
            systems.push((task.reading, task.reading.of(&model.system)));
        }
    }
    reporter.describe(|| {
        let system = systems.first().map_or(&model.system, |(_, system)| system);
        section(&loaded.name, Some(system), loaded.source.as_ref())
    });
    let mut case = Case::new(desk, &loaded, model, &systems);
    for task in tasks {
        let Some(row) = case.answer(&task) else { continue };
        for fault in case.take_faults() {
            reporter.fault(&fault);
        }
        let title = (titles == Titles::WithChannels).then(|| row.label()).flatten();
        reporter.row(input, Row { title, ..row })?;
    }
    if let Some(remark) = case.write_certificates()?
        && !desk.report.quiet
    {
        reporter.remark(&remark)?;
    }
    attach(reporter, &Asked { input, loaded: &loaded, model, rows: &case.rows() })
}

/// Returns the bytes of an input, or why it has none; `None` if the user stops the run before they
/// are there.
fn bytes(desk: &Desk<'_>, input: &Input) -> Option<Result<Vec<u8>, String>> {
    if !input.may_wait() {
        return Some(input.read());
    }
    let (sender, receiver) = mpsc::channel();
    let reader = input.clone();
    // The thread is left to itself when nobody wants the bytes any more.
    std::thread::spawn(move || sender.send(reader.read()));
    loop {
        match receiver.recv_timeout(PATIENCE) {
            Ok(bytes) => return Some(bytes),
            Err(RecvTimeoutError::Timeout) if desk.interrupt.is_raised() => return None,
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return Some(Err("cannot be read".to_owned())),
        }
    }
}

/// Returns the width of the terminal that results go to, if they go to one and may depend on it.
fn width(report: &ReportArguments) -> Option<usize> {
    if report.reproducible { None } else { terminal_width(&report.output) }
}
